/**
 * Holds the solver against all fusions of every program of some combinators, or of random graphs of up to 8 nodes, for each cost, as long as
 * it may, and goes on later where it ended:
 *
 *     node dist/test/support/exhaustive-fusion.js --length 6 --state length-6.json --seconds 600
 *     node dist/test/support/exhaustive-fusion.js --random 100000 --state random.json --seconds 600
 *
 * Lists of combinators are visited with a stride that shares no factor with their number, so that a run that has not come to its end has seen
 * programs of all kinds. Ends with status 1 where the solver was wrong; the graph is in the state file.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { loadSolver } from '../../lib/fusion/optimal/highs.js';
import { listsOf, programAt } from './all-combinator-programs.js';
import { type Answers, COST_NAMES, faultOf, randomGraph } from './held-against-all.js';
import { Draw } from './random.js';

interface State extends Answers {
  /** The programs that are visited. */
  readonly what: string;
  /** Visits so far, and how many there are. */
  visited: number;
  readonly total: number;
  /** Graphs among them. */
  graphs: number;
  /** Processor time, in seconds. */
  seconds: number;
  readonly faults: string[];
}

/** The golden section of a range spreads visits evenly. */
const GOLDEN = 0.6180339887498949;

function strideFor(total: number): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  let stride = Math.max(1, Math.round(total * GOLDEN));
  while (common(stride, total) !== 1) stride++;
  return stride;
}

/** By visit: its graph; null for a list that is no program of its own. */
function graphsOf(length: number | null, total: number): (visit: number) => FusionGraph | null {
  if (length === null) return (visit) => randomGraph(new Draw(1_000_000 + visit), visit);
  const stride = BigInt(strideFor(total));
  return (visit) => programAt(length, Number((BigInt(visit) * stride) % BigInt(total)));
}

function numberOf(text: string | undefined, name: string): number {
  const number = Number(text);
  if (text === undefined || !Number.isInteger(number) || number < 1) throw new Error(`--${name}: expected a number, got ${text}`);
  return number;
}

async function main(): Promise<void> {
  const options = {
    length: { type: 'string' },
    random: { type: 'string' },
    state: { type: 'string' },
    seconds: { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.state === undefined || (values.length === undefined) === (values.random === undefined))
    throw new Error('expected --state FILE, and one of --length N and --random N');
  const length = values.length === undefined ? null : numberOf(values.length, 'length');
  const total = length === null ? numberOf(values.random, 'random') : listsOf(length);
  const what = length === null ? 'random graphs' : `lists of ${length} combinators`;
  const fresh: State = { what, visited: 0, total, graphs: 0, proven: 0, again: 0, seconds: 0, faults: [] };
  const state = existsSync(values.state)
    ? { ...fresh, ...(JSON.parse(readFileSync(values.state, 'utf8')) as Partial<State>) }
    : fresh;
  if (state.what !== what || (length !== null && state.total !== total))
    throw new Error(`${values.state} is the state of ${state.total} ${state.what}, not of ${total} ${what}`);
  const highs = await loadSolver();
  const at = graphsOf(length, total);
  const before = state.seconds;
  const limit = numberOf(values.seconds ?? '60', 'seconds');
  const save = (): void => {
    const { user, system } = process.cpuUsage();
    state.seconds = before + (user + system) / 1e6;
    writeFileSync(values.state ?? '', `${JSON.stringify({ ...state, total }, null, 2)}\n`);
  };
  for (const end = performance.now() + limit * 1000; state.visited < total && performance.now() < end; ) {
    const graph = at(state.visited++);
    if (graph === null) continue;
    const fault = faultOf(highs, graph, COST_NAMES, state);
    if (fault !== null) state.faults.push(fault);
    if (++state.graphs % 200 === 0) save();
  }
  save();
  const { visited, graphs, again, seconds, faults } = state;
  const told = `${COST_NAMES.length} costs, ${again} asked for again, ${faults.length} faults, ${seconds.toFixed(0)} s`;
  console.log(`${visited} of ${total} ${what}: ${graphs} graphs, ${told}`);
  for (const fault of faults) console.log(fault.slice(0, 200));
  if (faults.length > 0) process.exitCode = 1;
}

await main();
