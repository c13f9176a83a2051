/**
 * Verifies a log from the issued tasks alone; shares no code with the analyses it checks. Goes through the log once:
 * launches are checked against earlier ones in the order of the log (`order.ts`, `fused.ts`, `memory.ts`), contents in
 * the order of the program when a window ends (`values.ts`).
 *
 * Sets of elements are exact (`elements.ts`). Two things are not known from a log: which elements a gather reaches (all of
 * its view, it is taken to be), and which of its arguments a kernel needs (`spared` counts those that a launch left out).
 */
import { FusedTasks } from './fused.js';
import type { LogEvent, LogLaunch, LogTask } from './log.js';
import { MemoryMap } from './memory.js';
import { Order } from './order.js';
import type { Problem, ProblemKind } from './problem.js';
import { Values } from './values.js';

export interface Report {
  readonly problems: readonly Problem[];
  readonly summary: {
    readonly roots: number;
    readonly tasks: number;
    readonly windows: number;
    /** Windows whose launching ended in an error. */
    readonly failed: number;
    readonly launches: number;
    /** Most tasks in one launch. */
    readonly fused: number;
    readonly eliminated: number;
    /** Pairs of uses of one root that had to be ordered. */
    readonly pairs: number;
    readonly allocations: number;
    /** Times that memory which launches had used was given out again. */
    readonly recycled: number;
    /** Reads of tasks that their launches did not need. */
    readonly spared: number;
  };
}

/** What is wrong with a log, in its order; nothing, when the runtime is right. */
export function verify(log: readonly LogEvent[]): Report {
  const verifier = new Verifier();
  for (const event of log) verifier.take(event);
  return verifier.report();
}

