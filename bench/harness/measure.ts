/**
 * Measures one case: every side in its own process; one first run each, whose results must agree with ours before a time
 * counts; a warm-up; then rounds in which the sides take turns, so that a slow moment of the machine meets all of them.
 */
import type { Case, Side } from './cases.js';
import { Connection } from './connection.js';
import { commandFor } from './rivals.js';

/** One side's times, in seconds a run. */
export interface Timing {
  readonly label: string;
  /** The first run, before any warm-up. */
  readonly first: number;
  readonly median: number;
  /** Half the distance between the quartiles, as a share of the median. */
  readonly spread: number;
  readonly samples: readonly number[];
  readonly bytes: number | null;
}

export interface Skipped {
  readonly label: string;
  readonly reason: string;
}

export interface Measured {
  readonly name: string;
  readonly size: number;
  readonly ours: Timing;
  readonly rivals: readonly Timing[];
  readonly skipped: readonly Skipped[];
}

export interface Effort {
  readonly rounds: number;
  /** Seconds that a sample lasts at least. */
  readonly sample: number;
  /** Seconds of warm-up a side. */
  readonly warmUp: number;
}

interface Runner {
  readonly label: string;
  readonly connection: Connection;
  first: number;
  times: number;
  readonly samples: number[];
}

const OURS: Side = { label: 'maniple', spec: { kind: 'maniple' } };

/** Rejects when our own side fails; a rival that fails, or disagrees, is skipped with the reason. */
export async function measure(what: Case, size: number, effort: Effort): Promise<Measured> {
  const skipped: Skipped[] = [];
  const ours = await start(OURS, what, size);
  if (typeof ours === 'string') throw new Error(ours);
  const expected = await ours.connection.result();
  const runners = [ours];
  for (const side of what.sides) {
    const runner = await start(side, what, size);
    const problem = typeof runner === 'string' ? runner : await disagreement(side, runner, expected, what.tolerance);
    if (problem !== null) skipped.push({ label: side.label, reason: problem });
    if (typeof runner === 'string') continue;
    if (problem === null) runners.push(runner);
    else await runner.connection.close();
  }
  for (const runner of runners) await warmUp(runner, effort);
  for (let round = 0; round < effort.rounds; round++) {
    for (const runner of rotated(runners, round)) runner.samples.push((await runner.connection.run(runner.times)) / runner.times);
  }
  for (const runner of runners) await runner.connection.close();
  const [mine, ...rivals] = runners.map(summarize);
  return { name: what.name, size, ours: mine, rivals, skipped };
}

/** Each round begins with another side, so that none always follows the same one. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

async function start(side: Side, what: Case, size: number): Promise<Runner | string> {
  const command = commandFor(side.spec, what.program, size);
  if (typeof command === 'string') return command;
  try {
    const connection = await Connection.open(command);
    const first = await connection.run(1);
    return { label: side.label, connection, first, times: 1, samples: [] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function disagreement(side: Side, runner: Runner, expected: readonly number[], tolerance: number): Promise<string | null> {
  if (side.otherResult === true) return null;
  const got = await runner.connection.result();
  const scale = Math.max(...expected.map(Math.abs), Number.MIN_VALUE);
  const close = (a: number, b: number): boolean =>
    a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b), 1e-3 * scale);
  const at = expected.findIndex((value, i) => got.length !== expected.length || !close(value, got[i]));
  if (at < 0) return null;
  return `its result differs: number ${at} is ${got[at]}, ours ${expected[at]}`;
}

/** Samples without a gain of a twentieth after which a side counts as warm; and how far the warm-up time may stretch for it. */
const STALE = 4;
const PATIENCE = 5;

/** Runs for the warm-up time and on while the side still gets faster, then sets how many runs make a sample. */
async function warmUp(runner: Runner, effort: Effort): Promise<void> {
  let best = runner.first;
  let stale = 0;
  for (let spent = runner.first; spent < effort.warmUp || (stale < STALE && spent < PATIENCE * effort.warmUp); ) {
    const seconds = await runner.connection.run(runner.times);
    spent += seconds;
    stale = seconds / runner.times < 0.95 * best ? 0 : stale + 1;
    best = Math.min(best, seconds / runner.times);
    if (seconds < effort.warmUp / 8) runner.times *= 2;
  }
  runner.times = Math.max(1, Math.ceil(effort.sample / Math.max(best, 1e-9)));
}

function summarize(runner: Runner): Timing {
  const sorted = [...runner.samples].sort((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 2 / median;
  return { label: runner.label, first: runner.first, median, spread, samples: runner.samples, bytes: runner.connection.bytes };
}

/** Linear between the neighbours. */
export function quantile(sorted: readonly number[], q: number): number {
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.ceil(place);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}
