/** A square product. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'matmul',
  unit: 'rows and columns',
  size: 512,
  async prepare(n) {
    const a = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
    const b = spread(n * n, 0.7548776662466927, 0.3).reshape([n, n]);
    await np.runtime.fence();
    let c = a;
    return {
      async run() {
        c = np.matmul(a, b);
        await np.runtime.fence();
      },
      result: () => items(c.sum(), c.slice(0, 0), c.slice(Math.floor(n / 2), n - 1)),
    };
  },
});