class Verifier {
  readonly #problems: Problem[] = [];
  readonly #tell = (kind: ProblemKind, message: string): void => {
    this.#problems.push({ kind, message });
  };
  readonly #shapes = new Map<number, readonly number[]>();
  readonly #shapeOf = (root: number): readonly number[] => this.#shapes.get(root) ?? [];
  readonly #memory = new MemoryMap(this.#tell);
  readonly #order = new Order(this.#tell);
  readonly #fused = new FusedTasks(this.#shapeOf);
  readonly #values = new Values((root) => this.#shapeOf(root).reduce((a, n) => a * n, 1), this.#tell);
  /** The window's tasks by number, and their launches. */
  #tasks = new Map<number, LogTask>();
  #launchOf = new Map<number, LogLaunch>();
  #eliminated = new Set<number>();
  #planned = false;
  #failed = false;
  #ended = false;
  #last = 0;
  #counts = { tasks: 0, windows: 0, failed: 0, launches: 0, fused: 0, eliminated: 0 };

  take(event: LogEvent): void {
    switch (event.event) {
      case 'begin':
        return;
      case 'root':
        this.#shapes.set(event.root, event.shape);
        return;
      case 'task':
        this.#endWindow();
        this.#counts.tasks++;
        this.#tasks.set(event.task, event);
        return;
      case 'window':
        this.#planned = true;
        this.#eliminated = new Set(event.eliminated);
        this.#counts.windows++;
        this.#counts.eliminated += event.eliminated.length;
        return;
      case 'failed':
        this.#failed = this.#planned = true;
        this.#counts.failed++;
        return;
      case 'launch':
        this.#launch(event);
        return;
      case 'end':
        this.#endWindow();
        this.#ended = true;
        this.#memory.end(event);
        return;
      default:
        this.#host(event);
    }
  }

  /** Memory, and what the host does to it. */
  #host(event: Exclude<LogEvent, { event: 'begin' | 'root' | 'task' | 'window' | 'failed' | 'launch' | 'end' }>): void {
    switch (event.event) {
      case 'upload':
        this.#endWindow();
        this.#memory.upload(event);
        this.#values.upload(event.root);
        return;
      case 'read':
        this.#endWindow();
        this.#order.hostRead(event.root, event, event.completed);
        this.#values.hostRead(event.root, event);
        if (!this.#memory.has(event.root)) this.#tell('memory', `the host reads root ${event.root}, which has no memory`);
        return;
      case 'allocate':
        this.#memory.allocate(event);
        return;
      case 'release':
        this.#memory.release(event);
        return;
      case 'chunk':
        this.#memory.chunk(event);
        return;
      case 'chunkRelease':
        this.#memory.chunkRelease(event);
        return;
      case 'free':
        this.#memory.free(event);
        return;
    }
  }

  #launch(launch: LogLaunch): void {
    this.#counts.launches++;
    this.#counts.fused = Math.max(this.#counts.fused, launch.tasks.length);
    this.#number(launch);
    const tasks = this.#tasksOf(launch);
    this.#privileges(launch, tasks);
    this.#memory.use(launch);
    this.#order.launch(launch, tasks);
    const conflict = this.#fused.conflict(tasks);
    if (conflict !== null) this.#tell('fusion', `launch ${launch.launch}: ${conflict}`);
  }

  #number({ launch, wait }: LogLaunch): void {
    if (launch !== 0 && launch !== this.#last + 1) this.#tell('cycle', `launch ${launch} comes after launch ${this.#last}`);
    if (launch !== 0 ? wait >= launch : wait > this.#last) {
      this.#tell('cycle', `launch ${launch === 0 ? 'by the host' : launch} waits for launch ${wait}, which is not before it`);
    }
    this.#last = Math.max(this.#last, launch);
  }

  /** The launch's tasks, in the order of the program. */
  #tasksOf(launch: LogLaunch): LogTask[] {
    const found: LogTask[] = [];
    for (const number of launch.tasks) {
      const task = this.#tasks.get(number);
      if (task === undefined) this.#tell('task', `launch ${launch.launch} has task ${number}, which is not in the window`);
      else if (this.#launchOf.has(number))
        this.#tell('task', `task ${number} (${task.kind}) is launched again by launch ${launch.launch}`);
      else {
        found.push(task);
        this.#launchOf.set(number, launch);
      }
    }
    return found.sort((a, b) => a.task - b.task);
  }

  /** A launch does nothing that no task of it says. */
  #privileges(launch: LogLaunch, tasks: readonly LogTask[]): void {
    const args = tasks.flatMap((t) => t.args);
    for (const root of launch.reads) {
      if (!args.some((a) => a.root === root && a.privilege !== 'write'))
        this.#tell('task', `launch ${launch.launch} reads root ${root}; none of its tasks does`);
    }
    for (const root of launch.writes) {
      if (!args.some((a) => a.root === root && a.privilege !== 'read'))
        this.#tell('task', `launch ${launch.launch} writes root ${root}; none of its tasks does`);
    }
  }

  /** Ends a window that was planned; one whose tasks are still coming stays. */
  #endWindow(): void {
    if (!this.#planned) return;
    this.#values.window({
      tasks: [...this.#tasks.values()],
      launchOf: this.#launchOf,
      eliminated: this.#eliminated,
      failed: this.#failed,
    });
    this.#tasks = new Map();
    this.#launchOf = new Map();
    this.#eliminated = new Set();
    this.#planned = this.#failed = false;
  }

  report(): Report {
    this.#endWindow();
    if (!this.#ended) this.#tell('incomplete', 'the log has no end: the process that wrote it was stopped');
    for (const task of this.#tasks.values()) this.#tell('task', `task ${task.task} (${task.kind}) was never launched`);
    this.#tasks = new Map();
    const { pairs } = this.#order;
    const { allocations, recycled } = this.#memory;
    const { spared } = this.#values;
    return {
      problems: this.#problems,
      summary: { roots: this.#shapes.size, ...this.#counts, pairs, allocations, recycled, spared },
    };
  }
}
