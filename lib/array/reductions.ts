/** Reductions over axes: sums, products, extremes, truth, and where extremes are. */

import { ArgumentError, byPlace, FLAG, NUMBER, type OptionKinds, options, takes } from '../base/index.js';
import { bool, type DType, int64, uint64 } from '../dtype/index.js';
import { add, maximum, minimum, multiply } from './arithmetic.js';
import { axisArgument } from './axes.js';
import { checkCondition } from './condition.js';
import { type ArrayLike, dtypeOption, toArray } from './convert.js';
import type { DTypeOption } from './creation.js';
import { floatDefault } from './default-dtypes.js';
import { deliver } from './deliver.js';
import { locateByRows } from './far-extremes.js';
import { Fold, fold, keepAxes, REDUCE_OPTIONS, type ReduceOptions, reducedAxes } from './fold.js';
import { ARRAY, AXES, AXIS_OR_NULL, DTYPE_LIKE, TARGET } from './kinds.js';
import { broadcastTo } from './manipulate.js';
import { allOfSome, anyOfSome, highest, lowest, overMask } from './mask-folds.js';
import { isMasked, type MaskedReduction, type MaskOptions, masked } from './masked.js';
import type { NDArray } from './ndarray.js';
import { byName, type Positional } from './positional.js';
import type { OutOption } from './target.js';
import type { Folding } from './typed-functions.js';

/** Options of `sum` and `prod`: axes, the accumulator's dtype, a target. */
export interface SumOptions extends ReduceOptions, DTypeOption, OutOption, MaskOptions {}
const SUM_OPTIONS: OptionKinds<SumOptions> = {
  axis: AXES,
  keepdims: FLAG,
  dtype: DTYPE_LIKE,
  where: ARRAY,
  initial: NUMBER,
  out: TARGET,
};
/** Options of `any` and `all`, and some of the others'. */
export interface ExtremeOptions extends ReduceOptions, OutOption {}
const EXTREME_OPTIONS: OptionKinds<ExtremeOptions> = { axis: AXES, keepdims: FLAG, out: TARGET };
/** Options of `any` and `all`. */
export interface TruthOptions extends ExtremeOptions {
  /** Elements for which this is true are looked at, the rest left out. Default: all. */
  readonly where?: ArrayLike;
}
const TRUTH_OPTIONS: OptionKinds<TruthOptions> = { ...EXTREME_OPTIONS, where: ARRAY };

function truth(spec: Fold, some: Fold, x: ArrayLike, options: TruthOptions | undefined): NDArray {
  const a = toArray(x, spec.name);
  if (options?.where === undefined) return reduce(spec, [a], bool, options);
  checkCondition(options.where, spec.name);
  return reduce(some, [a, broadcastTo(options.where, a.shape)], bool, options);
}
/** Options of `min` and `max`. */
export interface BoundOptions extends ExtremeOptions, MaskOptions {}
const BOUND_OPTIONS: OptionKinds<BoundOptions> = { axis: AXES, keepdims: FLAG, where: ARRAY, initial: NUMBER, out: TARGET };
/** Options of `argmin` and `argmax`. */
export interface ArgOptions extends OutOption {
  /** One axis; default: the position in the flattened array. */
  readonly axis?: number | null;
  /** Whether the reduced axis stays, with size 1; default false. */
  readonly keepdims?: boolean;
}
export const ARG_OPTIONS: OptionKinds<ArgOptions> = { axis: AXIS_OR_NULL, keepdims: FLAG, out: TARGET };

const sumFold = new Fold('sum', 'sum');
const prodFold = new Fold('prod', 'prod');
const minFold = new Fold('min', 'min');
const maxFold = new Fold('max', 'max');
const anyFold = new Fold('any', 'any');
const allFold = new Fold('all', 'all');
const argminFold = new Fold('argmin', 'argmin');
const argmaxFold = new Fold('argmax', 'argmax');

/** NumPy begins sums with 0, to which negative zeros add up to 0. */
const sumOfSome = new Fold('sum', 'sum', (b, [x, mask], compute) => {
  const none = b.const(0, compute);
  const value = b.cast(x, compute);
  return b.select(b.cast(mask, bool), compute.kind === 'float' ? b.add(value, none) : value, none);
});
const prodOfSome = overMask('prod', 'prod', () => 1);
const minOfSome = overMask('min', 'min', highest);
const maxOfSome = overMask('max', 'max', lowest);

