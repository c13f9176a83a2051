/**
 * What it is worth that plans in use outlive others (`FormCache`): a long process with more forms of windows than the plan cache holds. Streams
 * of forms go through the cache as it is, and through one that notes no use, so that the oldest entries go first. A form that is not found has
 * to be planned anew: windows that miss, by a thousand, behind a first tenth, and the milliseconds that planning them takes.
 */
import * as np from '../../lib/array/index.js';
import { Canonical, FormCache } from '../../lib/fusion/index.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';

const WINDOWS = 200_000;
/** Words of a window of some ten tasks. */
const WORDS = 100;

/** Numbers below 1, the same in each run. */
function drawing(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** By name: the form of each window. Numbers from a million on come once. */
const streams: Readonly<Record<string, () => (window: number) => number>> = {
  'a loop of 50 forms, every other window is new': () => (w) => (w % 2 === 0 ? (w / 2) % 50 : 1e6 + w),
  'a loop of 900 forms, one window in ten is new': () => (w) => (w % 10 === 0 ? 1e6 + w : w % 1000),
  'a loop of 50 forms, nine windows in ten are new': () => (w) => (w % 10 === 0 ? (w / 10) % 50 : 1e6 + w),
  '20,000 forms, few of them often (Zipf)': () => {
    const draw = drawing();
    return () => Math.floor(20_000 ** draw());
  },
  'phases of 300 forms, one behind the other': () => (w) => Math.floor(w / 20_000) * 300 + (w % 300),
  'a loop of 3,000 forms, more than there is room for': () => (w) => w % 3000,
};

/** An entry that notes its uses, and one that does not. */
const noting = (): { wasUsed: boolean } => ({ wasUsed: false });
const oldestFirst = (): { wasUsed: boolean } =>
  Object.defineProperty({ wasUsed: false }, 'wasUsed', { get: () => false, set: () => undefined });

/** Windows that are not found, of a thousand. */
function misses(stream: () => (window: number) => number, entry: () => { wasUsed: boolean }): number {
  const cache = new FormCache<{ wasUsed: boolean }>(() => undefined);
  const form = new Canonical();
  form.words = new Int32Array(WORDS);
  form.length = WORDS;
  const next = stream();
  let missed = 0;
  for (let w = 0; w < WINDOWS; w++) {
    form.hash = form.words[0] = next(w);
    if (cache.find(form) !== undefined) continue;
    cache.add(form, entry());
    if (w >= WINDOWS / 10) missed++;
  }
  return missed / (WINDOWS * 0.0009);
}

/** Milliseconds that planning a window of ten tasks takes: the least of several. */
async function planning(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let r = 0; r < 30; r++) {
    const rt = createRuntime({ device: 'null', procs: 2, scavenge: false, tracing: 'off', plans: 'kept' });
    const before = useRuntime(rt);
    let x = np.empty([10_000]);
    for (let k = 0; k < 9; k++) x = x.multiply(2).add(x.slice('::-1'));
    rt.flush();
    least = Math.min(least, (rt.stats().planSeconds * 10) / rt.stats().tasks);
    useRuntime(before);
    await rt.close();
  }
  return least * 1000;
}

const planned = await planning();
const round = (x: number): number => Number(x.toPrecision(3));
for (const [name, stream] of Object.entries(streams)) {
  const [found, oldest] = [misses(stream, noting), misses(stream, oldestFirst)];
  const ms = { secondChance: round(found * planned), oldestFirst: round(oldest * planned) };
  console.log(
    JSON.stringify({
      bench: 'micro/eviction',
      stream: name,
      missed: { secondChance: round(found), oldestFirst: round(oldest) },
      ms,
    }),
  );
}
