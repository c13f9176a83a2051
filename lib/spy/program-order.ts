/**
 * Do tasks that use the same elements run in the program's order? Independent tasks may run in any order: a task that joins an earlier
 * kernel runs before the tasks that the program issued between. Of all tasks that used a view in one way only the last that was issued
 * matters.
 */
import { keyOf, meet } from './elements.js';
import type { LogArg, LogLaunch, LogTask, LogView } from './log.js';
import type { Tell } from './problem.js';

/** The latest tasks, in the program's order, that read and wrote a view. */
interface Latest {
  readonly view: LogView;
  read: number;
  written: number;
}

export class ProgramOrder {
  readonly #tell: Tell;
  readonly #roots = new Map<number, Map<string, Latest>>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Tasks of one launch, which come behind all before it. Roots that the launch does not use are not read for results that are not stored. */
  run(tasks: readonly LogTask[], { reads, writes }: Pick<LogLaunch, 'reads' | 'writes'>): void {
    const used = new Set([...reads, ...writes]);
    const accesses = tasks.flatMap((task) => task.args.flatMap((arg) => (used.has(arg.root) ? [{ task, arg }] : [])));
    for (const { task, arg } of accesses) this.#check(task, arg);
    for (const { task, arg } of accesses) this.#note(task, arg);
  }

  #check({ task, kind }: LogTask, arg: LogArg): void {
    for (const { view, read, written } of this.#roots.get(arg.root)?.values() ?? []) {
      const last = arg.privilege === 'read' ? written : Math.max(read, written);
      if (last <= task || !meet(view, arg)) continue;
      this.#tell('order', `task ${task} (${kind}) uses root ${arg.root} behind task ${last}, which the program issued later`);
      return;
    }
  }

  #note({ task }: LogTask, arg: LogArg): void {
    let views = this.#roots.get(arg.root);
    if (views === undefined) this.#roots.set(arg.root, (views = new Map()));
    const key = keyOf(arg);
    let latest = views.get(key);
    if (latest === undefined) views.set(key, (latest = { view: arg, read: -1, written: -1 }));
    if (arg.privilege === 'read') latest.read = Math.max(latest.read, task);
    else latest.written = Math.max(latest.written, task);
  }
}
