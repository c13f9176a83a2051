/** NumPy's parameters of functions that arrange, choose and count, against NumPy (test/golden/numpy), and what these functions refuse. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, w, m, x3, k, g } = sampleArrays();
const three = w.slice('0:3');
const [head, tail] = [m.slice(':', '0:3'), m.slice(':', '1:')];
const choices = [v.slice('0:3'), three];
const outside = np.asarray([5n, 0n, -1n]);
const off = [
  [7n, -1n],
  [1n, 9n],
];
const weights = [0.5, 2, 1, 1.5];
const only = (x: np.NDArray | np.NDArray[], i: number): np.NDArray => (x as np.NDArray[])[i];
/** Calls with more arguments by place than the types of functions have. */
const loose = np as unknown as Record<string, (...given: unknown[]) => np.NDArray>;

/** By NumPy's call. */
const calls: Calls = {
  'np.concat([k, k], dtype=np.float32)': () => np.concat([k, k].map((x) => x.astype('float32'))),
  'np.stack([v, w], axis=1, dtype=np.float32)': () => np.stack([v, w], { axis: 1, dtype: 'float32' }),
  'np.hstack([v, w], dtype=np.float32)': () => np.hstack([v, w], { dtype: 'float32' }),
  'np.vstack([k, k], dtype=np.float64)': () => np.vstack([k, k], { dtype: 'float64' }),
  'np.atleast_2d(v, k)[0]': () => only(np.atleast2d(v, k), 0),
  'np.atleast_3d(v, k)[1]': () => only(np.atleast3d(v, k), 1),
  'np.atleast_1d(3.0, k)[0]': () => only(np.atleast1d(3, k), 0),
  'np.piecewise(v, [v < 0, v > 3], [-1, 1, 0.5])': () => np.piecewise(v, [v.less(0), v.greater(3)], [-1, 1, 0.5]),
  'np.piecewise(v, [v < 0, v > 3], [lambda x: -x, lambda x: x * 2, lambda x: x + 10])': () =>
    np.piecewise(v, [v.less(0), v.greater(3)], [(x) => x.negative(), (x) => x.mul(2), (x) => x.add(10)]),
  'np.argsort(m, 0, "stable")': () => loose.argsort(m, 0, 'stable'),
  'np.sort(m, kind="heapsort")': () => np.sort(m, { kind: 'heapsort' }),
  'np.partition(v, 3, kind="introselect")[3]': () => np.partition(v, 3, { kind: 'introselect' }).slice(3),
  'np.diagonal(t, 1, 0, 2)': () => loose.diagonal(x3, 1, 0, 2),
  'np.diagonal(t, axis1=2, axis2=1)': () => np.diagonal(x3, { axis1: 2, axis2: 1 }),
  'np.diagonal(t)': () => x3.diagonal(),
  'np.diagonal(t, -1)': () => np.diagonal(x3, -1),
  'np.linalg.diagonal(t)': () => np.linalg.diagonal(x3),
  'np.linalg.diagonal(t, offset=2)': () => np.linalg.diagonal(x3, { offset: 2 }),
  'np.trace(t)': () => x3.trace(),
  'np.linalg.trace(t)': () => np.linalg.trace(x3),
  'np.linalg.trace(t * 1j).imag': () => np.imag(np.linalg.trace(x3.multiply({ re: 0, im: 1 }))),
  'np.diagonal(t * 1j).imag': () => np.imag(np.diagonal(x3.multiply({ re: 0, im: 1 }))),
  'np.einsum("kiik->k", np.ones((2, 3, 3, 2)) * np.arange(3.0)[:, None])': () =>
    np.einsum('kiik->k', np.ones([2, 3, 3, 2]).multiply(np.arange(3).reshape(3, 1))),
  'done(np.fill_diagonal, np.zeros((3, 3, 3)), 4)': () => np.fillDiagonal(np.zeros([3, 3, 3]), 4),
  'done(np.fill_diagonal, np.zeros((2, 2, 2, 2)), [5, 6])': () => np.fillDiagonal(np.zeros([2, 2, 2, 2]), [5, 6]),
  'done(np.fill_diagonal, np.zeros((3, 3)), [5, 6])': () => np.fillDiagonal(np.zeros([3, 3]), [5, 6]),
  'done(np.fill_diagonal, np.zeros((3, 3)), [[1, 2], [3, 4]])': () =>
    np.fillDiagonal(np.zeros([3, 3]), [
      [1, 2],
      [3, 4],
    ]),
  'np.tril([1.0, 2.0, 3.0])': () => np.tril([1, 2, 3]),
  'np.triu([1.0, 2.0, 3.0], 1)': () => np.triu([1, 2, 3], 1),
  'np.rint(k)': () => np.rint(k),
  'np.rint(t)': () => np.rint(x3),
  'np.fix(k)': () => np.fix(k),
  'np.trace(t, 1, 1, 2)': () => loose.trace(x3, 1, 1, 2),
  'np.trace(t, axis1=0, axis2=2)': () => np.trace(x3, { axis1: 0, axis2: 2, out: np.zeros([3]) }),
  'np.trace(k, dtype=np.float32)': () => np.trace(k, { dtype: 'float32' }),
  'np.cross(m[:, :3].T, m[:, 1:].T, axisa=0, axisb=0)': () => np.cross(head.T, tail.T, { axisa: 0, axisb: 0 }),
  'np.cross(m[:, :3], m[:, 1:].T, axisa=1, axisb=0, axisc=0)': () => np.cross(head, tail.T, { axisa: 1, axisb: 0, axisc: 0 }),
  'np.interp([-190, 0, 77, 350.5, 720], [190, -190, 350, -350], [5, 10, 3, 4], period=360)': () =>
    np.interp([-190, 0, 77, 350.5, 720], [190, -190, 350, -350], [5, 10, 3, 4], { period: 360 }),
  'np.interp([1.5, -2.0], [1.0, 2.0, 0.5], [3.0, 4.0, 5.0], left=9, period=2.5)': () =>
    np.interp([1.5, -2], [1, 2, 0.5], [3, 4, 5], { left: 9, period: 2.5 }),
  'np.meshgrid(v, w[:3], sparse=True)[0]': () => np.meshgrid(v, three, { sparse: true })[0],
  'np.meshgrid(v, w[:3], sparse=True, indexing="ij")[1]': () => np.meshgrid(v, three, { sparse: true, indexing: 'ij' })[1],
  'np.meshgrid(v, w[:3], copy=True)[1]': () => np.meshgrid(v, three, { copy: true })[1].addAssign(0),
  'np.indices((2, 3), dtype=np.int32)': () => np.indices([2, 3], 'int32'),
  'np.indices((2, 3), sparse=True)[1]': () => np.indices([2, 3], { sparse: true })[1],
  'np.take(v, [9, -1, 3, -20], mode="wrap")': () => np.take(v, [9, -1, 3, -20], { mode: 'wrap' }),
  'np.take(m, [9, -1, 3], axis=1, mode="clip")': () => np.take(m, [9, -1, 3], 1, { mode: 'clip' }),
  'np.choose([5, 0, -1], [v[:3], w[:3]], mode="wrap")': () => np.choose(outside, choices, { mode: 'wrap' }),
  'np.choose([5, 0, -1], [v[:3], w[:3]], mode="clip")': () => np.choose(outside, choices, { mode: 'clip' }),
  'np.ravel_multi_index(([7, -1], [1, 9]), (3, 4), mode="wrap")': () => np.ravelMultiIndex(off.map(ints), [3, 4], 'wrap'),
  'np.ravel_multi_index(([7, -1], [1, 9]), (3, 4), mode=("wrap", "clip"))': () =>
    np.ravelMultiIndex(off.map(ints), [3, 4], { mode: ['wrap', 'clip'] }),
  'done(np.put, v, [9, -1], [7, 8], "wrap")': () => np.put(v.copy(), [9, -1], [7, 8], 'wrap'),
  'done(np.put, v, [9, -1], [7, 8], "clip")': () => np.put(v.copy(), [9, -1], [7, 8], { mode: 'clip' }),
  'done(np.fill_diagonal, np.zeros((7, 3)), 4, True)': () => np.fillDiagonal(np.zeros([7, 3]), 4, true),
  'done(np.fill_diagonal, np.zeros((7, 3)), [1, 2, 3], True)': () => np.fillDiagonal(np.zeros([7, 3]), [1, 2, 3], { wrap: true }),
  'np.all(m > 0, 1, where=m < 4)': () => np.all(m.greater(0), 1, { where: m.less(4) }),
  'np.any(m > 4, axis=0, where=[True, True, False, False])': () =>
    np.any(m.greater(4), { axis: 0, where: [true, true, false, false] }),
  'np.array([np.array_equal(g, g), np.array_equal(g, g, equal_nan=True), np.array_equal(g, v, True)])': () =>
    np.stack([np.arrayEqual(g, g), np.arrayEqual(g, g, { equalNan: true }), np.arrayEqual(g, v, true)]),
  'np.angle(v, deg=True)': () => np.angle(v, { deg: true }),
  'np.angle(np.array([1j, -1 + 1j]), True)': () => np.angle(np.complex([0, -1], [1, 1]), true),
  'np.polyder(v, 2)': () => np.polyder(v, 2),
  'np.polyder(v[:2], 3)': () => np.polyder(v.slice('0:2'), { m: 3 }),
  'np.polyint(v, 2)': () => np.polyint(v, 2),
  'np.polyint(v, m=3, k=[1, 2, 3])': () => np.polyint(v, { m: 3, k: [1, 2, 3] }),
  'np.polyint(v, 2, 5)': () => loose.polyint(v, 2, 5),
  'np.setdiff1d(v, [4.0, 2.0], True)': () => np.setdiff1d(v, [4, 2], true) as unknown as Promise<np.NDArray>,
  'np.setxor1d(v, [4.0, 99.0], assume_unique=True)': async () => await np.setxor1d(v, [4, 99], { assumeUnique: true }),
  'np.intersect1d(v, [4.0, 99.0, 2.0], True)': async () => await np.intersect1d(v, [4, 99, 2], { assumeUnique: true }),
  'np.isin(v, [4.0, 2.0], assume_unique=True, kind="sort")': () => np.isin(v, [4, 2], { assumeUnique: true, kind: 'sort' }),
  'np.tri(2, 3, 1, dtype=np.int32)': () => np.tri(2, 3, { k: 1, dtype: 'int32' }),
  'np.average(m, axis=1, weights=[1, 2, 3, 4], returned=True)[1]': () =>
    np.average(m, 1, { weights: [1, 2, 3, 4], returned: true })[1],
  'np.average(m, axis=0, returned=True)[1]': () => np.average(m, { axis: 0, returned: true })[1],
  'np.cov(m, bias=True)': () => np.cov(m, { bias: true }),
  'np.cov(m, fweights=[1, 2, 3, 1])': () => np.cov(m, { fweights: [1, 2, 3, 1] }),
  'np.cov(m, aweights=[0.5, 2, 1, 1.5])': () => np.cov(m, { aweights: weights }),
  'np.cov(m, fweights=[1, 2, 3, 1], aweights=[0.5, 2, 1, 1.5], ddof=0)': () =>
    np.cov(m, { fweights: [1, 2, 3, 1], aweights: weights, ddof: 0 }),
  'np.cov(v, aweights=w)': () => np.cov(v, { aweights: w }),
  'np.cov(m, dtype=np.float32)': () => np.cov(m, { dtype: 'float32' }),
  'np.corrcoef(m, dtype=np.float32)': () => np.corrcoef(m, { dtype: 'float32' }),
  'np.digitize([1, 2.5, 4], [1, 2.5, 4], True)': () => loose.digitize([1, 2.5, 4], [1, 2.5, 4], true),
};

