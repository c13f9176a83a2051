/**
 * Figures that are no comparison with a rival: what the stages of the pipeline cost, and how soon loops replay. Each comes from a
 * micro-benchmark in a process of its own, which prints an object as JSON; a row says which of its values is judged, and by what.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FigureCase, Row } from './figure-case.js';
import { gpu } from './gpu.js';
import { life, meeting, tutorials } from './life.js';

/** One line of the report. */
export interface Figure extends Row {
  readonly name: string;
  /** Null where the run showed none. */
  readonly value: number | null;
  readonly met: boolean | null;
}

/** How soon a loop replays: with plans at first sight, which is what finding its repeats takes, and as programs come. */
function replay(program: string, iterations: number, quick: number): FigureCase[] {
  const modes = [
    ['reads', 'reads as in app/'],
    ['loop', 'one loop'],
  ] as const;
  const first = (text: string): string => `${program}, ${text}: first iteration from which all replays`;
  return modes.flatMap(([mode, text]) => [
    replayed([program, mode, 'kept'], iterations, quick, [
      { key: 'iterations', text: first(text), unit: '', atMost: 10 },
      { key: 'share', text: `${program}, ${text}: share of the last 5,000 tasks`, unit: '', above: 0.95 },
    ]),
    replayed([program, mode, 'auto'], iterations, quick, [
      { key: 'iterations', text: `${first(text)}, planned when it pays`, unit: '' },
    ]),
  ]);
}

function replayed(
  [program, mode, plans]: readonly string[],
  iterations: number,
  quick: number,
  rows: readonly Row[],
): FigureCase {
  const args = (count: number): readonly string[] => [program, mode, String(count), plans];
  return { name: 'replay', script: 'replay', args: args(iterations), quick: args(quick), rows };
}

/** A micro-benchmark without arguments, small as it is. */
const micro = (name: string, script: string, rows: readonly Row[]): FigureCase => ({ name, script, args: [], quick: [], rows });

/** The beginning of the name of a size's geometric mean. */
const MEAN = 'geometric mean';

/** Operations that were slower than NumPy's, each of which is judged at 10⁶ elements. */
const ONCE_SLOW = new Set([
  ...['product with its transpose', 'product of matrices of 3', 'thin product', 'thin product with few columns'],
  ...['lstsq', 'pinv', 'svdvals of 30', 'interp', 'max int8', 'eye', 'zeros', 'full', 'pad'],
]);

/** The bound of that mean: 2.2 for arrays of 10⁶ elements; larger ones wait for memory on either side. */
const meanOf = (key: string): number => (key.endsWith(' 1000000') ? 2.2 : 1);

/**
 * The operations of a table, each at some sizes, the slowest beside the rival's first; on the whole they are to be faster than the rival's.
 * Not below 10⁶ elements: there most results are deferred and not computed, as nobody reads them.
 */
const operations: FigureCase = {
  name: 'operations',
  script: 'operations',
  args: ['1000000,10000000'],
  quick: ['1000000'],
  seconds: [100, 40],
  rows: (found) =>
    Object.keys(found)
      .filter((key) => / \d+$/.test(key))
      .sort((a, b) => Number(b.startsWith(MEAN)) - Number(a.startsWith(MEAN)) || Number(found[a] ?? 0) - Number(found[b] ?? 0))
      .map((key) => ({
        key,
        text: `${key} elements, against NumPy`,
        unit: '×',
        ...(key.startsWith(MEAN) ? { above: meanOf(key) } : {}),
        ...(key.endsWith(' 1000000') && ONCE_SLOW.has(key.slice(0, key.lastIndexOf(' '))) ? { above: 1 } : {}),
      })),
};

