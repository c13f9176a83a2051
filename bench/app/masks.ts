/** Means of the elements beyond ever new bounds, each read before the next: boolean indexing in a loop. */
import * as np from 'maniple';
import { program, spread } from '../harness/program.js';

const BOUNDS = 20;

export default await program(import.meta, {
  name: 'masks',
  unit: 'elements',
  size: 1_000_000,
  async prepare(n) {
    const x = spread(n, 0.6180339887498949, 0.1);
    await np.runtime.fence();
    let total = 0;
    return {
      async run() {
        total = 0;
        for (let i = 0; i < BOUNDS; i++)
          total += Number(
            await x
              .get(x.greater(i / BOUNDS))
              .mean()
              .item(),
          );
      },
      result: async () => [total],
    };
  },
});
