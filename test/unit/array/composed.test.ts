/** Functions made of others, against what NumPy gives for the same calls (test/golden/numpy). */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { runtime } from '../../../lib/runtime/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { nan, inf } = np;
const { v, w, m, x3, k, g, xp, fp } = sampleArrays();
const decreasing = { descending: true } as const;
const twice = [
  [3, 1],
  [1, 2],
  [3, 1],
];

/** By NumPy's call. */
const cases: Calls = {
  'np.quantile(v, 0.3)': () => np.quantile(v, 0.3),
  'np.quantile(v, [0, 0.1, 0.77, 1])': () => np.quantile(v, [0, 0.1, 0.77, 1]),
  'np.quantile(m, 0.4, axis=0)': () => np.quantile(m, 0.4, { axis: 0 }),
  'np.quantile(m, [0.25, 0.9], axis=1)': () => np.quantile(m, [0.25, 0.9], { axis: 1 }),
  'np.quantile(t, 0.5, axis=(0, 2))': () => np.quantile(x3, 0.5, { axis: [0, 2] }),
  'np.quantile(m, 0.6, axis=1, keepdims=True)': () => np.quantile(m, 0.6, { axis: 1, keepdims: true }),
  "np.quantile(v, 0.35, method='lower')": () => np.quantile(v, 0.35, { method: 'lower' }),
  "np.quantile(v, 0.35, method='higher')": () => np.quantile(v, 0.35, { method: 'higher' }),
  "np.quantile(v, 0.35, method='midpoint')": () => np.quantile(v, 0.35, { method: 'midpoint' }),
  "np.quantile(v, 0.35, method='nearest')": () => np.quantile(v, 0.35, { method: 'nearest' }),
  'np.quantile(k, 0.3)': () => np.quantile(k, 0.3),
  'np.quantile(g, 0.5, axis=1)': () => np.quantile(g, 0.5, { axis: 1 }),
  'np.percentile(v, [5, 50, 95])': () => np.percentile(v, [5, 50, 95]),
  'np.median(v)': () => np.median(v),
  'np.median(m)': () => np.median(m),
  'np.median(m, axis=0)': () => np.median(m, { axis: 0 }),
  'np.median(t, axis=(1, 2))': () => np.median(x3, { axis: [1, 2] }),
  'np.median(g, axis=0)': () => np.median(g, { axis: 0 }),
  'np.median(k, axis=0, keepdims=True)': () => np.median(k, { axis: 0, keepdims: true }),
  'np.ptp(m, axis=1)': () => np.ptp(m, { axis: 1 }),
  'np.average(v, weights=w)': () => np.average(v, { weights: w }),
  'np.average(m, axis=1, weights=[1, 2, 3, 4])': () => np.average(m, { axis: 1, weights: [1, 2, 3, 4] }),
  'np.average(m, axis=0)': () => np.average(m, { axis: 0 }),
  'np.average(m, weights=m)': () => np.average(m, { weights: m }),
  'np.cov(m)': () => np.cov(m),
  'np.cov(m, rowvar=False)': () => np.cov(m, undefined, { rowvar: false }),
  'np.cov(v)': () => np.cov(v),
  'np.cov(v, w)': () => np.cov(v, w),
  'np.cov(m, ddof=0)': () => np.cov(m, undefined, { correction: 0 }),
  'np.corrcoef(m)': () => np.corrcoef(m),
  'np.corrcoef(v, w)': () => np.corrcoef(v, w),
  'np.nansum(g, axis=0)': () => np.nansum(g, { axis: 0 }),
  'np.nanprod(g, axis=1)': () => np.nanprod(g, { axis: 1 }),
  'np.nanmin(g, axis=0)': () => np.nanmin(g, { axis: 0 }),
  'np.nanmax(g, axis=1)': () => np.nanmax(g, { axis: 1 }),
  'np.nanmean(g, axis=1)': () => np.nanmean(g, { axis: 1 }),
  'np.nanmean(g)': () => np.nanmean(g),
  'np.nanvar(g, axis=0)': () => np.nanvar(g, { axis: 0 }),
  'np.nanvar(g, axis=1, ddof=1)': () => np.nanvar(g, { axis: 1, correction: 1 }),
  'np.nanstd(g)': () => np.nanstd(g),
  'np.nansum(k)': () => np.nansum(k),
  'np.nan_to_num(np.array([nan, inf, -inf, 2.0]))': () => np.nanToNum([nan, inf, -inf, 2]),
  'np.vstack([v, w])': () => np.vstack([v, w]),
  'np.hstack([v, w])': () => np.hstack([v, w]),
  'np.hstack([m, m])': () => np.hstack([m, m]),
  'np.dstack([m, m])': () => np.dstack([m, m]),
  'np.column_stack([v, w])': () => np.columnStack([v, w]),
  'np.column_stack([m, m[:, 0]])': () => np.columnStack([m, m.slice(':', 0)]),
  'np.append(m, v)': () => np.append(m, v),
  'np.append(m, [[1, 2, 3, 4]], axis=0)': () => np.append(m, [[1, 2, 3, 4]], { axis: 0 }),
  'np.rot90(m)': () => np.rot90(m),
  'np.rot90(m, 2)': () => np.rot90(m, { k: 2 }),
  'np.rot90(m, 3)': () => np.rot90(m, { k: -1 }),
  'np.rot90(t, 1, axes=(2, 0))': () => np.rot90(x3, { axes: [2, 0] }),
  'np.pad(m, 2)': () => np.pad(m, 2),
  'np.pad(m, ((1, 0), (2, 3)), constant_values=7)': () =>
    np.pad(
      m,
      [
        [1, 0],
        [2, 3],
      ],
      { constantValues: 7 },
    ),
  "np.pad(v, (9, 11), mode='reflect')": () => np.pad(v, [9, 11], { mode: 'reflect' }),
  "np.pad(v, (9, 11), mode='symmetric')": () => np.pad(v, [9, 11], { mode: 'symmetric' }),
  "np.pad(v, (9, 11), mode='wrap')": () => np.pad(v, [9, 11], { mode: 'wrap' }),
  "np.pad(m, ((2, 1), (0, 3)), mode='edge')": () =>
    np.pad(
      m,
      [
        [2, 1],
        [0, 3],
      ],
      { mode: 'edge' },
    ),
  "np.pad(m, 1, mode='reflect')": () => np.pad(m, 1, { mode: 'reflect' }),
  'np.interp([-5, -2, -1, 0, 0.5, 1, 3.9, 4, 9, nan], xp, fp)': () => np.interp([-5, -2, -1, 0, 0.5, 1, 3.9, 4, 9, nan], xp, fp),
  'np.interp([-5, 9], xp, fp, left=-1, right=-2)': () => np.interp([-5, 9], xp, fp, { left: -1, right: -2 }),
  'np.interp([[0.5], [2]], xp, fp)': () => np.interp([[0.5], [2]], xp, fp),
  'np.interp([0, 1, 2], [1], [7])': () => np.interp([0, 1, 2], [1], [7]),
  'np.digitize([-3, -2, 0.5, 4, 7], xp)': () => np.digitize([-3, -2, 0.5, 4, 7], xp),
  'np.digitize([-3, -2, 0.5, 4, 7], xp, right=True)': () => np.digitize([-3, -2, 0.5, 4, 7], xp, { right: true }),
  'np.digitize([-3, -2, 0.5, 4, 7], xp[::-1])': () => np.digitize([-3, -2, 0.5, 4, 7], xp.slice('::-1'), decreasing),
  'np.digitize([-3, -2, 0.5, 4, 7], xp[::-1], right=True)': () =>
    np.digitize([-3, -2, 0.5, 4, 7], xp.slice('::-1'), { right: true, ...decreasing }),
  'np.trapz(v)': () => np.trapezoid(v),
  'np.trapz(m, dx=0.5, axis=0)': () => np.trapezoid(m, { dx: 0.5, axis: 0 }),
  'np.trapz(m, x=[0, 1, 4, 6])': () => np.trapezoid(m, { x: [0, 1, 4, 6] }),
  'np.trapz(m, x=np.cumsum(np.abs(m), axis=1))': () => np.trapezoid(m, { x: np.cumulativeSum(m.abs(), { axis: 1 }) }),
  'np.gradient(v)': () => np.gradient(v, { axis: 0 }),
  'np.gradient(v, 0.25)': () => np.gradient(v, { axis: 0, spacing: 0.25 }),
  'np.gradient(fp, xp)': () => np.gradient(fp, { axis: 0, spacing: xp }),
  'np.gradient(m, axis=1)': () => np.gradient(m, { axis: 1 }),
  'np.gradient(t, axis=0)': () => np.gradient(x3, { axis: 0 }),
  'np.stack(np.gradient(m))': () => np.stack(np.gradient(m) as np.NDArray[]),
  'np.convolve(v, w)': () => np.convolve(v, w),
  "np.convolve(v, [1, 2, 3], 'same')": () => np.convolve(v, [1, 2, 3], { mode: 'same' }),
  "np.convolve([1, 2, 3], v, 'same')": () => np.convolve([1, 2, 3], v, { mode: 'same' }),
  "np.convolve(v, [1, 2], 'same')": () => np.convolve(v, [1, 2], { mode: 'same' }),
  "np.convolve(v, [1, 2, 3], 'valid')": () => np.convolve(v, [1, 2, 3], { mode: 'valid' }),
  "np.convolve(np.tile(v, 5), np.tile(w, 3), 'full')": () => np.convolve(np.tile(v, 5), np.tile(w, 3)),
  "np.convolve(np.tile(v, 5), np.tile(w, 3), 'same')": () => np.convolve(np.tile(v, 5), np.tile(w, 3), { mode: 'same' }),
  'np.convolve([1, 2, 3], [4, 5])': () => np.convolve(np.asarray([1n, 2n, 3n]), np.asarray([4n, 5n])),
  'np.correlate(v, [1, 2, 3])': () => np.correlate(v, [1, 2, 3]),
  "np.correlate(v, [1, 2, 3], 'full')": () => np.correlate(v, [1, 2, 3], { mode: 'full' }),
  "np.correlate(v, [1, 2, 3, 4], 'same')": () => np.correlate(v, [1, 2, 3, 4], { mode: 'same' }),
  'np.polyval([2, -1, 0.5], m)': () => np.polyval([2, -1, 0.5], m),
  'np.polyval([3, 2, 1], 5)': () => np.polyval([3, 2, 1], 5),
  'np.vander(v, 3)': () => np.vander(v, { n: 3 }),
  'np.vander(v, 4, increasing=True)': () => np.vander(v, { n: 4, increasing: true }),
  'np.isin(m, [1, 2, 8])': () => np.isin(m, [1, 2, 8]),
  'np.isin(m, [1, 2, 8], invert=True)': () => np.isin(m, [1, 2, 8], { invert: true }),
  'np.isin(g, [4, nan])': () => np.isin(g, [4, nan]),
  'np.union1d(k, [1, 100, 7])': () => np.union1d(k, [1, 100, 7]),
  'np.intersect1d(k, [9, 1, 1, 100])': () => np.intersect1d(k, [9, 1, 1, 100]),
  'np.setdiff1d(k, [9, 1, 100])': () => np.setdiff1d(k, [9, 1, 100]),
  'np.argwhere(m > 2)': () => np.argwhere(m.greater(2)),
  'np.flatnonzero(m > 2)': () => np.flatnonzero(m.greater(2)),
  'np.deg2rad(v)': () => np.deg2rad(v),
  'np.rad2deg(v)': () => np.rad2deg(v),
  'np.exp2(v)': () => np.exp2(v),
  'np.sinc(v)': () => np.sinc(v),
  'np.signbit(v)': () => np.signbit(v),
  'np.copysign(v, [1, -1, -0.0, 0.0, -5, inf, -inf])': () => np.copysign(v, [1, -1, -0, 0, -5, inf, -inf]),
  'np.fmax(g, 2)': () => np.fmax(g, 2),
  'np.fmin(g, g.T)': () => np.fmin(g, g.T),
  'np.logaddexp(v, w)': () => np.logaddexp(v, w),
  'np.logaddexp([-inf, inf, 1], [-inf, 1, -inf])': () => np.logaddexp([-inf, inf, 1], [-inf, 1, -inf]),
  'np.heaviside(v, 0.5)': () => np.heaviside(v, 0.5),
  'np.logspace(-1, 2, 7)': () => np.logspace(-1, 2, 7),
  'np.logspace(0, 3, 4, endpoint=False, base=2)': () => np.logspace(0, 3, { num: 4, endpoint: false, base: 2 }),
  'np.geomspace(2, 32, 5)': () => np.geomspace(2, 32, 5),
  'np.geomspace(-1, -1000, 4)': () => np.geomspace(-1, -1000, 4),
  'np.geomspace(1, 16, 4, endpoint=False)': () => np.geomspace(1, 16, { num: 4, endpoint: false }),
  'np.diag(v, 1)': () => np.diag(v, { k: 1 }),
  'np.diag(m, -1)': () => np.diag(m, { k: -1 }),
  'np.kron(m, [[1, -1]])': () => np.kron(m, [[1, -1]]),
  'np.kron(v, m)': () => np.kron(v, m),
  'np.cross(m[:, :3], [1, 2, 3])': () => np.cross(m.slice(':', ':3'), [1, 2, 3]),
  'np.cross(m[:3, :2], m[:3, 2:4], axis=0)': () => np.cross(m.slice(':3', ':2'), m.slice(':3', '2:4'), { axis: 0 }),
  'np.unique([[3, 1], [1, 2], [3, 1], [1, 0]], axis=0)': () =>
    np.unique(
      [
        [3, 1],
        [1, 2],
        [3, 1],
        [1, 0],
      ],
      { axis: 0 },
    ),
  'np.unique([[3, 1, 3], [1, 2, 1]], axis=1)': () =>
    np.unique(
      [
        [3, 1, 3],
        [1, 2, 1],
      ],
      { axis: 1 },
    ),
  'np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_index=True)[1]': async () =>
    (await np.unique(twice, { axis: 0, returnIndex: true })).indices as np.NDArray,
  'np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_inverse=True)[1]': async () =>
    (await np.unique(twice, { axis: 0, returnInverse: true })).inverseIndices as np.NDArray,
  'np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_counts=True)[1]': async () =>
    (await np.unique(twice, { axis: 0, returnCounts: true })).counts as np.NDArray,
  'np.unique([3, 1, 3, 2], return_counts=True)[1]': async () =>
    (await np.unique([3, 1, 3, 2], { returnCounts: true })).counts as np.NDArray,
  'np.unique([3, 1, 3, 2], return_index=True)[1]': async () =>
    (await np.unique([3, 1, 3, 2], { returnIndex: true })).indices as np.NDArray,
  'np.compress([True, False, True], m[:3, :2], 0)': () => np.compress([true, false, true], m.slice(':3', ':2'), 0),
  'np.compress([False, True], m[:3, :2], 1)': () => np.compress([false, true], m.slice(':3', ':2'), { axis: 1 }),
  'np.linalg.cholesky([[4.0, 2.0], [2.0, 5.0]], upper=True)': () =>
    np.linalg.cholesky(
      [
        [4, 2],
        [2, 5],
      ],
      { upper: true },
    ),
  'np.histogram(v, 2, (0, 3))[0]': () => np.histogram(v, 2, [0, 3]).counts,
  'np.histogram(v, 2, (0, 3))[1]': () => np.histogram(v, { bins: 2, range: [0, 3] }).edges,
  'np.take_along_axis(m, np.argsort(m, axis=0), axis=0)': () => np.takeAlongAxis(m, np.argsort(m, { axis: 0 }), { axis: 0 }),
  'np.take_along_axis(m, np.array([[0], [1], [3]]), axis=1)': () => np.takeAlongAxis(m, [[0], [1], [3]], { axis: 1 }),
  "np.pad(m, 2, mode='maximum')": () => np.pad(m, 2, 'maximum'),
  "np.pad(m, [(1, 0), (2, 3)], mode='minimum')": () =>
    np.pad(
      m,
      [
        [1, 0],
        [2, 3],
      ],
      { mode: 'minimum' },
    ),
  "np.pad(m, 1, mode='mean')": () => np.pad(m, 1, 'mean'),
  "np.pad(v, (2, 1), mode='median')": () => np.pad(v, [2, 1], 'median'),
  "np.pad(m, 3, mode='mean', stat_length=2)": () => np.pad(m, 3, { mode: 'mean', statLength: 2 }),
  "np.pad(v, (3, 2), mode='linear_ramp', end_values=5)": () => np.pad(v, [3, 2], { mode: 'linear_ramp', endValues: 5 }),
  "np.pad(m, ((2, 1), (0, 2)), mode='linear_ramp')": () =>
    np.pad(
      m,
      [
        [2, 1],
        [0, 2],
      ],
      'linear_ramp',
    ),
  'np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[0]': () =>
    np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[0],
  'np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[1]': () =>
    np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[1],
  'np.ldexp([0.5, 3, 5e-324, 1.5, -1, 0, inf], [2, -1, 1074, 1023, -1074, 5000, -3])': () =>
    np.ldexp([0.5, 3, 5e-324, 1.5, -1, 0, inf], [2, -1, 1074, 1023, -1074, 5000, -3]),
  'np.nextafter([1, 1, 0, 0, -1, 1024, 5e-324, 1, inf, 2], [2, 0, 1, -1, 0, 0, 0, 1, 0, inf])': () =>
    np.nextafter([1, 1, 0, 0, -1, 1024, 5e-324, 1, inf, 2], [2, 0, 1, -1, 0, 0, 0, 1, 0, inf]),
  'np.nextafter([np.finfo(float).max, 1, nan, 2.2250738585072014e-308], [inf, nan, 1, 0])': () =>
    np.nextafter([Number.MAX_VALUE, 1, nan, 2.2250738585072014e-308], [inf, nan, 1, 0]),
  'np.spacing([1, 1024, -3, 0, 1e-320, 1e300])': () => np.spacing([1, 1024, -3, 0, 1e-320, 1e300]),
  'np.add.outer(m, [10, 20])': () => np.addOuter(m, [10, 20]),
  'np.subtract.outer(v, w)': () => np.subtractOuter(v, w),
  'np.maximum.outer(v, [0, 2])': () => np.maximumOuter(v, [0, 2]),
  'np.add.reduceat(m, [0, 2, 1], axis=1)': () => np.addReduceat(m, [0, 2, 1], 1),
  'np.multiply.reduceat(v, [0, 3])': () => np.multiplyReduceat(v, [0, 3]),
  'np.maximum.reduceat(m, [0, 1], axis=0)': () => np.maximumReduceat(m, [0, 1]),
  'np.lib.stride_tricks.sliding_window_view(v, 3)': () => np.slidingWindowView(v, 3),
  'np.lib.stride_tricks.sliding_window_view(m, (2, 3))': () => np.slidingWindowView(m, [2, 3]),
  'np.lib.stride_tricks.sliding_window_view(m, 2, axis=1).sum(-1)': () => np.slidingWindowView(m, 2, 1).sum(-1),
  'np.sum(m, where=m > 1)': () => np.sum(m, { where: np.greater(m, 1) }),
  'np.sum(m, axis=0, where=[True, False, True, True], initial=10)': () =>
    np.sum(m, { axis: 0, where: [true, false, true, true], initial: 10 }),
  'np.prod(m, axis=1, initial=2)': () => np.prod(m, { axis: 1, initial: 2 }),
  'np.max(m, axis=1, where=m < 3, initial=-inf)': () => np.max(m, { axis: 1, where: np.less(m, 3), initial: -inf }),
  'np.min(k, initial=-5)': () => np.min(k, { initial: -5 }),
  'np.max(k, where=k > 100, initial=-7)': () => np.max(k, { where: np.greater(k, 100), initial: -7 }),
  'np.max(np.zeros((0, 2)), axis=0, initial=3)': () => np.max(np.zeros([0, 2]), { axis: 0, initial: 3 }),
  'np.mean(m, axis=0, where=m > 1)': () => np.mean(m, { axis: 0, where: np.greater(m, 1) }),
  'np.mean(m, where=m > 1)': () => np.mean(m, { where: np.greater(m, 1) }),
};

