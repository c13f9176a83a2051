/** Trigonometric and hyperbolic functions, in radians. Integers give `float64`. */

import { binary, unary } from './element-wise.js';
import { binaryOp, floating, unaryOp } from './signatures.js';
import type { FloatFunction, QuotientFunction } from './typed-functions.js';

const sinUfunc = unaryOp('sin', 'sin', floating);
const cosUfunc = unaryOp('cos', 'cos', floating);
const tanUfunc = unaryOp('tan', 'tan', floating);
const tanhUfunc = unaryOp('tanh', 'tanh', floating);
const atan2Ufunc = binaryOp('atan2', 'atan2', floating);
const asinUfunc = unaryOp('asin', 'asin', floating);
const acosUfunc = unaryOp('acos', 'acos', floating);
const atanUfunc = unaryOp('atan', 'atan', floating);
const sinhUfunc = unaryOp('sinh', 'sinh', floating);
const coshUfunc = unaryOp('cosh', 'cosh', floating);
const hypotUfunc = binaryOp('hypot', 'hypot', floating);

/**
 * The sine.
 *
 * @example
 * await np.sin(np.asarray([0])).tolist(); // [0]
 */
export const sin: FloatFunction = unary('sin', sinUfunc);

/**
 * The cosine.
 *
 * @example
 * await np.cos(np.asarray([0])).tolist(); // [1]
 */
export const cos: FloatFunction = unary('cos', cosUfunc);

/**
 * The tangent.
 *
 * @example
 * await np.tan(np.asarray([0])).tolist(); // [0]
 */
export const tan: FloatFunction = unary('tan', tanUfunc);

/**
 * The angle in [-π/2, π/2] with the sine x; NaN outside [-1, 1].
 *
 * @example
 * await np.asin(np.asarray([0])).tolist(); // [0]
 */
export const asin: FloatFunction = unary('asin', asinUfunc);

/**
 * The angle in [0, π] with the cosine x; NaN outside [-1, 1].
 *
 * @example
 * await np.acos(np.asarray([1])).tolist(); // [0]
 */
export const acos: FloatFunction = unary('acos', acosUfunc);

/**
 * The angle in [-π/2, π/2] with the tangent x.
 *
 * @example
 * await np.atan(np.asarray([0])).tolist(); // [0]
 */
export const atan: FloatFunction = unary('atan', atanUfunc);

/**
 * The hyperbolic sine.
 *
 * @example
 * await np.sinh(np.asarray([0])).tolist(); // [0]
 */
export const sinh: FloatFunction = unary('sinh', sinhUfunc);

/**
 * The hyperbolic cosine.
 *
 * @example
 * await np.cosh(np.asarray([0])).tolist(); // [1]
 */
export const cosh: FloatFunction = unary('cosh', coshUfunc);

/**
 * The hyperbolic tangent.
 *
 * @example
 * await np.tanh(np.asarray([0])).tolist(); // [0]
 */
export const tanh: FloatFunction = unary('tanh', tanhUfunc);

/**
 * The angle of the point (b, a) from the positive x axis, in [-π, π].
 *
 * @example
 * await np.atan2(np.asarray([0]), 1).tolist(); // [0]
 */
export const atan2: QuotientFunction = binary('atan2', atan2Ufunc);

/**
 * The length of the hypotenuse, `sqrt(a² + b²)`, without overflow between.
 *
 * @example
 * await np.hypot(np.asarray([3]), 4).tolist(); // [5]
 */
export const hypot: QuotientFunction = binary('hypot', hypotUfunc);
