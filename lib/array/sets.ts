/**
 * Results with a shape that depends on values. They are lazy arrays: operations take them as they are, and a program waits, by `await`, only
 * where it asks for their size or reads them.
 */

import { byPlace, type OptionKinds, options, ShapeError, takes } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { formatShape, sameShape } from '../shape/index.js';
import { floorDivide, remainder } from './arithmetic.js';
import { copy } from './assign.js';
import { axisArgument } from './axes.js';
import { type ArrayLike, toArray } from './convert.js';
import { deliver } from './deliver.js';
import { take } from './gather.js';
import { ARRAY, AXIS } from './kinds.js';
import { awaitable } from './lazy/awaitable.js';
import { Lazy, type LazyArray, shown } from './lazy/lazy-array.js';
import { Selection } from './lazy/selection.js';
import { Snapshot } from './lazy/snapshot.js';
import { broadcastTo } from './manipulate.js';
import type { NDArray } from './ndarray.js';
import { part } from './part.js';
import { byName, type Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { checkCast, checkTarget, OUT, type OutOption } from './target.js';

/** Options of `compress`. */
export interface CompressOptions extends OutOption {
  /** Along which axis slices are chosen; default: elements of the flattened array are. */
  readonly axis?: number;
}
export const COMPRESS_OPTIONS: OptionKinds<CompressOptions> = { ...AXIS, ...OUT };

/**
 * Where the elements are that are not 0: one int64 array of coordinates for each axis, in row-major order, all lazy. Throws `ShapeError` for
 * a 0-d array.
 *
 * @example
 * const [rows, columns] = await np.nonzero([[0, 5], [7, 0]]);
 * await rows.tolist();    // [0, 1]
 * await columns.tolist(); // [1, 0]
 */
export const nonzero = takes(
  'nonzero',
  ARRAY,
)((x: ArrayLike): LazyArray[] & Promise<NDArray[]> => {
  const a = toArray(x, 'nonzero');
  if (a.ndim === 0) throw new ShapeError('nonzero: a 0-d array has no coordinates');
  const selection = Selection.of(a);
  const coordinates = a.view.shape.map((_, axis) => shown(Lazy.places(selection, (places) => along(places, a.view.shape, axis))));
  return awaitable<NDArray[]>(coordinates) as LazyArray[] & Promise<NDArray[]>;
});

/** The coordinates along an axis of places in an array of that shape, row-major. */
export function along(places: NDArray, shape: readonly number[], axis: number): NDArray {
  const step = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = step === 1 ? places : floorDivide(places, BigInt(Math.max(1, step)));
  return axis === 0 ? outer : remainder(outer, BigInt(Math.max(1, shape[axis])));
}

/**
 * Elements of `x` where `mask` is true, in one axis, as NumPy's `compress`; or, with an axis, the slices along it where a vector is true. A
 * vector without an axis goes over all elements, row-major; a mask of several axes has the shape of the leading ones, as in `x.get(mask)`.
 * A vector may be shorter than its axis: nothing behind its end is taken. A lazy array: `await` gives an array with a shape, and further operations
 * need not wait. With `out` the elements are written there once their number is known, and `await` gives `out`, or throws `ShapeError` where it has a
 * different shape. Throws
 * `ShapeError` for a longer vector, and for a mask of a different shape, `DTypeError` for an `out` that cannot hold the elements.
 *
 * @example
 * const x = np.asarray([1, -2, 3]);
 * await np.compress(x.greater(0), x).mean().item();                          // 2
 * await (await np.compress(x.greater(0), x)).tolist();                       // [1, 3]
 * await (await np.compress([false, true], [[1, 2], [3, 4]])).tolist();    // [2]
 * await (await np.compress([true, false], [[1, 2], [3, 4]], 1)).tolist(); // [[1], [3]]
 * await (await np.compress([true, false], [5, 6], { out: np.zeros(1) })).tolist(); // [5]
 */
export const compress = takes(
  'compress',
  ARRAY,
  ARRAY,
  byPlace(COMPRESS_OPTIONS, 'axis'),
  options(COMPRESS_OPTIONS),
)((mask: ArrayLike, x: ArrayLike, how?: Positional<CompressOptions, 'axis'>, more?: OutOption): LazyArray => {
  const { axis, out } = byName('compress', how, 'axis', more) ?? {};
  const a = toArray(x, 'compress');
  const m = toArray(mask, 'compress');
  const found = chosen(m, a, axis);
  return out === undefined || out === null ? found : written(found, a.dtype, out);
});

function chosen(m: NDArray, a: NDArray, axis: number | undefined): LazyArray {
  if (axis !== undefined) return slices(m, a, axisArgument(axis, a.ndim, 'compress'));
  return m.ndim === 1 ? slices(m, a.ndim === 1 ? a : ravel(a), 0) : elements(m, a);
}

/** Writes the elements to `out` when they are there. */
function written(found: LazyArray, dtype: DType, out: NDArray): LazyArray {
  checkTarget(out, 'compress');
  checkCast(dtype, out.dtype, 'compress');
  return shown(Lazy.promised(found.then((whole) => deliver(whole, out, 'compress'))));
}

/** NumPy's `x[mask]`: the elements, or the slices of the trailing axes, where a mask of the leading axes is true. */
export function elements(m: NDArray, a: NDArray): LazyArray {
  const leading = a.view.shape.slice(0, Math.max(m.ndim, 1));
  if (m.ndim > 0 && !sameShape(m.view.shape, leading))
    throw new ShapeError(
      `compress: a mask of shape ${formatShape(m.shape)} does not fit an array of shape ${formatShape(a.shape)}`,
    );
  const selection = Selection.of(m.ndim > 0 ? m : broadcastTo(m, leading));
  const held = Snapshot.of(a).array;
  return shown(Lazy.of(selection, reshape(held, [selection.mask.size, ...a.view.shape.slice(leading.length)])));
}

/** The slices along an axis where a vector is true. */
function slices(mask: NDArray, whole: NDArray, axis: number): LazyArray {
  const n = whole.view.shape[axis];
  if (mask.ndim !== 1 || mask.size > n)
    throw new ShapeError(
      `compress: expected a vector of at most ${n} for axis ${axis}, got a mask of shape ${formatShape(mask.shape)}`,
    );
  const a = mask.size === n ? whole : part(whole, axis, 0, mask.size);
  const selection = Selection.of(mask);
  if (axis === 0) return shown(Lazy.of(selection, Snapshot.of(a).array));
  const [held, places] = [copy(a), Lazy.places(selection, (found) => found)];
  return shown(Lazy.promised(places.whole().then((found) => take(held, found, { axis }))));
}