sameAsNumpy(t, cases, 'composed');

t.test('dtypes', (t) => {
  const narrow = np.asarray([1, 2, 3], { dtype: 'float32' });
  for (const [name, x] of Object.entries({
    median: np.median(narrow),
    nanmean: np.nanmean(narrow),
    convolve: np.convolve(narrow, narrow),
    deg2rad: np.deg2rad(narrow),
    gradient: np.gradient(narrow, { axis: 0 }),
    diag: np.diag(narrow),
  }))
    t.equal(x.dtype, np.float32, name);
  t.equal(np.convolve(np.asarray([1n]), np.asarray([2n])).dtype, np.int64);
  t.equal(np.nansum(k).dtype, np.int64);
  t.equal(np.isin(k, []).dtype, np.bool);
  t.equal(np.ptp(k).dtype, np.int64);
  t.end();
});

t.test('nothing in, nothing out', async (t) => {
  const none = np.zeros([0]);
  t.ok(Number.isNaN(Number(await np.median(none).item())));
  t.same(await np.isin([1, 2], none).tolist(), [false, false]);
  t.same(await np.pad(none, 2).tolist(), [0, 0, 0, 0]);
  t.equal(await np.trapezoid(none).item(), 0);
  t.equal(await np.polyval([], 3).item(), 0);
  t.same((await np.argwhere(none)).shape, [0, 1]);
  t.same(np.kron(none, [1, 2]).shape, [0]);
});

