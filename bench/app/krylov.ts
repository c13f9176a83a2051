/** What the two Krylov programs share: fifty iterations on the 2-D Poisson matrix. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { items, type Program, spread } from '../harness/program.js';

const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab };

/** Iterations that both sides make, whatever the residual. */
const ITERATIONS = 50;

/** A program that solves the Poisson equation on an n by n grid by `method`. */
export function poissonProgram(method: 'cg' | 'bicgstab'): Program {
  return {
    name: method,
    unit: 'points a side',
    size: 300,
    async prepare(n) {
      const A = sparse.poisson2d(n);
      const b = spread(n * n, 0.6180339887498949, 0.1);
      await np.runtime.fence();
      let x = b;
      return {
        async run() {
          ({ x } = await solvers[method](A, b, { tol: 0, maxiter: ITERATIONS }));
          await np.runtime.fence();
        },
        result: () => items(x.sum(), x.slice(0), x.slice(Math.floor((n * n) / 2))),
      };
    },
  };
}
