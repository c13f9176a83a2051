/**
 * Operations in place: `x.addAssign(y)` is NumPy's `x += y`. Every view of the data sees the result. `x` keeps its shape and dtype:
 * operands that do not fit throw `ShapeError` or `DTypeError`.
 */

import {
  addUfunc,
  checkPower,
  divideUfunc,
  floorDivideUfunc,
  multiplyUfunc,
  powUfunc,
  remainderUfunc,
  subtractUfunc,
} from './arithmetic-ufuncs.js';
import { inPlace } from './element-wise.js';

/**
 * NumPy's `x += y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).addAssign(1).tolist(); // [2, 3]
 */
export const addAssign = inPlace('addAssign', addUfunc);

/**
 * NumPy's `x -= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).subtractAssign(1).tolist(); // [0, 1]
 */
export const subtractAssign = inPlace('subtractAssign', subtractUfunc);

/**
 * NumPy's `x *= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).multiplyAssign(3).tolist(); // [3, 6]
 */
export const multiplyAssign = inPlace('multiplyAssign', multiplyUfunc);

/**
 * NumPy's `x /= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).divideAssign(2).tolist(); // [0.5, 1]
 */
export const divideAssign = inPlace('divideAssign', divideUfunc);

/**
 * NumPy's `x //= y`. Returns x.
 *
 * @example
 * await np.asarray([5, 4]).floorDivideAssign(2).tolist(); // [2, 2]
 */
export const floorDivideAssign = inPlace('floorDivideAssign', floorDivideUfunc);

/**
 * NumPy's `x %= y`. Returns x.
 *
 * @example
 * await np.asarray([5, 4]).remainderAssign(3).tolist(); // [2, 1]
 */
export const remainderAssign = inPlace('remainderAssign', remainderUfunc);

/**
 * NumPy's `x **= y`. Returns x. Throws `ArgumentError` for integers to the power of a negative integer.
 *
 * @example
 * await np.asarray([5, 4]).powAssign(3).tolist(); // [125, 64]
 */
export const powAssign = inPlace('powAssign', powUfunc, checkPower);
