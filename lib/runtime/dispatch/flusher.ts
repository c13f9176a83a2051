/**
 * When windows are launched: when one is full, when an array is read, when the current job ends; and how long windows become. Tasks that
 * wait are in the window builder.
 */
import { behindCall, isAsynchronous, now, TraceError } from '../../base/index.js';
import type { Plan } from '../../fusion/index.js';
import { recorder } from '../../profile/index.js';
import type { Task } from '../../task/index.js';
import type { Config } from '../config.js';
import { closedError, type Entry, ExplicitTraces, type Tracing, Window, type WindowBuilder } from '../issue/index.js';
import type { Reclaimer } from '../memory/index.js';
import type { WindowLauncher } from './window-launcher.js';
import { WindowLength } from './window-length.js';

/** Tasks after which traces are looked for where a window was expected and differs. */
const SOON = 32;
const ignored = (): void => undefined;

interface Parts {
  readonly pool: { readonly live: number };
  readonly reclaimer: Reclaimer;
  readonly tracing: Tracing;
  readonly windows: WindowLauncher;
}

export class Flusher {
  readonly #config: Readonly<Config>;
  readonly #builder: WindowBuilder;
  readonly #entry: Entry;
  readonly #parts: Parts;
  readonly #endScopes: () => void;
  readonly #explicit = new ExplicitTraces();
  readonly #length: WindowLength;
  /** The number of waiting tasks at which to look for windows to launch. */
  #due: number;
  /** Whether the predicted window is launched as soon as all of it is there, as it was the last time. */
  #cuts = false;
  #scheduled = false;
  #closed = false;

