/** Five rounds of k-means: 8 clusters of points with 4 coordinates. */
import * as np from 'maniple';
import { program, spread } from '../harness/program.js';

const [CLUSTERS, ROUNDS] = [8, 5];
/** One for each coordinate. */
const FACTORS = [0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.8191725133961645];
const DIMENSIONS = FACTORS.length;

export default await program(import.meta, {
  name: 'kmeans',
  unit: 'points',
  size: 100_000,
  async prepare(n) {
    const points = np.stack(
      FACTORS.map((factor) => spread(n, factor, 0.1)),
      { axis: 1 },
    );
    const seeds = points.slice(`:${CLUSTERS}`).copy();
    const clusters = np.arange(CLUSTERS);
    await np.runtime.fence();
    let centers = seeds;
    return {
      async run() {
        centers = seeds;
        for (let i = 0; i < ROUNDS; i++) {
          const apart = points.reshape([n, 1, DIMENSIONS]).subtract(centers.reshape([1, CLUSTERS, DIMENSIONS]));
          const nearest = apart.multiply(apart).sum({ axis: 2 }).argmin({ axis: 1 });
          const mine = nearest.reshape([n, 1]).equal(clusters).astype('float64');
          centers = np.matmul(mine.T, points).divide(mine.sum({ axis: 0 }).reshape([CLUSTERS, 1]));
        }
        await np.runtime.fence();
      },
      result: async () => Array.from(await centers.data(), Number),
    };
  },
});
