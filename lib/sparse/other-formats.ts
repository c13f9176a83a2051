/**
 * SciPy's formats beside compressed rows and columns and coordinates: diagonals and blocks are taken in, and matrices are built element by element.
 * Computation is in compressed rows.
 */
import { asarray, type NDArray } from '../array/index.js';
import { ArgumentError, type Kind, kind, options, ShapeError, takes } from '../base/index.js';
import { spdiags } from './construct.js';
import { checkMatrixShape } from './coordinates.js';
import {
  CSR_OPTIONS,
  type CsrOptions,
  csrArray,
  DTYPE_OPTION,
  type DTypeOption,
  matrixOf,
  SOURCE,
  type Source,
} from './create.js';
import type { CsrArray } from './csr.js';
import { DokArray } from './dok.js';
import { integers, type List } from './lists.js';
import type { SizeTuple } from './sources.js';
import { isArray } from './values.js';

/** Diagonals, as rows of a matrix, and how far each is above the main one. */
export type DiaSource = readonly [data: NDArray | readonly List[], offsets: List];
/** Blocks, an array of (blocks, rows, columns); block k of block row i is in block column `indices[k]`, for k from `indptr[i]` to `indptr[i + 1]`. */
export type BsrSource = readonly [data: NDArray | readonly (readonly (readonly number[])[])[], indices: List, indptr: List];

const PARTS = (count: number, expected: string): Kind<readonly unknown[]> =>
  kind(
    expected,
    (given) => Array.isArray(given) && given.length === count && given.every((x) => typeof x === 'object' && x !== null),
  );

/**
 * The matrix of diagonals, in compressed rows: element j of each is in column j, as in SciPy's `dia_array`. Zeros are left out, as SciPy leaves them
 * where it converts. Throws `ShapeError` unless there is an offset for each diagonal, and `ArgumentError` without a shape.
 *
 * @example
 * const A = sparse.diaArray([[[1, 2, 3], [4, 5, 6]], [0, 1]], { shape: [3, 3] });
 * await A.toDense().tolist(); // [[1, 5, 0], [0, 2, 6], [0, 0, 3]]
 */
export const diaArray = takes(
  'diaArray',
  PARTS(2, 'diagonals and their offsets, [data, offsets]') as unknown as Kind<DiaSource>,
  options(CSR_OPTIONS),
)(([data, offsets]: DiaSource, { shape, dtype }: CsrOptions = {}): CsrArray => {
  if (shape === undefined) throw new ArgumentError('diaArray: a matrix of diagonals needs { shape: [rows, columns] }');
  const [rows, columns] = checkMatrixShape(shape, 'diaArray');
  const all = isArray(data) ? data : asarray(data as readonly number[][]);
  if (all.ndim !== 2) throw new ShapeError(`diaArray: expected a matrix of diagonals, got shape (${all.shape.join(', ')})`);
  const lines = Array.from({ length: all.shape[0] }, (_, k) => all.slice(k));
  const made = spdiags(lines, Array.from(integers(offsets, 'offsets', 'diaArray')), rows, columns).eliminateZeros();
  return dtype === undefined ? made : made.astype(dtype);
});

/** The places of the elements of blocks in compressed rows of blocks. */
export function placesOfBlocks(
  ptr: Int32Array,
  indices: Int32Array,
  [height, width]: readonly [number, number],
): { readonly row: Int32Array; readonly col: Int32Array } {
  const size = indices.length * height * width;
  const [row, col] = [new Int32Array(size), new Int32Array(size)];
  let at = 0;
  for (let i = 0; i + 1 < ptr.length; i++) {
    for (let k = ptr[i]; k < ptr[i + 1]; k++) {
      for (let r = 0; r < height; r++) {
        for (let c = 0; c < width; c++, at++) {
          row[at] = i * height + r;
          col[at] = indices[k] * width + c;
        }
      }
    }
  }
  return { row, col };
}

