/**
 * Schedules found by search (the future work of DISTAL, section 9): grids, distributions, and steps are enumerated, ranked by the time
 * that their messages take in the α-β model, and the best ones costed by the runtime's own analysis.
 */
import {
  AMOUNT,
  ArgumentError,
  declareMethods,
  givenOptions,
  instanceOf,
  type OptionKinds,
  POSITIVE,
  ScheduleError,
  takes,
} from '../../base/index.js';
import type { Schedule } from '../concrete/schedule.js';
import type { Compiled } from '../lower/compiled.js';
import type { Cost } from '../lower/simulate.js';
import { Grid } from '../machine/grid.js';
import { Assignment } from '../notation/assignment.js';
import { formatStatement } from '../notation/statement.js';
import type { TensorSymbol } from '../notation/terms.js';
import { build } from './build.js';
import { type Candidate, candidatesOf } from './candidates.js';
import { searchCompressed } from './compressed.js';
import { type Found, foundBy, isBetter } from './found.js';
import { workOf } from './grids.js';
import type { Machine } from './machine.js';
import { COMMON, NETWORK, type Network, networkOf } from './network.js';
import { type Problem, problemOf } from './problem.js';

/** Options of `autoSchedule`. */
export interface AutoOptions {
  /** The machine: all of its processors take part, in a grid of any shape. */
  readonly on: Grid;
  /** Bytes that a processor's memory holds; default: any number. */
  readonly memory?: number;
  /** Latency and bandwidth, `'1.5us,12GB/s'` (the default) or seconds and bytes per second. */
  readonly network?: Network | string;
  /** Additions and multiplications of a processor in a second; default: 10¹⁰. */
  readonly flops?: number;
}

/** Candidates that the runtime's analysis costs. */
const COSTED = 8;
/** Candidates that are tried at most, where the best ones do not fit the memory. */
const TRIED = 64;

/**
 * A schedule that was found; made by `autoSchedule`.
 *
 * @example
 * const { i, j, k } = indices();
 * const [B, C] = ['B', 'C'].map((name) => tensor(name, [8, 8], { dtype: 'float64' }));
 * const plan = autoSchedule(tensor('A', [8, 8]).at(i, j).assign(B.at(i, k).times(C.at(k, j))), { on: new Grid(4) });
 * plan.explain().startsWith('// 4 processors'); // true
 */
export class AutoPlan {
  /** A schedule as any: its tensors have the distributions that were chosen. */
  readonly schedule: Schedule;
  /** Messages, bytes and peaks by the runtime's analysis. */
  readonly cost: Cost;
  /**
   * Seconds until the last processor is done, the measure that was minimized: latencies of the processor with most messages, the bytes of all over
   * as many links as there are processors, and the work of the busiest processor.
   */
  readonly seconds: number;
  readonly #compiled: Compiled;
  readonly #target: TensorSymbol;

  constructor({ schedule, compiled, cost, seconds }: Found, target: TensorSymbol) {
    this.schedule = schedule;
    this.cost = cost;
    this.seconds = seconds;
    this.#compiled = compiled;
    this.#target = target;
  }

  /** The cost in words, and the schedule as a program to be pasted. */
  explain(): string {
    const { messages, bytes, perProcessor } = this.cost;
    const peak = perProcessor.reduce((most, { peakBytes }) => Math.max(most, peakBytes), 0);
    return `// ${perProcessor.length} processors: ${messages} messages, ${bytes} bytes, at most ${peak} bytes at a processor\n${this.schedule.program()}`;
  }

  /** Runs the schedule, deferred like any array operation, and returns the tensor on the left of the statement, which has its elements now. */
  run(): TensorSymbol {
    const result = this.#compiled.run();
    this.#target.hold(result.isCompressed ? result.values() : result.array());
    return result;
  }
}

declareMethods<AutoPlan>(AutoPlan, { explain: [], run: [] });

const OPTIONS: OptionKinds<AutoOptions> = { on: instanceOf('a Grid', Grid), memory: AMOUNT, network: NETWORK, flops: POSITIVE };

/**
 * A schedule of a statement on the processors of a machine: grid, distributions of tensors that have none, and steps are chosen by the seconds that
 * they take in the α-β model (`AutoPlan.seconds`), so that no processor holds more than `memory` bytes. Elements begin on
 * one processor each. Over the entries of a compressed tensor processors have rows, or equally many entries, and parts of one loop beside. Throws
 * `ScheduleError` for a statement with summands over different variables, and where nothing fits the memory.
 *
 * @example
 * const { i, j, k } = indices();
 * const [B, C] = ['B', 'C'].map((name) => tensor(name, [8, 8], { dtype: 'float64' }));
 * const product = tensor('A', [8, 8]).at(i, j).assign(B.at(i, k).times(C.at(k, j)));
 * autoSchedule(product, { on: new Grid(4) }).cost.bytes;   // 1024
 */
export const autoSchedule = takes(
  'autoSchedule',
  instanceOf('a statement such as A.at(i).assign(B.at(i))', Assignment),
  givenOptions(OPTIONS),
)((assignment: Assignment, options: AutoOptions): AutoPlan => {
  if (options.on === undefined) throw new ArgumentError('autoSchedule: expected a grid of processors, { on: new Grid(2, 2) }');
  return new AutoPlan(scheduleOf(assignment, options), assignment.statement.target.tensor);
});

/** The schedule that takes least time. */
export function scheduleOf(assignment: Assignment, options: AutoOptions): Found {
  const problem = problemOf(assignment.statement);
  const machine: Machine = {
    processors: options.on.size,
    memory: options.memory ?? Number.POSITIVE_INFINITY,
    network: networkOf('autoSchedule', options.network ?? COMMON),
    flops: options.flops ?? 1e10,
  };
  return problem.extents.length === 0 ? alone(assignment) : search(problem, machine);
}

/** A statement without loops. */
function alone(assignment: Assignment): Found {
  const schedule = assignment.schedule();
  const compiled = schedule.compile();
  return { schedule, compiled, cost: compiled.cost(), seconds: 0 };
}

function search(problem: Problem, machine: Machine): Found {
  const { driver } = problem.nest;
  const best = driver === null ? searchDense(problem, machine) : searchCompressed(problem, driver, machine);
  if (best !== null) return best;
  const text = formatStatement(problem.statement);
  throw new ScheduleError(
    `autoSchedule: no grid of ${machine.processors} processors computes ${text} in ${machine.memory} bytes of memory each; use more processors, or ` +
      'more memory',
  );
}

function searchDense(problem: Problem, machine: Machine): Found | null {
  let best: Found | null = null;
  let costed = 0;
  for (const candidate of candidatesOf(problem, machine, TRIED)) {
    const found = costOf(problem, machine, candidate);
    if (found === null) continue;
    if (best === null || isBetter(found, best)) best = found;
    if (++costed === COSTED) break;
  }
  return best;
}

/** The candidate as a schedule; null where it does not fit the memory, or is not legal. */
function costOf(problem: Problem, machine: Machine, candidate: Candidate): Found | null {
  const parts = problem.extents.map((_, loop) => candidate.grid.dims[candidate.dims.indexOf(loop)] ?? 1);
  const work = workOf(problem, parts);
  return (
    foundBy(machine, work, () => build(problem, candidate, true)) ??
    foundBy(machine, work, () => build(problem, candidate, false))
  );
}
