/**
 * Elementary functions in JavaScript: each takes the steps of its namesake in `native/math`, which needs additions,
 * multiplications, divisions and bits alone, so that results have the bits of the native tiers. Names that end in f are the
 * forms for float32. `test/conformance/tiers.test.ts` compares them.
 */
export { exp, expm1 } from './exponential.js';
export { cosh, sinh, tanh } from './hyperbolic.js';
export { acos, acosf, asin, asinf, atan, atanf } from './inverse.js';
export { log, log1p, log2, log10 } from './logarithm.js';
export { atan2, pow } from './power.js';
export { atan2f, coshf, expf, expm1f, log1pf, log2f, log10f, logf, powf, sinhf, tanhf } from './single.js';
export { cosf, sinf, tanf } from './single-trigonometry.js';
export { cos, sin, tan } from './trigonometry.js';
