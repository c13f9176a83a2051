/**
 * Task Bench on the task runtime of `graph/`, where tasks name their preconditions. Two ways to order them:
 *
 * - `graph`: the whole run is one task graph, compiled once and launched;
 * - `events`: every task is issued from here, with the events that it waits for, a batch of tasks at a time.
 */
import { createTaskRuntime, type TaskRuntime } from '../graph/index.js';
import type { NativeBench } from './addon.js';
import { EventIssuer } from './events.js';
import type { DroppedEdge, Program, RunOptions } from './program.js';

const NONE: DroppedEdge = { graph: -1, step: 0, point: 0, from: 0 };
const BATCH = 128;

export class MachineProgram implements Program {
  readonly #runtime: TaskRuntime;
  readonly #native: NativeBench;
  readonly #clear: number;
  readonly #launch: () => void;

  /** Starts threads. */
  constructor(native: NativeBench, options: RunOptions) {
    this.#native = native;
    this.#runtime = createTaskRuntime({ procs: options.procs, pin: options.pin ?? true });
    this.#clear = native.compileClear(this.#runtime.machine.id);
    this.#launch = options.mode === 'graph' ? this.#graph(options.dropped ?? NONE) : this.#events(options);
  }

  clear(): void {
    this.#launchCompiled(this.#clear);
  }

  run(): void {
    this.#launch();
  }

  async close(): Promise<void> {
    await this.#runtime.close();
  }

  #graph({ graph, step, point, from }: DroppedEdge): () => void {
    const compiled = this.#native.compile(this.#runtime.machine.id, graph, step, point, from);
    return () => this.#launchCompiled(compiled);
  }

  #events({ specs, batch = BATCH, dropped }: RunOptions): () => void {
    const { machine } = this.#runtime;
    const issuers = specs.map(
      (_, graph) => new EventIssuer(machine, this.#native, graph, batch, dropped?.graph === graph ? dropped : null),
    );
    return () => {
      for (let more = true; more; ) {
        more = false;
        for (const issuer of issuers) more = issuer.issueBatch() || more;
      }
      for (const issuer of issuers) issuer.finish();
    };
  }

  #launchCompiled(graph: number): void {
    this.#runtime.machine.wait(this.#runtime.launchGraph(graph, [], [], 0)[0].id, Infinity);
  }
}
