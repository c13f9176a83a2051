/** Means and spreads over axes. Integers are averaged as float64; no elements give NaN. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../base/index.js';
import { type DType, isStored, promote } from '../dtype/index.js';
import { apply } from './apply.js';
import { sqrt } from './arithmetic.js';
import { divideUfunc } from './arithmetic-ufuncs.js';
import { astype } from './assign.js';
import { checkCondition } from './condition.js';
import { type ArrayLike, dtypeOption, toArray } from './convert.js';
import { maskedSpread, meanUfunc } from './counted.js';
import type { DTypeOption } from './creation.js';
import { deliver } from './deliver.js';
import { Fold, fold, keepAxes, reducedAxes } from './fold.js';
import { floatFormula } from './formula.js';
import { ARRAY, AXES, DTYPE_LIKE, TARGET } from './kinds.js';
import { broadcastArrays, broadcastTo } from './manipulate.js';
import { maskedSquares, squaredDistance } from './mask-folds.js';
import type { MaskOptions } from './masked.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import { averaging, countNonzero, type ExtremeOptions, sum } from './reductions.js';
import type { Folding } from './typed-functions.js';

/** Options of `mean`. */
export interface MeanOptions extends ExtremeOptions, DTypeOption, Pick<MaskOptions, 'where'> {}
const MEAN_OPTIONS: OptionKinds<MeanOptions> = { axis: AXES, dtype: DTYPE_LIKE, keepdims: FLAG, where: ARRAY, out: TARGET };
/** Options of `var` and `std`. */
export interface SpreadOptions extends ExtremeOptions, DTypeOption, Pick<MaskOptions, 'where'> {
  /** Divide by n - correction; default 0. 1 gives the unbiased estimate. */
  readonly correction?: number;
  /** NumPy's older name of `correction`. */
  readonly ddof?: number;
  /** The mean over the axes, with them kept as axes of 1 (`keepdims`), where it is known: it is not computed again. */
  readonly mean?: ArrayLike;
}
const SPREAD_OPTIONS: OptionKinds<SpreadOptions> = { ...MEAN_OPTIONS, correction: NUMBER, ddof: NUMBER, mean: ARRAY };

const meanFold = new Fold('mean', 'sum');
const squaresFold = new Fold('var', 'sum', (b, [x, m], compute) => squaredDistance(b, x, m, compute));
/** A sum of squares over their number, and its root. */
const deviationUfunc = floatFormula('std', 2, (e, [squares, count]) => e.sqrt(e.div(squares, count)));

function counted(x: NDArray, axes: readonly number[]): number {
  return axes.reduce((n, i) => n * x.view.shape[i], 1);
}

/** `sums / count`, in the sums' own memory unless there is a target. */
function divided(sums: NDArray, count: number, out: NDArray | undefined): NDArray {
  return apply(divideUfunc, [sums, count], out ?? sums);
}

/** Floats that are stored alone are averaged as float32, as NumPy does, and the result is rounded. */
function delivered(result: NDArray, dtype: DType, out: NDArray | undefined): NDArray {
  return out === undefined ? astype(result, dtype, { copy: false }) : result;
}

/** The dtype of averages of elements of `own`. Throws `ArgumentError` for one that is asked for and no float. */
function averageType(operation: string, own: DType, asked: DTypeOption['dtype']): DType {
  const found = dtypeOption(asked) ?? averaging(own);
  if (found.kind !== 'float') throw new ArgumentError(`${operation}: expected a float dtype, got ${found.name}`);
  return found;
}

function meanOver(a: NDArray, axes: readonly number[], compute: DType): NDArray {
  return divided(fold(meanFold, [a], axes, compute), counted(a, axes), undefined);
}

/**
 * The arithmetic mean over axes. Floats are averaged in their own dtype.
 *
 * @example
 * await np.mean(np.asarray([1, 2, 6])).item(); // 3
 */
export const mean: Folding<'float', MeanOptions> = takes(
  'mean',
  ARRAY,
  byPlace(MEAN_OPTIONS, 'axis'),
  options(MEAN_OPTIONS),
)((x: ArrayLike, how?: Positional<MeanOptions, 'axis'>, more?: Omit<MeanOptions, 'axis'>): NDArray => {
  const options = byName('mean', how, 'axis', more);
  if (options?.where !== undefined) return meanWhere(x, options, options.where);
  const a = toArray(x, 'mean');
  const axes = reducedAxes(options?.axis, a.ndim, 'mean');
  const compute = averageType('mean', a.dtype, options?.dtype);
  const sums = fold(meanFold, [a], axes, compute.computes);
  const means = divided(options?.keepdims === true ? keepAxes(sums, axes) : sums, counted(a, axes), options?.out);
  return delivered(means, compute, options?.out);
});

