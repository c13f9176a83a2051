/** What fusion asks of the compiler: composing kernels, and the pass table. */
export { compatible, compose, environmentWatch, optimize } from '../compile/index.js';
