/** Room `compile`: passes over kernels, and emitters. */

export { assembleBlock } from './block/assemble.js';
export { emitC } from './c/emit.js';
export {
  canFail,
  canRun,
  emulatedOperations,
  emulation,
  type GpuFeatures,
  type GpuLaunch,
  hasHostBits,
  hasRoutine,
  type Launchable,
  LoweredProduct,
  launchableKernel,
  roundedOperations,
  writeScalar,
} from './gpu/index.js';
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, loadJs, partOf } from './js/load.js';
/** Functions with the bits of native code. */
export { exp, log1p } from './js/math/index.js';
export { compileExact, compileNative, compileSource, type NativeKernel, nativeStats } from './native.js';
export { compatible, compose, type Part } from './passes/compose.js';
export { checkPassName, environmentWatch } from './passes/dump.js';
export { restrict } from './passes/restrict.js';
export { isPlain, type Source, sourceOf } from './passes/source.js';
export { dumpAfter, optimize, passTable } from './passes/table.js';
export { type GatheredThrough, throughGathers } from './passes/through-gathers.js';
export { type Evaluation, type Origin, throughLoads } from './passes/through-loads.js';
export { describeToolchain } from './toolchain/toolchain.js';
export { type Row, unrollRows } from './unroll/rows.js';
export { type Column, unroll } from './unroll/unroll.js';
export { BINDING, type Places, printWgsl } from './wgsl/index.js';
