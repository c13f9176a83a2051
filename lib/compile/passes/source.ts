/**
 * The source of a producer's result: the nodes that one element of it is made of, for kernels that compute the element themselves
 * (`through-gathers.ts`, `through-loads.ts`).
 */
import { type Kernel, type KernelArg, mapOperands, type Node, type NodeId, operandsOf } from '../../ir/index.js';

/** The nodes that a result is made of, and which of them it is. */
export interface Source {
  readonly nodes: readonly Node[];
  readonly value: NodeId;
}

/** Nodes that tell of indices outside, or that take long. */
const REFUSED: readonly Node['op'][] = ['gather', 'segfold', 'repeat'];

/** By kernel and result: sources that were found. */
const known = new WeakMap<Kernel, (Source | null)[]>();

/** The source of a result that is stored element by element; null where an element cannot be computed by itself. */
export function sourceOf(kernel: Kernel, result: number): Source | null {
  let sources = known.get(kernel);
  if (sources === undefined) known.set(kernel, (sources = []));
  if (sources[result] === undefined) sources[result] = found(kernel, result);
  return sources[result];
}

function found({ args, loops }: Kernel, result: number): Source | null {
  if (loops.length !== 1) return null;
  const [{ nodes, statements }] = loops;
  const store = statements.find((s) => s.arg === result);
  if (store?.kind !== 'store' || args[result].access !== 'elementwise') return null;
  if (statements.some((s) => s.kind !== 'store')) return null;
  const used = new Set<NodeId>([store.value]);
  for (const id of used) for (const operand of operandsOf(nodes[id])) used.add(operand);
  const needed = [...used].sort((a, b) => a - b);
  const written = new Set(statements.map((s) => s.arg));
  if (needed.some((id) => isRefused(nodes[id], written))) return null;
  const at = new Map(needed.map((id, i) => [id, i]));
  const to = (id: NodeId): NodeId => at.get(id) ?? 0;
  return { nodes: needed.map((id) => mapOperands(nodes[id], to)), value: to(store.value) };
}

function isRefused(node: Node, written: ReadonlySet<number>): boolean {
  return REFUSED.includes(node.op) || (node.op === 'load' && written.has(node.arg));
}

/** Whether a source depends on where its element is. */
export function usesIndex({ nodes }: Source): boolean {
  return nodes.some((node) => node.op === 'index');
}

/** Whether a source loads an element of an array. */
export function loadsElements({ nodes }: Source, { args }: { readonly args: readonly KernelArg[] }): boolean {
  return nodes.some((node) => node.op === 'load' && args[node.arg].access === 'elementwise');
}
