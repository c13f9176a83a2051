/**
 * Measures one case: every side in its own process; one first run each, whose results must agree with ours before a time
 * counts; a warm-up; then rounds in which the sides take turns, so that a slow moment of the machine meets all of them.
 */
import type { Case } from './cases.js';
import { type Command, Connection } from './connection.js';
import { type Elsewhere, timesOf } from './elsewhere.js';
import { commandFor } from './rivals.js';
import { differing, middle } from './samples.js';
import type { Side } from './sides.js';
import type { Measured, Skipped, Timing } from './timing.js';
import { Warmth } from './warmth.js';

export interface Effort {
  readonly rounds: number;
  /** Seconds that a sample lasts at least. */
  readonly sample: number;
  /** Seconds of warm-up a side. */
  readonly warmUp: number;
  /** Seconds that a side's samples may take together: slow sides take part in fewer rounds. */
  readonly budget: number;
}

interface Runner {
  readonly label: string;
  readonly connection: Connection;
  first: number;
  times: number;
  /** Rounds that it takes part in. */
  rounds: number;
  readonly samples: number[];
  /** Whether its threads are busy for a while after a run, so that the next side has to wait. */
  restless: boolean;
  /** Why it takes part no more. */
  problem: string | null;
}

/** Our own side's label. */
const OURS = 'maniple';

/**
 * Rejects when our own side fails; a rival that fails, or disagrees, is skipped with the reason. `files`: times of rivals that were measured
 * elsewhere.
 */
export async function measure(what: Case, size: number, effort: Effort, files: readonly Elsewhere[] = []): Promise<Measured> {
  const runners: Runner[] = [];
  try {
    const { skipped, expected } = await startAll(what, size, runners);
    const elsewhere = timesOf(files, { name: what.name, size, tolerance: what.tolerance }, expected);
    for (const runner of runners) await attempt(runner, () => warmUp(runner, effort));
    for (let round = 0; round < effort.rounds; round++) {
      for (const runner of rotated(runners, round)) {
        if (takesPart(runner, round, effort.rounds)) await attempt(runner, () => sample(runner));
      }
    }
    const [mine, ...rivals] = runners.filter((r) => r.problem === null).map(summarize);
    for (const { label, problem } of runners) if (problem !== null) skipped.push({ label, reason: problem });
    return {
      name: what.name,
      size,
      ours: mine,
      rivals: [...rivals, ...elsewhere.rivals],
      skipped: [...skipped, ...elsewhere.skipped],
    };
  } finally {
    await Promise.all(runners.map((runner) => runner.connection.close()));
  }
}

/** Starts all sides, ours first; sides that agree with us become runners; `skipped`: the rest, with the reason; `expected`: our result. */
async function startAll(
  what: Case,
  size: number,
  runners: Runner[],
): Promise<{ readonly skipped: Skipped[]; readonly expected: readonly number[] }> {
  const skipped: Skipped[] = [];
  const env = what.env ?? {};
  const ours = await start({ label: OURS, spec: { kind: 'maniple', env } }, what, size);
  if (typeof ours === 'string') throw new Error(ours);
  runners.push(ours);
  const expected = await ours.connection.result();
  for (const side of what.sides) {
    const runner = await start(side, what, size);
    const problem = typeof runner === 'string' ? runner : await disagreement(side, runner, expected, what.tolerance);
    if (problem !== null) skipped.push({ label: side.label, reason: problem });
    if (typeof runner === 'string') continue;
    if (problem === null) runners.push(runner);
    else await runner.connection.close();
  }
  return { skipped, expected };
}

/** A failure of ours ends the case; a rival's only its own part in it. */
async function attempt(runner: Runner, step: () => Promise<void>): Promise<void> {
  if (runner.problem !== null) return;
  try {
    await step();
  } catch (error) {
    if (runner.label === OURS) throw error;
    runner.problem = error instanceof Error ? error.message : String(error);
    await runner.connection.close();
  }
}

/** Spreads the rounds of a slow side over all rounds. */
function takesPart(runner: Runner, round: number, rounds: number): boolean {
  return (round * runner.rounds) % rounds < runner.rounds;
}

async function sample(runner: Runner): Promise<void> {
  runner.samples.push((await runner.connection.run(runner.times)) / runner.times);
  if (runner.restless) await runner.connection.rest();
}

/** Each round begins with another side, so that none always follows the same one. */
function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

async function start(side: Side, what: Case, size: number): Promise<Runner | string> {
  const command = commandFor(side.spec, what.program, size);
  if (typeof command === 'string') return command;
  let connection: Connection | null = null;
  try {
    connection = await Connection.open(command);
    const first = await connection.run(1);
    return newRunner(side.label, connection, first);
  } catch (error) {
    await connection?.close();
    return error instanceof Error ? error.message : String(error);
  }
}

function newRunner(label: string, connection: Connection, first: number): Runner {
  return { label, connection, first, times: 1, rounds: 0, samples: [], restless: false, problem: null };
}

async function disagreement(side: Side, runner: Runner, expected: readonly number[], tolerance: number): Promise<string | null> {
  if (side.otherResult === true) return null;
  const allowed = side.tolerance ?? tolerance;
  let got: readonly number[];
  try {
    got = await runner.connection.result();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return differing(expected, got, allowed);
}

/** Seconds a run, the median of a process's samples behind its warm-up, and the result. Rejects with the process's messages. */
export async function medianRun(command: Command, effort: Effort): Promise<{ value: number; result: number[] }> {
  const connection = await Connection.open(command);
  try {
    const runner = newRunner(OURS, connection, await connection.run(1));
    const result = await connection.result();
    await warmUp(runner, effort);
    for (let round = 0; round < runner.rounds; round++) await sample(runner);
    return { value: summarize(runner).median, result };
  } finally {
    await connection.close();
  }
}

/** Seconds that a side's background compiler is waited for at most. */
const COMPILER = 60;
/** Samples that even a slow side gives. */
const LEAST = 2;

/**
 * Runs for the warm-up time and on while the side still gets faster or its compiler is at work, then sets how many runs make a
 * sample, and how many samples it gives.
 */
async function warmUp(runner: Runner, effort: Effort): Promise<void> {
  const began = performance.now();
  const warmth = new Warmth(effort.warmUp, runner.first);
  const compiles = (): boolean => runner.connection.compiling > 0 && performance.now() - began < 1000 * COMPILER;
  do {
    const seconds = await runner.connection.run(runner.times);
    warmth.note(seconds, runner.times);
    if (seconds < effort.warmUp / 8) runner.times *= 2;
  } while (!warmth.isWarm || compiles());
  const { best } = warmth;
  runner.times = Math.max(1, Math.ceil(effort.sample / Math.max(best, 1e-9)));
  runner.restless = await runner.connection.rest();
  const affordable = Math.floor(effort.budget / (runner.times * best));
  runner.rounds = Math.min(effort.rounds, Math.max(LEAST, affordable));
}

function summarize(runner: Runner): Timing {
  const { label, first, samples, connection } = runner;
  return { label, first, ...middle(samples), samples, bytes: connection.bytes };
}
