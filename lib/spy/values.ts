/**
 * Does every read find the values that the program wrote? Goes through the tasks in the order of the program, with the launches they
 * became: contents that a launch kept out of memory may be read in that launch alone, and must have been written there first.
 */
import { keyOf, meet, repeats, sizeOf } from './elements.js';
import type { LogArg, LogLaunch, LogTask, LogView } from './log.js';
import type { Tell } from './problem.js';

/** The contents of a root. */
interface Contents {
  /** Some of it was written. */
  written: boolean;
  /** The latest contents are not in memory: the launch that had them (null: none did). */
  missing: Missing | null;
}

/**
 * Contents that a launch keeps to itself; `covered`: the views that it has written, where these are not all elements yet. `restored`: views
 * that were written to memory since.
 */
interface Missing {
  readonly launch: LogLaunch | null;
  readonly covered: readonly LogView[] | null;
  readonly restored: readonly LogView[];
}

/** A window's tasks, in order, with their launches. */
interface Window {
  readonly tasks: readonly LogTask[];
  readonly launchOf: ReadonlyMap<number, LogLaunch>;
  readonly eliminated: ReadonlySet<number>;
  readonly failed: boolean;
}

export class Values {
  readonly #tell: Tell;
  readonly #elements: (root: number) => number;
  readonly #contents = new Map<number, Contents>();
  /** Reads that a launch's kernel turned out not to need. */
  spared = 0;

  /** `elements`: how many a root has. */
  constructor(elements: (root: number) => number, tell: Tell) {
    this.#elements = elements;
    this.#tell = tell;
  }

  upload(root: number): void {
    this.#contents.set(root, { written: true, missing: null });
  }

  window(window: Window): void {
    for (const task of window.tasks) {
      const launch = window.launchOf.get(task.task) ?? null;
      if (launch === null && window.failed) this.#poison(task);
      else this.#task(task, launch, window);
    }
    this.#checkEliminated(window);
  }

  /** The host reads a root. */
  hostRead(root: number, view: LogView): void {
    if (sizeOf(view) === 0) return;
    const contents = this.#of(root);
    if (contents.missing !== null) this.#tell('eliminated', `the host reads root ${root}, but its contents never reached memory`);
    else if (!contents.written) this.#tell('unwritten', `the host reads root ${root}, which was never written`);
  }

  #task(task: LogTask, launch: LogLaunch | null, window: Window): void {
    for (const arg of task.args) if (arg.privilege !== 'write' && sizeOf(arg) > 0) this.#read(task, arg, launch, window);
    for (const arg of task.args) if (arg.privilege !== 'read') this.#write(task, arg, launch, window);
  }

  #read(task: LogTask, arg: LogArg, launch: LogLaunch | null, window: Window): void {
    if (launch === null) return;
    const { root } = arg;
    const contents = this.#of(root);
    const here = contents.missing !== null && contents.missing.launch === launch;
    const who = `launch ${launch.launch} (${task.kind}, task ${task.task})`;
    if (contents.missing !== null && !here) {
      this.#tell('eliminated', `${who} reads root ${root}, but its contents never reached memory`);
    } else if (!contents.written) this.#tell('unwritten', `${who} reads root ${root}, which was never written`);
    const covered = here ? (contents.missing?.covered ?? null) : null;
    if (covered !== null && !covered.some((view) => keyOf(view) === keyOf(arg)))
      this.#tell('eliminated', `${who} reads elements of root ${root} before its launch writes them`);
    if (here || launch.reads.includes(root)) return;
    if (task.body !== 'kernel') this.#tell('task', `${who} says that it reads root ${root}; its launch does not`);
    else if (!launch.writes.includes(root)) {
      if (window.eliminated.has(root)) this.#tell('eliminated', `${who} reads root ${root} before its launch writes it`);
      else this.spared++;
    }
  }

  #write(task: LogTask, arg: LogArg, launch: LogLaunch | null, window: Window): void {
    const { root } = arg;
    const contents = this.#of(root);
    const whole = arg.privilege === 'write' && sizeOf(arg) === this.#elements(root) && !repeats(arg);
    contents.written = true;
    if (launch?.writes.includes(root)) {
      const { missing } = contents;
      if (whole || missing?.launch === launch) contents.missing = null;
      else if (missing !== null) {
        const restored = withPart(missing.restored, arg);
        contents.missing = this.#isWhole(restored, root) ? null : { ...missing, restored };
      }
      return;
    }
    const who = `task ${task.task} (${task.kind})`;
    if (!window.eliminated.has(root)) {
      this.#tell(
        'task',
        launch === null ? `${who} was never launched` : `${who} writes root ${root}; launch ${launch.launch} does not`,
      );
    }
    if (launch === null || whole) contents.missing = { launch, covered: null, restored: [] };
    else contents.missing = this.#partly(contents.missing, arg, launch);
  }

  /** What a launch has once it wrote a part of a root. */
  #partly(missing: Missing | null, arg: LogArg, launch: LogLaunch): Missing {
    const before = missing?.launch === launch ? missing : { launch, covered: [], restored: [] };
    if (before.covered === null) return before;
    const covered = withPart(before.covered, arg);
    return { ...before, covered: this.#isWhole(covered, arg.root) ? null : covered };
  }

  /** Whether views that do not meet are all of a root. */
  #isWhole(views: readonly LogView[], root: number): boolean {
    return views.reduce((sum, view) => sum + sizeOf(view), 0) === this.#elements(root);
  }

  /** Checks that eliminated roots are written as a whole, and not touched by the launch that uses them last. */
  #checkEliminated(window: Window): void {
    for (const root of window.eliminated) {
      const last = window.tasks.findLast((t) => t.args.some((a) => a.root === root));
      if (last === undefined) {
        this.#tell('task', `root ${root} is eliminated from tasks that do not use it`);
        continue;
      }
      const launch = window.launchOf.get(last.task);
      const covered = this.#of(root).missing?.covered ?? null;
      if (covered !== null)
        this.#tell(
          'eliminated',
          `a part of root ${root} is overwritten (${covered.length} views), which gets no memory for the rest`,
        );
      if (launch !== undefined && (launch.reads.includes(root) || launch.writes.includes(root))) {
        this.#tell('eliminated', `root ${root} is eliminated, but launch ${launch.launch} uses its memory`);
      }
    }
  }

  /** Readers of roots that a failed window should have written throw its error. */
  #poison(task: LogTask): void {
    for (const arg of task.args) if (arg.privilege !== 'read') this.upload(arg.root);
  }

  #of(root: number): Contents {
    let contents = this.#contents.get(root);
    if (contents === undefined) this.#contents.set(root, (contents = { written: false, missing: null }));
    return contents;
  }
}

/** Views that do not meet, and a view that was overwritten, unless it meets one of them. */
function withPart(views: readonly LogView[], arg: LogArg): readonly LogView[] {
  if (arg.privilege !== 'write' || repeats(arg) || views.some((view) => meet(view, arg))) return views;
  return [...views, arg];
}
