/** Programs that do the same again and again, a window each time: what comes of them, byte by byte. */
import { advance, inflow } from '../../bench/app/channel-flow.js';
import * as np from '../../lib/array/index.js';
import * as sparse from '../../lib/sparse/index.js';

/** Goes round `times` times, a window for each. */
function rounds(times: number, round: (i: number) => void): void {
  for (let i = 0; i < times; i++) {
    round(i);
    np.runtime.flush();
  }
}

const bytesOf = async (...arrays: np.NDArray[]): Promise<number[]> => {
  const bytes: number[] = [];
  for (const array of arrays) {
    const data = await array.data();
    bytes.push(...new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  return bytes;
};

/** A grid of values none of which is like another. */
const grid = (rows: number, columns: number): np.NDArray =>
  np
    .arange(rows * columns)
    .multiply(0.618)
    .sin()
    .reshape([rows, columns]);

/** By name; each takes the number of rounds. */
export const loops: Readonly<Record<string, (times: number) => Promise<number[]>>> = {
  async stencil(times) {
    let [x, y] = [grid(48, 40), np.zeros([48, 40])];
    rounds(times, () => {
      const across = x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1'));
      const along = x.slice('1:-1', ':-2').add(x.slice('1:-1', '2:'));
      y.slice('1:-1', '1:-1').assign(across.add(along).multiply(0.25));
      [x, y] = [y, x];
    });
    return bytesOf(x, y);
  },
  async 'new arrays'(times) {
    let x = grid(50, 60);
    rounds(times, (i) => {
      const next = np.scope(() =>
        x
          .multiply(0.5)
          .add(x.slice('::-1'))
          .add(i % 3)
          .copy(),
      );
      x.dispose();
      x = next;
    });
    return bytesOf(x);
  },
  async 'instances that pass on within a window'(times) {
    let x = grid(60, 64);
    rounds(times, () => {
      for (let k = 0; k < 4; k++) {
        const next = np.scope(() => x.slice('::-1', '::-1').multiply(0.5).add(k).copy());
        x.dispose();
        x = next;
      }
    });
    return bytesOf(x);
  },
  async 'sums that the next round reads'(times) {
    const x = grid(60, 64);
    let scale = np.asarray([1]).slice(0);
    rounds(times, () => {
      x.addAssign(np.divide(x, scale).multiply(0.001));
      scale = x.multiply(x).sum().sqrt();
    });
    return bytesOf(x, scale);
  },
  async 'rows and columns'(times) {
    const x = grid(40, 56);
    rounds(times, () => {
      x.assign(x.subtract(x.mean({ axis: 0 })).multiply(1.01));
      x.assign(x.subtract(x.max({ axis: 1, keepdims: true }).multiply(0.1)));
    });
    return bytesOf(x, x.sum());
  },
  async gathers(times) {
    const at = np.asarray(BigInt64Array.from({ length: 3000 }, (_, i) => BigInt((7 * i) % 3000)));
    let x = grid(1, 3000).reshape([3000]);
    rounds(times, () => {
      const next = np.scope(() => np.take(x, at).multiply(0.99).copy());
      x.dispose();
      x = next;
    });
    return bytesOf(x);
  },
  async products(times) {
    const a = grid(40, 40).multiply(0.1);
    let x = grid(40, 8);
    rounds(times, () => {
      const next = np.scope(() => a.matmul(x).add(x).copy());
      x.dispose();
      x = next;
    });
    return bytesOf(x);
  },
  async 'conjugate gradients'(times) {
    const { x } = await sparse.cg(sparse.poisson2d(56), np.ones([3136]), { tol: 0, maxiter: times });
    return bytesOf(x);
  },
  async 'channel flow'(times) {
    const n = 64;
    const u = inflow(n, np);
    const [v, p] = [np.zeros([n, n]), np.zeros([n, n])];
    rounds(times, () => advance(u, v, p, 2 / (n - 1), 0.0005, np));
    return bytesOf(u, v, p);
  },
};
