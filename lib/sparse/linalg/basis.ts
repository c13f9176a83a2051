/**
 * The basis of Krylov and Schur's method, its vectors by rows: filled vector after vector, each made orthogonal twice against all before it, and
 * combined where the method restarts. Here it is an array of the library, whose steps are issued without a wait; `host-basis.ts` keeps small ones in
 * a typed array.
 */
import { asarray, complex, concat, type NDArray, real, sqrt, stack, vdot, where, zeros } from '../../array/index.js';
import type { DType } from '../../dtype/index.js';
import { inDType, isComplexType, partsOf, typeOfParts } from '../values.js';
import { dot } from '../vectors.js';
import { apartFrom } from './orthogonal.js';
import { arrayOf, type Block } from './projected.js';

type Product = (v: NDArray) => NDArray;

/** The products of the operator with vectors of the basis. */
export interface Filled {
  /** By vector: its part along each row up to its own, one list behind the other; parts of complex numbers by turns. */
  readonly parts: ArrayLike<number>;
  /** By vector: the square of the length that is left. */
  readonly squares: ArrayLike<number>;
}

/** So many vectors and one behind them. */
export interface Basis {
  /** Puts a vector of length 1 into a row; its part along the rows before is taken out. */
  put(row: number, v: NDArray): void;
  /** Applies the operator to each row from one on, and puts what is left of the product into the next row. */
  fill(from: number): Filled | Promise<Filled>;
  /** Rows that are the basis's combined by the columns of a matrix. */
  combined(by: Block): NDArray;
  /** Combinations take the place of the rows, and the vector behind these is behind them. */
  restart(by: Block): void;
}

/** Of which operator, how many vectors. */
export interface BasisOf {
  readonly size: number;
  readonly dtype: DType;
  readonly basis: number;
  readonly apply: Product;
  /** The inner product is that of x and B y for a positive definite B; null for the identity. */
  readonly metric: Product | null;
}

/** A basis in an array. */
export class ArrayBasis implements Basis {
  readonly #of: BasisOf;
  readonly #isComplex: boolean;
  readonly #metric: Product;
  #rows: NDArray;

  constructor(of: BasisOf) {
    this.#of = of;
    this.#isComplex = isComplexType(of.dtype);
    this.#metric = of.metric ?? ((v) => v);
    this.#rows = zeros([of.basis + 1, of.size], { dtype: of.dtype });
  }

  put(row: number, v: NDArray): void {
    const { rest } = this.#beside(v, row);
    this.#store(row, rest, this.#squareOf(rest));
  }

  async fill(from: number): Promise<Filled> {
    const { apply, basis } = this.#of;
    const columns: NDArray[] = [];
    const lengths: NDArray[] = [];
    for (let j = from; j < basis; j++) {
      const { rest, part } = this.#beside(apply(this.#rows.slice(j)), j + 1);
      const square = this.#squareOf(rest);
      this.#store(j + 1, rest, square);
      columns.push(...(part === null ? [] : [part]));
      lengths.push(square);
    }
    const [parts, squares] = await Promise.all([concat(columns).data(), stack(lengths).data()]);
    return { parts: parts as Float64Array, squares: squares as Float64Array };
  }

  combined(by: Block): NDArray {
    const { basis, dtype } = this.#of;
    const part = typeOfParts(dtype);
    const rows = this.#rows.slice(`0:${basis}`);
    const factors = partsOf(arrayOf(by).T).map((of) => of.astype(part));
    if (factors.length === 1) return factors[0].matmul(rows);
    if (this.#isComplex) return complex(factors[0], factors[1]).matmul(rows);
    return complex(factors[0].matmul(rows), factors[1].matmul(rows));
  }

  restart(by: Block): void {
    const { basis, size, dtype } = this.#of;
    const next = zeros([basis + 1, size], { dtype });
    next.slice(`0:${by.columns}`).assign(this.combined(by));
    next.slice(by.columns).assign(this.#rows.slice(basis));
    this.#rows = next;
  }

  /** The square of a vector's length, 0-d. */
  #squareOf(v: NDArray): NDArray {
    const image = this.#metric(v);
    return this.#isComplex ? real(vdot(v, image)) : dot(v, image);
  }

  #store(row: number, v: NDArray, square: NDArray): void {
    const inverse = where(square.greater(0), sqrt(square).reciprocal(), 0);
    this.#rows.slice(row).assign(v.multiply(inverse.astype(typeOfParts(this.#of.dtype))));
  }

  /** A vector without its part in the first rows, and that part. */
  #beside(v: NDArray, count: number): { rest: NDArray; part: NDArray | null } {
    if (count === 0) return { rest: v, part: null };
    const { rest, parts } = apartFrom(this.#rows.slice(`0:${count}`), v, (x) => this.#metric(x));
    return { rest, part: parts };
  }
}

/** A vector in the basis's dtype from its parts. */
export function vectorOf(parts: readonly Float64Array[], dtype: DType): NDArray {
  const [re, im] = parts.map((part) => asarray(part));
  return inDType(im === undefined ? re : complex(re, im), dtype);
}
