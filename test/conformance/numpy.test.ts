/**
 * Random calls of everything that has a counterpart in NumPy, beside NumPy: shapes with and without elements, views with steps
 * and turned axes, every dtype, extremes, ties, axes outside. Some 500 calls stand with NumPy's answers in test/golden/numpy/calls.jsonl
 * (`python3 test/conformance/numpy 1 500 700` wrote the file); others are drawn where python3 with NumPy 2 is found, by NUMPY_SEED and as many
 * as NUMPY_CALLS. They go through a file, one at a time: 100,000 are 300 MB.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { addonProblem } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { differenceFrom, type NumpyCall } from '../support/beside-numpy.js';
import { onRuntime } from '../support/on-runtime.js';

const seed = Number(process.env.NUMPY_SEED ?? 20_261);
const count = Number(process.env.NUMPY_CALLS ?? 700);
const folder = join(dirname(createRequire(import.meta.url).resolve('#package')), 'test');
const golden = join(folder, 'golden', 'numpy', 'calls.jsonl');
const drawn = join(t.testdir(), 'calls.jsonl');

/** Writes calls with NumPy's answers to a file; says why where it cannot. */
function draw(): string | false {
  const file = openSync(drawn, 'w');
  try {
    const writer = join(folder, 'conformance', 'numpy');
    execFileSync('python3', ['-B', writer, String(seed), String(count)], { stdio: ['ignore', file, 'pipe'] });
    return false;
  } catch (error) {
    return `python3 with NumPy 2 is needed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  } finally {
    closeSync(file);
  }
}

/** The calls of a file, behind its line that says which NumPy wrote them. */
async function* callsIn(file: string): AsyncGenerator<NumpyCall> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const read = JSON.parse(line) as NumpyCall | { readonly numpy: string };
    if ('name' in read) yield read;
    else if (Number.parseInt(read.numpy, 10) < 2) throw new Error(`NumPy 2 is needed, not ${read.numpy}`);
  }
}

const settings: [string, Partial<Config>][] = [
  ['as it comes', {}],
  ['planned at first sight', { plans: 'kept' }],
  ['separate memories, small tiles', { procs: 2, memories: 2, grain: 1, small: 0 }],
  ['emitted JavaScript', { device: 'js' }],
];
const sources = [
  { of: 'calls beside answers that NumPy gave', file: golden, least: 500, missing: false as const },
  { of: `calls beside NumPy (NUMPY_SEED=${seed})`, file: drawn, least: count, missing: draw() },
];

for (const { of, file, least, missing } of sources)
  for (const [label, config] of settings) {
    const unable = config.device === 'js' ? false : (addonProblem() ?? false);
    t.test(`${of}: ${label}`, { skip: missing || unable }, async (t) => {
      let calls = 0;
      await onRuntime(createRuntime(config), async () => {
        for await (const call of callsIn(file)) {
          calls++;
          const difference = await differenceFrom(call);
          if (difference !== null) t.fail(`${call.id} ${call.name}: ${difference}`, { args: call.args, options: call.options });
        }
      });
      t.equal(calls, least, 'calls');
    });
  }