/** How extremes are found with a mask or an initial value. */
function extremeOf(all: Fold, some: Fold, combine: MaskedReduction['combine']): MaskedReduction {
  return {
    all: (x, options) => reduce(all, [x], x.dtype, options),
    some: (x, mask, options) => reduce(some, [x, mask], x.dtype, options),
    combine,
    bounded: true,
  };
}

/** Applies a fold with NumPy's options. */
export function reduce(spec: Fold, xs: readonly NDArray[], compute: DType, options: ExtremeOptions | undefined): NDArray {
  const axes = reducedAxes(options?.axis, xs[0].ndim, spec.name);
  const folded = fold(spec, xs, axes, compute);
  const result = options?.keepdims === true ? keepAxes(folded, axes) : folded;
  return deliver(result, options?.out, spec.name);
}

/** Sums of small integers have 64 bits, as they soon are too large for less. */
export function accumulator(dtype: DType): DType {
  if (dtype.kind === 'float') return dtype;
  return dtype.kind === 'unsigned' ? uint64 : int64;
}

/** How sums and products are found with a mask or an initial value. */
function addingUp(spec: Fold, { dtype }: SumOptions): MaskedReduction {
  const some = spec === sumFold ? sumOfSome : prodOfSome;
  return {
    all: (x, options) => sumLike(spec, x, { ...options, dtype }),
    some: (x, mask, options) => reduce(some, [x, mask], sumType(spec, x.dtype, dtype), options),
    combine: spec === sumFold ? add : multiply,
    bounded: false,
  };
}

/** The dtype of a sum. Throws `ArgumentError` for bool. */
function sumType(spec: Fold, own: DType, asked: DTypeOption['dtype']): DType {
  const dtype = dtypeOption(asked) ?? accumulator(own);
  if (dtype === bool) throw new ArgumentError(`${spec.name}: a bool cannot hold a ${spec.name}; use any or all`);
  return dtype;
}

function sumLike(spec: Fold, x: ArrayLike, options: SumOptions | undefined): NDArray {
  if (options !== undefined && isMasked(options)) return masked(spec.name, x, options, addingUp(spec, options));
  const a = toArray(x, spec.name);
  return reduce(spec, [a], sumType(spec, a.dtype, options?.dtype), options);
}

/**
 * The sum over axes. Bools and signed integers are added as int64, unsigned ones as uint64, floats as they are, unless `dtype` says
 * otherwise. No elements give 0. The order of additions depends on the shape alone, so results repeat exactly.
 *
 * @example
 * const x = np.asarray([[1, 2], [3, 4]]);
 * await x.sum().item();                            // 10
 * await x.sum({ where: x.greater(2) }).item();     // 7
 * await x.sum({ axis: 0, keepdims: true }).tolist(); // [[4, 6]]
 */
export const sum: Folding<'sum', SumOptions> = takes(
  'sum',
  ARRAY,
  byPlace(SUM_OPTIONS, 'axis'),
  options(SUM_OPTIONS),
)((x: ArrayLike, how?: Positional<SumOptions, 'axis'>, more?: Omit<SumOptions, 'axis'>): NDArray => {
  const options = byName('sum', how, 'axis', more);
  return sumLike(sumFold, x, options);
});

/**
 * The product over axes; dtypes as for `sum`. No elements give 1.
 *
 * @example
 * await np.prod(np.asarray([2, 3, 4])).item(); // 24
 */
export const prod: Folding<'sum', SumOptions> = takes(
  'prod',
  ARRAY,
  byPlace(SUM_OPTIONS, 'axis'),
  options(SUM_OPTIONS),
)((x: ArrayLike, how?: Positional<SumOptions, 'axis'>, more?: Omit<SumOptions, 'axis'>): NDArray => {
  const options = byName('prod', how, 'axis', more);
  return sumLike(prodFold, x, options);
});

/**
 * The smallest element over axes; NaN when there is one. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.min(np.asarray([3, 1, 2])).item(); // 1
 */
export const min: Folding<'alike', BoundOptions> = takes(
  'min',
  ARRAY,
  byPlace(BOUND_OPTIONS, 'axis'),
  options(BOUND_OPTIONS),
)((x: ArrayLike, how?: Positional<BoundOptions, 'axis'>, more?: Omit<BoundOptions, 'axis'>): NDArray => {
  const options = byName('min', how, 'axis', more);
  if (options !== undefined && isMasked(options)) return masked('min', x, options, extremeOf(minFold, minOfSome, minimum));
  const a = toArray(x, 'min');
  return reduce(minFold, [a], a.dtype, options);
});

