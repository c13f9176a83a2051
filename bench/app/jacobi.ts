/** Twenty Jacobi iterations on a dense, diagonally dominant system: one matrix-vector product each, nothing to fuse. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'jacobi',
  unit: 'unknowns',
  size: 1024,
  async prepare(n) {
    const a = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
    const b = spread(n, 0.7548776662466927, 0.3);
    const onDiagonal = np.eye(n);
    const rest = a.multiply(np.subtract(1, onDiagonal));
    const diagonal = a.multiply(onDiagonal).sum({ axis: 1 }).add(n);
    await np.runtime.fence();
    let x = np.zeros([n]);
    return {
      bytes: 20 * 8 * n * n,
      async run() {
        x = np.zeros([n]);
        for (let i = 0; i < 20; i++) x = b.subtract(np.matmul(rest, x)).divide(diagonal);
        await np.runtime.fence();
      },
      result: () => items(x.sum(), x.slice(0), x.slice(n - 1)),
    };
  },
});
