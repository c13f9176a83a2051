/** Sparse matrices from blocks of sparse matrices. Values are copied, deferred; the values of one matrix stay in its order. */

import { concat, zeros } from '../array/index.js';
import { either, type Kind, listOf, NULL, NUMBER, ShapeError, takes } from '../base/index.js';
import { formatShape } from '../shape/index.js';
import { takesMatrices } from './any-format.js';
import { add } from './arithmetic.js';
import { checkCount, takenAt } from './arrange.js';
import { eye, kron } from './construct.js';
import { checkMatrixShape, type Pattern } from './coordinates.js';
import { CSR, CsrArray } from './csr.js';
import { type Block as AnyBlock, BLOCK, blockOf } from './dense-blocks.js';
import { hostStructure } from './structure.js';
import { inDType, promoteAny } from './values.js';

const SEVERAL: Kind<readonly CsrArray[]> = { ...listOf(CSR), gathers: true };

/** A matrix at its first column, and where its values are among all. */
interface Block {
  readonly pattern: Pattern;
  readonly col: number;
  readonly place: number;
}

/** Rows of blocks, each `heights[r]` high, from left to right. */
function assembled(
  blocks: readonly (readonly (CsrArray | null)[])[],
  heights: readonly number[],
  cols: number,
  lefts: Lefts,
  operation: string,
): CsrArray {
  const all = blocks.flat().filter((one) => one !== null);
  const count = all.reduce((n, { nnz }) => n + nnz, 0);
  checkCount(count, operation);
  const shape = checkMatrixShape([heights.reduce((n, h) => n + h, 0), cols], operation);
  const made = { shape, ptr: new Int32Array(shape[0] + 1), col: new Int32Array(count) };
  // Blocks below each other keep their entries in order.
  const places = blocks.every((line) => line.filter((A) => A !== null).length < 2) ? null : new Int32Array(count);
  let [row, place] = [0, 0];
  blocks.forEach((line, r) => {
    const own = line.flatMap((A, c): Block[] => {
      if (A === null) return [];
      const block = { pattern: hostStructure(CsrArray.structureOf(A)), col: lefts(r, c), place };
      place += A.nnz;
      return [block];
    });
    layLine(own, row, heights[r], made, places);
    row += heights[r];
  });
  const dtype = all.map((A) => A.dtype).reduce(promoteAny);
  const values = count === 0 ? zeros([0], { dtype }) : concat(all.map((A) => inDType(CsrArray.valuesOf(A), dtype)));
  return takenAt(made, values, places);
}

/** Lays the entries of blocks beside each other into the rows from `row` on. */
function layLine(
  blocks: readonly Block[],
  row: number,
  height: number,
  { ptr, col: columns }: Pattern,
  places: Int32Array | null,
): void {
  let at = ptr[row];
  const [only] = blocks;
  if (blocks.length === 1 && only.col === 0 && places === null) {
    columns.set(only.pattern.col, at);
    for (let i = 1; i <= height; i++) ptr[row + i] = at + only.pattern.ptr[i];
    return;
  }
  for (let i = 0; i < height; i++) {
    for (let b = 0; b < blocks.length; b++) {
      const { pattern, col: left, place } = blocks[b];
      const { ptr: bounds, col } = pattern;
      const end = bounds[i + 1];
      for (let k = bounds[i]; k < end; k++, at++) {
        columns[at] = col[k] + left;
        if (places !== null) places[at] = place + k;
      }
    }
    ptr[row + i + 1] = at;
  }
}

/** The first column of block c of row r. */
type Lefts = (r: number, c: number) => number;

/** Sums of the sizes before each, and of all. */
function starts(sizes: readonly number[]): number[] {
  const sums = [0];
  for (const size of sizes) sums.push(sums[sums.length - 1] + size);
  return sums;
}

function checkAny(list: readonly unknown[], operation: string): void {
  if (list.length === 0) throw new ShapeError(`${operation}: expected at least one sparse matrix`);
}

function checkEqual(sizes: readonly number[], what: string, operation: string): void {
  if (sizes.some((size) => size !== sizes[0]))
    throw new ShapeError(`${operation}: expected sparse matrices of as many ${what} each, got ${sizes.join(', ')}`);
}

/**
 * Matrices beside each other. Throws `ShapeError` unless all have as many rows.
 *
 * @example
 * await sparse.hstack([sparse.eye(2), sparse.csrArray([[5], [6]])]).toDense().tolist(); // [[1, 0, 5], [0, 1, 6]]
 */
export const hstack = takesMatrices(
  'hstack',
  SEVERAL,
)((blocks: readonly CsrArray[]): CsrArray => {
  checkAny(blocks, 'hstack');
  checkEqual(
    blocks.map((A) => A.shape[0]),
    'rows',
    'hstack',
  );
  const lefts = starts(blocks.map((A) => A.shape[1]));
  return assembled([blocks], [blocks[0].shape[0]], lefts[blocks.length], (_, c) => lefts[c], 'hstack');
});

