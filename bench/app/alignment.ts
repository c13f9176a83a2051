/**
 * The best path through a table, row by row, as dynamic programs go: each row is computed from views of the one before, and written
 * into the next. The views move, and nothing is read until the end.
 */
import * as np from 'maniple';
import { program } from '../harness/program.js';

const GAP = 1;

export default await program(import.meta, {
  name: 'alignment',
  unit: 'rows and columns',
  size: 400,
  async prepare(n) {
    const costs = np
      .mod(np.arange(n * n), 7)
      .reshape([n, n])
      .astype('float64');
    const table = np.zeros([n + 1, n + 1]);
    table.slice(0).assign(np.arange(n + 1));
    await np.runtime.fence();
    return {
      async run() {
        for (let i = 1; i <= n; i++) {
          const skipped = table.slice(i - 1, '1:').add(GAP);
          const matched = table.slice(i - 1, ':-1').add(costs.slice(i - 1));
          table.slice(i, '1:').assign(np.minimum(skipped, matched));
        }
        await np.runtime.fence();
      },
      async result() {
        return [Number(await table.sum().item()), Number(await table.slice(n, n).item())];
      },
    };
  },
});
