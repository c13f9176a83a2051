/**
 * Compressed sparse rows, as three arrays of the array library (thesis section 7.2): `indptr`, `indices`, `data`. The first two are the
 * matrix's structure, which matrices with equal structure share; products are deferred tasks that fuse with the tasks around them. Made
 * by `csrArray`, `readMatrixMarket` and the generators.
 */
import { inspect } from 'node:util';
import { asarray, assignAt, conj, type DTypeLike, imag, type NDArray, real, zeros, zerosLike } from '../array/index.js';
import { declareMethods, HELD, hasNoForms, instanceOf, type Kind, ShapeError } from '../base/index.js';
import { type DType, float64, int64, type TypedArray } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape } from '../shape/index.js';
import type { CompressedRows } from './coordinates.js';
import { DTYPE, VECTOR } from './kinds.js';
import { type Structure, structureOf } from './structure.js';
import { rowsOf, transposedOf } from './transposed.js';
import { holds, inDType, isComplex, partsOf, valueDType } from './values.js';

/**
 * A sparse matrix in compressed rows; values of any dtype but float16, complex ones among them; 32-bit indices. Its values can be written in place (`data`),
 * its structure cannot: for different places of entries make a new matrix.
 *
 * @example
 * const A = sparse.poisson2d(100);
 * const y = A.matmul(np.ones([10_000])); // deferred, like any array operation
 * await y.max().item(); // 2
 */
export class CsrArray {
  /** The value of each entry. */
  declare readonly data: NDArray;
  readonly #structure: Structure;
  #values: NDArray;
  /** Whether the program has had `data`, and can write the values. */
  #exposed = false;
  /** Whether a matrix and a snapshot of it have one array of values: the first that gives it out gets its own. */
  #lent = false;

