/**
 * Matchings of the least weight (Jonker and Volgenant 1987), on the entries alone: most rows are matched by reductions, the rest along shortest
 * augmenting paths with potentials.
 */
import { asarray, type NDArray } from '../../array/index.js';
import { ArgumentError, type ByPlace, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { filtered } from '../arrange.js';
import { csrArray } from '../create.js';
import { ascending } from '../lists.js';
import { checkReal, type Edges, edgesOf, GRAPH, type Graph, isSparse, weightsOf } from './graph.js';
import { NodeHeap } from './heap.js';

export interface FullMatchingOptions {
  /** Whether to look for the greatest weight; default false. */
  readonly maximize?: boolean;
}
const FULL_OPTIONS: OptionKinds<FullMatchingOptions> = { maximize: FLAG };

/** Row `rowInd[k]` is matched to column `colInd[k]`; int32. */
export interface FullMatching extends ByPlace<NDArray> {
  readonly rowInd: NDArray;
  readonly colInd: NDArray;
}

const FREE = -1;

/** Steps of the row reduction for each row, at most: rounding may let two rows outbid each other for ever. */
const STEPS = 4;

/** The column that is worth most to a row, its entry, and how much more than the second one it is worth: infinite where there is none. */
interface Offer {
  readonly entry: number;
  readonly above: number;
}

/**
 * Rows that are matched one by one, each along the path that costs least. With the prices of columns no entry of a row is below the entry that the row
 * is matched at, after each step.
 */
class Assignment {
  readonly #edges: Edges;
  readonly ofRow: Int32Array;
  readonly #ofColumn: Int32Array;
  readonly #price: Float64Array;
  /** Of each column from the row that is matched, where the search has been. */
  readonly #distance: Float64Array;
  readonly #from: Int32Array;
  /** Columns whose distance is final: rounding may find a path back to one that is a bit shorter, and paths would become cycles. */
  readonly #done: Uint8Array;
  /** The entry by which a column was reached, and the entry that a row is matched at. */
  readonly #via: Int32Array;
  readonly #entry: Int32Array;
  readonly #seen: number[] = [];
  readonly #heap: NodeHeap;

  constructor(edges: Edges) {
    const [rows, columns] = edges.shape;
    this.#edges = edges;
    this.ofRow = new Int32Array(rows).fill(FREE);
    this.#ofColumn = new Int32Array(columns).fill(FREE);
    this.#price = new Float64Array(columns);
    this.#distance = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    this.#from = new Int32Array(columns);
    this.#done = new Uint8Array(columns);
    this.#via = new Int32Array(columns);
    this.#entry = new Int32Array(rows);
    this.#heap = new NodeHeap(columns, this.#distance);
  }

  /** Throws `ArgumentError` where a row has no column left. */
  run(): void {
    const [rows, columns] = this.#edges.shape;
    // A column that stays free costs nothing, and a price of its own would keep rows from it: where there are more columns all prices begin at 0.
    if (rows === columns) this.#reduceColumns();
    this.#reduceRows();
    for (let row = 0; row < rows; row++) if (this.ofRow[row] === FREE) this.#match(row);
  }

  #pair(row: number, column: number, entry: number): void {
    this.ofRow[row] = column;
    this.#ofColumn[column] = row;
    this.#entry[row] = entry;
  }

  /** A column's first price is its least weight, and the row that has it, if still free, is matched. */
  #reduceColumns(): void {
    const { shape, ptr, col, weight } = this.#edges;
    const least = new Int32Array(shape[1]).fill(FREE);
    for (let k = 0; k < col.length; k++) if (least[col[k]] < 0 || weight[k] < weight[least[col[k]]]) least[col[k]] = k;
    for (let row = 0; row < shape[0]; row++) {
      for (let k = ptr[row]; k < ptr[row + 1]; k++) {
        if (least[col[k]] !== k) continue;
        this.#price[col[k]] = weight[k];
        if (this.ofRow[row] === FREE) this.#pair(row, col[k], k);
      }
    }
  }

  /** Free rows take the column that is worth most, at a price at which the second is worth as much: the row before is free again. */
  #reduceRows(): void {
    const { col } = this.#edges;
    const rows = this.ofRow.length;
    let steps = 0;
    for (let first = 0; first < rows; first++) {
      for (let row = this.ofRow[first] === FREE ? first : FREE; row !== FREE && steps < STEPS * rows; steps++) {
        const { entry, above } = this.#offer(row);
        if (entry < 0 || above === Number.POSITIVE_INFINITY) break;
        const column = col[entry];
        const before = this.#ofColumn[column];
        if (before !== FREE && !(above > 0)) break;
        this.#price[column] -= above;
        if (before !== FREE) this.ofRow[before] = FREE;
        this.#pair(row, column, entry);
        row = before;
      }
    }
  }

  #offer(row: number): Offer {
    const { ptr, col, weight } = this.#edges;
    let [entry, least, second] = [-1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let k = ptr[row]; k < ptr[row + 1]; k++) {
      const cost = weight[k] - this.#price[col[k]];
      if (cost < least) [entry, second, least] = [k, least, cost];
      else if (cost < second) second = cost;
    }
    return { entry, above: second - least };
  }

  #match(start: number): void {
    const done: number[] = [];
    this.#look(start, 0);
    let end = FREE;
    while (this.#heap.size > 0 && end === FREE) {
      const column = this.#heap.take();
      if (this.#ofColumn[column] === FREE) end = column;
      else {
        done.push(column);
        this.#done[column] = 1;
        const row = this.#ofColumn[column];
        this.#look(row, this.#distance[column] - (this.#edges.weight[this.#entry[row]] - this.#price[column]));
      }
    }
    if (end === FREE) throw new ArgumentError('minWeightFullBipartiteMatching: no full matching exists');
    for (const column of done) {
      this.#price[column] += this.#distance[column] - this.#distance[end];
      this.#done[column] = 0;
    }
    for (const column of this.#seen) this.#distance[column] = Number.POSITIVE_INFINITY;
    this.#seen.length = 0;
    this.#heap.clear();
    this.#augment(start, end);
  }

  /** Looks at the columns of a row that is `base` away. */
  #look(row: number, base: number): void {
    const { ptr, col, weight } = this.#edges;
    for (let k = ptr[row]; k < ptr[row + 1]; k++) {
      const column = col[k];
      const length = base + weight[k] - this.#price[column];
      if (this.#done[column] === 1 || !(length < this.#distance[column])) continue;
      if (this.#distance[column] === Number.POSITIVE_INFINITY) this.#seen.push(column);
      this.#distance[column] = length;
      this.#from[column] = row;
      this.#via[column] = k;
      this.#heap.put(column);
    }
  }

  #augment(start: number, end: number): void {
    for (let column = end; column !== FREE; ) {
      const row = this.#from[column];
      const next = this.ofRow[row];
      this.#pair(row, column, this.#via[column]);
      column = row === start ? FREE : next;
    }
  }
}