/** Small work on two memories beside one: at most twice the time a task. */
const twoMemories: FigureCase = {
  name: 'two-memories',
  script: 'two-memories',
  args: ['2'],
  quick: ['2', '3'],
  seconds: [40, 25],
  rows: (
    [
      ['chain', 'a chain of 64 additions'],
      ['cg', 'a loop like conjugate gradients'],
    ] as const
  ).flatMap(([program, text]) => [
    { key: `${program} one`, text: `${text}, 100 elements: a task on one memory`, unit: 'µs' },
    { key: `${program} several`, text: `${text}: on two`, unit: 'µs' },
    { key: `${program} ratio`, text: `${text}: the ratio, by medians`, unit: '×', atMost: 2 },
    { key: `${program} least`, text: `${text}: the ratio, by least times`, unit: '×' },
  ]),
};

/** Faults: each is to reach its reader as a typed error within a second, and all to be well a second later. */
const faults: FigureCase = {
  name: 'faults',
  script: 'faults',
  args: [],
  quick: [],
  seconds: [10, 10],
  rows: (found) => Object.keys(found).map((key) => ({ key, text: key, unit: 'ms', atMost: 1000 })),
};

/** The rule of thumb's clusters beside prefixes: each program of the table, by processor time. */
const clusters: FigureCase = {
  name: 'clusters',
  script: 'clusters',
  args: [],
  quick: ['quick'],
  seconds: [1800, 600],
  rows: (found) =>
    Object.keys(found).map((key) => ({ key, text: `${key}: the rule of thumb's time, of prefixes'`, unit: '×', atMost: 1.02 })),
};

export const figureCases: readonly FigureCase[] = [
  micro('issue', 'window', [
    { key: 'record', text: 'a task of 64: recording it', unit: 'µs', atMost: 0.04 },
    { key: 'flush', text: 'a task of 64: launching it in a known window', unit: 'µs' },
    { key: 'window1', text: 'a task that is a known window of its own', unit: 'µs' },
    { key: 'window64', text: 'a task of a known window of 64', unit: 'µs', atMost: 0.5 },
    { key: 'window512', text: 'a task of a known window of 512', unit: 'µs', atMost: 0.5 },
    { key: 'traced', text: 'a task of a loop that tracing cuts', unit: 'µs', atMost: 0.5 },
  ]),
  micro('calls', 'calls', [
    { key: 'add', text: 'recording a.add(b), 100 elements', unit: 'ns' },
    { key: 'broadcast', text: 'recording a (10, 10) and a (10,) added', unit: 'ns' },
    { key: 'matmul', text: 'recording a product of 10 by 10', unit: 'ns' },
    { key: 'sliceTexts', text: "a view: x.slice('1:-1', '1:-1')", unit: 'ns' },
    { key: 'fromArray', text: 'an array of an Array of 100 numbers', unit: 'ns' },
    { key: 'data', text: 'reading 100 elements that are there', unit: 'ns' },
    { key: 'addAndData', text: 'adding 100 elements and reading the sum', unit: 'ns' },
    { key: 'sumAndItemSync', text: 'summing 100 elements and reading the number', unit: 'ns' },
  ]),
  micro('dependence', 'dependence', [
    { key: 'points4', text: 'analysis of an index task of 4 points', unit: 'µs', atMost: 10 },
    { key: 'points1024', text: 'the same, 1024 points', unit: 'µs', atMost: 10 },
    { key: 'ratio', text: 'growth', unit: '×', atMost: 1.2 },
    { key: 'one', text: 'one process of 1,048,576 memories, the dearest of five programs', unit: 'µs', atMost: 10 },
    { key: 'growth', text: 'growth from 64 memories, the largest of five', unit: '×', atMost: 1.2 },
    { key: 'growthFrom4', text: 'growth from 4 memories, the largest of five', unit: '×' },
    { key: 'enumerated', text: 'points, memories and layers enumerated in steady states, all machines', unit: '', atMost: 0 },
    { key: 'before', text: 'enumerated before, on 1,048,576 memories, all five', unit: '' },
  ]),
  micro('solve', 'solve', [
    { key: 'few', text: 'constraints of a task, 4 processors', unit: 'µs' },
    { key: 'ratio', text: 'growth to 1,000,000 processors', unit: '×', atMost: 1.2 },
  ]),
  micro('planning', 'planning', [
    { key: 'few', text: 'a new window of Black-Scholes and a stencil, 4 processors', unit: 'ms' },
    { key: 'ratio', text: 'growth to 1,000,000 processors', unit: '×', atMost: 1.2 },
  ]),
  micro('emit', 'emit', [
    { key: 'triad8192', text: 'emitted C against a loop by hand: triad of 8,192', unit: '×' },
    { key: 'dot8192', text: 'dot product of 8,192', unit: '×' },
    { key: 'black-scholes8192', text: 'Black-Scholes, 8,192 options', unit: '×' },
    { key: 'triad4000000', text: 'triad of 4,000,000', unit: '×' },
    { key: 'dot4000000', text: 'dot product of 4,000,000', unit: '×' },
    { key: 'black-scholes4000000', text: 'Black-Scholes, 4,000,000 options', unit: '×' },
    { key: 'emit', text: 'emitting the C of Black-Scholes', unit: 'µs' },
    { key: 'compile', text: 'compiling it', unit: 'ms' },
  ]),
  micro('executor', 'executor', [
    { key: 'call', text: 'a call of the addon', unit: 'ns' },
    { key: 'inline', text: 'a launch that runs in the call', unit: 'ns' },
    { key: 'inline100', text: 'one of 100 in a call', unit: 'ns' },
    { key: 'launch2', text: 'a launch of 2 points, waited for', unit: 'ns' },
    { key: 'chain100', text: 'one of a chain of 100 launches of 2 points', unit: 'ns' },
    { key: 'watch', text: 'a weak reference: made', unit: 'ns' },
    { key: 'lives', text: 'a weak reference: looked at', unit: 'ns' },
    { key: 'died', text: 'a weak reference: found dead', unit: 'ns' },
    { key: 'alloc16777216', text: '16 MiB of the pool, taken and given back', unit: 'ns' },
  ]),
  ...replay('jacobi', 3000, 1500),
  ...replay('channel-flow', 60, 30),
  ...replay('cg', 1000, 600),
  twoMemories,
  faults,
  clusters,
  gpu,
  operations,
  life,
  meeting,
  tutorials,
];

