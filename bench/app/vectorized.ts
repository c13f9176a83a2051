/** A scalar function with a loop that ends early, mapped over n points: Mandelbrot's, and a choice of three formulas. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

const escape = np.vectorize((cr: number, ci: number) => {
  let zr = 0;
  let zi = 0;
  for (let k = 0; k < 50; k++) {
    if (zr * zr + zi * zi > 4) return k;
    const next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
  }
  return 50;
});

const choice = np.vectorize((x: number, y: number) => {
  if (x > y) return Math.sqrt(x - y);
  if (x > 0.25) return x * y + 1;
  return Math.abs(x - 0.5) / (y + 1);
});

export default await program(import.meta, {
  name: 'vectorized',
  unit: 'points',
  size: 1_000_000,
  async prepare(n) {
    const [x, y] = [spread(n, 0.6180339887498949, 0.1), spread(n, 0.7548776662466927, 0.3)];
    const [cr, ci] = [x.multiply(2.5).subtract(2), y.multiply(2.5).subtract(1.25)];
    await np.runtime.fence();
    let results: readonly np.NDArray[] = [x];
    return {
      async run() {
        results = [escape(cr, ci), choice(x, y)];
        await np.runtime.fence();
      },
      result: () => items(...results.map((found) => found.sum())),
    };
  },
});
