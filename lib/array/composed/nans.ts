/** Reductions that leave NaN out, and NaN replaced. */

import { byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { divide, maximum, sqrt, square, subtract } from '../arithmetic.js';
import { astype, copy } from '../assign.js';
import { equal, isnan } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { REDUCE_OPTIONS, type ReduceOptions } from '../fold.js';
import { ARRAY, AXES } from '../kinds.js';
import { logicalNot } from '../logic.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { all, averaging, countNonzero, max, min, prod, sum } from '../reductions.js';
import { where } from '../select.js';
import type { SpreadOptions } from '../statistics.js';
import { finfo } from './limits.js';

const SPREAD_OPTIONS: OptionKinds<Omit<SpreadOptions, 'out' | 'where' | 'dtype'>> = {
  axis: AXES,
  keepdims: FLAG,
  correction: NUMBER,
  ddof: NUMBER,
};

function without(x: NDArray, instead: number): NDArray {
  return x.dtype.kind === 'float' ? where(isnan(x), instead, x) : x;
}

/** How many elements over axes are numbers, in the dtype of their mean. */
function counted(x: NDArray, options: ReduceOptions | undefined): NDArray {
  const over = { axis: options?.axis, keepdims: options?.keepdims };
  return astype(countNonzero(logicalNot(isnan(x)), over), averaging(x.dtype));
}

/**
 * The sum over axes of the elements that are not NaN; see `sum`.
 *
 * @example
 * await np.nansum([1, NaN, 2]).item(); // 3
 */
export const nansum = takes(
  'nansum',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nansum', how, 'axis', more);
  return sum(without(toArray(x, 'nansum'), 0), options);
});

/**
 * The product over axes of the elements that are not NaN; see `prod`.
 *
 * @example
 * await np.nanprod([3, NaN, 2]).item(); // 6
 */
export const nanprod = takes(
  'nanprod',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanprod', how, 'axis', more);
  return prod(without(toArray(x, 'nanprod'), 1), options);
});

function extreme(x: ArrayLike, operation: 'nanmin' | 'nanmax', options: ReduceOptions | undefined): NDArray {
  const a = toArray(x, operation);
  const reduce = operation === 'nanmin' ? min : max;
  if (a.dtype.kind !== 'float') return reduce(a, options);
  const worst = operation === 'nanmin' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return where(all(isnan(a), options), Number.NaN, reduce(without(a, worst), options));
}

/**
 * The smallest element over axes that is not NaN; NaN where all are. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.nanmin([3, NaN, 2]).item(); // 2
 */
export const nanmin = takes(
  'nanmin',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanmin', how, 'axis', more);
  return extreme(x, 'nanmin', options);
});

/**
 * The largest element over axes that is not NaN; NaN where all are. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.nanmax([3, NaN, 2]).item(); // 3
 */
export const nanmax = takes(
  'nanmax',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanmax', how, 'axis', more);
  return extreme(x, 'nanmax', options);
});

/**
 * The mean over axes of the elements that are not NaN; NaN where all are.
 *
 * @example
 * await np.nanmean([1, NaN, 3]).item(); // 2
 */
export const nanmean = takes(
  'nanmean',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanmean', how, 'axis', more);
  const a = toArray(x, 'nanmean');
  return divide(nansum(a, options), counted(a, options));
});

/**
 * The variance over axes of the elements that are not NaN; NaN where none is left, or no more than `correction` of them.
 *
 * @example
 * await np.nanvar([1, NaN, 3]).item(); // 1
 */
export const nanvar = takes(
  'nanvar',
  ARRAY,
  byPlace(SPREAD_OPTIONS, 'axis'),
  options(SPREAD_OPTIONS),
)(
  (
    x: ArrayLike,
    how?: Positional<Omit<SpreadOptions, 'out' | 'where' | 'dtype'>, 'axis'>,
    more?: Omit<SpreadOptions, 'out' | 'axis'>,
  ): NDArray => {
    const options = byName('nanvar', how, 'axis', more);
    const a = toArray(x, 'nanvar');
    const means = nanmean(a, { axis: options?.axis, keepdims: true });
    const squares = nansum(square(subtract(a, means)), { axis: options?.axis, keepdims: options?.keepdims });
    const free = maximum(subtract(counted(a, options), options?.correction ?? options?.ddof ?? 0), 0);
    return where(equal(free, 0), Number.NaN, divide(squares, free));
  },
);

/**
 * The standard deviation over axes of the elements that are not NaN: the square root of `nanvar`.
 *
 * @example
 * await np.nanstd([1, NaN, 3]).item(); // 1
 */
export const nanstd = takes(
  'nanstd',
  ARRAY,
  byPlace(SPREAD_OPTIONS, 'axis'),
  options(SPREAD_OPTIONS),
)(
  (
    x: ArrayLike,
    how?: Positional<Omit<SpreadOptions, 'out' | 'where' | 'dtype'>, 'axis'>,
    more?: Omit<SpreadOptions, 'out' | 'axis'>,
  ): NDArray => {
    const options = byName('nanstd', how, 'axis', more);
    return sqrt(nanvar(x, options));
  },
);

/** Options of `nanToNum`. */
export interface NanToNumOptions {
  /** In place of NaN; default 0. */
  readonly nan?: number;
  /** In place of infinity; default the largest number of the dtype. */
  readonly posinf?: number;
  /** In place of minus infinity; default the smallest number of the dtype. */
  readonly neginf?: number;
}
const NAN_TO_NUM_OPTIONS: OptionKinds<NanToNumOptions> = { nan: NUMBER, posinf: NUMBER, neginf: NUMBER };

/**
 * The elements with NaN and infinities replaced.
 *
 * @example
 * await np.nanToNum([1, NaN, Infinity], { posinf: 9 }).tolist(); // [1, 0, 9]
 */
export const nanToNum = takes(
  'nanToNum',
  ARRAY,
  options(NAN_TO_NUM_OPTIONS),
)((x: ArrayLike, options?: NanToNumOptions): NDArray => {
  const a = toArray(x, 'nanToNum');
  if (a.dtype.kind !== 'float') return copy(a);
  const largest = finfo(a.dtype).max;
  const { nan = 0, posinf = largest, neginf = -largest } = options ?? {};
  const finite = where(equal(a, Number.POSITIVE_INFINITY), posinf, where(equal(a, Number.NEGATIVE_INFINITY), neginf, a));
  return where(isnan(a), nan, finite);
});