function ints(list: readonly bigint[]): np.NDArray {
  return np.asarray([...list]);
}

sameAsNumpy(t, calls, 'options-arranging');

t.test('what does not fit is refused', async (t) => {
  const code = 'ERR_ARGUMENT';
  t.throws(() => np.sort(v, { kind: 'bubble' as never }), { code, message: /kind: expected "quicksort" or/ });
  t.throws(() => np.partition(v, 1, { kind: 'stable' as never }), { code, message: /kind: expected "introselect"/ });
  t.throws(() => np.concat([v, w], { dtype: 'int32' }), { code: 'ERR_DTYPE', message: /^concat: a float64 result/ });
  t.throws(() => np.stack([v, w], { dtype: 'float32', out: np.zeros([2, 7]) }), { code, message: /expected out or dtype/ });
  t.throws(() => np.atleast1d(), { code, message: /at least 1 argument/ });
  t.throws(() => np.piecewise(v, [v.less(0)], [1, 2, 3]), { code, message: /a piece for each of 1 conditions, got 3/ });
  t.throws(() => np.piecewise(v, [v.less(0)], [1, 2], 3), { code, message: /got 2/ });
  t.throws(() => np.diagonal(x3, { axis1: 1, axis2: 1 }), { code: 'ERR_INDEX', message: /named twice/ });
  t.throws(() => np.take(v, [1], { mode: 'around' as never }), { code, message: /mode: expected "raise" or "wrap" or "clip"/ });
  t.throws(() => np.polyint(v, { m: 3, k: [1] }), { code, message: /3 constants, got 1/ });
  t.throws(() => np.interp([1], [1, 2], [1, 2], { period: 0 }), { code, message: /period other than 0/ });
  t.throws(() => np.cov(m, { fweights: [1, 2] }), { code: 'ERR_SHAPE', message: /fweights of shape/ });
  t.throws(() => np.cov(m, { dtype: 'int32' }), { code: 'ERR_DTYPE' });
  t.throws(() => np.cov(np.complex(v, v), { aweights: w }), { code, message: /aweights is not taken for complex/ });
});

