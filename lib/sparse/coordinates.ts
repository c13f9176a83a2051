/**
 * A sparse matrix on the host, before it becomes stores: coordinates in any order, duplicates allowed, and their
 * compression to rows. Two stable counting sorts (by column, then by row) leave each row's columns in ascending order in
 * linear time; duplicates are then summed in the order in which they came.
 *
 *     row 1 0 1 1    col 2 0 0 2    value a b c d    becomes    ptr 0 1 3    col 0 0 2    value b c a+d
 */
import { ArgumentError, IndexError, ShapeError } from '../base/index.js';

/** Entry k is `value[k]` at (`row[k]`, `col[k]`). */
export interface Coordinates {
  readonly shape: readonly [number, number];
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
}

/** Where entries are, in compressed rows: row i has the columns `col[ptr[i] … ptr[i+1])`, ascending and distinct. */
export interface Pattern {
  readonly shape: readonly [number, number];
  readonly ptr: Int32Array;
  readonly col: Int32Array;
}

export interface CompressedRows extends Pattern {
  readonly value: Float64Array;
}

/** The most rows, columns and entries that 32-bit indices number. */
export const MOST_ENTRIES = 2 ** 31 - 1;

/** Throws `ShapeError` unless `shape` is two sizes that 32-bit indices can address. */
export function checkMatrixShape(shape: readonly number[], operation: string): readonly [number, number] {
  const [rows, cols] = shape;
  if (shape.length !== 2 || ![rows, cols].every((n) => Number.isInteger(n) && n >= 0 && n <= MOST_ENTRIES)) {
    throw new ShapeError(`${operation}: a sparse matrix has two sizes from 0 to ${MOST_ENTRIES}, got (${shape.join(', ')})`);
  }
  return [rows, cols];
}

/** Throws `ArgumentError` for lists of different lengths and `IndexError` for an entry outside the shape. */
export function checkCoordinates(entries: Coordinates, operation: string): void {
  const { shape, row, col, value } = entries;
  if (row.length !== col.length || row.length !== value.length) {
    throw new ArgumentError(
      `${operation}: rows, columns and values are lists of one length, got ${row.length}, ${col.length} and ${value.length}`,
    );
  }
  for (let k = 0; k < row.length; k++) {
    if (row[k] < 0 || row[k] >= shape[0] || col[k] < 0 || col[k] >= shape[1]) {
      throw new IndexError(`${operation}: entry ${k} is at (${row[k]}, ${col[k]}), outside a matrix of (${shape.join(', ')})`);
    }
  }
}

/** Entries in row order with ascending columns and no duplicates. The entries lie inside the shape. */
export function compress(entries: Coordinates): CompressedRows {
  const order = orderOf(entries);
  const { row, col, value } = entries;
  const ptr = new Int32Array(entries.shape[0] + 1);
  const outCol = new Int32Array(order.length);
  const outValue = new Float64Array(order.length);
  let count = 0;
  let lastRow = -1;
  for (const k of order) {
    if (row[k] === lastRow && outCol[count - 1] === col[k]) {
      outValue[count - 1] += value[k];
      continue;
    }
    lastRow = row[k];
    outCol[count] = col[k];
    outValue[count] = value[k];
    ptr[lastRow + 1] = ++count;
  }
  for (let i = 1; i < ptr.length; i++) if (ptr[i] === 0) ptr[i] = ptr[i - 1];
  return { shape: entries.shape, ptr, col: outCol.slice(0, count), value: outValue.slice(0, count) };
}

/** The positions of entries in row order with ascending columns; entries at one place in the order in which they came. */
export function orderOf({ shape, row, col }: Omit<Coordinates, 'value'>): Int32Array {
  return stableOrder(row, shape[0], stableOrder(col, shape[1], null));
}

/** The positions of `keys` (each below `bound`) in ascending order of key, ties in the order of `from`. */
function stableOrder(keys: Int32Array, bound: number, from: Int32Array | null): Int32Array {
  const next = new Int32Array(bound + 1);
  for (const key of keys) next[key + 1]++;
  for (let i = 0; i < bound; i++) next[i + 1] += next[i];
  const order = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const k = from === null ? i : from[i];
    order[next[keys[k]]++] = k;
  }
  return order;
}

/** The row of each entry. */
export function expandRows(matrix: Pattern): Int32Array {
  const row = new Int32Array(matrix.col.length);
  for (let i = 0; i < matrix.shape[0]; i++) row.fill(i, matrix.ptr[i], matrix.ptr[i + 1]);
  return row;
}
