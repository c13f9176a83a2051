/**
 * Tokens that survive renaming (lib/DESIGN.md, "Traces survive renaming"; Baker's prev encoding of parameterized strings): a task is
 * hashed with each argument's view and with how many tasks ago, and as which argument, its root was last used. So a loop that alternates
 * two buffers has the period of its body. Where plans serve views that move, a view is its form and how far it lies from the view that the
 * root was last used through; of a root that no recent task wrote, whether it lies where that view does: loops that read rows at random
 * places repeat, too.
 */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';

/** Roots last used longer ago than this are all alike: outside every trace. */
const FAR = 2048;

/** A root written as many tasks ago is not written by a window that reads it. */
const SETTLED = 128;

/** The last use of a root in a window: the task and the argument, by number, where the view began, and the task that last wrote it. */
export interface LastUse {
  readonly slot: number;
  readonly task: number;
  readonly as: number;
  readonly offset: number;
  /** -1 for none in the window. */
  readonly write: number;
}

export class Recency {
  /** Tasks so far; roots carry the number of the last that used them, times 16, plus which argument they were. */
  #task = 0;
  readonly #moves: boolean;

  /** `moves`: plans serve views that move. */
  constructor(moves = false) {
    this.#moves = moves;
  }

  /** The tokens of `tasks[from …]`, which follow the tasks of earlier calls; into `out` at the same positions. */
  encode(tasks: readonly Task[], out: Int32Array, from = 0): void {
    for (let t = from; t < tasks.length; t++) out[t] = this.#token(tasks[t]);
  }

  /** Goes past tasks without encoding them; `uses`: the last of each root, `shifts`: as `Window.shifts`. */
  skip(tasks: number, uses: readonly LastUse[], roots: readonly (Root | undefined)[], shifts: readonly number[] | null): void {
    const before = this.#task + 1;
    this.#task += tasks;
    for (const { slot, task, as, offset, write } of uses) {
      const root = roots[slot];
      if (root === undefined) continue;
      root.recency = (before + task) * 16 + Math.min(as, 15);
      if (write >= 0) root.recentWrite = before + write;
      root.recentOffset = offset + (shifts === null ? 0 : shifts[slot]);
    }
  }

  #token(task: Task): number {
    let hash = task.kind.id + 0x811c9dc5;
    const now = ++this.#task;
    for (let k = 0; k < task.roots.length; k++) {
      const root = task.roots[k];
      const last = root.recency;
      const distance = last === 0 ? FAR : Math.min(FAR, now - Math.floor(last / 16));
      const as = distance === FAR ? 0 : last % 16;
      const view = task.views[k];
      if (this.#moves) {
        hash = Math.imul(hash ^ view.form, 0x01000193);
        if (task.kind.args[k].privilege !== 'read') root.recentWrite = now;
        const apart = view.offset - root.recentOffset;
        const counted = root.recentWrite > 0 && now - root.recentWrite < SETTLED ? apart : Number(apart !== 0);
        if (distance !== FAR) hash = Math.imul(hash ^ counted, 0x01000193);
        root.recentOffset = view.offset;
      } else hash = Math.imul(hash ^ view.id, 0x01000193);
      hash = Math.imul(hash ^ (distance * 16 + as), 0x01000193);
      root.recency = now * 16 + Math.min(k, 15);
    }
    for (let i = 0; i < task.domain.length; i++) hash = Math.imul(hash ^ task.domain[i], 0x01000193);
    return hash | 0;
  }
}
