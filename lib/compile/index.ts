/** Room `compile`: passes over kernels, and emitters. */
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, jsLibrary, loadJs } from './js/load.js';
