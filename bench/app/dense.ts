/** What the programs of dense linear algebra, sorting and running sums share: one function of one array, again and again. */
import * as np from 'maniple';
import { items, type Program, spread } from '../harness/program.js';

interface Spec {
  readonly name: string;
  readonly size: number;
  /** The function, of a symmetric positive definite matrix or of a vector. */
  readonly compute: (x: np.NDArray) => np.NDArray;
}

async function repeat(x: np.NDArray, { compute }: Spec, show: (found: np.NDArray) => Promise<number[]>) {
  await np.runtime.fence();
  let found = x;
  return {
    async run() {
      found = compute(x);
      await np.runtime.fence();
    },
    result: () => show(found),
  };
}

/** A function of a matrix whose result does not depend on conventions of signs. */
export function matrixProgram(spec: Spec): Program {
  return {
    name: spec.name,
    unit: 'rows and columns',
    size: spec.size,
    prepare(n) {
      const a = spread(n * n, 0.6180339887498949, 0.1).reshape([n, n]);
      const symmetric = a.add(a.T).add(np.eye(n).multiply(n));
      return repeat(symmetric, spec, (found) => items(found.sum(), found.max(), found.min()));
    },
  };
}

/** A function of a vector. */
export function lineProgram(spec: Spec): Program {
  return {
    name: spec.name,
    unit: 'elements',
    size: spec.size,
    prepare(n) {
      const x = spread(n, 0.6180339887498949, 0.1);
      return repeat(x, spec, (found) => items(found.slice(0), found.slice(Math.floor(n / 3)), found.slice(n - 1)));
    },
  };
}
