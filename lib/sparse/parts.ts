/** Parts of sparse matrices by their places: triangles, entries that are not 0, a new shape, a new diagonal. */

import { asarray, type Complex, type NDArray, zeros } from '../array/index.js';
import { type ByPlace, either, INTEGER, type Kind, kind, listed, oneOf, optional, options, ShapeError } from '../base/index.js';
import { formatShape } from '../shape/index.js';
import { takesMatrices } from './any-format.js';
import { filtered, takenAt } from './arrange.js';
import { unionOf } from './combine.js';
import { checkMatrixShape, expandRows } from './coordinates.js';
import { isZero } from './create.js';
import { CSR, CsrArray, hostParts } from './csr.js';
import { SCALAR_VALUE, VECTOR } from './kinds.js';
import { ascending } from './lists.js';
import { replaced } from './merge.js';
import { placesOfDiagonal } from './reductions.js';
import { hostStructure, type Structure, structureOf } from './structure.js';
import { inDType, isArray } from './values.js';

/**
 * The lower triangle: entries at most `k` above the main diagonal.
 *
 * @example
 * await sparse.tril(sparse.csrArray([[1, 2], [3, 4]])).toDense().tolist(); // [[1, 0], [3, 4]]
 */
export const tril = takesMatrices(
  'tril',
  CSR,
  optional(INTEGER),
)((A: CsrArray, k = 0): CsrArray => filtered(A, (i, j) => j - i <= k));

/**
 * The upper triangle: entries at least `k` above the main diagonal.
 *
 * @example
 * await sparse.triu(sparse.csrArray([[1, 2], [3, 4]]), 1).toDense().tolist(); // [[0, 2], [0, 0]]
 */
export const triu = takesMatrices(
  'triu',
  CSR,
  optional(INTEGER),
)((A: CsrArray, k = 0): CsrArray => filtered(A, (i, j) => j - i >= k));

/**
 * The matrix without the entries that are 0: a new matrix, since the places of a matrix's entries do not change. Waits for the values.
 *
 * @example
 * sparse.csrArray({ data: [0, 5], row: [0, 1], col: [0, 1], shape: [2, 2] }).eliminateZeros().nnz; // 1
 */
export const eliminateZeros = takesMatrices(
  'eliminateZeros',
  CSR,
)((A: CsrArray): CsrArray => {
  const parts = hostParts(A);
  return filtered(A, (_row, _col, place) => parts.some((part) => !isZero(part[place])));
});

/** Elements and their places. */
export interface Found extends ByPlace<NDArray> {
  /** int32. */
  readonly row: NDArray;
  readonly col: NDArray;
  readonly data: NDArray;
}

/**
 * The elements that are not 0, row by row, and their rows and columns. Waits for the values.
 *
 * @example
 * const { row, col, data } = sparse.find(sparse.csrArray([[0, 7], [8, 0]]));
 * await row.tolist();  // [0, 1]
 * await data.tolist(); // [7, 8]
 */
export const find = takesMatrices(
  'find',
  CSR,
)((A: CsrArray): Found => {
  const kept = eliminateZeros(A);
  const pattern = hostStructure(CsrArray.structureOf(kept));
  const [row, col] = [asarray(expandRows(pattern)), asarray(pattern.col)];
  return listed('find', { row, col, data: CsrArray.valuesOf(kept) });
});

/**
 * The rows and the columns of the elements that are not 0, row by row; int32. Waits for the values.
 *
 * @example
 * const [row, col] = sparse.csrArray([[0, 7], [8, 0]]).nonzero();
 * await col.tolist(); // [1, 0]
 */
export const nonzero = takesMatrices(
  'nonzero',
  CSR,
)((A: CsrArray): [NDArray, NDArray] => {
  const { row, col } = find(A);
  return [row, col];
});

const SIZES: Kind<readonly number[]> = kind(
  'a shape of two sizes such as [2, 3]',
  (given) => Array.isArray(given) && given.every((size) => typeof size === 'number'),
  (operation) => new ShapeError(`${operation}: expected a shape of two sizes such as [2, 3]`),
);

/** A shape of two sizes, one of which may be -1: the rest of the elements. */
function shapeFor(sizes: readonly number[], [rows, cols]: readonly [number, number]): readonly [number, number] {
  const count = rows * cols;
  const open = sizes.indexOf(-1);
  const given = open < 0 || sizes.length !== 2 ? sizes : sizes.with(open, count / sizes[1 - open]);
  const fits = given.length === 2 && given[0] * given[1] === count && given.every((size) => Number.isInteger(size) && size >= 0);
  if (!fits || !Number.isSafeInteger(count))
    throw new ShapeError(`reshape: a sparse matrix of ${formatShape([rows, cols])} has no shape ${formatShape(sizes)}`);
  return checkMatrixShape(given, 'reshape');
}

