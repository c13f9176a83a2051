/** What scripts in NumPy use besides, against what NumPy gives for the same calls (test/golden/numpy). */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { nan, inf } = np;
const { v, w, m, x3, k, g, xp, fp } = sampleArrays();
const places = (list: readonly number[]): np.NDArray => np.asarray(list, { dtype: 'int64' });
const square = m.slice(':', ':3');

const cases: Calls = {
  "np.einsum('ij,kj->ik', m, m)": () => np.einsum('ij,kj->ik', m, m),
  "np.einsum('ij,kj', m, m)": () => np.einsum('ij,kj', m, m),
  "np.einsum('ij->ji', m)": () => np.einsum('ij->ji', m),
  "np.einsum('ij->', m)": () => np.einsum('ij->', m),
  "np.einsum('ii->i', m[:, :3])": () => np.einsum('ii->i', square),
  "np.einsum('ii', m[:, :3])": () => np.einsum('ii', square),
  "np.einsum('i,j->ij', fp, w)": () => np.einsum('i,j->ij', fp, w),
  "np.einsum('i,i', v, w)": () => np.einsum('i,i', v, w),
  "np.einsum('ij,ij->j', m, m)": () => np.einsum('ij, ij -> j', m, m),
  "np.einsum('tij,kj->tki', t, m)": () => np.einsum('tij,kj->tki', x3, m),
  "np.einsum('tij,tij->t', t, t)": () => np.einsum('tij,tij->t', x3, x3),
  "np.einsum('...ij,...j->...i', t, m[0])": () => np.einsum('...ij,...j->...i', x3, m.slice(0)),
  "np.einsum('...j,...j->...', t, m)": () => np.einsum('...j,...j->...', x3, m),
  "np.einsum('i...->...', t)": () => np.einsum('i...->...', x3),
  "np.einsum('ij,jk,kl->il', m[:, :3], m, m.T)": () => np.einsum('ij,jk,kl->il', square, m, m.T),
  "np.einsum('ij,ik,il->jkl', m, m, m)": () => np.einsum('ij,ik,il->jkl', m, m, m),
  "np.einsum('bij,bjk->bik', t, np.swapaxes(t, 1, 2))": () => np.einsum('bij,bjk->bik', x3, np.swapaxes(x3, 1, 2)),
  "np.einsum('ij,jk->ik', k, k.T)": () => np.einsum('ij,jk->ik', k, k.T),
  "np.einsum('i,ij,j->', w[:3], m, v[:4])": () => np.einsum('i,ij,j->', w.slice(':3'), m, v.slice(':4')),
  "np.einsum('ij,kl->', m, k)": () => np.einsum('ij,kl->', m, k),
  'np.histogram(v)[0]': () => np.histogram(v).counts,
  'np.histogram(v)[1]': () => np.histogram(v).edges,
  'np.histogram(v, 4)[0]': () => np.histogram(v, { bins: 4 }).counts,
  'np.histogram(v, [-2, 0, 2, 9.5])[0]': () => np.histogram(v, { bins: [-2, 0, 2, 9.5] }).counts,
  'np.histogram(v, 5, range=(0, 5))[0]': () => np.histogram(v, { bins: 5, range: [0, 5] }).counts,
  'np.histogram(m, 6, density=True)[0]': () => np.histogram(m, { bins: 6, density: true }).counts,
  'np.histogram(v, 4, weights=w)[0]': () => np.histogram(v, { bins: 4, weights: w }).counts,
  'np.histogram([2.0, 2.0], 3)[1]': () => np.histogram([2, 2], { bins: 3 }).edges,
  'np.histogram(k, 3)[0]': () => np.histogram(k, { bins: 3 }).counts,
  'np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], 10, range=(0, 1))[0]': () =>
    np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], { bins: 10, range: [0, 1] }).counts,
  'np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], [0, 0.2, 0.3, 0.3, 1])[0]': () =>
    np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], { bins: [0, 0.2, 0.3, 0.3, 1] }).counts,
  'np.bincount([1, 3, 1, 0, 5])': () => np.bincount([1, 3, 1, 0, 5]),
  'np.bincount([1, 2], minlength=5)': () => np.bincount([1, 2], { minlength: 5 }),
  'np.bincount([1, 3, 1], weights=[0.5, 2, 0.25])': () => np.bincount([1, 3, 1], { weights: [0.5, 2, 0.25] }),
  'at(np.add, v, [0, 2, 2, -1], [1, 2, 3, 4])': () => v.copy().addAt([0, 2, 2, -1], [1, 2, 3, 4]),
  'at(np.add, v, [5, 5, 4], 0.5)': () => np.addAt(v.copy(), [5, 5, 4], 0.5),
  'at(np.add, k, [1, 1, 0], [[1], [2], [3]])': () => np.addAt(k.copy(), [1, 1, 0], [[1n], [2n], [3n]]),
  'at(np.add, m, ([0, 2, -1, 0], [1, 3, -1, 1]), [1, 2, 3, 4])': () =>
    np.addAt(m.copy(), [places([0, 2, -1, 0]), places([1, 3, -1, 1])], [1, 2, 3, 4]),
  'at(np.add, m.T, [3, 0, 3], m[:, 0][:, None])': () => {
    const x = m.copy().T;
    return x.addAt([3, 0, 3], m.slice(':', ':1'));
  },
  'at(np.multiply, v, [[0, 1], [1, 0]], [[2, 3], [4, nan]])': () =>
    np.multiplyAt(
      v.copy(),
      [
        [0, 1],
        [1, 0],
      ],
      [
        [2, 3],
        [4, nan],
      ],
    ),
  'at(np.minimum, g, [0, 1, 0], [1.5, -1, nan])': () => np.minimumAt(g.copy(), [0, 1, 0], [1.5, -1, nan]),
  'at(np.maximum, k, [0, 1, 0], k[[1, 0, 0]])': () => np.maximumAt(k.copy(), [0, 1, 0], k.take([1, 0, 0], { axis: 0 })),
  'np.polyadd([1, 2], [3, 0, 1])': () => np.polyadd([1, 2], [3, 0, 1]),
  'np.polysub([3, 0, 1], [1, 2])': () => np.polysub([3, 0, 1], [1, 2]),
  'np.polymul([1, 2, 3], [4, 5])': () => np.polymul([1, 2, 3], [4, 5]),
  'np.polyder([1.5, 2, 3, 4])': () => np.polyder([1.5, 2, 3, 4]),
  'np.polyder([7])': () => np.polyder([7]),
  'np.polyint([3, 2, 1])': () => np.polyint([3, 2, 1]),
  'np.polyint([3, 2, 1], k=4)': () => np.polyint([3, 2, 1], { k: 4 }),
  'np.polyfit(xp, fp, 2)': () => np.polyfit(xp, fp, 2),
  'np.polyfit(w, v, 3)': () => np.polyfit(w, v, 3),
  'np.polyfit(w, v, 1, w=[1, 2, 3, 4, 3, 2, 1])': () => np.polyfit(w, v, 1, { w: [1, 2, 3, 4, 3, 2, 1] }),
  'np.polyfit([0, 1, 2, 5], m.T, 1)': () => np.polyfit([0, 1, 2, 5], m.T, 1),
  'np.arcsinh([0.0, -0.0, 1e-9, -0.5, 3, 1e200, -inf, nan])': () => np.asinh([0, -0, 1e-9, -0.5, 3, 1e200, -inf, nan]),
  'np.arccosh([1, 1 + 1e-9, 2, 1e9, 1e300, inf, 0.5])': () => np.acosh([1, 1 + 1e-9, 2, 1e9, 1e300, inf, 0.5]),
  'np.arctanh([0.0, -0.0, 1e-9, -0.5, 0.999, 1, -1, 2])': () => np.atanh([0, -0, 1e-9, -0.5, 0.999, 1, -1, 2]),
  'np.cbrt([27.0, -8, 0.0, -0.0, 2, 1e300, -1e-300, inf, nan])': () => np.cbrt([27, -8, 0, -0, 2, 1e300, -1e-300, inf, nan]),
  'np.fmod([7, -7, 5.5, -5.5, 1], [3, 3, -2, -2, inf])': () => np.fmod([7, -7, 5.5, -5.5, 1], [3, 3, -2, -2, inf]),
  'np.fmod(k, 4)': () => np.fmod(k, 4),
  'np.stack(np.divmod(v, 1.5))': () => np.stack(np.divmod(v, 1.5)),
  'np.stack(np.modf([3.5, -1.25, inf, nan]))': () => np.stack(np.modf([3.5, -1.25, inf, nan])),
  'np.logaddexp2(v, w)': () => np.logaddexp2(v, w),
  'np.isposinf([inf, -inf, 1, nan])': () => np.isposinf([inf, -inf, 1, nan]),
  'np.isneginf([inf, -inf, 1, nan])': () => np.isneginf([inf, -inf, 1, nan]),
  'np.nancumsum(g, axis=1)': () => np.nancumsum(g, { axis: 1 }),
  'np.nancumprod(g, axis=0)': () => np.nancumprod(g, { axis: 0 }),
  'np.nanargmin([nan, 3, 1, nan])': () => np.nanargmin([nan, 3, 1, nan]),
  'np.nanargmax(g[[0, 2]], axis=1)': () => np.nanargmax(g.slice('::2'), { axis: 1 }),
  'np.nanmedian(g, axis=1)': () => np.nanmedian(g, { axis: 1 }),
  'np.nanmedian(g)': () => np.nanmedian(g),
  'np.nanmedian(k, axis=0)': () => np.nanmedian(k, { axis: 0 }),
  'np.nanquantile(g, 0.3, axis=0)': () => np.nanquantile(g, 0.3, { axis: 0 }),
  'np.nanquantile(t, 0.7, axis=(0, 2), keepdims=True)': () => np.nanquantile(x3, 0.7, { axis: [0, 2], keepdims: true }),
  'np.nanpercentile(g, 80)': () => np.nanpercentile(g, 80),
  'np.stack(np.unravel_index([[0, 5], [23, 7]], (2, 3, 4)))': () =>
    np.stack(
      np.unravelIndex(
        [
          [0, 5],
          [23, 7],
        ],
        [2, 3, 4],
      ),
    ),
  'np.ravel_multi_index(([1, 0], [2, 1], [3, 2]), (2, 3, 4))': () =>
    np.ravelMultiIndex(
      [
        [1, 0],
        [2, 1],
        [3, 2],
      ],
      [2, 3, 4],
    ),
  'np.indices((2, 3))': () => np.indices([2, 3]),
  'np.identity(3)': () => np.identity(3),
  'np.tri(3, 4, 1)': () => np.tri(3, { columns: 4, k: 1 }),
  'np.stack(np.triu_indices(4, 1))': () => np.stack(np.triuIndices(4, { k: 1 })),
  'np.stack(np.tril_indices(3, m=5, k=1))': () => np.stack(np.trilIndices(3, { columns: 5, k: 1 })),
  'np.delete(v, 2)': () => np.delete(v, 2),
  'np.delete(v, [0, -1, 0])': () => np.delete(v, [0, -1, 0]),
  'np.delete(m, 1, axis=0)': () => np.delete(m, 1, { axis: 0 }),
  'np.delete(m, [0, 3], axis=1)': () => np.delete(m, [0, 3], { axis: 1 }),
  'np.insert(v, 2, 99)': () => np.insert(v, 2, 99),
  'np.insert(v, -1, [8, 9])': () => np.insert(v, -1, [8, 9]),
  'np.insert(v, [1, 5, 1], [10, 20, 30])': () => np.insert(v, [1, 5, 1], [10, 20, 30]),
  'np.insert(m, 1, 5, axis=1)': () => np.insert(m, 1, 5, { axis: 1 }),
  'np.insert(m, 1, [1, 2, 3], axis=1)': () => np.insert(m, 1, [1, 2, 3], { axis: 1 }),
  'np.insert(m, 3, [1, 2, 3, 4], axis=0)': () => np.insert(m, 3, [1, 2, 3, 4], { axis: 0 }),
  'np.insert(m, [0, 2], [[1], [2], [3]], axis=1)': () => np.insert(m, [0, 2], [[1], [2], [3]], { axis: 1 }),
  'np.array_split(v, 3)[0]': () => np.arraySplit(v, 3)[0],
  'np.array_split(v, 3)[2]': () => np.arraySplit(v, 3)[2],
  'np.hsplit(m, 2)[1]': () => np.hsplit(m, 2)[1],
  'np.vsplit(m, [1])[1]': () => np.vsplit(m, [1])[1],
  'np.select([v < 0, v > 3], [-v, 10.0], 1)': () => np.select([v.less(0), v.greater(3)], [v.negative(), 10], 1),
  'np.select([v < 0, v > 3], [-v, 10.0], default=1)': () =>
    np.select([v.less(0), v.greater(3)], [v.negative(), 10], { default: 1 }),
  'np.select([v < 0], [-v], default=v)': () => np.select([v.less(0)], [v.negative()], { default: v }),
  'np.apply_along_axis(lambda s: s.max() - s.min(), 1, m)': () => np.applyAlongAxis((s) => s.max().subtract(s.min()), 1, m),
  'np.apply_along_axis(np.cumsum, 0, m)': () => np.applyAlongAxis((s) => np.cumulativeSum(s), 0, m),
  'np.apply_along_axis(lambda s: np.outer(s, s), 1, t[0])': () => np.applyAlongAxis((s) => np.outer(s, s), 1, x3.slice(0)),
  'np.hanning(7)': () => np.hanning(7),
  'np.hamming(6)': () => np.hamming(6),
  'np.blackman(7)': () => np.blackman(7),
  'np.bartlett(6)': () => np.bartlett(6),
  'np.hanning(1)': () => np.hanning(1),
};

