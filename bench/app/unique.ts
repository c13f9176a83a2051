/** The distinct ones of n integers, with how often each comes, and of n floats. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'unique',
  unit: 'elements',
  size: 1_000_000,
  async prepare(n) {
    const x = spread(n, 0.6180339887498949, 0.1);
    const whole = x.multiply(1000).astype('int64');
    await np.runtime.fence();
    let results: readonly np.NDArray[] = [x];
    return {
      async run() {
        const { values, counts } = await np.uniqueCounts(whole);
        results = [values, counts, await np.unique(x)];
        await np.runtime.fence();
      },
      result: () => items(...results.map((found) => found.sum())),
    };
  },
});
