/** Compressed columns: a matrix as the compressed rows of its transpose, for programs and files that have them. */
import { inspect } from 'node:util';
import type { NDArray } from '../array/index.js';
import { declareMethods, hasNoForms, type Kind, kind } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import type { AnySparse } from './any-format.js';
import type { CsrArray } from './csr.js';
import { VECTOR } from './kinds.js';
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
  /** The product with a vector (columns,) or a matrix (columns, k); an array. Throws `ShapeError` when sizes differ. */
  matmul(x: NDArray): NDArray;
  /** The product with a sparse matrix, in compressed rows. */
  matmul(B: CsrArray | AnySparse): CsrArray;
  matmul(x: NDArray | CsrArray | AnySparse): NDArray | CsrArray {
    if (!isArray(x)) return this.tocsr().matmul(x);
    return x.ndim === 1 ? rmatvec(this.#transposed, x) : rmatmat(this.#transposed, x);
  }
  /** The conjugate transpose, in compressed rows. */
  get H(): CsrArray {
    return this.#transposed.snapshot().conj();
  }
  /** The conjugates of the elements; values are copied. */
  conj(): CscArray {
    return new CscArray(this.#transposed.conj().snapshot());
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
declareMethods<Pick<CscArray, 'transpose' | 'conj' | 'matmul' | 'tocsc' | 'tocsr' | 'toDense' | 'toString'>>(CscArray, {
  transpose: [],
  conj: [],
  matmul: [FACTOR],
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
