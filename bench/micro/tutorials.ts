/**
 * Programs of the size of tutorials, each run once in a new process: Node with maniple beside Python with NumPy, by turns. Caches of compiled
 * kernels and code are filled before; a third side has empty ones of its own each time, as the first process of a user.
 *
 *     node dist/bench/micro/tutorials.js [ROUNDS [NAME …]]
 *
 * Prints an object: for each program the ratio of whole processes (above 1 ours is faster) and a text with the times, imports included and
 * left out; and the geometric means. Medians; nothing but the machine's caches is warmed up. Without NumPy the object is empty.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alternate, type Ended, median, medianOf, run } from '../harness/processes.js';
import { numpyProgram } from '../harness/rivals.js';
import { geometricMean } from '../harness/samples.js';
import { TUTORIALS } from '../life/tutorials.js';

const TOLERANCE = 1e-9;
const script = fileURLToPath(new URL('../life/tutorial.js', import.meta.url));

/** The line that a process of a tutorial prints. */
interface Printed {
  readonly ms: number;
  readonly values: readonly number[];
}

const printed = ({ out }: Ended): Printed => JSON.parse(out) as Printed;
const runAlone = (ended: readonly Ended[]): number => median(ended.map((each) => printed(each).ms));

function checkEqual(name: string, ours: readonly number[], theirs: readonly number[]): void {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
  if (ours.length !== theirs.length || !ours.every((value, i) => near(value, theirs[i])))
    throw new Error(`${name}: ours gave ${ours}, NumPy's ${theirs}`);
}

/** NumPy's times over ours, and a text that says both; null without NumPy. */
function compare(name: string, cache: string, rounds: number) {
  const theirs = numpyProgram('life/tutorial.py', [name]);
  if (theirs === null) return null;
  const ours = { command: { file: process.execPath, args: [script, name] }, cache };
  const numpy = { command: theirs, cache };
  for (let warm = 0; warm < 3; warm++) run(ours);
  checkEqual(name, printed(run(ours)).values, printed(run(numpy)).values);
  const [warm, rival, cold] = alternate([ours, numpy, { ...ours, cache: null }], rounds);
  const whole = [warm, rival, cold].map(medianOf);
  const alone = [warm, rival].map(runAlone);
  const [a, b, c, d, e] = [...whole, ...alone].map(Math.round);
  const text = `${name}: ${a} ms, NumPy ${b}; without imports ${d}, NumPy ${e}; empty caches ${c}`;
  return { text, whole: whole[1] / whole[0], alone: alone[1] / alone[0], cold: whole[1] / whole[2] };
}

const rounds = Number(process.argv[2] ?? 5);
const names = process.argv.length > 3 ? process.argv.slice(3) : TUTORIALS;
const cache = mkdtempSync(join(tmpdir(), 'maniple-tutorials-'));
try {
  const results = names.map((name) => ({ name, found: compare(name, cache, rounds) }));
  const compared = results.flatMap(({ found }) => found ?? []);
  const lines = results.flatMap(({ name, found }) => (found === null ? [] : [[name, found.whole] as const]));
  const texts = results.flatMap(({ name, found }) => (found === null ? [] : [[`text of ${name}`, found.text] as const]));
  const means =
    compared.length === 0
      ? {}
      : {
          'whole processes': geometricMean(compared.map(({ whole }) => whole)),
          'runs alone': geometricMean(compared.map(({ alone }) => alone)),
          'empty caches': geometricMean(compared.map(({ cold }) => cold)),
        };
  console.log(JSON.stringify({ ...Object.fromEntries([...lines, ...texts]), ...means }));
} finally {
  rmSync(cache, { recursive: true, force: true });
}
