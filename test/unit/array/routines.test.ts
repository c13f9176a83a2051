/** More of NumPy's list of routines, against what it gives for the same calls (test/golden/numpy), and what they do not take. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, w, m, x3, k, g } = sampleArrays();
const whole = (x: readonly number[]): np.NDArray => np.asarray(x, { dtype: 'int64' });

const shares = [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1];

/** By NumPy's call. */
const calls: Calls = {
  'done(np.put, m, [0, 5, -1, 0], [1, 2])': () => np.put(m.copy(), [0, 5, -1, 0], [1, 2]),
  'done(np.put, k, [1, 1], 9)': () => np.put(k.copy(), [1, 1], 9),
  'done(np.put, m.T, [1, 2], [10, 20])': () => np.put(m.copy().T, [1, 2], [10, 20]),
  'done(np.put_along_axis, m, np.array([[0], [2], [3]]), 9, 1)': () => np.putAlongAxis(m.copy(), [[0], [2], [3]], 9),
  'done(np.put_along_axis, m, np.argsort(m, axis=0), m.copy(), 0)': () => {
    const x = m.copy();
    return np.putAlongAxis(x, np.argsort(x, { axis: 0 }), x, { axis: 0 });
  },
  'done(np.place, m, m > 2, [10, 20, 30])': () => np.place(m.copy(), m.greater(2), [10, 20, 30]),
  'done(np.putmask, m, m > 2, [10, 20, 30])': () => np.putmask(m.copy(), m.greater(2), [10, 20, 30]),
  'done(np.copyto, m, [1, 2, 3, 4])': () => np.copyto(m.copy(), [1, 2, 3, 4]),
  'done(lambda x: np.copyto(x, -x, where=x > 2), m)': () => {
    const x = m.copy();
    return np.copyto(x, np.negative(x), { where: x.greater(2) });
  },
  'done(lambda x: x.__setitem__(([0, 2, 0], [1, 3, 1]), [5, 6, 7]), m)': () =>
    np.assignAt(m.copy(), [whole([0, 2, 0]), whole([1, 3, 1])], [5, 6, 7]),
  'done(lambda x: x.__setitem__([[2, 0], [0, 2]], m[1]), m)': () => {
    const rows = np.asarray([
      [2n, 0n],
      [0n, 2n],
    ]);
    return np.assignAt(m.copy(), rows, m.slice(1));
  },
  'np.extract(m > 2, m)': () => np.extract(m.greater(2), m),
  'np.choose([2, 0, 1, 1], [m, 7, m[0]])': () => np.choose([2, 0, 1, 1], [m, 7, m.slice(0)]),
  'np.lexsort([[9, 4, 0, 4, 0, 2, 1], [1, 5, 1, 4, 3, 4, 4]])': () =>
    np.lexsort([
      [9, 4, 0, 4, 0, 2, 1],
      [1, 5, 1, 4, 3, 4, 4],
    ]),
  'np.lexsort(k)': () => np.lexsort(k),
  'np.lexsort([m > 1, m < 4], axis=0)': () => np.lexsort([m.greater(1), m.less(4)], { axis: 0 }),
  'np.partition(v, 3)[3]': () => np.partition(v, 3).slice(3),
  'np.sort(np.partition(m, (0, 2), axis=1)[:, :3], axis=1)': () => np.partition(m, [0, 2]).slice(':', ':3'),
  'v[np.argpartition(v, -2)[-2]]': () => v.gather(np.argpartition(v, -2).slice(-2)),
  'np.unique(k % 4, return_index=True)[1]': async () => (await np.uniqueAll(k.remainder(4))).indices,
  'np.unique(k % 4, return_inverse=True)[1].reshape(2, 3)': async () => (await np.uniqueInverse(k.remainder(4))).inverseIndices,
  'np.unique(k % 4, return_counts=True)[1]': async () => (await np.uniqueCounts(k.remainder(4))).counts,
  'np.unique(g, return_counts=True)[0]': async () => (await np.uniqueAll(g)).values,
  'np.unique(g, return_counts=True)[1]': async () => (await np.uniqueAll(g)).counts,
  'np.unique([], return_counts=True)[1]': async () => (await np.uniqueCounts([])).counts,
  'np.setxor1d(k, [9, 1, 100, 1])': () => np.setxor1d(k, [9, 1, 100, 1]),
  'np.maximum.accumulate(v)': () => np.maximumAccumulate(v),
  'np.maximum.accumulate(m, axis=1)': () => np.maximumAccumulate(m, { axis: 1 }),
  'np.minimum.accumulate(g)': () => np.minimumAccumulate(g),
  'np.minimum.accumulate(k, axis=1)': () => np.minimumAccumulate(k, { axis: 1 }),
  'np.block([[m, m[:, :1]], [np.ones((1, 5))]])': () => np.block([[m, m.slice(':', ':1')], [np.ones([1, 5])]]),
  'np.block([v, 7.0, w])': () => np.block([v, 7, w]),
  'np.block([[[1, 2]], [[3, 4]]])': () => np.block([[[1, 2]], [[3, 4]]]),
  'np.block(m)': () => np.block(m),
  't[:, 1]': () => np.stack(np.unstack(x3).map((x) => np.unstack(x)[1])),
  'np.resize(k, (3, 4))': () => np.resize(k, [3, 4]),
  'np.resize(m, 5)': () => np.resize(m, 5),
  'np.trim_zeros([0, 0, 1, 0, 2, 0])': () => np.trimZeros([0, 0, 1, 0, 2, 0]),
  "np.trim_zeros([0, 0, 1, 0, 2, 0], 'f')": () => np.trimZeros([0, 0, 1, 0, 2, 0], { trim: 'f' }),
  "np.trim_zeros([0, 0, 1, 0, 2, 0], 'b')": () => np.trimZeros([0, 0, 1, 0, 2, 0], { trim: 'b' }),
  'np.trim_zeros([0, 0.0])': () => np.trimZeros([0, 0]),
  'np.fromfunction(lambda i, j: i * 10 + j, (2, 3))': () => np.fromfunction((i, j) => i.multiply(10).add(j), [2, 3]),
  'np.piecewise(v, [v < 2, v > 3], [lambda x: -x, 10])': () =>
    np.piecewise(v, [v.less(2), v.greater(3)], [(x) => np.negative(x), 10]),
  'np.piecewise(v, [v < 2], [lambda x: x * x, lambda x: x + 100])': () =>
    np.piecewise(v, [v.less(2)], [(x) => x.multiply(x)], (x) => x.add(100)),
  'np.apply_over_axes(np.sum, t, [0, 2])': () => np.applyOverAxes(np.sum, x3, [0, 2]),
  'np.broadcast_shapes((3, 1), (4,), (2, 1, 1))': () => np.asarray([...np.broadcastShapes([3, 1], [4], [2, 1, 1])]),
  'np.diagflat([[1, 2], [3, 4]], 1)': () =>
    np.diagflat(
      [
        [1, 2],
        [3, 4],
      ],
      { k: 1 },
    ),
  'np.stack(np.diag_indices(3))': () => np.stack(np.diagIndices(3)),
  'm[np.ix_([2, 0], [1, 3, 1])]': () => m.gather(...np.ix([2, 0], [1, 3, 1])),
  'done(lambda x: x.__setitem__(np.ix_([2, 0], [1, 3]), [[1, 2], [3, 4]]), m)': () =>
    np.assignAt(m.copy(), np.ix([2, 0], [1, 3]), [
      [1, 2],
      [3, 4],
    ]),
  'np.ediff1d(m)': () => np.ediff1d(m),
  'np.ediff1d(k, to_end=[5, 6], to_begin=-1)': () => np.ediff1d(k, { toEnd: [5, 6], toBegin: -1 }),
  'np.unwrap(v)': () => np.unwrap(v),
  'np.unwrap(m * 2, axis=0)': () => np.unwrap(m.multiply(2), { axis: 0 }),
  'np.unwrap([0, 3, 6, 1, 4, 9, 1], period=8)': () => np.unwrap([0, 3, 6, 1, 4, 9, 1], { period: 8 }),
  'np.unwrap(v * 3, discont=5)': () => np.unwrap(v.multiply(3), { discont: 5 }),
  'np.vdot(m, m[::-1])': () => np.vdot(m, m.slice('::-1')),
  'np.i0([0.0, -0.5, 3, 7.99, 8, 8.01, 50, inf])': () => np.i0([0, -0.5, 3, 7.99, 8, 8.01, 50, np.inf]),
  'np.kaiser(7, 5)': () => np.kaiser(7, 5),
  'np.kaiser(1, 3)': () => np.kaiser(1, 3),
  'np.poly([1, -2, 0.5])': () => np.poly([1, -2, 0.5]),
  'np.polydiv([1, 5, 2, -8], [2, 1])[0]': async () => (await np.polydiv([1, 5, 2, -8], [2, 1])).quotient,
  'np.polydiv([1, 5, 2, -8], [2, 1])[1]': async () => (await np.polydiv([1, 5, 2, -8], [2, 1])).remainder,
  'np.polydiv([1, 0, -1], [1, 1])[1]': async () => (await np.polydiv([1, 0, -1], [1, 1])).remainder,
  'np.polydiv([1, 2], [1, 2, 3])[0]': async () => (await np.polydiv([1, 2], [1, 2, 3])).quotient,
  'np.polydiv([1, 2], [1, 2, 3])[1]': async () => (await np.polydiv([1, 2], [1, 2, 3])).remainder,
  'np.roll(m, (1, -1), axis=(0, 1))': () => np.roll(m, [1, -1], { axis: [0, 1] }),
  'np.roll(m, (1, 2))': () => np.roll(m, [1, 2]),
  'np.roll(m, 1, axis=(1, 0))': () => np.roll(m, 1, { axis: [1, 0] }),
  'np.roll(m, (1, 2), axis=1)': () => np.roll(m, [1, 2], { axis: 1 }),
  'np.repeat(v[:3], [2, 0, 3])': () => np.repeat(v.slice(':3'), [2, 0, 3]),
  'np.repeat(m, [1, 2, 0, 1], axis=1)': () => np.repeat(m, [1, 2, 0, 1], { axis: 1 }),
  'np.repeat(k, [2], axis=0)': () => np.repeat(k, [2], { axis: 0 }),
  'np.trace(m)': () => np.trace(m),
  'np.mgrid[0:2, 1:4]': () => np.mgrid(2, [1, 4]),
  'np.mgrid[0:1:0.25, 3:0:-1]': () => np.mgrid([0, 1, 0.25], [3, 0, -1]),
  'np.stack(np.broadcast_arrays(*np.ogrid[0:2, 1:4]))': () => np.stack(np.broadcastArrays(...np.ogrid(2, [1, 4]))),
  'np.vectorize(lambda a, b: a - b if a > b else 0.0)(m, 2)': () => np.vectorize((a, b) => (a > b ? a - b : 0))(m, 2),
  '[np.finfo(np.float32).eps, np.finfo(np.float32).max, np.finfo(np.float32).tiny, np.finfo(float).eps, np.finfo(float).min]':
    () => {
      const [short, long] = [np.finfo('float32'), np.finfo(v)];
      return np.asarray([short.eps, short.max, short.smallestNormal, long.eps, long.min]);
    },
  '[np.finfo(float).tiny, np.finfo(float).max]': () => np.asarray([np.finfo('float64').smallestNormal, np.finfo('float64').max]),
  '[np.iinfo(np.int32).max, np.iinfo(np.int32).min, np.iinfo(np.uint8).max, np.iinfo(np.uint8).min]': () => {
    const [wide, byte] = [np.iinfo('int32'), np.iinfo('uint8')];
    return np.asarray([wide.max, wide.min, byte.max, byte.min]);
  },
  'np.histogram_bin_edges(v, 4)': () => np.histogramBinEdges(v, { bins: 4 }),
  'np.histogram_bin_edges(v, 2, range=(0, 5))': () => np.histogramBinEdges(v, { bins: 2, range: [0, 5] }),
  'np.histogram2d(v, w, 3)[0]': () => np.histogram2d(v, w, { bins: 3 }).counts,
  'np.histogram2d(v, w, 3)[2]': () => np.histogram2d(v, w, { bins: 3 }).edges[1],
  'np.histogram2d(v, w, [[-2, 0, 3, 4], 2], density=True)[0]': () =>
    np.histogram2d(v, w, { bins: [[-2, 0, 3, 4], 2], density: true }).counts,
  'np.histogram2d(v, w, [2, 3], range=[(0, 4), (0, 3)], weights=w)[0]': () =>
    np.histogram2d(v, w, {
      bins: [2, 3],
      range: [
        [0, 4],
        [0, 3],
      ],
      weights: w,
    }).counts,
  'np.histogramdd(m.T, 2)[0]': () => np.histogramdd(m.T, { bins: 2 }).counts,
  'np.histogramdd(m.T, [2, 1, 3])[1][2]': () => np.histogramdd(m.T, { bins: [2, 1, 3] }).edges[2],
  'np.gcd(k, [[6], [-12]])': () => np.gcd(k, [[6], [-12]]),
  'np.gcd([0, 0, -7, 2**62, 6 * 10**11, 2**40], [0, 5, 0, 2**40, 9 * 10**10, 3])': () =>
    np.gcd([0, 0, -7, 2n ** 62n, 6e11, 2 ** 40], [0, 5, 0, 2 ** 40, 9e10, 3]),
  'np.lcm(k, [[6], [-12]])': () => np.lcm(k, [[6], [-12]]),
  'np.lcm([0, 0, -7, 21], [0, 5, 2, 6])': () => np.lcm([0, 0, -7, 21], [0, 5, 2, 6]),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='inverted_cdf')": () =>
    np.quantile(m, shares, { method: 'invertedCdf' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='averaged_inverted_cdf')": () =>
    np.quantile(m, shares, { method: 'averagedInvertedCdf' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='closest_observation')": () =>
    np.quantile(m, shares, { method: 'closestObservation' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='interpolated_inverted_cdf')": () =>
    np.quantile(m, shares, { method: 'interpolatedInvertedCdf' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='hazen')": () =>
    np.quantile(m, shares, { method: 'hazen' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='weibull')": () =>
    np.quantile(m, shares, { method: 'weibull' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='median_unbiased')": () =>
    np.quantile(m, shares, { method: 'medianUnbiased' }),
  "np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='normal_unbiased')": () =>
    np.quantile(m, shares, { method: 'normalUnbiased' }),
};

sameAsNumpy(t, calls, 'routines');

t.test('what writing does not take', async (t) => {
  t.throws(() => np.put(np.zeros([2]), [0.5], 1), { name: 'DTypeError' });
  t.throws(() => np.put(np.zeros([2]), [0], []), { name: 'ArgumentError' });
  await t.rejects(np.put(np.zeros([2]), [2], 1).data(), { name: 'IndexError' });
  t.throws(() => np.putAlongAxis(np.zeros([2, 2]), [0], 1), { name: 'ShapeError' });
  t.throws(() => np.place(np.zeros([2]), [true], 1), { name: 'ShapeError' });
  t.throws(() => np.place(np.zeros([1]), [true], []), { name: 'ArgumentError' });
  t.throws(() => np.putmask(np.zeros([2]), [[true, true, true]], 1), { name: 'ShapeError' });
  t.throws(() => np.copyto(np.zeros([2]), [1, 2, 3]), { name: 'ShapeError' });
  t.throws(() => np.copyto(np.broadcastTo(1, [2]), 1), { name: 'ArgumentError' });
  t.throws(() => np.choose([0], []), { name: 'ArgumentError' });
  await t.rejects(np.choose([1], [5]).data(), { name: 'IndexError' });
});

t.test('what orders do not take', (t) => {
  t.throws(() => np.lexsort(np.zeros([3])), { name: 'ArgumentError' });
  t.throws(() => np.lexsort([[1, 2], [3]]), { name: 'ShapeError' });
  t.throws(() => np.partition([1, 2], 2), { name: 'ArgumentError' });
  t.throws(() => np.argpartition([1, 2], 0.5), { name: 'ArgumentError' });
  t.end();
});

t.test('what blocks, places and polynomials do not take', async (t) => {
  t.throws(() => np.block([]), { name: 'ArgumentError' });
  t.throws(() => np.block([[1], 2]), { name: 'ArgumentError' });
  t.throws(() => np.block([[np.ones([2, 2])], [np.ones([1, 3])]]), { name: 'ShapeError' });
  t.same(np.resize([], 0).shape, [0]);
  await t.rejects(np.trimZeros([[1]], { axis: 2 }), { name: 'IndexError' });
  t.throws(() => np.piecewise([1], [[true]], []), { name: 'ArgumentError' });
  t.throws(() => np.broadcastShapes([2], [3]), { name: 'ShapeError' });
  t.throws(() => np.ix([[1]]), { name: 'ShapeError' });
  t.throws(() => np.ix([0.5]), { name: 'DTypeError' });
  t.throws(() => np.vdot([1], [1, 2]), { name: 'ShapeError' });
  t.throws(() => np.kaiser(-1, 1), { name: 'ArgumentError' });
  t.throws(() => np.poly([[1]]), { name: 'ShapeError' });
  t.same(await np.poly([]).tolist(), [1], 'no roots');
  await t.rejects(np.polydiv([1], [0, 1]), { name: 'ArgumentError' });
  t.equal(np.i0(np.asarray([1], { dtype: 'float32' })).dtype, np.float32);
  t.equal(np.unwrap(np.asarray([1n, 2n])).dtype, np.float64);
});

t.test('what shifts, counts, grids and limits do not take', async (t) => {
  t.throws(() => np.roll(m, [1, 2, 3], { axis: [0, 1] }), { name: 'ArgumentError' });
  t.throws(() => np.roll(m, [0.5]), { name: 'ArgumentError' });
  t.throws(() => np.repeat([1, 2], [1, 2, 3]), { name: 'ArgumentError' });
  t.throws(() => np.repeat([1, 2], [1, -1]), { name: 'ArgumentError' });
  t.throws(() => np.ogrid(), { name: 'ArgumentError' });
  t.throws(() => np.mgrid([0, 1, 0]), { name: 'ArgumentError' });
  t.throws(() => np.finfo('int32'), { name: 'DTypeError', message: /iinfo/ });
  t.throws(() => np.iinfo('float32'), { name: 'DTypeError', message: /finfo/ });
  t.equal(np.iinfo('int64').max, 2n ** 63n - 1n);
  t.equal(np.mgrid(2).dtype, np.int64);
  await t.rejects(np.vectorize(() => 1, { compile: false })(), { name: 'ArgumentError' });
  t.throws(() => np.vectorize((a, b) => a + b)([1, 2], [1, 2, 3]), { name: 'ShapeError' });
});

t.test('what histograms of several axes do not take', (t) => {
  t.throws(() => np.histogramdd([1, 2]), { name: 'ShapeError' });
  t.throws(() => np.histogram2d([1, 2], [1]), { name: 'ShapeError' });
  t.throws(() => np.histogram2d([1], [1], { bins: [1, 2, 3] }), { name: 'ArgumentError' });
  t.throws(() => np.histogram2d([1], [1], { range: [[0, 1]] }), { name: 'ArgumentError' });
  t.throws(() => np.histogram2d([1], [1], { bins: 0 }), {
    name: 'ArgumentError',
    message: /histogram2d: expected at least 1 bin/,
  });
  t.throws(() => np.histogram2d([1], [1], { bins: [[1], 1] }), { name: 'ShapeError' });
  t.throws(() => np.histogram2d([1], [1], { weights: [1, 2] }), { name: 'ShapeError' });
  t.end();
});

t.test('divisors of each integer dtype, on every device', async (t) => {
  for (const dtype of ['uint8', 'int32', 'int64'] as const) {
    const x = np.asarray([12, 18, 0, 7, 200], { dtype });
    const found = np.gcd(x, 8);
    t.equal(found.dtype.name, dtype);
    t.same(await found.astype('float64').tolist(), [4, 2, 8, 1, 8]);
    t.same(
      await np
        .lcm(x, np.asarray([2], { dtype }))
        .astype('float64')
        .tolist(),
      [12, 18, 0, 14, 200],
    );
  }
  t.same(await np.gcd(np.asarray([-(2n ** 63n)]), [0n]).tolist(), [-(2n ** 63n)], 'wraps');
  t.throws(() => np.gcd([1.5], [2]), { name: 'DTypeError' });
  t.throws(() => np.lcm(v, k), { name: 'DTypeError', message: /astype/ });
  t.throws(() => np.gcd(np.asarray([true]), np.asarray([true])), { name: 'DTypeError' });
  t.throws(() => np.gcd([1, 2], [1, 2, 3]), { name: 'ShapeError' });
});
