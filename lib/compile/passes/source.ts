/**
 * The source of a producer's result: the nodes that one element of it is made of, for kernels that compute the element themselves
 * (`through-gathers.ts`, `through-loads.ts`).
 */
import {
  type FoldOp,
  type Kernel,
  type KernelArg,
  type Loop,
  mapOperands,
  type Node,
  type NodeId,
  operandsOf,
  type Statement,
} from '../../ir/index.js';

/** The nodes that a result is made of, and which of them it is. */
export interface Source {
  readonly nodes: readonly Node[];
  readonly value: NodeId;
  /** The operator of a fold over rows of one axis, of which the nodes are an element's; null for a result that is stored element by element. */
  readonly fold: FoldOp | null;
}

/** Nodes that take long. */
const REFUSED: readonly Node['op'][] = ['segfold', 'repeat'];

/** By kernel and result: sources that were found. */
const known = new WeakMap<Kernel, (Source | null)[]>();

/** The source of a result that is stored element by element, or folded over rows; null where an element cannot be computed by itself. */
export function sourceOf(kernel: Kernel, result: number): Source | null {
  let sources = known.get(kernel);
  if (sources === undefined) known.set(kernel, (sources = []));
  if (sources[result] === undefined) sources[result] = found(kernel, result);
  return sources[result];
}

function found(kernel: Kernel, result: number): Source | null {
  const { loops } = kernel;
  if (loops.length !== 1) return null;
  const [{ nodes, statements }] = loops;
  const own = statements.find((s) => s.arg === result);
  if (own === undefined || statements.some((s) => s !== own && s.kind !== 'store')) return null;
  const fold = foldOf(kernel, own);
  if (fold === undefined) return null;
  const used = neededBy(nodes, [own.value]);
  const needed = [...used].sort((a, b) => a - b);
  if (isRefused(loops[0], used, fold)) return null;
  const at = new Map(needed.map((id, i) => [id, i]));
  const to = (id: NodeId): NodeId => at.get(id) ?? 0;
  return { nodes: needed.map((id) => mapOperands(nodes[id], to)), value: to(own.value), fold };
}

/** The nodes that some are made of, with these. */
export function neededBy(nodes: readonly Node[], ids: readonly NodeId[]): Set<NodeId> {
  const needed = new Set(ids);
  for (const id of needed) for (const operand of operandsOf(nodes[id])) needed.add(operand);
  return needed;
}

/** The operator of a fold over rows of one axis, null for a store; undefined for another statement. */
function foldOf({ args, rank, rowRank }: Kernel, { kind, arg, ...rest }: Statement): FoldOp | null | undefined {
  if (kind === 'store') return args[arg].access === 'elementwise' ? null : undefined;
  if (kind !== 'foldInner' || rank !== rowRank + 1) return undefined;
  return (rest as Extract<Statement, { kind: 'foldInner' }>).op;
}

/** Whether a result cannot be computed alone: all of the loop's gathers tell of indices outside, so that they have to be among its nodes. */
function isRefused({ nodes, statements }: Loop, used: ReadonlySet<NodeId>, fold: FoldOp | null): boolean {
  const written = new Set(statements.map((s) => s.arg));
  return nodes.some((node, id) => {
    if (node.op === 'gather') return fold !== null || !used.has(id);
    return used.has(id) && (REFUSED.includes(node.op) || (node.op === 'load' && written.has(node.arg)));
  });
}

/** Whether a source is made of loads alone, wherever its element is. */
export function isPlain({ nodes, fold }: Source): boolean {
  return fold === null && nodes.every((node) => node.op !== 'index' && node.op !== 'gather');
}

/** Whether a source gathers itself. */
export function gathers({ nodes }: Source): boolean {
  return nodes.some((node) => node.op === 'gather');
}

/** Whether a source loads an element of an array. */
export function loadsElements({ nodes }: Source, { args }: { readonly args: readonly KernelArg[] }): boolean {
  return nodes.some((node) => node.op === 'load' && args[node.arg].access === 'elementwise');
}
