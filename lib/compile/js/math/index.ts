/**
 * Elementary functions in JavaScript: each takes the steps of its namesake in `native/math`, which needs additions,
 * multiplications, divisions and bits alone, so that results have the bits of the native tiers. Names that end in f are the
 * forms for float32. `test/conformance/tiers.test.ts` compares them.
 */
export * from './exponential.js';
export * from './hyperbolic.js';
export * from './inverse.js';
export * from './logarithm.js';
export * from './power.js';
export * from './single.js';
export * from './single-trigonometry.js';
export * from './special.js';
export * from './trigonometry.js';
