/**
 * Verifies a log from the issued tasks alone; shares no code with the analyses it checks. Goes through the log once:
 * launches are checked against earlier ones in the order of the log (`order.ts`, `fused.ts`, `memory.ts`), contents in
 * the order of the program when a window ends (`values.ts`).
 *
 * Sets of elements are exact (`elements.ts`). Two things are not known from a log: which elements a gather reaches (all of
 * its view, it is taken to be), and which of its arguments a kernel needs (`spared` counts arguments that a launch left out).
 */
import { checkGraph, hasEnd, pointFaults } from './cover.js';
import { sizeOf } from './elements.js';
import { FusedTasks } from './fused.js';
import { GraphOrder } from './graph-order.js';
import { Host } from './host.js';
import { Instances } from './instances.js';
import type { LogEvent, LogLaunch, LogPoint, LogTask } from './log.js';
import { MemoryMap } from './memory.js';
import { unmetReads } from './needed.js';
import { Order } from './order.js';
import type { Problem, ProblemKind } from './problem.js';
import { ProgramOrder } from './program-order.js';
import { QueueOrder } from './queue-order.js';
import { Records } from './records.js';
import { Replays } from './replays.js';
import type { Report } from './report.js';
import { Whereabouts } from './touched.js';
import { Values } from './values.js';
import { WindowTasks } from './window-tasks.js';

/** Reports a log's problems, in its order; none, when the runtime is right. */
export function verify(log: readonly LogEvent[]): Report {
  const verifier = new Verifier();
  for (const event of log) verifier.take(event);
  return verifier.report();
}

/** Points that run the same tasks, as one launch. */
interface Step {
  readonly key: string;
  readonly launch: LogLaunch & { readonly reads: number[]; readonly writes: number[] };
  readonly tasks: readonly LogTask[];
  readonly points: LogPoint[];
}

const NO_TASKS = { event: 'launch', tasks: [], scratch: [] } as const;

