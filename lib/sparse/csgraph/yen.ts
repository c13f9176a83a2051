/** The shortest paths between two nodes, several of them: by Yen's algorithm (1971). */
import { asarray, type NDArray } from '../../array/index.js';
import { ArgumentError, FLAG, INTEGER, listed, type OptionKinds, options, takes } from '../../base/index.js';
import { POSITIVE_COUNT } from '../kinds.js';
import { DIRECTED, type DirectedOption, type Edges, GRAPH, type Graph, NONE, weightAt } from './graph.js';
import { NodeHeap } from './heap.js';
import { hasNegative, type Paths, prepared } from './paths.js';
import { nodeOf } from './traversal.js';

export interface YenOptions extends DirectedOption {
  /** Whether to give predecessors, too; default false. */
  readonly returnPredecessors?: boolean;
  /** Whether each edge counts as 1; default false. */
  readonly unweighted?: boolean;
}
const YEN_OPTIONS: OptionKinds<YenOptions> = { ...DIRECTED, returnPredecessors: FLAG, unweighted: FLAG };

/** Lengths alone, or with predecessors. */
export interface YenFinder {
  (graph: Graph, source: number, sink: number, K: number, options: YenOptions & { readonly returnPredecessors: true }): Paths;
  (
    graph: Graph,
    source: number,
    sink: number,
    K: number,
    options?: YenOptions & { readonly returnPredecessors?: false },
  ): NDArray;
}

interface Path {
  readonly nodes: readonly number[];
  readonly length: number;
}

/** A search that leaves nodes and first steps out. */
class Search {
  readonly #edges: readonly Edges[];
  readonly #sink: number;
  readonly #size: number;

  constructor(edges: readonly Edges[], size: number, sink: number) {
    [this.#edges, this.#size, this.#sink] = [edges, size, sink];
  }

  /** The shortest path from a node that meets none of `closed`, and does not begin with a step to one of `taken`; null if there is none. */
  from(start: number, closed: ReadonlySet<number>, taken: ReadonlySet<number>): Path | null {
    const distance = new Float64Array(this.#size).fill(Number.POSITIVE_INFINITY);
    const before = new Int32Array(this.#size).fill(NONE);
    const heap = new NodeHeap(this.#size, distance);
    distance[start] = 0;
    heap.put(start);
    while (heap.size > 0) {
      const node = heap.take();
      if (node === this.#sink) break;
      for (const { ptr, col, weight } of this.#edges) {
        for (let k = ptr[node]; k < ptr[node + 1]; k++) {
          const [next, length] = [col[k], distance[node] + weight[k]];
          if (!(length < distance[next]) || closed.has(next) || (node === start && taken.has(next))) continue;
          distance[next] = length;
          before[next] = node;
          heap.put(next);
        }
      }
    }
    const length = distance[this.#sink];
    if (length === Number.POSITIVE_INFINITY) return null;
    const nodes: number[] = [];
    for (let node = this.#sink; node !== NONE; node = node === start ? NONE : before[node]) nodes.unshift(node);
    return { nodes, length };
  }

  /** The weight of a step. */
  step(from: number, to: number): number {
    return Math.min(...this.#edges.map((edges) => weightAt(edges, from, to, Number.POSITIVE_INFINITY)));
  }
}

/** Paths that leave a found one at one of its nodes, for the first time. */
function deviations(search: Search, last: Path, found: readonly Path[]): Path[] {
  const paths: Path[] = [];
  let length = 0;
  for (let at = 0; at + 1 < last.nodes.length; at++) {
    const root = last.nodes.slice(0, at + 1);
    const alike = found.filter(({ nodes }) => root.every((node, i) => nodes[i] === node));
    const rest = search.from(root[at], new Set(root), new Set(alike.map(({ nodes }) => nodes[at + 1])));
    if (rest !== null) paths.push({ nodes: [...root, ...rest.nodes.slice(1)], length: length + rest.length });
    length += search.step(last.nodes[at], last.nodes[at + 1]);
  }
  return paths;
}

function shortestPaths(search: Search, source: number, count: number): Path[] {
  const first = search.from(source, new Set(), new Set());
  if (first === null) return [];
  const found = [first];
  const waiting = new Map<string, Path>();
  while (found.length < count) {
    for (const path of deviations(search, found[found.length - 1], found)) waiting.set(path.nodes.join(), path);
    let best: Path | null = null;
    for (const path of waiting.values()) if (best === null || path.length < best.length) best = path;
    if (best === null) break;
    waiting.delete(best.nodes.join());
    found.push(best);
  }
  return found;
}

/**
 * The lengths of the up to `K` shortest paths without loops from node `source` to node `sink`, ascending, float64; fewer where there are fewer. With
 * `returnPredecessors` also the node before each on each path, (paths, nodes), int32. Throws `ArgumentError` for negative weights, `ShapeError` for a
 * matrix that is not square, `IndexError` for a node outside the graph.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * await sparse.csgraph.yen(A, 0, 2, 5).tolist(); // [3, 4]
 */
export const yen = takes(
  'yen',
  GRAPH,
  INTEGER,
  INTEGER,
  POSITIVE_COUNT,
  options(YEN_OPTIONS),
)((graph: Graph, source: number, sink: number, K: number, how: YenOptions = {}): NDArray | Paths => {
  const ways = prepared(graph, { ...how, indices: [] }, 'yen');
  const { size, edges } = ways;
  if (hasNegative(ways)) throw new ArgumentError('yen: the graph has negative weights');
  const [from, to] = [source, sink].map((node) => nodeOf(node, size, 'yen'));
  const found = shortestPaths(new Search(edges, size, to), from, K);
  const distMatrix = asarray(Float64Array.from(found, ({ length }) => length));
  if (how.returnPredecessors !== true) return distMatrix;
  const before = new Int32Array(found.length * size).fill(NONE);
  found.forEach(({ nodes }, i) => {
    for (let k = 1; k < nodes.length; k++) before[i * size + nodes[k]] = nodes[k - 1];
  });
  return listed('yen', { distMatrix, predecessors: asarray(before).reshape([found.length, size]) });
}) as YenFinder;
