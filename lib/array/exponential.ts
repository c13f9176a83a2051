/** Exponentials and logarithms. Integers give `float64`. */

import { unary } from './element-wise.js';
import { floating, unaryOp } from './signatures.js';
import type { FloatFunction } from './typed-functions.js';

const expUfunc = unaryOp('exp', 'exp', floating);
const expm1Ufunc = unaryOp('expm1', 'expm1', floating);
const exp2Ufunc = unaryOp('exp2', 'exp2', floating);
const logUfunc = unaryOp('log', 'log', floating);
const log1pUfunc = unaryOp('log1p', 'log1p', floating);
const log2Ufunc = unaryOp('log2', 'log2', floating);
const log10Ufunc = unaryOp('log10', 'log10', floating);

/**
 * e to the power x.
 *
 * @example
 * await np.exp(np.asarray([0])).tolist(); // [1]
 */
export const exp: FloatFunction = unary('exp', expUfunc);

/**
 * `exp(x) - 1`, accurate near 0.
 *
 * @example
 * await np.expm1(np.asarray([1e-20])).tolist(); // [1e-20]
 */
export const expm1: FloatFunction = unary('expm1', expm1Ufunc);

/**
 * Powers of two.
 *
 * @example
 * await np.exp2([3, -1]).tolist(); // [8, 0.5]
 */
export const exp2: FloatFunction = unary('exp2', exp2Ufunc);

/**
 * The natural logarithm: -Infinity at 0, NaN below.
 *
 * @example
 * await np.log(np.asarray([1, 0])).tolist(); // [0, -Infinity]
 */
export const log: FloatFunction = unary('log', logUfunc);

/**
 * `log(1 + x)`, accurate near 0.
 *
 * @example
 * await np.log1p(np.asarray([1e-20])).tolist(); // [1e-20]
 */
export const log1p: FloatFunction = unary('log1p', log1pUfunc);

/**
 * The logarithm to base 2.
 *
 * @example
 * await np.log2(np.asarray([8])).tolist(); // [3]
 */
export const log2: FloatFunction = unary('log2', log2Ufunc);

/**
 * The logarithm to base 10.
 *
 * @example
 * await np.log10(np.asarray([1000])).tolist(); // [3]
 */
export const log10: FloatFunction = unary('log10', log10Ufunc);
