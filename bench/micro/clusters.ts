/**
 * The rule of thumb's clusters beside prefixes, for every program of the table (or the ones that are named): two processes take turns, one
 * thread each, and their least processor times of a run are compared; with launches in a run. Above 1 the rule of thumb is slower. A pair that differs is
 * looked at longer, and in more processes: both least times have to be found. `quick`: at sizes of quick runs, which are the default for programs of minutes.
 *
 *     node dist/bench/micro/clusters.js [quick] [PROGRAM…]
 */
import { fileURLToPath } from 'node:url';
import { cases } from '../harness/cases.js';
import { Connection } from '../harness/connection.js';
import { programOf } from '../harness/rivals.js';

const args = process.argv.slice(2);
const quick = args.includes('quick');

/** The ratio that is to hold for each program. */
const BOUND = 1.02;
/** Turns of a program, at least, and where its ratio is beyond the bound; seconds of processor time in a turn, and in all of a program's. */
const [TURNS, MORE, SAMPLE, BUDGET] = [12, 60, 0.02, quick ? 6 : 20];
const WARM_UP = 1;
/** Pairs of processes, at most: where code and memory lie makes one process slower than the next by more than the bound. */
const PAIRS = 4;

interface Sample {
  /** Of processor time, a run. */
  readonly seconds: number;
  readonly launches: number;
}

const NAMES = ['greedy', 'prefix'] as const;

/** The compiled file is three folders deep. */
const TREE = fileURLToPath(new URL('../../../', import.meta.url));

const wanted = args.filter((arg) => arg !== 'quick');
const programs = new Map(
  cases
    .filter(({ program, env }) => env === undefined && (wanted.length === 0 || wanted.includes(program)))
    .map((c) => [`${c.program} ${quick ? c.quick : c.size}`, { program: c.program, size: quick ? c.quick : c.size }]),
);

async function sample(side: Connection, times: number): Promise<Sample> {
  const { processor, launches } = await side.ask({ do: 'run', times });
  if (typeof processor !== 'number' || typeof launches !== 'number') throw new Error('a side gave no processor time');
  return { seconds: processor / times, launches: Math.round(launches / times) };
}

/** Runs a side until no kernel has compiled for a while: some are compiled when they are known to be used often. Gives runs that make up a turn. */
async function warmUp(side: Connection): Promise<number> {
  const end = performance.now() + 120_000;
  for (let quiet = 0; quiet < WARM_UP && performance.now() < end; ) {
    const { processor, compiling } = await side.ask({ do: 'run', times: 1 });
    quiet = compiling === 0 ? quiet + Number(processor) : 0;
  }
  const { seconds } = await sample(side, 3);
  return Math.max(1, Math.ceil(SAMPLE / Math.max(seconds, 1e-6)));
}

/** Least processor times of a run of each side, by position in `NAMES`, and its launches. */
interface Found {
  readonly least: [number, number];
  readonly launches: [number, number];
}

const differs = ({ least }: Found): boolean => least[0] > BOUND * least[1];

/** One process a side, by turns. */
async function pair(program: string, size: number, found: Found): Promise<void> {
  const sides: Connection[] = [];
  try {
    for (const name of NAMES)
      sides.push(await Connection.open(programOf(TREE, program, size, { MANIPLE_CONFIG: `--procs 1 --clusters ${name}` })));
    const times = Math.max(...[await warmUp(sides[0]), await warmUp(sides[1])]);
    for (let turn = 0, spent = 0; turn < TURNS || (turn < MORE && differs(found) && spent < BUDGET); turn++) {
      for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const { seconds, launches } = await sample(sides[i], times);
        found.least[i] = Math.min(found.least[i], seconds);
        found.launches[i] = launches;
        spent += seconds * times;
      }
      if (turn >= 2 && spent > BUDGET) break;
    }
  } finally {
    for (const side of sides) await side.close();
  }
}

async function compare(program: string, size: number): Promise<Found> {
  const found: Found = { least: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], launches: [0, 0] };
  for (let pairs = 0; pairs < 1 || (pairs < PAIRS && differs(found)); pairs++) await pair(program, size, found);
  return found;
}

const found: Record<string, number> = {};
for (const [name, { program, size }] of programs) {
  const { least, launches } = await compare(program, size);
  const ratio = least[0] / least[1];
  found[name] = ratio;
  process.stderr.write(`${name}: ${ratio.toFixed(3)}, launches ${launches.join(' and ')}\n`);
}
console.log(JSON.stringify(found));
