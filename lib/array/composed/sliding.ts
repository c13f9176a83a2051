/** Windows that slide over an array, as a view. */

import { ArgumentError, byPlace, ShapeError, takes } from '../../base/index.js';
import { formatShape, internView } from '../../shape/index.js';
import { axesArgument } from '../axes.js';
import { type ArrayLike, toArray } from '../convert.js';
import type { Axis } from '../fold.js';
import { ARRAY, SOME_AXES, SOME_NUMBERS } from '../kinds.js';
import { type NDArray, viewOf } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';

/**
 * NumPy's `lib.stride_tricks.sliding_window_view`: each place of a window that slides along the axes (default all), with the window's
 * elements along axes at the end. A view, to be read: windows share elements. Throws `ShapeError` for a window larger than its axis.
 *
 * @example
 * await np.slidingWindowView([1, 2, 3, 4], 2).tolist(); // [[1, 2], [2, 3], [3, 4]]
 * await np.slidingWindowView([1, 2, 6], 2).mean(1).tolist(); // [1.5, 4]
 */
export const slidingWindowView = takes(
  'slidingWindowView',
  ARRAY,
  SOME_NUMBERS,
  byPlace(SOME_AXES, 'axis'),
)((x: ArrayLike, window: number | readonly number[], how?: Positional<{ readonly axis?: Axis }, 'axis'>): NDArray => {
  const a = toArray(x, 'slidingWindowView');
  const given = byName('slidingWindowView', how, 'axis')?.axis;
  const axes = axesArgument(given ?? a.shape.map((_, i) => i), a.ndim, 'slidingWindowView');
  const sizes = typeof window === 'number' ? [window] : window;
  if (sizes.length !== axes.length || sizes.some((n) => !Number.isInteger(n) || n < 1)) {
    throw new ArgumentError(
      `slidingWindowView: expected a size of at least 1 for each of ${axes.length} axes, got [${sizes.join(', ')}]`,
    );
  }
  const { shape, strides, offset } = a.view;
  const places = shape.map((n, i) => (axes.includes(i) ? n - sizes[axes.indexOf(i)] + 1 : n));
  if (axes.some((i) => places[i] < 1)) {
    throw new ShapeError(
      `slidingWindowView: a window of [${sizes.join(', ')}] is larger than an array of shape ${formatShape(shape)}`,
    );
  }
  return viewOf(a, internView([...places, ...sizes], [...strides, ...axes.map((i) => strides[i])], offset));
});
