/** Room `base`: errors for callers' mistakes, invariants for ours. */

export { invariant, unreachable } from './check.js';
export * from './errors.js';
export { Generations } from './generations.js';
export { moduleFile } from './module-file.js';
export { settleWithin } from './settle.js';
export { needStack } from './stack.js';
