/**
 * Readers beside: tasks that read a result as it is, while other tasks gather from it through its producer. Where all of them can be in the
 * producer's kernel, the result needs no memory, and elements that are gathered are computed twice:
 *
 *     0: y = f(x)          over (n)         y is summed in the kernel that computes it …
 *     1: s = sum(y)        over (n)
 *     2: z = take(y, i)    over (m)         … and z = f(take(x, i)): nothing stores y, and nothing loads it
 */
import { sameShape } from '../shape/index.js';
import type { Task } from '../task/index.js';
import { Cluster, type Growth } from './cluster.js';
import type { UsedWindow } from './gather-time.js';
import { writes } from './producers.js';

/** Tasks that are tried in one kernel, at most. */
const MOST_TASKS = 32;

/**
 * Whether one kernel takes the producer at `p`, the tasks `beside` that read its result, and everything that these need of what the window
 * computes behind `p`; `planned`: tasks as they are planned.
 */
export function shareKernel(
  { uses }: UsedWindow,
  p: number,
  beside: readonly number[],
  planned: (t: number) => Task,
  growth: Growth,
): boolean {
  const positions = new Set([p, ...beside]);
  for (const t of positions) {
    if (positions.size > MOST_TASKS) return false;
    const { kind, roots } = planned(t);
    roots.forEach((root, k) => {
      const w = kind.args[k].privilege === 'write' ? -1 : uses.lastWriter(root, t);
      if (w > p) positions.add(w);
    });
  }
  const cluster = new Cluster(growth);
  return [...positions].sort((a, b) => a - b).every((t) => cluster.tryAdd(planned(t), t) === null);
}

/** Whether a task reaches the results of a producer element by element, over the producer's domain, and changes none. */
export function readsBeside(task: Task, producer: Task): boolean {
  const results = producer.roots.filter((_, k) => writes(producer, k));
  if (!task.kind.fusible || !sameShape(task.domain, producer.domain)) return false;
  return task.roots.every((root, k) => {
    if (!results.includes(root)) return true;
    const { privilege, access } = task.kind.args[k];
    return privilege === 'read' && access === 'elementwise' && task.views[k] === root.view;
  });
}
