/**
 * A sparse matrix on the host, before it becomes stores: coordinates in any order, duplicates allowed, and their
 * compression to rows. A stable counting sort puts entries into their rows, each of which is sorted by itself, where memory is near (a second counting
 * sort, by columns, jumps through it twice as often); duplicates are then summed in the order in which they came.
 *
 *     row 1 0 1 1    col 2 0 0 2    value a b c d    becomes    ptr 0 1 3    col 0 0 2    value b c a+d
 */
import { ArgumentError, IndexError, ShapeError } from '../base/index.js';
import { bool, type DType, float64, type TypedArray } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { sortRows } from './segments.js';

/** Entry k is `value[k]` at (`row[k]`, `col[k]`). */
export interface Coordinates {
  readonly shape: readonly [number, number];
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
}

/** Where entries are, in any order. */
export type Places = Omit<Coordinates, 'value'>;

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

/** The rows and columns of a square matrix. Throws `ShapeError` for a matrix that is not. */
export function checkSquare(operation: string, { shape }: { readonly shape: readonly number[] }): number {
  if (shape.length !== 2 || shape[0] !== shape[1])
    throw new ShapeError(`${operation}: expected a square matrix, got ${formatShape(shape)}`);
  return shape[0];
}

/** Throws `ArgumentError` for lists of different lengths and `IndexError` for an entry outside the shape. */
export function checkCoordinates({ shape, row, col }: Places, values: number, operation: string): void {
  if (row.length !== col.length || row.length !== values) {
    throw new ArgumentError(
      `${operation}: rows, columns and values are lists of one length, got ${row.length}, ${col.length} and ${values}`,
    );
  }
  for (let k = 0; k < row.length; k++) {
    if (row[k] < 0 || row[k] >= shape[0] || col[k] < 0 || col[k] >= shape[1]) {
      throw new IndexError(`${operation}: entry ${k} is at (${row[k]}, ${col[k]}), outside a matrix of (${shape.join(', ')})`);
    }
  }
}

/** Entries in row order, and the compressed rows that they come to. */
interface Compression {
  readonly pattern: Pattern;
  /** The entries in row order with ascending columns, entries at one place in the order in which they came; null where they came in it. */
  readonly order: Int32Array | null;
  /** Where the entries in that order are in the compressed rows; null where each has its own place. */
  readonly targets: Int32Array | null;
}

/** Compressed rows of entries that lie inside the shape. */
export function compression(entries: Places): Compression {
  const { shape } = entries;
  if (isOrdered(entries))
    return { pattern: { shape, ptr: boundsOf(entries), col: entries.col.slice() }, order: null, targets: null };
  const { ptr, col, order } = inRows(entries);
  const targets = new Int32Array(col.length);
  const starts = new Int32Array(ptr.length);
  let count = 0;
  for (let i = 0; i < shape[0]; i++) {
    const first = count;
    for (let k = ptr[i]; k < ptr[i + 1]; k++) {
      if (count === first || col[count - 1] !== col[k]) col[count++] = col[k];
      targets[k] = count - 1;
    }
    starts[i + 1] = count;
  }
  if (count === col.length) return { pattern: { shape, ptr, col }, order, targets: null };
  return { pattern: { shape, ptr: starts, col: col.slice(0, count) }, order, targets };
}

/** Whether entries are in row order with ascending columns, no two at one place. */
export function isOrdered({ row, col }: Pick<Places, 'row' | 'col'>): boolean {
  for (let k = 1; k < row.length; k++) if (row[k] < row[k - 1] || (row[k] === row[k - 1] && col[k] <= col[k - 1])) return false;
  return true;
}

/** Where each row's entries begin once they are in order, and where all end. */
export function boundsOf({ shape, row }: Pick<Places, 'shape' | 'row'>): Int32Array {
  const ptr = new Int32Array(shape[0] + 1);
  for (let k = 0; k < row.length; k++) ptr[row[k] + 1]++;
  for (let i = 0; i < shape[0]; i++) ptr[i + 1] += ptr[i];
  return ptr;
}

/** Entries by rows, each row's in ascending order of columns. */
function inRows(entries: Places): { ptr: Int32Array; col: Int32Array; order: Int32Array } {
  const { shape, row, col } = entries;
  const ptr = boundsOf(entries);
  const next = ptr.slice(0, shape[0]);
  const columns = new Int32Array(row.length);
  const order = new Int32Array(row.length);
  for (let k = 0; k < row.length; k++) {
    const at = next[row[k]]++;
    columns[at] = col[k];
    order[at] = k;
  }
  sortRows(ptr, columns, order);
  return { ptr, col: columns, order };
}

/** Values in compressed rows, themselves where they are in order; several at one place are added up, bools to true. */
export function summed<T extends TypedArray>(value: T, { pattern, order, targets }: Compression, dtype: DType): T {
  if (order === null) return value;
  const sums = new (value.constructor as new (length: number) => Float64Array)(pattern.col.length);
  const given = value as unknown as Float64Array;
  if (targets === null) for (let i = 0; i < order.length; i++) sums[i] = given[order[i]];
  else {
    for (let i = 0; i < order.length; i++) {
      const [at, term] = [targets[i], given[order[i]]];
      if (i === 0 || at !== targets[i - 1]) sums[at] = term;
      else if (dtype === bool) sums[at] |= term;
      else sums[at] += term;
    }
  }
  return sums as unknown as T;
}

/** Entries in row order with ascending columns and no duplicates. The entries lie inside the shape. */
export function compress(entries: Coordinates): CompressedRows {
  const made = compression(entries);
  return { ...made.pattern, value: summed(entries.value, made, float64) };
}

/** The positions of entries in row order with ascending columns; entries at one place in the order in which they came. */
export function orderOf(entries: Places): Int32Array {
  return inRows(entries).order;
}

/** The row of each entry. */
export function expandRows(matrix: Pattern): Int32Array {
  const { shape, ptr, col } = matrix;
  const row = new Int32Array(col.length);
  for (let i = 0; i < shape[0]; i++) for (let k = ptr[i]; k < ptr[i + 1]; k++) row[k] = i;
  return row;
}
