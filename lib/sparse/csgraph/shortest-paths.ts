/** Shortest paths: by Dijkstra's algorithm, Bellman and Ford's, Johnson's, and Floyd and Warshall's. */
import { asarray, type NDArray } from '../../array/index.js';
import { ArgumentError, FLAG, listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import { type Edges, GRAPH, type Graph, NONE } from './graph.js';
import { NodeHeap } from './heap.js';
import {
  ALL_PATH_OPTIONS,
  hasNegative,
  LIMIT,
  negativeCycle,
  PATH_OPTIONS,
  type PathFinder,
  type PathOptions,
  type Paths,
  prepared,
  Table,
  type Ways,
} from './paths.js';

export interface DijkstraOptions extends PathOptions {
  /** Paths that are longer are not looked for: their distance is infinite. Default no limit. */
  readonly limit?: number;
  /** Whether to give the distance of each node from the nearest start alone, (nodes,); default false. */
  readonly minOnly?: boolean;
}
const DIJKSTRA_OPTIONS: OptionKinds<DijkstraOptions> = { ...PATH_OPTIONS, ...LIMIT, minOnly: FLAG };

/** Distances from the nearest start. */
export interface NearestPaths extends Paths {
  /** The start that is nearest to each node, int32; -9999 where none leads to it. */
  readonly sources: NDArray;
}

/** Distances alone, or with predecessors; with `minOnly` also with starts. */
export interface DijkstraFinder extends PathFinder<DijkstraOptions> {
  (graph: Graph, options: DijkstraOptions & { readonly returnPredecessors: true; readonly minOnly: true }): NearestPaths;
}

/** Distances from the nearest of some nodes over edges that are not negative. */
function nearest(
  edges: readonly Edges[],
  starts: Int32Array,
  limit: number,
  distance: Float64Array,
  before: Int32Array,
  sources?: Int32Array,
): void {
  const heap = new NodeHeap(distance.length, distance);
  for (const start of starts) {
    distance[start] = 0;
    if (sources !== undefined) sources[start] = start;
    heap.put(start);
  }
  while (heap.size > 0) {
    const node = heap.take();
    const own = distance[node];
    for (let way = 0; way < edges.length; way++) {
      const { ptr, col, weight } = edges[way];
      const end = ptr[node + 1];
      for (let k = ptr[node]; k < end; k++) {
        const next = col[k];
        const length = own + weight[k];
        if (!(length < distance[next]) || length > limit) continue;
        distance[next] = length;
        before[next] = node;
        if (sources !== undefined) sources[next] = sources[node];
        heap.put(next);
      }
    }
  }
}

function byDijkstra(ways: Ways, limit = Number.POSITIVE_INFINITY): Table {
  const table = new Table(ways);
  ways.starts.forEach((start, i) => {
    const { distance, before } = table.rows(i);
    nearest(ways.edges, Int32Array.of(start), limit, distance, before);
  });
  return table;
}

function fromNearest(
  ways: Ways,
  { limit = Number.POSITIVE_INFINITY, returnPredecessors }: DijkstraOptions,
): NDArray | NearestPaths {
  const distance = new Float64Array(ways.size).fill(Number.POSITIVE_INFINITY);
  const before = new Int32Array(ways.size).fill(NONE);
  const sources = new Int32Array(ways.size).fill(NONE);
  nearest(ways.edges, ways.starts, limit, distance, before, sources);
  const distMatrix = asarray(distance);
  if (returnPredecessors !== true) return distMatrix;
  return listed('dijkstra', { distMatrix, predecessors: asarray(before), sources: asarray(sources) });
}

/**
 * The lengths of the shortest paths from nodes (all of them, or `indices`) to all nodes, float64 of (starts, nodes): infinite where there is no path.
 * With `returnPredecessors` also the node before each on its path, and with `minOnly` its nearest start. Throws `ArgumentError` for negative weights, which `johnson` and `bellmanFord`
 * take; `ShapeError` for a matrix that is not square, `IndexError` for a start outside the graph.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * await sparse.csgraph.dijkstra(A, { indices: 0 }).tolist(); // [0, 1, 3]
 */
export const dijkstra = takes(
  'dijkstra',
  GRAPH,
  options(DIJKSTRA_OPTIONS),
)((graph: Graph, how: DijkstraOptions = {}): NDArray | Paths => {
  const ways = prepared(graph, how, 'dijkstra');
  if (hasNegative(ways)) throw new ArgumentError('dijkstra: the graph has negative weights: take johnson or bellmanFord');
  return how.minOnly === true ? fromNearest(ways, how) : byDijkstra(ways, how.limit).result(how);
}) as DijkstraFinder;

/** Makes distances less along edges until none does. Throws where they would for ever. */
function relax(edges: readonly Edges[], distance: Float64Array, before: Int32Array | null, operation: string): void {
  const size = distance.length;
  for (let round = 0, changed = true; changed; round++) {
    changed = false;
    for (let node = 0; node < size; node++) {
      for (const { ptr, col, weight } of edges) {
        for (let k = ptr[node]; k < ptr[node + 1]; k++) {
          const length = distance[node] + weight[k];
          if (!(length < distance[col[k]])) continue;
          distance[col[k]] = length;
          if (before !== null) before[col[k]] = node;
          changed = true;
        }
      }
    }
    if (changed && round >= size) throw negativeCycle(operation);
  }
}

function byBellmanFord(ways: Ways, operation: string): Table {
  const table = new Table(ways);
  ways.starts.forEach((start, i) => {
    const { distance, before } = table.rows(i);
    distance[start] = 0;
    relax(ways.edges, distance, before, operation);
  });
  return table;
}

/**
 * As `dijkstra`, also for negative weights, at the price of a look at all edges for each edge of the longest path. Throws `ArgumentError` for
 * a cycle of negative length.
 *
 * @example
 * const A = sparse.csrArray([[0, 3, 4], [0, 0, 0], [0, -2, 0]]);
 * await sparse.csgraph.bellmanFord(A, { indices: 0 }).tolist(); // [0, 2, 4]
 */
export const bellmanFord = takes(
  'bellmanFord',
  GRAPH,
  options(PATH_OPTIONS),
)((graph: Graph, how: PathOptions = {}): NDArray | Paths =>
  byBellmanFord(prepared(graph, how, 'bellmanFord'), 'bellmanFord').result(how),
) as PathFinder<PathOptions>;

function byJohnson(ways: Ways, operation: string): Table {
  const { size, edges } = ways;
  const height = new Float64Array(size);
  relax(edges, height, null, operation);
  const lifted = edges.map((of): Edges => {
    const weight = of.weight.slice();
    for (let i = 0; i < size; i++) {
      for (let k = of.ptr[i]; k < of.ptr[i + 1]; k++) weight[k] = Math.max(0, weight[k] + height[i] - height[of.col[k]]);
    }
    return { ...of, weight };
  });
  const table = byDijkstra({ ...ways, edges: lifted });
  ways.starts.forEach((start, i) => {
    const { distance } = table.rows(i);
    distance.forEach((length, node) => {
      distance[node] = length + height[node] - height[start];
    });
  });
  return table;
}

/**
 * As `bellmanFord`, by Dijkstra's algorithm on weights that were made positive first: faster from many nodes.
 *
 * @example
 * const A = sparse.csrArray([[0, 3, 4], [0, 0, 0], [0, -2, 0]]);
 * await sparse.csgraph.johnson(A, { indices: [0] }).tolist(); // [[0, 2, 4]]
 */
export const johnson = takes(
  'johnson',
  GRAPH,
  options(PATH_OPTIONS),
)((graph: Graph, how: PathOptions = {}): NDArray | Paths =>
  byJohnson(prepared(graph, how, 'johnson'), 'johnson').result(how),
) as PathFinder<PathOptions>;

function byFloydWarshall(ways: Ways, operation: string): Table {
  const { size } = ways;
  const table = new Table(ways);
  const { distance, before } = table;
  for (const { ptr, col, weight } of ways.edges) {
    for (let i = 0; i < size; i++) {
      for (let k = ptr[i]; k < ptr[i + 1]; k++) {
        const at = i * size + col[k];
        if (!(weight[k] < distance[at])) continue;
        distance[at] = weight[k];
        before[at] = i;
      }
    }
  }
  for (let i = 0; i < size; i++) {
    const at = i * (size + 1);
    if (distance[at] < 0) throw negativeCycle(operation);
    distance[at] = 0;
    before[at] = NONE;
  }
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) {
      const toK = distance[i * size + k];
      if (toK === Number.POSITIVE_INFINITY) continue;
      for (let j = 0; j < size; j++) {
        const length = toK + distance[k * size + j];
        if (!(length < distance[i * size + j])) continue;
        distance[i * size + j] = length;
        before[i * size + j] = before[k * size + j];
      }
    }
  }
  for (let i = 0; i < size; i++) if (distance[i * (size + 1)] < 0) throw negativeCycle(operation);
  return table;
}

