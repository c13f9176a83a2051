/** Lorenz systems, by the classical Runge-Kutta method on an array of three rows: its derivative is a stack of functions of the rows. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

const STEPS = 20;
const H = 1e-3;

function derivative(y: np.NDArray): np.NDArray {
  const [a, b, c] = y;
  return np.stack([
    b.subtract(a).multiply(10),
    a.multiply(np.subtract(28, c)).subtract(b),
    a.multiply(b).subtract(c.multiply(8 / 3)),
  ]);
}

export default await program(import.meta, {
  name: 'runge-kutta',
  unit: 'systems',
  size: 20_000,
  async prepare(n) {
    const start = spread(3 * n, 0.6180339887498949, 0.1).reshape([3, n]);
    await np.runtime.fence();
    let y: np.NDArray = start;
    return {
      async run() {
        y = start;
        for (let i = 0; i < STEPS; i++) {
          const k1 = derivative(y);
          const k2 = derivative(y.add(k1.multiply(H / 2)));
          const k3 = derivative(y.add(k2.multiply(H / 2)));
          const k4 = derivative(y.add(k3.multiply(H)));
          y = y.add(
            k1
              .add(k2.multiply(2))
              .add(k3.multiply(2))
              .add(k4)
              .multiply(H / 6),
          );
        }
        await np.runtime.fence();
      },
      result: () => items(y.sum(), y.slice(0).max()),
    };
  },
});
