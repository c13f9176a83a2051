/** NumPy's options of complex functions: `out`, `where`, `dtype`, `initial`, and options whose values are elements of the result. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const c = (re: number, im: number): np.Complex => ({ re, im });
const z = np.asarray([c(1, 2), c(-3, 4)]);
const mask = np.asarray([true, false]);
/** Complex numbers are typed as numbers. */
// biome-ignore lint/suspicious/noExplicitAny: options of complex values
const any = (x: unknown): any => x;

t.test('functions with complex results', async (t) => {
  t.strictSame(await np.add(z, z, { where: mask }).tolist(), [c(2, 4), c(0, 0)], 'zeros where the mask is false');
  const out = np.full(2, any(c(7, 7)));
  t.equal(np.add(z, z, { where: mask, out }), out, 'the target is the result');
  t.strictSame(await out.tolist(), [c(2, 4), c(7, 7)], 'elements that the mask leaves out stay');
  t.equal(np.add(z, z, { dtype: any('complex64') }).dtype.name, 'complex64');
  t.strictSame(await np.sqrt([-1, 4], { dtype: any('complex128') }).tolist(), [c(0, 1), c(2, 0)], 'operands become complex');
  const roots = np.sqrt([-1, 4], { out: np.zeros(2, any('complex128')) });
  t.strictSame(await roots.tolist(), [c(Number.NaN, 0), c(2, 0)], 'a complex target alone makes no complex root');
  t.strictSame(await np.pow(np.array([1, 2]), 2, { dtype: 'complex64' }).tolist(), [c(1, 0), c(4, 0)] as never);
  t.strictSame(await np.identity(1, 'complex64' as never).tolist(), [[c(1, 0)]] as never);
  t.strictSame(await np.pow(z, 2, { out: np.zeros(2, any('complex128')) }).tolist(), [c(-3, 4), c(-7, -24)]);
  t.throws(() => np.add(z, z, { dtype: 'float64' }), { name: 'DTypeError', message: /^add: complex operands are not converted/ });
  t.throws(() => np.add(z, z, any({ nope: 1 })), { name: 'ArgumentError', message: /^add: no option is called nope/ });
  t.throws(() => np.add(z, z, { out: np.zeros(2) }), { name: 'DTypeError', message: /^add: a complex result cannot be written/ });
  t.throws(() => np.add(z, z, any(5)), { name: 'ArgumentError', message: /^add: expected/ });
  t.throws(() => np.add(z, z, { where: [1, 0] }), { name: 'DTypeError', message: /^add: a condition is of booleans/ });
});

t.test('functions with real results', async (t) => {
  t.strictSame(await np.abs(z, any(null)).tolist(), [Math.sqrt(5), 5], 'null is a new array');
  t.strictSame(await np.abs(z, { where: mask }).tolist(), [Math.sqrt(5), 0]);
  const out = np.ones(2);
  t.strictSame(await np.abs(z, { where: [false, true], out }).tolist(), [1, 5]);
  t.strictSame(await np.abs(z, { out: np.zeros(2, any('complex128')) }).tolist(), [c(Math.sqrt(5), 0), c(5, 0)]);
  t.strictSame(await np.equal(z, [1, c(-3, 4)] as never, { where: [true, true] }).tolist(), [false, true]);
  t.throws(() => np.abs(z, { dtype: any('complex64') }), { name: 'DTypeError', message: /^abs: gives float64/ });
  t.throws(() => np.abs(z, any(5)), { name: 'ArgumentError', message: /^abs: expected/ });
});

t.test('reductions', async (t) => {
  const one = np.zeros([], any('complex128'));
  t.equal(z.sum({ out: one }), one);
  t.strictSame(await one.tolist(), c(-2, 6));
  t.strictSame(await z.sum({ initial: 1 }).tolist(), c(-1, 6), 'a real initial value has no imaginary part');
  t.strictSame(await z.sum({ initial: any(c(1, 1)) }).tolist(), c(-1, 7));
  t.strictSame(await z.prod({ where: mask }).tolist(), c(1, 2));
  t.strictSame(await z.prod({ where: mask, initial: any(c(0, 1)), out: one }).tolist(), c(-2, 1));
  t.strictSame(await z.max({ where: mask, initial: 0 }).tolist(), c(1, 2));
  t.strictSame(await z.min({ initial: any(c(-3, 3)) }).tolist(), c(-3, 3));
  t.strictSame(await z.max({ out: one }).tolist(), c(1, 2));
  t.equal(await z.var({ where: mask }).item(), 0);
  t.equal(await z.var().item(), 5);
  t.strictSame(
    await z.var({ dtype: any('complex64') }).tolist(),
    c(5, 0),
    'a complex dtype gives a complex variance, as in NumPy',
  );
  t.equal(await z.std({ out: np.zeros([]) }).item(), Math.sqrt(5));
  t.throws(() => z.max({ where: mask }), { name: 'ArgumentError', message: /^max: with where/ });
  t.throws(() => z.prod({ dtype: 'float64' }), { name: 'DTypeError', message: /^prod: / });
  t.throws(() => z.var(any({ nope: 1 })), { name: 'ArgumentError', message: /^variance: no option is called nope/ });
  t.throws(() => z.prod({ out: np.zeros([]) }), { name: 'DTypeError', message: /^prod: a complex result/ });
});

