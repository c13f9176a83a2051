/**
 * Nonsense over every door: functions and methods with random arguments, among them cyclic Arrays, Proxies, getters that throw, symbols,
 * detached and shared buffers, huge numbers. Each call gives something or throws a `ManipleError` (or the argument's own error), and
 * so does reading what it gives; none hangs. FUZZ_CALLS and FUZZ_SEED choose others.
 */
import { AssertionError } from 'node:assert';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { ManipleError } from '../../lib/base/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { type Door, functions, methodsOf } from '../support/declared.js';
import { classInstances } from '../support/instances.js';
import { argumentsFor, OwnError } from '../support/junk.js';
import { Draw } from '../support/random.js';

const CALLS = Number(process.env.FUZZ_CALLS ?? 3000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const LIMIT = 20_000;

/** They exchange, make or end runtimes, wait for what nobody triggers, or measure the machine for seconds. */
const LEFT_OUT =
  /^runtime\.(useRuntime|createRuntime|createTaskRuntime)$|^taskbench\.(sweep|runOnce)$|^BenchRun\.run|\.(dispose|toJSON|close|wait|done)$/;

const instances = await classInstances();
t.teardown(() => Promise.all(instances.map(({ close }) => close?.())));

const doors: readonly (() => Door[])[] = [
  functions,
  () => methodsOf('NDArray', np.ones([2, 2])),
  () => methodsOf('NDArray', np.arange(4)),
  () => methodsOf('Generator', np.random.generator(1)),
  () => methodsOf('CsrArray', sparse.eye(3)),
  () => instances.flatMap(({ name, of }) => methodsOf(name, of)).filter((door) => door.declaration !== undefined),
];

function within<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the call does not come to an end')), LIMIT);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function readAll(found: unknown, depth = 0): Promise<void> {
  if (found instanceof np.NDArray) {
    if (found.size > 1e6) found.dispose();
    else await found.data();
  } else if (found instanceof sparse.CsrArray) await found.data.data();
  else if (typeof found === 'object' && found !== null && depth < 2)
    for (const part of Object.values(found).slice(0, 5)) await readAll(part, depth + 1);
}

/** What a raw error says; null for typed errors and those of arguments. */
function raw(error: unknown): string | null {
  if (error instanceof ManipleError || error instanceof OwnError || error instanceof AssertionError) return null;
  return error instanceof Error
    ? `${error.name}: ${error.message.split('\n')[0]} ${(error.stack ?? '').split('\n')[1]?.trim()}`
    : String(error);
}

async function call(door: Door, given: readonly unknown[]): Promise<string | null> {
  try {
    await within(Promise.resolve(door.fn.apply(door.of, [...given])).then((found) => readAll(found)));
  } catch (error) {
    return raw(error);
  }
  return null;
}

t.test(`${CALLS} calls, seed ${SEED}`, { timeout: 30_000 + 40 * CALLS }, async (t) => {
  process.chdir(t.testdir());
  const draw = new Draw(SEED);
  const found = new Map<string, number>();
  for (let i = 0; i < CALLS; i++) {
    const all = draw.pick([0, 0, 0, 1, 2, 3, 4, 5].map((k) => doors[k]))();
    const door = draw.pick(all);
    if (LEFT_OUT.test(door.name)) continue;
    const given = argumentsFor(door, draw);
    if (process.env.FUZZ_SHOW === '1') console.error(i, door.name);
    const problem = await call(door, given);
    if (problem !== null) found.set(`${door.name}: ${problem}`, (found.get(`${door.name}: ${problem}`) ?? 0) + 1);
  }
  t.same([...found].map(([text, count]) => `${count} x ${text}`).sort(), []);
});
