/** Elements chosen line by line along an axis. */

import { byPlace, ShapeError, takes } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { broadcastShapes, formatShape } from '../../shape/index.js';
import { axisArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import { gather, indexArray } from '../gather.js';
import { ARRAY, AXIS } from '../kinds.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { arange } from '../ranges.js';
import { reshape } from '../reshape.js';

/**
 * In each line of `x` along an axis (default the last) the elements at that line's `indices`, as `argsort` gives them; other axes
 * broadcast. Throws `ShapeError` when ranks differ, `DTypeError` unless indices are integers; readers of the result throw
 * `IndexError` for one outside the axis.
 *
 * @example
 * const x = np.asarray([[3, 1, 2], [6, 5, 4]]);
 * await np.takeAlongAxis(x, np.argsort(x)).tolist(); // [[1, 2, 3], [4, 5, 6]]
 */
export const takeAlongAxis = takes(
  'takeAlongAxis',
  ARRAY,
  ARRAY,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, indices: ArrayLike, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('takeAlongAxis', how, 'axis');
  const a = toArray(x, 'takeAlongAxis');
  const at = indexArray(indices, 'takeAlongAxis');
  if (at.ndim !== a.ndim || a.ndim === 0) {
    throw new ShapeError(
      `takeAlongAxis: expected indices of as many axes as the array, got ${formatShape(at.shape)} for ${formatShape(a.shape)}`,
    );
  }
  const axis = axisArgument(options?.axis ?? -1, a.ndim, 'takeAlongAxis');
  const without = (shape: readonly number[]): number[] => shape.map((n, i) => (i === axis ? 1 : n));
  const others = broadcastShapes(without(a.shape), without(at.shape), 'takeAlongAxis');
  const whole = others.map((n, i) => (i === axis ? at.shape[axis] : n));
  const source = broadcastTo(
    a,
    others.map((n, i) => (i === axis ? a.shape[axis] : n)),
  );
  const coordinates = whole.map((n, i) => {
    if (i === axis) return broadcastTo(at, whole);
    const along = arange(n, { dtype: int64 });
    return reshape(
      along,
      whole.map((_, k) => (k === i ? n : 1)),
    );
  });
  return gather(source, ...coordinates);
});
