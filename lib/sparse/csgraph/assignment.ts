/** Matchings of the least weight: shortest augmenting paths with potentials (Jonker and Volgenant 1987), on the entries alone. */
import { asarray, type NDArray } from '../../array/index.js';
import { ArgumentError, type ByPlace, FLAG, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { filtered } from '../arrange.js';
import { csrArray } from '../create.js';
import { checkReal, type Edges, edgesOf, GRAPH, type Graph, isSparse, weightAt, weightsOf } from './graph.js';
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

/** Rows that are matched one by one, each along the path that costs least. */
class Assignment {
  readonly #edges: Edges;
  readonly ofRow: Int32Array;
  readonly #ofColumn: Int32Array;
  readonly #price: Float64Array;
  /** Of each column from the row that is matched, where the search has been. */
  readonly #distance: Float64Array;
  readonly #from: Int32Array;
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
    this.#heap = new NodeHeap(columns, this.#distance);
  }

  /** Throws `ArgumentError` where a row has no column left. */
  match(start: number): void {
    const done: number[] = [];
    this.#look(start, 0);
    let end = FREE;
    while (this.#heap.size > 0 && end === FREE) {
      const column = this.#heap.take();
      if (this.#ofColumn[column] === FREE) end = column;
      else {
        done.push(column);
        const row = this.#ofColumn[column];
        this.#look(row, this.#distance[column] - (weightAt(this.#edges, row, column, Number.NaN) - this.#price[column]));
      }
    }
    if (end === FREE) throw new ArgumentError('minWeightFullBipartiteMatching: no full matching exists');
    for (const column of done) this.#price[column] += this.#distance[column] - this.#distance[end];
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
      if (!(length < this.#distance[column])) continue;
      if (this.#distance[column] === Number.POSITIVE_INFINITY) this.#seen.push(column);
      this.#distance[column] = length;
      this.#from[column] = row;
      this.#heap.put(column);
    }
  }

  #augment(start: number, end: number): void {
    for (let column = end; column !== FREE; ) {
      const row = this.#from[column];
      const next = this.ofRow[row];
      [this.ofRow[row], this.#ofColumn[column]] = [column, row];
      column = row === start ? FREE : next;
    }
  }
}

/** The column of each row. */
function assigned(edges: Edges): Int32Array {
  const assignment = new Assignment(edges);
  for (let row = 0; row < edges.shape[0]; row++) assignment.match(row);
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
  const rows = Int32Array.from(found.keys());
  if (isWide) return listed('minWeightFullBipartiteMatching', { rowInd: asarray(rows), colInd: asarray(found) });
  const order = rows.slice().sort((a, b) => found[a] - found[b]);
  const rowInd = asarray(order.map((column) => found[column]));
  return listed('minWeightFullBipartiteMatching', { rowInd, colInd: asarray(order) });
});
