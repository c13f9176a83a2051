/** The addon's part for Task Bench: tasks that validate their inputs, kernels, the floor. */
import { DeviceError, OutOfMemoryError } from '../base/index.js';
import { addonProblem, loadAddon } from '../native/index.js';
import { checkSpec, KERNELS, type Spec, TYPES } from './flags.js';

/** The word that fills scratch memory: kScratchMagic of native/taskbench/bench.h. */
export const SCRATCH = 0x5c4a7c4b07a91e5dn;

/** One run's graphs, with their buffers. */
export interface NativeBench {
  /** Address of the body of every task. */
  readonly body: number;
  /** Addresses of bodies for index tasks, one row a column, numbered by bits: 1, the step has scratch; 2, it has inputs (`implicit.ts`). */
  readonly columns: Float64Array;
  /** Address of a body that fills outputs with bytes that no task writes. */
  readonly clearColumns: number;
  /** Of every step: first point, points, whether they read; how far their inputs lie before and behind them, at most. */
  steps(graph: number): Float64Array;
  /** Address of a graph, for these bodies; good for as long as this object. */
  address(graph: number): number;
  setIterations(graph: number, iterations: number): void;
  setValidation(on: boolean): void;
  /** Of every task, by step and point: step, point, processor, address, n, and the n tasks that must come before. */
  tasks(graph: number): Float64Array;
  /** Points of the step before that a task reads, in order. */
  inputs(graph: number, step: number, point: number): Float64Array;
  /** Tasks, floating point operations, and bytes that kernels move, of one run. */
  totals(): Float64Array;
  /** All graphs as one compiled graph of a machine; `dropped…` names an input edge to leave out, or graph −1. */
  compile(machine: number, droppedGraph: number, step: number, point: number, from: number): number;
  /** A compiled graph in which every processor forgets its outputs. */
  compileClear(machine: number): number;
  /** Seconds that each of so many runs on the floor took: pinned threads that spin on flags. */
  floor(repeats: number): Float64Array;
  /** Empty, or: graph, step, point, input (−1: its scratch memory), the step and point that were found in it, and its size in bytes. */
  mistake(): Float64Array;
}

interface TaskBenchAddon {
  /** Null where there is no memory for the tasks. */
  createBench(specs: Float64Array, processors: number): NativeBench | null;
  /** Floating point operations per second of the compute kernel, on so many pinned threads at once. */
  measurePeak(processors: number, seconds: number): number;
  siphash(bytes: Uint8Array, key0: bigint, key1: bigint): bigint;
}

/** The addon, or `DeviceError`. */
export function taskBenchAddon(): TaskBenchAddon {
  const addon = loadAddon() as unknown as Partial<TaskBenchAddon> | null;
  if (addon?.createBench !== undefined) return addon as TaskBenchAddon;
  const why = addon === null ? addonProblem() : 'the addon is older than this maniple: run `node native/install.mjs`';
  throw new DeviceError(`metg: Task Bench's tasks are native; ${why}`);
}

/** The tasks of graphs for so many processors. Throws `DeviceError` without an addon, `ArgumentError` for a graph that cannot
 * be, `OutOfMemoryError`. */
export function createBench(specs: readonly Spec[], processors: number): NativeBench {
  for (const spec of specs) checkSpec(spec);
  const bench = taskBenchAddon().createBench(specRows(specs), processors);
  if (bench === null) throw new OutOfMemoryError('Task Bench: there is no memory for graphs of this width and so many steps');
  return bench;
}

/** Graphs as the rows that `createBench` of the addon takes. */
function specRows(specs: readonly Spec[]): Float64Array {
  return Float64Array.from(
    specs.flatMap((s) => [
      TYPES.indexOf(s.type),
      s.width,
      s.steps,
      s.radix,
      s.period,
      s.fraction,
      KERNELS.indexOf(s.kernel),
      s.iterations,
      s.output,
      s.scratch,
      s.samples,
      s.imbalance,
      s.fields,
    ]),
  );
}
