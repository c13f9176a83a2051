/**
 * Cuts a loop's nodes into stages, so that functions which would keep a loop from being vectorized run in loops of their own.
 *
 *     %0 = load 0   %1 = mul %0 %0   %2 = sin %1   %3 = add %2 %0   store 1 %3
 *
 *     main 0     t1[i] = a0[i] * a0[i]                  values that later stages need are kept in strips
 *     staged 1   mk_sin_strip(t2, t1, n)
 *     main 1     o1[i] = t2[i] + a0[i]                  loads and constants are cheap: every stage has its own
 *
 * Of functions that would be staged for their length alone, one may join the main loop before (`joinedNodes`).
 * A strip form reads arguments where they are, and writes a result that nothing else uses where it is stored.
 *
 * All stores are in the last stage, where no load can come after them. Uniform nodes are computed before the loops.
 */
import { type DType, float64 } from '../../dtype/index.js';
import {
  type Kernel,
  type Loop,
  type Node,
  type NodeId,
  operandsOf,
  operationOf,
  resultsOf,
  type Statement,
  uniformNodes,
} from '../../ir/index.js';
import { stagedForm } from './ops.js';

export type Store = Statement & { readonly kind: 'store' };

export interface Stage {
  /** Nodes that run before the main loop, each on strips: their results are strips. */
  readonly staged: readonly NodeId[];
  /** Nodes that the main loop computes or reads, in order. */
  readonly main: readonly NodeId[];
  /** Nodes with values that the main loop leaves in strips. */
  readonly kept: readonly NodeId[];
  readonly stores: readonly Store[];
}

export interface StagedLoop {
  readonly loop: Loop;
  /** Begins the names of its strips and uniform values; empty when the kernel has one loop. */
  readonly prefix: string;
  readonly uniform: readonly boolean[];
  readonly stages: readonly Stage[];
  /** All nodes that have a strip. */
  readonly strips: readonly NodeId[];
  /** The node that is the loop's one result, and that a strip form computes last: it writes where the result is stored. */
  readonly direct: NodeId | null;
  /** Stores to `full` arguments. */
  readonly fullStores: readonly Store[];
}

/** A loop under analysis. */
interface Analysis {
  readonly loop: Loop;
  readonly uniform: readonly boolean[];
  /** Nodes that elements need, in order. */
  readonly used: readonly NodeId[];
  /** The first stage with a main loop that can use a node. */
  readonly stageOf: readonly number[];
  /** Nodes that would be staged alone, and join the main loop that computes their operand. */
  readonly joined: ReadonlySet<NodeId>;
  readonly last: number;
  readonly stores: readonly Store[];
  readonly folds: readonly Statement[];
  readonly direct: NodeId | null;
  readonly inLanes: boolean;
}

/** The type that a node's operator works on. */
export function operandType(
  nodes: readonly { readonly dtype: DType }[],
  node: { readonly dtype: DType; readonly a?: NodeId },
): DType {
  return node.a === undefined ? node.dtype : nodes[node.a].dtype;
}

/** How a node is staged; null for one that belongs in a vectorized loop. */
export function stagedAs(nodes: readonly Node[], id: NodeId): 'strip' | 'loop' | 'segfold' | 'repeat' | 'carried' | null {
  const node = nodes[id];
  if (node.op === 'segfold' || node.op === 'repeat' || node.op === 'carried') return node.op;
  if (!('a' in node)) return null;
  if (node.op === 'uniform') return 'strip';
  return stagedForm(node.op, operandType(nodes, node)) ?? (isLong(nodes, id) && hasSeveralLong(nodes) ? 'strip' : null);
}

/**
 * Functions that are long chains of dependent steps. Two in one loop get in each other's way: a processor overlaps the steps of
 * neighbouring elements only as far as it looks ahead, and a short loop lets it see more of them.
 */
function isLong(nodes: readonly Node[], id: NodeId): boolean {
  const { op, dtype } = nodes[id];
  return dtype.kind === 'float' && operationOf(op)?.long === true;
}

const several = new WeakMap<readonly Node[], boolean>();

function hasSeveralLong(nodes: readonly Node[]): boolean {
  let known = several.get(nodes);
  if (known === undefined) several.set(nodes, (known = nodes.filter((_, id) => isLong(nodes, id as NodeId)).length > 1));
  return known;
}

/**
 * The stages of a kernel's loop. Nodes that no statement needs are dropped. Values that are folded are left in strips, or
 * `inLanes` are at hand in the last stage's loop.
 */
export function stageLoop(kernel: Kernel, loop: Loop, prefix: string, inLanes: boolean): StagedLoop {
  const isStore = (s: Statement): s is Store => s.kind === 'store';
  const stores = loop.statements.filter(isStore);
  const full = (s: Store): boolean => kernel.args[s.arg].access === 'full';
  const analysis = analyse(
    loop,
    uniformNodes(kernel, loop),
    stores.filter((s) => !full(s)),
    loop.statements.filter((s) => !isStore(s)),
    inLanes,
  );
  const strips = stripNodes(analysis);
  const stages = Array.from({ length: analysis.last + 1 }, (_, stage) => makeStage(analysis, strips, stage));
  return {
    loop,
    prefix,
    uniform: analysis.uniform,
    stages,
    strips: [...strips].sort((a, b) => a - b),
    direct: analysis.direct,
    fullStores: stores.filter(full),
  };
}

