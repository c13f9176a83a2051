/** Vertical advection by Crank-Nicolson, a tridiagonal elimination along the columns of air of a weather model: level by level, up and down. */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

const [DT, LEVELS, PLUS, MINUS] = [3, 40, 0.5, 0.5];

interface Fields {
  readonly stage: np.NDArray;
  readonly now: np.NDArray;
  readonly wind: np.NDArray;
  readonly before: np.NDArray;
  readonly tendency: np.NDArray;
  readonly c: np.NDArray;
  readonly d: np.NDArray;
}

const level = (x: np.NDArray, k: number): np.NDArray => x.slice('...', k);

/** The mean wind between columns, at a level. */
const between = (wind: np.NDArray, k: number): np.NDArray =>
  wind
    .slice('1:', ':', k)
    .add(wind.slice(':-1', ':', k))
    .multiply(0.25);

function upwards({ stage, now, wind, before, tendency, c, d }: Fields): void {
  for (let k = 0; k < LEVELS; k++) {
    const below = k > 0 ? between(wind, k).multiply(-1) : null;
    const above = k < LEVELS - 1 ? between(wind, k + 1) : null;
    let correction: np.NDArray = np.zeros(level(now, k).shape);
    let diagonal: np.NDArray = np.full(level(now, k).shape, DT);
    if (below !== null) {
      correction = correction.subtract(below.multiply(MINUS).multiply(level(now, k - 1).subtract(level(now, k))));
      diagonal = diagonal.subtract(below.multiply(PLUS));
    }
    if (above !== null) {
      correction = correction.subtract(above.multiply(MINUS).multiply(level(now, k + 1).subtract(level(now, k))));
      level(c, k).assign(above.multiply(PLUS));
      diagonal = diagonal.subtract(level(c, k));
    }
    level(d, k).assign(level(before, k).multiply(DT).add(level(tendency, k)).add(level(stage, k)).add(correction));
    const lower = below?.multiply(PLUS);
    const divided = np.divide(1, lower === undefined ? diagonal : diagonal.subtract(level(c, k - 1).multiply(lower)));
    if (above !== null) level(c, k).assign(level(c, k).multiply(divided));
    const rest = lower === undefined ? level(d, k) : level(d, k).subtract(level(d, k - 1).multiply(lower));
    level(d, k).assign(rest.multiply(divided));
  }
}

function downwards({ stage, before, c, d }: Fields): void {
  let data = level(d, LEVELS - 1);
  for (let k = LEVELS - 1; k >= 0; k--) {
    if (k < LEVELS - 1) data = level(d, k).subtract(level(c, k).multiply(data));
    level(stage, k).assign(data.subtract(level(before, k)).multiply(DT));
  }
}

export default await program(import.meta, {
  name: 'vadv',
  unit: 'columns a side',
  size: 60,
  async prepare(n) {
    const field = (offset: number, more = 0): np.NDArray =>
      spread((n + more) * n * LEVELS, 0.6180339887498949, offset).reshape([n + more, n, LEVELS]);
    const start = field(0.1);
    const [now, wind, before, tendency] = [field(0.2), field(0.3, 1), field(0.4), field(0.5)];
    const [c, d] = [np.zeros([n, n, LEVELS]), np.zeros([n, n, LEVELS])];
    await np.runtime.fence();
    let stage = start;
    return {
      async run() {
        stage = start.copy();
        const fields = { stage, now, wind, before, tendency, c, d };
        upwards(fields);
        downwards(fields);
        await np.runtime.fence();
      },
      result: () => items(stage.sum(), np.abs(stage).max()),
    };
  },
});