/** Options of `reshape`. */
export interface SparseReshapeOptions {
  /** `C`: rows of elements one after the other; `F`: columns, on both sides; default `C`. */
  readonly order?: 'C' | 'F';
}

/**
 * The elements in row-major order, or column by column with `order: 'F'`, in a matrix of a new shape; one size may be -1. Throws `ShapeError` for a shape
 * with more or fewer elements.
 *
 * @example
 * await sparse.csrArray([[1, 0, 2], [0, 3, 0]]).reshape([3, -1]).toDense().tolist(); // [[1, 0], [2, 0], [3, 0]]
 */
export const reshape = takesMatrices(
  'reshape',
  CSR,
  SIZES,
  options<SparseReshapeOptions>({ order: oneOf('C', 'F') }),
)((A: CsrArray, sizes: readonly number[], { order = 'C' }: SparseReshapeOptions = {}): CsrArray => {
  const shape = shapeFor(sizes, A.shape);
  return order === 'C' ? reshaped(A, shape) : reshaped(A.transpose(), [shape[1], shape[0]]).transpose();
});

function reshaped(A: CsrArray, shape: readonly [number, number]): CsrArray {
  const old = hostStructure(CsrArray.structureOf(A));
  const made = { shape, ptr: new Int32Array(shape[0] + 1), col: new Int32Array(old.col.length) };
  for (let i = 0; i < A.shape[0]; i++) {
    for (let k = old.ptr[i]; k < old.ptr[i + 1]; k++) {
      const flat = i * A.shape[1] + old.col[k];
      made.col[k] = flat % shape[1];
      made.ptr[Math.floor(flat / shape[1]) + 1]++;
    }
  }
  for (let i = 0; i < shape[0]; i++) made.ptr[i + 1] += made.ptr[i];
  return takenAt(made, CsrArray.valuesOf(A).copy(), null);
}

/** The structure of a diagonal alone, by the structure of a matrix of its shape: the last one that was asked for, since unions are kept by it. */
const diagonals = new WeakMap<Structure, { readonly k: number; readonly line: Structure }>();

function diagonalOf(structure: Structure, k: number): Structure {
  const known = diagonals.get(structure);
  if (known?.k === k) return known.line;
  const { shape } = structure;
  const { row, col, length } = placesOfDiagonal(shape, k);
  const ptr = new Int32Array(shape[0] + 1);
  for (let i = 0; i <= shape[0]; i++) ptr[i] = Math.max(0, Math.min(length, i - row));
  const line = structureOf({ shape, ptr, col: ascending(length).map((i) => i + col) });
  diagonals.set(structure, { k, line });
  return line;
}

/**
 * The matrix with other elements on the diagonal `k` above the main one: one for each place, or a number for all. A new matrix: SciPy's
 * `setdiag` changes the matrix, whose places of entries do not change here. Throws `ShapeError` for more or fewer elements.
 *
 * @example
 * await sparse.csrArray([[0, 2], [0, 3]]).withDiagonal([7, 8]).toDense().tolist(); // [[7, 2], [0, 8]]
 */
export const withDiagonal = takesMatrices(
  'withDiagonal',
  CSR,
  either(either(SCALAR_VALUE, VECTOR), kind<readonly number[]>('numbers in an Array', Array.isArray)),
  optional(INTEGER),
)((A: CsrArray, values: number | Complex | NDArray | readonly (number | Complex)[], k = 0): CsrArray => {
  const { length } = placesOfDiagonal(A.shape, k);
  const given = isArray(values) ? values : asarray(values as number | number[]);
  if (given.ndim > 1 || (given.ndim === 1 && given.shape[0] !== length))
    throw new ShapeError(
      `withDiagonal: diagonal ${k} of a sparse matrix of ${formatShape(A.shape)} has ${length} elements, got ${formatShape(given.shape)}`,
    );
  if (length === 0) return A.copy();
  const elements = inDType(given, A.dtype).broadcastTo([length]).copy();
  const union = unionOf(CsrArray.structureOf(A), diagonalOf(CsrArray.structureOf(A), k));
  const old = A.nnz === 0 ? zeros([1], { dtype: A.dtype }) : CsrArray.valuesOf(A);
  return new CsrArray(union.structure, replaced(old, elements, union));
});
