/** NumPy's parameters of derivatives, of functions of elements, and of functions that leave NaN out, against NumPy (test/golden/numpy), and what these functions refuse. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, m, x3, k, g } = sampleArrays();
const points = [0, 1, 1.5, 2, 4, 8, 9];
const listed = (found: np.NDArray | np.NDArray[], i: number): np.NDArray => (found as np.NDArray[])[i];
/** Calls with more arguments by place than the types of functions have. */
const loose = np as unknown as Record<string, (...given: unknown[]) => np.NDArray>;

/** By NumPy's call. */
const calls: Calls = {
  'np.gradient(v, 2)': () => np.gradient(v, 2) as np.NDArray,
  'np.gradient(v, np.float64(0.5), edge_order=2)': () => np.gradient(v, np.asarray(0.5), { edgeOrder: 2 }) as np.NDArray,
  'np.gradient(v, [0, 1, 1.5, 2, 4, 8, 9], edge_order=2)': () => np.gradient(v, points, { edgeOrder: 2 }) as np.NDArray,
  'np.gradient(m, 2, 0.5)[0]': () => listed(np.gradient(m, 2, 0.5), 0),
  'np.gradient(m, 2, 0.5)[1]': () => listed(np.gradient(m, 2, 0.5), 1),
  'np.gradient(m, [0, 1, 4], 0.5)[0]': () => listed(np.gradient(m, [0, 1, 4], 0.5), 0),
  'np.gradient(m, 2.0, axis=1, edge_order=2)': () => np.gradient(m, 2, { axis: 1, edgeOrder: 2 }),
  'np.gradient(t, 1, 2, axis=(2, 1))[1]': () => listed(np.gradient(x3, 1, 2, { axis: [2, 1] }), 1),
  'np.gradient(t, axis=(0,))': () => np.gradient(x3, { axis: [0] }) as np.NDArray,
  'np.gradient(m.astype(np.float32), 2, axis=0)': () => np.gradient(m.astype('float32'), 2, { axis: 0 }),
  'np.gcd(k, 6, where=k > 2, out=np.zeros_like(k))': () => np.gcd(k, 6n, { where: k.greater(2), out: np.zerosLike(k) }),
  'np.lcm(k.astype(np.int16), 6, dtype=np.int32)': () => np.lcm(k.astype('int16'), 6n, { dtype: 'int32' }),
  'np.float_power(k, -1, where=k > 1, out=np.zeros((2, 3)))': () => np.floatPower(k, -1, { where: k.greater(1) }),
  'np.power(k, 2, where=k > 2, out=np.zeros_like(k))': () => np.pow(k, 2, { where: k.greater(2) }),
  'np.power(k, -1, dtype=np.float64)': () => np.pow(k, -1, { dtype: 'float64' }),
  'np.deg2rad(m, where=m > 0, out=np.ones((3, 4)))': () => np.deg2rad(m, { where: m.greater(0), out: np.ones([3, 4]) }),
  'np.rad2deg(m, np.ones((3, 4)))': () => np.rad2deg(m, np.ones([3, 4])),
  'np.nansum(g, axis=0, where=[True, False, True])': () => np.nansum(g, 0, { where: [true, false, true] }),
  'np.nansum(g, 1, np.float32)': () => loose.nansum(g, 1, 'float32'),
  'np.nansum(g, axis=1, initial=10, where=g > 0)': () => np.nansum(g, { axis: 1, initial: 10, where: g.greater(0) }),
  'np.nansum(k, axis=1, where=k > 2)': () => np.nansum(k, { axis: 1, where: k.greater(2), out: np.zeros([2], 'int64') }),
  'np.nanprod(g, axis=0, initial=2)': () => np.nanprod(g, { axis: 0, initial: 2 }),
  'np.nanprod(g, where=g < 4)': () => np.nanprod(g, { where: g.less(4) }),
  'np.nanmax(g, axis=1, initial=-1, where=True)': () => np.nanmax(g, { axis: 1, initial: -1, out: np.zeros([3]) }),
  'np.nanmin(g, axis=0, initial=2.5, where=[True, False, True])': () =>
    np.nanmin(g, { axis: 0, initial: 2.5, where: [true, false, true] }),
  'np.nanmax(k, axis=1, initial=0, where=k < 5)': () => np.nanmax(k, { axis: 1, initial: 0, where: k.less(5) }),
  'np.nanmean(g, axis=0, where=g < 4)': () => np.nanmean(g, 0, { where: g.less(4), out: np.zeros([3]) }),
  'np.nanmean(g, axis=1, dtype=np.float32)': () => np.nanmean(g, { axis: 1, dtype: 'float32' }),
  'np.nanvar(g, axis=1, where=[True, True, False])': () => np.nanvar(g, { axis: 1, where: [true, true, false] }),
  'np.nanvar(m, axis=0, ddof=1, where=m > 0)': () => np.nanvar(m, { axis: 0, ddof: 1, where: m.greater(0) }),
  'np.nanstd(m, axis=1, dtype=np.float32)': () => np.nanstd(m, 1, { dtype: 'float32' }),
  'np.nanstd(k, axis=1, where=k > 1)': () => np.nanstd(k, { axis: 1, where: k.greater(1), out: np.zeros([2]) }),
};

sameAsNumpy(t, calls, 'options-calculus');

t.test('what does not fit is refused', async (t) => {
  const code = 'ERR_ARGUMENT';
  t.throws(() => np.gradient(m, 1, 2, 3), { code, message: /one for each of 2 axes, got 3/ });
  t.throws(() => np.gradient(m, 1, { spacing: 2 }), { code, message: /spacing twice/ });
  t.throws(() => np.gradient([1, 2], 1, { edgeOrder: 2 }), { code: 'ERR_SHAPE', message: /fewer than 3 elements/ });
  t.throws(() => np.gradient(v, { edgeOrder: 3 as never }), { code, message: /edgeOrder: expected 1 or 2, got 3/ });
  t.throws(() => np.nanstd(m, { dtype: 'int32' }), { code: 'ERR_DTYPE', message: /a dtype of floats, got int32/ });
  t.throws(() => np.gcd(k, 6n, { dtype: 'float64' }), { code: 'ERR_DTYPE' });
  t.throws(() => np.gcd(k, 6n, { out: np.zeros([2], 'int64') }), { code: 'ERR_SHAPE' });
  t.throws(() => np.floatPower(k, 2, { dtype: 'int64' }), { code: 'ERR_DTYPE', message: /gives float64 of int64/ });
  t.throws(() => np.nansum(g, { where: [1, 2, 3] }), { code: 'ERR_DTYPE' });
});

t.test('of complex and lazy arrays', async (t) => {
  const z = np.gradient(np.complex(v, v.mul(2)), 2, { edgeOrder: 2 }) as np.NDArray;
  t.same(await z.imag.tolist(), await (np.gradient(v.mul(2), 2, { edgeOrder: 2 }) as np.NDArray).tolist());
  const chosen = v.compress(v.greater(1));
  t.same(await np.nansum(chosen, { where: chosen.greater(3) }).item(), 13.5);
});