t.test('complex arrays', async (t) => {
  const z = np.complex([3, 1], [1, 2]);
  t.same(
    await np
      .concat([z, z], { dtype: 'complex64' as never })
      .slice(3)
      .item(),
    { re: 1, im: 2 },
  );
  const [mean, total] = np.average(z, { weights: [1, 3], returned: true });
  t.same(await mean.item(), { re: 1.5, im: 1.75 });
  t.equal(await total.item(), 4);
  t.same(await np.take(z, [5], { mode: 'wrap' }).tolist(), [{ re: 1, im: 2 }]);
  t.ok(await np.arrayEqual(np.complex([NaN], [1]), np.complex([NaN], [1]), { equalNan: true }).item());
  t.same(np.meshgrid(z, v, { sparse: true })[0].shape, [1, 2]);
  t.throws(() => np.setdiff1d(z, z, true), { code: 'ERR_ARGUMENT', message: /assumeUnique is not taken for complex/ });
});

t.test('lazy arrays', async (t) => {
  const chosen = v.compress(v.greater(2));
  t.same(await np.take(chosen, [4], { mode: 'wrap' }).tolist(), [4]);
  t.same(await np.take(v, chosen.astype('int64'), { mode: 'clip' }).tolist(), [1.25, -0, 2]);
  t.equal(await np.any(chosen.greater(5), { where: chosen.less(5) }).item(), false);
  t.same(await np.sort(chosen, { kind: 'stable' }).tolist(), [3, 4, 9.5]);
});
