/** Orders of nodes in which entries are near the diagonal. */
import { asarray, type NDArray } from '../../array/index.js';
import { FLAG, type OptionKinds, options, takes } from '../../base/index.js';
import { unionOf } from '../combine.js';
import { CsrArray } from '../csr.js';
import { hostStructure } from '../structure.js';
import { transposedOf } from '../transposed.js';
import { GRAPH, type Graph, matrixOf } from './graph.js';

export interface CuthillMckeeOptions {
  /** Whether the matrix is known to be symmetric; default false: its transpose's entries are taken, too. */
  readonly symmetricMode?: boolean;
}
const CUTHILL_OPTIONS: OptionKinds<CuthillMckeeOptions> = { symmetricMode: FLAG };

/**
 * An order of the nodes in which a symmetric matrix's entries are near its diagonal: by breadth, nodes of few edges first, reversed (Cuthill and
 * McKee 1969, George 1971); int32. Throws `ShapeError` for a matrix that is not square.
 *
 * @example
 * const A = sparse.csrArray([[1, 0, 1], [0, 1, 0], [1, 0, 1]]);
 * await sparse.csgraph.reverseCuthillMckee(A).tolist(); // [2, 0, 1]
 */
export const reverseCuthillMckee = takes(
  'reverseCuthillMckee',
  GRAPH,
  options(CUTHILL_OPTIONS),
)((graph: Graph, { symmetricMode = false }: CuthillMckeeOptions = {}): NDArray => {
  const own = CsrArray.structureOf(matrixOf(graph, 'reverseCuthillMckee'));
  const { ptr, col, shape } = hostStructure(symmetricMode ? own : unionOf(own, transposedOf(own).structure).structure);
  const [size] = shape;
  const degree = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    degree[i] = ptr[i + 1] - ptr[i];
    // An entry on the diagonal counts twice.
    for (let k = ptr[i]; k < ptr[i + 1]; k++) if (col[k] === i) degree[i]++;
  }
  const seeds = fewestFirst(degree);
  const seen = new Uint8Array(size);
  const order = new Int32Array(size);
  let count = 0;
  for (const seed of seeds) {
    if (seen[seed] === 1) continue;
    seen[seed] = 1;
    let at = count;
    order[count++] = seed;
    for (; at < count; at++) {
      const from = count;
      for (let k = ptr[order[at]]; k < ptr[order[at] + 1]; k++) {
        if (seen[col[k]] === 1) continue;
        seen[col[k]] = 1;
        order[count++] = col[k];
      }
      byDegree(order, from, count, degree);
    }
  }
  return asarray(order.reverse());
});

/** All nodes by their degrees, ascending; nodes of one degree by their numbers. */
function fewestFirst(degree: Int32Array): Int32Array {
  const next = new Int32Array(degree.reduce((most, own) => Math.max(most, own), 0) + 2);
  for (let i = 0; i < degree.length; i++) next[degree[i] + 1]++;
  for (let d = 1; d < next.length; d++) next[d] += next[d - 1];
  const order = new Int32Array(degree.length);
  for (let i = 0; i < degree.length; i++) order[next[degree[i]]++] = i;
  return order;
}

/** The most nodes that are sorted by insertion. */
const FEW = 32;

/** Sorts a part of an order; nodes of one degree stay as they are. */
function byDegree(order: Int32Array, from: number, to: number, degree: Int32Array): void {
  if (to - from > FEW) {
    const part = Array.from(order.subarray(from, to)).sort((a, b) => degree[a] - degree[b]);
    order.set(part, from);
    return;
  }
  for (let k = from + 1; k < to; k++) {
    const node = order[k];
    let at = k;
    for (; at > from && degree[order[at - 1]] > degree[node]; at--) order[at] = order[at - 1];
    order[at] = node;
  }
}