/** Runs a micro-benchmark; throws what it said when it failed. */
export function measureFigures(c: FigureCase, quick: boolean): Figure[] {
  const script = fileURLToPath(new URL(`../micro/${c.script}.js`, import.meta.url));
  const done = spawnSync(process.execPath, [script, ...(quick ? c.quick : c.args)], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr.trim());
  process.stderr.write(done.stderr.replace(/^Warning: .*\n/gm, ''));
  const found: Record<string, unknown> = JSON.parse(done.stdout);
  const rows = typeof c.rows === 'function' ? c.rows(found) : c.rows;
  return rows.map((row) => {
    const value = numberOf(c, found, row.key);
    return { ...row, name: c.name, value, met: verdict(row, value) };
  });
}

function numberOf(c: FigureCase, found: Record<string, unknown>, key: string): number | null {
  const value = found[key];
  if (value === null || typeof value === 'number') return value;
  throw new Error(`${c.script}: expected a number called ${key}, got ${JSON.stringify(found)}`);
}

function verdict({ atMost, above }: Row, value: number | null): boolean | null {
  if (value === null) return atMost === undefined && above === undefined ? null : false;
  if (atMost !== undefined) return value <= atMost;
  return above === undefined ? null : value > above;
}

/** A line for each figure. */
export function formatFigures(figures: readonly Figure[]): string {
  return figures
    .map((f) => {
      const value = f.value === null ? 'none seen' : `${Number(f.value.toPrecision(4))} ${f.unit}`.trim();
      const target = f.atMost !== undefined ? `at most ${f.atMost}` : `above ${f.above}`;
      const judged = f.met === null ? '' : `  (target ${target}: ${f.met ? 'met' : 'MISSED'})`;
      return `${f.name.padEnd(11)} ${f.text.padEnd(72)} ${value}${judged}`;
    })
    .join('\n');
}
