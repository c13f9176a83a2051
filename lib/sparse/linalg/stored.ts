/** Factors as native/sparse/direct.h keeps them, taken apart: triangles by coordinates, and orders of rows and columns. */
import { HEAD, type Stored, takeApart } from './script.js';

/** Entry k is `value[k]` at (`row[k]`, `col[k]`). */
export interface Triangular {
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
}

/** The first integer of Cholesky factors. */
const POSITIVE = 1;

/** Where each row or column of the matrix is in the product of the factors. */
export function permutationOf(index: Int32Array, which: 'rows' | 'columns'): Int32Array {
  const [kind, size] = index;
  const from = HEAD + (which === 'columns' && kind !== POSITIVE ? size : 0);
  const place = new Int32Array(size);
  index.subarray(from, from + size).forEach((at, k) => {
    place[at] = k;
  });
  return place;
}

/** L with ones on its diagonal, and U. */
export function trianglesOf(stored: Stored): { readonly lower: Triangular; readonly upper: Triangular } {
  return stored.index[0] === POSITIVE ? ofPanels(stored) : ofColumns(stored);
}

/** Coordinates that are put one behind the other. */
class Entries {
  readonly row: Int32Array;
  readonly col: Int32Array;
  readonly value: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.row = new Int32Array(most);
    this.col = new Int32Array(most);
    this.value = new Float64Array(most);
  }

  put(i: number, j: number, value: number): void {
    this.row[this.#count] = i;
    this.col[this.#count] = j;
    this.value[this.#count++] = value;
  }

  done(): Triangular {
    const some = <T extends Int32Array | Float64Array>(list: T): T => list.subarray(0, this.#count) as T;
    return { row: some(this.row), col: some(this.col), value: some(this.value) };
  }
}

function ofColumns(stored: Stored): { lower: Triangular; upper: Triangular } {
  const { size, lower, upper, diagonal } = takeApart(stored);
  const entries = ({ pointer, index, value }: typeof lower, onDiagonal: (j: number) => number): Triangular => {
    const made = new Entries(value.length + size);
    for (let j = 0; j < size; j++) {
      made.put(j, j, onDiagonal(j));
      for (let p = pointer[j]; p < pointer[j + 1]; p++) made.put(index[p], j, value[p]);
    }
    return made.done();
  };
  return { lower: entries(lower, () => 1), upper: entries(upper, (j) => diagonal[j]) };
}

/** A panel has rows of Rᵀ, for A = R Rᵀ: L is R over its diagonal, and U is Rᵀ times it. Zeros that supernodes were given are left out. */
function ofPanels({ index, value }: Stored): { lower: Triangular; upper: Triangular } {
  const [, size, nodes] = index;
  const first = index.subarray(HEAD + size);
  const below = first.subarray(nodes + 1);
  const rows = below.subarray(nodes);
  const lower = new Entries(value.length);
  const upper = new Entries(value.length);
  let [panel, from] = [0, 0];
  for (let s = 0; s < nodes; s++) {
    const width = first[s + 1] - first[s];
    const length = width + below[s];
    for (let k = 0; k < width; k++) {
      const column = first[s] + k;
      const root = value[panel + k * length + k];
      for (let j = k; j < length; j++) {
        const entry = value[panel + k * length + j];
        if (entry === 0) continue;
        const row = j < width ? first[s] + j : rows[from + j - width];
        lower.put(row, column, entry / root);
        upper.put(column, row, entry * root);
      }
    }
    panel += width * length;
    from += below[s];
  }
  return { lower: lower.done(), upper: upper.done() };
}
