/** Results with a shape that depends on values: these are read first, so the functions return promises. */

import { byPlace, ShapeError, takes } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { formatShape, sameShape } from '../shape/index.js';
import { floorDivide, remainder } from './arithmetic.js';
import { assign } from './assign.js';
import { axisArgument } from './axes.js';
import { equal, notEqual } from './comparison.js';
import { type ArrayLike, toArray } from './convert.js';
import { gather, take } from './gather.js';
import { ARRAY, AXIS } from './kinds.js';
import { logicalAnd } from './logic.js';
import { broadcastTo } from './manipulate.js';
import { areCounted, picked, places } from './masks.js';
import { allocate, type NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
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
 * NumPy's `x[mask]`: the elements of `x` where `mask` is true, in one axis; or, with an axis, the slices along it where a vector is true.
 * Throws `ShapeError` unless the mask has the shape of the leading axes, or the length of the axis.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await (await np.compress(x.greater(0), x)).tolist();                       // [1, 3]
 * await (await np.compress([true, false], [[1, 2], [3, 4]], 1)).tolist(); // [[1], [3]]
 */
export const compress = takes(
  'compress',
  ARRAY,
  ARRAY,
  byPlace(AXIS, 'axis'),
)(async (mask: ArrayLike, x: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): Promise<NDArray> => {
  const axis = byName('compress', how, 'axis')?.axis;
  const a = toArray(x, 'compress');
  const m = toArray(mask, 'compress');
  if (axis !== undefined) return along(m, a, axisArgument(axis, a.ndim, 'compress'));
  const leading = a.view.shape.slice(0, Math.max(m.ndim, 1));
  if (m.ndim > 0 && !sameShape(m.view.shape, leading))
    throw new ShapeError(
      `compress: a mask of shape ${formatShape(m.shape)} does not fit an array of shape ${formatShape(a.shape)}`,
    );
  const whole = broadcastTo(m, leading);
  if (whole.ndim === a.ndim && areCounted(whole)) return picked(whole, a);
  return gather(a, ...(await nonzero(whole)));
});

/** The slices along an axis where a vector is true. */
async function along(mask: NDArray, a: NDArray, axis: number): Promise<NDArray> {
  const n = a.view.shape[axis];
  if (mask.ndim !== 1 || mask.size !== n)
    throw new ShapeError(`compress: expected a vector of ${n} for axis ${axis}, got a mask of shape ${formatShape(mask.shape)}`);
  const [found] = await nonzero(mask);
  return take(a, found, { axis });
}

/** The different elements in ascending order, in one axis. NaNs count as one. */
export function distinct(a: NDArray): Promise<NDArray> {
  const sorted = sort(ravel(a));
  const [before, after] = [slice(sorted, ':-1'), slice(sorted, '1:')];
  const differs = notEqual(before, after);
  const isFirst = allocate(bool, [sorted.size]);
  assign(slice(isFirst, ':1'), true);
  assign(slice(isFirst, '1:'), a.dtype.kind === 'float' ? logicalAnd(differs, equal(before, before)) : differs);
  return compress(isFirst, sorted);
}
