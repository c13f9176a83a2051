/**
 * Threads that compute and are ended anywhere, two at a time: the process and its own arrays are as before. FUZZ_INTERRUPTIONS
 * chooses how many for each configuration, FUZZ_SEED where they begin.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import type { Config } from '../../lib/runtime/config.js';
import { Draw } from '../support/random.js';

const TIMES = Math.min(Number(process.env.FUZZ_INTERRUPTIONS ?? 2), 1000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const native: readonly Partial<Config>[] = [
  { device: 'cpu', tier: 'block', procs: 1 },
  { device: 'cpu', procs: 3, inline: false, graphs: 'on' },
  { device: 'cpu', procs: 2, memories: 2, grain: 1 },
];
const portable: readonly Partial<Config>[] = [
  { device: 'js', procs: 1 },
  { device: 'js', procs: 2, inline: false },
];

/** Starts a thread and ends it after a while; what it threw by itself, if it did. */
async function ended(config: Partial<Config>, draw: Draw): Promise<unknown> {
  const size = draw.pick([3, 1000, 200_000]);
  const workerData = { config, seed: draw.int(2 ** 31), size };
  const worker = new Worker(new URL('../support/interrupted-worker.js', import.meta.url), { workerData });
  let problem: unknown = null;
  worker.on('error', (error) => {
    problem = error;
  });
  if (draw.chance(0.9)) await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
  await new Promise((resolve) => setTimeout(resolve, draw.int(60)));
  await worker.terminate();
  return problem;
}

const configs = loadAddon() === null ? portable : [...native, ...portable];
for (const [c, config] of configs.entries()) {
  t.test(`threads that are ended, under ${JSON.stringify(config)}`, async (t) => {
    const seed = SEED + c * 1_000_000;
    t.comment(`seed ${seed}; FUZZ_SEED and FUZZ_INTERRUPTIONS choose others`);
    const draw = new Draw(seed);
    const kept = np.arange(1000).add(1);
    for (let n = 0; n < TIMES; n += 2) {
      const both = Promise.all([ended(config, draw), ended(config, draw)]);
      const own = np.arange(100_000).multiply(2).sum();
      t.same(await both, [null, null]);
      t.equal(await own.item(), 9_999_900_000);
      t.equal(kept.sum().itemSync(), 500_500);
    }
  });
}
