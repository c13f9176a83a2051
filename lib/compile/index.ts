/** Room `compile`: passes over kernels, and emitters. */

export { assembleBlock, type BlockProgram } from './block/assemble.js';
export { type EmittedC, emitC } from './c/emit.js';
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, loadJs, partOf } from './js/load.js';
export {
  compileExact,
  compileNative,
  compileSource,
  type NativeKernel,
  type NativeOptions,
  type NativeStats,
  nativeStats,
} from './native.js';
export { type Clusterer, greedyClusters, keepWhole } from './passes/cluster.js';
export { compatible, compose, type Part } from './passes/compose.js';
export { checkPassName, dumpable, environmentWatch } from './passes/dump.js';
export type { Pass, Property, Unit } from './passes/pass.js';
export { restrict } from './passes/restrict.js';
export { dumpAfter, type Optimized, type OptimizeOptions, optimize, passTable, type Watch } from './passes/table.js';
export { queueLength } from './toolchain/queue.js';
export { describeToolchain } from './toolchain/toolchain.js';
export { type Column, type Unrolled, unroll } from './unroll/unroll.js';
