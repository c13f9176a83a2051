/**
 * A sparse matrix on the host, before it becomes stores: coordinates in any order, duplicates allowed, and their
 * compression to rows. Two stable counting sorts (by column, then by row) leave each row's columns in ascending order in
 * linear time; duplicates are then summed in the order in which they came.
 *
 *     row 1 0 1 1    col 2 0 0 2    value a b c d    becomes    ptr 0 1 3    col 0 0 2    value b c a+d
 */
import { ArgumentError, IndexError, ShapeError } from '../base/index.js';
import { bool, type DType, float64, type TypedArray } from '../dtype/index.js';

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
  /** The entries in row order with ascending columns; entries at one place in the order in which they came. */
  readonly order: Int32Array;
}

/** Compressed rows of entries that lie inside the shape. */
export function compression(entries: Places): Compression {
  const order = orderOf(entries);
  const { shape, row, col } = entries;
  const ptr = new Int32Array(shape[0] + 1);
  const columns = new Int32Array(order.length);
  let count = 0;
  let lastRow = -1;
  for (const k of order) {
    if (row[k] === lastRow && columns[count - 1] === col[k]) continue;
    lastRow = row[k];
    columns[count] = col[k];
    ptr[lastRow + 1] = ++count;
  }
  for (let i = 1; i < ptr.length; i++) if (ptr[i] === 0) ptr[i] = ptr[i - 1];
  return { pattern: { shape, ptr, col: columns.slice(0, count) }, order };
}

/** Where the entries in row order are in the compressed rows; null where each has its own place. */
export function targetsOf({ pattern, order }: Compression, { row, col }: Places): Int32Array | null {
  if (order.length === pattern.col.length) return null;
  const targets = new Int32Array(order.length);
  let at = -1;
  for (let i = 0; i < order.length; i++) {
    const [k, before] = [order[i], order[i - 1]];
    if (i === 0 || row[k] !== row[before] || col[k] !== col[before]) at++;
    targets[i] = at;
  }
  return targets;
}

/** Values in compressed rows; several at one place are added up, bools to true. */
export function summed<T extends TypedArray>(
  value: T,
  { pattern, order }: Compression,
  targets: Int32Array | null,
  dtype: DType,
): T {
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
  return { ...made.pattern, value: summed(entries.value, made, targetsOf(made, entries), float64) };
}

/** The positions of entries in row order with ascending columns; entries at one place in the order in which they came. */
export function orderOf({ shape, row, col }: Places): Int32Array {
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