/** The column of each row. */
function assigned(edges: Edges): Int32Array {
  const assignment = new Assignment(edges);
  assignment.run();
  return assignment.ofRow;
}

/**
 * A matching of all rows, or of all columns where these are fewer, of the least sum of weights: each pair where the matrix has an entry that is not 0.
 * Throws `ArgumentError` where no such matching exists, and for weights that are not finite, `DTypeError` for complex ones.
 *
 * @example
 * const A = sparse.csrArray([[5, 2, 0], [1, 0, 4]]);
 * const { rowInd, colInd } = sparse.csgraph.minWeightFullBipartiteMatching(A);
 * await rowInd.tolist(); // [0, 1]
 * await colInd.tolist(); // [1, 0]
 */
export const minWeightFullBipartiteMatching = takes(
  'minWeightFullBipartiteMatching',
  GRAPH,
  options(FULL_OPTIONS),
)((graph: Graph, { maximize = false }: FullMatchingOptions = {}): FullMatching => {
  const given = isSparse(graph) ? graph.tocsr() : csrArray(asarray(graph));
  checkReal(given, 'minWeightFullBipartiteMatching');
  const all = weightsOf(given);
  const wrong = all.find((weight) => !Number.isFinite(weight));
  if (wrong !== undefined) throw new ArgumentError(`minWeightFullBipartiteMatching: weights must be finite, got ${wrong}`);
  const matrix = filtered(given, (_row, _col, place) => all[place] !== 0);
  const isWide = matrix.shape[0] <= matrix.shape[1];
  const edges = edgesOf(isWide ? matrix : matrix.transpose());
  const found = assigned(maximize ? { ...edges, weight: edges.weight.map((weight) => -weight) } : edges);
  const rows = ascending(found.length);
  if (isWide) return listed('minWeightFullBipartiteMatching', { rowInd: asarray(rows), colInd: asarray(found) });
  const order = rows.slice().sort((a, b) => found[a] - found[b]);
  const rowInd = asarray(order.map((column) => found[column]));
  return listed('minWeightFullBipartiteMatching', { rowInd, colInd: asarray(order) });
});
