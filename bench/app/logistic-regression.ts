/** Ten steps of gradient descent for logistic regression with 16 features. */
import * as np from 'maniple';
import { program, spread } from '../harness/program.js';

const [FEATURES, STEPS, RATE] = [16, 10, 0.5];

export default await program(import.meta, {
  name: 'logistic-regression',
  unit: 'samples',
  size: 100_000,
  async prepare(n) {
    const x = spread(n * FEATURES, 0.6180339887498949, 0.1)
      .reshape([n, FEATURES])
      .subtract(0.5);
    const y = x.slice(':', 0).add(x.slice(':', 1).multiply(0.5)).greater(0).astype('float64');
    await np.runtime.fence();
    let w = np.zeros([FEATURES]);
    return {
      async run() {
        w = np.zeros([FEATURES]);
        for (let i = 0; i < STEPS; i++) {
          const p = np.divide(1, np.exp(np.negative(np.matmul(x, w))).add(1));
          w = w.subtract(np.matmul(x.T, p.subtract(y)).multiply(RATE / n));
        }
        await np.runtime.fence();
      },
      result: async () => Array.from(await w.data(), Number),
    };
  },
});
