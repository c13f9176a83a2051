/**
 * LU factors by hand, column by column, as textbooks have it: the views shrink at every step, so that no step is like another, and
 * the matrix is small. What each operation costs is all that counts.
 */
import * as np from 'maniple';
import { program } from '../harness/program.js';

function eliminate(A: np.NDArray, n: number): void {
  for (let k = 0; k < n - 1; k++) {
    const below = `${k + 1}:`;
    const factors = A.slice(below, k).divide(A.slice(k, k));
    A.slice(below, k).assign(factors);
    A.slice(below, below).subtractAssign(np.outer(factors, A.slice(k, below)));
  }
}

export default await program(import.meta, {
  name: 'elimination',
  unit: 'rows',
  size: 200,
  async prepare(n) {
    const start = np
      .sin(np.arange(n * n))
      .reshape([n, n])
      .add(np.eye(n).multiply(n));
    await np.runtime.fence();
    let factors = start;
    return {
      async run() {
        factors = start.copy();
        eliminate(factors, n);
        await np.runtime.fence();
      },
      async result() {
        return [Number(await factors.sum().item()), Number(await factors.slice(n - 1, n - 1).item())];
      },
    };
  },
});
