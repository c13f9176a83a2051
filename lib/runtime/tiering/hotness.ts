/**
 * When a window is worth a plan. Planning takes far longer than launching task by task, and saves something at every window of the same
 * form, if one follows: it is put off until its savings so far would have paid for it, so that a program never takes more than twice the
 * time of one that planned with foresight. Large windows are planned at first sight.
 */
import { Generations } from '../../base/index.js';
import { type Canonical, canBeSingle } from '../../fusion/index.js';
import type { Task } from '../../task/index.js';
import { costs } from './costs.js';

/** Forms that are remembered. */
const FORMS = 4096;

export class Hotness {
  /** By hash of the form: nanoseconds that a plan would have saved. Forms with equal hashes are planned sooner. */
  readonly #lost = new Generations<number, number>(FORMS);

  /** Whether to plan a window of a form that has no plan. Notes that the form came. */
  worthPlanning({ hash, slots }: Pick<Canonical, 'hash' | 'slots'>, tasks: readonly Task[]): boolean {
    let elements = 0;
    for (const task of tasks) {
      if (!canBeSingle(task)) return true;
      let size = 1;
      for (const n of task.domain) size *= n;
      elements += size;
    }
    const lost = (this.#lost.get(hash) ?? 0) + costs.launch * tasks.length + costs.element * elements;
    if (lost >= costs.plan * tasks.length) return true;
    let bytes = 0;
    for (const root of slots) if (root.address === 0) bytes += root.bytes;
    if (bytes > costs.unplannedBytes) return true;
    this.#lost.set(hash, lost);
    return false;
  }
}
