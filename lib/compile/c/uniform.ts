/**
 * Uniform nodes: the same value for the whole domain, made of constants, scalars and `full` arguments. They are computed
 * once, before the loops; stores to `full` arguments happen in `finish`, when no unit reads the old value any more.
 */
import { type Kernel, type Layout, type NodeId, operandsOf } from '../../ir/index.js';
import { plainExpression } from './expression.js';
import type { StagedLoop, Store } from './stages.js';
import { literal, memoryType, valueType } from './types.js';

/** Declarations of the uniform values that a kernel's loops use. */
export function uniformLines(kernel: Kernel, layout: Layout, loops: readonly StagedLoop[]): string[] {
  return loops.flatMap((staged, l) => {
    const read = staged.stages.flatMap((stage) => [...stage.main, ...operandsOfStaged(staged, stage.staged)]);
    const forLater = loops.length > 1 ? staged.fullStores.map((store) => store.value) : [];
    return valueLines(kernel, layout, loops, l, new Set([...read, ...forLater]));
  });
}

/** Declarations and stores of the `full` arguments that a kernel stores. */
export function fullStoreLines(kernel: Kernel, layout: Layout, loops: readonly StagedLoop[]): string[] {
  if (loops.every((staged) => staged.fullStores.length === 0)) return [];
  const values = loops.flatMap((staged, l) =>
    valueLines(kernel, layout, loops, l, new Set(staged.fullStores.map((s) => s.value))),
  );
  const stores = loops.flatMap((staged) =>
    staged.fullStores.map((store) => {
      const { arg, value } = store;
      return `*(${memoryType(kernel.args[arg].dtype)} *)mk_pointer(P[${layout.args[arg].pointer}]) = ${nameOf(staged, value)};`;
    }),
  );
  return [...values, ...stores];
}

function operandsOfStaged(staged: StagedLoop, ids: readonly NodeId[]): NodeId[] {
  return ids.flatMap((id) => operandsOf(staged.loop.nodes[id]));
}

/** The uniform nodes among `wanted` and the uniform nodes that they need, in order. */
function valueLines(
  kernel: Kernel,
  layout: Layout,
  loops: readonly StagedLoop[],
  l: number,
  wanted: ReadonlySet<NodeId>,
): string[] {
  const staged = loops[l];
  const needed = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    if (!staged.uniform[id] || needed.has(id)) return;
    needed.add(id);
    operandsOf(staged.loop.nodes[id]).forEach(visit);
  };
  wanted.forEach(visit);
  const lines: string[] = [];
  for (const id of [...needed].sort((a, b) => a - b)) {
    const node = staged.loop.nodes[id];
    if (node.op === 'const' || node.op === 'scalar') continue;
    const value =
      node.op === 'load'
        ? loadText(kernel, layout, loops.slice(0, l), node.arg)
        : plainExpression(staged.loop.nodes, node, (k) => nameOf(staged, k));
    lines.push(`const ${valueType(node.dtype)} ${nameOf(staged, id)} = ${value};`);
  }
  return lines;
}

/** A `full` argument's value: the value that an earlier loop stores to it, or its contents. */
function loadText(kernel: Kernel, layout: Layout, earlier: readonly StagedLoop[], arg: number): string {
  for (const staged of [...earlier].reverse()) {
    const store: Store | undefined = staged.fullStores.findLast((s) => s.arg === arg);
    if (store !== undefined) return nameOf(staged, store.value);
  }
  return `*(const ${memoryType(kernel.args[arg].dtype)} *)mk_pointer(P[${layout.args[arg].pointer}])`;
}

function nameOf(staged: StagedLoop, id: NodeId): string {
  const node = staged.loop.nodes[id];
  if (node.op === 'const') return literal(node.value, node.dtype);
  return node.op === 'scalar' ? `s${node.slot}` : `${staged.prefix}q${id}`;
}
