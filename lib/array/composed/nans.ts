/** Reductions that leave NaN out, and NaN replaced. */

import { byPlace, DTypeError, NUMBER, type OptionKinds, options, takes } from '../../base/index.js';
import { bool, int64 } from '../../dtype/index.js';
import { apply } from '../apply.js';
import { astype, copy } from '../assign.js';
import { isnan } from '../comparison.js';
import { checkCondition } from '../condition.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import { meanUfunc, numbersSpread } from '../counted.js';
import { deliver } from '../deliver.js';
import { Fold, fold, keepAxes, REDUCE_OPTIONS, reducedAxes } from '../fold.js';
import { ARRAY, DTYPE } from '../kinds.js';
import { logicalNot } from '../logic.js';
import { broadcastTo } from '../manipulate.js';
import { highest, lowest, overNumbers } from '../mask-folds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { averaging, type BoundOptions, max, min, prod, reduce, type SumOptions, sum } from '../reductions.js';
import { where } from '../select.js';
import { givenMeans, mean, type SpreadOptions, spreadType } from '../statistics.js';
import { OUT } from '../target.js';
import { Ufunc } from '../ufunc.js';
import { fmax, fmin } from './elementary.js';
import { finfo } from './limits.js';

/** Options of the means: as of sums, without a value to begin with. */
type NanMeanOptions = Omit<SumOptions, 'initial'>;
const MEAN_OPTIONS: OptionKinds<NanMeanOptions> = { ...REDUCE_OPTIONS, ...DTYPE, ...OUT, where: ARRAY };
const NAN_OPTIONS: OptionKinds<SumOptions> = { ...MEAN_OPTIONS, initial: NUMBER };
const EXTREME_OPTIONS: OptionKinds<BoundOptions> = { ...REDUCE_OPTIONS, ...OUT, where: ARRAY, initial: NUMBER };
const SPREAD_OPTIONS: OptionKinds<SpreadOptions> = { ...MEAN_OPTIONS, correction: NUMBER, ddof: NUMBER, mean: ARRAY };

/** Whether options ask for more than axes. */
function needsMask(options: SumOptions | undefined): boolean {
  const { where: mask, dtype, out, initial } = options ?? {};
  return [mask, dtype, out, initial].some((given) => given !== undefined);
}

/** Elements of a float array, with NaN for the elements that a mask leaves out. */
function chosen(a: NDArray, mask: ArrayLike | undefined, operation: string): NDArray {
  if (mask === undefined) return a;
  checkCondition(mask, operation);
  return where(mask, a, Number.NaN);
}

/** The options of a function of all numbers with a mask of the numbers that are left in. */
function overSome<O extends SumOptions>(a: NDArray, options: O | undefined, operation: string): O | undefined {
  const some = a.dtype.kind === 'float' ? logicalNot(isnan(chosen(a, options?.where, operation))) : options?.where;
  return some === undefined ? options : ({ ...options, where: some } as O);
}

const sumFold = overNumbers('nansum', 'sum', () => 0);
const prodFold = overNumbers('nanprod', 'prod', () => 1);
const extremes = {
  nanmin: { numbers: overNumbers('nanmin', 'min', highest), all: min, prefers: fmin },
  nanmax: { numbers: overNumbers('nanmax', 'max', lowest), all: max, prefers: fmax },
};
const noneFold = new Fold('isnan', 'all', (b, [x]) => b.unary('isnan', x));
const countFold = new Fold('isnan', 'sum', (b, [x], compute) => b.cast(b.not(b.unary('isnan', x)), compute));
/** Of means, the second operand. A float16 is rounded after each operation. */
const squaresFold = new Fold('nanvar', 'sum', (b, [x, mean], compute) => {
  const d = b.sub(x, mean);
  return b.select(b.unary('isnan', x), b.const(0, compute), b.cast(b.mul(d, d), compute));
});

/**
 * The sum over axes of the elements that are not NaN; see `sum`.
 *
 * @example
 * await np.nansum([1, NaN, 2]).item(); // 3
 */