/**
 * The matrix of blocks of one size, in compressed rows, from SciPy's `[data, indices, indptr]`. Throws `ShapeError`, `IndexError` for a block outside
 * the shape, and `ArgumentError` for lists that do not fit each other. Without a shape it is the least that has all blocks.
 *
 * @example
 * const A = sparse.bsrArray([[[[1, 2], [3, 4]]], [1], [0, 1]]);
 * await A.toDense().tolist(); // [[0, 0, 1, 2], [0, 0, 3, 4]]
 */
export const bsrArray = takes(
  'bsrArray',
  PARTS(3, 'blocks and their places, [data, indices, indptr]') as unknown as Kind<BsrSource>,
  options(CSR_OPTIONS),
)(([data, indices, indptr]: BsrSource, { shape, dtype }: CsrOptions = {}): CsrArray => {
  const blocks = isArray(data) ? data : asarray(data as readonly number[][][]);
  if (blocks.ndim !== 3)
    throw new ShapeError(`bsrArray: expected blocks of (blocks, rows, columns), got shape (${blocks.shape.join(', ')})`);
  const [count, height, width] = blocks.shape;
  const [ptr, columns] = [integers(indptr, 'indptr', 'bsrArray'), integers(indices, 'indices', 'bsrArray')];
  const isAscending = ptr.length > 0 && ptr[0] === 0 && ptr.every((bound, i) => i === 0 || bound >= ptr[i - 1]);
  if (!isAscending || columns.length !== count || ptr.at(-1) !== count)
    throw new ArgumentError(
      `bsrArray: expected an index for each of ${count} blocks, and bounds from 0 to ${count} that do not descend`,
    );
  const most = columns.reduce((a, b) => Math.max(a, b), -1) + 1;
  const size = checkMatrixShape(shape ?? [(ptr.length - 1) * height, most * width], 'bsrArray');
  if (size[0] !== (ptr.length - 1) * height || size[1] % width !== 0)
    throw new ShapeError(
      `bsrArray: ${ptr.length - 1} rows of blocks of (${height}, ${width}) do not fit a matrix of (${size.join(', ')})`,
    );
  const places = placesOfBlocks(ptr, columns, [height, width]);
  return csrArray({ data: blocks.ravel(), ...places, shape: size }, dtype === undefined ? {} : { dtype });
});

/** The argument of `dokArray`: a shape, or a matrix. */
export type DokSource = SizeTuple | Source;

/**
 * A matrix to be written element by element: an empty one of a shape, or one with the elements of a matrix in another format, which is waited for. Its
 * `tocsr` is the matrix to compute with. `dtype` defaults to float64, or that of the matrix. Throws `ShapeError`, `DTypeError`.
 *
 * @example
 * const A = sparse.dokArray([3, 3]);
 * for (let i = 0; i < 3; i++) A.set(i, i, 2);
 * A.addAt(0, 2, 1);
 * A.nnz; // 4
 */
export const dokArray = takes(
  'dokArray',
  SOURCE,
  options(DTYPE_OPTION),
)((source: DokSource, options: DTypeOption = {}): DokArray => builderOf(source, options, 'dokArray'));

/**
 * Another name of `dokArray`: SciPy's lists of rows and dictionaries of keys are one format here.
 *
 * @example
 * const A = sparse.lilArray([2, 2]);
 * A.set(0, ':', [1, 2]);
 * await A.tocsr().toDense().tolist(); // [[1, 2], [0, 0]]
 */
export const lilArray = takes(
  'lilArray',
  SOURCE,
  options(DTYPE_OPTION),
)((source: DokSource, options: DTypeOption = {}): DokArray => builderOf(source, options, 'lilArray'));

function builderOf(source: DokSource, { dtype }: DTypeOption, operation: string): DokArray {
  if (Array.isArray(source) && source.length === 2 && source.every((n) => typeof n === 'number'))
    return new DokArray(checkMatrixShape(source as unknown as SizeTuple, operation), dtype);
  const { row, col, data, shape } = matrixOf(source, dtype, operation).tocoo();
  const made = new DokArray(shape, data.dtype);
  const [rows, columns] = [row, col].map((list) => Array.from(integers(list, 'row', operation)));
  if (rows.length > 0) made.set(rows, columns, data);
  return made;
}
