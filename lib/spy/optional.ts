/**
 * Arguments that a launch may turn out not to need, though the task declares them: selections stand between their elements and the kernel's
 * results, and a selection between equal values, or by a condition that is known when kernels are fused, is simplified away.
 *
 *     where(c, a, b)       needs none of c, a and b for certain
 *     where(c, b, b)       needs b
 *     where(c, b, 0) + b   needs b
 */
import { argsOf, type Kernel, type Node, type NodeId, operandsOf, type SegmentNode, usedBy } from '../ir/index.js';
import type { Task } from '../task/index.js';

/** By kernel: the arguments that are needed where no two of them are one array. */
const known = new WeakMap<Kernel, ReadonlySet<number>>();

/** The numbers of a task's arguments that are optional. */
export function optionalArgs({ kind, domain, roots, views }: Task): ReadonlySet<number> {
  if (kind.body.kind !== 'kernel') return new Set();
  const kernel = kind.body.kernel(domain.length);
  const first = roots.map((root, k) => roots.findIndex((other, i) => other === root && views[i] === views[k]));
  let needed = first.every((i, k) => i === k) ? known.get(kernel) : undefined;
  if (needed === undefined) {
    needed = neededBy(kernel, first);
    if (first.every((i, k) => i === k)) known.set(kernel, needed);
  }
  const isNeeded = (k: number): boolean => needed.has(first[k]);
  return new Set(first.flatMap((_, k) => (isNeeded(k) ? [] : [k])));
}

/** The arguments that a kernel's results need for certain; `first`: by argument, the first that is the same array. */
function neededBy({ loops }: Kernel, first: readonly number[]): ReadonlySet<number> {
  const needed = new Set<number>();
  for (const { nodes, statements } of loops) {
    const needs = needsOf(nodes, first, []);
    for (const s of statements) {
      needed.add(first[s.arg]);
      for (const id of usedBy(s)) addAll(needed, needs[id]);
    }
  }
  return needed;
}

/** By node, the arguments that its value needs; `outer`: the same of the enclosing loop's nodes. */
function needsOf(
  nodes: readonly (Node | SegmentNode)[],
  first: readonly number[],
  outer: readonly ReadonlySet<number>[],
): ReadonlySet<number>[] {
  const needs: ReadonlySet<number>[] = [];
  const of = (id: NodeId): ReadonlySet<number> => needs[id];
  for (const node of nodes) {
    if (node.op === 'select') {
      needs.push(new Set([...of(node.a)].filter((k) => of(node.b).has(k))));
      continue;
    }
    const all = new Set<number>();
    if (node.op === 'outer') addAll(all, outer[node.node]);
    else if (node.op === 'segfold') {
      for (const bound of [node.low, node.high]) addAll(all, of(bound));
      for (const k of node.runs === undefined ? [] : [node.runs.table, node.runs.columns]) all.add(first[k]);
      addAll(all, needsOf(node.body, first, needs)[node.result]);
    } else if (node.op === 'repeat') {
      addAll(all, of(node.enter));
    } else {
      for (const k of argsOf(node)) all.add(first[k]);
      for (const operand of operandsOf(node)) addAll(all, of(operand));
    }
    needs.push(all);
  }
  return needs;
}

function addAll(to: Set<number>, from: ReadonlySet<number>): void {
  for (const k of from) to.add(k);
}
