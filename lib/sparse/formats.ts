/** Sparse matrices in other formats than compressed rows, and conversions between formats. Values are copied, deferred. */

import type { NDArray } from '../array/index.js';
import { kind, oneOf, options, takes } from '../base/index.js';
import { takesMatrices } from './any-format.js';
import { CooArray } from './coo.js';
import { checkMatrixShape, expandRows } from './coordinates.js';
import { CSR_OPTIONS, type CsrOptions, compressedRows, fromBounds, fromCoo, matrixOf, SOURCE, type Source } from './create.js';
import { CscArray } from './csc.js';
import { CSR, CsrArray } from './csr.js';
import { namedSource } from './scipy-forms.js';
import type { CooSource, CsrSource } from './sources.js';
import { hostStructure } from './structure.js';
import { uploaded } from './values.js';

/** A sparse matrix in any of the formats. */
export type SparseArray = CsrArray | CscArray | CooArray;

function isSparse(given: unknown): given is SparseArray {
  return given instanceof CsrArray || given instanceof CscArray || given instanceof CooArray;
}

/**
 * A sparse matrix as coordinates, of { data, row, col, shape } with entries in any order, several at one place among them; or of all that
 * `csrArray` takes, or a matrix in a different format.
 *
 * @throws `ShapeError`, `IndexError` (an entry outside the shape), `ArgumentError` (lists of different lengths), `DTypeError`.
 * @example
 * const M = sparse.cooArray({ data: [1, 2, 4], row: [0, 1, 1], col: [1, 0, 0], shape: [2, 2] });
 * await M.toDense().tolist(); // [[0, 1], [6, 0]]
 */
export const cooArray = takes(
  'cooArray',
  SOURCE,
  options(CSR_OPTIONS),
)((source: Source, options: CsrOptions = {}): CooArray => {
  const given = namedSource(source, options.shape, 0, 'cooArray') ?? source;
  if (isSparse(given) || !isCoo(given)) return tocoo(matrixOf(given, options.dtype, 'cooArray'));
  const { shape, row, col, values } = fromCoo(given, options.dtype, 'cooArray');
  return new CooArray({ shape, row, col }, uploaded(values.parts, values.dtype));
});

function isCoo(source: Source): source is CooSource {
  return typeof source === 'object' && 'row' in source;
}

/**
 * A sparse matrix in compressed columns, of { data, indices, indptr, shape }, where column j has the rows
 * `indices[indptr[j] … indptr[j + 1])`, in any order; or of all else that `csrArray` takes, or a matrix in a different format.
 *
 * @throws `ShapeError`, `IndexError` (an entry outside the shape), `ArgumentError` (lists of different lengths), `DTypeError`.
 * @example
 * const M = sparse.cscArray({ data: [1, 2, 3], indices: [0, 1, 1], indptr: [0, 1, 3], shape: [2, 2] });
 * await M.toDense().tolist(); // [[1, 0], [0, 5]]
 */
export const cscArray = takes(
  'cscArray',
  SOURCE,
  options(CSR_OPTIONS),
)((source: Source, options: CsrOptions = {}): CscArray => {
  const given = namedSource(source, options.shape, 1, 'cscArray') ?? source;
  if (isSparse(given) || !isBounded(given)) return tocsc(matrixOf(given, options.dtype, 'cscArray'));
  const { shape, row, col, values } = fromBounds(given, 1, options.dtype, 'cscArray');
  const size = checkMatrixShape([shape[1], shape[0]], 'cscArray');
  return new CscArray(compressedRows({ shape: size, row: col, col: row, values }));
});

function isBounded(source: Source): source is CsrSource {
  return typeof source === 'object' && 'indptr' in source;
}

/**
 * The entries as coordinates, row by row.
 *
 * @example
 * await sparse.csrArray([[0, 7], [8, 0]]).tocoo().row.tolist(); // [0, 1]
 */
export const tocoo = takesMatrices(
  'tocoo',
  CSR,
)((A: CsrArray): CooArray => {
  const pattern = hostStructure(CsrArray.structureOf(A));
  return new CooArray({ shape: A.shape, row: expandRows(pattern), col: pattern.col }, CsrArray.valuesOf(A).copy());
});

/**
 * The matrix in compressed columns.
 *
 * @example
 * await sparse.csrArray([[0, 7], [8, 0]]).tocsc().indices.tolist(); // [1, 0]
 */
export const tocsc = takesMatrices('tocsc', CSR)((A: CsrArray): CscArray => new CscArray(A.transpose()));

/**
 * The matrix itself, which is in compressed rows; the other formats have `tocsr`, too.
 *
 * @example
 * sparse.eye(2).tocsc().tocsr().nnz; // 2
 */
export const tocsr = takesMatrices('tocsr', CSR)((A: CsrArray): CsrArray => A);

/** All elements, zeros included, as an array of (rows, columns); SciPy's name of `toDense`. */
export const toarray = takesMatrices('toarray', CSR)((A: CsrArray): NDArray => A.toDense());

/**
 * The matrix in a format: 'csr', 'csc' or 'coo'.
 *
 * @example
 * sparse.eye(2).asformat('coo').nnz; // 2
 */
export const asformat = takesMatrices(
  'asformat',
  CSR,
  oneOf('csr', 'csc', 'coo'),
)((A: CsrArray, format: 'csr' | 'csc' | 'coo'): SparseArray => {
  if (format === 'csr') return A;
  return format === 'csc' ? tocsc(A) : tocoo(A);
});

/**
 * Whether a value is a sparse matrix of this library, in any format.
 *
 * @example
 * sparse.issparse(sparse.eye(2)); // true
 * sparse.issparse([[1, 0]]);      // false
 */
export const issparse = takes(
  'issparse',
  kind<unknown>('a value', () => true),
)((x: unknown): boolean => isSparse(x));
