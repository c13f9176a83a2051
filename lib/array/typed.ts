/**
 * Types that follow dtypes and ranks: `NDArray<'float64', 2>`. Both are `any` where the compiler cannot tell them, as behind `slice` or for a
 * dtype in a variable: such an array goes wherever one of known types does, and back.
 */
// biome-ignore-all lint/suspicious/noExplicitAny: any is the type that is not known
import type { ComplexName, DTypeName, ElementsOf, FloatName } from '../dtype/index.js';
import type { Complex, DTypeLike } from './convert.js';
import type { NDArray } from './ndarray.js';
import type { Scalar } from './operand.js';
import type { NestedList } from './read.js';

/** Names of dtypes, the complex ones included. */
export type Name = DTypeName | ComplexName;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** An element as `item` gives it. */
export type ItemOf<D> =
  IsAny<D> extends true
    ? any
    : D extends 'bool'
      ? boolean
      : D extends 'int64' | 'uint64'
        ? number | bigint
        : D extends ComplexName
          ? Complex
          : number;

type TypedArrays = { [Name in DTypeName]: ElementsOf<Name> } & { complex64: Float32Array; complex128: Float64Array };

/** Floats of fewer bits than float32. */
type CompactName = Exclude<FloatName, 'float32' | 'float64'>;

/** The elements as `data` gives them. */
export type DataOf<D> = IsAny<D> extends true ? any : D extends Name ? TypedArrays[D] : never;

/** The elements as `tolist` gives them. */
export type ListOf<D, R> =
  IsAny<R> extends true
    ? any
    : R extends 0
      ? ItemOf<D>
      : R extends 1
        ? ItemOf<D>[]
        : R extends 2
          ? ItemOf<D>[][]
          : R extends 3
            ? ItemOf<D>[][][]
            : NestedList;

/** The dtype of functions such as `sqrt`: of integers and bools float64. */
export type FloatOf<D> = IsAny<D> extends true ? any : D extends FloatName | ComplexName ? D : 'float64';
/** The dtype of sums: small integers are added as 64-bit ones. */
export type SumOf<D> =
  IsAny<D> extends true
    ? any
    : D extends 'uint8' | 'uint16' | 'uint32' | 'uint64'
      ? 'uint64'
      : D extends 'bool' | 'int8' | 'int16' | 'int32' | 'int64'
        ? 'int64'
        : D;

type Narrow = 'bool' | 'int8' | 'int16' | 'uint8' | 'uint16';

/** The dtype that two have in common, for pairs with floats, with bools, and of one dtype; `any` for others. */
type Promoted<A, B> =
  IsAny<A> extends true
    ? any
    : IsAny<B> extends true
      ? any
      : [A, B] extends [B, A]
        ? A
        : A extends ComplexName
          ? any
          : B extends ComplexName
            ? any
            : A extends 'bool'
              ? B
              : B extends 'bool'
                ? A
                : 'float64' extends A | B
                  ? 'float64'
                  : [Extract<A | B, CompactName>] extends [never]
                    ? A extends 'float32'
                      ? B extends Narrow
                        ? 'float32'
                        : 'float64'
                      : B extends 'float32'
                        ? A extends Narrow
                          ? 'float32'
                          : 'float64'
                        : any
                    : any;

/** The dtype of arithmetic with an operand: a number does not widen a float, and may have a fraction beside integers. */
export type WithOperand<D, B> =
  B extends NDArray<infer E, any> ? Promoted<D, E> : B extends number ? (D extends FloatName | ComplexName ? D : any) : any;

/** The rank beside an operand: of arrays of one rank, and beside numbers. */
export type RankWith<R, B> = B extends NDArray<any, infer S> ? ([R, S] extends [S, R] ? R : any) : B extends Scalar ? R : any;

/** The rank of a shape. */
export type RankOf<S> = S extends number
  ? 1
  : S extends readonly unknown[]
    ? number extends S['length']
      ? any
      : S['length']
    : any;

/** The dtype that an option says, by its place or by name; `Default` without one. */
export type DTypeOf<O, Default> = O extends Name
  ? O
  : O extends { readonly dtype: infer D }
    ? D extends Name
      ? D
      : D extends null
        ? Default
        : any
    : O extends null | undefined
      ? Default
      : any;

/** The dtype and the rank of numbers in nested Arrays, of typed arrays, and of arrays. */
type ArrayOf<X, O> = [X] extends [never]
  ? NDArray
  : IsAny<X> extends true
    ? NDArray
    : X extends NDArray<infer D, infer R>
      ? NDArray<DTypeOf<O, D>, R>
      : X extends number
        ? NDArray<DTypeOf<O, 'float64'>, 0>
        : X extends boolean
          ? NDArray<DTypeOf<O, 'bool'>, 0>
          : X extends readonly number[]
            ? NDArray<DTypeOf<O, 'float64'>, 1>
            : X extends readonly boolean[]
              ? NDArray<DTypeOf<O, 'bool'>, 1>
              : X extends readonly (readonly number[])[]
                ? NDArray<DTypeOf<O, 'float64'>, 2>
                : X extends readonly (readonly (readonly number[])[])[]
                  ? NDArray<DTypeOf<O, 'float64'>, 3>
                  : X extends Float64Array
                    ? NDArray<DTypeOf<O, 'float64'>, 1>
                    : X extends Float32Array
                      ? NDArray<DTypeOf<O, 'float32'>, 1>
                      : X extends Int32Array
                        ? NDArray<DTypeOf<O, 'int32'>, 1>
                        : NDArray;

/** A function that fills a shape. */
export type Filling = <const S extends number | readonly number[], O extends How = undefined>(
  shape: S,
  how?: O,
) => NDArray<DTypeOf<O, 'float64'>, RankOf<S>>;
/** A function that converts. */
export type Converting<Given, Options> = <const X extends Given, O extends Options | How = undefined>(
  x: X,
  how?: O,
  more?: Omit<Options, 'dtype'>,
) => ArrayOf<X, O>;
type How = DTypeLike | { readonly dtype?: DTypeLike | null } | null | undefined;
