/**
 * Times of rivals that this machine does not have, from files: a library that no distribution packages (COSMA, CTF, TACO) is measured where it is installed,
 * on the data and with the results of `rivals/`, and stands in the table beside ours. Its result has to agree with ours, as of any rival.
 *
 *     { "rival": "TACO", "machine": "2 x AMD EPYC", "runs": [{ "program": "mttkrp", "size": 160, "seconds": [0.061, 0.06], "result": [1, 2, 3] }] }
 */
import { readFileSync } from 'node:fs';
import { differing, middle } from './samples.js';
import type { Skipped, Timing } from './timing.js';

interface Run {
  /** A name of the table, and the size. */
  readonly program: string;
  readonly size: number;
  /** Of each run behind the warm-up. */
  readonly seconds: readonly number[];
  /** The numbers that the program's `result` gives. */
  readonly result: readonly number[];
}

/** A file's contents. */
export interface Elsewhere {
  readonly rival: string;
  readonly machine: string;
  readonly runs: readonly Run[];
}

/** Reads a file. Throws `Error` for contents that are no such times, with the expected form and its place. */
export function readElsewhere(path: string): Elsewhere {
  const fail = (where: string, expected: string, got: unknown): never => {
    throw new Error(
      `${path}: ${where}: expected ${expected}, got ${JSON.stringify(got)} (see "Times from elsewhere" in bench/README.md)`,
    );
  };
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const text = (of: Readonly<Record<string, unknown>>, name: string, where: string): string => {
    const value = of[name];
    return typeof value === 'string' && value !== '' ? value : fail(where + name, 'a text', value);
  };
  const numbers = (of: Readonly<Record<string, unknown>>, name: string, where: string, least: number): number[] => {
    const value = of[name];
    const fits = Array.isArray(value) && value.length > 0 && value.every((x) => Number.isFinite(x) && x > least);
    return fits ? value : fail(where + name, least === 0 ? 'a list of seconds above 0' : 'a list of numbers', value);
  };
  if (!isRecord(found)) return fail('all of it', 'an object with rival, machine and runs', found);
  const { runs } = found;
  if (!Array.isArray(runs) || runs.length === 0) return fail('runs', 'a list of runs', runs);
  const read = runs.map((run: unknown, n): Run => {
    const where = `runs[${n}].`;
    if (!isRecord(run)) return fail(`runs[${n}]`, 'an object with program, size, seconds and result', run);
    const { size } = run;
    const isSize = typeof size === 'number' && Number.isInteger(size) && size > 0;
    return {
      program: text(run, 'program', where),
      size: isSize ? size : fail(`${where}size`, 'an integer of at least 1', size),
      seconds: numbers(run, 'seconds', where, 0),
      result: numbers(run, 'result', where, Number.NEGATIVE_INFINITY),
    };
  });
  return { rival: text(found, 'rival', ''), machine: text(found, 'machine', ''), runs: read };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names that files have times for, which are to be in the table. Throws `Error` for one that is not. */
export function checkNames(files: readonly Elsewhere[], names: readonly string[]): void {
  for (const { rival, runs } of files)
    for (const { program } of runs)
      if (!names.includes(program))
        throw new Error(`${rival} has times of ${program}, which is no program of the table (--list names them)`);
}

/** The times that files have for a program at a size, of rivals with our result; `skipped`: the rest, with the reason. */
export function timesOf(
  files: readonly Elsewhere[],
  { name, size, tolerance }: { readonly name: string; readonly size: number; readonly tolerance: number },
  expected: readonly number[],
): { readonly rivals: readonly Timing[]; readonly skipped: readonly Skipped[] } {
  const rivals: Timing[] = [];
  const skipped: Skipped[] = [];
  for (const { rival, machine, runs } of files) {
    const label = `${rival}, on ${machine}`;
    const own = runs.filter(({ program }) => program === name);
    const at = own.filter((run) => run.size === size);
    if (own.length > 0 && at.length === 0)
      skipped.push({ label, reason: `its times are of size ${own.map((run) => run.size).join(', ')}, and not ${size}` });
    for (const run of at) {
      const reason = differing(expected, run.result, tolerance);
      if (reason === null) rivals.push(timingOf(label, run));
      else skipped.push({ label, reason });
    }
  }
  return { rivals, skipped };
}

function timingOf(label: string, { seconds }: Run): Timing {
  return { label, first: seconds[0], ...middle(seconds), samples: seconds, bytes: null };
}
