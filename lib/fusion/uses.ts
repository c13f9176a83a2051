/** The users of a window's roots: positions of tasks by root, so that a root's writers and readers are found without a look at every task. */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { writes } from './producers.js';

const NONE: readonly number[] = [];

export class Uses {
  readonly #users = new Map<Root, number[]>();
  readonly #writers = new Map<Root, number[]>();

  constructor(tasks: readonly Task[]) {
    tasks.forEach((task, t) => {
      task.roots.forEach((root, k) => {
        note(this.#users, root, t);
        if (writes(task, k)) note(this.#writers, root, t);
      });
    });
  }

  /** The tasks that use a root, in order. */
  usersOf(root: Root): readonly number[] {
    return this.#users.get(root) ?? NONE;
  }

  /** The tasks that write it, in order. */
  writersOf(root: Root): readonly number[] {
    return this.#writers.get(root) ?? NONE;
  }

  /** The last task before `t` that writes it; -1 for none. */
  lastWriter(root: Root, t: number): number {
    return this.writersOf(root).findLast((p) => p < t) ?? -1;
  }
}

function note(positions: Map<Root, number[]>, root: Root, t: number): void {
  const known = positions.get(root);
  if (known === undefined) positions.set(root, [t]);
  else if (known.at(-1) !== t) known.push(t);
}
