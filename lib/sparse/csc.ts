/** Compressed columns: a matrix as the compressed rows of its transpose, for programs and files that have them. */
import { inspect } from 'node:util';
import type { DTypeLike, NDArray, OutOption } from '../array/index.js';
import { declareMethods, HELD, hasNoForms, type Kind, kind, options } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import type { AnySparse } from './any-format.js';
import type { CsrArray } from './csr.js';
import { DTYPE, OUT, VECTOR } from './kinds.js';
import { deliveredTo, noneGiven } from './out.js';
import { rmatmat, rmatvec } from './products.js';
import { isArray } from './values.js';

/**
 * A sparse matrix in compressed columns; made by `cscArray` and `tocsc`. Column j has the rows `indices[indptr[j] … indptr[j + 1])`. It
 * multiplies as it is; functions and methods take it, and give results in compressed rows.
 *
 * @example
 * const M = sparse.cscArray({ data: [1, 2, 3], indices: [0, 1, 1], indptr: [0, 1, 3], shape: [2, 2] });
 * await M.toDense().tolist();                // [[1, 0], [0, 5]]
 * await M.matmul(np.asarray([1, 1])).tolist(); // [1, 5]
 */
export class CscArray {
  readonly #transposed: CsrArray;

  constructor(transposed: CsrArray) {
    this.#transposed = transposed;
  }

  [HELD](): readonly object[] {
    return [this.#transposed];
  }

  /** The value of each entry. */
  get data(): NDArray {
    return this.#transposed.data;
  }
  /** The row of each entry, ascending within a column; int32. Read-only. */
  get indices(): NDArray {
    return this.#transposed.indices;
  }
  /** Column j's entries are `indptr[j]` to below `indptr[j + 1]`; int32. Read-only. */
  get indptr(): NDArray {
    return this.#transposed.indptr;
  }
  get shape(): readonly [number, number] {
    const [cols, rows] = this.#transposed.shape;
    return [rows, cols];
  }
  /** Number of stored entries. */
  get nnz(): number {
    return this.#transposed.nnz;
  }
  get dtype(): DType {
    return this.#transposed.dtype;
  }
  get ndim(): 2 {
    return 2;
  }
  /** The transpose, in compressed rows: nothing is copied until values are written. */
  get T(): CsrArray {
    return this.transpose();
  }
  /** The transpose, in compressed rows. */
  transpose(): CsrArray {
    return this.#transposed.snapshot();
  }
  /**
   * The product with a vector (columns,) or a matrix (columns, k); an array, which goes to `out` where that is given. Throws `ShapeError` when sizes
   * differ, `DTypeError` for an `out` of a different dtype.
   */
  matmul(x: NDArray, options?: OutOption): NDArray;
  /** The product with a sparse matrix, in compressed rows. */
  matmul(B: CsrArray | AnySparse): CsrArray;
  matmul(x: NDArray | CsrArray | AnySparse, { out }: OutOption = {}): NDArray | CsrArray {
    if (isArray(x)) return deliveredTo(x.ndim === 1 ? rmatvec(this.#transposed, x) : rmatmat(this.#transposed, x), out);
    if (out !== undefined) throw noneGiven();
    return this.tocsr().matmul(x);
  }
  /** The conjugate transpose, in compressed rows. */
  get H(): CsrArray {
    return this.#transposed.snapshot().conj();
  }
  /** The conjugates of the elements; values are copied. */
  conj(): CscArray {
    return new CscArray(this.#transposed.conj().snapshot());
  }
  /** The conjugates of the elements; values are copied. */
  conjugate(): CscArray {
    return this.conj();
  }
  /** The real parts at all entries. */
  get real(): CscArray {
    return new CscArray(this.#transposed.real.snapshot());
  }
  /** The imaginary parts at all entries; of a real matrix zeros. */
  get imag(): CscArray {
    return new CscArray(this.#transposed.imag);
  }
  /** The matrix with its values converted. Throws `DTypeError` for float16, and for a real dtype of a complex matrix. */
  astype(dtype: DTypeLike): CscArray {
    const made = this.#transposed.astype(dtype);
    return made === this.#transposed ? this : new CscArray(made);
  }
  /** The matrix with values of its own. */
  copy(): CscArray {
    return new CscArray(this.#transposed.copy());
  }
  /** The matrix with the values of now: later writes to `data` do not reach it. */
  snapshot(): CscArray {
    return new CscArray(this.#transposed.snapshot());
  }
  /** The matrix itself. */
  tocsc(): CscArray {
    return this;
  }
  /** In compressed rows; values are copied, deferred. */
  tocsr(): CsrArray {
    return this.#transposed.transpose();
  }
  /** All elements, zeros included, as an array of (rows, columns). */
  toDense(): NDArray {
    return this.tocsr().toDense();
  }
  toString(): string {
    return `<CscArray (${this.shape.join(', ')}) of ${this.dtype.name} with ${this.nnz} stored entries>`;
  }
}

const FACTOR: Kind<NDArray | AnySparse> = kind(
  `${VECTOR.expected}, or a sparse matrix`,
  (given) => isArray(given) || typeof (given as Partial<AnySparse> | null | undefined)?.tocsr === 'function',
);

hasNoForms(CscArray);
/** The methods of the class itself; further ones are functions of the room (`methods.ts`). */
type Own =
  | 'transpose'
  | 'conj'
  | 'conjugate'
  | 'matmul'
  | 'astype'
  | 'copy'
  | 'snapshot'
  | 'tocsc'
  | 'tocsr'
  | 'toDense'
  | 'toString';
declareMethods<Pick<CscArray, Own>>(CscArray, {
  transpose: [],
  conj: [],
  conjugate: [],
  matmul: [FACTOR, options(OUT)],
  astype: [DTYPE],
  copy: [],
  snapshot: [],
  tocsc: [],
  tocsr: [],
  toDense: [],
  toString: [],
});

Object.defineProperty(CscArray.prototype, inspect.custom, {
  value(this: CscArray): string {
    return this.toString();
  },
});