function meanWhere(x: ArrayLike, { out, ...options }: MeanOptions, mask: ArrayLike): NDArray {
  const [a, some] = broadcastArrays(x, mask);
  const { axis, keepdims } = options;
  const result = averageType('mean', a.dtype, options.dtype);
  const dtype = result.computes;
  const count = countNonzero(some, { axis, keepdims });
  return delivered(apply(meanUfunc, [sum(a, { ...options, dtype }), count], out), result, out);
}

type Spread = 'var' | 'std';

/** The dtype that distances from a given mean are of: a number has none of its own. */
export function spreadType(own: DType, means: ArrayLike | undefined, operation: string): DType {
  if (means === undefined || typeof means === 'number') return own;
  const { dtype } = toArray(means, operation);
  return promote(averaging(own), averaging(dtype));
}

/** A given mean for each element of `shape`. Throws `ShapeError`. */
export function givenMeans(means: ArrayLike, shape: readonly number[], dtype: DType, operation: string): NDArray {
  return broadcastTo(astype(toArray(means, operation), dtype, { copy: false }), shape);
}

/** The mean of squared distances from the mean, in two passes, or its root. */
function spread(x: ArrayLike, operation: Spread, options: SpreadOptions | undefined): NDArray {
  const out = options?.out;
  if (options?.where !== undefined) return spreadWhere(x, operation, options, options.where);
  const a = toArray(x, operation);
  const axes = reducedAxes(options?.axis, a.ndim, operation);
  const result = averageType(operation, spreadType(a.dtype, options?.mean, operation), options?.dtype);
  const compute = result.computes;
  // A float16 is rounded before its root is taken.
  if (operation === 'std' && isStored(result)) return sqrt(spread(a, 'var', { ...options, out: undefined }), { out });
  const means =
    options?.mean === undefined
      ? broadcastTo(keepAxes(meanOver(a, axes, compute), axes), a.view.shape)
      : givenMeans(options.mean, a.view.shape, compute, operation);
  const squares = fold(squaresFold, [a, means], axes, compute);
  const count = Math.max(0, counted(a, axes) - (options?.correction ?? options?.ddof ?? 0));
  const kept = options?.keepdims === true ? keepAxes(squares, axes) : squares;
  return delivered(apply(operation === 'std' ? deviationUfunc : divideUfunc, [kept, count], out ?? kept), result, out);
}

/** As `spread`, of the elements for which a mask is true. */
function spreadWhere(x: ArrayLike, operation: Spread, options: SpreadOptions, mask: ArrayLike): NDArray {
  checkCondition(mask, operation);
  const [a, some] = broadcastArrays(x, mask);
  const axes = reducedAxes(options.axis, a.ndim, operation);
  const result = averageType(operation, spreadType(a.dtype, options.mean, operation), options.dtype);
  if (operation === 'std' && isStored(result))
    return sqrt(spreadWhere(a, 'var', { ...options, out: undefined }, some), { out: options.out });
  const compute = result.computes;
  const count = countNonzero(some, { axis: axes });
  const found = (): NDArray => apply(meanUfunc, [sum(a, { axis: axes, where: some, dtype: compute }), count]);
  const means =
    options.mean === undefined
      ? broadcastTo(keepAxes(found(), axes), a.view.shape)
      : givenMeans(options.mean, a.view.shape, compute, operation);
  const squares = fold(maskedSquares, [a, means, some], axes, compute);
  const spreads = apply(maskedSpread[operation], [squares, count, options.correction ?? options.ddof ?? 0]);
  const kept = options.keepdims === true ? keepAxes(spreads, axes) : spreads;
  return deliver(astype(kept, result, { copy: false }), options.out, operation);
}

/**
 * The variance over axes: the mean squared distance from the mean.
 *
 * @example
 * await np.variance(np.asarray([1, 3])).item();                    // 1
 * await np.asarray([1, 3]).var({ correction: 1 }).item();          // 2
 */
export const variance: Folding<'float', SpreadOptions> = takes(
  'variance',
  ARRAY,
  byPlace(SPREAD_OPTIONS, 'axis'),
  options(SPREAD_OPTIONS),
)((x: ArrayLike, how?: Positional<SpreadOptions, 'axis'>, more?: Omit<SpreadOptions, 'axis'>): NDArray => {
  const options = byName('var', how, 'axis', more);
  return spread(x, 'var', options);
});

/**
 * The standard deviation over axes: the square root of the variance.
 *
 * @example
 * await np.std(np.asarray([1, 3])).item(); // 1
 */
export const std: Folding<'float', SpreadOptions> = takes(
  'std',
  ARRAY,
  byPlace(SPREAD_OPTIONS, 'axis'),
  options(SPREAD_OPTIONS),
)((x: ArrayLike, how?: Positional<SpreadOptions, 'axis'>, more?: Omit<SpreadOptions, 'axis'>): NDArray => {
  const options = byName('std', how, 'axis', more);
  return spread(x, 'std', options);
});
