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
import type { Uses } from './uses.js';

/**
 * Bytes that memory moves while an element of a large array comes, at random: 6 to 7 ns, where 8 bytes in a row take 0.36 (lib/DESIGN.md).
 * Caches hold arrays of so many bytes; there an element takes twice as long as in a row.
 */
const RANDOM = 128;
const CACHED = 1 << 20;

/** A window's tasks, and who uses their roots. */
export interface UsedWindow {
  readonly tasks: readonly Task[];
  readonly uses: Uses;
}

/** Whether tasks that share producers save time by going through them; `gone`: all producers that tasks go through. */
export function pays(
  window: UsedWindow,
  found: readonly (ThroughTask | null)[],
  gone: ReadonlySet<number>,
  goers: readonly number[],
): boolean {
  const { tasks } = window;
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
  for (const p of producers) before.own(tasks[p]);
  stored += movedBytes(window, producers, new Set(goers), gone);
  return after.bytes + through <= before.bytes + stored;
}

/** Bytes that producers move and that nobody moves without them: results that are gathered, and operands of no other task. */
function movedBytes(
  { tasks, uses }: UsedWindow,
  producers: ReadonlySet<number>,
  goers: ReadonlySet<number>,
  gone: ReadonlySet<number>,
): number {
  let bytes = 0;
  for (const p of producers) {
    tasks[p].roots.forEach((root, k) => {
      const users = uses.usersOf(root);
      const isMoved = writes(tasks[p], k)
        ? users.some((t) => goers.has(t))
        : users.every((t) => gone.has(t) || goers.has(t)) && !uses.writersOf(root).some((q) => producers.has(q));
      if (isMoved) bytes += tasks[p].views[k].size * root.dtype.size;
    });
  }
  return bytes;
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
