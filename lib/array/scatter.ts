/**
 * Writing in place at computed places, where one place may be named many times: the last value stays (NumPy's `x[i] = v`), or all values
 * count (`ufunc.at`), unlike in `x[i] += v`. Integers, minima and maxima give NumPy's results; sums and products of floats are folded in a
 * fixed order, in blocks where there are many values for each place (`bins.ts`).
 */

import { DTypeError, takes } from '../base/index.js';
import { bool, int64 } from '../dtype/index.js';
import { sameRoot } from '../store/index.js';
import type { Operand } from './apply.js';
import { add, maximum, minimum, multiply } from './arithmetic.js';
import { assign, astype, copy } from './assign.js';
import { type BinOp, foldInto, isFew, newBins } from './bins.js';
import { equal } from './comparison.js';
import { toArray } from './convert.js';
import { ARRAY, OWN } from './kinds.js';
import { broadcastTo } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { isScalar, scalarDType } from './operand.js';
import { ravel, reshape } from './reshape.js';
import { where } from './select.js';
import { checkCast, checkTarget } from './target.js';
import { type Places, placesIn } from './written-places.js';

/**
 * Adds `values` to the elements (or rows) of `x` at `indices`, in place; an element that is named several times gets all of its
 * values. Values are broadcast to the shape of the indices and the axes that are left. Returns x. Throws `IndexError`, `DTypeError` and
 * `ShapeError`; readers of x throw `IndexError` for an index outside.
 *
 * @example
 * const x = np.zeros([3]);
 * await np.addAt(x, [0, 2, 2], [1, 2, 3]).tolist(); // [1, 0, 5]
 */
export const addAt = takes(
  'addAt',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, indices: Places, values: Operand): NDArray => {
  return scatter('sum', x, indices, values, 'addAt');
});

/**
 * Multiplies elements of `x` at `indices` by `values`, in place, as `addAt` adds them. Returns x.
 *
 * @example
 * await np.multiplyAt(np.ones([2]), [1, 1], [2, 3]).tolist(); // [1, 6]
 */
export const multiplyAt = takes(
  'multiplyAt',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, indices: Places, values: Operand): NDArray => {
  return scatter('prod', x, indices, values, 'multiplyAt');
});

/**
 * The least of each element of `x` at `indices` and its `values`, in place, as `addAt` adds them. Returns x.
 *
 * @example
 * await np.minimumAt(np.ones([2]), [1, 1], [2, -3]).tolist(); // [1, -3]
 */
export const minimumAt = takes(
  'minimumAt',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, indices: Places, values: Operand): NDArray => {
  return scatter('min', x, indices, values, 'minimumAt');
});

/**
 * The greatest of each element of `x` at `indices` and its `values`, in place, as `addAt` adds them. Returns x.
 *
 * @example
 * await np.maximumAt(np.ones([2]), [1, 1], [2, -3]).tolist(); // [1, 2]
 */
export const maximumAt = takes(
  'maximumAt',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, indices: Places, values: Operand): NDArray => {
  return scatter('max', x, indices, values, 'maximumAt');
});

/**
 * NumPy's `x[indices] = values`: sets the elements (or rows) of `x` at `indices`, in place, to values that are broadcast to the shape
 * of the indices and the axes that are left, and converted to the dtype of x. Of several values for one element the last stays. Returns
 * x. Throws `IndexError`, `DTypeError` and `ShapeError`; readers of x throw `IndexError` for an index outside.
 *
 * @example
 * await np.assignAt(np.zeros([3]), [0, 2, 2], [1, 2, 3]).tolist(); // [1, 0, 3]
 */
export const assignAt = takes(
  'assignAt',
  OWN,
  ARRAY,
  ARRAY,
)((x: NDArray, indices: Places, values: Operand): NDArray => {
  checkTarget(x, 'assignAt');
  const at = placesIn(x, indices, 'assignAt');
  const given = toArray(values, 'assignAt');
  const over = broadcastTo(sameRoot(given, x) ? copy(given) : given, at.shape);
  return at.size === 0 ? x : intoLine('set', x, at, over);
});

function scatter(op: BinOp, x: NDArray, indices: Places, values: Operand, operation: string): NDArray {
  checkTarget(x, operation);
  if (x.dtype === bool) throw new DTypeError(`${operation}: expected an array of numbers, got bool; convert with astype`);
  const at = placesIn(x, indices, operation);
  const given = toArray(values, operation);
  checkCast(isScalar(values) ? scalarDType(x.dtype, values, operation, false) : given.dtype, x.dtype, operation);
  const over = broadcastTo(sameRoot(given, x) ? copy(given) : given, at.view.shape);
  if (at.size === 0) return x;
  if (isFew(at.size, x.size)) return combined(op, x, reshape(newBins(op, at, over, x.dtype, x.size), x.view.shape));
  return intoLine(op, x, at, over);
}

/** Values into all elements of `x` as one line. */
function intoLine(op: BinOp | 'set', x: NDArray, at: NDArray, over: NDArray): NDArray {
  const line = ravel(x);
  foldInto(op, line, ravel(astype(at, int64, { copy: false })), ravel(astype(over, x.dtype, { copy: false })));
  return sameRoot(line, x) ? x : assign(x, reshape(line, x.view.shape));
}

/** Folds bins into the array. Elements without values keep their bits: a sum of none is 0, which would make -0 positive. */
function combined(op: BinOp, x: NDArray, bins: NDArray): NDArray {
  switch (op) {
    case 'sum':
      return assign(x, where(equal(bins, 0), x, add(x, bins)));
    case 'prod':
      return multiply(x, bins, { out: x });
    case 'min':
      return minimum(x, bins, { out: x });
    case 'max':
      return maximum(x, bins, { out: x });
  }
}
