/**
 * Operations in place: `x.addAssign(y)` is NumPy's `x += y`. Every view of the data sees the result. `x` keeps its shape and
 * dtype: what does not fit throws `ShapeError` or `DTypeError`.
 */

import { applyInPlace, type Operand } from './apply.js';
import {
  addUfunc,
  divideUfunc,
  floorDivideUfunc,
  multiplyUfunc,
  powUfunc,
  remainderUfunc,
  subtractUfunc,
} from './arithmetic-ufuncs.js';
import type { NDArray } from './ndarray.js';

/**
 * NumPy's `x += y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).addAssign(1).tolist(); // [2, 3]
 */
export function addAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(addUfunc, x, y);
}

/**
 * NumPy's `x -= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).subtractAssign(1).tolist(); // [0, 1]
 */
export function subtractAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(subtractUfunc, x, y);
}

/**
 * NumPy's `x *= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).multiplyAssign(3).tolist(); // [3, 6]
 */
export function multiplyAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(multiplyUfunc, x, y);
}

/**
 * NumPy's `x /= y`. Returns x.
 *
 * @example
 * await np.asarray([1, 2]).divideAssign(2).tolist(); // [0.5, 1]
 */
export function divideAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(divideUfunc, x, y);
}

/**
 * NumPy's `x //= y`. Returns x.
 *
 * @example
 * await np.asarray([5, 4]).floorDivideAssign(2).tolist(); // [2, 2]
 */
export function floorDivideAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(floorDivideUfunc, x, y);
}

/**
 * NumPy's `x %= y`. Returns x.
 *
 * @example
 * await np.asarray([5, 4]).remainderAssign(3).tolist(); // [2, 1]
 */
export function remainderAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(remainderUfunc, x, y);
}

/**
 * NumPy's `x **= y`. Returns x.
 *
 * @example
 * await np.asarray([5, 4]).powAssign(3).tolist(); // [125, 64]
 */
export function powAssign(x: NDArray, y: Operand): NDArray {
  return applyInPlace(powUfunc, x, y);
}
