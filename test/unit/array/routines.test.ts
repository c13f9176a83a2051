/** More of NumPy's list of routines, against what it gives for the same calls (test/golden/numpy), and what they do not take. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, m, k, g } = sampleArrays();
const whole = (x: readonly number[]): np.NDArray => np.asarray(x, { dtype: 'int64' });

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
};

sameAsNumpy(t, calls, 'routines');

t.test('what writing does not take', async (t) => {
  t.throws(() => np.put(np.zeros([2]), [0.5], 1), { name: 'DTypeError' });
  t.throws(() => np.put(np.zeros([2]), [0], []), { name: 'ArgumentError' });
  await t.rejects(np.put(np.zeros([2]), [2], 1).data(), { name: 'IndexError' });
  t.throws(() => np.putAlongAxis(np.zeros([2, 2]), [0], 1), { name: 'ShapeError' });
  t.throws(() => np.place(np.zeros([2]), [true], 1), { name: 'ShapeError' });
  t.throws(() => np.place(np.zeros([1]), [true], []), { name: 'ArgumentError' });
  t.throws(() => np.putmask(np.zeros([2]), [[true, true]], 1), { name: 'ShapeError' });
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
