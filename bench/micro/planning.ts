/**
 * What solving, fusing and planning a new window costs, for 4 processors and for a simulated machine of a million (Diffuse:
 * the analysis is scale-free). Black-Scholes's 67 tasks and a stencil, planned afresh each time; best of several.
 */

import * as np from '../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { blackScholes } from '../app/black-scholes.js';

async function best(procs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let r = 0; r < 30; r++) {
    const rt = createRuntime({ device: 'null', procs, scavenge: false, tracing: 'off', plans: 'kept', window: 1000 });
    const before = useRuntime(rt);
    const n = 100_000_000;
    const [s, x, t, i, v] = [1, 2, 3, 4, 5].map(() => np.empty([n]));
    blackScholes(s, x, t, i, v, np);
    const grid = np.empty([10_000, 10_000]);
    const sum = grid.slice('1:-1', '1:-1').add(grid.slice(':-2', '1:-1')).add(grid.slice('2:', '1:-1'));
    grid.slice('1:-1', '1:-1').assign(sum.multiply(0.2));
    rt.flush();
    least = Math.min(least, rt.stats().planSeconds);
    useRuntime(before);
    await rt.close();
  }
  return least * 1000;
}

const few = await best(4);
const many = await best(1_000_000);
console.log(JSON.stringify({ bench: 'micro/planning', unit: 'ms', few, many, ratio: many / few }));
