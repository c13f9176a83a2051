/**
 * The structure of a matrix's transpose, found from its own and kept with it: values are never copied for it, they are taken from
 * where they are. Each column's entries stay in the order of their rows.
 *
 *     ptr 0 1 3   col 2 0 2       transposed: ptr 0 1 1 3   row 1 0 1   places of the entries 1 0 2
 */
import type { NDArray } from '../array/index.js';
import { expandRows } from './coordinates.js';
import { constant, hostStructure, type Structure, structureOf } from './structure.js';

interface Transposed {
  readonly structure: Structure;
  /** Where the transpose's entries are among the matrix's; int32. */
  readonly places: NDArray;
}

const transposes = new WeakMap<Structure, Transposed>();
const rows = new WeakMap<Structure, NDArray>();

/** Computed when first asked for, in linear time. */
export function transposedOf(structure: Structure): Transposed {
  let known = transposes.get(structure);
  if (known === undefined) transposes.set(structure, (known = transposeStructure(structure)));
  return known;
}

/** The row of each entry; int32. */
export function rowsOf(structure: Structure): NDArray {
  let known = rows.get(structure);
  if (known === undefined) rows.set(structure, (known = constant(expandRows(hostStructure(structure)))));
  return known;
}

function transposeStructure(structure: Structure): Transposed {
  const { shape, ptr, col } = hostStructure(structure);
  const next = new Int32Array(shape[1] + 1);
  for (let k = 0; k < col.length; k++) next[col[k] + 1]++;
  for (let c = 0; c < shape[1]; c++) next[c + 1] += next[c];
  const low = next.slice();
  const row = new Int32Array(col.length);
  const places = new Int32Array(col.length);
  for (let i = 0; i < shape[0]; i++) {
    for (let k = ptr[i]; k < ptr[i + 1]; k++) {
      const at = next[col[k]]++;
      row[at] = i;
      places[at] = k;
    }
  }
  return { structure: structureOf({ shape: [shape[1], shape[0]], ptr: low, col: row }), places: constant(places) };
}
