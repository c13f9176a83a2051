/** NumPy's parameters of functions that make arrays, against NumPy (test/golden/numpy), and what these functions refuse. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, m, k } = sampleArrays();
const three = v.slice('0:3');
const two = np.asarray([4, 9]);
const [base] = [np.asarray([2, 3])];
/** A number as an array. */
const only = (x: np.NDArray | number): np.NDArray => np.asarray(x);

/** By NumPy's call. */
const calls: Calls = {
  'np.linspace(-1, 1, 4, dtype=np.int64)': () => np.linspace(-1, 1, 4, { dtype: 'int64' }),
  'np.linspace(5, -7, 8, dtype=np.int8)': () => np.linspace(5, -7, { num: 8, dtype: 'int8' }),
  'np.linspace(0, 1, 5, False)': () => np.linspace(0, 1, 5, false),
  'np.linspace(np.min(v), np.max(v), 5)': () => np.linspace(v.min(), v.max(), 5),
  'np.linspace(v[:3], 2, 4)': () => np.linspace(three, 2, 4),
  'np.linspace(m[:, :2], [1.0, -1.0], 3, axis=-1)': () => np.linspace(m.slice(':', '0:2'), [1, -1], 3, { axis: -1 }),
  'np.linspace(m[:, :2], 7, 3, axis=1, endpoint=False)': () =>
    np.linspace(m.slice(':', '0:2'), 7, 3, { axis: 1, endpoint: false }),
  'np.linspace(v[:3].astype(np.float32), 2, 4)': () => np.linspace(three.astype('float32'), 2, 4),
  'np.linspace(k, 8, 3)': () => np.linspace(k, 8, 3),
  'np.linspace(k, 8, 4, dtype=np.int32)': () => np.linspace(k, 8, 4, { dtype: 'int32' }),
  'np.linspace(v, v, 3)': () => np.linspace(v, v, 3),
  'np.linspace(v, 1, 0)': () => np.linspace(v, 1, 0),
  'np.linspace(v, 1, 1)': () => np.linspace(v, 1, 1),
  'np.linspace(v, [5e-324, 1, 2, 3, 4, 5, 6], 3)': () => np.linspace(v, [5e-324, 1, 2, 3, 4, 5, 6], 3),
  'np.linspace(0, 1, 5, retstep=True)[1]': () => only(np.linspace(0, 1, 5, { retstep: true })[1]),
  'np.linspace(v, 1, 5, retstep=True)[1]': () => only(np.linspace(v, 1, { num: 5, retstep: true })[1]),
  'np.linspace(0, 1, 1, retstep=True)[1]': () => only(np.linspace(0, 1, 1, { retstep: true })[1]),
  'np.linspace(0, 1, 1, endpoint=False, retstep=True)[1]': () =>
    only(np.linspace(0, 1, 1, { endpoint: false, retstep: true })[1]),
  'np.logspace(0, np.array([1.0, 2.0, 3.0]), 4)': () => np.logspace(0, [1, 2, 3], 4),
  'np.logspace(0, 3, 4, True, 2)': () => np.logspace(0, 3, 4, true, 2),
  'np.logspace(0, 3, 5, dtype=np.int64)': () => np.logspace(0, 3, 5, { dtype: 'int64' }),
  'np.logspace(0, np.array([1.0, 2.0]), 3, base=np.array([2.0, 3.0]), axis=-1)': () =>
    np.logspace(0, [1, 2], 3, { base, axis: -1 }),
  'np.logspace(0, 2, 3, base=np.array([[2.0], [3.0]]))': () => np.logspace(0, 2, 3, { base: base.reshape([2, 1]) }),
  'np.geomspace(1, np.array([4.0, 9.0]), 3)': () => np.geomspace(1, two, 3),
  'np.geomspace(np.array([1.0, -2.0]), np.array([16.0, -32.0]), 5, axis=1)': () =>
    np.geomspace([1, -2], [16, -32], 5, { axis: 1 }),
  'np.geomspace(1, 1000, 4, dtype=np.float32)': () => np.geomspace(1, 1000, 4, { dtype: 'float32' }),
  'np.geomspace(1, 256, 9, endpoint=False)': () => np.geomspace(1, 256, 9, false),
  'np.geomspace(-1, -1000, 4)': () => np.geomspace(-1, -1000, 4),
  'np.full((2, 3), np.array([1.0, 2.0, 3.0]))': () => np.full([2, 3], [1, 2, 3]),
  'np.full((2, 3), np.array([1.5, 2.0, 3.0]), np.int64)': () => np.full([2, 3], [1.5, 2, 3], 'int64'),
  'np.full((2, 3), k, dtype=np.float32)': () => np.full([2, 3], k, { dtype: 'float32' }),
  'np.full_like(m, v[:4])': () => np.fullLike(m, v.slice('0:4')),
  'np.full_like(k, 2.5, shape=(2, 2))': () => np.fullLike(k, 2.5, { shape: [2, 2] }),
  'np.full_like(k, v[:2], dtype=np.float64, shape=(3, 2))': () => np.fullLike(k, v.slice('0:2'), 'float64', { shape: [3, 2] }),
  'np.zeros_like(k, shape=4)': () => np.zerosLike(k, { shape: 4 }),
  'np.ones_like(m, np.int32, shape=(2, 1))': () => np.onesLike(m, 'int32', { shape: [2, 1] }),
  'np.empty_like(m, shape=(0, 2))': () => np.emptyLike(m, { shape: [0, 2] }),
  'np.array(v, ndmin=3)': () => np.array(v, { ndmin: 3 }),
  'np.array(k, np.float64, ndmin=2)': () => np.array(k, 'float64', { ndmin: 2 }),
  'np.array(5.0, ndmin=1)': () => np.array(5, { ndmin: 1 }),
};

