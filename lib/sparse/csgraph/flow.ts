/** Maximum flows, by Dinitz's algorithm (1970): paths of fewest edges are filled all at once, in phases; or by Edmonds and Karp's, one by one. */
import { asarray } from '../../array/index.js';
import { ArgumentError, INTEGER, named, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { unionOf } from '../combine.js';
import { CsrArray } from '../csr.js';
import { hostStructure } from '../structure.js';
import { transposedOf } from '../transposed.js';
import { GRAPH, type Graph, matrixOf, weightsOf } from './graph.js';
import { nodeOf } from './traversal.js';

export interface MaximumFlowOptions {
  /** Which algorithm finds it; default `dinic`. */
  readonly method?: 'dinic' | 'edmonds_karp';
}
const FLOW_OPTIONS: OptionKinds<MaximumFlowOptions> = { method: oneOf('dinic', 'edmonds_karp') };

/** A flow of the greatest value. */
export interface MaximumFlow {
  readonly flowValue: number;
  /** The flow along each edge, int32, and its negative the other way round; one of several where there are several. */
  readonly flow: CsrArray;
}

/** Edges both ways: entry k leads to `col[k]`, `back[k]` is the entry the other way round. */
interface Network {
  readonly size: number;
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly back: Int32Array;
  /** The capacity that is left along each entry. */
  readonly rest: Float64Array;
}

const MOST = 2 ** 31 - 1;

function capacitiesOf(matrix: CsrArray): Float64Array {
  const capacities = weightsOf(matrix);
  const wrong = capacities.find((c) => !(Number.isInteger(c) && c >= 0 && c <= MOST));
  if (wrong !== undefined)
    throw new ArgumentError(`maximumFlow: capacities are whole numbers from 0 to ${MOST}, got ${wrong}; scale and round others`);
  return capacities;
}

function networkOf(matrix: CsrArray): { network: Network; structure: ReturnType<typeof unionOf>['structure'] } {
  const own = CsrArray.structureOf(matrix);
  const { structure } = unionOf(own, transposedOf(own).structure);
  const { ptr, col, shape } = hostStructure(structure);
  const given = hostStructure(own);
  const capacities = capacitiesOf(matrix);
  const rest = new Float64Array(col.length);
  for (let i = 0; i < shape[0]; i++) {
    let from = given.ptr[i];
    for (let k = ptr[i]; k < ptr[i + 1]; k++)
      if (from < given.ptr[i + 1] && given.col[from] === col[k]) rest[k] = capacities[from++];
  }
  const back = transposedOf(structure).places.dataSync() as Int32Array;
  return { network: { size: shape[0], ptr, col, back, rest }, structure };
}

/** The number of edges from the source to each node along entries that are not full; -1 where it is not reached. */
function levelsOf({ size, ptr, col, rest }: Network, source: number, sink: number): Int32Array {
  const level = new Int32Array(size).fill(-1);
  const queue = new Int32Array(size);
  let count = 0;
  level[source] = 0;
  queue[count++] = source;
  for (let at = 0; at < count && level[sink] < 0; at++) {
    const node = queue[at];
    for (let k = ptr[node]; k < ptr[node + 1]; k++) {
      if (rest[k] === 0 || level[col[k]] >= 0) continue;
      level[col[k]] = level[node] + 1;
      queue[count++] = col[k];
    }
  }
  return level;
}

/** Fills paths of rising levels, all of them or the first one; gives the flow that they add. */
function augment(network: Network, source: number, sink: number, level: Int32Array, all: boolean): number {
  const { size, ptr, col, rest, back } = network;
  const next = ptr.slice(0, size);
  const path = new Int32Array(size);
  let [depth, node, flow] = [0, source, 0];
  for (;;) {
    if (node === sink) {
      let least = Number.POSITIVE_INFINITY;
      for (let d = 0; d < depth; d++) least = Math.min(least, rest[path[d]]);
      let full = depth;
      for (let d = depth - 1; d >= 0; d--) {
        rest[path[d]] -= least;
        rest[back[path[d]]] += least;
        if (rest[path[d]] === 0) full = d;
      }
      flow += least;
      if (!all) return flow;
      depth = full;
      node = col[back[path[full]]];
      continue;
    }
    const end = ptr[node + 1];
    while (next[node] < end && (rest[next[node]] === 0 || level[col[next[node]]] !== level[node] + 1)) next[node]++;
    if (next[node] < end) {
      path[depth++] = next[node];
      node = col[next[node]];
    } else if (depth === 0) return flow;
    else {
      node = col[back[path[--depth]]];
      next[node]++;
    }
  }
}

/**
 * The greatest flow from node `source` to node `sink`, along edges with whole numbers as capacities. Throws `ShapeError` for a matrix that is not
 * square, `IndexError` for a node outside the graph, `ArgumentError` for one node as both, for capacities below 0, fractions, and numbers from 2³¹ on.
 *
 * @example
 * const A = sparse.csrArray([[0, 3, 2, 0], [0, 0, 1, 2], [0, 0, 0, 3], [0, 0, 0, 0]]);
 * const { flowValue, flow } = sparse.csgraph.maximumFlow(A, 0, 3);
 * flowValue;                            // 5
 * await flow.toDense().slice(0).tolist(); // [0, 3, 2, 0]
 */
export const maximumFlow = takes(
  'maximumFlow',
  GRAPH,
  INTEGER,
  INTEGER,
  options(FLOW_OPTIONS),
)((graph: Graph, source: number, sink: number, { method = 'dinic' }: MaximumFlowOptions = {}): MaximumFlow => {
  const matrix = matrixOf(graph, 'maximumFlow');
  const [from, to] = [source, sink].map((node) => nodeOf(node, matrix.shape[0], 'maximumFlow'));
  if (from === to) throw new ArgumentError(`maximumFlow: source and sink must differ, got ${source} for both`);
  const { network, structure } = networkOf(matrix);
  const before = network.rest.slice();
  let flowValue = 0;
  for (let level = levelsOf(network, from, to); level[to] >= 0; level = levelsOf(network, from, to))
    flowValue += augment(network, from, to, level, method === 'dinic');
  const flows = new Int32Array(before.length);
  for (let k = 0; k < flows.length; k++) flows[k] = before[k] - network.rest[k];
  return named('maximumFlow', { flowValue, flow: new CsrArray(structure, asarray(flows)) });
});
