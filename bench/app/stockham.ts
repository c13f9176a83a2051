/** A Fourier transform by array operations: Stockham's algorithm of radix 2, of 2^n complex numbers. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'stockham',
  unit: 'levels',
  size: 18,
  async prepare(levels) {
    const n = 2 ** levels;
    const x = np.complex(spread(n, 0.6180339887498949, 0.1), spread(n, 0.7548776662466927, 0.3));
    await np.runtime.fence();
    let y: np.NDArray = x;
    return {
      async run() {
        y = x.reshape([n, 1]);
        for (let width = 1; width < n; width *= 2) {
          const half = n / width / 2;
          const turn = np.exp(np.arange(width).multiply({ re: 0, im: -Math.PI / width }));
          const [even, odd] = [y.slice(`:${half}`), y.slice(`${half}:`).multiply(turn)];
          y = np.concatenate([even.add(odd), even.subtract(odd)], { axis: 1 });
        }
        await np.runtime.fence();
      },
      result: () => items(np.abs(y).sum(), np.real(y.slice(0, 1))),
    };
  },
});
