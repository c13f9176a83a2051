/** Room `base`: errors for callers' mistakes, invariants for ours. */
export * from './errors.js';
export { invariant, unreachable } from './check.js';
