/**
 * Minimum effective task granularity (Slaughter et al. 2020): how long tasks must be for a system to spend a given share of
 * the machine's peak on them. The kernel's iterations are swept by powers of two; a point's granularity is elapsed time ×
 * processors ÷ tasks, its efficiency the rate of floating point operations over the peak. METG(x) is the smallest granularity
 * with efficiency x, between two points by a straight line. Each repeat is a sweep of its own, beginning to end, so that a slow moment of
 * the machine does not meet all runs of one point.
 */
import { ArgumentError, either, FLAG, givenOptions, type Kind, listOf, NULL, NUMBER, recordOf, takes } from '../base/index.js';
import { noteProgress } from '../profile/index.js';
import { taskBenchAddon } from './addon.js';
import { COUNT, RUN_OPTIONS, type RunOptions } from './program.js';
import { BenchRun } from './run.js';
import { type Statistic, summarize } from './statistic.js';

export interface Point {
  readonly iterations: number;
  /** Granularity in microseconds: elapsed × processors ÷ tasks. */
  readonly task_us: number;
  /** Floating point operations per second. */
  readonly flops: number;
  /** Of the peak. */
  readonly efficiency: number;
}

export const POINT: Kind<Point> = recordOf('a point { iterations, task_us, flops, efficiency }', {
  iterations: NUMBER,
  task_us: NUMBER,
  flops: NUMBER,
  efficiency: NUMBER,
});
const CURVES: Kind<Curves> = recordOf('points of each statistic', {
  minimum: listOf(POINT),
  median: listOf(POINT),
  mean: listOf(POINT),
});

/** One system's points, by each statistic of the repeats. */
export type Curves = Readonly<Record<Statistic, readonly Point[]>>;

export interface SweepOptions extends RunOptions {
  /** Runs of each point. */
  readonly repeats: number;
  /** Operations per second to compare with; measured when absent. */
  readonly peak?: number;
  /** Measures the floor too, alternating. */
  readonly floor: boolean;
  /** Stop at the first point of this efficiency. */
  readonly enough: number;
}

const SWEEP_OPTIONS: Kind<SweepOptions> = givenOptions<SweepOptions>({
  ...RUN_OPTIONS,
  repeats: COUNT,
  peak: NUMBER,
  floor: FLAG,
  enough: NUMBER,
});

export interface Sweep {
  readonly peak: number;
  readonly curves: Curves;
  readonly floor: Curves | null;
  /** The first run of all, graph construction included: microseconds a task, as granularity. */
  readonly coldTaskUs: number;
  readonly tasks: number;
}

export const SWEEP: Kind<Sweep> = recordOf('a result of sweep', {
  peak: NUMBER,
  curves: CURVES,
  floor: either(CURVES, NULL),
  coldTaskUs: NUMBER,
  tasks: NUMBER,
});

const PEAK_SECONDS = 0.1;
const MOST_ITERATIONS = 2 ** 22;
const SHORT_ITERATIONS = 1000;
const LONGEST_SECONDS = 0.5;

/**
 * Sweeps. Throws as `BenchRun` does, and `ArgumentError` for kernels without floating point operations.
 *
 * @example
 * const { specs } = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3', '-kernel', 'compute_bound']);
 * const found = await sweep({ mode: 'graph', procs: 1, specs, repeats: 1, peak: 1e9, floor: false, enough: 0.01 });
 * found.tasks; // 12
 */
export const sweep = takes(
  'sweep',
  SWEEP_OPTIONS,
)(async (options: SweepOptions): Promise<Sweep> => {
  const { repeats, peak, floor, enough, ...runOptions } = options;
  const run = new BenchRun(runOptions);
  try {
    return sweepRun(run, options);
  } finally {
    await run.close();
  }
});

