/** Time that passes. */
const clock = performance;

/**
 * Milliseconds since the process began. Node makes its clock at the first use, which is here, when this module is loaded: a call in whose
 * midst it was made could be ended by then, by a time limit or Ctrl-C, and the process would be without a clock from there on.
 */
export const now = (): number => clock.now();
