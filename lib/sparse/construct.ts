/** Sparse matrices from diagonals, and Kronecker products and sums of matrices, as SciPy makes them. */
import { ArgumentError, either, listOf, NUMBER, optional, ShapeError, takes } from '../base/index.js';
import { promote } from '../dtype/index.js';
import { type Coordinates, checkMatrixShape, compress } from './coordinates.js';
import { CSR, type CsrArray, fromCompressed, hostRows } from './csr.js';
import { LIST } from './kinds.js';
import { floats, type List } from './lists.js';

/** The most entries that 32-bit indices can number. */
const MOST_ENTRIES = 2 ** 31 - 1;

/** A diagonal: its elements, or one number for all of them. */
export type Diagonal = List | number;

/** How many elements a diagonal has: `k` above the main one, or below it. */
function lengthOf(k: number, [rows, cols]: readonly [number, number]): number {
  return Math.max(0, k >= 0 ? Math.min(rows, cols - k) : Math.min(rows + k, cols));
}

/**
 * The matrix with these diagonals, the k-th of them `offsets[k]` above the main one (below it where negative). Without a shape it is the
 * square one that the first fits, which then has to be a list. Throws `ArgumentError` when a diagonal has more or fewer elements than
 * there are places for, or an offset is no integer.
 *
 * @example
 * await sparse.diags([[1, 2], 5], [0, 1], [2, 2]).toDense().tolist(); // [[1, 5], [0, 2]]
 */
export const diags = takes(
  'diags',
  listOf(either(NUMBER, LIST)),
  optional(listOf(NUMBER)),
  optional(listOf(NUMBER)),
)((diagonals: readonly Diagonal[], offsets: readonly number[] = [0], shape?: readonly [number, number]): CsrArray => {
  if (diagonals.length !== offsets.length)
    throw new ArgumentError(`diags: expected an offset for each of ${diagonals.length} diagonals, got ${offsets.length}`);
  if (!offsets.every(Number.isSafeInteger))
    throw new ArgumentError(`diags: expected integers as offsets, got ${offsets.join(', ')}`);
  const values = diagonals.map((d) => (typeof d === 'number' ? d : floats(d)));
  const size = checkMatrixShape(shape ?? squareFor(values[0], offsets[0]), 'diags');
  const lengths = offsets.map((k) => lengthOf(k, size));
  values.forEach((d, i) => {
    if (typeof d !== 'number' && d.length !== lengths[i])
      throw new ArgumentError(
        `diags: diagonal ${offsets[i]} of a matrix of (${size.join(', ')}) has ${lengths[i]} elements, got ${d.length}`,
      );
  });
  const count = lengths.reduce((n, length) => n + length, 0);
  const entries = { shape: size, row: new Int32Array(count), col: new Int32Array(count), value: new Float64Array(count) };
  let at = 0;
  offsets.forEach((k, i) => {
    const d = values[i];
    for (let j = 0; j < lengths[i]; j++, at++) {
      entries.row[at] = j + Math.max(0, -k);
      entries.col[at] = j + Math.max(0, k);
      entries.value[at] = typeof d === 'number' ? d : d[j];
    }
  });
  return fromCompressed(compress(entries));
});

function squareFor(first: number | Float64Array | undefined, offset: number): [number, number] {
  if (first === undefined || typeof first === 'number')
    throw new ShapeError(
      'diags: a number is as long as its diagonal, so the shape has to be given: diags([-1, 2], [1, 0], [n, n])',
    );
  const n = first.length + Math.abs(offset);
  return [n, n];
}

/**
 * Ones on a diagonal, `k` above the main one; square by default.
 *
 * @example
 * sparse.eye(3).nnz; // 3
 */
export const eye = takes(
  'eye',
  NUMBER,
  optional(NUMBER),
  optional(NUMBER),
)((rows: number, columns = rows, k = 0): CsrArray => {
  return diags([1], [k], [rows, columns]);
});

/**
 * The Kronecker product: every entry of `a` times all of `b`, as blocks. Waits for the values. Throws `ShapeError` when the result is
 * larger than 32-bit indices reach, in its sizes or its entries.
 *
 * @example
 * await sparse.kron(sparse.eye(2), sparse.csrArray([[1, 2]])).toDense().tolist(); // [[1, 2, 0, 0], [0, 0, 1, 2]]
 */
export const kron = takes(
  'kron',
  CSR,
  CSR,
)((a: CsrArray, b: CsrArray): CsrArray => {
  const [p, q] = [rowsAndPlaces(a), rowsAndPlaces(b)];
  const shape = checkMatrixShape([a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]], 'kron');
  const count = p.value.length * q.value.length;
  if (count > MOST_ENTRIES) throw new ShapeError(`kron: ${count} entries are more than the ${MOST_ENTRIES} that a matrix holds`);
  const entries = { shape, row: new Int32Array(count), col: new Int32Array(count), value: new Float64Array(count) };
  let at = 0;
  for (let i = 0; i < p.value.length; i++) {
    for (let j = 0; j < q.value.length; j++, at++) {
      entries.row[at] = p.row[i] * b.shape[0] + q.row[j];
      entries.col[at] = p.col[i] * b.shape[1] + q.col[j];
      entries.value[at] = p.value[i] * q.value[j];
    }
  }
  return fromCompressed(compress(entries), promote(a.dtype, b.dtype));
});

function rowsAndPlaces(matrix: CsrArray): Coordinates {
  const { shape, ptr, col, value } = hostRows(matrix);
  const row = new Int32Array(col.length);
  for (let i = 0; i < shape[0]; i++) row.fill(i, ptr[i], ptr[i + 1]);
  return { shape, row, col, value };
}