sameAsNumpy(t, cases, 'ported');

t.test('dtypes', async (t) => {
  const narrow = np.asarray([1, 2, 3], { dtype: 'float32' });
  for (const [name, x] of Object.entries({
    einsum: np.einsum('i,i->i', narrow, narrow),
    asinh: np.asinh(narrow),
    cbrt: np.cbrt(narrow),
    nanmedian: np.nanmedian(narrow),
    insert: np.insert(narrow, 0, 1),
  }))
    t.equal(x.dtype, np.float32, name);
  t.equal(np.histogram(narrow).counts.dtype, np.int64);
  t.equal((await np.bincount([1, 2])).dtype, np.int64);
  t.equal(np.fmod(k, 4).dtype, np.int64);
});

t.test('nothing in', async (t) => {
  const none = np.zeros([0]);
  t.same(await np.histogram(none, { bins: 2 }).counts.tolist(), [0, 0]);
  t.same(await (await np.bincount(np.zeros([0], { dtype: 'int64' }), { minlength: 2 })).tolist(), [0, 0]);
  t.ok(Number.isNaN(Number(await np.nanmedian(none).item())));
  t.same(np.einsum('i,ij->j', none, np.zeros([0, 3])).shape, [3]);
  t.same(await np.delete(none, []).tolist(), []);
  t.same(await np.einsum('i->i', v).add(1).tolist(), await v.add(1).tolist());
});