t.test('running sums and products', async (t) => {
  const both = np.stack([z, z]);
  t.strictSame(await np.cumsum(both).tolist(), [c(1, 2), c(-2, 6), c(-1, 8), c(-4, 12)], 'of the flattened array');
  t.strictSame(await both.cumprod().tolist(), [c(1, 2), c(-11, -2), c(-7, -24), c(117, 44)]);
  t.throws(() => np.cumulativeProd(both), { name: 'ArgumentError' }, "the standard's function needs an axis");
  const out = np.zeros(2, any('complex128'));
  t.equal(np.cumprod(z, { out }), out);
  t.strictSame(await out.tolist(), [c(1, 2), c(-11, -2)]);
});

t.test('options whose values are elements of the result', async (t) => {
  t.strictSame(await np.diff(z, { prepend: 1 }).tolist(), [c(0, 2), c(-4, 2)]);
  t.strictSame(await np.ediff1d(z, { toBegin: 1 }).tolist(), [c(1, 0), c(-4, 2)]);
  t.strictSame(await np.interp([-1, 0.5], [0, 1], z, { left: 5 }).tolist(), [c(5, 0), c(-1, 3)]);
  t.strictSame(await np.polyint(z, { k: 1 }).tolist(), [c(0.5, 1), c(-3, 4), c(1, 0)]);
});

t.test('defaults of a program in float32', async (t) => {
  np.defaultDType('float32');
  t.teardown(() => np.defaultDType('float64'));
  t.equal(np.arrayNamespaceInfo().defaultDtypes()['complex floating'].name, 'complex64');
  t.equal(np.fft.fftfreq(4).dtype.name, 'float32');
  t.equal(np.fft.rfftfreq(4, { dtype: 'float64' }).dtype.name, 'float64');
});

t.test('spreads of some elements, and in a dtype', async (t) => {
  const x = np.asarray([
    [1, 2, 5],
    [3, 4, 9],
  ]);
  const where = [
    [true, false, true],
    [false, true, true],
  ];
  t.strictSame(await x.var({ axis: 1, where, ddof: 1, keepdims: true }).tolist(), [[8], [12.5]]);
  t.equal(await x.std({ where }).item(), Math.sqrt((3.75 ** 2 + 0.25 ** 2 + 0.75 ** 2 + 4.25 ** 2) / 4));
  t.equal(np.var([1, 2], { dtype: 'float32' }).dtype.name, 'float32');
  t.equal((await np.asarray([1, 2, 5]).get([true, false, true]).var({ dtype: 'float32' })).dtype.name, 'float32');
  t.throws(() => np.var([1, 2], { dtype: 'int64' }), { name: 'ArgumentError', message: /^var: expected a float dtype/ });
  t.throws(() => x.var({ where: [1, 0, 1] }), { name: 'DTypeError' });
  t.strictSame(await np.cumsum(x).tolist(), [1, 3, 8, 11, 15, 24]);
  t.strictSame(await x.cumprod(0).tolist(), [
    [1, 2, 5],
    [3, 8, 45],
  ]);
});

t.test('functions without the elements that are no numbers take a mask', async (t) => {
  const x = np.asarray([c(1, 1), c(2, 1), c(Number.NaN, 1), c(4, 3)]);
  const chosen = np.asarray([true, false, true, true]);
  t.strictSame(await np.nanmean(x, { where: chosen }).item(), c(2.5, 2));
  t.equal(await np.nanvar(x, { where: chosen }).item(), 3.25);
  t.equal(await np.nanstd(x, { where: chosen, ddof: 1 }).item(), Math.sqrt(6.5));
});

t.test('sets give places, and keep the dtype of their elements', async (t) => {
  const [a, b] = [np.asarray([c(3, 1), c(1, 0), c(Number.NaN, 0), c(3, 1)]), np.asarray([c(3, 1), c(Number.NaN, 0)])];
  const found = await np.intersect1d(a, b, { returnIndices: true });
  t.strictSame(await found.values.tolist(), any([c(3, 1)]));
  t.strictSame([await found.indices1.tolist(), await found.indices2.tolist()], [[0], [0]]);
  const bytes = np.asarray([3, 1], { dtype: 'uint8' });
  const rest = await np.setdiff1d(bytes, np.asarray([c(3, 0)]));
  t.equal(rest.dtype.name, 'uint8');
  t.strictSame(await rest.tolist(), [1]);
  t.equal((await np.setdiff1d(a.astype(any('complex64')), bytes)).dtype.name, 'complex64');
});