sameAsNumpy(t, calls, 'options-creation');

t.test('a copy where it is asked for', async (t) => {
  t.equal(np.array(v, { copy: null }), v);
  t.equal(np.array(v, { copy: false }), v);
  t.not(np.array(v), v);
  t.throws(() => np.array([1, 2], { copy: false }), { code: 'ERR_ARGUMENT', message: /by a copy/ });
  t.throws(() => np.array(v, { copy: 'never' as never }), { code: 'ERR_ARGUMENT', message: /copy: expected true or false/ });
  t.throws(() => np.array(v, { ndmin: -1 }), { code: 'ERR_ARGUMENT', message: /ndmin: expected an integer of at least 0/ });
});

t.test('what does not fit is refused', async (t) => {
  t.throws(() => np.linspace(0, 1, 2.5), { code: 'ERR_SHAPE' });
  t.throws(() => np.linspace([1, 2], [1, 2, 3], 4), { code: 'ERR_SHAPE' });
  t.throws(() => np.linspace(0, 1, 3, { axis: 1 }), { code: 'ERR_INDEX' });
  t.throws(() => np.linspace(0, 1, 3, false, { endpoint: true } as never), { message: /got endpoint twice/ });
  t.throws(() => np.linspace(0, 1, { num: 3 }, false as never), { message: /behind the options/ });
  t.throws(() => np.geomspace(0, two), { code: 'ERR_ARGUMENT', message: /not 0, got 0 and/ });
  t.throws(() => np.full([3], [1, 2]), { code: 'ERR_SHAPE' });
  t.throws(() => np.fullLike(v, 1, { shape: [-1] }), { code: 'ERR_SHAPE' });
});

t.test('complex ends, values and dtypes', async (t) => {
  const z = np.asarray([{ re: 1, im: 2 }, 3]);
  const at = (i: number): Promise<unknown> => np.linspace(0, z, 3).slice(i).tolist();
  t.same(await at(1), [
    { re: 0.5, im: 1 },
    { re: 1.5, im: 0 },
  ]);
  t.equal(np.linspace(0, 1, { num: 3, dtype: 'complex64' as never }).dtype.name, 'complex64');
  t.same(np.linspace(z, 1, 4, { axis: -1 }).shape, [2, 4]);
  t.same(np.geomspace(z, 8, 4, { axis: 1 }).shape, [2, 4]);
  t.same(await np.full([2, 2], z).slice(1).tolist(), await z.tolist());
  t.same(np.fullLike(z, 1, { shape: [3] }).shape, [3]);
  t.same(np.zerosLike(z, { shape: [4] }).shape, [4]);
  t.same(np.array(z, { ndmin: 3 }).shape, [1, 1, 2]);
});

t.test('lazy ends', async (t) => {
  const chosen = v.compress(v.greater(2));
  t.same(await np.linspace(0, chosen, 2).tolist(), [
    [0, 0, 0],
    [3, 4, 9.5],
  ]);
  t.same(await np.full([2, 3], chosen).tolist(), [
    [3, 4, 9.5],
    [3, 4, 9.5],
  ]);
});
