/** Quantiles that leave NaN out, by every method, and quantiles of weighted elements, beside NumPy's answers (test/golden/numpy/composed.py). */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { nan } = np;
const { v, w, m, x3, k } = sampleArrays();
const h = np.stack([np.asarray([nan, 4, 1.5, nan, -2, 8, 0.5]), np.full(7, nan), v]);

const cases: Calls = {
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='inverted_cdf')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'invertedCdf' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='inverted_cdf')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'invertedCdf' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='averaged_inverted_cdf')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'averagedInvertedCdf' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='averaged_inverted_cdf')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'averagedInvertedCdf' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='closest_observation')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'closestObservation' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='closest_observation')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'closestObservation' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='interpolated_inverted_cdf')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'interpolatedInvertedCdf' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='interpolated_inverted_cdf')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'interpolatedInvertedCdf' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='hazen')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'hazen' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='hazen')": () => np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'hazen' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='weibull')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'weibull' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='weibull')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'weibull' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='linear')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'linear' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='linear')": () => np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'linear' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='median_unbiased')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'medianUnbiased' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='median_unbiased')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'medianUnbiased' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='normal_unbiased')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'normalUnbiased' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='normal_unbiased')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'normalUnbiased' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='lower')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'lower' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='lower')": () => np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'lower' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='higher')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'higher' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='higher')": () => np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'higher' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='midpoint')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'midpoint' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='midpoint')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'midpoint' }),
  "np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], axis=1, method='nearest')": () =>
    np.nanquantile(h, [0, 0.1, 0.35, 0.5, 0.625, 0.9, 1], { axis: 1, method: 'nearest' }),
  "np.nanquantile(k, [0.25, 0.5], axis=1, method='nearest')": () =>
    np.nanquantile(k, [0.25, 0.5], { axis: 1, method: 'nearest' }),
  'np.nanpercentile(h, [20, 75], axis=(0, 1), keepdims=True)': () =>
    np.nanpercentile(h, [20, 75], { axis: [0, 1], keepdims: true }),
  'np.nanquantile(h, [0.5], axis=0)': () => np.nanquantile(h, [0.5], 0),
  'np.nanmedian(h, axis=0, out=np.zeros(7))': () => np.nanmedian(h, { axis: 0, out: np.zeros(7) }),
  "np.quantile(v, [0, 0.2, 0.5, 0.99, 1], method='inverted_cdf', weights=w)": () =>
    np.quantile(v, [0, 0.2, 0.5, 0.99, 1], { method: 'invertedCdf', weights: w }),
  "np.quantile(v, 0.5, method='inverted_cdf', weights=[0, 0, 1, 0, 0, 0, 3])": () =>
    np.quantile(v, 0.5, { method: 'invertedCdf', weights: [0, 0, 1, 0, 0, 0, 3] }),
  "np.quantile(v, [0, 1], method='inverted_cdf', weights=[0, 0, 1, 0, 0, 0, 3])": () =>
    np.quantile(v, [0, 1], { method: 'invertedCdf', weights: [0, 0, 1, 0, 0, 0, 3] }),
  "np.quantile(m, [0.3, 0.8], axis=1, method='inverted_cdf', weights=[1, 2, 3, 4])": () =>
    np.quantile(m, [0.3, 0.8], { axis: 1, method: 'invertedCdf', weights: [1, 2, 3, 4] }),
  "np.quantile(m, 0.3, axis=0, method='inverted_cdf', weights=np.abs(m), keepdims=True)": () =>
    np.quantile(m, 0.3, { axis: 0, method: 'invertedCdf', weights: np.abs(m), keepdims: true }),
  "np.quantile(t, 0.6, axis=(2, 0), method='inverted_cdf', weights=np.arange(8).reshape(4, 2))": () =>
    np.quantile(x3, 0.6, { axis: [2, 0], method: 'invertedCdf', weights: np.arange(8).reshape([4, 2]) }),
  "np.quantile(t, [0.6, 0.1], axis=1, method='inverted_cdf', weights=[5, 0, 1])": () =>
    np.quantile(x3, [0.6, 0.1], { axis: 1, method: 'invertedCdf', weights: [5, 0, 1] }),
  "np.percentile(k, [10, 50], axis=1, method='inverted_cdf', weights=[2, 1, 1])": () =>
    np.percentile(k, [10, 50], { axis: 1, method: 'invertedCdf', weights: [2, 1, 1] }),
  "np.quantile(h, [0.3, 0.8], axis=1, method='inverted_cdf', weights=w)": () =>
    np.quantile(h, [0.3, 0.8], { axis: 1, method: 'invertedCdf', weights: w }),
  "np.nanquantile(h, [0, 0.3, 0.8, 1], axis=1, method='inverted_cdf', weights=np.broadcast_to(w, (3, 7)))": () =>
    np.nanquantile(h, [0, 0.3, 0.8, 1], { axis: 1, method: 'invertedCdf', weights: np.broadcastTo(w, [3, 7]) }),
  "np.nanpercentile(h, 40, method='inverted_cdf', weights=np.arange(21).reshape(3, 7))": () =>
    np.nanpercentile(h, 40, { method: 'invertedCdf', weights: np.arange(21).reshape([3, 7]) }),
};

sameAsNumpy(t, cases, 'quantiles');

t.test('weights that are none', async (t) => {
  const at = (weights: readonly number[], x = [1, 2, 3]): Promise<unknown> =>
    np.nanquantile(x, 0.5, { method: 'invertedCdf', weights }).item();
  for (const weights of [
    [1, -1, 2],
    [0, 0, 0],
    [1, nan, 1],
    [1, Infinity, 1],
  ])
    await t.rejects(at(weights), {
      name: 'IndexError',
      message: /nanquantile: expected weights of at least 0, finite, and not all 0/,
    });
  t.equal(await at([2, 9, 1], [1, nan, 3]), 1);
  await t.rejects(at([0, 9, 0], [1, nan, 3]), { name: 'IndexError' });
  t.throws(() => np.quantile(v, 0.5, { weights: w }), { name: 'ArgumentError', message: /method 'invertedCdf', got 'linear'/ });
  t.throws(() => np.quantile(m, 0.5, { weights: [1, 2, 3, 4], method: 'invertedCdf' }), { name: 'ShapeError' });
  t.throws(() => np.nanquantile(v, [0.5, 2]), { name: 'ArgumentError' });
  t.throws(() => np.nanpercentile(v, 101), { name: 'ArgumentError', message: /from 0 to 100/ });
});

t.test('other dtypes, many elements, and targets', async (t) => {
  const short = h.astype('float16');
  t.equal(np.nanquantile(short, [0.2, 0.4]).dtype.name, 'float16');
  t.equal(np.quantile(k.astype('uint8'), 0.5, { method: 'invertedCdf', weights: np.ones(k.shape) }).dtype.name, 'uint8');
  const out = np.zeros([2, 3]);
  t.equal(np.nanquantile(h, [0.2, 0.4], { axis: 1, out }), out);
  t.same(await out.tolist(), await np.nanquantile(h, [0.2, 0.4], 1).tolist());
  // The place in a line of more elements than float32 can count.
  const long = np.arange(2 ** 25 + 2, { dtype: 'float32' });
  t.equal(
    await np.nanquantile(long, 0.75, { method: 'lower' }).item(),
    await np.quantile(long, 0.75, { method: 'lower' }).item(),
  );
});
