/** Convolutions of long vectors, whose ends are computed apart from their middle, against loops over all products. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const LONG = 33_000;
const modes = ['full', 'same', 'valid'] as const;

/** The sum for each place of a vector with zeros around it, in the order of the weights. */
function loops(x: readonly number[], w: readonly number[], mode: (typeof modes)[number]): number[] {
  const m = w.length;
  const [before, after] = { full: [m - 1, m - 1], same: [m >> 1, (m - 1) >> 1], valid: [0, 0] }[mode];
  const framed = [...new Array<number>(before).fill(0), ...x, ...new Array<number>(after).fill(0)];
  return Array.from({ length: framed.length - m + 1 }, (_, i) => {
    let sum = framed[i + m - 1] * w[0];
    for (let k = 1; k < m; k++) sum += framed[i + m - 1 - k] * w[k];
    return sum;
  });
}

const tolist = async (x: np.NDArray): Promise<number[]> => (await x.tolist()) as number[];

/** The places at which two lists differ. */
function differences(a: readonly unknown[], b: readonly unknown[]): number[] {
  const all = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i);
  return all.filter((i) => !Object.is(a[i], b[i]));
}

t.test('every mode, some numbers of weights', async (t) => {
  const x = np.random.generator(7).normal({ shape: [LONG] });
  x.set(0, np.inf);
  x.set(LONG - 2, np.nan);
  const values = await tolist(x);
  for (const weights of [[2.5], [0.1, 0.7], [1, np.inf, -0.3], [0.3, 0, -1, 0.2, 5, 1e-3, 7]])
    for (const mode of modes)
      t.same(
        differences(await tolist(np.convolve(x, weights, { mode })), loops(values, weights, mode)),
        [],
        `${mode} ${weights.length}`,
      );
});

t.test('a view with steps, integers that wrap, and a result that is added to', async (t) => {
  const x = np.remainder(np.arange(2 * LONG), 251).astype('uint8');
  const each = np.tile(x.slice('::2'), 8);
  const values = await tolist(each);
  const wrapped = loops(values, [3, 200, 7], 'full').map((sum) => (sum + 1) % 256);
  const weights = np.asarray([3, 200, 7], { dtype: 'uint8' });
  t.same(differences(await tolist(np.convolve(each, weights).add(1)), wrapped), []);
  t.same(differences(await tolist(np.correlate(each, np.flip(weights), 'full').add(1)), wrapped), []);
  const steps = np
    .arange(2 * LONG)
    .astype('float64')
    .slice('::2');
  t.same(await np.convolve(steps, [1, -1], 'same').slice(':3').tolist(), [0, 2, 2]);
});
