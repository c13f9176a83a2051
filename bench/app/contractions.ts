/** What the products of tensors share: a cube of numbers and two factors, contracted again and again. */
import * as np from 'maniple';
import { items, type Program, spread } from '../harness/program.js';

/** Columns of the factors. */
const RANK = 32;

/** A cube (n, n, n), two factors (n, RANK). */
interface Operands {
  readonly cube: np.NDArray;
  readonly first: np.NDArray;
  readonly second: np.NDArray;
}

export interface Contraction {
  readonly name: string;
  /** Gives the function that computes once. */
  readonly compute: (operands: Operands) => () => np.NDArray;
  /** Bytes of arrays for a size, where memory bounds it. */
  readonly bytes?: (n: number) => number;
}

export function contraction({ name, compute, bytes }: Contraction): Program {
  return {
    name,
    unit: 'rows of a cube',
    size: 160,
    async prepare(n) {
      const cube = spread(n ** 3, 0.6180339887498949, 0.1).reshape([n, n, n]);
      const first = spread(n * RANK, 0.7548776662466927, 0.3).reshape([n, RANK]);
      const second = spread(n * RANK, 0.5698402909980532, 0.5).reshape([n, RANK]);
      await np.runtime.fence();
      const once = compute({ cube, first, second });
      let found = cube;
      return {
        async run() {
          found = once();
          await np.runtime.fence();
        },
        result: () => items(found.sum(), found.max(), found.min()),
        ...(bytes === undefined ? {} : { bytes: bytes(n) }),
      };
    },
  };
}
