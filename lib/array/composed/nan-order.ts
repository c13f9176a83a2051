/** Sums so far, places of extremes, medians and quantiles that leave NaN out. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import { apply } from '../apply.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { full } from '../creation.js';
import { Fold, fold, keepAxes, REDUCE_OPTIONS, type ReduceOptions, reducedAxes } from '../fold.js';
import { GatherKind } from '../gather-kind.js';
import { ARRAY, AXIS_OR_NULL, DTYPE_LIKE } from '../kinds.js';
import { permuteDims } from '../manipulate.js';
import { highest, lowest, overNumbers } from '../mask-folds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { ARG_OPTIONS, type ArgOptions, argmax, argmin, averaging, locate } from '../reductions.js';
import { reshape } from '../reshape.js';
import { cumprod, cumsum, type FlatScanOptions } from '../scan.js';
import { sort } from '../sorting.js';
import { OUT } from '../target.js';
import { Ufunc } from '../ufunc.js';

const SCAN_OPTIONS: OptionKinds<FlatScanOptions> = { axis: AXIS_OR_NULL, dtype: DTYPE_LIKE, includeInitial: FLAG, ...OUT };

const insteadUfunc = new Ufunc({
  name: 'where',
  arity: 2,
  signature: ([a]) => ({ compute: a, result: a }),
  emit: (e, [x, instead], d) => e.select(e.unary('isnan', x), e.cast(instead, d), e.cast(x, d)),
});

function replaced(x: ArrayLike, operation: string, instead: number): NDArray {
  const a = toArray(x, operation);
  return a.dtype.kind === 'float' ? apply(insteadUfunc, [a, instead]) : a;
}

const argminFold = overNumbers('nanargmin', 'argmin', highest);
const argmaxFold = overNumbers('nanargmax', 'argmax', lowest);

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
  const a = toArray(x, 'nanargmin');
  return a.dtype.kind === 'float' ? locate(argminFold, a, options) : argmin(a, options);
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
  const a = toArray(x, 'nanargmax');
  return a.dtype.kind === 'float' ? locate(argmaxFold, a, options) : argmax(a, options);
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
  const empty = (): NDArray => full(shape, Number.NaN, { dtype: a.dtype });
  const found = length === 0 ? empty() : ofLines(sort(reshape(a, [...shape, length])), q);
  return options?.keepdims === true ? keepAxes(found, axes) : found;
});

const countFold = new Fold('isnan', 'sum', (b, [x], compute) => b.cast(b.not(b.unary('isnan', x)), compute));

/** Of sorted lines, which end with their NaNs. */
function ofLines(lines: NDArray, q: number): NDArray {
  const axis = lines.ndim - 1;
  const count = fold(countFold, [lines], [axis], int64);
  return gathering.make([lines], [count], lines.dtype, [q]);
}

/**
 * The quantile of a line of which the first `count` elements are numbers: between the elements before and behind its place, computed from the
 * nearer end, and the mean of both in the middle. A float16 is rounded after each operation.
 */
const gathering = new GatherKind('nanquantile', [float64], (e, line, [count], [share], d) => {
  const [none, one] = [e.const(0, int64), e.const(1, int64)];
  const last = e.max(e.sub(count, one), none);
  const position = e.mul(e.cast(last, d), e.cast(share, d));
  const low = e.unary('floor', position);
  const at = e.cast(low, int64);
  const [below, above] = [line(0, at), line(0, e.min(e.add(at, one), last))];
  const t = e.sub(position, low);
  const step = e.sub(above, below);
  const half = e.const(0.5, d);
  const back = e.sub(above, e.mul(step, e.sub(e.const(1, d), t)));
  const nearer = e.select(e.lt(t, half), e.add(below, e.mul(step, t)), back);
  const middle = e.add(e.mul(below, half), e.mul(above, half));
  const between = e.select(e.eq(below, above), below, e.select(e.eq(t, half), middle, nearer));
  const found = e.select(e.eq(t, e.const(0, d)), below, between);
  return e.select(e.eq(count, none), e.const(Number.NaN, d), found);
});

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