  constructor(structure: Structure, data: NDArray) {
    this.#structure = structure;
    this.#values = data;
    // Enumerable and the matrix's own: `assert.deepStrictEqual` tells matrices apart by it.
    Object.defineProperty(this, 'data', { get: () => this.#expose(), enumerable: true });
  }

  [HELD](): readonly object[] {
    return [this.#values];
  }

  /** The values, for a program that may write them: snapshots keep the earlier ones. */
  #expose(): NDArray {
    if (this.#lent) this.#values = runtime().lasting(() => this.#values.copy());
    this.#lent = false;
    this.#exposed = true;
    return this.#values;
  }

  /** The matrix's values, to be read. */
  static valuesOf(matrix: CsrArray): NDArray {
    return matrix.#values;
  }
  /** The matrix's structure, which no other matrix can change. */
  static structureOf(matrix: CsrArray): Structure {
    return matrix.#structure;
  }
  /** A matrix of these values at a matrix's entries; the structure is shared. */
  static withValues(matrix: CsrArray, values: NDArray): CsrArray {
    return matrix.#withData(values);
  }
  /** Whether values of a dtype are those of sparse matrices. */
  static holds(dtype: DType): boolean {
    return holds(dtype);
  }

  get shape(): readonly [number, number] {
    return this.#structure.shape;
  }
  /** Row i's entries are `indptr[i]` to below `indptr[i + 1]`; int32, one more than rows. Read-only. */
  get indptr(): NDArray {
    return this.#structure.indptr;
  }
  /** The column of each entry, ascending within a row; int32. Read-only. */
  get indices(): NDArray {
    return this.#structure.indices;
  }
  /** Number of stored entries. */
  get nnz(): number {
    return this.#values.size;
  }
  get dtype(): DType {
    return this.#values.dtype;
  }
  get ndim(): 2 {
    return 2;
  }
  /** As SciPy's: size, dtype and entries, none of them. */
  toString(): string {
    return `<CsrArray (${this.shape.join(', ')}) of ${this.dtype.name} with ${this.nnz} stored entries>`;
  }
  /** The transpose; see `transpose`. */
  get T(): CsrArray {
    return this.transpose();
  }

  /** The conjugate transpose. */
  get H(): CsrArray {
    return this.transpose().conj();
  }
  /** The real parts at all entries, a matrix that is written apart from this one; a real matrix itself. */
  get real(): CsrArray {
    return isComplex(this) ? this.#withData(real(this.#values).copy()) : this;
  }
  /** The imaginary parts at all entries; of a real matrix zeros. */
  get imag(): CsrArray {
    return this.#withData(isComplex(this) ? imag(this.#values).copy() : zerosLike(this.#values));
  }

  /** The conjugates of the elements; of a real matrix itself. */
  conj(): CsrArray {
    return isComplex(this) ? this.#withData(conj(this.#values)) : this;
  }
  /** As `conj`. */
  conjugate(): CsrArray {
    return this.conj();
  }

  /** Row i multiplied by `factors[i]`, an array of (rows,): the product diag(factors) · A. */
  scaleRows(factors: NDArray): CsrArray {
    if (factors.ndim !== 1 || factors.shape[0] !== this.shape[0]) {
      throw new ShapeError(`scaleRows: expected one factor a row, (${this.shape[0]},), got ${formatShape(factors.shape)}`);
    }
    return this.#withData(this.#values.multiply(factors.take(rowsOf(this.#structure))));
  }

  /** The matrix with its values converted. Throws `DTypeError` for float16, and for a real dtype of a complex matrix. */
  astype(dtype: DTypeLike): CsrArray {
    const to = valueDType(dtype, 'astype');
    return to === this.dtype ? this : this.#withData(inDType(this.#values, to));
  }

  /** The matrix with values of its own; the structure is shared. */
  copy(): CsrArray {
    return this.#withData(this.#values.copy());
  }

  /**
   * The matrix with the values of now, apart from what is written to `data` later; the structure is shared. Values are copied only where
   * the program has had `data` and could write them.
   */
  snapshot(): CsrArray {
    if (this.#exposed) return this.copy();
    const snapshot = this.#withData(this.#values);
    this.#lent = snapshot.#lent = true;
    return snapshot;
  }

  /** Rows as columns, with values of its own. Its structure is found once for all matrices that share this one's. */
  transpose(): CsrArray {
    const { structure, places } = transposedOf(this.#structure);
    return new CsrArray(structure, this.#values.take(places));
  }

  /**
   * All elements, zeros included, as an array of (rows, columns); SciPy's name is `toarray`.
   *
   * @example
   * await sparse.eye(2).toDense().tolist(); // [[1, 0], [0, 1]]
   */
  toDense(): NDArray {
    const [rows, cols] = this.shape;
    const dense = zeros([rows * cols], { dtype: this.dtype });
    if (this.nnz > 0) {
      const first = rowsOf(this.#structure).astype(int64).multiply(cols);
      assignAt(dense, first.add(this.indices), this.#values);
    }
    return dense.reshape([rows, cols]);
  }

  #withData(data: NDArray): CsrArray {
    return new CsrArray(this.#structure, data);
  }
}

export const CSR: Kind<CsrArray> = instanceOf('a sparse matrix', CsrArray);

/** The methods of the class itself; further ones are functions of the room (`methods.ts`). */
type Own = 'toString' | 'conj' | 'conjugate' | 'scaleRows' | 'astype' | 'copy' | 'snapshot' | 'transpose' | 'toDense';

hasNoForms(CsrArray);
declareMethods<Pick<CsrArray, Own>>(CsrArray, {
  toString: [],
  conj: [],
  conjugate: [],
  scaleRows: [VECTOR],
  astype: [DTYPE],
  copy: [],
  snapshot: [],
  transpose: [],
  toDense: [],
});

/** The values on the host: one list, or those of real and of imaginary parts. Waits for them. */
export function hostParts(matrix: CsrArray): readonly TypedArray[] {
  return partsOf(CsrArray.valuesOf(matrix)).map((part) => runtime().readSync(part));
}

/** Uploads compressed rows. */
export function fromCompressed(matrix: CompressedRows, dtype: DType = float64): CsrArray {
  return new CsrArray(structureOf(matrix), asarray(dtype === float64 ? matrix.value : Float32Array.from(matrix.value)));
}

Object.defineProperty(CsrArray.prototype, inspect.custom, {
  value(this: CsrArray): string {
    return this.toString();
  },
});
