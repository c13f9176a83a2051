/**
 * Whole processes: Node with maniple beside Python with NumPy, from the start of the process to its end. The programs of `bench/life`
 * and `bench/rivals/life` run in turns, after a round that fills the caches of compiled kernels and code and compares the results. Small ones
 * run a third way, cold: each process with empty caches of its own, as the first one of a user; code that an installation made is there.
 *
 *     node dist/bench/micro/life.js [ROUNDS]
 *
 * Prints an object: for each program and size the ratio of medians (above 1 ours is faster) and the times in milliseconds, their
 * geometric means, and what the command takes against a Node that does nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../harness/connection.js';
import { alternate, type Ended, median, medianOf, run, type Timed } from '../harness/processes.js';
import { numpyProgram } from '../harness/rivals.js';
import { geometricMean } from '../harness/samples.js';

/** Sizes and steps: of 10 to 600 operations on small arrays, and on arrays that keep NumPy busy for a few tenths of a second. */
const PROGRAMS: readonly { name: string; small: readonly [number, number]; large: readonly [number, number] }[] = [
  { name: 'jacobi', small: [96, 60], large: [1400, 12] },
  { name: 'heat3d', small: [16, 20], large: [120, 8] },
  { name: 'fdtd', small: [64, 30], large: [1000, 10] },
  { name: 'diffusion', small: [64, 20], large: [1000, 5] },
  { name: 'cavity', small: [41, 4], large: [500, 3] },
  { name: 'softmax', small: [64, 20], large: [1200, 4] },
  { name: 'gemver', small: [100, 10], large: [1500, 5] },
  { name: 'floyd-warshall', small: [60, 60], large: [700, 40] },
  { name: 'adi', small: [40, 2], large: [1000, 1] },
];
const TOLERANCE = 1e-9;

const rounds = Number(process.argv[2] ?? 9);
const cache = mkdtempSync(join(tmpdir(), 'maniple-life-'));

/** A process with the cache that all share. */
const warmly = (command: Command): Timed => ({ command, cache });
/** Milliseconds of a process with the cache that all share, and what it printed. */
const time = (command: Command): Ended => run(warmly(command));

const node = (file: URL | string, args: readonly string[] = []): Command => ({
  file: process.execPath,
  args: [typeof file === 'string' ? file : fileURLToPath(file), ...args],
});

interface Compared {
  readonly ratio: number;
  readonly times: readonly [number, number];
}

/** NumPy's time over ours, with both; and cold, where that is asked for, with its time and NumPy's. */
function compare(name: string, sizes: readonly number[], isCold: boolean): { warm: Compared; cold: Compared | null } | null {
  const args = sizes.map(String);
  const [ours, theirs] = [node(new URL(`../life/${name}.js`, import.meta.url), args), numpyProgram(`life/${name}.py`, args)];
  if (theirs === null) return null;
  for (let warm = 0; warm < 3; warm++) time(ours);
  const [a, b] = [Number(time(ours).out), Number(time(theirs).out)];
  if (!(Math.abs(a - b) <= TOLERANCE * Math.abs(b))) throw new Error(`${name}: ours gave ${a}, NumPy's ${b}`);
  const sides = [warmly(ours), warmly(theirs), ...(isCold ? [{ command: ours, cache: null }] : [])];
  const [warm, numpy, cold] = alternate(sides, rounds).map(medianOf);
  const compared = (ms: number): Compared => ({ ratio: numpy / ms, times: [ms, numpy] });
  return { warm: compared(warm), cold: isCold ? compared(cold) : null };
}

/** What an empty program, an import and the command take. */
function starts(): Record<string, number> {
  const command = new URL('../../pack/cli/main.cjs', import.meta.url);
  const empty = { file: process.execPath, args: ['-e', ''] };
  const system = join(cache, 'system.mtx');
  writeFileSync(system, poisson(12));
  const list = [
    empty,
    module(''),
    module("import 'maniple'"),
    node(command, ['--version']),
    node(command, ['info']),
    node(command, ['solve', system]),
  ];
  for (const each of list) for (let warm = 0; warm < 3; warm++) time(each);
  const [node0, module0, imported, version, info, solve] = alternate(list.map(warmly), rounds).map(medianOf);
  const first = median(Array.from({ length: rounds }, () => Number(time(module(FIRST)).out)));
  return {
    ...{ empty: node0, import: imported - module0, first },
    ...{ version: version / node0, info: info / node0, solve: solve / node0 },
  };
}

/** A process of one module. */
const module = (text: string): Command => ({ file: process.execPath, args: ['--input-type=module', '-e', text] });

/** Prints the milliseconds of a first result. */
const FIRST = `import * as np from 'maniple';
const [s, n] = process.hrtime();
np.arange(10).add(1).dataSync();
const [s2, n2] = process.hrtime();
console.log(1000 * (s2 - s) + (n2 - n) / 1e6);`;

/** The five-point Laplace equation on n by n points, as a Matrix Market file. */
function poisson(n: number): string {
  const lines: string[] = [];
  for (let row = 0; row < n * n; row++) {
    lines.push(`${row + 1} ${row + 1} 4`);
    if (row % n > 0) lines.push(`${row + 1} ${row} -1`);
    if (row >= n) lines.push(`${row + 1} ${row + 1 - n} -1`);
  }
  return `%%MatrixMarket matrix coordinate real symmetric\n${n * n} ${n * n} ${lines.length}\n${lines.join('\n')}\n`;
}

const found: Record<string, number | readonly number[]> = starts();
const ratios = new Map<string, number[]>();

function enter(size: string, name: string, { ratio, times }: Compared): void {
  ratios.set(size, [...(ratios.get(size) ?? []), ratio]);
  found[`${size} ${name}`] = ratio;
  found[`times of ${size} ${name}`] = times;
}

try {
  for (const size of ['small', 'large'] as const) {
    for (const program of PROGRAMS) {
      const result = compare(program.name, program[size], size === 'small');
      if (result === null) continue;
      enter(size, program.name, result.warm);
      if (result.cold !== null) enter('cold', program.name, result.cold);
    }
  }
  for (const [size, all] of ratios) found[`${size}: geometric mean`] = geometricMean(all);
  console.log(JSON.stringify(found));
} finally {
  rmSync(cache, { recursive: true, force: true });
}
