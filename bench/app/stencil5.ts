/** Ten sweeps of the 5-point stencil between two grids, with fixed temperatures around them. */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';

const SWEEPS = 10;

/** A cold plate of n by n points with one warm edge. */
function plate(n: number): np.NDArray {
  const grid = np.zeros([n + 2, n + 2]);
  grid.slice(':', 0).assign(-273.15);
  grid.slice(':', -1).assign(-273.15);
  grid.slice(-1).assign(-273.15);
  grid.slice(0).assign(40);
  return grid;
}

/** Each inner point becomes the mean of itself and its four neighbours. */
function sweep(from: np.NDArray, to: np.NDArray): void {
  const center = from.slice('1:-1', '1:-1');
  const north = from.slice(':-2', '1:-1');
  const south = from.slice('2:', '1:-1');
  const west = from.slice('1:-1', ':-2');
  const east = from.slice('1:-1', '2:');
  to.slice('1:-1', '1:-1').assign(center.add(north).add(east).add(west).add(south).multiply(0.2));
}

export default await program(import.meta, {
  name: 'stencil5',
  unit: 'points a side',
  size: 1024,
  async prepare(n) {
    const [even, odd] = [plate(n), plate(n)];
    await np.runtime.fence();
    return {
      bytes: SWEEPS * 2 * 8 * n * n,
      async run() {
        for (let i = 0; i < SWEEPS; i += 2) {
          sweep(even, odd);
          sweep(odd, even);
        }
        await np.runtime.fence();
      },
      result: () => items(even.sum(), even.slice(1, 1), even.slice(Math.floor(n / 2), 1), even.slice(1, n)),
    };
  },
});
