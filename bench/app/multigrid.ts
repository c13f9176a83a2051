/** Two-level geometric multigrid for 2-D Poisson: weighted Jacobi, injection down, bilinear interpolation up. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { items, program, spread } from '../harness/program.js';

const CYCLES = 4;
const SMOOTH = 2;
const COARSE = 20;
const OMEGA = 0.8;

/** Weighted Jacobi sweeps; the matrix has 4 on its diagonal. */
function jacobi(A: sparse.CsrArray, x: np.NDArray, b: np.NDArray, sweeps: number): np.NDArray {
  for (let i = 0; i < sweeps; i++) x = x.add(b.subtract(A.matmul(x)).multiply(OMEGA / 4));
  return x;
}

export default await program(import.meta, {
  name: 'multigrid',
  unit: 'points a side (odd)',
  size: 255,
  async prepare(n) {
    const m = (n - 1) / 2;
    const [fine, coarse] = [sparse.poisson2d(n), sparse.poisson2d(m)];
    const [down, up] = [sparse.injection2d(n), sparse.interpolation2d(n)];
    const b = spread(n * n, 0.6180339887498949, 0.1);
    await np.runtime.fence();
    let x = b;
    return {
      async run() {
        x = np.zeros([n * n]);
        for (let cycle = 0; cycle < CYCLES; cycle++) {
          x = jacobi(fine, x, b, SMOOTH);
          const residual = down.matmul(b.subtract(fine.matmul(x))).multiply(4);
          x = x.add(up.matmul(jacobi(coarse, np.zeros([m * m]), residual, COARSE)));
          x = jacobi(fine, x, b, SMOOTH);
        }
        await np.runtime.fence();
      },
      result: () => {
        const rest = b.subtract(fine.matmul(x));
        return items(x.sum(), np.sqrt(rest.multiply(rest).sum()), x.slice(Math.floor((n * n) / 2)));
      },
    };
  },
});
