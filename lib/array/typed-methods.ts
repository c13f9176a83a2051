/** The methods with results of which the dtype and the rank follow from the array's. */
// biome-ignore-all lint/suspicious/noExplicitAny: any is the type that is not known

import type { Operand } from './apply.js';
import type { DTypeLike, NestedComplex } from './convert.js';
import type { ReduceOptions } from './fold.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import type { BoundOptions, ExtremeOptions, SumOptions } from './reductions.js';
import type { MeanOptions, SpreadOptions } from './statistics.js';
import type { DataOf, FloatOf, ItemOf, ListOf, Name, RankOf, RankWith, SumOf, WithOperand } from './typed.js';
import type { UfuncOptions } from './ufunc-options.js';

type Any = Operand | NestedComplex;
type Out = UfuncOptions | NDArray | null;

/** `x.add(y)`: the common dtype. With options, which may have a dtype, it is not known. */
interface Arithmetic<D, R> {
  <B extends Any>(other: B): NDArray<WithOperand<D, B>, RankWith<R, B>>;
  (other: Any, how?: Out): NDArray;
}
interface Division<D, R> {
  <B extends Any>(other: B): NDArray<FloatOf<WithOperand<D, B>>, RankWith<R, B>>;
  (other: Any, how?: Out): NDArray;
}
interface Comparison<R> {
  <B extends Any>(other: B): NDArray<'bool', RankWith<R, B>>;
  (other: Any, how?: Out): NDArray;
}
/** `x.sqrt()`: floats. */
interface Float<D, R> {
  (): NDArray<FloatOf<D>, R>;
  (how?: Out): NDArray;
}
/** `x.negative()`: the array's dtype. */
interface Alike<D, R> {
  (): NDArray<D, R>;
  (how?: Out): NDArray;
}
/** `x.isnan()`: bools. */
interface Truth<R> {
  (): NDArray<'bool', R>;
  (how?: Out): NDArray;
}

/** `x.sum()` and `x.sum(axis, options)`, where the options may have a dtype. */
interface Reduction<D, Options extends ReduceOptions> {
  (): NDArray<D, 0>;
  (how: number | readonly number[] | null | undefined): NDArray<D, any>;
  (how?: Positional<Options, 'axis'>, more?: Omit<Options, 'axis'>): NDArray;
}

export interface TypedMethods<D, R> {
  /** The only element, or the one at a place: `np.item`. */
  item(i?: number, j?: number): Promise<ItemOf<D>>;
  /** As `item`, blocking. */
  itemSync(i?: number, j?: number): ItemOf<D>;
  /** The elements, row-major, in a fresh TypedArray of the dtype: `np.data`. */
  data(): Promise<DataOf<D>>;
  /** As `data`, blocking. */
  dataSync(): DataOf<D>;
  /** The elements in nested Arrays: `np.tolist`. */
  tolist(): Promise<ListOf<D, R>>;
  /** As `tolist`, blocking. */
  tolistSync(): ListOf<D, R>;
  /** The elements converted to a dtype: `np.astype`. */
  astype<N extends DTypeLike>(dtype: N, options?: { readonly copy?: boolean }): NDArray<N extends Name ? N : any, R>;
  /** The elements in a new shape: `np.reshape`. */
  reshape<const S extends number | readonly number[]>(shape: S, ...rest: any[]): NDArray<D, RankOf<S>>;
  /** All elements in one axis, as a view where possible: `np.ravel`. */
  ravel(how?: any): NDArray<D, 1>;
  /** All elements in one axis, as a copy: `np.flatten`. */
  flatten(how?: any): NDArray<D, 1>;
  /** A copy: `np.copy`. */
  copy(how?: any): NDArray<D, R>;

  /** `a + b`: `np.add`. */
  readonly add: Arithmetic<D, R>;
  /** `a - b`: `np.subtract`. */
  readonly subtract: Arithmetic<D, R>;
  /** `a * b`: `np.multiply`. */
  readonly multiply: Arithmetic<D, R>;
  /** `a / b`, floats: `np.divide`. */
  readonly divide: Division<D, R>;
  /** `a - b`: `np.subtract`. */
  readonly sub: Arithmetic<D, R>;
  /** `a * b`: `np.multiply`. */
  readonly mul: Arithmetic<D, R>;
  /** `a / b`, floats: `np.divide`. */
  readonly div: Division<D, R>;
  /** The smaller of two: `np.minimum`. */
  readonly minimum: Arithmetic<D, R>;
  /** The larger of two: `np.maximum`. */
  readonly maximum: Arithmetic<D, R>;

