/** Trees and distances from predecessors, which walks and shortest paths give. */
import { asarray, type NDArray } from '../../array/index.js';
import { INTEGER, IndexError, NUMBER, needMemory, type OptionKinds, options, ShapeError, takes } from '../../base/index.js';
import { formatShape } from '../../shape/index.js';
import { type CsrArray, fromCompressed } from '../csr.js';
import { VECTOR } from '../kinds.js';
import { integers } from '../lists.js';
import { DIRECTED, type DirectedOption, type Edges, edgesOf, GRAPH, type Graph, matrixOf, weightAt } from './graph.js';
import { breadthFirstOrder, depthFirstOrder } from './traversal.js';

/** The weight of a step along an edge: of one that goes both ways the smaller weight. */
function stepAt(edges: Edges, i: number, j: number, directed: boolean, none: number): number {
  if (directed) return weightAt(edges, i, j, none);
  const away = Number.POSITIVE_INFINITY;
  const [there, back] = [weightAt(edges, i, j, away), weightAt(edges, j, i, away)];
  const least = Math.min(there === 0 ? away : there, back === 0 ? away : back);
  return least === away ? none : least;
}

function checkNodes(nodes: Int32Array, size: number, operation: string): void {
  const outside = nodes.find((node) => node >= size);
  if (outside !== undefined)
    throw new IndexError(`${operation}: predecessor ${outside} is outside a graph of ${size} nodes; numbers below 0 are none`);
}

function treeOf(graph: Graph, predecessors: NDArray, directed: boolean, operation: string): CsrArray {
  const edges = edgesOf(matrixOf(graph, operation));
  const [size] = edges.shape;
  if (predecessors.ndim !== 1 || predecessors.shape[0] !== size)
    throw new ShapeError(`${operation}: predecessors must be (${size},), got ${formatShape(predecessors.shape)}`);
  const before = integers(predecessors, 'predecessors', operation);
  checkNodes(before, size, operation);
  const ptr = new Int32Array(size + 1);
  for (let node = 0; node < size; node++) if (before[node] >= 0) ptr[before[node] + 1]++;
  for (let i = 0; i < size; i++) ptr[i + 1] += ptr[i];
  const next = ptr.slice(0, size);
  const [col, value] = [new Int32Array(ptr[size]), new Float64Array(ptr[size])];
  for (let node = 0; node < size; node++) {
    if (before[node] < 0) continue;
    const at = next[before[node]]++;
    col[at] = node;
    value[at] = stepAt(edges, before[node], node, directed, 0);
  }
  return fromCompressed({ shape: [size, size], ptr, col, value });
}

/**
 * The tree of the edges to each node from its predecessor, (nodes,), as a matrix with their weights in float64; a predecessor below 0 is none. Throws
 * `ShapeError`, `IndexError` for a predecessor outside the graph.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * const { predecessors } = sparse.csgraph.dijkstra(A, { indices: 0, returnPredecessors: true });
 * await sparse.csgraph.reconstructPath(A, predecessors).toDense().tolist(); // [[0, 1, 0], [0, 0, 2], [0, 0, 0]]
 */
export const reconstructPath = takes(
  'reconstructPath',
  GRAPH,
  VECTOR,
  options(DIRECTED),
)(
  (graph: Graph, predecessors: NDArray, { directed = true }: DirectedOption = {}): CsrArray =>
    treeOf(graph, predecessors, directed, 'reconstructPath'),
);

/**
 * The tree of a walk by breadth from `start`, with the weights of its edges; float64. Throws as `breadthFirstOrder`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 2], [0, 0, 0], [0, 3, 0]]);
 * await sparse.csgraph.breadthFirstTree(A, 0).toDense().tolist(); // [[0, 1, 2], [0, 0, 0], [0, 0, 0]]
 */
export const breadthFirstTree = takes(
  'breadthFirstTree',
  GRAPH,
  INTEGER,
  options(DIRECTED),
)(
  (graph: Graph, start: number, { directed = true }: DirectedOption = {}): CsrArray =>
    treeOf(graph, breadthFirstOrder(graph, start, { directed }).predecessors, directed, 'breadthFirstTree'),
);

/**
 * The tree of a walk in depth from `start`, with the weights of its edges; float64. Throws as `depthFirstOrder`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 2], [0, 0, 5], [0, 3, 0]]);
 * await sparse.csgraph.depthFirstTree(A, 0).toDense().tolist(); // [[0, 1, 0], [0, 0, 5], [0, 0, 0]]
 */
export const depthFirstTree = takes(
  'depthFirstTree',
  GRAPH,
  INTEGER,
  options(DIRECTED),
)(
  (graph: Graph, start: number, { directed = true }: DirectedOption = {}): CsrArray =>
    treeOf(graph, depthFirstOrder(graph, start, { directed }).predecessors, directed, 'depthFirstTree'),
);

export interface DistMatrixOptions extends DirectedOption {
  /** The distance where there is no path; default infinite. */
  readonly nullValue?: number;
}
const DIST_MATRIX: OptionKinds<DistMatrixOptions> = { ...DIRECTED, nullValue: NUMBER };

/**
 * The lengths of the paths that predecessors (nodes, nodes) describe, as `dijkstra` gives them from all nodes; float64 of the same shape. Throws
 * `ShapeError`, `IndexError` for a predecessor outside the graph.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * const { predecessors } = sparse.csgraph.dijkstra(A, { unweighted: true, returnPredecessors: true });
 * await sparse.csgraph.constructDistMatrix(A, predecessors).tolist(); // [[0, 1, 4], [Infinity, 0, 2], [Infinity, Infinity, 0]]
 */
export const constructDistMatrix = takes(
  'constructDistMatrix',
  GRAPH,
  VECTOR,
  options(DIST_MATRIX),
)(
  (
    graph: Graph,
    predecessors: NDArray,
    { directed = true, nullValue = Number.POSITIVE_INFINITY }: DistMatrixOptions = {},
  ): NDArray => {
    const edges = edgesOf(matrixOf(graph, 'constructDistMatrix'));
    const [size] = edges.shape;
    if (predecessors.ndim !== 2 || predecessors.shape.some((n) => n !== size))
      throw new ShapeError(
        `constructDistMatrix: predecessors must be (${size}, ${size}), got ${formatShape(predecessors.shape)}`,
      );
    needMemory('constructDistMatrix', 'the table of distances', size * size * Float64Array.BYTES_PER_ELEMENT);
    const before = integers(predecessors.ravel(), 'predecessors', 'constructDistMatrix');
    checkNodes(before, size, 'constructDistMatrix');
    const distance = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let [sum, steps] = [0, 0];
        for (let node = j; node !== i && before[i * size + node] >= 0 && steps < size; steps++) {
          const last = before[i * size + node];
          sum += stepAt(edges, last, node, directed, Number.POSITIVE_INFINITY);
          node = last;
        }
        distance[i * size + j] = steps === 0 && i !== j ? nullValue : sum;
      }
    }
    return asarray(distance).reshape([size, size]);
  },
);
