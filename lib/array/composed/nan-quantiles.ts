/** Medians and quantiles that leave NaN out. */
import { byPlace, FLAG, type OptionKinds, options, takes } from '../../base/index.js';
import { float64, int64 } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { type ArrayLike, toArray } from '../convert.js';
import { full } from '../creation.js';
import { Fold, fold, type ReduceOptions, reducedAxes } from '../fold.js';
import { GatherKind } from '../gather-kind.js';
import { stack } from '../join.js';
import { ARRAY, AXES, SOME_NUMBERS } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { sort } from '../sorting.js';
import { OUT, type OutOption } from '../target.js';
import { quantiles } from './order.js';
import {
  delivered,
  inLines,
  type Method,
  methodOf,
  QUANTILE_OPTIONS,
  type QuantileMethod,
  type QuantileOptions,
  quantileMethods,
  type Shares,
  sharesOf,
} from './quantile-methods.js';
import { weightedQuantiles, weightLines } from './weighted-quantiles.js';

/** As `quantiles`, of the elements that are not NaN. */
function nanQuantiles(x: ArrayLike, given: Shares, options: QuantileOptions | undefined, operation: string): NDArray {
  const a = toArray(x, operation);
  if (a.dtype.kind !== 'float') return quantiles(a, given, options, operation);
  const shares = sharesOf(given, operation);
  const method = methodOf(options, operation);
  const axes = reducedAxes(options?.axis, a.ndim, operation);
  const lines = inLines(a, axes, a.dtype);
  const found =
    options?.weights === undefined
      ? ofLines(lines, shares, method)
      : weightedQuantiles(lines, weightLines(options.weights, a, options, operation), shares, operation, true);
  return delivered(found, given, axes, options, operation);
}

const countFold = new Fold('isnan', 'sum', (b, [x], compute) => b.cast(b.not(b.unary('isnan', x)), compute));

/** Quantiles of lines, of several shares along a leading axis; NaN for lines of nothing else. */
function ofLines(lines: NDArray, shares: Shares, method: QuantileMethod): NDArray {
  const kept = lines.shape.slice(0, -1);
  const at = (share: number): NDArray => {
    if (lines.shape[kept.length] === 0) return full(kept, Number.NaN, { dtype: lines.dtype });
    return gathering[method].make([sorted], [count], lines.dtype, [share]);
  };
  const sorted = sort(lines);
  const count = fold(countFold, [lines], [kept.length], int64);
  return typeof shares === 'number' ? at(shares) : stack(shares.map(at));
}

/** The share of the element behind a position, by the method's steps. */
function shareAt(e: KernelBuilder, t: Value, below: Value, { steps }: Method): Value {
  const number = (value: number): Value => e.const(value, float64);
  if (steps === undefined) return t;
  const half = number(0.5);
  const isOdd = e.gt(e.sub(below, e.mul(e.unary('floor', e.mul(below, half)), number(2))), number(0));
  if (steps === 'nearest') {
    const nearer = e.select(e.gt(t, half), number(1), number(0));
    return e.select(e.eq(t, half), e.select(isOdd, number(1), number(0)), nearer);
  }
  const on = e.select(isOdd, number(steps.onOdd ?? steps.on), number(steps.on));
  return e.select(e.gt(t, number(0)), number(steps.between), on);
}

/**
 * The quantile of a line of which the first `count` elements are numbers. Its place is computed in float64, as for lines of a length that is
 * known; its value between the elements before and behind the place from the nearer end, and in the middle as the mean of both. A float16 is
 * rounded after each operation.
 */
