/** Spanning trees. */
import { argsort, asarray } from '../../array/index.js';
import { takes } from '../../base/index.js';
import { int32 } from '../../dtype/index.js';
import { filtered } from '../arrange.js';
import { expandRows } from '../coordinates.js';
import { CsrArray } from '../csr.js';
import { ascending } from '../lists.js';
import { hostStructure } from '../structure.js';
import { GRAPH, type Graph, matrixOf, weightsOf } from './graph.js';

/** The root of a node's tree; paths are halved on the way. */
function rootOf(parent: Int32Array, node: number): number {
  let at = node;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

/**
 * The edges of a tree of the least weight that connects all nodes which edges, taken as going both ways, connect; a matrix with these edges alone
 * (Kruskal's algorithm). Of edges of one weight those of the first rows are taken; edges of weight 0 are in the tree and left out of
 * the matrix, as in SciPy. Throws `ShapeError` for a matrix that is not square.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 4], [0, 0, 2], [0, 0, 0]]);
 * await sparse.csgraph.minimumSpanningTree(A).toDense().tolist(); // [[0, 1, 0], [0, 0, 2], [0, 0, 0]]
 */
export const minimumSpanningTree = takes(
  'minimumSpanningTree',
  GRAPH,
)((graph: Graph): CsrArray => {
  const matrix = matrixOf(graph, 'minimumSpanningTree');
  const weight = weightsOf(matrix);
  const pattern = hostStructure(CsrArray.structureOf(matrix));
  const from = expandRows(pattern);
  const parent = ascending(pattern.shape[0]);
  const kept = new Uint8Array(weight.length);
  // A stable order: of edges of one weight those of the first rows come first.
  const edges = argsort(asarray(weight)).astype(int32).dataSync() as Int32Array;
  for (let at = 0; at < edges.length; at++) {
    const k = edges[at];
    const [a, b] = [rootOf(parent, from[k]), rootOf(parent, pattern.col[k])];
    if (a === b) continue;
    parent[a] = b;
    if (weight[k] !== 0) kept[k] = 1;
  }
  return filtered(matrix, (_row, _col, place) => kept[place] === 1);
});
