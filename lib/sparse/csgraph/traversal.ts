/** Walks through graphs in breadth and in depth, and components. */
import { asarray, type NDArray } from '../../array/index.js';
import { type ByPlace, FLAG, INTEGER, IndexError, listed, type OptionKinds, oneOf, options, takes } from '../../base/index.js';
import type { Pattern } from '../coordinates.js';
import { CsrArray } from '../csr.js';
import { hostStructure } from '../structure.js';
import { DIRECTED, type DirectedOption, GRAPH, type Graph, matrixOf, NONE, waysOf } from './graph.js';

/** Nodes in the order of a walk; int32. */
export interface Walk extends ByPlace<NDArray> {
  readonly nodeArray: NDArray;
  /** The node from which each node was reached; -9999 for the start and for nodes that were not reached. */
  readonly predecessors: NDArray;
}

/** Options of walks. */
export interface WalkOptions extends DirectedOption {
  /** Whether to give predecessors, too; default true. Without them the result is the array of nodes. */
  readonly returnPredecessors?: boolean;
}
const WALK: OptionKinds<WalkOptions> = { ...DIRECTED, returnPredecessors: FLAG };

/** Nodes and predecessors, or nodes alone. */
export interface WalkFinder {
  (graph: Graph, start: number, options: WalkOptions & { readonly returnPredecessors: false }): NDArray;
  (graph: Graph, start: number, options?: WalkOptions & { readonly returnPredecessors?: true }): Walk;
}

/** The result of a walk. */
function walked(name: string, nodes: Int32Array, before: Int32Array, { returnPredecessors = true }: WalkOptions): Walk | NDArray {
  const nodeArray = asarray(nodes);
  return returnPredecessors ? listed(name, { nodeArray, predecessors: asarray(before) }) : nodeArray;
}

/** A node of a graph; negative numbers count from the end. Throws `IndexError`. */
export function nodeOf(node: number, size: number, operation: string): number {
  const found = node < 0 ? node + size : node;
  if (!(found >= 0 && found < size)) throw new IndexError(`${operation}: node ${node} is outside a graph of ${size} nodes`);
  return found;
}

/**
 * The nodes that can be reached from `start`, the nearest first (by numbers of edges), and the node from which each was reached. Throws
 * `IndexError` for a start outside the graph, `ShapeError` for a matrix that is not square.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 2], [0, 0, 0], [0, 3, 0]]);
 * const { nodeArray, predecessors } = sparse.csgraph.breadthFirstOrder(A, 0);
 * await nodeArray.tolist();    // [0, 1, 2]
 * await predecessors.tolist(); // [-9999, 0, 0]
 */
export const breadthFirstOrder = takes(
  'breadthFirstOrder',
  GRAPH,
  INTEGER,
  options(WALK),
)((graph: Graph, start: number, how: WalkOptions = {}): Walk | NDArray => {
  const { directed = true } = how;
  const matrix = matrixOf(graph, 'breadthFirstOrder');
  const [size] = matrix.shape;
  const first = nodeOf(start, size, 'breadthFirstOrder');
  const ways = waysOf(matrix, directed);
  const order = new Int32Array(size);
  const before = new Int32Array(size).fill(NONE);
  let count = 1;
  order[0] = before[first] = first;
  for (let at = 0; at < count; at++) {
    const node = order[at];
    // By index: an iterator for each node takes half as long again.
    for (let way = 0; way < ways.length; way++) {
      const { ptr, col } = ways[way];
      const end = ptr[node + 1];
      for (let k = ptr[node]; k < end; k++) {
        const next = col[k];
        if (before[next] !== NONE) continue;
        before[next] = node;
        order[count++] = next;
      }
    }
  }
  before[first] = NONE;
  return walked('breadthFirstOrder', order.slice(0, count), before, how);
}) as WalkFinder;

/**
 * The nodes that can be reached from `start`, each behind the node from which it was reached, as deep as it goes first. Throws as
 * `breadthFirstOrder`.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 2], [0, 0, 0], [0, 3, 0]]);
 * await sparse.csgraph.depthFirstOrder(A, 0).nodeArray.tolist(); // [0, 1, 2]
 */
export const depthFirstOrder = takes(
  'depthFirstOrder',
  GRAPH,
  INTEGER,
  options(WALK),
)((graph: Graph, start: number, how: WalkOptions = {}): Walk | NDArray => {
  const { directed = true } = how;
  const matrix = matrixOf(graph, 'depthFirstOrder');
  const [size] = matrix.shape;
  const first = nodeOf(start, size, 'depthFirstOrder');
  const ways = waysOf(matrix, directed);
  const order = new Int32Array(size);
  const before = new Int32Array(size).fill(NONE);
  const seen = new Uint8Array(size);
  const path = new Int32Array(size);
  path[0] = first;
  const next = new Int32Array(size);
  let [count, depth] = [1, 0];
  order[0] = first;
  seen[first] = 1;
  while (depth >= 0) {
    const node = path[depth];
    const found = unseen(ways, node, next, seen);
    if (found < 0) {
      depth--;
      continue;
    }
    seen[found] = 1;
    before[found] = node;
    order[count++] = found;
    path[++depth] = found;
  }
  return walked('depthFirstOrder', order.slice(0, count), before, how);
}) as WalkFinder;

