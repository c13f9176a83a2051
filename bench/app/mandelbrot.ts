/** Escape counts of 50 iterations over [-2, 0.5] × [-1.25, 1.25]. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const ITERATIONS = 50;

/** How many iterations each point of an n by n image stays within the circle of radius 2. */
function escapeCounts(cr: np.NDArray, ci: np.NDArray, n: number): np.NDArray {
  let zr = np.zeros([n, n]);
  let zi = np.zeros([n, n]);
  let count = np.zeros([n, n]);
  for (let i = 0; i < ITERATIONS; i++) {
    const inside = zr.multiply(zr).add(zi.multiply(zi)).lessEqual(4);
    count = count.add(inside);
    const next = zr.multiply(zr).subtract(zi.multiply(zi)).add(cr);
    zi = np.where(inside, zr.multiply(zi).multiply(2).add(ci), zi);
    zr = np.where(inside, next, zr);
  }
  return count;
}

export default await program(import.meta, {
  name: 'mandelbrot',
  unit: 'pixels a side',
  size: 512,
  async prepare(n) {
    const along = np.arange(n).multiply(2.5).divide(n);
    const cr = along.subtract(2);
    const ci = along.subtract(1.25).reshape([n, 1]);
    await np.runtime.fence();
    let count = cr;
    return {
      async run() {
        count = escapeCounts(cr, ci, n);
        await np.runtime.fence();
      },
      result: () =>
        items(count.sum(), count.slice(Math.floor(n / 2), Math.floor(n / 4)), count.slice(Math.floor(n / 3), Math.floor(n / 2))),
    };
  },
});
