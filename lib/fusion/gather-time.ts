/**
 * Whether gathers through producers take less time than computing all elements, storing them and gathering: times as the bytes that memory
 * moves meanwhile (`recomputation.ts`).
 *
 *     y = a + b; z = take(y, i)      stored: loads of a and b, a store and additions over (n), a gather over (m)
 *                                    through: two gathers and an addition over (m)
 *
 * An element of a large array takes long to come, and elements of two arrays twice as long: with two operands that pays up to a fifth of
 * their elements, with one up to several times as many.
 */
import type { Node } from '../ir/index.js';
import { sizeOf } from '../shape/index.js';
import type { Task } from '../task/index.js';
import { ownKernel } from './part.js';
import { type ThroughTask, writes } from './producers.js';
import { Recomputed } from './recomputation.js';

/**
 * Bytes that memory moves while an element of a large array comes, at random: 6 to 7 ns, where 8 bytes in a row take 0.36 (lib/DESIGN.md).
 * Caches hold arrays of so many bytes; there an element takes twice as long as in a row.
 */
const RANDOM = 128;
const CACHED = 1 << 20;

/** Whether tasks that share producers save time by going through them. */
export function pays(tasks: readonly Task[], found: readonly (ThroughTask | null)[], goers: readonly number[]): boolean {
  const [before, after] = [new Recomputed(), new Recomputed()];
  const producers = new Set<number>();
  let [stored, through] = [0, 0];
  for (const t of goers) {
    const way = found[t];
    if (way === null) continue;
    before.own(tasks[t]);
    after.own(way.task);
    stored += gatherBytes(tasks[t]);
    through += gatherBytes(way.task);
    for (const p of way.producers) producers.add(p);
  }
  const gone = new Set(found.flatMap((way) => way?.producers ?? []));
  const isUsed = (root: Task['roots'][number]): boolean =>
    tasks.some((task, t) => !gone.has(t) && !goers.includes(t) && task.roots.includes(root));
  for (const p of producers) {
    before.own(tasks[p]);
    tasks[p].roots.forEach((root, k) => {
      const isMoved = writes(tasks[p], k) ? goers.some((t) => tasks[t].roots.includes(root)) : !isUsed(root);
      const isMade = [...producers].some((q) => tasks[q].roots.some((other, i) => other === root && writes(tasks[q], i)));
      if (isMoved && (writes(tasks[p], k) || !isMade)) stored += tasks[p].views[k].size * root.dtype.size;
    });
  }
  return after.bytes + through <= before.bytes + stored;
}

/** Bytes that a task's gathers move: each element of an array at some indices once. */
function gatherBytes(task: Task): number {
  const elements = sizeOf(task.domain);
  return ownKernel(task).loops.reduce((sum, { nodes }) => {
    const known = new Set<string>();
    for (const node of nodes) {
      const key = node.op === 'gather' ? keyOf(task, node) : '';
      if (node.op !== 'gather' || known.has(key)) continue;
      known.add(key);
      const { size } = task.roots[node.arg].dtype;
      sum += elements * (task.views[node.arg].size * size > CACHED ? RANDOM : 2 * size);
    }
    return sum;
  }, 0);
}

function keyOf({ roots, views }: Task, { arg, indices }: Extract<Node, { op: 'gather' }>): string {
  return `${roots[arg].id},${views[arg].id},${indices.join()}`;
}
