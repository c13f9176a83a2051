/** One Task Bench run, again and again, in any mode; `sweep` measures it. */
import { declareMethods, givenOptions, type Kind, kind, TaskError, wrongKind } from '../base/index.js';
import { createBench, type NativeBench } from './addon.js';
import type { Spec } from './flags.js';
import { ImplicitProgram } from './implicit.js';
import { MachineProgram } from './machine-program.js';
import { type Program, RUN_OPTIONS, type RunOptions } from './program.js';

const COUNT: Kind<number> = kind('an integer of at least 0', (given) => Number.isSafeInteger(given) && Number(given) >= 0);

const GIVEN: Kind<RunOptions> = givenOptions(RUN_OPTIONS);

/**
 * Task graphs whose tasks check their inputs.
 *
 * @example
 * const { specs } = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3', '-kernel', 'compute_bound']);
 * const run = new BenchRun({ mode: 'graph', procs: 1, specs });
 * run.tasks; // 12
 * run.run() > 0; // true
 * await run.close();
 */
export class BenchRun {
  readonly tasks: number;
  readonly native: NativeBench;
  readonly #specs: readonly Spec[];
  readonly #program: Program;
  /** Seconds that the program took to be made: compiled in `graph`, laid out in the other modes. */
  readonly compileSeconds: number;

  /** Lays out buffers and starts threads. Throws `DeviceError` without an addon, `ArgumentError` for a bad count, `OutOfMemoryError`. */
  constructor(options: RunOptions) {
    if (!GIVEN.is(options)) throw wrongKind('BenchRun', GIVEN, options);
    this.#specs = options.specs;
    this.native = createBench(options.specs, options.procs);
    this.native.setValidation(options.validate ?? true);
    this.tasks = this.native.totals()[0];
    const start = process.hrtime.bigint();
    const Made = options.mode === 'implicit' ? ImplicitProgram : MachineProgram;
    this.#program = new Made(this.native, options);
    this.compileSeconds = secondsSince(start);
  }

  /** Sets the iterations of every graph's kernel; returns the run's floating point operations. */
  setIterations(iterations: number): number {
    for (let graph = 0; graph < this.#specs.length; graph++) this.native.setIterations(graph, iterations);
    return this.native.totals()[1];
  }

  /** Runs all tasks; returns seconds. Throws `TaskError` when a task found a wrong input, or its scratch memory spoilt. */
  run(): number {
    this.#program.clear();
    const start = process.hrtime.bigint();
    this.#program.run();
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
    await this.#program.close();
  }

  #checkMistake(): void {
    const found = this.native.mistake();
    if (found.length === 0) return;
    const [graph, step, point, input, foundStep, foundPoint, foundBytes] = found;
    const task = `metg: task (${step}, ${point}) of graph ${graph}`;
    if (input < 0) throw new TaskError(`${task} found its scratch memory overwritten`);
    const expected = `${task} expected the output of (${step - 1}, ${input})`;
    const bytes = this.#specs[graph].output;
    if (foundBytes !== bytes) throw new TaskError(`${expected}, ${bytes} bytes, and got ${foundBytes}`);
    const what = foundStep < 0 ? 'nothing yet' : `(${foundStep}, ${foundPoint})`;
    throw new TaskError(`${expected} and found ${what}: it did not wait for its input`);
  }
}

declareMethods<Pick<BenchRun, 'setIterations' | 'run' | 'runFloor' | 'close'>>(BenchRun, {
  setIterations: [COUNT],
  run: [],
  runFloor: [],
  close: [],
});

function secondsSince(start: bigint): number {
  return Number(process.hrtime.bigint() - start) * 1e-9;
}