/**
 * The lengths of the shortest paths between all nodes, (nodes, nodes), by steps that are as many as the cube of the nodes: for graphs with
 * many edges. Negative weights are taken; throws as `bellmanFord`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * await sparse.csgraph.floydWarshall(A).tolist(); // [[0, 1, 3], [Infinity, 0, 2], [Infinity, Infinity, 0]]
 */
export const floydWarshall = takes(
  'floydWarshall',
  GRAPH,
  options(ALL_PATH_OPTIONS),
)((graph: Graph, how: Omit<PathOptions, 'indices'> = {}): NDArray | Paths =>
  byFloydWarshall(prepared(graph, how, 'floydWarshall'), 'floydWarshall').result(how),
) as PathFinder<Omit<PathOptions, 'indices'>>;

/** Algorithms by SciPy's letters. */
type Method = 'auto' | 'D' | 'BF' | 'J' | 'FW';

export interface ShortestPathOptions extends PathOptions {
  /**
   * `D`: `dijkstra`, `BF`: `bellmanFord`, `J`: `johnson`, `FW`: `floydWarshall`, for all nodes. Default `auto`: `FW` for all nodes of a graph with more
   * than a quarter of all edges, else `D`, or `J` where a weight is negative.
   */
  readonly method?: Method;
}
const SHORTEST_OPTIONS: OptionKinds<ShortestPathOptions> = { ...PATH_OPTIONS, method: oneOf('auto', 'D', 'BF', 'J', 'FW') };