function analyse(
  loop: Loop,
  uniform: readonly boolean[],
  stores: readonly Store[],
  folds: readonly Statement[],
  inLanes: boolean,
): Analysis {
  const used = usedNodes(loop, uniform, [...stores, ...folds]);
  const stageOf: number[] = [];
  for (const [id, node] of loop.nodes.entries()) {
    const ready = uniform[id] ? 0 : Math.max(0, ...operandsOf(node).map((operand) => stageOf[operand]));
    const form = uniform[id] ? null : stagedAs(loop.nodes, id);
    stageOf.push(form === null || form === 'carried' ? ready : ready + 1);
  }
  const direct = directResult(loop, uniform, stores, folds);
  const joined = joinedNodes(loop, used, uniform, stageOf, direct);
  for (const id of joined) stageOf[id]--;
  const last = Math.max(0, ...used.map((id) => stageOf[id]));
  return { loop, uniform, used, stageOf, joined, last, stores, folds, direct, inLanes };
}

/**
 * Of the exponentials that each stage would begin with, the first one with an operand that the main loop before it computes: it joins that
 * loop. Its additions and multiplications go on while that loop divides; a second would be in its way.
 */
function joinedNodes(
  { nodes }: Loop,
  used: readonly NodeId[],
  uniform: readonly boolean[],
  stageOf: readonly number[],
  direct: NodeId | null,
): ReadonlySet<NodeId> {
  const joined = new Map<number, NodeId>();
  for (const id of used) {
    const node = nodes[id];
    if (node.op !== 'exp' || node.dtype !== float64 || uniform[id] || id === direct || stagedAs(nodes, id) === null) continue;
    const computed = !uniform[node.a] && !isRead(nodes, node.a) && stagedAs(nodes, node.a) === null;
    if (computed && stageOf[node.a] === stageOf[id] - 1 && !joined.has(stageOf[id])) joined.set(stageOf[id], id);
  }
  return new Set(joined.values());
}

/** The value of a loop's only store, where a strip form computes it and nothing else uses it. */
function directResult(
  loop: Loop,
  uniform: readonly boolean[],
  stores: readonly Store[],
  folds: readonly Statement[],
): NodeId | null {
  if (stores.length !== 1 || folds.length > 0) return null;
  const [{ value }] = stores;
  return uniform[value] || stagedAs(loop.nodes, value) !== 'strip' ? null : value;
}

/** Whether a strip form reads an operand where it is: elements of an argument. */
export function readsInPlace({ loop, uniform }: { loop: Loop; uniform: readonly boolean[] }, operand: NodeId): boolean {
  return loop.nodes[operand].op === 'load' && !uniform[operand];
}

function usedNodes(loop: Loop, uniform: readonly boolean[], statements: readonly Statement[]): NodeId[] {
  const used = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    if (used.has(id)) return;
    used.add(id);
    if (!uniform[id]) operandsOf(loop.nodes[id]).forEach(visit);
  };
  for (const id of resultsOf(statements)) visit(id);
  return [...used].sort((a, b) => a - b);
}

/** Whether a node is no more than a read: a load, a coordinate, or one of integers that is converted. */
export function isRead(nodes: readonly Node[], id: NodeId): boolean {
  const node = nodes[id];
  if (node.op === 'cast')
    return nodes[node.a].dtype.kind !== 'float' && (nodes[node.a].op === 'load' || nodes[node.a].op === 'index');
  return node.op === 'load' || node.op === 'index';
}

/** Cheap nodes are read again wherever they are used. */
function isCheap({ loop, uniform }: Analysis, id: NodeId): boolean {
  return uniform[id] || isRead(loop.nodes, id);
}

function formOf({ loop, joined }: Analysis, id: NodeId): ReturnType<typeof stagedAs> {
  return joined.has(id) ? null : stagedAs(loop.nodes, id);
}

function isStaged(analysis: Analysis, id: NodeId): boolean {
  return !analysis.uniform[id] && formOf(analysis, id) !== null;
}

function stripNodes(analysis: Analysis): Set<NodeId> {
  const { loop, uniform, used, stageOf, last, stores, folds, inLanes } = analysis;
  const strips = new Set<NodeId>();
  const keep = (id: NodeId, at: number): void => {
    if (!isCheap(analysis, id) && stageOf[id] !== at) strips.add(id);
  };
  for (const id of used) {
    if (uniform[id]) continue;
    const form = formOf(analysis, id);
    if (form !== null && id !== analysis.direct) strips.add(id);
    for (const operand of operandsOf(loop.nodes[id])) {
      if (form === 'strip') {
        if (!readsInPlace(analysis, operand)) strips.add(operand);
      } else keep(operand, form === null ? stageOf[id] : -1);
    }
  }
  for (const store of stores) if (store.value !== analysis.direct) keep(store.value, last);
  for (const id of resultsOf(folds)) {
    if (inLanes) keep(id, last);
    else strips.add(id);
  }
  return strips;
}

function makeStage(analysis: Analysis, strips: ReadonlySet<NodeId>, stage: number): Stage {
  const { loop, used, stageOf } = analysis;
  const own = used.filter((id) => stageOf[id] === stage && !isCheap(analysis, id));
  const computed = own.filter((id) => !isStaged(analysis, id));
  const kept = used.filter((id) => strips.has(id) && (isCheap(analysis, id) ? stage === 0 : computed.includes(id)));
  const stores = stage === analysis.last ? analysis.stores : [];
  const folds = stage === analysis.last && analysis.inLanes ? analysis.folds : [];
  const main = new Set([
    ...computed,
    ...kept,
    ...stores.map((s) => s.value),
    ...resultsOf(folds),
    ...computed.flatMap((id) => operandsOf(loop.nodes[id])),
  ]);
  return { staged: own.filter((id) => isStaged(analysis, id)), main: [...main].sort((a, b) => a - b), kept, stores };
}
