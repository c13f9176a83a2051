/** Room `compile`: passes over kernels, and emitters. */
export { emitJs } from './js/emit.js';
export { type JsHost, type JsKernel, loadJs } from './js/load.js';
