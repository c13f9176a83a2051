/** The methods with results of which the dtype and the rank follow from the array's. */
// biome-ignore-all lint/suspicious/noExplicitAny: any is the type that is not known

import type { Operand } from './apply.js';
import type { DTypeLike, NestedComplex } from './convert.js';
import type { NDArray } from './ndarray.js';
import type { DataOf, FloatOf, ItemOf, ListOf, Name, RankOf, RankWith, SumOf, WithOperand } from './typed.js';
import type { UfuncOptions } from './ufunc-options.js';

type Any = Operand | NestedComplex;
type Out = UfuncOptions | NDArray | null;

/** `x.add(y)`: the common dtype. */
type Arithmetic<D, R> = <B extends Any>(other: B, how?: Out) => NDArray<WithOperand<D, B>, RankWith<R, B>>;
type Division<D, R> = <B extends Any>(other: B, how?: Out) => NDArray<FloatOf<WithOperand<D, B>>, RankWith<R, B>>;
type Comparison<R> = <B extends Any>(other: B, how?: Out) => NDArray<'bool', RankWith<R, B>>;
/** `x.sqrt()`: floats. */
type Float<D, R> = (how?: Out) => NDArray<FloatOf<D>, R>;
/** `x.negative()`: the array's dtype. */
type Alike<D, R> = (how?: Out) => NDArray<D, R>;

/** `x.sum()` and `x.sum(axis, options)`. */
interface Reduction<D> {
  (): NDArray<D, 0>;
  (how: any, more?: any): NDArray<D, any>;
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
  /** `-x`: `np.negative`. */
  readonly negative: Alike<D, R>;
  /** `-x`: `np.negative`. */
  readonly neg: Alike<D, R>;
  /** `x * x`: `np.square`. */
  readonly square: Alike<D, R>;

  /** The sum over axes: `np.sum`. */
  readonly sum: Reduction<SumOf<D>>;
  /** The product over axes: `np.prod`. */
  readonly prod: Reduction<SumOf<D>>;
  /** The mean over axes: `np.mean`. */
  readonly mean: Reduction<FloatOf<D>>;
  /** The standard deviation over axes: `np.std`. */
  readonly std: Reduction<FloatOf<D>>;
  /** The variance over axes: `np.variance`. */
  readonly var: Reduction<FloatOf<D>>;
  /** The least element over axes: `np.min`. */
  readonly min: Reduction<D>;
  /** The greatest element over axes: `np.max`. */
  readonly max: Reduction<D>;
  /** Whether any element over axes is true: `np.any`. */
  readonly any: Reduction<'bool'>;
  /** Whether all elements over axes are true: `np.all`. */
  readonly all: Reduction<'bool'>;
}
