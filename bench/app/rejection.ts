/** Monte Carlo with rejection: of n proposals those below a density are kept, and their moments taken. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

/** Draws of a linear congruential generator, in [0, 1): the same numbers in every language. */
function draw(state: np.NDArray): [np.NDArray, np.NDArray] {
  const next = state.multiply(1103515245).add(12345).remainder(2147483648);
  return [next, next.astype('float64').divide(2147483648)];
}

export default await program(import.meta, {
  name: 'rejection',
  unit: 'proposals',
  size: 1_000_000,
  async prepare(n) {
    const start = np.arange(n, { dtype: 'int64' });
    await np.runtime.fence();
    let moments: readonly np.NDArray[] = [start];
    return {
      async run() {
        let state: np.NDArray = start;
        let [x, y] = [state, state];
        moments = [];
        for (let round = 0; round < 3; round++) {
          [state, x] = draw(state);
          [state, y] = draw(state);
          const kept = x.get(y.less(np.sin(x.multiply(Math.PI))));
          moments = [...moments, kept.mean(), kept.multiply(kept).mean()];
        }
        await np.runtime.fence();
      },
      result: () => items(...moments),
    };
  },
});
