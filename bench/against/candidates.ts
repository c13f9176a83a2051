/**
 * What can be compared with another commit, and how one process measures it: a program of the table of benchmarks is warmed up and gives
 * the median of its samples; Task Bench gives its METG.
 */
import { join } from 'node:path';
import { type Case, cases } from '../harness/cases.js';
import { differing, type Effort, medianRun } from '../harness/measure.js';
import { METG, metgCases, runMetg } from '../harness/metg.js';
import { programOf } from '../harness/rivals.js';

/** What one process found: a number (of whatever, less is better), and the program's result. */
export interface Found {
  readonly value: number;
  readonly result: readonly number[];
}

export interface Candidate {
  readonly name: string;
  /** `s`: seconds a run; `µs`: METG. */
  readonly unit: 's' | 'µs';
  /** Measures it in a new process, by the files of a compiled tree. Rejects with what the process said. */
  measure(tree: string, quick: boolean): Promise<Found>;
  /** Why two results are not the same; null when they are. */
  disagreement(expected: readonly number[], got: readonly number[]): string | null;
}

const FULL: Effort = { rounds: 9, sample: 0.05, warmUp: 1, budget: 4 };
const QUICK: Effort = { rounds: 5, sample: 0.02, warmUp: 0.2, budget: 0.5 };
const REPEATS = { full: 30, quick: 5 };

/** Compared where nothing else is asked for: the programs that no change of the runtime may slow down. */
const GUARDED = ['chain-1', 'chain-100', 'black-scholes-100', 'black-scholes', 'stencil5', 'cg', 'channel-flow'];

const program = ({ name, program, size, quick: less, tolerance, env }: Case): Candidate => ({
  name,
  unit: 's',
  measure: (tree, quick) => medianRun(programOf(tree, program, quick ? less : size, env ?? {}), quick ? QUICK : FULL),
  disagreement: (expected, got) => differing(expected, got, tolerance),
});

const metgs = metgCases
  .filter((c, i) => metgCases.findLastIndex((other) => other.mode === c.mode && other.name === 'stencil_1d, width 8') === i)
  .map(
    (c): Candidate => ({
      name: `${METG}-${c.mode}`,
      unit: 'µs',
      async measure(tree, quick) {
        const { metg_us: metg } = runMetg(c, quick ? REPEATS.quick : REPEATS.full, join(tree, 'dist', 'lib', 'cli', 'main.js'));
        if (metg === null) throw new Error('half the peak was never reached');
        return { value: metg, result: [] };
      },
      disagreement: () => null,
    }),
  );

export const candidates: readonly Candidate[] = [...cases.map(program), ...metgs];

/** Names of those that are compared by default. */
export const guarded: readonly string[] = [...GUARDED, ...metgs.map((c) => c.name)];
