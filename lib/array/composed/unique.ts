/** The different elements of an array, or the different slices along an axis, with their places and counts where asked for. */

import { type ByPlace, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { bool, int64 } from '../../dtype/index.js';
import { assign } from '../assign.js';
import { axisArgument } from '../axes.js';
import { notEqual } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { zeros } from '../creation.js';
import { distinct, distinctAll, distinctCounts, partsOf, type UniqueAll } from '../distinct.js';
import { take } from '../gather.js';
import { ARRAY, AXIS_NUMBER } from '../kinds.js';
import { awaitable } from '../lazy/awaitable.js';
import { type LazyArray, shown } from '../lazy/lazy-array.js';
import { Selection } from '../lazy/selection.js';
import { moveaxis } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { any } from '../reductions.js';
import { reshape } from '../reshape.js';
import { lexsort } from './orders.js';

/** Options of `unique`. */
export interface UniqueOptions {
  /** Along which axis slices are compared; default: elements of the flattened array are. */
  readonly axis?: number;
  /** Whether to give where each comes first. */
  readonly returnIndex?: boolean;
  /** Whether to give the place of each element's value. */
  readonly returnInverse?: boolean;
  /** Whether to give how often each occurs. */
  readonly returnCounts?: boolean;
  /** Whether NaNs count as one; default true. With `axis` each slice with a NaN is different from all others. */
  readonly equalNan?: boolean;
  /** Whether the values must be in ascending order; they are with false, too. */
  readonly sorted?: boolean;
}
const UNIQUE_OPTIONS: OptionKinds<UniqueOptions> = {
  axis: AXIS_NUMBER,
  returnIndex: FLAG,
  returnInverse: FLAG,
  returnCounts: FLAG,
  equalNan: FLAG,
  sorted: FLAG,
};

/** The values, and the arrays that are asked for beside them. */
interface Asking {
  readonly values: NDArray;
  /** Where each comes first, as int64; with `returnIndex`. */
  readonly indices?: NDArray;
  /** For each element (of its shape) or slice, the place of its value, as int64; with `returnInverse`. */
  readonly inverseIndices?: NDArray;
  /** How often each occurs, as int64; with `returnCounts`. */
  readonly counts?: NDArray;
}

/** The result of `unique` when more than the values are asked for; by place in this order without the arrays that are not. */
export interface Unique extends Asking, ByPlace<NDArray> {}

/** Arrays that are there where an option is `true`, and may be there where it is a boolean. */
type Asked<O, Flag extends keyof UniqueOptions, Found> = O extends Readonly<Record<Flag, true>> ? Required<Found> : unknown;

/** The result of `unique` for its options, known by type where the options are written in the call. */
type UniqueFor<O> = Unique &
  Asked<O, 'returnIndex', Pick<Unique, 'indices'>> &
  Asked<O, 'returnInverse', Pick<Unique, 'inverseIndices'>> &
  Asked<O, 'returnCounts', Pick<Unique, 'counts'>>;

/** The values alone, or an object where more is asked for. */
interface Distinct {
  (x: ArrayLike, options?: { readonly axis?: number; readonly equalNan?: boolean; readonly sorted?: boolean }): LazyArray;
  <O extends UniqueOptions>(x: ArrayLike, options: O): UniqueFor<O> & Promise<UniqueFor<O>>;
}

/**
 * The different elements in ascending order, in one axis, as a lazy array; NaNs count as one. With `axis` the different slices along it, in
 * ascending order of their elements. Places and counts, where asked for, come with the values in an object.
 *
 * @example
 * await (await np.unique([3, 1, 3])).tolist();                                     // [1, 3]
 * await (await np.unique([[3, 1], [1, 2], [3, 1]], { axis: 0 })).tolist();         // [[1, 2], [3, 1]]
 * await (await np.unique([3, 1, 3], { returnCounts: true })).counts.tolist();      // [1, 2]
 */
export const unique = takes(
  'unique',
  ARRAY,
  options(UNIQUE_OPTIONS),
)((x: ArrayLike, options: UniqueOptions = {}): NDArray | Unique => {
  const { axis, returnIndex = false, returnInverse = false, returnCounts = false, equalNan = true } = options;
  const a = toArray(x, 'unique');
  const isMore = returnIndex || returnInverse || returnCounts;
  if (axis === undefined && !isMore) return shown(distinct(a, equalNan));
  if (axis === undefined && !returnIndex && !returnInverse) return settling(distinctCounts(a, equalNan));
  const found = axis === undefined ? distinctAll(a, equalNan) : slices(a, axisArgument(axis, a.ndim, 'unique'));
  if (!isMore) return found.values;
  const wanted: Asking = {
    values: found.values,
    ...(returnIndex ? { indices: found.indices } : {}),
    ...(returnInverse ? { inverseIndices: found.inverseIndices } : {}),
    ...(returnCounts ? { counts: found.counts } : {}),
  };
  return settling(wanted);
}) as Distinct;

/** A result by name, and awaitable. */
const settling = (found: Asking): Unique => awaitable(asUnique(found), (settled) => asUnique(settled));
const asUnique = (found: Asking): Unique => listed('unique', found) as Unique;

/** The different slices along an axis. */
function slices(a: NDArray, axis: number): UniqueAll {
  const n = a.shape[axis];
  const front = moveaxis(a, axis, 0);
  const width = n === 0 ? 0 : a.size / n;
  const rows = reshape(front, [n, width]);
  const keys = Array.from({ length: width }, (_, i) => reshape(part(rows, 1, width - 1 - i, 1), [n]));
  const order = width === 0 ? zeros([n], { dtype: int64 }) : lexsort(keys);
  const sorted = take(rows, order, { axis: 0 });
  const isFirst = zeros([n], { dtype: bool });
  if (n > 0) assign(part(isFirst, 0, 0, 1), true);
  if (n > 1) assign(part(isFirst, 0, 1, n - 1), any(notEqual(part(sorted, 0, 0, n - 1), part(sorted, 0, 1, n - 1)), 1));
  return partsOf(Selection.own(isFirst), order, [n], (indices) => take(a, indices, { axis }));
}
