/** Ten updates each of values at n cells and at their n + 1 faces, which do not depend on each other, as on a staggered grid. */
import * as np from 'maniple';
import { items, type Program, spread } from '../harness/program.js';

const UPDATES = 10;

const cell = (x: np.NDArray): np.NDArray => x.multiply(0.9).add(0.1);
const face = (x: np.NDArray): np.NDArray => x.multiply(0.8).add(0.2);

/** The program, in the order of time (`staggered`), or all of one array before the other (`staggered-by-hand`): the best order. */
export function updates(name: string, interleaved: boolean): Program {
  return {
    name,
    unit: 'cells',
    size: 1_000_000,
    async prepare(n) {
      const cells = spread(n, 0.6180339887498949, 0.1);
      const faces = spread(n + 1, 0.7548776662466927, 0.3);
      let [a, b] = [cells, faces];
      await np.runtime.fence();
      return {
        bytes: 2 * 8 * (2 * n + 1),
        async run() {
          [a, b] = [cells, faces];
          if (interleaved) {
            for (let i = 0; i < UPDATES; i++) {
              a = cell(a);
              b = face(b);
            }
          } else {
            for (let i = 0; i < UPDATES; i++) a = cell(a);
            for (let i = 0; i < UPDATES; i++) b = face(b);
          }
          await np.runtime.fence();
        },
        result: () => items(a.sum(), b.sum(), a.slice(0), b.slice(n)),
      };
    },
  };
}
