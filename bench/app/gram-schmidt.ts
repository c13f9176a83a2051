/** QR factors by the modified Gram-Schmidt method: each step takes one column out of all later ones. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

function orthonormalize(A: np.NDArray, Q: np.NDArray, R: np.NDArray, n: number): void {
  for (let k = 0; k < n; k++) {
    const column = A.slice(':', k);
    const rest = `${k + 1}:`;
    R.slice(k, k).assign(np.sqrt(column.multiply(column).sum()));
    Q.slice(':', k).assign(column.divide(R.slice(k, k)));
    if (k === n - 1) break;
    R.slice(k, rest).assign(Q.slice(':', k).matmul(A.slice(':', rest)));
    A.slice(':', rest).subtractAssign(np.outer(Q.slice(':', k), R.slice(k, rest)));
  }
}

export default await program(import.meta, {
  name: 'gram-schmidt',
  unit: 'rows and columns',
  size: 200,
  async prepare(n) {
    const start = spread(n * n, 0.6180339887498949, 0.1)
      .reshape([n, n])
      .add(np.eye(n).multiply(2));
    const [Q, R] = [np.zeros([n, n]), np.zeros([n, n])];
    await np.runtime.fence();
    return {
      async run() {
        orthonormalize(start.copy(), Q, R, n);
        await np.runtime.fence();
      },
      result: () => items(np.abs(Q).sum(), np.abs(R).sum(), R.slice(n - 1, n - 1)),
    };
  },
});
