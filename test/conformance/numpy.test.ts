/**
 * Random calls of everything that has a counterpart in NumPy, beside NumPy: shapes with and without elements, views with steps
 * and turned axes, every dtype, extremes, ties, axes outside. Needs python3 with NumPy 2. NUMPY_SEED and NUMPY_CALLS choose others.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import { addonProblem } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { differenceFrom, type NumpyCall } from '../support/beside-numpy.js';
import { onRuntime } from '../support/on-runtime.js';

const seed = Number(process.env.NUMPY_SEED ?? 20_261);
const count = Number(process.env.NUMPY_CALLS ?? 700);
const writer = join(dirname(createRequire(import.meta.url).resolve('#package')), 'test', 'conformance', 'numpy');

/** The calls, or why there are none. */
function callsOf(): NumpyCall[] | string {
  let text: string;
  try {
    text = execFileSync('python3', ['-B', writer, String(seed), String(count)], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return `python3 with NumPy 2 is needed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
  const [first, ...lines] = text.trim().split('\n');
  const { numpy } = JSON.parse(first) as { numpy: string };
  return Number.parseInt(numpy, 10) >= 2 ? lines.map((line) => JSON.parse(line) as NumpyCall) : `NumPy 2 is needed, not ${numpy}`;
}

const settings: [string, Partial<Config>][] = [
  ['as it comes', {}],
  ['planned at first sight', { plans: 'kept' }],
  ['separate memories, small tiles', { procs: 2, memories: 2, grain: 1, small: 0 }],
  ['emitted JavaScript', { device: 'js' }],
];

const calls = callsOf();
if (typeof calls === 'string') t.test('calls beside NumPy', { skip: calls }, async () => undefined);
else
  for (const [label, config] of settings) {
    const skip = config.device === 'js' ? false : (addonProblem() ?? false);
    t.test(`calls beside NumPy: ${label}`, { skip }, async (t) => {
      t.comment(`seed ${seed}, ${count} calls; NUMPY_SEED and NUMPY_CALLS choose others`);
      await onRuntime(createRuntime(config), async () => {
        for (const call of calls) {
          const difference = await differenceFrom(call);
          if (difference !== null) t.fail(`${call.id} ${call.name}: ${difference}`, { args: call.args, options: call.options });
        }
      });
      t.pass(`${calls.length} calls`);
    });
  }