/** The next node that an edge of a node leads to and that was not seen; -1 for none. `next`: edges that were looked at. */
function unseen(ways: readonly Pattern[], node: number, next: Int32Array, seen: Uint8Array): number {
  let offset = 0;
  for (let way = 0; way < ways.length; way++) {
    const { ptr, col } = ways[way];
    const [from, end] = [ptr[node] - offset, ptr[node + 1] - ptr[node] + offset];
    for (let at = next[node]; at < end; at++) {
      const found = col[from + at];
      if (seen[found] !== 0) continue;
      next[node] = at;
      return found;
    }
    next[node] = Math.max(next[node], end);
    offset = end;
  }
  return -1;
}

/** Components of a graph. */
export interface Components extends ByPlace<number | NDArray> {
  readonly nComponents: number;
  /** The number of each node's component; int32. */
  readonly labels: NDArray;
}

export interface ComponentOptions extends DirectedOption {
  /** Of directed edges: `weak`, nodes are connected as if edges went both ways; `strong`, by paths in both directions. Default `weak`. */
  readonly connection?: 'weak' | 'strong';
}
const COMPONENT_OPTIONS: OptionKinds<ComponentOptions> = { ...DIRECTED, connection: oneOf('weak', 'strong') };

/**
 * The number of connected components, and each node's; in SciPy's order. Throws `ShapeError` for a matrix that is not square.
 *
 * @example
 * const A = sparse.csrArray([[0, 1, 0], [0, 0, 0], [0, 0, 0]]);
 * const { nComponents, labels } = sparse.csgraph.connectedComponents(A);
 * nComponents;          // 2
 * await labels.tolist(); // [0, 0, 1]
 */
export const connectedComponents = takes(
  'connectedComponents',
  GRAPH,
  options(COMPONENT_OPTIONS),
)((graph: Graph, { directed = true, connection = 'weak' }: ComponentOptions = {}): Components => {
  const matrix = matrixOf(graph, 'connectedComponents');
  const isStrong = directed && connection === 'strong';
  const { count, labels } = isStrong
    ? strongComponents(hostStructure(CsrArray.structureOf(matrix)))
    : weakComponents(waysOf(matrix, false));
  return listed('connectedComponents', { nComponents: count, labels: asarray(labels) });
});

function weakComponents(ways: readonly Pattern[]): { count: number; labels: Int32Array } {
  const [size] = ways[0].shape;
  const labels = new Int32Array(size).fill(-1);
  const stack = new Int32Array(size);
  let count = 0;
  for (let start = 0; start < size; start++) {
    if (labels[start] >= 0) continue;
    let top = 0;
    stack[top++] = start;
    labels[start] = count;
    while (top > 0) {
      const node = stack[--top];
      for (let way = 0; way < ways.length; way++) {
        const { ptr, col } = ways[way];
        const end = ptr[node + 1];
        for (let k = ptr[node]; k < end; k++) {
          const next = col[k];
          if (labels[next] >= 0) continue;
          labels[next] = count;
          stack[top++] = next;
        }
      }
    }
    count++;
  }
  return { count, labels };
}

const VOID = -1;
const END = -2;

/** A doubly linked stack of nodes, of which one within can be moved to the top. */
class NodeStack {
  readonly #below: Int32Array;
  readonly #above: Int32Array;
  top = END;

  constructor(size: number) {
    this.#below = new Int32Array(size).fill(VOID);
    this.#above = new Int32Array(size).fill(VOID);
  }

  push(node: number): void {
    const [below, above] = [this.#below[node], this.#above[node]];
    if (below !== VOID) {
      if (above >= 0) this.#below[above] = below;
      if (below >= 0) this.#above[below] = above;
    }
    this.#below[node] = this.top;
    this.#above[node] = END;
    if (this.top >= 0) this.#above[this.top] = node;
    this.top = node;
  }

  pop(): void {
    const node = this.top;
    this.top = this.#below[node];
    if (this.top >= 0) this.#above[this.top] = END;
    this.#below[node] = this.#above[node] = VOID;
  }
}

/** Pearce's variant of Tarjan's algorithm (2005), without recursion; labels in the order in which components are complete. */
function strongComponents({ shape, ptr, col }: Pattern): { count: number; labels: Int32Array } {
  const [size] = shape;
  /** The least index that can be reached, then the label, counted down from the last so that it is above all indices. */
  const low = new Int32Array(size).fill(VOID);
  const waiting = new Int32Array(size);
  const stack = new NodeStack(size);
  let [held, index, label] = [0, 0, size - 1];
  for (let start = 0; start < size; start++) {
    if (low[start] !== VOID) continue;
    stack.push(start);
    while (stack.top !== END) {
      const node = stack.top;
      if (low[node] === VOID) {
        low[node] = index++;
        for (let k = ptr[node]; k < ptr[node + 1]; k++) if (low[col[k]] === VOID) stack.push(col[k]);
        continue;
      }
      stack.pop();
      let least = low[node];
      for (let k = ptr[node]; k < ptr[node + 1]; k++) if (low[col[k]] < least) least = low[col[k]];
      const isRoot = least === low[node];
      low[node] = least;
      if (!isRoot) {
        waiting[held++] = node;
        continue;
      }
      index--;
      while (held > 0 && low[node] <= low[waiting[held - 1]]) {
        low[waiting[--held]] = label;
        index--;
      }
      low[node] = label--;
    }
  }
  return { count: size - 1 - label, labels: low.map((at) => size - 1 - at) };
}
