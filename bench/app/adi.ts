/** Diffusion by alternating directions (Crank-Nicolson): in each step an elimination along the columns, and one along the rows. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const STEPS = 10;

/** Solves along the columns of `v`; `u` is read across. `p` and `q` have the elimination's coefficients by column. */
function sweep(u: np.NDArray, v: np.NDArray, p: np.NDArray, q: np.NDArray, r: number, s: number): void {
  const [n] = u.shape;
  const inner = '1:-1';
  v.slice(0, inner).assign(1);
  p.slice(inner, 0).assign(0);
  q.slice(inner, 0).assign(v.slice(0, inner));
  for (let j = 1; j < n - 1; j++) {
    const pivot = p
      .slice(inner, j - 1)
      .multiply(-r)
      .add(1 + 2 * r);
    p.slice(inner, j).assign(np.divide(r, pivot));
    const right = u
      .slice(j, ':-2')
      .multiply(s)
      .add(u.slice(j, inner).multiply(1 - 2 * s))
      .add(u.slice(j, '2:').multiply(s));
    q.slice(inner, j).assign(right.add(q.slice(inner, j - 1).multiply(r)).divide(pivot));
  }
  v.slice(n - 1, inner).assign(1);
  for (let j = n - 2; j > 0; j--)
    v.slice(j, inner).assign(
      p
        .slice(inner, j)
        .multiply(v.slice(j + 1, inner))
        .add(q.slice(inner, j)),
    );
}

export default await program(import.meta, {
  name: 'adi',
  unit: 'points a side',
  size: 200,
  async prepare(n) {
    const start = np.add(np.arange(n).reshape([n, 1]), np.subtract(n, np.arange(n))).divide(n);
    const [v, p, q] = [np.zeros([n, n]), np.zeros([n, n]), np.zeros([n, n])];
    await np.runtime.fence();
    let u = start;
    return {
      async run() {
        u = start.copy();
        for (let step = 0; step < STEPS; step++) {
          sweep(u.T, v, p, q, 0.7, 0.4);
          sweep(v.T, u, p, q, 0.4, 0.7);
        }
        await np.runtime.fence();
      },
      result: () => items(u.sum(), u.slice(n - 2).max()),
    };
  },
});