function sweepRun(run: BenchRun, options: SweepOptions): Sweep {
  if (!(run.setIterations(1) > 0)) {
    throw new ArgumentError(
      'metg: efficiency is measured in floating point operations; use -kernel compute_bound or load_imbalance',
    );
  }
  const { procs } = options;
  const addon = taskBenchAddon();
  const cold = run.run() + run.compileSeconds;
  const before = options.peak ?? addon.measurePeak(procs, PEAK_SECONDS);
  const measured = findPoints(run, options, before);
  for (let repeat = 1; repeat < options.repeats; repeat++) {
    for (const m of measured) {
      noteProgress(sweeping(repeat, options, m.iterations), repeat + m.done, options.repeats);
      measureOnce(run, m, options.floor);
    }
  }
  const peak = options.peak ?? Math.max(before, addon.measurePeak(procs, PEAK_SECONDS));
  const curvesOf = (which: 'seconds' | 'floor'): Curves => {
    const by = (statistic: Statistic): Point[] =>
      measured.map((m) => toPoint(m, summarize(m[which], statistic), run.tasks, procs, peak));
    return { minimum: by('minimum'), median: by('median'), mean: by('mean') };
  };
  return {
    peak,
    curves: curvesOf('seconds'),
    floor: options.floor ? curvesOf('floor') : null,
    coldTaskUs: (cold * procs * 1e6) / run.tasks,
    tasks: run.tasks,
  };
}

interface Measured {
  readonly iterations: number;
  readonly flops: number;
  readonly seconds: number[];
  readonly floor: number[];
  /** The share of the sweep that comes before this point, roughly. */
  readonly done: number;
}

/** The name of the work in progress. */
function sweeping(repeat: number, { repeats }: SweepOptions, iterations: number): string {
  return `sweep ${repeat + 1} of ${repeats}: tasks of ${iterations} iterations`;
}

/** Finds the points of the sweep, and measures each once. */
function findPoints(run: BenchRun, options: SweepOptions, peak: number): readonly Measured[] {
  const { floor, enough, repeats } = options;
  const measured: Measured[] = [];
  for (let iterations = 1; iterations <= MOST_ITERATIONS; iterations *= 2) {
    const done = Math.log2(iterations) / Math.log2(2 * MOST_ITERATIONS);
    noteProgress(sweeping(0, options, iterations), done, repeats);
    const m = { iterations, flops: run.setIterations(iterations), seconds: [], floor: [], done };
    run.run();
    measureOnce(run, m, floor);
    measured.push(m);
    if (efficiencyOf(m, peak) >= enough || flattens(measured)) break;
  }
  return measured;
}

/** One run of a point, and one of the floor right after it: disturbances of the machine meet both. */
function measureOnce(run: BenchRun, m: Measured, floor: boolean): void {
  run.setIterations(m.iterations);
  m.seconds.push(run.run());
  if (floor) m.floor.push(run.runFloor());
}

function efficiencyOf(m: Measured, peak: number): number {
  return m.flops / Math.min(...m.seconds) / peak;
}

/** Whether longer tasks do not help: on a machine with other load, the peak may be out of reach. */
function flattens(measured: readonly Measured[]): boolean {
  if (measured.length < 8) return false;
  const [before, last] = measured.slice(-2);
  const rate = (m: Measured): number => m.flops / Math.min(...m.seconds);
  return Math.min(...last.seconds) > LONGEST_SECONDS || (last.iterations > SHORT_ITERATIONS && rate(last) < 1.03 * rate(before));
}

function toPoint(m: Measured, seconds: number, tasks: number, procs: number, peak: number): Point {
  const flops = m.flops / seconds;
  return { iterations: m.iterations, task_us: (seconds * procs * 1e6) / tasks, flops, efficiency: flops / peak };
}

/**
 * The smallest granularity with efficiency of at least `share`, in microseconds; null when no point reaches it.
 *
 * @example
 * const points = [
 *   { iterations: 1, task_us: 1, flops: 1e8, efficiency: 0.1 },
 *   { iterations: 4, task_us: 5, flops: 9e8, efficiency: 0.9 },
 * ];
 * metg(points, 0.5); // 3
 */
export const metg = takes(
  'metg',
  listOf(POINT),
  NUMBER,
)((points: readonly Point[], share: number): number | null => {
  const ordered = [...points].sort((a, b) => a.task_us - b.task_us);
  const at = ordered.findIndex((p) => p.efficiency >= share);
  if (at < 0) return null;
  const above = ordered[at];
  if (at === 0) return above.task_us;
  const below = ordered[at - 1];
  const part = (share - below.efficiency) / (above.efficiency - below.efficiency);
  return below.task_us + part * (above.task_us - below.task_us);
});
