/** Sparse matrices from diagonals, and Kronecker products and sums of matrices, as SciPy makes them. */
import { ArgumentError, COUNT, either, INTEGER, listOf, NUMBER, optional, ShapeError, takes } from '../base/index.js';
import { checkCount, takenAt } from './arrange.js';
import { checkMatrixShape, compress } from './coordinates.js';
import { CSR, CsrArray, fromCompressed } from './csr.js';
import { LIST } from './kinds.js';
import { floats, type List } from './lists.js';
import { constant, hostStructure } from './structure.js';

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
 * The identity matrix of so many rows and columns.
 *
 * @example
 * await sparse.identity(2).toDense().tolist(); // [[1, 0], [0, 1]]
 */
export const identity = takes('identity', NUMBER)((size: number): CsrArray => eye(size));

/**
 * The matrix of so many rows and columns with the rows of `data` as diagonals, the k-th of them `offsets[k]` above the main one: element j of
 * a row is in column j, so that some lie outside and are left out. Throws `ShapeError` unless there is an offset for each row.
 *
 * @example
 * await sparse.spdiags([[1, 2, 3], [4, 5, 6]], [0, 1], 3, 3).toDense().tolist(); // [[1, 5, 0], [0, 2, 6], [0, 0, 3]]
 */
export const spdiags = takes(
  'spdiags',
  listOf(LIST),
  listOf(INTEGER),
  COUNT,
  COUNT,
)((data: readonly List[], offsets: readonly number[], rows: number, columns: number): CsrArray => {
  if (data.length !== offsets.length)
    throw new ShapeError(`spdiags: expected an offset for each of ${data.length} diagonals, got ${offsets.length}`);
  const shape = checkMatrixShape([rows, columns], 'spdiags');
  const places = data.map(floats).map((values, d) => {
    const from = Math.max(0, offsets[d]);
    const to = Math.max(from, Math.min(values.length, columns, rows + offsets[d]));
    return { offset: offsets[d], from, values: values.subarray(from, to) };
  });
  const count = places.reduce((n, { values }) => n + values.length, 0);
  const entries = { shape, row: new Int32Array(count), col: new Int32Array(count), value: new Float64Array(count) };
  let at = 0;
  for (const { offset, from, values } of places) {
    for (let j = 0; j < values.length; j++, at++) {
      entries.row[at] = from + j - offset;
      entries.col[at] = from + j;
      entries.value[at] = values[j];
    }
  }
  return fromCompressed(compress(entries));
});

/**
 * The Kronecker product: every entry of `a` times all of `b`, as blocks. Values are deferred. Throws `ShapeError` when the result is
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
  const [p, q] = [a, b].map((matrix) => hostStructure(CsrArray.structureOf(matrix)));
  const shape = checkMatrixShape([a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]], 'kron');
  const count = p.col.length * q.col.length;
  checkCount(count, 'kron');
  const made = { shape, ptr: new Int32Array(shape[0] + 1), col: new Int32Array(count) };
  const [left, right] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  for (let row = 0; row < shape[0]; row++) {
    const [i, r] = [Math.floor(row / b.shape[0]), row % b.shape[0]];
    for (let k = p.ptr[i]; k < p.ptr[i + 1]; k++) {
      for (let l = q.ptr[r]; l < q.ptr[r + 1]; l++, at++) {
        made.col[at] = p.col[k] * b.shape[1] + q.col[l];
        left[at] = k;
        right[at] = l;
      }
    }
    made.ptr[row + 1] = at;
  }
  const values = CsrArray.valuesOf(a)
    .take(constant(left))
    .multiply(CsrArray.valuesOf(b).take(constant(right)));
  return takenAt(made, values, null);
});
