/**
 * FlashAttention (Dao et al., algorithm 1): softmax(Q Kᵀ / √d) V by blocks of keys, with running maxima and sums of rows, so that no
 * matrix of all pairs exists. Checks itself against plain attention.
 */
import * as np from 'maniple';
import { program, spread } from '../harness/program.js';

const WIDTH = 64;
/** Keys in a block. */
const BLOCK = 256;
/** Difference from plain attention that rounding may make. */
const EPSILON = 1e-12;

function plain(q: np.NDArray, k: np.NDArray, v: np.NDArray): np.NDArray {
  const scores = q.matmul(k.T).multiply(1 / Math.sqrt(WIDTH));
  const weights = np.exp(scores.subtract(scores.max({ axis: 1, keepdims: true })));
  return weights.divide(weights.sum({ axis: 1, keepdims: true })).matmul(v);
}

function flash(q: np.NDArray, k: np.NDArray, v: np.NDArray, n: number): np.NDArray {
  let [output, most, sum] = [np.zeros([n, WIDTH]), np.full([n, 1], Number.NEGATIVE_INFINITY), np.zeros([n, 1])];
  for (let from = 0; from < n; from += BLOCK) {
    const block = `${from}:${Math.min(n, from + BLOCK)}`;
    const scores = q.matmul(k.slice(block).T).multiply(1 / Math.sqrt(WIDTH));
    const more = np.maximum(most, scores.max({ axis: 1, keepdims: true }));
    const weights = np.exp(scores.subtract(more));
    const shrunk = np.exp(most.subtract(more)).multiply(sum);
    const total = shrunk.add(weights.sum({ axis: 1, keepdims: true }));
    output = output
      .multiply(shrunk)
      .add(weights.matmul(v.slice(block)))
      .divide(total);
    [most, sum] = [more, total];
  }
  return output;
}

export default await program(import.meta, {
  name: 'flash-attention',
  unit: 'queries and keys',
  size: 1024,
  async prepare(n) {
    const matrix = (factor: number, offset: number): np.NDArray =>
      spread(n * WIDTH, factor, offset)
        .multiply(4)
        .subtract(2)
        .reshape([n, WIDTH]);
    const [q, k, v] = [matrix(0.6180339887498949, 0.1), matrix(0.7548776662466927, 0.3), matrix(0.5698402909980532, 0.5)];
    await np.runtime.fence();
    let output = v;
    return {
      async run() {
        output = flash(q, k, v, n);
        await np.runtime.fence();
      },
      async result() {
        const off = Number(
          await np
            .abs(output.subtract(plain(q, k, v)))
            .max()
            .item(),
        );
        if (!(off <= EPSILON)) throw new Error(`flash-attention: ${off} from plain attention, where ${EPSILON} is allowed`);
        return [Number(await output.sum().item()), Number(await output.slice(n - 1, WIDTH - 1).item())];
      },
    };
  },
});
