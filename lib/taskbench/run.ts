/**
 * One Task Bench run, again and again: what `sweep` measures. Two ways to order its tasks:
 *
 * - `graph`: the whole run is one task graph, compiled once and launched;
 * - `events`: every task is issued from here, with the events of what it waits for, a batch of tasks at a time.
 */
import { TaskError } from '../base/index.js';
import { createTaskRuntime, type TaskRuntime } from '../graph/index.js';
import { type NativeBench, specRows, taskBenchAddon } from './addon.js';
import { EventIssuer } from './events.js';
import type { Spec } from './flags.js';

export const MODES = ['graph', 'events'] as const;
export type Mode = (typeof MODES)[number];

/** An input edge to leave out, to see that it is noticed. */
export interface DroppedEdge {
  readonly graph: number;
  readonly step: number;
  readonly point: number;
  readonly from: number;
}

export interface RunOptions {
  readonly mode: Mode;
  readonly procs: number;
  readonly specs: readonly Spec[];
  readonly validate?: boolean;
  /** Tasks issued by one call, in `events`; 128 by default. */
  readonly batch?: number;
  /** Binds thread i to processor i; true by default. */
  readonly pin?: boolean;
  readonly dropped?: DroppedEdge;
}

export class BenchRun {
  readonly tasks: number;
  readonly native: NativeBench;
  readonly #runtime: TaskRuntime;
  readonly #specs: readonly Spec[];
  readonly #clear: number;
  readonly #launch: () => void;
  /** Seconds from nothing to a graph that can be launched; 0 in `events`. */
  readonly compileSeconds: number;

  /** Lays out buffers and starts threads. Throws `DeviceError` without an addon, `ArgumentError` for a bad count. */
  constructor(options: RunOptions) {
    this.#specs = options.specs;
    this.native = taskBenchAddon().createBench(specRows(options.specs), options.procs);
    this.native.setValidation(options.validate ?? true);
    this.tasks = this.native.totals()[0];
    this.#runtime = createTaskRuntime({ procs: options.procs, pin: options.pin ?? true });
    this.#clear = this.native.compileClear(this.#runtime.machine.id);
    const start = process.hrtime.bigint();
    this.#launch = options.mode === 'graph' ? this.#prepareGraph(options.dropped) : this.#prepareEvents(options.batch ?? 128);
    this.compileSeconds = options.mode === 'graph' ? secondsSince(start) : 0;
  }

  /** Sets the iterations of every graph's kernel; returns the run's floating point operations. */
  setIterations(iterations: number): number {
    for (let graph = 0; graph < this.#specs.length; graph++) this.native.setIterations(graph, iterations);
    return this.native.totals()[1];
  }

  /** Runs all tasks; returns seconds. Throws `TaskError` when a task found a wrong input. */
  run(): number {
    this.#waitFor(this.#runtime.launchGraph(this.#clear, [], [], 0)[0].id);
    const start = process.hrtime.bigint();
    this.#launch();
    const seconds = secondsSince(start);
    this.#checkMistake();
    return seconds;
  }

  /** Seconds of one run on the floor, on threads of its own. */
  runFloor(): number {
    const seconds = this.native.floor(1)[0];
    this.#checkMistake();
    return seconds;
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#runtime.close();
  }

  #prepareGraph(dropped: DroppedEdge | undefined): () => void {
    const d = dropped ?? { graph: -1, step: 0, point: 0, from: 0 };
    const graph = this.native.compile(this.#runtime.machine.id, d.graph, d.step, d.point, d.from);
    return () => this.#waitFor(this.#runtime.launchGraph(graph, [], [], 0)[0].id);
  }

  #prepareEvents(batch: number): () => void {
    const issuers = this.#specs.map((_, graph) => new EventIssuer(this.#runtime.machine, this.native, graph, batch));
    return () => {
      for (let more = true; more; ) {
        more = false;
        for (const issuer of issuers) more = issuer.issueBatch() || more;
      }
      for (const issuer of issuers) issuer.finish();
    };
  }

  #waitFor(event: number): void {
    this.#runtime.machine.wait(event, Infinity);
  }

  #checkMistake(): void {
    const found = this.native.mistake();
    if (found.length === 0) return;
    const [graph, step, point, input, foundStep, foundPoint] = found;
    const what = foundStep < 0 ? 'nothing yet' : `(${foundStep}, ${foundPoint})`;
    throw new TaskError(
      `metg: task (${step}, ${point}) of graph ${graph} expected the output of (${step - 1}, ${input}) and found ${what}: it did not wait for its input`,
    );
  }
}

function secondsSince(start: bigint): number {
  return Number(process.hrtime.bigint() - start) * 1e-9;
}
