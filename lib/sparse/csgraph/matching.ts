/** Matchings of the rows and columns of a matrix (Hopcroft and Karp 1973). */
import { asarray, type NDArray } from '../../array/index.js';
import { type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import type { Pattern } from '../coordinates.js';
import { csrArray } from '../create.js';
import { CsrArray } from '../csr.js';
import { hostStructure } from '../structure.js';
import { GRAPH, type Graph, isSparse } from './graph.js';

export interface MatchingOptions {
  /** `row`: the row that is matched to each column; `column`: the column of each row. Default `row`. */
  readonly permType?: 'row' | 'column';
}
const MATCHING_OPTIONS: OptionKinds<MatchingOptions> = { permType: oneOf('row', 'column') };

/**
 * A matching of as many rows and columns as can be, each pair where the matrix has an entry: the row of each column, or the column of each
 * row; -1 for none; int32. The matrix need not be square. One of several where there are several.
 *
 * @example
 * const A = sparse.csrArray([[1, 1], [1, 0]]);
 * await sparse.csgraph.maximumBipartiteMatching(A).tolist(); // [1, 0]
 */
export const maximumBipartiteMatching = takes(
  'maximumBipartiteMatching',
  GRAPH,
  options(MATCHING_OPTIONS),
)((graph: Graph, { permType = 'row' }: MatchingOptions = {}): NDArray => {
  const matrix = isSparse(graph) ? graph.tocsr() : csrArray(asarray(graph));
  const { ofRow, ofColumn } = new Matching(hostStructure(CsrArray.structureOf(matrix))).find();
  return asarray(permType === 'row' ? ofColumn : ofRow);
});

/**
 * The largest rank that a matrix with these entries can have: as many rows and columns as can be matched. The matrix need not be square.
 *
 * @example
 * sparse.csgraph.structuralRank(sparse.csrArray([[1, 1], [0, 0]])); // 1
 */
export const structuralRank = takes(
  'structuralRank',
  GRAPH,
)((graph: Graph): number => {
  const matrix = isSparse(graph) ? graph.tocsr() : csrArray(asarray(graph));
  const { ofRow } = new Matching(hostStructure(CsrArray.structureOf(matrix))).find();
  return ofRow.reduce((count, column) => count + (column < 0 ? 0 : 1), 0);
});

class Matching {
  readonly #pattern: Pattern;
  readonly ofRow: Int32Array;
  readonly ofColumn: Int32Array;
  /** How many pairs lie between a row and one that is free. */
  readonly #level: Int32Array;
  readonly #rows: Int32Array;

  constructor(pattern: Pattern) {
    const [rows, columns] = pattern.shape;
    this.#pattern = pattern;
    this.ofRow = new Int32Array(rows).fill(-1);
    this.ofColumn = new Int32Array(columns).fill(-1);
    this.#level = new Int32Array(rows);
    this.#rows = new Int32Array(rows);
  }

  find(): this {
    while (this.#hasPath()) {
      const next = this.#pattern.ptr.slice(0, this.ofRow.length);
      for (let row = 0; row < this.ofRow.length; row++) if (this.ofRow[row] < 0) this.#augment(row, next);
    }
    return this;
  }

  /** Levels of rows from the free ones; whether a free column is reached. */
  #hasPath(): boolean {
    const { ptr, col } = this.#pattern;
    let count = 0;
    for (let row = 0; row < this.ofRow.length; row++) {
      this.#level[row] = this.ofRow[row] < 0 ? 0 : -1;
      if (this.ofRow[row] < 0) this.#rows[count++] = row;
    }
    let found = false;
    for (let at = 0; at < count; at++) {
      const row = this.#rows[at];
      for (let k = ptr[row]; k < ptr[row + 1]; k++) {
        const other = this.ofColumn[col[k]];
        if (other < 0) found = true;
        else if (this.#level[other] < 0) {
          this.#level[other] = this.#level[row] + 1;
          this.#rows[count++] = other;
        }
      }
    }
    return found;
  }

  /** Matches a free row along a path of rising levels, if there is one. `next`: each row's entry that was not tried. */
  #augment(start: number, next: Int32Array): void {
    const { ptr, col } = this.#pattern;
    const path = this.#rows;
    let depth = 0;
    path[0] = start;
    while (depth >= 0) {
      const row = path[depth];
      if (next[row] === ptr[row + 1]) {
        this.#level[row] = -1;
        depth--;
        if (depth >= 0) next[path[depth]]++;
        continue;
      }
      const other = this.ofColumn[col[next[row]]];
      if (other < 0) {
        for (; depth >= 0; depth--) this.#pair(path[depth], col[next[path[depth]]]);
        return;
      }
      if (this.#level[other] === this.#level[row] + 1) path[++depth] = other;
      else next[row]++;
    }
  }

  #pair(row: number, column: number): void {
    this.ofRow[row] = column;
    this.ofColumn[column] = row;
  }
}
