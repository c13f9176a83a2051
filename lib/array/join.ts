/** Joined arrays: each part is one copy into a view of the result. */

import { ARRAY_BYTES, ArgumentError, byPlace, needHeap, type OptionKinds, ShapeError, takes, zeroed } from '../base/index.js';
import { asDType, type DType } from '../dtype/index.js';
import { formatShape, internView, type Shape, sameShape } from '../shape/index.js';
import { projectView } from '../store/index.js';
import { assign, astype } from './assign.js';
import { axisArgument } from './axes.js';
import type { Integers } from './convert.js';
import { type ArrayLike, dtypeOption, toArray } from './convert.js';
import { asarray, type DTypeOption } from './creation.js';
import { common } from './default-dtypes.js';
import { deliver } from './deliver.js';
import { take } from './gather.js';
import { integersOf } from './integers.js';
import { ARRAY, ARRAYS, AXIS, AXIS_OR_NULL, DTYPE, INTEGERS } from './kinds.js';
import { listOf } from './list-of.js';
import { allocate, type NDArray, viewOf } from './ndarray.js';
import { part } from './part.js';
import { byName, type Positional } from './positional.js';
import { ravel, reshape } from './reshape.js';
import { checkCast, OUT, type OutOption } from './target.js';

/** Options of `concat`. */
export interface ConcatOptions extends OutOption, DTypeOption {
  /** Along which axis; null joins the flattened arrays. Default 0. */
  readonly axis?: number | null;
}
const CONCAT_OPTIONS: OptionKinds<ConcatOptions> = { axis: AXIS_OR_NULL, ...OUT, ...DTYPE };
/** Options of `stack`. */
export interface StackOptions extends OutOption, DTypeOption {
  /** Where the new axis is in the result; default 0. */
  readonly axis?: number;
}
const STACK_OPTIONS: OptionKinds<StackOptions> = { axis: AXIS.axis, ...OUT, ...DTYPE };

/**
 * Arrays joined along an axis they have; dtypes promote. Throws `ShapeError` when other axes differ.
 *
 * @example
 * await np.concat([np.asarray([1, 2]), np.asarray([3])]).tolist(); // [1, 2, 3]
 */
export const concat = takes(
  'concat',
  ARRAYS,
  byPlace(CONCAT_OPTIONS, 'axis'),
)((xs: readonly ArrayLike[], how?: Positional<ConcatOptions, 'axis'>): NDArray => {
  const options = byName('concat', how, 'axis');
  const given = arraysOf(xs, 'concat', options);
  const arrays = options?.axis === null ? given.map((x) => ravel(x)) : given;
  const [first] = arrays;
  if (first.ndim === 0) throw new ShapeError('concat: 0-d arrays have no axis to join along; use np.stack');
  const axis = axisArgument(options?.axis ?? 0, first.ndim, 'concat');
  for (const x of arrays) {
    const fits = x.ndim === first.ndim && x.view.shape.every((n, i) => i === axis || n === first.view.shape[i]);
    if (!fits)
      throw new ShapeError(
        `concat: shapes ${formatShape(first.view.shape)} and ${formatShape(x.view.shape)} differ beyond axis ${axis}`,
      );
  }
  const total = arrays.reduce((n, x) => n + x.view.shape[axis], 0);
  const out = allocate(
    dtypeOption(options?.dtype) ?? commonDType(arrays),
    first.view.shape.map((n, i) => (i === axis ? total : n)),
  );
  let start = 0;
  for (const x of arrays) {
    if (x.size > 0) assign(part(out, axis, start, x.view.shape[axis]), x);
    start += x.view.shape[axis];
  }
  return deliver(out, options?.out, 'concat');
});

/**
 * Arrays of one shape along a new axis of the result (default 0). Throws `ShapeError`.
 *
 * @example
 * await np.stack([np.asarray([1, 2]), np.asarray([3, 4])]).tolist(); // [[1, 2], [3, 4]]
 */
export const stack = takes(
  'stack',
  ARRAYS,
  byPlace(STACK_OPTIONS, 'axis'),
)((xs: readonly ArrayLike[], how?: Positional<StackOptions, 'axis'>): NDArray => {
  const options = byName('stack', how, 'axis');
  const arrays = arraysOf(xs, 'stack', options);
  const [first] = arrays;
  const { shape } = first.view;
  const axis = axisArgument(options?.axis ?? 0, first.ndim + 1, 'stack');
  for (const x of arrays) {
    if (!sameShape(x.view.shape, shape))
      throw new ShapeError(`stack: arrays of one shape are stacked, got ${formatShape(shape)} and ${formatShape(x.view.shape)}`);
  }
  const out = allocate(dtypeOption(options?.dtype) ?? commonDType(arrays), [
    ...shape.slice(0, axis),
    arrays.length,
    ...shape.slice(axis),
  ]);
  // Over the parts' own axes: a copy fuses with what computes its part.
  if (first.size > 0) for (let i = 0; i < arrays.length; i++) assign(viewOf(out, projectView(out.view, axis, i)), arrays[i]);
  return deliver(out, options?.out, 'stack');
});