t.test('what einsum gives is its own', async (t) => {
  const x = np.ones([2]);
  np.einsum('i->i', x).addAssign(1);
  t.same(await x.tolist(), [1, 1]);
});

t.test('what is wrong is said', async (t) => {
  t.throws(() => np.einsum('ij,jk', m), { name: 'ArgumentError', message: /subscripts/ });
  t.throws(() => np.einsum('i?', m), { name: 'ArgumentError' });
  t.throws(() => np.einsum('ij->ik', m), { name: 'ArgumentError', message: /'k'/ });
  t.throws(() => np.einsum('ij->ii', m), { name: 'ArgumentError' });
  t.throws(() => np.einsum('i', m), { name: 'ShapeError' });
  t.throws(() => np.einsum('ii', m), { name: 'ShapeError' });
  t.throws(() => np.einsum('i,i', v, fp), { name: 'ShapeError' });
  t.throws(() => np.histogram(v, { bins: 0 }), { name: 'ArgumentError' });
  t.throws(() => np.histogram(v, { range: [2, 1] }), { name: 'ArgumentError' });
  t.throws(() => np.histogram(v, { weights: [1] }), { name: 'ShapeError' });
  t.throws(() => np.histogram(v, { bins: [1] }), { name: 'ShapeError' });
  await t.rejects(np.bincount([-1]), { name: 'ArgumentError' });
  for (const x of [np.bincount(v), np.bincount([1, 0.5]), np.bincount(np.asarray([1, 0.5]))])
    await t.rejects(x, { name: 'ArgumentError', message: /integers of at least 0, got (-1.5|0.5)/ });
  t.same(await np.bincount(np.asarray([3, 1, 3])).tolist(), [0, 1, 0, 2], 'whole floats');
  t.throws(() => np.bincount(k), { name: 'ShapeError' });
  t.throws(() => np.polyfit(v, fp, 1), { name: 'ShapeError' });
  t.throws(() => np.polyadd(m, 1), { name: 'ShapeError' });
  t.throws(() => np.nanquantile(g, 2), { name: 'ArgumentError' });
  t.throws(() => np.ravelMultiIndex([[1]], [2, 3]), { name: 'ArgumentError' });
  t.same(
    await np
      .ravelMultiIndex(
        [
          [0, -1],
          [1, -3],
        ],
        [2, 3],
      )
      .tolist(),
    [1n, 3n],
    'from the end',
  );
  for (const at of [
    [2, 0],
    [0, 3],
    [-3, 0],
    [0, -4],
  ])
    await t.rejects(np.ravelMultiIndex(at, [2, 3]).data(), { name: 'IndexError' }, String(at));
  t.throws(() => np.unravelIndex([0.5], [2]), { name: 'DTypeError' });
  t.throws(() => np.fillDiagonal(v, 1), { name: 'ShapeError' });
  t.throws(() => np.delete(v, 9), { name: 'IndexError' });
  t.throws(() => np.insert(v, 9, 1), { name: 'IndexError' });
  t.throws(() => np.arraySplit(v, 0), { name: 'ArgumentError' });
  t.throws(() => np.vsplit(v, 1), { name: 'ShapeError' });
  t.throws(() => np.select([], []), { name: 'ArgumentError' });
  t.throws(() => np.applyAlongAxis((s) => s, 0, np.zeros([2, 0])), { name: 'ShapeError' });
  t.throws(() => np.hanning(-1), { name: 'ArgumentError' });
  t.throws(() => np.bartlett(1.5), { name: 'ArgumentError' });
});
