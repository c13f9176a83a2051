/**
 * What can be compared with another commit or under other settings, and how one process measures it: a program of the table of benchmarks
 * is warmed up and gives the median of its samples; Task Bench gives its METG.
 */
import { join } from 'node:path';
import { type Case, cases } from '../harness/cases.js';
import { type Effort, medianRun } from '../harness/measure.js';
import { METG, metgCases, runMetg } from '../harness/metg.js';
import { programOf } from '../harness/rivals.js';
import { differing } from '../harness/samples.js';

/** What one process found: a number (of whatever, less is better), and the program's result. */
export interface Found {
  readonly value: number;
  readonly result: readonly number[];
}

/** A side of a comparison: a compiled tree, and settings behind those of the environment's MANIPLE_CONFIG. */
export interface Built {
  readonly tree: string;
  readonly settings: string;
}

export interface Candidate {
  readonly name: string;
  /** `s`: seconds a run; `µs`: METG. */
  readonly unit: 's' | 'µs';
  /** Measures it in a new process of a side. Rejects with the process's messages. */
  measure(side: Built, quick: boolean): Promise<Found>;
  /** Why two results are not the same; null when they are. */
  disagreement(expected: readonly number[], got: readonly number[]): string | null;
}

const FULL: Effort = { rounds: 9, sample: 0.05, warmUp: 1, budget: 4 };
const QUICK: Effort = { rounds: 5, sample: 0.02, warmUp: 0.2, budget: 0.5 };
const REPEATS = { full: 30, quick: 5 };

/** Compared where nothing else is asked for: the programs that no change of the runtime may slow down. */
const GUARDED = ['chain-1', 'chain-100', 'black-scholes-100', 'black-scholes', 'stencil5', 'cg', 'channel-flow'];

/** The environment of a side's processes; a case's own settings replace this process's, and a side's come last and win. */
export function environmentOf({ settings }: Built, own: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  if (settings === '') return own;
  return { ...own, MANIPLE_CONFIG: `${own.MANIPLE_CONFIG ?? process.env.MANIPLE_CONFIG ?? ''} ${settings}`.trim() };
}

const program = ({ name, program, size, quick: less, tolerance, env }: Case): Candidate => ({
  name,
  unit: 's',
  measure: (side, quick) =>
    medianRun(programOf(side.tree, program, quick ? less : size, environmentOf(side, env)), quick ? QUICK : FULL),
  disagreement: (expected, got) => differing(expected, got, tolerance),
});

const metgs = metgCases
  .filter((c, i) => metgCases.findLastIndex((other) => other.mode === c.mode && other.name === 'stencil_1d, width 8') === i)
  .map(
    (c): Candidate => ({
      name: `${METG}-${c.mode}`,
      unit: 'µs',
      async measure(side, quick) {
        const cli = join(side.tree, 'dist', 'lib', 'cli', 'main.js');
        const { metg_us: metg } = runMetg(c, quick ? REPEATS.quick : REPEATS.full, cli, environmentOf(side));
        if (metg === null) throw new Error('half the peak was never reached');
        return { value: metg, result: [] };
      },
      disagreement: () => null,
    }),
  );

export const candidates: readonly Candidate[] = [...cases.map(program), ...metgs];

/** Names of those that are compared by default. */
export const guarded: readonly string[] = [...GUARDED, ...metgs.map((c) => c.name)];
