/** Operands of programs with two sparse matrices: a random one with five entries a row, the same as the rival's, beside a second matrix. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { items, type Program } from '../harness/program.js';

interface Spec {
  readonly name: string;
  readonly compute: (R: sparse.CsrArray) => sparse.CsrArray;
  /** Whether each run has a matrix of a new structure, so that places of entries are found anew. */
  readonly anew: boolean;
}

/** A program that computes a matrix of a random one, again and again. */
export function pairProgram({ name, compute, anew }: Spec): Program {
  return {
    name,
    unit: 'rows and columns',
    size: 100_000,
    async prepare(n) {
      const R = sparse.randomArray([n, n], { density: 5 / n, rng: 1 });
      await np.runtime.fence();
      let found = R;
      return {
        async run() {
          found = compute(anew ? sparse.vstack([R]) : R);
          await np.runtime.fence();
        },
        result: () => items(found.sum(), found.max(), found.trace()),
      };
    },
  };
}
