/**
 * Single operations beside NumPy's: each waited for, in turns, on the same inputs, with results compared. Prints one line of JSON:
 * NumPy's time over ours for each operation at each size, null where NumPy is missing; a table goes to standard error.
 *
 *     node dist/bench/micro/operations.js [SIZES [NAMES]]      100000,1000000 sort,argsort
 */
import { setImmediate } from 'node:timers/promises';
import * as np from 'maniple';
import { Connection } from '../harness/connection.js';
import { commandFor } from '../harness/rivals.js';
import { geometricMean, quantile } from '../harness/samples.js';
import { type Inputs, inputsOf, type Operation } from './operation.js';
import { operations } from './operation-table.js';

/**
 * Seconds that a sample lasts, and how many there are. Seconds that a side runs before each: while the other had its turn,
 * processors slept and caches were filled with that one's arrays.
 */
const SAMPLE = 0.01;
const ROUNDS = 5;
const LEAD = 0.004;
/**
 * Warm-up: so many runs of an operation, or so many seconds, whichever come first; and so many seconds, all in all, before the first one at a
 * size. An operation of microseconds is as slow for its first five thousand runs as for its tenth, until the engine has compiled it. While the
 * engine compiles functions that operations share, it does so on processors that our threads want.
 */
const RUNS = 10_000;
const WARM = 1;
const SETTLE = 1;
const SHARED = 10;
/** Relative differences that results may have, those of float32 as well. */
const TOLERANCE = 1e-9;
const SHORT_TOLERANCE = 1e-6;

/** Above so many elements a few operations say it all. */
const LARGE = 1_000_000;
const FEW = [
  'add',
  'multiply number',
  'exp',
  'greater',
  'astype float32',
  'sum',
  'sum axis 0',
  'argmax',
  'cumulativeSum',
  'diff',
];

interface Line {
  readonly key: string;
  /** Seconds an operation; theirs is null without NumPy. */
  readonly ours: number;
  readonly theirs: number | null;
}

class Bench {
  readonly #rival: Connection | null;

  constructor(rival: Connection | null) {
    this.#rival = rival;
  }

  async measure(operation: Operation, inputs: Inputs): Promise<Line> {
    const mine = (times: number): Promise<number> => runOurs(operation, inputs, times);
    const rival = this.#rival;
    await rival?.ask({ do: 'operation', expression: operation.theirs });
    await warm(mine, RUNS, WARM);
    const here = await samplerFor(mine);
    const there = rival === null ? null : await samplerFor((n) => rival.run(n));
    const restless = (await rival?.rest()) === true;
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await here());
      if (there !== null) theirs.push(await there());
      if (restless) await rival?.rest();
    }
    if (rival !== null && operation.apart !== true) agree(operation, await digest(operation, inputs), await rival.result());
    return { key: `${operation.name} ${inputs.n}`, ours: median(ours), theirs: rival === null ? null : median(theirs) };
  }
}

/** The last result is held: what nobody can ask for any more is not computed. */
let held: np.NDArray | Promise<np.NDArray>;

async function runOurs(operation: Operation, inputs: Inputs, times: number): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < times; i++) {
    held = operation.ours(inputs);
    if ('then' in held) held = await held; // lazy arrays too
    await np.runtime.fence();
  }
  const seconds = (performance.now() - start) / 1000;
  const { root } = await held;
  if (root.bytes > 0 && root.address === 0) throw new Error(`${operation.name}: what was timed did not compute the result`);
  return seconds;
}

async function settle(inputs: Inputs): Promise<void> {
  for (const operation of operations.slice(0, SHARED))
    await warm((n) => runOurs(operation, inputs, n), Number.POSITIVE_INFINITY, SETTLE / SHARED);
}

/** Until the kernel is compiled, of which the event loop hears, and so many runs were made, or so many seconds went by. */
async function warm(run: (times: number) => Promise<number>, runs: number, seconds: number): Promise<void> {
  const few = 3;
  let [made, spent] = [0, 0];
  for (; (made < runs && spent < seconds) || np.runtime.stats().kernels.waiting > 0; await setImmediate()) {
    spent += await run(few);
    made += few;
  }
}

/** Takes samples of a side: seconds a run. */
async function samplerFor(run: (times: number) => Promise<number>): Promise<() => Promise<number>> {
  await run(1);
  const few = 4;
  const seconds = Math.max((await run(few)) / few, 1e-8);
  const [lead, times] = [Math.floor(LEAD / seconds), Math.ceil(SAMPLE / seconds)];
  return async () => {
    if (lead > 0) await run(lead);
    return (await run(times)) / times;
  };
}

function median(samples: readonly number[]): number {
  return quantile(
    [...samples].sort((a, b) => a - b),
    0.5,
  );
}

/** As `digest` in the rival: size, sum of magnitudes, first, middle and last element. */
async function digest(operation: Operation, inputs: Inputs): Promise<number[]> {
  const flat = Float64Array.from(await np.ravel(await operation.ours(inputs)).data(), Number);
  const sum = flat.reduce((a, b) => a + Math.abs(b), 0);
  return [flat.length, sum, flat[0], flat[flat.length >> 1], flat[flat.length - 1]];
}

function agree(operation: Operation, ours: readonly number[], theirs: readonly number[]): void {
  const scale = Math.abs(ours[1]) / ours[0];
  const tolerance = operation.name.endsWith('float32') ? SHORT_TOLERANCE : TOLERANCE;
  const differs = ours.some((a, i) => !(Math.abs(a - theirs[i]) <= tolerance * Math.max(Math.abs(a), scale)));
  if (differs) throw new Error(`${operation.name}: results differ: ${ours.join(' ')} and ${theirs.join(' ')}`);
}

function report({ key, ours, theirs }: Line): void {
  const micro = (seconds: number): string => (seconds * 1e6).toFixed(1).padStart(10);
  const ratio = theirs === null ? '' : `${micro(theirs)} ${(theirs / ours).toFixed(2).padStart(7)}`;
  process.stderr.write(`${key.padEnd(32)}${micro(ours)}${ratio}\n`);
}

async function main(sizes: readonly number[], names: readonly string[]): Promise<Record<string, number | null>> {
  const command = commandFor({ kind: 'python', file: 'operations', entry: '', module: 'numpy' }, 'operations', 0);
  const rival = typeof command === 'string' ? null : await Connection.open(command);
  const bench = new Bench(rival);
  const found: Record<string, number | null> = {};
  for (const size of sizes) {
    const inputs = await inputsOf(size);
    await rival?.ask({ do: 'inputs', size });
    await settle(inputs);
    for (const operation of operations) {
      const { name } = operation;
      if (names.length > 0 ? !names.includes(name) : size > LARGE && !FEW.includes(name)) continue;
      const line = await bench.measure(operation, inputs);
      report(line);
      found[line.key] = line.theirs === null ? null : line.theirs / line.ours;
    }
  }
  await rival?.close();
  for (const size of sizes) {
    const ratios = Object.entries(found).flatMap(([key, ratio]) => (key.endsWith(` ${size}`) && ratio !== null ? [ratio] : []));
    if (ratios.length > 0) found[`geometric mean ${size}`] = geometricMean(ratios);
  }
  return found;
}

if (process.argv[1]?.endsWith('operations.js')) {
  const [sizes = '1000,100000,1000000', names = ''] = process.argv.slice(2);
  const wanted = names.split(',').filter((name) => name !== '');
  console.log(JSON.stringify({ bench: 'micro/operations', unit: 'x', ...(await main(sizes.split(',').map(Number), wanted)) }));
  process.exit(0);
}
