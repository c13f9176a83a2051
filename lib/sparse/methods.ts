/**
 * The methods of sparse matrices: functions of the room with the matrix as first argument. `A.add(B)` is `sparse.add(A, B)`; documentation
 * stands at the functions. Results of matrices in compressed columns, and of coordinates, are in compressed rows.
 */
import type { Complex, NDArray, OutOption } from '../array/index.js';
import { asMethod, growing } from '../base/index.js';
import type { AnySparse } from './any-format.js';
import { argmax, argmin } from './arg-extremes.js';
import { add, divide, maximum, minimum, multiply, power, subtract } from './arithmetic.js';
import type { MatrixIndex, Places } from './axis-places.js';
import { equal, greater, greaterEqual, less, lessEqual, notEqual } from './comparisons.js';
import { CooArray } from './coo.js';
import { CscArray } from './csc.js';
import { CsrArray } from './csr.js';
import { ELEMENT_FUNCTIONS } from './elements.js';
import { asformat, toarray, tocoo, tocsc, tocsr } from './formats.js';
import { nanmax, nanmin } from './nan-extremes.js';
import { eliminateZeros, nonzero, reshape, withDiagonal } from './parts.js';
import { matmul, rmatmat, rmatvec } from './products.js';
import { countNonzero, diagonal, max, mean, min, sum, trace } from './reductions.js';
import { get, getcol, getrow, slice } from './selection.js';

const sparseMethods = {
  ...ELEMENT_FUNCTIONS,
  add,
  subtract,
  sub: subtract,
  multiply,
  mul: multiply,
  divide,
  div: divide,
  maximum,
  minimum,
  power,
  pow: power,
  equal,
  notEqual,
  less,
  lessEqual,
  greater,
  greaterEqual,
  matmul,
  dot: matmul,
  rmatvec,
  rmatmat,
  argmax,
  argmin,
  countNonzero,
  diagonal,
  max,
  mean,
  min,
  nanmax,
  nanmin,
  sum,
  trace,
  eliminateZeros,
  nonzero,
  reshape,
  withDiagonal,
  asformat,
  toarray,
  tocoo,
  tocsc,
  tocsr,
  get,
  getcol,
  getrow,
  slice,
};

/** A function without its first parameter. */
type Method<F> = F extends (A: never, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;
type Methods = { readonly [Name in keyof typeof sparseMethods]: Method<(typeof sparseMethods)[Name]> };

/** With a sparse matrix or 0 the result is sparse; with an array it is an array. */
interface SumMethod {
  (B: CsrArray | AnySparse | number): CsrArray;
  (B: NDArray): NDArray;
}
/** By a sparse matrix the result is an array. */
interface QuotientMethod {
  (x: NDArray | number | Complex): CsrArray;
  (B: CsrArray | AnySparse): NDArray;
}
interface ProductMethod {
  (x: NDArray, options?: OutOption): NDArray;
  (B: CsrArray | AnySparse): CsrArray;
}
/** Elements for numbers and lists, a matrix where slices are. */
interface GetMethod {
  (mask: CsrArray | AnySparse): NDArray;
  (row: number | Places, column: number | Places): NDArray;
  (row: MatrixIndex, column?: MatrixIndex): CsrArray;
}
/** Methods of which the result's type follows from an argument's. */
interface TypedMethods {
  readonly add: SumMethod;
  readonly subtract: SumMethod;
  readonly sub: SumMethod;
  readonly divide: QuotientMethod;
  readonly div: QuotientMethod;
  readonly matmul: ProductMethod;
  readonly dot: ProductMethod;
  readonly get: GetMethod;
}

declare module './csr.js' {
  interface CsrArray extends Omit<Methods, keyof TypedMethods>, TypedMethods {}
}

declare module './csc.js' {
  interface CscArray extends Omit<Methods, keyof TypedMethods | 'tocsc' | 'tocsr'>, Omit<TypedMethods, 'matmul'> {}
}
declare module './coo.js' {
  interface CooArray extends Omit<Methods, keyof TypedMethods | 'tocoo' | 'tocsr'>, TypedMethods {}
}

// Matrices of other formats have the methods of which they have none of their own; calls put them in compressed rows (`any-format.ts`).
for (const [name, fn] of Object.entries(sparseMethods))
  for (const { prototype } of [CsrArray, CscArray, CooArray])
    if (!Object.hasOwn(prototype, name))
      Object.defineProperty(growing(prototype), name, { value: asMethod(fn), writable: true, configurable: true });
