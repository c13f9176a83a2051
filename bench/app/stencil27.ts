/** Two sweeps of the 27-point stencil on a cube: a point's weight depends on how many axes it differs in. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const WEIGHTS = [0.5, 0.05, 0.0125, 0.00625];
const SWEEPS = 2;
const SHIFTS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));

function cube(n: number): np.NDArray {
  const points = np.zeros([n + 2, n + 2, n + 2]);
  points.slice(0).assign(1);
  points.slice(':', 0).assign(0.5);
  return points;
}

function sweep(from: np.NDArray, to: np.NDArray, n: number): void {
  let total = from.slice('1:-1', '1:-1', '1:-1').multiply(WEIGHTS[0]);
  for (const shift of SHIFTS) {
    const distance = shift.reduce((sum, d) => sum + Math.abs(d), 0);
    if (distance === 0) continue;
    const part = from.slice(...shift.map((d) => `${1 + d}:${n + 1 + d}`));
    total = total.add(part.multiply(WEIGHTS[distance]));
  }
  to.slice('1:-1', '1:-1', '1:-1').assign(total);
}

export default await program(import.meta, {
  name: 'stencil27',
  unit: 'points a side',
  size: 128,
  async prepare(n) {
    const [even, odd] = [cube(n), cube(n)];
    await np.runtime.fence();
    return {
      bytes: SWEEPS * 2 * 8 * n ** 3,
      async run() {
        for (let i = 0; i < SWEEPS; i += 2) {
          sweep(even, odd, n);
          sweep(odd, even, n);
        }
        await np.runtime.fence();
      },
      result: () => items(even.sum(), even.slice(1, 1, 1), even.slice(2, n, n)),
    };
  },
});
