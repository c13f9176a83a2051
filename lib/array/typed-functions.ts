/** Functions with results of which the dtype and the rank follow from their arguments, as `typed-methods.ts` has them for methods. */
// biome-ignore-all lint/suspicious/noExplicitAny: any is the type that is not known
import type { Operand } from './apply.js';
import type { ArrayLike, NestedComplex } from './convert.js';
import type { UfuncMethods } from './element-wise.js';
import type { ReduceOptions } from './fold.js';
import type { NDArray } from './ndarray.js';
import type { Positional } from './positional.js';
import type { FloatOf, RankWith, SumOf, WithOperand } from './typed.js';
import type { UfuncOptions } from './ufunc-options.js';

type Any = Operand | NestedComplex;
type Out = Positional<UfuncOptions, 'out'>;

type DTypeIn<X> = X extends NDArray<infer D, any> ? D : any;
type RankIn<X> = X extends NDArray<any, infer R> ? R : any;
/** The common dtype of two operands, one of them an array. */
type Common<A, B> =
  A extends NDArray<infer D, any> ? WithOperand<D, B> : B extends NDArray<infer E, any> ? WithOperand<E, A> : any;
type CommonRank<A, B> = A extends NDArray<any, infer R> ? RankWith<R, B> : B extends NDArray<any, infer S> ? RankWith<S, A> : any;

type Like<X, D> = NDArray<D, RankIn<X>>;

/** `np.negative(x)`: the operand's dtype. With options, which may have a dtype, it is not known; so for all of these functions. */
export interface AlikeFunction {
  <X extends Any>(x: X): Like<X, DTypeIn<X>>;
  (x: Any, how?: Out): NDArray;
}
/** `np.sqrt(x)`: floats. */
export interface FloatFunction {
  <X extends Any>(x: X): Like<X, FloatOf<DTypeIn<X>>>;
  (x: Any, how?: Out): NDArray;
}
/** `np.isnan(x)`: bools. */
export interface TruthFunction {
  <X extends Any>(x: X): Like<X, 'bool'>;
  (x: Any, how?: Out): NDArray;
}

/** `np.add(x, y)`: the common dtype. */
export interface CommonFunction extends UfuncMethods {
  <A extends Any, B extends Any>(a: A, b: B): NDArray<Common<A, B>, CommonRank<A, B>>;
  (a: Any, b: Any, how?: Out): NDArray;
  readonly name: string;
}
/** `np.divide(x, y)`: floats. */
export interface QuotientFunction extends UfuncMethods {
  <A extends Any, B extends Any>(a: A, b: B): NDArray<FloatOf<Common<A, B>>, CommonRank<A, B>>;
  (a: Any, b: Any, how?: Out): NDArray;
  readonly name: string;
}
/** `np.less(x, y)`: bools. */
export interface ComparisonFunction extends UfuncMethods {
  <A extends Any, B extends Any>(a: A, b: B): NDArray<'bool', CommonRank<A, B>>;
  (a: Any, b: Any, how?: Out): NDArray;
  readonly name: string;
}

type Reduced<Rule, D> = Rule extends 'sum' ? SumOf<D> : Rule extends 'float' ? FloatOf<D> : Rule extends 'bool' ? 'bool' : D;

/** A function that folds axes: all of them without options. */
export interface Folding<Rule extends 'sum' | 'float' | 'bool' | 'alike', Options extends ReduceOptions> {
  <X extends ArrayLike>(x: X): NDArray<Reduced<Rule, DTypeIn<X>>, 0>;
  (x: ArrayLike, how?: Positional<Options, 'axis'>, more?: Omit<Options, 'axis'>): NDArray;
}
