/** Shortest paths between all pairs of nodes: step `k` reads column `k` and row `k` of the whole table. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'floyd-warshall',
  unit: 'nodes',
  size: 300,
  async prepare(n) {
    const start = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
    await np.runtime.fence();
    let path = start;
    return {
      async run() {
        path = start;
        for (let k = 0; k < n; k++)
          path = np.minimum(path, np.add(path.slice(':', `${k}:${k + 1}`), path.slice(`${k}:${k + 1}`)));
        await np.runtime.fence();
      },
      result: () => items(path.sum(), path.slice(0).max()),
    };
  },
});