export const nansum = takes(
  'nansum',
  ARRAY,
  byPlace(NAN_OPTIONS, 'axis'),
  options(NAN_OPTIONS),
)((x: ArrayLike, how?: Positional<SumOptions, 'axis'>, more?: Omit<SumOptions, 'axis'>): NDArray => {
  const options = byName('nansum', how, 'axis', more);
  const a = toArray(x, 'nansum');
  if (a.dtype.kind !== 'float') return sum(a, options);
  return needsMask(options) ? sum(a, overSome(a, options, 'nansum')) : reduce(sumFold, [a], a.dtype, options);
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
  byPlace(NAN_OPTIONS, 'axis'),
  options(NAN_OPTIONS),
)((x: ArrayLike, how?: Positional<SumOptions, 'axis'>, more?: Omit<SumOptions, 'axis'>): NDArray => {
  const options = byName('nanprod', how, 'axis', more);
  const a = toArray(x, 'nanprod');
  if (a.dtype.kind !== 'float') return prod(a, options);
  return needsMask(options) ? prod(a, overSome(a, options, 'nanprod')) : reduce(prodFold, [a], a.dtype, options);
});

function extreme(x: ArrayLike, operation: keyof typeof extremes, options: BoundOptions | undefined): NDArray {
  const a = toArray(x, operation);
  const { numbers, all, prefers } = extremes[operation];
  if (a.dtype.kind !== 'float') return all(a, options);
  if (needsMask(options)) {
    const { where: mask, initial, out, axis, keepdims } = options ?? {};
    const found = extreme(chosen(a, mask, operation), operation, { axis, keepdims });
    return deliver(initial === undefined ? found : prefers(found, initial), out ?? undefined, operation);
  }
  return where(reduce(noneFold, [a], bool, options), Number.NaN, reduce(numbers, [a], a.dtype, options));
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
  byPlace(EXTREME_OPTIONS, 'axis'),
  options(EXTREME_OPTIONS),
)((x: ArrayLike, how?: Positional<BoundOptions, 'axis'>, more?: Omit<BoundOptions, 'axis'>): NDArray => {
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
  byPlace(EXTREME_OPTIONS, 'axis'),
  options(EXTREME_OPTIONS),
)((x: ArrayLike, how?: Positional<BoundOptions, 'axis'>, more?: Omit<BoundOptions, 'axis'>): NDArray => {
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
  byPlace(MEAN_OPTIONS, 'axis'),
  options(MEAN_OPTIONS),
)((x: ArrayLike, how?: Positional<NanMeanOptions, 'axis'>, more?: Omit<NanMeanOptions, 'axis'>): NDArray => {
  const options = byName('nanmean', how, 'axis', more);
  const a = toArray(x, 'nanmean');
  if (needsMask(options)) return mean(a, overSome(a, options, 'nanmean'));
  if (a.dtype.kind !== 'float') return mean(a, options);
  return apply(meanUfunc, [reduce(sumFold, [a], a.dtype, options), reduce(countFold, [a], int64, options)]);
});

/** The mean of squared distances from the mean of the elements that are not NaN, or its root. */
function spread(x: ArrayLike, operation: 'nanvar' | 'nanstd', options: SpreadOptions | undefined): NDArray {
  const given = toArray(x, operation);
  const wide = given.dtype.kind === 'float' ? given : astype(given, averaging(given.dtype));
  const to = dtypeOption(options?.dtype) ?? spreadType(wide.dtype, options?.mean, operation);
  if (to.kind !== 'float') throw new DTypeError(`${operation}: expected a dtype of floats, got ${to.name}`);
  const a = astype(chosen(wide, options?.where, operation), to, { copy: false });
  const axes = reducedAxes(options?.axis, a.ndim, operation);
  const count = fold(countFold, [a], axes, int64);
  const means =
    options?.mean === undefined
      ? broadcastTo(keepAxes(apply(meanUfunc, [fold(sumFold, [a], axes, a.dtype), count]), axes), a.shape)
      : givenMeans(options.mean, a.shape, a.dtype, operation);
  const squares = fold(squaresFold, [a, means], axes, a.dtype);
  const found = apply(numbersSpread[operation], [squares, count, options?.correction ?? options?.ddof ?? 0]);
  return deliver(options?.keepdims === true ? keepAxes(found, axes) : found, options?.out ?? undefined, operation);
}

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
)((x: ArrayLike, how?: Positional<SpreadOptions, 'axis'>, more?: Omit<SpreadOptions, 'axis'>): NDArray => {
  return spread(x, 'nanvar', byName('nanvar', how, 'axis', more));
});

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
)((x: ArrayLike, how?: Positional<SpreadOptions, 'axis'>, more?: Omit<SpreadOptions, 'axis'>): NDArray => {
  return spread(x, 'nanstd', byName('nanstd', how, 'axis', more));
});

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

const replacingUfunc = new Ufunc({
  name: 'nanToNum',
  arity: 4,
  signature: ([a]) => ({ compute: a, result: a }),
  emit: (e, operands, d) => {
    const [x, nan, most, least] = operands.map((v) => e.cast(v, d));
    const isEnd = e.unary('isinf', x);
    const end = e.select(e.gt(x, e.const(0, d)), most, least);
    return e.select(e.unary('isnan', x), nan, e.select(isEnd, end, x));
  },
});

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
  return apply(replacingUfunc, [a, nan, posinf, neginf]);
});