function chosen(ways: Ways, { method = 'auto', indices }: ShortestPathOptions): Exclude<Method, 'auto'> {
  if (method !== 'auto') return method;
  const many = ways.edges[0].col.length >= ways.size ** 2 / 4;
  if (indices === undefined && many) return 'FW';
  return hasNegative(ways) ? 'J' : 'D';
}

/**
 * The lengths of the shortest paths from nodes (all of them, or `indices`) to all nodes, by the algorithm that fits, or by `method`. Throws
 * `ArgumentError` for a cycle of negative length, for `FW` from some nodes alone, and for negative weights with `D`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * const { distMatrix, predecessors } = sparse.csgraph.shortestPath(A, { indices: 0, returnPredecessors: true });
 * await distMatrix.tolist();   // [0, 1, 3]
 * await predecessors.tolist(); // [-9999, 0, 1]
 */
export const shortestPath = takes(
  'shortestPath',
  GRAPH,
  options(SHORTEST_OPTIONS),
)((graph: Graph, how: ShortestPathOptions = {}): NDArray | Paths => {
  const ways = prepared(graph, how, 'shortestPath');
  const method = chosen(ways, how);
  if (method === 'FW' && how.indices !== undefined)
    throw new ArgumentError(
      "shortestPath: method 'FW' finds the paths between all nodes; leave indices out, or take another method",
    );
  if (method === 'D' && hasNegative(ways))
    throw new ArgumentError("shortestPath: the graph has negative weights: take method 'J' or 'BF'");
  if (method === 'D') return byDijkstra(ways).result(how);
  if (method === 'J') return byJohnson(ways, 'shortestPath').result(how);
  return (method === 'FW' ? byFloydWarshall : byBellmanFord)(ways, 'shortestPath').result(how);
}) as PathFinder<ShortestPathOptions>;
