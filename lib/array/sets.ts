/** Results whose shape depends on values: they are read first, so these functions return promises. */

import { ShapeError, takes } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { floorDivide, remainder } from './arithmetic.js';
import { assign } from './assign.js';
import { equal, notEqual } from './comparison.js';
import { type ArrayLike, toArray } from './convert.js';
import { gather } from './gather.js';
import { ARRAY } from './kinds.js';
import { logicalAnd } from './logic.js';
import { broadcastTo } from './manipulate.js';
import { areCounted, picked, places } from './masks.js';
import { allocate, type NDArray } from './ndarray.js';
import { ravel } from './reshape.js';
import { slice } from './slice.js';
import { sort } from './sorting.js';

/**
 * Where the elements are that are not 0: one int64 array of coordinates for each axis, in row-major order. Throws
 * `ShapeError` for a 0-d array.
 *
 * @example
 * const [rows, columns] = await np.nonzero([[0, 5], [7, 0]]);
 * await rows.tolist();    // [0, 1]
 * await columns.tolist(); // [1, 0]
 */
export const nonzero = takes(
  'nonzero',
  ARRAY,
)(async (x: ArrayLike): Promise<NDArray[]> => {
  const a = toArray(x, 'nonzero');
  if (a.ndim === 0) throw new ShapeError('nonzero: a 0-d array has no coordinates');
  const found = await places(a);
  let step = 1;
  const coordinates: NDArray[] = [];
  for (let axis = a.ndim - 1; axis >= 0; axis--) {
    const along = step === 1 ? found : floorDivide(found, step);
    coordinates.unshift(axis === 0 ? along : remainder(along, Math.max(1, a.view.shape[axis])));
    step *= a.view.shape[axis];
  }
  return coordinates;
});

/**
 * NumPy's `x[mask]`: the elements of `x` where `mask` is true, in one axis. The mask has the leading axes' shape, or
 * broadcasts to it.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await (await np.compress(x.greater(0), x)).tolist(); // [1, 3]
 */
export const compress = takes(
  'compress',
  ARRAY,
  ARRAY,
)(async (mask: ArrayLike, x: ArrayLike): Promise<NDArray> => {
  const a = toArray(x, 'compress');
  const m = toArray(mask, 'compress');
  const whole = broadcastTo(m, a.view.shape.slice(0, Math.max(m.ndim, 1)));
  if (whole.ndim === a.ndim && areCounted(whole)) return picked(whole, a);
  return gather(a, ...(await nonzero(whole)));
});

/**
 * The different elements in ascending order, in one axis. NaNs count as one.
 *
 * @example
 * await (await np.unique([3, 1, 3])).tolist(); // [1, 3]
 */
export const unique = takes(
  'unique',
  ARRAY,
)(async (x: ArrayLike): Promise<NDArray> => {
  const a = toArray(x, 'unique');
  const sorted = sort(ravel(a));
  const [before, after] = [slice(sorted, ':-1'), slice(sorted, '1:')];
  const differs = notEqual(before, after);
  const isFirst = allocate(bool, [sorted.size]);
  assign(slice(isFirst, ':1'), true);
  assign(slice(isFirst, '1:'), a.dtype.kind === 'float' ? logicalAnd(differs, equal(before, before)) : differs);
  return compress(isFirst, sorted);
});
