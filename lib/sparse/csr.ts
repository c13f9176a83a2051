/**
 * Compressed sparse rows, as three arrays of the array library (thesis section 7.2): `indptr`, `indices`, `data`. The first two are the
 * matrix's structure, which matrices with equal structure share; products are deferred tasks that fuse with the tasks around them. Made
 * by `csrArray`, `readMatrixMarket` and the generators.
 */
import { inspect } from 'node:util';
import { addAt, asarray, NDArray, type OutOption, zeros } from '../array/index.js';
import { DTypeError, declareMethods, either, instanceOf, type Kind, NUMBER, options, ShapeError } from '../base/index.js';
import { asDType, type DType, float64, isStored, promote } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { formatShape, internView, type Shape, sameShape } from '../shape/index.js';
import { broadcastView, checkUsable, sliceView } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import type { CompressedRows } from './coordinates.js';
import { diagonalKind, productKind, runProductKind, transposedProductKind } from './kernels.js';
import { DTYPE, OUT, VECTOR } from './kinds.js';
import { type Structure, structureOf } from './structure.js';
import { rowsOf, transposedOf } from './transposed.js';
import { fresh } from './vectors.js';

/** Entries for each column from which on it pays to add products up by blocks: as many bins for each of 64 blocks are half as many. */
const MANY_ENTRIES = 128;

