/**
 * NumPy's `A[i, j]`. Slices and lists give a sparse matrix, two numbers or lists the elements at places. The places of entries are found at
 * once, values are taken, deferred.
 *
 *     A.get('1:3', [4, 0])   rows 1 and 2, columns 4 and 0: a matrix of (2, 2)
 *     A.get(1, 4)            an element, 0-d        A.get([1, 2], [4, 0])   the elements (1, 4) and (2, 0)
 */

import { asarray, type NDArray, type SliceIndex, where, zeros } from '../array/index.js';
import { each, either, INTEGER, IndexError, optional } from '../base/index.js';
import { bool } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { type AnySparse, takesMatrices } from './any-format.js';
import { checkCount, takenAt } from './arrange.js';
import { type AxisPlaces, INDEX, type MatrixIndex, type Places, placeOf, placesOf, SLICE, sliceOf } from './axis-places.js';
import { expandRows, type Pattern } from './coordinates.js';
import { CSR, CsrArray, hostParts } from './csr.js';
import { ascending } from './lists.js';
import { sortRows } from './segments.js';
import { constant, hostStructure } from './structure.js';

/** Elements for numbers and lists, a matrix where slices are. */
export interface Getter {
  (A: CsrArray | AnySparse, mask: CsrArray | AnySparse): NDArray;
  (A: CsrArray | AnySparse, row: number | Places, column: number | Places): NDArray;
  (A: CsrArray | AnySparse, row: MatrixIndex, column?: MatrixIndex): CsrArray;
}

