/** Room within `compile`: kernels as device programs. */

export { canRun, emulatedOperations, hasHostBits, roundedOperations } from './can-run.js';
export { emulation } from './emulation.js';
export type { GpuFeatures } from './language/legalize.js';
export * from './language/program.js';
export { type GpuLaunch, type Launchable, writeScalar } from './launchable.js';
export { hasRoutine, LoweredProduct } from './products/product.js';
export { launchableKernel } from './schedule.js';
