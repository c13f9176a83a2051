/**
 * Two Jacobi sweeps of the Laplace equation, each over the inner points of the grid before: `maniple fuse` says why they are one kernel or two,
 * computing the first sweep's points again where the second reads them, or storing them.
 */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

/** The mean of the four neighbours of each inner point. */
function sweep(x: np.NDArray): np.NDArray {
  const rows = x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1'));
  const columns = x.slice('1:-1', ':-2').add(x.slice('1:-1', '2:'));
  return rows.add(columns).multiply(0.25);
}

export default await program(import.meta, {
  name: 'two-sweeps',
  unit: 'points a side',
  size: 1000,
  async prepare(n) {
    const grid = spread(n * n, 0.37, 0.1)
      .reshape([n, n])
      .add(0);
    await np.runtime.fence();
    let last = grid;
    return {
      // The grid is read and the result written, at least.
      bytes: 2 * 8 * n * n,
      async run() {
        last = sweep(sweep(grid));
        await np.runtime.fence();
      },
      async result() {
        return items(last.sum(), last.slice(1, 2), last.max());
      },
    };
  },
});
