/** Statistics of elements in order: medians, quantiles, ranges. */

import { byPlace, type OptionKinds, options, takes } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { KernelBuilder, Value } from '../../ir/index.js';
import { projectView } from '../../store/index.js';
import { apply } from '../apply.js';
import { subtract } from '../arithmetic.js';
import { assign } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { full } from '../creation.js';
import { REDUCE_OPTIONS, type ReduceOptions, reducedAxes } from '../fold.js';
import { stepwiseFormula } from '../formula.js';
import { ARRAY, SOME_NUMBERS } from '../kinds.js';
import { allocate, type NDArray, viewOf } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { atRanks, MOST_RANKS } from '../ranks.js';
import { averaging, max, min } from '../reductions.js';
import { slice } from '../slice.js';
import { sort } from '../sorting.js';
import { OUT, type OutOption } from '../target.js';
import type { Ufunc } from '../ufunc.js';
import {
  delivered,
  inLines,
  type Method,
  methodOf,
  type Position,
  positionOf,
  QUANTILE_OPTIONS,
  type QuantileOptions,
  quantileMethods,
  type Shares,
  sharesOf,
} from './quantile-methods.js';
import { weightedQuantiles, weightLines } from './weighted-quantiles.js';

/** A value of elements around a place, and of a share of their distance; NaN where the last element of the line is. */
function placed(value: (e: KernelBuilder, low: Value, high: Value, share: Value, dtype: DType) => Value): Ufunc {
  return stepwiseFormula('quantile', 4, (e, [low, high, last, share], d) =>
    e.select(e.unary('isnan', last), e.const(Number.NaN, d), value(e, low, high, share, d)),
  );
}

/** On the straight line from one element to the next; infinities that are equal have nothing between. */
function inside(value: (e: KernelBuilder, low: Value, high: Value, share: Value) => Value): Ufunc {
  return placed((e, low, high, share) => e.select(e.eq(low, high), low, value(e, low, high, share)));
}

/** By where a place is: on an element, in the middle, or in the half of an element, from which the value is computed. */
const ufuncs = {
  exact: placed((_, low) => low),
  middle: inside((e, low, high, half) => e.add(e.mul(low, half), e.mul(high, half))),
  low: inside((e, low, high, share) => e.add(low, e.mul(e.sub(high, low), share))),
  high: inside((e, low, high, share) => e.sub(high, e.mul(e.sub(high, low), share))),
};

/** The function of the elements around a share of their distance, and the share as it takes it. */
function placeAt(t: number): readonly [Ufunc, number] {
  if (t === 0 || t === 1) return [ufuncs.exact, 0];
  if (t === 0.5) return [ufuncs.middle, t];
  return t < 0.5 ? [ufuncs.low, t] : [ufuncs.high, 1 - t];
}

/** Elements of lines by their ranks. */
type ByRank = (rank: number) => NDArray;

/** The elements at all ranks that some positions ask for, and the last: all in order where they are many. */
function byRanks(lines: NDArray, positions: readonly Position[]): ByRank {
  const last = lines.shape[lines.ndim - 1] - 1;
  const wanted = new Set([last, ...positions.flatMap(({ below }) => [below, Math.min(last, below + 1)])]);
  const ranks = [...wanted].sort((a, b) => a - b);
  if (ranks.length > MOST_RANKS) {
    const all = sort(lines);
    return (rank) => slice(all, '...', rank);
  }
  const found = atRanks(lines, ranks);
  return (rank) => slice(found, '...', ranks.indexOf(rank));
}

/** The quantile at a position, in `into` where it is given; NaN where a line has one. */
function quantileAt({ below, t }: Position, at: ByRank, last: number, into?: NDArray): NDArray {
  const [low, high] = [at(below), at(Math.min(last, below + 1))];
  if (low.dtype.kind !== 'float') {
    const chosen = t === 1 ? high : low;
    return into === undefined ? chosen : assign(into, chosen);
  }
  const [op, share] = placeAt(t);
  return apply(op, [t === 1 ? high : low, high, at(last), share], into);
}

/** Quantiles of lines, of several along a leading axis; NaN for lines without elements. */
function quantilesOf(lines: NDArray, q: Shares, method: Method): NDArray {
  const wanted = typeof q === 'number' ? [q] : q;
  const [count, kept] = [lines.shape[lines.ndim - 1], lines.shape.slice(0, -1)];
  const shape = typeof q === 'number' ? kept : [wanted.length, ...kept];
  if (count === 0) return full(shape, Number.NaN, { dtype: averaging(lines.dtype) });
  const positions = wanted.map((p) => positionOf(p, count, method));
  const at = byRanks(lines, positions);
  if (typeof q === 'number') return quantileAt(positions[0], at, count - 1);
  const out = allocate(lines.dtype, shape);
  for (const [k, position] of positions.entries()) quantileAt(position, at, count - 1, viewOf(out, projectView(out.view, 0, k)));
  return out;
}