/**
 * The largest element over axes; NaN when there is one. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.max(np.asarray([3, 1, 2])).item(); // 3
 */
export const max: Folding<'alike', BoundOptions> = takes(
  'max',
  ARRAY,
  byPlace(BOUND_OPTIONS, 'axis'),
  options(BOUND_OPTIONS),
)((x: ArrayLike, how?: Positional<BoundOptions, 'axis'>, more?: Omit<BoundOptions, 'axis'>): NDArray => {
  const options = byName('max', how, 'axis', more);
  if (options !== undefined && isMasked(options)) return masked('max', x, options, extremeOf(maxFold, maxOfSome, maximum));
  const a = toArray(x, 'max');
  return reduce(maxFold, [a], a.dtype, options);
});

/**
 * Whether any element over axes is true (not 0; NaN is true). No elements give false.
 *
 * @example
 * await np.any(np.asarray([0, 2])).item(); // true
 */
export const any: Folding<'bool', TruthOptions> = takes(
  'any',
  ARRAY,
  byPlace(TRUTH_OPTIONS, 'axis'),
  options(TRUTH_OPTIONS),
)((x: ArrayLike, how?: Positional<TruthOptions, 'axis'>, more?: Omit<TruthOptions, 'axis'>): NDArray => {
  const options = byName('any', how, 'axis', more);
  return truth(anyFold, anyOfSome, x, options);
});

/**
 * Whether all elements over axes are true (not 0). No elements give true.
 *
 * @example
 * await np.all(np.asarray([0, 2])).item(); // false
 */
export const all: Folding<'bool', TruthOptions> = takes(
  'all',
  ARRAY,
  byPlace(TRUTH_OPTIONS, 'axis'),
  options(TRUTH_OPTIONS),
)((x: ArrayLike, how?: Positional<TruthOptions, 'axis'>, more?: Omit<TruthOptions, 'axis'>): NDArray => {
  const options = byName('all', how, 'axis', more);
  return truth(allFold, allOfSome, x, options);
});

/** Where a fold that locates extremes finds one. */
export function locate(spec: Fold, x: ArrayLike, options: ArgOptions | undefined): NDArray {
  const a = toArray(x, spec.name);
  const axes = reducedAxes(options?.axis == null ? null : axisArgument(options.axis, a.ndim, spec.name), a.ndim, spec.name);
  const whole = axes.length === a.ndim ? locateByRows(spec, a) : null;
  const found = whole ?? fold(spec, [a], axes, a.dtype);
  return deliver(options?.keepdims === true ? keepAxes(found, axes) : found, options?.out, spec.name);
}

/**
 * Where the smallest element is (the first of equals, or the first NaN), as int64. Without `axis`: in the flattened
 * array. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.argmin(np.asarray([3, 1, 2])).item(); // 1
 */
export const argmin = takes(
  'argmin',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('argmin', how, 'axis', more);
  return locate(argminFold, x, options);
});

/**
 * Where the largest element is (the first of equals, or the first NaN), as int64. Without `axis`: in the flattened
 * array. Throws `ShapeError` when there are no elements.
 *
 * @example
 * await np.argmax(np.asarray([3, 1, 2])).item(); // 0
 */
export const argmax = takes(
  'argmax',
  ARRAY,
  byPlace(ARG_OPTIONS, 'axis'),
  options(ARG_OPTIONS),
)((x: ArrayLike, how?: Positional<ArgOptions, 'axis'>, more?: Omit<ArgOptions, 'axis'>): NDArray => {
  const options = byName('argmax', how, 'axis', more);
  return locate(argmaxFold, x, options);
});

const nonzeroFold = new Fold('countNonzero', 'sum', (b, [x], compute) => b.cast(b.cast(x, bool), compute));

/**
 * How many elements over axes are not 0, as int64.
 *
 * @example
 * await np.countNonzero(np.asarray([0, 2, 3])).item(); // 2
 */
export const countNonzero = takes(
  'countNonzero',
  ARRAY,
  byPlace(REDUCE_OPTIONS, 'axis'),
  options(REDUCE_OPTIONS),
)((x: ArrayLike, how?: Positional<ReduceOptions, 'axis'>, more?: Omit<ReduceOptions, 'axis'>): NDArray => {
  const options = byName('countNonzero', how, 'axis', more);
  return reduce(nonzeroFold, [toArray(x, 'countNonzero')], int64, options);
});

/** The dtype of averages: integers are averaged as floats of the default dtype. */
export function averaging(dtype: DType): DType {
  return dtype.kind === 'float' ? dtype : floatDefault();
}
