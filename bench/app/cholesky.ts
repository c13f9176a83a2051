/** Cholesky factors by hand, column by column: the views shrink at every step, as in `elimination`. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

function factorize(A: np.NDArray, n: number): void {
  for (let k = 0; k < n; k++) {
    const below = `${k + 1}:`;
    A.slice(k, k).assign(np.sqrt(A.slice(k, k)));
    A.slice(below, k).divideAssign(A.slice(k, k));
    A.slice(below, below).subtractAssign(np.outer(A.slice(below, k), A.slice(below, k)));
  }
}

export default await program(import.meta, {
  name: 'cholesky',
  unit: 'rows',
  size: 200,
  async prepare(n) {
    const random = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
    const start = random.add(random.T).add(np.eye(n).multiply(n));
    await np.runtime.fence();
    let factors = start;
    return {
      async run() {
        factors = start.copy();
        factorize(factors, n);
        await np.runtime.fence();
      },
      result: () => items(np.tril(factors).sum(), factors.slice(n - 1, n - 1)),
    };
  },
});