/** Where each column of a matrix goes: chains of positions, in ascending order. */
interface Columns {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

function chains(columns: Int32Array, cols: number): Columns {
  const first = new Int32Array(cols).fill(-1);
  const next = new Int32Array(columns.length);
  for (let p = columns.length - 1; p >= 0; p--) {
    next[p] = first[columns[p]];
    first[columns[p]] = p;
  }
  return { first, next };
}

/** The matrix of some rows and columns, in any order and as often as they are named; null for all. */
function selected(A: CsrArray, rows: Int32Array | null, columns: Int32Array | null, operation: string): CsrArray {
  const pattern = hostStructure(CsrArray.structureOf(A));
  if (rows !== null && columns === null && isRange(rows)) return rowsBetween(A, pattern, rows[0], rows[0] + rows.length);
  const shape = [rows?.length ?? A.shape[0], columns?.length ?? A.shape[1]] as const;
  const { ptr, col, places } =
    columns === null
      ? wholeRows(pattern, rows ?? ascending(A.shape[0]), operation)
      : (isRange(columns) ? columnsBetween : chosenColumns)(pattern, rows, columns, operation);
  return takenAt({ shape, ptr, col }, CsrArray.valuesOf(A), places);
}

/** Whether places follow on each other. */
function isRange(places: Int32Array): boolean {
  for (let k = 1; k < places.length; k++) if (places[k] !== places[0] + k) return false;
  return places.length > 0;
}

/** The rows from one to below another: their entries are together. */
function rowsBetween(A: CsrArray, { shape, ptr, col }: Pattern, from: number, to: number): CsrArray {
  const [low, high] = [ptr[from], ptr[to]];
  const bounds = ptr.slice(from, to + 1);
  for (let i = 0; i < bounds.length; i++) bounds[i] -= low;
  const pattern = { shape: [to - from, shape[1]], ptr: bounds, col: col.slice(low, high) } as const;
  return takenAt(pattern, CsrArray.valuesOf(A).slice(`${low}:${high}`).copy(), null);
}

interface Chosen {
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly places: Int32Array;
}

/** Some rows with all of their entries. */
function wholeRows({ ptr, col }: Pattern, rows: Int32Array, operation: string): Chosen {
  const bounds = new Int32Array(rows.length + 1);
  let count = 0;
  for (let r = 0; r < rows.length; r++) {
    count += ptr[rows[r] + 1] - ptr[rows[r]];
    bounds[r + 1] = count;
  }
  checkCount(count, operation);
  const made = { ptr: bounds, col: new Int32Array(count), places: new Int32Array(count) };
  let at = 0;
  for (let r = 0; r < rows.length; r++) {
    const end = ptr[rows[r] + 1];
    for (let k = ptr[rows[r]]; k < end; k++, at++) {
      made.col[at] = col[k];
      made.places[at] = k;
    }
  }
  return made;
}

/** Room for the entries of all rows, or of some, by how often each column is chosen. Throws `ShapeError` for too many entries. */
function roomFor({ shape, ptr, col }: Pattern, rows: Int32Array | null, often: Int32Array, operation: string): Chosen {
  const height = rows?.length ?? shape[0];
  const bounds = new Int32Array(height + 1);
  let count = 0;
  for (let r = 0; r < height; r++) {
    const row = rows === null ? r : rows[r];
    for (let k = ptr[row]; k < ptr[row + 1]; k++) count += often[col[k]];
    bounds[r + 1] = count;
  }
  checkCount(count, operation);
  return { ptr: bounds, col: new Int32Array(count), places: new Int32Array(count) };
}

/** The entries of columns that follow on each other, of all rows or of some: each row's stay in order. */
function columnsBetween(pattern: Pattern, rows: Int32Array | null, columns: Int32Array, operation: string): Chosen {
  const { shape, ptr, col } = pattern;
  const [first, end] = [columns[0], columns[0] + columns.length];
  const made = roomFor(pattern, rows, new Int32Array(shape[1]).fill(1, first, end), operation);
  const height = made.ptr.length - 1;
  let at = 0;
  for (let r = 0; r < height; r++) {
    const row = rows === null ? r : rows[r];
    for (let k = ptr[row]; k < ptr[row + 1]; k++) {
      if (col[k] < first || col[k] >= end) continue;
      made.col[at] = col[k] - first;
      made.places[at++] = k;
    }
  }
  return made;
}

/** The entries of some columns, of all rows or of some. */
function chosenColumns(pattern: Pattern, rows: Int32Array | null, columns: Int32Array, operation: string): Chosen {
  const { shape, ptr, col } = pattern;
  const { first, next } = chains(columns, shape[1]);
  const often = new Int32Array(shape[1]);
  for (let p = 0; p < columns.length; p++) often[columns[p]]++;
  const made = roomFor(pattern, rows, often, operation);
  const height = made.ptr.length - 1;
  let at = 0;
  for (let r = 0; r < height; r++) {
    const row = rows === null ? r : rows[r];
    for (let k = ptr[row]; k < ptr[row + 1]; k++) {
      for (let p = first[col[k]]; p >= 0; p = next[p], at++) {
        made.col[at] = p;
        made.places[at] = k;
      }
    }
  }
  sortRows(made.ptr, made.col, made.places);
  return made;
}

/** The number of the entry at a place; -1 for none. */
function entryAt({ ptr, col }: Pattern, row: number, column: number): number {
  let [low, high] = [ptr[row], ptr[row + 1]];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (col[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low < ptr[row + 1] && col[low] === column ? low : -1;
}

/** Elements at places; a number stands for each of them. */
function elementsAt(A: CsrArray, rows: number | Int32Array, columns: number | Int32Array, operation: string): NDArray {
  const length = typeof rows !== 'number' ? rows.length : typeof columns !== 'number' ? columns.length : 1;
  if (typeof rows !== 'number' && typeof columns !== 'number' && rows.length !== columns.length)
    throw new IndexError(`${operation}: ${rows.length} rows and ${columns.length} columns name no places together`);
  const pattern = hostStructure(CsrArray.structureOf(A));
  const nth = (list: number | Int32Array, k: number): number => (typeof list === 'number' ? list : list[k]);
  const entries = Int32Array.from({ length }, (_, k) => entryAt(pattern, nth(rows, k), nth(columns, k)));
  const shape = typeof rows === 'number' && typeof columns === 'number' ? [] : [length];
  if (entries.every((entry) => entry < 0)) return zeros(shape, { dtype: A.dtype });
  const found = CsrArray.valuesOf(A).take(constant(entries.map((entry) => Math.max(0, entry))));
  const there = asarray(Uint8Array.from(entries, (entry) => Number(entry >= 0))).astype('bool');
  return where(there, found, zeros([length], { dtype: A.dtype })).reshape(shape);
}

/** Elements where a mask is true. */
function elementsIn(A: CsrArray, mask: CsrArray, column: MatrixIndex): NDArray {
  if (mask.dtype !== bool || column !== ':' || mask.shape.some((size, axis) => size !== A.shape[axis]))
    throw new IndexError(
      `get: a sparse mask is alone, of bools and of shape ${formatShape(A.shape)}, got one of ${mask.dtype.name} of ${formatShape(mask.shape)}`,
    );
  const pattern = hostStructure(CsrArray.structureOf(mask));
  const [isTrue] = hostParts(mask);
  const row = expandRows(pattern);
  const chosen = Int32Array.from(ascending(row.length).filter((k) => Number(isTrue[k]) !== 0));
  return elementsAt(
    A,
    chosen.map((k) => row[k]),
    chosen.map((k) => pattern.col[k]),
    'get',
  );
}

/** The error for a row, or a column, alone, which would be a matrix of one axis. */
function alone(axis: 'row' | 'column', at: number, operation: string): IndexError {
  const call = axis === 'row' ? 'getrow' : 'getcol';
  return new IndexError(
    `${operation}: a sparse matrix has two axes: A.${call}(${at}) is the ${axis} as a matrix, A.${call}(${at}).toDense().ravel() an array`,
  );
}

function partOf(A: CsrArray, rows: AxisPlaces, columns: AxisPlaces, operation: string): CsrArray {
  if (typeof rows === 'number') throw alone('row', rows, operation);
  if (typeof columns === 'number') throw alone('column', columns, operation);
  return rows === null && columns === null ? A.copy() : selected(A, rows, columns, operation);
}

/**
 * NumPy's `A[row, column]`: slices (`'1:-1'`, `':'`), lists of integers and masks of rows and of columns give a sparse matrix, where at
 * least one is a slice or left out; two numbers an element, 0-d; lists, or a list and a number, the elements at these places, as an array. A sparse
 * matrix of bools, as comparisons give it, chooses the elements where it is true, row by row, as an array; its values are waited for. Throws
 * `IndexError` for an index outside its axis, and for a number beside a slice: `getrow` and `getcol` give a row and a column.
 *
 * @example
 * const A = sparse.csrArray([[1, 0, 2], [0, 3, 0]]);
 * await A.get(0, 2).item();                          // 2
 * await A.get(':', [2, 0]).toDense().tolist();       // [[2, 1], [0, 0]]
 * await A.get([1, 0], [1, 1]).tolist();              // [3, 0]
 */
export const get: Getter = takesMatrices(
  'get',
  CSR,
  either(INDEX, CSR),
  optional(INDEX),
)((A: CsrArray, row: MatrixIndex | CsrArray, column: MatrixIndex = ':'): CsrArray | NDArray => {
  if (row instanceof CsrArray) return elementsIn(A, row, column);
  const isText = typeof row === 'string' || typeof column === 'string';
  const rows = placesOf(row, A.shape[0], 'get');
  const columns = placesOf(column, A.shape[1], 'get');
  if (!isText && rows !== null && columns !== null) return elementsAt(A, rows, columns, 'get');
  return partOf(A, rows, columns, 'get');
}) as Getter;

/**
 * Rows and columns by slices, as `slice` of arrays: texts such as `'1:-1'`, or [start, stop, step]; a copy. Throws `IndexError` for
 * numbers: `getrow` and `getcol` give a row and a column, `get` an element.
 *
 * @example
 * await sparse.csrArray([[1, 0, 2], [0, 3, 0]]).slice(':', '::-2').toDense().tolist(); // [[2, 1], [0, 0]]
 */
export const slice = takesMatrices(
  'slice',
  CSR,
  each(SLICE),
)((A: CsrArray, ...indices: SliceIndex[]): CsrArray => {
  const parts = indices.flatMap((index): SliceIndex[] => (typeof index === 'string' ? index.split(',') : [index]));
  if (parts.length > 2) throw new IndexError(`slice: got ${parts.length} indices for a matrix of 2 axes`);
  const along = (axis: 0 | 1): AxisPlaces => {
    const index = parts[axis] ?? ':';
    if (typeof index === 'number') return placeOf(index, A.shape[axis], 'slice');
    return typeof index === 'string' ? placesOf(index, A.shape[axis], 'slice') : sliceOf(index, A.shape[axis]);
  };
  return partOf(A, along(0), along(1), 'slice');
});

/**
 * A row as a matrix of (1, columns); negative numbers count from the end. Throws `IndexError` for one outside.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).getrow(-1).toDense().tolist(); // [[0, 3]]
 */
export const getrow = takesMatrices(
  'getrow',
  CSR,
  INTEGER,
)((A: CsrArray, i: number): CsrArray => selected(A, Int32Array.of(placeOf(i, A.shape[0], 'getrow')), null, 'getrow'));

/**
 * A column as a matrix of (rows, 1); negative numbers count from the end. Throws `IndexError` for one outside.
 *
 * @example
 * await sparse.csrArray([[1, 2], [0, 3]]).getcol(1).toDense().tolist(); // [[2], [3]]
 */
export const getcol = takesMatrices(
  'getcol',
  CSR,
  INTEGER,
)((A: CsrArray, j: number): CsrArray => selected(A, null, Int32Array.of(placeOf(j, A.shape[1], 'getcol')), 'getcol'));
