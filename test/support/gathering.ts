/** Programs that gather from what their window computes, run with and without fusion: their results, and their launches. */
import type { Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { type Config, createRuntime, type Stats } from '../../lib/runtime/index.js';
import { onRuntime } from './on-runtime.js';

export const N = 3000;
export const M = 300;

export interface Ran {
  readonly values: readonly unknown[];
  readonly stats: Stats;
  readonly launches: number;
}

/** Runs a program three times; the launches are those of the last. */
export function under(config: Partial<Config>, program: () => np.NDArray[]): Promise<Ran> {
  const rt = createRuntime({ tier: 'block', tracing: 'off', plans: 'kept', procs: 2, window: 1000, small: 0, ...config });
  return onRuntime(rt, async () => {
    const values: unknown[] = [];
    let before = 0;
    for (let run = 0; run < 3; run++) {
      before = rt.stats().launches;
      const results = program();
      await rt.fence();
      for (const result of results) values.push(await result.tolist());
    }
    return { values, stats: rt.stats(), launches: rt.stats().launches - before };
  });
}

/** Launches of a program; the results are those without fusion, on every device. */
export async function launches(t: Test, program: () => np.NDArray[]): Promise<number> {
  const plain = await under({ fusion: false }, program);
  for (const config of [{}, { device: 'js' }, { memories: 2, grain: 1 }, { clusters: 'prefix' }, { procs: 1 }] as const)
    t.same((await under(config, program)).values, plain.values, JSON.stringify(config));
  return (await under({}, program)).launches;
}

/** An array in memory. */
export const given = (k: number): np.NDArray => np.asarray(Float64Array.from({ length: N }, (_, i) => i * 0.5 + k));
/** An array of indices in memory. */
export const indices = (count: number, of: (k: number) => number) => (): np.NDArray =>
  np.asarray(BigInt64Array.from({ length: count }, (_, k) => BigInt(of(k))));
