/** Room `dtype`: element types and their promotion. */
export * from './compact.js';
export * from './complex.js';
export * from './dtype.js';
export { promote, promoteScalar } from './promotion.js';