/**
 * Matrices below each other. Throws `ShapeError` unless all have as many columns.
 *
 * @example
 * await sparse.vstack([sparse.eye(2), sparse.csrArray([[5, 6]])]).toDense().tolist(); // [[1, 0], [0, 1], [5, 6]]
 */
export const vstack = takesMatrices(
  'vstack',
  SEVERAL,
)((blocks: readonly CsrArray[]): CsrArray => {
  checkAny(blocks, 'vstack');
  checkEqual(
    blocks.map((A) => A.shape[1]),
    'columns',
    'vstack',
  );
  const heights = blocks.map((A) => A.shape[0]);
  return assembled(
    blocks.map((A) => [A]),
    heights,
    blocks[0].shape[1],
    () => 0,
    'vstack',
  );
});

/** A sparse matrix, a dense one, or a number for a matrix of one element. */
type DiagonalBlock = AnyBlock | number;
const DIAGONAL_BLOCKS: Kind<readonly DiagonalBlock[]> = { ...listOf(either(BLOCK, NUMBER)), gathers: true };

/**
 * Matrices along the diagonal of one, zeros elsewhere: sparse ones, dense ones, and numbers for one element. Throws `ShapeError` where there is none.
 *
 * @example
 * await sparse.blockDiag([sparse.csrArray([[1, 2]]), sparse.eye(1)]).toDense().tolist(); // [[1, 2, 0], [0, 0, 1]]
 * await sparse.blockDiag([3, [[4, 5]]]).toDense().tolist(); // [[3, 0, 0], [0, 4, 5]]
 */
export const blockDiag = takes(
  'blockDiag',
  DIAGONAL_BLOCKS,
)((given: readonly DiagonalBlock[]): CsrArray => {
  const blocks = given.map((block) => blockOf(typeof block === 'number' ? [[block]] : block, 'blockDiag'));
  checkAny(blocks, 'blockDiag');
  const lefts = starts(blocks.map((A) => A.shape[1]));
  const heights = blocks.map((A) => A.shape[0]);
  return assembled(
    blocks.map((A) => [A]),
    heights,
    lefts[blocks.length],
    (r) => lefts[r],
    'blockDiag',
  );
});

/** The one size that blocks of a row, or of a column, have. Throws `ShapeError`. */
function sizeOf(blocks: readonly (CsrArray | null)[], axis: 0 | 1, which: number): number {
  const sizes = new Set(blocks.flatMap((A) => (A === null ? [] : [A.shape[axis]])));
  const [line, what] = axis === 0 ? ['row', 'rows'] : ['column', 'columns'];
  if (sizes.size !== 1)
    throw new ShapeError(
      `blockArray: expected blocks of one number of ${what} in ${line} ${which}, got ${sizes.size === 0 ? 'null alone' : [...sizes].join(' and ')}`,
    );
  return [...sizes][0];
}

/**
 * The matrix of a grid of blocks; null for a block of zeros, the size of which follows from its row and column. SciPy's older name is
 * `bmat`. Throws `ShapeError` where blocks do not fit, or a row or a column is null alone.
 *
 * @example
 * const B = sparse.csrArray([[5], [6]]);
 * await sparse.blockArray([[sparse.eye(2), B], [null, sparse.eye(1)]]).toDense().tolist(); // [[1, 0, 5], [0, 1, 6], [0, 0, 1]]
 */
export const blockArray = takesMatrices(
  'blockArray',
  listOf(listOf(either(CSR, NULL))),
)((blocks: readonly (readonly (CsrArray | null)[])[]): CsrArray => {
  checkAny(blocks.flat(), 'blockArray');
  checkEqual(
    blocks.map((line) => line.length),
    'blocks in a row',
    'blockArray',
  );
  const heights = blocks.map((line, r) => sizeOf(line, 0, r));
  const lefts = starts(
    blocks[0].map((_, c) =>
      sizeOf(
        blocks.map((line) => line[c]),
        1,
        c,
      ),
    ),
  );
  return assembled(blocks, heights, lefts[blocks[0].length], (_, c) => lefts[c], 'blockArray');
});

/**
 * The Kronecker sum of square matrices, A of (m, m) and B of (n, n): kron(I, A) + kron(B, I), of (m n, m n). Throws `ShapeError` for
 * matrices that are not square.
 *
 * @example
 * await sparse.kronsum(sparse.csrArray([[1]]), sparse.csrArray([[2, 0], [0, 3]])).toDense().tolist(); // [[3, 0], [0, 4]]
 */
export const kronsum = takesMatrices(
  'kronsum',
  CSR,
  CSR,
)((A: CsrArray, B: CsrArray): CsrArray => {
  for (const { shape } of [A, B])
    if (shape[0] !== shape[1]) throw new ShapeError(`kronsum: expected square matrices, got one of ${formatShape(shape)}`);
  const one = (n: number): CsrArray => eye(n).astype(promoteAny(A.dtype, B.dtype));
  return add(kron(one(B.shape[0]), A), kron(B, one(A.shape[0])));
});
