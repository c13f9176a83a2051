/** Escape counts of 50 iterations over [-2, 0.5] × [-1.25, 1.25], by complex arrays. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const ITERATIONS = 50;

export default await program(import.meta, {
  name: 'mandelbrot-complex',
  unit: 'pixels a side',
  size: 512,
  async prepare(n) {
    const along = np.arange(n).multiply(2.5).divide(n);
    const c = np.add(along.subtract(2), along.subtract(1.25).reshape([n, 1]).multiply({ re: 0, im: 1 }));
    await np.runtime.fence();
    let count: np.NDArray = along;
    return {
      async run() {
        let z = np.zeros([n, n], { dtype: 'complex128' }) as np.NDArray;
        count = np.zeros([n, n]);
        for (let i = 0; i < ITERATIONS; i++) {
          const inside = np.abs(z).lessEqual(2);
          count = count.add(inside);
          z = np.where(inside, z.multiply(z).add(c), z);
        }
        await np.runtime.fence();
      },
      result: () => items(count.sum(), count.slice(Math.floor(n / 2), Math.floor(n / 4))),
    };
  },
});
