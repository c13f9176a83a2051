/** Time that passes. */
const clock = performance;

/**
 * Milliseconds since the process began. Node makes its clock at the first use, which is here, when this module is loaded: a time limit or
 * Ctrl-C could end a later call while the clock is being made, and leave the process without one.
 */
export const now = (): number => clock.now();