  /** `a == b`: `np.equal`. */
  readonly equal: Comparison<R>;
  /** `a != b`: `np.notEqual`. */
  readonly notEqual: Comparison<R>;
  /** `a < b`: `np.less`. */
  readonly less: Comparison<R>;
  /** `a <= b`: `np.lessEqual`. */
  readonly lessEqual: Comparison<R>;
  /** `a > b`: `np.greater`. */
  readonly greater: Comparison<R>;
  /** `a >= b`: `np.greaterEqual`. */
  readonly greaterEqual: Comparison<R>;

  /** Whether elements are NaN: `np.isnan`. */
  readonly isnan: Truth<R>;
  /** Whether elements are finite: `np.isfinite`. */
  readonly isfinite: Truth<R>;
  /** Whether elements are infinite: `np.isinf`. */
  readonly isinf: Truth<R>;

  /** The angle of a point: `np.atan2`. */
  readonly atan2: Division<D, R>;
  /** The length of the hypotenuse: `np.hypot`. */
  readonly hypot: Division<D, R>;
  /** The square root: `np.sqrt`. */
  readonly sqrt: Float<D, R>;
  /** e to the power of each element: `np.exp`. */
  readonly exp: Float<D, R>;
  /** The natural logarithm: `np.log`. */
  readonly log: Float<D, R>;
  /** The sine: `np.sin`. */
  readonly sin: Float<D, R>;
  /** The cosine: `np.cos`. */
  readonly cos: Float<D, R>;
  /** The hyperbolic tangent: `np.tanh`. */
  readonly tanh: Float<D, R>;
  /** `np.expm1`. */
  readonly expm1: Float<D, R>;
  /** `np.exp2`. */
  readonly exp2: Float<D, R>;
  /** `np.log1p`. */
  readonly log1p: Float<D, R>;
  /** `np.log2`. */
  readonly log2: Float<D, R>;
  /** `np.log10`. */
  readonly log10: Float<D, R>;
  /** `np.tan`. */
  readonly tan: Float<D, R>;
  /** `np.asin`. */
  readonly asin: Float<D, R>;
  /** `np.acos`. */
  readonly acos: Float<D, R>;
  /** `np.atan`. */
  readonly atan: Float<D, R>;
  /** `np.sinh`. */
  readonly sinh: Float<D, R>;
  /** `np.cosh`. */
  readonly cosh: Float<D, R>;
  /** `-x`: `np.negative`. */
  readonly negative: Alike<D, R>;
  /** `-x`: `np.negative`. */
  readonly neg: Alike<D, R>;
  /** `x * x`: `np.square`. */
  readonly square: Alike<D, R>;

  /** The sum over axes: `np.sum`. */
  readonly sum: Reduction<SumOf<D>, SumOptions>;
  /** The product over axes: `np.prod`. */
  readonly prod: Reduction<SumOf<D>, SumOptions>;
  /** The mean over axes: `np.mean`. */
  readonly mean: Reduction<FloatOf<D>, MeanOptions>;
  /** The standard deviation over axes: `np.std`. */
  readonly std: Reduction<FloatOf<D>, SpreadOptions>;
  /** The variance over axes: `np.variance`. */
  readonly var: Reduction<FloatOf<D>, SpreadOptions>;
  /** The least element over axes: `np.min`. */
  readonly min: Reduction<D, BoundOptions>;
  /** The greatest element over axes: `np.max`. */
  readonly max: Reduction<D, BoundOptions>;
  /** Whether any element over axes is true: `np.any`. */
  readonly any: Reduction<'bool', ExtremeOptions>;
  /** Whether all elements over axes are true: `np.all`. */
  readonly all: Reduction<'bool', ExtremeOptions>;
}