  /** `endScopes` ends scopes that do not outlive their job. */
  constructor(config: Readonly<Config>, builder: WindowBuilder, entry: Entry, parts: Parts, endScopes: () => void) {
    this.#config = config;
    this.#builder = builder;
    this.#entry = entry;
    this.#parts = parts;
    this.#endScopes = endScopes;
    this.#length = new WindowLength(config);
    this.#due = this.#half;
    builder.diverged = () => {
      // While windows still grow, cuts are looked for when there are as many tasks as otherwise.
      if (this.#cuts && this.#length.isLargest) this.#due = Math.min(this.#due, builder.length + SOON);
      this.#cuts = false;
    };
  }

  /** A task was issued: launches the window if it is full, at the end of the job otherwise. */
  issued(): void {
    if (this.#builder.length >= this.#due) this.#flushFull();
    else if (!this.#scheduled) {
      behindCall(this.#endJob);
      this.#scheduled = true;
    }
  }

  readonly #endJob = (): void => {
    this.#scheduled = false;
    // Brief scopes and traces end within their job: ones that are open here were interrupted.
    this.#endScopes();
    this.#explicit.abandon();
    this.flush();
  };

  /** Launches the tasks that were issued. Errors of tasks are thrown at readers, never here. */
  flush(): void {
    if (this.#entry.isFree()) this.#launchWaiting();
  }

  #launchWaiting(): void {
    const builder = this.#builder;
    if (builder.isEmpty) return;
    if (this.#closed) {
      builder.begin([], this.#entry);
      throw closedError('launch');
    }
    const window = builder.whole();
    this.#explicit.noteFlush();
    this.#parts.tracing.restart(window.length);
    this.#due = this.#half;
    this.#launchAll([window], [], ignored);
    this.#expectNext();
  }

  /** The window is full: launches it, cut at traces; the beginning of one may stay for the rest of it to come. */
  #flushFull(): void {
    if (!this.#entry.isFree()) return;
    if (this.#closed) this.#launchWaiting();
    if (this.#cuts && this.#builder.isAsExpected) {
      this.#cutAsExpected();
      return;
    }
    const fixed = this.#config.window > 0;
    const later = fixed ? 0 : this.#parts.tracing.awaits(this.#builder.length);
    if (later > 0) {
      this.#due = later;
      return;
    }
    const { tasks } = this.#builder;
    const { limit } = this.#length;
    const { windows, wait } = this.#parts.tracing.cut(tasks, this.#length.fullAt(tasks), fixed);
    this.#due = wait;
    if (windows.length === 0) return;
    const rest = tasks.slice(windows.reduce((n, window) => n + window.length, 0));
    this.#launchAll(
      windows.map((window) => Window.of(window, [], true)),
      rest,
      this.#adapt,
    );
    // Longer windows are looked for before any are expected.
    if (rest.length === 0 && this.#length.limit === limit && this.#parts.tracing.isSettled) this.#expectNext();
  }

  /** Launches the window that was expected, which was cut here the last time: its tasks are not looked at. */
  #cutAsExpected(): void {
    const { limit } = this.#length;
    const window = this.#builder.whole();
    window.cut = true;
    if (window.expected !== null) this.#parts.tracing.pass(window.expected, window);
    this.#due = this.#half;
    this.#launchAll([window], [], this.#adapt);
    if (this.#length.limit === limit) this.#expectNext();
  }

  /** The number of tasks at which a new window is looked at first. */
  get #half(): number {
    return Math.ceil(this.#length.limit / 2);
  }

  #expectNext(): void {
    const expected = this.#parts.windows.predictor.next?.expected ?? null;
    this.#builder.expect(expected);
    const { tracing } = this.#parts;
    this.#cuts = expected?.cut === true && tracing.isSettled && tracing.awaits(expected.tasks.length) === 0;
    if (expected !== null && this.#cuts) this.#due = expected.tasks.length;
  }

  /** Launches windows; `rest`: the tasks that stay. */
  #launchAll(windows: readonly Window[], rest: Task[], launched: (plan: Plan, tasks: number) => void): void {
    const entry = this.#entry;
    const { depth } = entry;
    const recording = recorder();
    const begin = recording === null ? 0 : now();
    const site = recording === null ? null : (windows[0]?.site ?? null);
    entry.windows = windows;
    entry.taken = false;
    entry.depth = depth + 1;
    this.#builder.begin(rest, entry);
    const followed = rest.length > 0;
    if (followed || windows.length > 1) this.#parts.windows.mark(windows, rest);
    try {
      this.#parts.reclaimer.beginFlush();
      this.#parts.windows.launchAll(windows, followed, launched);
      this.#builder.number = this.#parts.windows.filling;
      this.#parts.reclaimer.endFlush(followed);
      this.#builder.tokenless = this.#parts.reclaimer.curiosity.tokenless;
    } catch (error) {
      entry.recover(error);
    }
    entry.depth = depth;
    if (recording === null) return;
    recording.span('issue', `launch ${windows.reduce((n, window) => n + window.length, 0)} tasks`, begin, site);
    recording.used(this.#parts.pool.live);
  }

  readonly #adapt = (plan: Plan, tasks: number): void => this.#length.launched(plan, tasks);

  /** Runs `fn`; its tasks become one window of their own, known by `name`. Throws `TraceError`. */
  trace<T>(name: string, fn: () => T): T {
    this.#explicit.begin(name);
    try {
      this.flush();
      this.#explicit.begun();
      this.#builder.expect(null);
      this.#cuts = false;
      this.#due = Number.POSITIVE_INFINITY;
      const result = fn();
      if (isAsynchronous(result))
        throw new TraceError(`trace ${JSON.stringify(name)}: fn is asynchronous; trace the synchronous part`);
      this.#explicit.end(this.#builder.tasks);
      return result;
    } finally {
      this.#explicit.abandon();
      this.#due = this.#length.limit;
      this.#parts.windows.comesAgain = true;
      this.flush();
      this.#parts.windows.comesAgain = false;
    }
  }

  /** Goes on after an interruption, when everything else does. */
  recover(): void {
    this.#builder.restart(this.#parts.windows.filling);
    this.#due = this.#half;
    this.#scheduled = false;
    this.#cuts = false;
  }

  /** Tasks that are issued from here on are refused. */
  close(): void {
    this.#closed = true;
    this.#due = 0;
  }
}
