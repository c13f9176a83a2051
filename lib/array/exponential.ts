/** Exponentials and logarithms. Integers give `float64`. */

import { applyUnary, type Operand } from './apply.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import { floating, unaryOp } from './signatures.js';
import type { OutOption } from './target.js';

const expUfunc = unaryOp('exp', 'exp', floating);
const expm1Ufunc = unaryOp('expm1', 'expm1', floating);
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
export function exp(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(expUfunc, x, how);
}

/**
 * `exp(x) - 1`, accurate near 0.
 *
 * @example
 * await np.expm1(np.asarray([1e-20])).tolist(); // [1e-20]
 */
export function expm1(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(expm1Ufunc, x, how);
}

/**
 * The natural logarithm: -Infinity at 0, NaN below.
 *
 * @example
 * await np.log(np.asarray([1, 0])).tolist(); // [0, -Infinity]
 */
export function log(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(logUfunc, x, how);
}

/**
 * `log(1 + x)`, accurate near 0.
 *
 * @example
 * await np.log1p(np.asarray([1e-20])).tolist(); // [1e-20]
 */
export function log1p(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(log1pUfunc, x, how);
}

/**
 * The logarithm to base 2.
 *
 * @example
 * await np.log2(np.asarray([8])).tolist(); // [3]
 */
export function log2(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(log2Ufunc, x, how);
}

/**
 * The logarithm to base 10.
 *
 * @example
 * await np.log10(np.asarray([1000])).tolist(); // [3]
 */
export function log10(x: Operand, how?: Positional<OutOption, 'out'>): NDArray {
  return applyUnary(log10Ufunc, x, how);
}
