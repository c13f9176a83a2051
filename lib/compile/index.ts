/** Room `compile`: passes over kernels, and emitters. */
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, loadJs } from './js/load.js';
export { type EmittedC, emitC } from './c/emit.js';
export { assembleBlock, type BlockProgram } from './block/assemble.js';
export { compileNative, compileSource, type NativeKernel, type NativeOptions, type NativeStats, nativeStats } from './native.js';
export { cacheFolder } from './cache/folder.js';
export { describeToolchain } from './toolchain/toolchain.js';
export { type Clusterer, greedyClusters, keepWhole } from './passes/cluster.js';
export { compatible, compose, type Part } from './passes/compose.js';
export type { Pass, Property, Unit } from './passes/pass.js';
export { checkPassName, dumpable, environmentWatch } from './passes/dump.js';
export { dumpAfter, optimize, type Optimized, type OptimizeOptions, passTable, type Watch } from './passes/table.js';
