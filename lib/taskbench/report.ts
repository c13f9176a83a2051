/** The output of `maniple metg`: one object, or a table of the efficiency curve. */

import { createRequire } from 'node:module';
import {
  either,
  givenOptions,
  type Kind,
  listOf,
  NULL,
  NUMBER,
  type OptionKinds,
  oneOf,
  recordOf,
  TEXT,
  takes,
} from '../base/index.js';
import { MODES, type Mode } from './program.js';
import { STATISTICS, type Statistic } from './statistic.js';
import { metg, POINT, type Point, SWEEP, type Sweep } from './sweep.js';

export interface Report {
  readonly name: string;
  readonly mode: Mode;
  /** METG by the chosen statistic, in microseconds; null when no point was efficient enough. */
  readonly metg_us: number | null;
  readonly percent: number;
  readonly statistic: Statistic;
  readonly peak_flops: number;
  readonly procs: number;
  readonly tasks: number;
  readonly repeats: number;
  readonly metg_us_by: Readonly<Record<Statistic, number | null>>;
  /** METG of the floor, pinned threads that spin on flags; null when it was not measured. */
  readonly floor_us: number | null;
  readonly floor_us_by: Readonly<Record<Statistic, number | null>> | null;
  /** Granularity of the first run, graph construction included. */
  readonly cold_task_us: number;
  readonly points: readonly Point[];
  readonly floor_points: readonly Point[] | null;
}

export interface ReportOptions {
  readonly name: string;
  readonly mode: Mode;
  readonly percent: number;
  readonly statistic: Statistic;
  readonly procs: number;
  readonly repeats: number;
}

const REPORT_OPTIONS: OptionKinds<ReportOptions> = {
  name: TEXT,
  mode: oneOf(...MODES),
  percent: NUMBER,
  statistic: oneOf(...STATISTICS),
  procs: NUMBER,
  repeats: NUMBER,
};
const MAYBE = either(NUMBER, NULL);
const BY_STATISTIC: Kind<Readonly<Record<Statistic, number | null>>> = recordOf('a number of each statistic', {
  minimum: MAYBE,
  median: MAYBE,
  mean: MAYBE,
});
const REPORT: Kind<Report> = recordOf('a report as makeReport gives it', {
  ...REPORT_OPTIONS,
  metg_us: MAYBE,
  peak_flops: NUMBER,
  tasks: NUMBER,
  metg_us_by: BY_STATISTIC,
  floor_us: MAYBE,
  floor_us_by: either(BY_STATISTIC, NULL),
  cold_task_us: NUMBER,
  points: listOf(POINT),
  floor_points: either(listOf(POINT), NULL),
});

/**
 * Sums a sweep up.
 *
 * @example
 * const points = [
 *   { iterations: 1, task_us: 1, flops: 1e8, efficiency: 0.1 },
 *   { iterations: 4, task_us: 5, flops: 9e8, efficiency: 0.9 },
 * ];
 * const sweep = { peak: 1e9, tasks: 12, coldTaskUs: 9, floor: null, curves: { minimum: points, median: points, mean: points } };
 * const how = { name: 'ours', mode: 'graph', percent: 50, statistic: 'minimum', procs: 2, repeats: 3 };
 * makeReport(sweep, how).metg_us; // 3
 */
export const makeReport = takes(
  'makeReport',
  SWEEP,
  givenOptions(REPORT_OPTIONS),
)((sweep: Sweep, options: ReportOptions): Report => {
  const share = options.percent / 100;
  const by = (curves: Sweep['curves']): Record<Statistic, number | null> => ({
    minimum: metg(curves.minimum, share),
    median: metg(curves.median, share),
    mean: metg(curves.mean, share),
  });
  const byStatistic = by(sweep.curves);
  const floorBy = sweep.floor === null ? null : by(sweep.floor);
  return {
    ...options,
    metg_us: byStatistic[options.statistic],
    peak_flops: sweep.peak,
    tasks: sweep.tasks,
    metg_us_by: byStatistic,
    floor_us: floorBy === null ? null : floorBy[options.statistic],
    floor_us_by: floorBy,
    cold_task_us: sweep.coldTaskUs,
    points: sweep.curves[options.statistic],
    floor_points: sweep.floor === null ? null : sweep.floor[options.statistic],
  };
});

/**
 * The table and the lines below it.
 *
 * @example
 * const points = [
 *   { iterations: 1, task_us: 1, flops: 1e8, efficiency: 0.1 },
 *   { iterations: 4, task_us: 5, flops: 9e8, efficiency: 0.9 },
 * ];
 * const sweep = { peak: 1e9, tasks: 12, coldTaskUs: 9, floor: null, curves: { minimum: points, median: points, mean: points } };
 * const how = { name: 'ours', mode: 'graph', percent: 50, statistic: 'minimum', procs: 2, repeats: 3 };
 * formatReport(makeReport(sweep, how)).includes('METG(50%) minimum 3.000 µs'); // true
 */
export const formatReport = takes(
  'formatReport',
  REPORT,
)((report: Report): string => {
  const floor = report.floor_points;
  const head = ['iterations', 'task µs', 'GFLOP/s', 'efficiency', ...(floor === null ? [] : ['floor µs', 'floor efficiency'])];
  const Table = createRequire(import.meta.url)('cli-table3') as typeof import('cli-table3');
  const table = new Table({ head, style: { head: [], border: [] }, colAligns: head.map(() => 'right' as const) });
  report.points.forEach((p, i) => {
    const row = [String(p.iterations), p.task_us.toFixed(3), (p.flops / 1e9).toFixed(2), percentText(p.efficiency)];
    if (floor !== null) row.push(floor[i].task_us.toFixed(3), percentText(floor[i].efficiency));
    table.push(row);
  });
  const lines = [
    table.toString(),
    `peak ${(report.peak_flops / 1e9).toFixed(2)} GFLOP/s: the native kernel on ${report.procs} processors at once`,
    `METG(${report.percent}%) ${STATISTICS.map((s) => `${s} ${micros(report.metg_us_by[s])}`).join(', ')} (${report.repeats} runs of ${report.tasks} tasks a point)`,
  ];
  const floorBy = report.floor_us_by;
  if (floorBy !== null)
    lines.push(`the floor, pinned threads spinning on flags: ${STATISTICS.map((s) => `${s} ${micros(floorBy[s])}`).join(', ')}`);
  lines.push(`first run, graph construction included: ${report.cold_task_us.toFixed(3)} µs a task`);
  return `${lines.join('\n')}\n`;
});

function micros(value: number | null): string {
  return value === null ? 'not reached' : `${value.toFixed(3)} µs`;
}

function percentText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
