/** Matrices of entries that are other matrices' in other places: the structure is found on the host, the values are taken, deferred. */
import type { NDArray } from '../array/index.js';
import { ShapeError } from '../base/index.js';
import { boundsOf, isOrdered, MOST_ENTRIES, orderOf, type Pattern } from './coordinates.js';
import { CsrArray } from './csr.js';
import { constant, hostStructure, structureOf } from './structure.js';

/** Entry k is value number `place[k]` at (`row[k]`, `col[k]`), in any order; no two are at one place. */
interface Placed {
  readonly shape: readonly [number, number];
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly place: Int32Array;
}

/** The matrix of a pattern, the values of which are at places among some; null for values that are the matrix's as they are. */
export function takenAt(pattern: Pattern, values: NDArray, places: Int32Array | null): CsrArray {
  return new CsrArray(structureOf(pattern), places === null ? values : values.take(constant(places)));
}

/** The matrix of placed entries. */
export function arranged(entries: Placed, values: NDArray): CsrArray {
  const { shape } = entries;
  const order = isOrdered(entries) ? null : orderOf(entries);
  const inOrder = (list: Int32Array): Int32Array => (order === null ? list : gathered(list, order));
  const [row, col] = [inOrder(entries.row), inOrder(entries.col)];
  return takenAt({ shape, ptr: boundsOf({ shape, row }), col }, values, inOrder(entries.place));
}

function gathered(list: Int32Array, places: Int32Array): Int32Array {
  const found = new Int32Array(places.length);
  for (let k = 0; k < places.length; k++) found[k] = list[places[k]];
  return found;
}

/** The entries of a matrix for which `keep` is true, in a matrix of the same shape. */
export function filtered(A: CsrArray, keep: (row: number, col: number, place: number) => boolean): CsrArray {
  const { shape, ptr, col } = hostStructure(CsrArray.structureOf(A));
  const made = { shape, ptr: new Int32Array(ptr.length), col: new Int32Array(col.length) };
  const places = new Int32Array(col.length);
  let count = 0;
  for (let i = 0; i < shape[0]; i++) {
    for (let k = ptr[i]; k < ptr[i + 1]; k++) {
      if (!keep(i, col[k], k)) continue;
      made.col[count] = col[k];
      places[count++] = k;
    }
    made.ptr[i + 1] = count;
  }
  return takenAt({ ...made, col: made.col.slice(0, count) }, CsrArray.valuesOf(A), places.slice(0, count));
}

/** Throws `ShapeError` for more entries than 32-bit numbers count. */
export function checkCount(count: number, operation: string): void {
  if (count > MOST_ENTRIES)
    throw new ShapeError(`${operation}: ${count} entries are more than the ${MOST_ENTRIES} that a matrix holds`);
}