/** Options of `median` and `ptp`. */
export interface OrderOptions extends ReduceOptions, OutOption {}
const ORDER_OPTIONS: OptionKinds<OrderOptions> = { ...REDUCE_OPTIONS, ...OUT };

/** Quantiles over axes: `given` are shares, or percents as `operation` says. */
export function quantiles(x: ArrayLike, given: Shares, options: QuantileOptions | undefined, operation: string): NDArray {
  const a = toArray(x, operation);
  const shares = sharesOf(given, operation);
  const name = methodOf(options, operation);
  const method = quantileMethods[name];
  const axes = reducedAxes(options?.axis, a.ndim, operation);
  const lines = inLines(a, axes, method.chooses ? a.dtype : averaging(a.dtype));
  const found =
    options?.weights === undefined
      ? quantilesOf(lines, shares, method)
      : weightedQuantiles(lines, weightLines(options.weights, a, options, operation), shares, operation, false);
  return delivered(found, given, axes, options, operation);
}

/**
 * The elements below which lie the shares `q` (from 0 to 1) of the elements over axes. Between two elements: a straight line
 * ('linear'), the 'lower', the 'higher', their 'midpoint', or the 'nearest'; or as one of NumPy's other methods says. Several `q` give a
 * leading axis. NaN where there is a NaN or no element. Integers are computed as float64 where a
 * method does not choose among them. With `weights` (and the method 'invertedCdf') the shares are of the sum of the weights. Throws
 * `ArgumentError` for `q` outside 0 to 1; readers throw `IndexError` for weights that are negative, infinite, NaN or all 0.
 *
 * @example
 * await np.quantile([1, 2, 3, 4], 0.5).item();           // 2.5
 * await np.quantile([1, 2, 3, 4], [0, 0.25]).tolist();   // [1, 1.75]
 */
export const quantile = takes(
  'quantile',
  ARRAY,
  SOME_NUMBERS,
  byPlace(QUANTILE_OPTIONS, 'axis'),
  options(QUANTILE_OPTIONS),
)((x: ArrayLike, q: Shares, how?: Positional<QuantileOptions, 'axis'>, more?: Omit<QuantileOptions, 'axis'>): NDArray => {
  const options = byName('quantile', how, 'axis', more);
  return quantiles(x, q, options, 'quantile');
});

/**
 * Quantiles by percent: `q` from 0 to 100; see `quantile`.
 *
 * @example
 * await np.percentile([1, 2, 3, 4], 25).item(); // 1.75
 */
export const percentile = takes(
  'percentile',
  ARRAY,
  SOME_NUMBERS,
  byPlace(QUANTILE_OPTIONS, 'axis'),
  options(QUANTILE_OPTIONS),
)((x: ArrayLike, q: Shares, how?: Positional<QuantileOptions, 'axis'>, more?: Omit<QuantileOptions, 'axis'>): NDArray => {
  const options = byName('percentile', how, 'axis', more);
  return quantiles(x, q, options, 'percentile');
});

/**
 * The middle element over axes in ascending order, or the mean of the two middle ones; NaN where there is a NaN or no element.
 *
 * @example
 * await np.median([3, 1, 2]).item();                      // 2
 * await np.median([[1, 2], [3, 4]], { axis: 0 }).tolist(); // [2, 3]
 */
export const median = takes(
  'median',
  ARRAY,
  byPlace(ORDER_OPTIONS, 'axis'),
  options(ORDER_OPTIONS),
)((x: ArrayLike, how?: Positional<OrderOptions, 'axis'>, more?: Omit<OrderOptions, 'axis'>): NDArray => {
  const options = byName('median', how, 'axis', more);
  return quantiles(x, 0.5, { ...options, method: 'midpoint' }, 'median');
});

/**
 * The largest element over axes less the smallest. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.ptp([3, 1, 7]).item(); // 6
 */
export const ptp = takes(
  'ptp',
  ARRAY,
  byPlace(ORDER_OPTIONS, 'axis'),
  options(ORDER_OPTIONS),
)((x: ArrayLike, how?: Positional<OrderOptions, 'axis'>, more?: Omit<OrderOptions, 'axis'>): NDArray => {
  const options = byName('ptp', how, 'axis', more);
  return subtract(max(x, { ...options, out: undefined }), min(x, { ...options, out: undefined }), { out: options?.out });
});
