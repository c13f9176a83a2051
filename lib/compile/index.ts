/** Room `compile`: passes over kernels, and emitters. */
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, loadJs } from './js/load.js';
export { type EmittedC, emitC } from './c/emit.js';
export { compileNative, compileSource, type NativeKernel, type NativeOptions, type NativeStats, nativeStats } from './native.js';
export { cacheFolder } from './cache/folder.js';
export { describeToolchain } from './toolchain/toolchain.js';