function gatherKind(method: Method): GatherKind {
  const { a, b } = method;
  return new GatherKind('nanquantile', [float64], (e, line, [count], [q], d) => {
    const number = (value: number): Value => e.const(value, float64);
    const n = e.cast(count, float64);
    const last = e.max(e.sub(n, number(1)), number(0));
    const straight = e.add(number(a), e.mul(q, number(1 - a - b)));
    const position = a === 1 && b === 1 ? e.mul(q, last) : e.sub(e.add(e.mul(n, q), straight), number(1));
    const floor = e.unary('floor', position);
    const low = e.max(e.min(floor, last), number(0));
    const isInside = e.and(e.ge(floor, number(0)), e.lt(floor, last));
    const t = e.select(isInside, shareAt(e, e.sub(position, floor), floor, method), number(0));
    const at = e.cast(low, int64);
    const [below, above] = [line(0, at), line(0, e.cast(e.min(e.add(low, number(1)), last), int64))];
    const found = between(e, below, above, t, d);
    return e.select(e.eq(count, e.const(0, int64)), e.const(Number.NaN, d), found);
  });
}

/** The value between two elements at a share of their distance; infinities that are equal have nothing between. */
function between(e: KernelBuilder, below: Value, above: Value, t: Value, d: NDArray['dtype']): Value {
  const number = (value: number): Value => e.const(value, float64);
  const half = e.const(0.5, d);
  const step = e.sub(above, below);
  const back = e.sub(above, e.mul(step, e.cast(e.sub(number(1), t), d)));
  const nearer = e.select(e.lt(t, number(0.5)), e.add(below, e.mul(step, e.cast(t, d))), back);
  const middle = e.add(e.mul(below, half), e.mul(above, half));
  const inside = e.select(e.eq(below, above), below, e.select(e.eq(t, number(0.5)), middle, nearer));
  return e.select(e.eq(t, number(0)), below, e.select(e.eq(t, number(1)), above, inside));
}

const gathering = Object.fromEntries(
  Object.entries(quantileMethods).map(([name, method]) => [name, gatherKind(method)]),
) as Readonly<Record<QuantileMethod, GatherKind>>;

type How = Positional<QuantileOptions, 'axis'>;
type More = Omit<QuantileOptions, 'axis'>;

/**
 * The q-quantiles over axes of the elements that are not NaN, as `quantile` has them with its options; NaN where none is left. Throws
 * `ArgumentError` for `q` outside 0 to 1.
 *
 * @example
 * await np.nanquantile([1, NaN, 2, 3], 0.25).item();        // 1.5
 * await np.nanquantile([1, NaN, 2, 3], [0, 0.5]).tolist();  // [1, 2]
 */
export const nanquantile = takes(
  'nanquantile',
  ARRAY,
  SOME_NUMBERS,
  byPlace(QUANTILE_OPTIONS, 'axis'),
  options(QUANTILE_OPTIONS),
)((x: ArrayLike, q: Shares, how?: How, more?: More): NDArray => {
  return nanQuantiles(x, q, byName('nanquantile', how, 'axis', more), 'nanquantile');
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
  SOME_NUMBERS,
  byPlace(QUANTILE_OPTIONS, 'axis'),
  options(QUANTILE_OPTIONS),
)((x: ArrayLike, q: Shares, how?: How, more?: More): NDArray => {
  return nanQuantiles(x, q, byName('nanpercentile', how, 'axis', more), 'nanpercentile');
});

/** Options of `nanmedian`. */
interface NanmedianOptions extends ReduceOptions, OutOption {}
const MEDIAN_OPTIONS: OptionKinds<NanmedianOptions> = { axis: AXES, keepdims: FLAG, ...OUT };

/**
 * The median over axes of the elements that are not NaN; NaN where none is left.
 *
 * @example
 * await np.nanmedian([1, NaN, 3]).item(); // 2
 */
export const nanmedian = takes(
  'nanmedian',
  ARRAY,
  byPlace(MEDIAN_OPTIONS, 'axis'),
  options(MEDIAN_OPTIONS),
)((x: ArrayLike, how?: Positional<NanmedianOptions, 'axis'>, more?: Omit<NanmedianOptions, 'axis'>): NDArray => {
  return nanQuantiles(x, 0.5, byName('nanmedian', how, 'axis', more), 'nanmedian');
});