t.test('what is wrong is said', (t) => {
  t.throws(() => np.quantile(v, 1.5), { name: 'ArgumentError', message: /from 0 to 1/ });
  t.throws(() => np.percentile(v, [50, 101]), { name: 'ArgumentError', message: /from 0 to 100/ });
  t.throws(() => np.quantile(v, 0.5, { method: 'guess' as 'linear' }), { name: 'ArgumentError', message: /"guess"/ });
  t.throws(() => np.average(m, { weights: [1, 2] }), { name: 'ShapeError' });
  t.throws(() => np.cov(x3), { name: 'ShapeError' });
  t.throws(() => np.pad(m, -1), { name: 'ArgumentError' });
  t.throws(
    () =>
      np.pad(m, [
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
    { name: 'ArgumentError' },
  );
  t.throws(() => np.pad(m, 1, { mode: 'sideways' as 'edge' }), { name: 'ArgumentError', message: /sideways/ });
  t.throws(() => np.pad(np.zeros([0]), 1, { mode: 'edge' }), { name: 'ShapeError' });
  t.throws(() => np.interp(1, [1, 2], [1]), { name: 'ShapeError' });
  t.throws(() => np.digitize(1, [[1]]), { name: 'ShapeError' });
  t.throws(() => np.trapezoid(v, { x: [1, 2] }), { name: 'ShapeError' });
  t.throws(() => np.gradient([1]), { name: 'ShapeError' });
  t.throws(() => np.convolve([], [1]), { name: 'ShapeError' });
  t.throws(() => np.convolve(m, [1]), { name: 'ShapeError' });
  t.throws(() => np.convolve([1], [1], { mode: 'half' as 'same' }), { name: 'ArgumentError' });
  t.throws(() => np.polyval(m, 1), { name: 'ShapeError' });
  t.throws(() => np.vander(m), { name: 'ShapeError' });
  t.throws(() => np.geomspace(-1, 1), { name: 'ArgumentError' });
  t.throws(() => np.diag(x3), { name: 'ShapeError' });
  t.throws(() => np.cross([1, 2], [3, 4]), { name: 'ShapeError' });
  t.throws(() => np.takeAlongAxis(m, [0]), { name: 'ShapeError' });
  t.throws(() => np.takeAlongAxis(v, [0.5]), { name: 'DTypeError' });
  t.throws(() => np.rot90(v), { name: 'IndexError' });
  t.throws(() => np.vstack([]), { name: 'ArgumentError' });
  t.end();
});

t.test('options in place of a second set of variables, and windows over an empty array', async (t) => {
  const x = [
    [1, 2],
    [3, 5],
    [4, 9],
  ];
  t.same(await np.cov(x, { rowvar: false }).tolist(), await np.cov(x, undefined, { rowvar: false }).tolist());
  t.same(await np.cov(x, { ddof: 0, rowvar: false }).slice(0, 0).item(), 14 / 9);
  t.same(await np.cov([1, 2, 4], { y: [3, 1, 2] }).tolist(), await np.cov([1, 2, 4], [3, 1, 2]).tolist());
  t.same(np.corrcoef(x, { rowvar: false }).shape, [2, 2]);
  t.throws(() => np.cov(x, { rowvars: false } as never), { name: 'ArgumentError' });
  t.same(np.slidingWindowView(np.zeros([0, 7]), 3, { axis: 1 }).shape, [0, 5, 3]);
});

t.test('they fuse: a padded, clipped, scaled difference is as few launches as its parts', async (t) => {
  const x = np.linspace(0, 1, 200_000);
  np.runtime.flush();
  const before = np.runtime.stats().launches;
  await np.convolve(x, [0.25, 0.5, 0.25], { mode: 'valid' }).multiply(2).sum().item();
  const launches = np.runtime.stats().launches - before;
  t.ok(launches <= 2 * runtime().config.memories, `${launches} launches, on each memory at most two`);
});
