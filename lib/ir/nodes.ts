/** Walking nodes: their operands, and nodes with other operands. */
import type { Kernel, Loop, Node, NodeId, SegmentNode, Statement } from './kernel.js';

/** Whether a node has a list of nodes of its own. */
export function hasBody(node: Node | SegmentNode): node is Extract<Node, { op: 'segfold' | 'repeat' }> {
  return node.op === 'segfold' || node.op === 'repeat';
}

/** The nodes of the enclosing loop that a body uses, through `outer`. */
function outersOf(body: readonly SegmentNode[]): NodeId[] {
  return body.flatMap((inner) => (inner.op === 'outer' ? [inner.node] : []));
}

function mapOuters(body: readonly SegmentNode[], to: (id: NodeId) => NodeId): SegmentNode[] {
  return body.map((inner) => (inner.op === 'outer' ? { ...inner, node: to(inner.node) } : inner));
}

/** The nodes of its own list that a node uses. The body of a segfold or a repeat uses the enclosing loop through `outer`. */
export function operandsOf(node: Node | SegmentNode): NodeId[] {
  switch (node.op) {
    case 'load':
    case 'const':
    case 'scalar':
    case 'index':
    case 'segment':
    case 'segload':
    case 'outer':
    case 'carry':
      return [];
    case 'gather':
      return [...node.indices];
    case 'select':
      return [node.c, node.a, node.b];
    case 'segfold':
      return [node.low, node.high, ...outersOf(node.body)];
    case 'repeat':
      return [...node.initial, node.enter, ...outersOf(node.body)];
    default:
      return 'b' in node ? [node.a, node.b] : [node.a];
  }
}

/**
 * The node with its operands (for a body: also the nodes that it reaches through `outer`) renumbered; itself if nothing changes.
 */
export function mapOperands<N extends Node | SegmentNode>(node: N, to: (id: NodeId) => NodeId): N {
  const n: Node | SegmentNode = node;
  switch (n.op) {
    case 'load':
    case 'const':
    case 'scalar':
    case 'index':
    case 'segment':
    case 'segload':
    case 'outer':
    case 'carry':
      return node;
    case 'gather':
      return { ...node, indices: n.indices.map(to) };
    case 'select':
      return { ...node, c: to(n.c), a: to(n.a), b: to(n.b) };
    case 'segfold':
      return { ...node, low: to(n.low), high: to(n.high), body: mapOuters(n.body, to) };
    case 'repeat':
      return { ...node, initial: n.initial.map(to), enter: to(n.enter), body: mapOuters(n.body, to) };
    default: {
      const a = to(n.a);
      if (!('b' in n)) return a === n.a ? node : { ...node, a };
      const b = to(n.b);
      return a === n.a && b === n.b ? node : { ...node, a, b };
    }
  }
}

/** A list of nodes, and where each node of the list before is in it. */
export interface Rewritten<N> {
  readonly nodes: readonly N[];
  readonly ids: readonly NodeId[];
}

/**
 * The node with its body, if it has one, rewritten by a function of the body's nodes and of the ones that the node uses; itself if the list is the
 * same.
 */
export function mapBody<N extends Node | SegmentNode>(
  node: N,
  rewrite: (body: readonly SegmentNode[], used: readonly NodeId[]) => Rewritten<SegmentNode>,
): N {
  const n: Node | SegmentNode = node;
  if (n.op === 'segfold') {
    const { nodes, ids } = rewrite(n.body, [n.result]);
    return nodes === n.body ? node : { ...node, body: nodes, result: ids[n.result] };
  }
  if (n.op !== 'repeat') return node;
  const { nodes, ids } = rewrite(n.body, [...n.next, n.goes]);
  return nodes === n.body ? node : { ...node, body: nodes, next: n.next.map((id) => ids[id]), goes: ids[n.goes] };
}

/** The node with arguments and scalars renumbered, in its body too. */
export function mapSlots<N extends Node | SegmentNode>(node: N, arg: (k: number) => number, scalar: (k: number) => number): N {
  const n: Node | SegmentNode = node;
  switch (n.op) {
    case 'load':
    case 'gather':
    case 'segload': {
      const to = arg(n.arg);
      return to === n.arg ? node : { ...node, arg: to };
    }
    case 'scalar': {
      const to = scalar(n.slot);
      return to === n.slot ? node : { ...node, slot: to };
    }
    case 'segfold':
      return {
        ...node,
        body: n.body.map((inner) => mapSlots(inner, arg, scalar)),
        ...(n.runs !== undefined && { runs: { table: arg(n.runs.table), columns: arg(n.runs.columns) } }),
      };
    case 'repeat':
      return { ...node, body: n.body.map((inner) => mapSlots(inner, arg, scalar)) };
    default:
      return node;
  }
}

/** The arguments that a node reads, in a segfold's body too. */
export function argsOf(node: Node | SegmentNode): number[] {
  if (node.op === 'load' || node.op === 'gather' || node.op === 'segload') return [node.arg];
  if (node.op !== 'segfold') return [];
  return [...node.body.flatMap(argsOf), ...(node.runs === undefined ? [] : [node.runs.table, node.runs.columns])];
}

/** The nodes of its loop that a statement uses. */
export function usedBy(s: Statement): NodeId[] {
  return s.kind === 'scatter' ? [s.index, s.value] : [s.value];
}

/** The nodes that a loop's statements use, in order. */
export function resultsOf(statements: readonly Statement[]): NodeId[] {
  return statements.flatMap(usedBy);
}

/** The statement with the nodes that it uses renumbered; itself if they are the same. */
export function mapUsed<S extends Statement>(s: S, to: (id: NodeId) => NodeId): S {
  const t: Statement = s;
  const value = to(t.value);
  if (t.kind === 'scatter') return { ...s, index: to(t.index), value };
  return value === t.value ? s : { ...s, value };
}

/** For each node: whether it is the same for the whole domain, made of constants, scalars and `full` arguments. */
export function uniformNodes(kernel: Kernel, loop: Loop): boolean[] {
  const uniform: boolean[] = [];
  for (const node of loop.nodes) {
    if (node.op === 'load') uniform.push(kernel.args[node.arg].access === 'full');
    else if (node.op === 'index' || node.op === 'gather' || node.op === 'segfold' || node.op === 'repeat') uniform.push(false);
    else uniform.push(operandsOf(node).every((id) => uniform[id]));
  }
  return uniform;
}

/** Rounds of a repeat that are reckoned with, where it may take more. */
const USUAL_ROUNDS = 50;

/** Simple operations that a node is for each element, roughly. */
export function workOfNode(node: Node): number {
  return node.op === 'repeat' ? node.body.length * Math.min(node.most, USUAL_ROUNDS) : 1;
}
