/**
 * Random programs that move a few arrays to and fro between devices: in-place writes of wholes and parts, reads at any time, copies, sums and
 * disposals, each placed by the program. Every result has the bits of a machine without accelerators, and what the runtime decided is right.
 */
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { type Config, createRuntime, defaults } from '../../lib/runtime/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import { onRuntime } from '../support/on-runtime.js';
import { random } from './program.js';

const SEED = Number(process.env.FUZZ_SEED ?? 90_000);
const PROGRAMS = Number(process.env.FUZZ_PROGRAMS ?? 4);
const SHAPES = [[600], [40, 30], [2500], [70, 60]];
const ARRAYS = 5;

/** Times that each program runs: the second time its windows are recorded, from the third on they are replayed. */
const TIMES = 3;

/** Runs the program of a seed; the results of its reads, in order. */
async function run(seed: number, devices: number): Promise<number[][]> {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const shape = SHAPES[below(SHAPES.length)];
  const size = shape.reduce((a, n) => a * n, 1);
  const fresh = (): np.NDArray => np.asarray(Float32Array.from({ length: size }, () => below(9) - 4)).reshape(shape);
  const arrays = Array.from({ length: ARRAYS }, fresh);
  const results: Promise<number[]>[] = [];
  const read = (x: np.NDArray): void => void results.push(Promise.resolve(x.data()).then((data) => [...data].map(Number)));
  // Drawn for machines without devices, too, so that the program is the same.
  const at = <T>(fn: () => T): T => {
    const device = below(4);
    return devices === 0 ? fn() : np.device(device === 0 ? 'cpu' : `gpu${(device - 1) % devices}`, fn);
  };
  const rows = (): string => {
    const from = below(shape[0] - 1);
    return `${from}:${from + 1 + below(shape[0] - from)}`;
  };
  for (let i = 12 + below(25); i > 0; i--) {
    const [x, y, k] = [arrays[below(ARRAYS)], arrays[below(ARRAYS)], below(ARRAYS)];
    const kind = below(12);
    if (kind < 4) at(() => arrays[k].assign(x.multiply(y).subtract(x).minimum(1000)));
    else if (kind < 6) {
      const part = rows();
      at(() => arrays[k].slice(part).assign(x.slice(part).add(y.slice(part))));
    } else if (kind === 6) arrays[k] = at(() => x.maximum(y).add(1));
    else if (kind === 7) arrays[k] = at(() => x.add(x.max()));
    else if (kind === 8) read(x);
    else if (kind === 9) read(x.slice(rows()));
    else if (kind === 10) np.runtime.flush();
    else {
      arrays[k].dispose();
      arrays[k] = fresh();
    }
    if (below(10) === 0) await results.at(-1);
  }
  for (const x of arrays) read(x);
  return Promise.all(results);
}

const COMMON = { ...defaults(), tier: 'block', small: 4 << 10, plans: 'kept', inline: false, grain: 1, graphs: 'on' } as const;
const MACHINES: Readonly<Record<string, Partial<Config> & { readonly devices: number }>> = {
  'one accelerator': { procs: 2, played: 1, devices: 1 },
  'two, which reach each other': { procs: 2, played: 2, devices: 2 },
  'two that are full': { procs: 2, played: 2, small: 64, deviceMemory: 120_000, devices: 2 },
  'three, of which two do not': { procs: 1, played: 3, window: 9, devices: 3 },
  'two, and two memories of the host': { procs: 2, played: 2, memories: 2, devices: 2 },
  'two, and a host in JavaScript': { device: 'js', procs: 1, played: 2, fusion: false, devices: 2 },
};

const folder = t.testdir();
for (const [name, { devices, ...config }] of Object.entries(MACHINES)) {
  t.test(name, async (t) => {
    t.comment(`seeds ${SEED} to ${SEED + PROGRAMS - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
    const spy = join(folder, name.replaceAll(/\W/g, '-'));
    const want: number[][][] = [];
    await onRuntime(createRuntime({ ...COMMON, device: 'js', procs: 1 }), async () => {
      for (let p = 0; p < PROGRAMS; p++) want.push(await run(SEED + p, 0));
    });
    await onRuntime(createRuntime({ ...COMMON, ...config, spy }), async (rt) => {
      for (let p = 0; p < PROGRAMS; p++)
        for (let k = 0; k < TIMES; k++) t.same(await run(SEED + p, devices), want[p], `seed ${SEED + p}, time ${k}`);
      t.comment(JSON.stringify(rt.stats().graphs));
      t.ok((rt.stats().graphs?.replays ?? 0) > PROGRAMS, 'windows are replayed');
    });
    const { problems, summary } = verify(await readLog(spy));
    t.same(problems, [], JSON.stringify(summary));
  });
}
