/** Room within `compile`: kernels as device programs. */

export { canRun, roundedOperations } from './can-run.js';
export type { GpuFeatures } from './language/legalize.js';
export * from './language/program.js';
export { LoweredKernel } from './lower/lower.js';
export { dispatchesOf, type GpuLaunch, scratchWords, writeScalar } from './schedule.js';