class Verifier {
  readonly #problems: Problem[] = [];
  readonly #tell = (kind: ProblemKind, message: string): void => {
    this.#problems.push({ kind, message });
  };
  readonly #shapes = new Map<number, readonly number[]>();
  readonly #shapeOf = (root: number): readonly number[] => this.#shapes.get(root) ?? [];
  readonly #graphOrder = new GraphOrder(this.#tell);
  readonly #queues = new QueueOrder(this.#graphOrder, this.#tell);
  readonly #records = new Records(this.#tell);
  #memory: MemoryMap = new MemoryMap(this.#tell, (root) => this.#where.bytesOf(root, this.#shapeOf(root)));
  readonly #instances = new Instances(
    { shapeOf: this.#shapeOf, eachOf: (root) => this.#where.of(root).size, queueIn: (memory) => this.#queues.queueIn(memory) },
    this.#tell,
    this.#queues,
  );
  /** With several memories: the step of the latest point. */
  #step: Step | null = null;
  readonly #order = new Order(this.#tell);
  readonly #programOrder = new ProgramOrder(this.#tell);
  readonly #where = new Whereabouts((root) => this.#memory.addressOf(root));
  readonly #replays = new Replays(this.#where, this.#tell);
  readonly #fused = new FusedTasks(this.#shapeOf);
  readonly #elements = (root: number): number => this.#shapeOf(root).reduce((a, n) => a * n, 1);
  readonly #values = new Values(this.#elements, this.#tell);
  #host = this.#hostOf();
  #window = new WindowTasks(this.#tell);
  #eliminated = new Set<number>();
  #planned = false;
  #failed = false;
  #ended = false;
  #several = false;
  #counts = { tasks: 0, windows: 0, failed: 0, launches: 0, replays: 0, fused: 0, eliminated: 0 };

  #hostOf(): Host {
    const [memory, order, values, instances] = [this.#memory, this.#order, this.#values, this.#instances];
    return new Host({ memory, order, values, instances, tell: this.#tell });
  }

  take(event: LogEvent): void {
    if (!this.#records.take(event)) return;
    switch (event.event) {
      case 'begin':
        this.#several = event.memories > 1;
        this.#queues.begin(event.memories, event.hosts);
        if (this.#several) this.#memory = new MemoryMap(this.#tell, () => 0, 'instance', this.#queues);
        this.#host = this.#hostOf();
        return;
      case 'root':
        this.#shapes.set(event.root, event.shape);
        this.#where.root(event.root, event.dtype);
        return;
      case 'task':
        this.#endWindow();
        this.#counts.tasks++;
        this.#window.tasks.set(event.task, event);
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
      case 'graph':
      case 'link':
      case 'replay':
        this.#program(event);
        return;
      case 'launch':
        this.#launch(event);
        return;
      case 'point':
        this.#graphOrder.launch(event);
        this.#point({ ...event, wait: this.#waited(event) });
        return;
      case 'copy':
      case 'runs':
      case 'fold':
        this.#graphOrder.launch(event);
        this.#copyOrFold({ ...event, wait: this.#waited(event) });
        return;
      case 'end':
        this.#endWindow();
        this.#ended = true;
        this.#end(event);
        return;
      default:
        if (event.event === 'upload' || event.event === 'read') this.#endWindow();
        if (event.event === 'read' && event.launch !== undefined) this.#fetch(event, event.launch);
        if (event.event === 'complete') this.#queues.complete(event.launch);
        else this.#host.take(event);
    }
  }

  /** A compiled program, a link, or a launch of a program. */
  #program(event: Extract<LogEvent, { event: 'graph' | 'link' | 'replay' }>): void {
    if (event.event === 'graph') checkGraph(event, this.#records.begin?.procs ?? 1, this.#tell);
    if (event.event === 'replay') this.#counts.replays++;
    const order = this.#several ? this.#graphOrder : this.#replays;
    if (event.event === 'graph') order.graph(event);
    else if (event.event === 'link') order.link(event);
    else order.replay(event);
  }

  #launch(launch: LogLaunch): void {
    this.#counts.launches++;
    this.#counts.fused = Math.max(this.#counts.fused, launch.tasks.length);
    this.#queues.number(launch);
    const tasks = this.#window.of(launch);
    this.#window.privileges(launch, tasks);
    this.#needs(launch, tasks, launch);
    const since = this.#replays.since(launch);
    this.#memory.use(launch, since);
    this.#order.launch(launch, tasks, since);
    this.#programOrder.run(tasks, launch);
    this.#replays.launch(launch, tasks);
    const conflict = this.#fused.conflict(tasks);
    if (conflict !== null) this.#tell('fusion', `launch ${launch.launch}: ${conflict}`);
  }

  /** Checks that a launch does all reads that its writes are made of. */
  #needs(
    { launch }: { readonly launch: number },
    tasks: readonly LogTask[],
    { reads, writes }: { readonly reads: readonly number[]; readonly writes: readonly number[] },
  ): void {
    // A point of an index launch may have no element of an argument: a sum without terms.
    if (tasks.some(({ index }) => index === true)) return;
    const effects = { reads: new Set(reads), writes: new Set(writes) };
    for (const { task, root } of unmetReads(tasks, effects, this.#elements))
      this.#tell('task', `launch ${launch}: ${task.kind} (task ${task.task}) reads root ${root}, and the launch does not`);
  }

  /** Takes a point. A step is all points in a row that run the same tasks. */
  #point(point: LogPoint): void {
    const key = point.tasks.join();
    if (this.#step?.key !== key) {
      this.#endStep();
      this.#step = this.#beginStep(key, point);
    }
    const { launch, tasks } = this.#step;
    this.#step.points.push(point);
    if (this.#graphOrder.endsOf(point.launch) === 0 && hasEnd(tasks) && point.uses.every((use) => use.rows === null))
      this.#tell('cover', `launch ${point.launch}: no node of it stores its results when all indices are done`);
    for (const { root, reads, writes } of point.uses) {
      if (reads && !launch.reads.includes(root)) launch.reads.push(root);
      if (writes && !launch.writes.includes(root)) launch.writes.push(root);
    }
    this.#window.privileges(launch, tasks);
    const roots = (how: 'reads' | 'writes'): number[] => point.uses.filter((u) => u[how]).map((u) => u.root);
    this.#needs(point, tasks, { reads: roots('reads'), writes: roots('writes') });
    const used = (how: 'reads' | 'writes'): number[] => point.uses.filter((u) => u[how]).map((u) => u.instance);
    this.#memory.use({ ...point, event: 'launch', reads: used('reads'), writes: used('writes') });
    this.#instances.point(point, tasks);
  }

  #beginStep(key: string, point: LogPoint): Step {
    this.#counts.launches++;
    this.#counts.fused = Math.max(this.#counts.fused, point.tasks.length);
    const launch: Step['launch'] = { ...point, event: 'launch', reads: [], writes: [], scratch: [] };
    const tasks = this.#window.of(launch);
    // A view without elements is in no instance: its reads and writes are done when its tasks are.
    for (const { root, privilege } of tasks.flatMap((task) =>
      task.args.filter((arg) => sizeOf(arg) === 0 && !this.#eliminated.has(arg.root)),
    )) {
      if (privilege !== 'write') launch.reads.push(root);
      if (privilege !== 'read') launch.writes.push(root);
    }
    const conflict = this.#fused.conflict(tasks);
    if (conflict !== null) this.#tell('fusion', `launch ${point.launch}: ${conflict}`);
    return { key, launch, tasks, points: [] };
  }

  /** Checks that the points of a step cover its indices once. */
  #endStep(): void {
    if (this.#step === null) return;
    const { tasks, points, launch } = this.#step;
    this.#programOrder.run(tasks, launch);
    for (const fault of pointFaults(points, tasks)) this.#tell('cover', fault);
    this.#step = null;
  }

  /** The last launch that is over when this one begins. */
  #waited(event: { readonly launch: number; readonly wait: number; readonly follows?: readonly number[] }): number {
    this.#queues.number(event);
    return Math.max(event.wait, this.#queues.completed.of(0));
  }

  /** A launch reads contents for the host. */
  #fetch({ pieces = [], follows = [] }: Extract<LogEvent, { event: 'read' }>, launch: number): void {
    this.#queues.number({ launch, wait: 0, follows });
    this.#memory.use({ ...NO_TASKS, launch, wait: 0, reads: pieces.map(({ instance }) => instance), writes: [] });
  }

  #copyOrFold(event: Extract<LogEvent, { event: 'copy' | 'runs' | 'fold' }>): void {
    const used = [event.from, event.event === 'copy' ? event.to : event.into];
    const away = used.filter((instance) => this.#instances.isForeign(instance, event.launch));
    const own = used.filter((instance) => !away.includes(instance));
    this.#memory.use({ ...event, ...NO_TASKS, reads: own, writes: [] });
    this.#memory.useForeign({ ...event, ...NO_TASKS, reads: away, writes: [] });
    if (event.event === 'copy') this.#instances.copy(event);
    else if (event.event === 'runs') this.#instances.runs(event);
    else this.#instances.fold(event);
  }

  #end(event: Extract<LogEvent, { event: 'end' }>): void {
    this.#graphOrder.end();
    this.#replays.end();
    this.#memory.end(this.#several ? { ...event, reachable: null } : event);
    this.#instances.end(event.reachable);
  }

  /** Ends a window that was planned; an incomplete one stays open. */
  #endWindow(): void {
    if (!this.#planned) return;
    this.#values.window({
      tasks: [...this.#window.tasks.values()],
      launchOf: this.#window.launchOf,
      eliminated: this.#eliminated,
      failed: this.#failed,
    });
    if (this.#failed) for (const task of this.#window.tasks.values()) this.#poison(task);
    if (this.#failed) this.#step = null;
    this.#endStep();
    this.#window = new WindowTasks(this.#tell);
    this.#eliminated = new Set();
    this.#planned = this.#failed = false;
  }

  /** Roots that a failed window should have written may hold anything. */
  #poison(task: LogTask): void {
    for (const arg of task.args) if (arg.privilege !== 'read') this.#instances.poison(arg.root);
  }

  report(): Report {
    this.#endWindow();
    if (!this.#ended) this.#tell('incomplete', 'the log has no end: the process that wrote it was stopped');
    for (const task of this.#window.tasks.values()) this.#tell('task', `task ${task.task} (${task.kind}) was never launched`);
    this.#window = new WindowTasks(this.#tell);
    const pairs = this.#order.pairs + this.#replays.pairs + this.#graphOrder.pairs;
    const { allocations, recycled } = this.#memory;
    const { spared } = this.#values;
    const { copies, folds } = this.#instances;
    return {
      problems: this.#problems,
      summary: { roots: this.#shapes.size, ...this.#counts, pairs, allocations, recycled, spared, copies, folds },
    };
  }
}
