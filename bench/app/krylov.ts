/** What the Krylov programs share: fifty iterations on a Poisson matrix. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { items, type Program, spread } from '../harness/program.js';

const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab };

/** Iterations that both sides make, whatever the residual. */
const ITERATIONS = 50;

/** Iterations after which results are compared: later on, BiCGSTAB's leading digits hang on how its sums were rounded. */
const CHECKED = 20;

/** The discretized Poisson equation: on a grid with so many points a side, or on a line of so many. */
const matrices = {
  grid: { make: sparse.poisson2d, unit: 'points a side', size: 300 },
  line: { make: sparse.poisson1d, unit: 'points', size: 100_000 },
};

/** A program that solves the Poisson equation by `method`. */
export function poissonProgram(name: string, method: keyof typeof solvers, on: keyof typeof matrices): Program {
  const { make, unit, size } = matrices[on];
  return {
    name,
    unit,
    size,
    async prepare(n) {
      const A = make(n);
      const [rows] = A.shape;
      const b = spread(rows, 0.6180339887498949, 0.1);
      await np.runtime.fence();
      const solve = (maxiter: number) => solvers[method](A, b, { tol: 0, maxiter });
      return {
        async run() {
          const { x } = await solve(ITERATIONS);
          return x.slice(0).item();
        },
        async result() {
          const { x } = await solve(CHECKED);
          return items(x.sum(), x.slice(0), x.slice(Math.floor(rows / 2)));
        },
      };
    },
  };
}
