/**
 * Cuts a loop's nodes into stages, so that what would keep a loop from being vectorized runs in a loop of its own.
 *
 *     %0 = load 0   %1 = mul %0 %0   %2 = sin %1   %3 = add %2 %0   store 1 %3
 *
 *     main 0     t1[i] = a0[i] * a0[i]                  values that later stages need are kept in strips
 *     staged 1   mk_sin_strip(t2, t1, n)
 *     main 1     o1[i] = t2[i] + a0[i]                  loads and constants are cheap: every stage has its own
 *
 * All stores are in the last stage, where no load can come after them.
 */
import type { DType } from '../../dtype/index.js';
import type { Loop, Node, NodeId, Statement } from '../../ir/index.js';
import { stagedForm } from './ops.js';

export interface Stage {
  /** Nodes that run before the main loop, each on strips: their results are strips. */
  readonly staged: readonly NodeId[];
  /** Nodes that the main loop computes, in order; cheap ones that it uses included. */
  readonly main: readonly NodeId[];
  /** Nodes whose values the main loop leaves in strips. */
  readonly kept: readonly NodeId[];
  readonly stores: readonly (Statement & { kind: 'store' })[];
}

export interface StagedLoop {
  readonly loop: Loop;
  /** Begins the names of its strips; empty when the kernel has one loop. */
  readonly prefix: string;
  readonly stages: readonly Stage[];
  /** All nodes that have a strip. */
  readonly strips: readonly NodeId[];
}

/** The nodes that a node uses (of its own loop). */
export function operandsOf(node: Node): readonly NodeId[] {
  switch (node.op) {
    case 'load': case 'const': case 'scalar': case 'index': return [];
    case 'gather': return node.indices;
    case 'select': return [node.c, node.a, node.b];
    case 'segfold': return [node.low, node.high, ...node.body.flatMap((inner) => (inner.op === 'outer' ? [inner.node] : []))];
    default: return 'b' in node ? [node.a, node.b] : [node.a];
  }
}

/** Cheap nodes are written again wherever they are used. */
export function isCheap(node: Node): boolean {
  return node.op === 'load' || node.op === 'const' || node.op === 'scalar' || node.op === 'index';
}

/** The type that a node's operator works on. */
export function operandType(nodes: readonly { readonly dtype: DType }[], node: { readonly dtype: DType; readonly a?: NodeId }): DType {
  return node.a === undefined ? node.dtype : nodes[node.a].dtype;
}

/** How a node is staged; null for one that belongs in a vectorized loop. */
export function stagedAs(nodes: readonly Node[], node: Node): 'strip' | 'loop' | 'segfold' | null {
  if (node.op === 'segfold') return 'segfold';
  return stagedForm(node.op, operandType(nodes, node as { dtype: DType; a?: NodeId }));
}

/** The stages of a loop. Nodes that no statement needs are dropped. */
export function stageLoop(loop: Loop, prefix: string): StagedLoop {
  const used = usedNodes(loop);
  const stageOf = stageNumbers(loop);
  const last = Math.max(0, ...used.map((id) => stageOf[id]));
  const strips = stripNodes(loop, used, stageOf, last);
  const stages = Array.from({ length: last + 1 }, (_, stage) => makeStage(loop, used, stageOf, strips, stage, last));
  return { loop, prefix, stages, strips: [...strips].sort((a, b) => a - b) };
}

function usedNodes(loop: Loop): NodeId[] {
  const used = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    if (used.has(id)) return;
    used.add(id);
    operandsOf(loop.nodes[id]).forEach(visit);
  };
  for (const statement of loop.statements) visit(statement.value);
  return [...used].sort((a, b) => a - b);
}

/** The stage in whose main loop a node can be used first. */
function stageNumbers(loop: Loop): number[] {
  const stageOf: number[] = [];
  for (const node of loop.nodes) {
    const ready = Math.max(0, ...operandsOf(node).map((id) => stageOf[id]));
    stageOf.push(stagedAs(loop.nodes, node) === null ? ready : ready + 1);
  }
  return stageOf;
}

function stripNodes(loop: Loop, used: readonly NodeId[], stageOf: readonly number[], last: number): Set<NodeId> {
  const strips = new Set<NodeId>();
  const keep = (id: NodeId, at: number): void => {
    if (!isCheap(loop.nodes[id]) && stageOf[id] !== at) strips.add(id);
  };
  for (const id of used) {
    const form = stagedAs(loop.nodes, loop.nodes[id]);
    if (form !== null) strips.add(id);
    for (const operand of operandsOf(loop.nodes[id])) {
      if (form === 'strip') strips.add(operand);
      else keep(operand, form === null ? stageOf[id] : -1);
    }
  }
  for (const statement of loop.statements) {
    if (statement.kind === 'store') keep(statement.value, last);
    else strips.add(statement.value);
  }
  return strips;
}

function makeStage(loop: Loop, used: readonly NodeId[], stageOf: readonly number[], strips: ReadonlySet<NodeId>, stage: number, last: number): Stage {
  const isStaged = (id: NodeId): boolean => stagedAs(loop.nodes, loop.nodes[id]) !== null;
  const own = used.filter((id) => stageOf[id] === stage && !isCheap(loop.nodes[id]));
  const computed = own.filter((id) => !isStaged(id));
  const kept = used.filter((id) => strips.has(id) && !isStaged(id) && (isCheap(loop.nodes[id]) ? stage === 0 : stageOf[id] === stage));
  const stores = stage === last ? loop.statements.filter((s): s is Statement & { kind: 'store' } => s.kind === 'store') : [];
  const main = new Set(computed);
  for (const id of [...kept, ...stores.map((s) => s.value), ...computed.flatMap((c) => operandsOf(loop.nodes[c]))]) {
    main.add(id);
  }
  return { staged: own.filter(isStaged), main: [...main].sort((a, b) => a - b), kept, stores };
}
