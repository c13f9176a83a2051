/** Sums so far, places of extremes, medians and quantiles that leave NaN out. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { add, maximum, minimum, multiply, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { equal, isnan, less } from '../comparison.js';
import { type ArrayLike, toArray } from '../convert.js';
import { keepAxes, REDUCE_OPTIONS, type ReduceOptions, reducedAxes } from '../fold.js';
import { ARRAY, AXIS_OR_NULL, DTYPE_LIKE } from '../kinds.js';
import { logicalNot } from '../logic.js';
import { expandDims, permuteDims, squeeze } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { ARG_OPTIONS, type ArgOptions, argmax, argmin, averaging, countNonzero } from '../reductions.js';
import { reshape } from '../reshape.js';
import { floor } from '../rounding.js';
import { cumprod, cumsum, type FlatScanOptions } from '../scan.js';
import { where } from '../select.js';
import { sort } from '../sorting.js';
import { OUT } from '../target.js';
import { takeAlongAxis } from './along.js';

const SCAN_OPTIONS: OptionKinds<FlatScanOptions> = { axis: AXIS_OR_NULL, dtype: DTYPE_LIKE, includeInitial: FLAG, ...OUT };

function replaced(x: ArrayLike, operation: string, instead: number): NDArray {
  const a = toArray(x, operation);
  return a.dtype.kind === 'float' ? where(isnan(a), instead, a) : a;
}

/**
 * Sums so far along an axis, NaN as 0; see `cumsum`.
 *
 * @example
 * await np.nancumsum([1, NaN, 2]).tolist(); // [1, 1, 3]
 */
export const nancumsum = takes(
  'nancumsum',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray => {
  const options = byName('nancumsum', how, 'axis', more);
  return cumsum(replaced(x, 'nancumsum', 0), options);
});

/**
 * Products so far along an axis, NaN as 1; see `cumprod`.
 *
 * @example
 * await np.nancumprod([2, NaN, 3]).tolist(); // [2, 2, 6]
 */
export const nancumprod = takes(
  'nancumprod',
  ARRAY,
  byPlace(SCAN_OPTIONS, 'axis'),
  options(SCAN_OPTIONS),
)((x: ArrayLike, how?: Positional<FlatScanOptions, 'axis'>, more?: Omit<FlatScanOptions, 'axis'>): NDArray => {
  const options = byName('nancumprod', how, 'axis', more);
  return cumprod(replaced(x, 'nancumprod', 1), options);
});

/**
 * Where the smallest element is that is not NaN; 0 where all are. See `argmin`.
 *
 * @example
 * await np.nanargmin([NaN, 3, 1]).item(); // 2
 */
export const nanargmin = takes(
  'nanargmin',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('nanargmin', how, 'axis', more);
  return argmin(replaced(x, 'nanargmin', Number.POSITIVE_INFINITY), options);
});

/**
 * Where the largest element is that is not NaN; 0 where all are. See `argmax`.
 *
 * @example
 * await np.nanargmax([NaN, 3, 1]).item(); // 1
 */
export const nanargmax = takes(
  'nanargmax',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('nanargmax', how, 'axis', more);
  return argmax(replaced(x, 'nanargmax', Number.NEGATIVE_INFINITY), options);
});

/**
 * The q-quantile over axes of the elements that are not NaN, by linear interpolation; NaN where none is left. Throws `ArgumentError` for
 * `q` outside 0 to 1.
 *
 * @example
 * await np.nanquantile([1, NaN, 2, 3], 0.25).item(); // 1.5
 */
export const nanquantile = takes(
  'nanquantile',
  ARRAY,
  NUMBER,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, q: number, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanquantile', how, 'axis', more);
  const given = toArray(x, 'nanquantile');
  if (!(q >= 0 && q <= 1)) throw new ArgumentError(`nanquantile: expected a quantile from 0 to 1, got ${q}`);
  const axes = reducedAxes(options?.axis, given.ndim, 'nanquantile');
  const kept = given.shape.map((_, i) => i).filter((i) => !axes.includes(i));
  const a = permuteDims(astype(given, averaging(given.dtype), { copy: false }), [...kept, ...axes]);
  const length = axes.reduce((n, i) => n * given.shape[i], 1);
  const shape = kept.map((i) => given.shape[i]);
  const lines = length === 0 ? null : sort(reshape(a, [...shape, length]));
  const found =
    lines === null ? multiply(reshape(astype(a, a.dtype), [...shape, 0]).sum({ axis: -1 }), Number.NaN) : ofLines(lines, q);
  return options?.keepdims === true ? keepAxes(found, axes) : found;
});

/** Of sorted lines, which end with their NaNs. */
function ofLines(lines: NDArray, q: number): NDArray {
  const count = countNonzero(logicalNot(isnan(lines)), { axis: -1 });
  const last = maximum(subtract(count, 1), 0);
  const position = multiply(astype(last, lines.dtype), q);
  const low = floor(position);
  const at = astype(low, int64);
  const element = (places: NDArray): NDArray => squeeze(takeAlongAxis(lines, expandDims(places, { axis: -1 })), { axis: -1 });
  const [below, above] = [element(at), element(minimum(add(at, 1), last))];
  const share = subtract(position, low);
  const step = subtract(above, below);
  const nearer = where(less(share, 0.5), add(below, multiply(step, share)), subtract(above, multiply(step, subtract(1, share))));
  const middle = add(multiply(below, 0.5), multiply(above, 0.5));
  const between = where(equal(below, above), below, where(equal(share, 0.5), middle, nearer));
  return where(equal(count, 0), Number.NaN, where(equal(share, 0), below, between));
}

/**
 * Quantiles by percent of the elements that are not NaN; see `nanquantile`.
 *
 * @example
 * await np.nanpercentile([1, NaN, 2, 3], 50).item(); // 2
 */
export const nanpercentile = takes(
  'nanpercentile',
  ARRAY,
  NUMBER,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, q: number, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanpercentile', how, 'axis', more);
  return nanquantile(x, q / 100, options);
});

/**
 * The median over axes of the elements that are not NaN; NaN where none is left.
 *
 * @example
 * await np.nanmedian([1, NaN, 3]).item(); // 2
 */
export const nanmedian = takes(
  'nanmedian',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('nanmedian', how, 'axis', more);
  return nanquantile(x, 0.5, options);
});