/** Throws `ArgumentError` for a dtype beside `out`, `DTypeError` for arrays that are not converted to it without being asked for. */
function arraysOf(xs: readonly ArrayLike[], operation: string, options: StackOptions | ConcatOptions | undefined): NDArray[] {
  const arrays = listOf(xs, operation).map((x) => toArray(x, operation));
  if (options?.dtype === undefined) return arrays;
  if (options.out !== undefined && options.out !== null)
    throw new ArgumentError(`${operation}: expected out or dtype, got both; the dtype of out is the result's`);
  const dtype = asDType(options.dtype);
  for (const x of arrays) checkCast(x.dtype, dtype, operation);
  return arrays.map((x) => astype(x, dtype, { copy: false }));
}

function commonDType(arrays: readonly NDArray[]): DType {
  return arrays.map((x) => x.dtype).reduce(common);
}

/**
 * The array repeated `reps` times along each axis; missing leading axes count as 1.
 *
 * @example
 * await np.tile(np.asarray([1, 2]), 2).tolist(); // [1, 2, 1, 2]
 */
export const tile = takes(
  'tile',
  ARRAY,
  INTEGERS,
)((x: ArrayLike, reps: Integers): NDArray => {
  const a = toArray(x, 'tile');
  const given = countsOf(reps, 'tile');
  const rank = Math.max(a.ndim, given.length);
  const pad = (list: readonly number[]): number[] => [...new Array<number>(rank - list.length).fill(1), ...list];
  const [shape, counts] = [pad(a.view.shape), pad(given)];
  const strides = [...new Array<number>(rank - a.ndim).fill(0), ...a.view.strides];
  return repeated(a, counts, shape, strides, true);
});

/**
 * Each element (or each slice along `axis`) `count` times in a row; without an axis, of the flattened array. An Array has a count
 * for each of them. Throws `ArgumentError` for counts that are no integers of at least 0, or not as many as there are elements.
 *
 * @example
 * await np.repeat(np.asarray([1, 2]), 2).tolist();      // [1, 1, 2, 2]
 * await np.repeat(np.asarray([1, 2]), [0, 3]).tolist(); // [2, 2, 2]
 */
export const repeat = takes(
  'repeat',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, count: Integers, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray => {
  const options = byName('repeat', how, 'axis');
  const given = toArray(x, 'repeat');
  const a = options?.axis === undefined ? ravel(given) : given;
  const axis = axisArgument(options?.axis ?? 0, a.ndim, 'repeat');
  const counts = countsOf(count, 'repeat');
  const n = a.view.shape[axis];
  if (typeof count !== 'number' && counts.length !== 1) {
    if (counts.length !== n) throw new ArgumentError(`repeat: expected a count for each of ${n} elements, got ${counts.length}`);
    return take(a, asarray(placesOf(counts)), { axis });
  }
  return repeated(
    a,
    a.view.shape.map((_, i) => (i === axis ? counts[0] : 1)),
    a.view.shape,
    a.view.strides,
    false,
  );
});

/** Each position as often as it counts. Throws `OutOfMemoryError`. */
function placesOf(counts: readonly number[]): BigInt64Array {
  const places = zeroed(
    BigInt64Array,
    counts.reduce((sum, n) => sum + n, 0),
    'repeat',
  );
  let end = 0;
  counts.forEach((n, i) => {
    places.fill(BigInt(i), end, end + n);
    end += n;
  });
  return places;
}

function countsOf(given: Integers, operation: string): readonly number[] {
  const counts = integersOf(given, operation);
  const wrong = counts.find((n) => n < 0);
  if (wrong !== undefined) throw new ArgumentError(`${operation}: counts are integers of at least 0, got ${wrong}`);
  return counts;
}

/** Copies a view in which each axis is split in two, one of stride 0: the count before the elements, or after. */
function repeated(a: NDArray, counts: readonly number[], shape: Shape, strides: readonly number[], before: boolean): NDArray {
  const doubled = shape.flatMap((n, i) => (before ? [counts[i], n] : [n, counts[i]]));
  const steps = strides.flatMap((s) => (before ? [0, s] : [s, 0]));
  const out = allocate(a.dtype, doubled);
  assign(out, viewOf(a, internView(doubled, steps, a.view.offset)));
  return reshape(
    out,
    shape.map((n, i) => n * counts[i]),
  );
}

/**
 * Views of `x` cut along an axis (default 0) into `parts` equal ones, or at the given positions, which are taken as in `slice`. Throws
 * `ShapeError` when it does not divide.
 *
 * @example
 * np.split(np.arange(6), 3).length; // 3
 */
export const split = takes(
  'split',
  ARRAY,
  INTEGERS,
  byPlace(AXIS, 'axis'),
)((x: ArrayLike, parts: Integers, how?: Positional<{ readonly axis?: number }, 'axis'>): NDArray[] => {
  const options = byName('split', how, 'axis');
  const a = toArray(x, 'split');
  const axis = axisArgument(options?.axis ?? 0, a.ndim, 'split');
  const n = a.view.shape[axis];
  if (typeof parts === 'number' && !(Number.isInteger(parts) && parts > 0 && n % parts === 0)) {
    throw new ShapeError(`split: axis ${axis} of size ${n} does not divide into ${parts} equal parts`);
  }
  if (typeof parts === 'number') needHeap('split', parts, ARRAY_BYTES);
  const cuts =
    typeof parts === 'number' ? Array.from({ length: parts - 1 }, (_, i) => ((i + 1) * n) / parts) : integersOf(parts, 'split');
  const bounds = [0, ...cuts.map((c) => Math.min(n, Math.max(0, c < 0 ? c + n : c))), n];
  return bounds.slice(1).map((end, i) => part(a, axis, bounds[i], Math.max(0, end - bounds[i])));
});