/**
 * A sparse matrix in compressed rows; float64 or float32 values, 32-bit indices. Its values can be written in place (`data`),
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

  /** The values, for a program that may write them: snapshots keep the earlier ones. */
  #expose(): NDArray {
    if (this.#lent) this.#values = this.#values.copy();
    this.#lent = false;
    this.#exposed = true;
    return this.#values;
  }

  /** The matrix's values, to be read. */
  static valuesOf(matrix: CsrArray): NDArray {
    return matrix.#values;
  }
  /** A matrix of these values at a matrix's entries; the structure is shared. */
  static withValues(matrix: CsrArray, values: NDArray): CsrArray {
    return matrix.#withData(values);
  }
  /** Whether values of a dtype are those of sparse matrices. */
  static holds(dtype: DType): boolean {
    return dtype.kind === 'float' && !isStored(dtype);
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

  /**
   * The product with a vector (columns,) or a matrix (columns, k): an array (rows,) or (rows, k) of the promoted dtype.
   * With `out`, an array of just that shape and dtype, it goes there. Throws `ShapeError` when sizes differ, `DTypeError` for an `out` of
   * a different dtype, `ArgumentError` for one that cannot be written.
   */
  matmul(x: NDArray, options?: OutOption): NDArray {
    if ((x.ndim !== 1 && x.ndim !== 2) || x.view.shape[0] !== this.shape[1]) {
      throw new ShapeError(
        `matmul: a sparse matrix of ${formatShape(this.shape)} multiplies an array of (${this.shape[1]},) or (${this.shape[1]}, k), got ${formatShape(x.view.shape)}`,
      );
    }
    const dtype = promote(this.dtype, x.dtype);
    const domain: Shape = x.ndim === 1 ? [this.shape[0]] : [this.shape[0], x.view.shape[1]];
    const out = options?.out;
    if (out !== undefined) {
      checkOut(out, dtype, domain);
      const apart = out.root !== x.root && out.root !== this.#values.root && out.view === out.root.view;
      if (!apart) return out.assign(this.matmul(x));
    }
    const { runs } = this.#structure;
    const typed = x.dtype === dtype ? x : x.astype(dtype);
    const result = out ?? fresh(dtype, domain);
    return runs === null || x.ndim === 2
      ? this.#launch(productKind(dtype), result, typed)
      : this.#launch(runProductKind(dtype), result, typed, runs);
  }

  /** The main diagonal, absent entries as zeros: an array of (min(rows, columns),). */
  diagonal(): NDArray {
    return this.#launch(diagonalKind(this.dtype), fresh(this.dtype, [Math.min(...this.shape)]));
  }

  /** The matrix with every value multiplied by a number (or 0-d array); the structure is shared. */
  multiply(factor: number | NDArray): CsrArray {
    if (typeof factor !== 'number' && factor.ndim !== 0) {
      throw new ShapeError(
        `multiply: expected a number or a 0-d array, got an array of ${formatShape(factor.view.shape)}; to scale rows use scaleRows`,
      );
    }
    return this.#withData(this.#values.multiply(factor));
  }

  /** Row i multiplied by `factors[i]`, an array of (rows,): the product diag(factors) · A. */
  scaleRows(factors: NDArray): CsrArray {
    if (factors.ndim !== 1 || factors.view.shape[0] !== this.shape[0]) {
      throw new ShapeError(`scaleRows: expected one factor a row, (${this.shape[0]},), got ${formatShape(factors.view.shape)}`);
    }
    return this.#withData(this.#values.multiply(factors.take(rowsOf(this.#structure))));
  }

  /** The matrix with its values converted to float64 or float32. Throws `DTypeError` for other dtypes. */
  astype(dtype: DType | 'float64' | 'float32'): CsrArray {
    const to = asDType(dtype);
    if (to.kind !== 'float' || isStored(to))
      throw new DTypeError(`astype: sparse matrices hold float64 or float32, got ${to.name}`);
    return to === this.dtype ? this : this.#withData(this.#values.astype(to));
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
   * The transpose's product with a vector (rows,): an array (columns,) of the promoted dtype. The transpose is not made: with many
   * entries for each column their products are added up where they are, in blocks of entries that are combined in order; with few
   * the values are read in the transpose's order, for which its structure is found once. Throws `ShapeError` when sizes differ.
   *
   * @example
   * const A = sparse.csrArray([[1, 2], [0, 3]]);
   * await A.rmatvec(np.asarray([1, 1])).tolist(); // [1, 5]
   */
  rmatvec(x: NDArray): NDArray {
    const [rows, cols] = this.shape;
    if (x.ndim !== 1 || x.view.shape[0] !== rows) {
      throw new ShapeError(
        `rmatvec: the transpose of a sparse matrix of ${formatShape(this.shape)} multiplies an array of (${rows},), got ${formatShape(x.view.shape)}`,
      );
    }
    const dtype = promote(this.dtype, x.dtype);
    const data = this.dtype === dtype ? this.#values : this.#values.astype(dtype);
    if (this.nnz >= MANY_ENTRIES * cols) {
      return addAt(zeros([cols], { dtype }), this.indices, data.multiply(x.take(rowsOf(this.#structure))));
    }
    const { structure, places } = transposedOf(this.#structure);
    const typed = x.dtype === dtype ? x : x.astype(dtype);
    for (const used of [data, typed]) checkUsable(used, 'rmatvec');
    const out = fresh(dtype, [cols]);
    const { low, high, indices } = structure;
    runtime().launch(transposedProductKind(dtype), [cols], [out, low, high, indices, places, data, typed]);
    return out;
  }

  /** All elements, zeros included, as an array of (rows, columns). Waits for the values. */
  toDense(): NDArray {
    const host = hostRows(this);
    const [rows, cols] = this.shape;
    const dense = new Float64Array(rows * cols);
    for (let i = 0; i < rows; i++)
      for (let k = host.ptr[i]; k < host.ptr[i + 1]; k++) dense[i * cols + host.col[k]] = host.value[k];
    const typed = this.dtype === float64 ? dense : Float32Array.from(dense);
    const store = runtime().upload(typed, this.dtype, this.shape);
    return new NDArray(store.root, store.view, store.token);
  }

  #withData(data: NDArray): CsrArray {
    return new CsrArray(this.#structure, data);
  }

  /** Launches a kind over the rows of `out`, its first argument, which it gives back. */
  #launch(kind: TaskKind, out: NDArray, ...more: NDArray[]): NDArray {
    const { indptr, indices, low, high } = this.#structure;
    for (const used of [out, indptr, indices, this.#values, ...more]) checkUsable(used, 'sparse matrix');
    const { dtype, shape } = out;
    const data = this.dtype === dtype ? this.#values : this.#values.astype(dtype);
    runtime().launch(kind, shape, [out, overDomain(low, shape), overDomain(high, shape), indices, data, ...more]);
    return out;
  }
}

export const CSR: Kind<CsrArray> = instanceOf('a sparse matrix', CsrArray);

declareMethods(CsrArray, {
  toString: [],
  matmul: [VECTOR, options(OUT)],
  diagonal: [],
  multiply: [either(NUMBER, VECTOR)],
  scaleRows: [VECTOR],
  astype: [DTYPE],
  copy: [],
  snapshot: [],
  transpose: [],
  rmatvec: [VECTOR],
  toDense: [],
});

function checkOut(out: NDArray, dtype: DType, shape: Shape): void {
  if (!sameShape(out.view.shape, shape))
    throw new ShapeError(`matmul: a product of ${formatShape(shape)} does not fit an out of ${formatShape(out.view.shape)}`);
  if (out.dtype !== dtype)
    throw new DTypeError(`matmul: a product of ${dtype.name} needs an out of that dtype, got ${out.dtype.name}`);
}

/** Row bounds as the domain sees them: the first rows only, the same in every column. */
function overDomain(bounds: NDArray, domain: Shape): NDArray {
  const rows = sliceView(bounds.view, 0, 0, domain[0], 1);
  if (domain.length === 1) return view(bounds, rows);
  return view(bounds, broadcastView(internView([domain[0], 1], [1, 0], rows.offset), domain));
}

function view(x: NDArray, v: NDArray['view']): NDArray {
  return v === x.view ? x : new NDArray(x.source, v, x.held);
}

/** The three arrays on the host. Waits for them. */
export function hostRows(matrix: CsrArray): CompressedRows {
  const { shape, indptr, indices } = matrix;
  const rt = runtime();
  return {
    shape,
    ptr: Int32Array.from(rt.readSync(indptr), Number),
    col: Int32Array.from(rt.readSync(indices), Number),
    value: Float64Array.from(rt.readSync(CsrArray.valuesOf(matrix)), Number),
  };
}

/** Uploads compressed rows. */
export function fromCompressed(matrix: CompressedRows, dtype: DType = float64): CsrArray {
  const value = dtype === float64 ? matrix.value : Float32Array.from(matrix.value);
  return new CsrArray(structureOf(matrix), asarray(value));
}

Object.defineProperty(CsrArray.prototype, inspect.custom, {
  value(this: CsrArray): string {
    return this.toString();
  },
});
