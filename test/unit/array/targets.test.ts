/**
 * `out` of functions with results that come by several tasks (transforms, products, pairs): the same elements as in a new array, and refused targets;
 * what symmetric matrices come to; complex dtypes by their places.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const { fft, linalg } = np;
const x = np.asarray([
  [3, -1, 4, 1],
  [-5, 9, 2, -6],
  [5, 3.5, -8, 9],
  [0.5, 2, 6, -4],
]);
const z = np.complex(x, x.T);
const row = np.asarray([1, -2, 0.5, 3]);
const line = np.complex(row, row.slice('::-1'));

type Call = (options?: { out: np.NDArray }) => np.NDArray;

const calls: Readonly<Record<string, Call>> = {
  fft: (o) => fft.fft(x, o),
  'fft of complex numbers': (o) => fft.fft(z, 4, { axis: 0, ...o }),
  ifft: (o) => fft.ifft(z, o),
  rfft: (o) => fft.rfft(x, o),
  irfft: (o) => fft.irfft(z, 7, o),
  hfft: (o) => fft.hfft(z, o),
  ihfft: (o) => fft.ihfft(x, o),
  fft2: (o) => fft.fft2(z, o),
  ifftn: (o) => fft.ifftn(x, [3, 4], o),
  rfftn: (o) => fft.rfftn(x, o),
  irfftn: (o) => fft.irfftn(z, o),
  vecdot: (o) => np.vecdot(x, row, o),
  'vecdot along an axis': (o) => np.vecdot(z, x, { axis: 0, ...o }),
  matvec: (o) => np.matvec(x, row, o),
  'matvec of complex numbers': (o) => np.matvec(z, line, o),
  vecmat: (o) => np.vecmat(row, x, o),
  'vecmat of complex numbers': (o) => np.vecmat(line, z, o),
  'matmul of complex numbers': (o) => np.matmul(z, z, o),
  'dot of complex numbers': (o) => np.dot(x, z, o),
  'outer of complex numbers': (o) => np.outer(line, row, o),
  einsum: (o) => np.einsum('ij,j->i', x, row, ...(o === undefined ? [] : [o])),
  'einsum of complex numbers': (o) => np.einsum('ij,jk->ki', z, x, ...(o === undefined ? [] : [o])),
  multiDot: (o) => linalg.multiDot([x, x, row], o),
  'multiDot of complex numbers': (o) => linalg.multiDot([z, x, row], o),
  conj: (o) => np.conj(z, o),
  'conj of real numbers': (o) => np.conj(x, o),
  isposinf: (o) => np.isposinf([Infinity, 1, -Infinity], o),
  isneginf: (o) => np.isneginf([Infinity, 1, -Infinity], o),
};

t.test('results go to out', async (t) => {
  for (const [name, call] of Object.entries(calls)) {
    const wanted = call();
    const out = np.zeros(wanted.shape, wanted.dtype);
    t.equal(call({ out }), out, name);
    t.same(await out.tolist(), await wanted.tolist(), name);
    t.same(await call({ out: null as never }).tolist(), await wanted.tolist(), `${name}: null is a new array`);
    const wrong = np.zeros([...wanted.shape, 2], wanted.dtype);
    t.throws(() => call({ out: wrong }), { name: 'ShapeError' }, `${name}: a target of a different shape`);
  }
});

t.test('by their places in NumPy', async (t) => {
  const out = np.zeros([4, 4], 'complex128');
  const placed = fft.fft as (...given: unknown[]) => np.NDArray;
  t.equal(placed(x, null, -1, null, out), out);
  t.same(await out.tolist(), await fft.fft(x).tolist());
  const sum = np.sum as (...given: unknown[]) => np.NDArray;
  const total = np.zeros(4, 'complex128');
  t.equal(sum(z, 0, 'complex128', total), total);
  t.same(await total.tolist(), await np.sum(z, 0).tolist());
  const sums = np.zeros(4);
  t.equal(np.vecmat(row, x, sums), sums);
  t.equal(np.vecdot(x, row, sums), sums);
  t.same(await sums.tolist(), await np.vecdot(x, row).tolist());
});

t.test('an operand may be the target', async (t) => {
  const own = z.copy();
  const wanted = await fft.fftn(z).tolist();
  t.same(await fft.fftn(own, { out: own }).tolist(), wanted);
  const turned = z.copy();
  np.conj(turned.T, { out: turned });
  t.same(await turned.tolist(), await np.conj(z).T.tolist());
  const [a, b] = [np.asarray([7, -7, 9]), np.asarray([3, 3, -4])];
  np.divmod(a, b, { out: [b, a] });
  t.same(await b.tolist(), [2, -3, -3]);
  t.same(await a.tolist(), [1, 2, -3]);
});

t.test('casts are those of one kind', async (t) => {
  t.throws(() => fft.fft(x, { out: np.zeros([4, 4]) }), { name: 'DTypeError' });
  t.throws(() => np.matmul(z, z, np.zeros([4, 4])), { name: 'DTypeError' });
  t.throws(() => np.vecdot(x, row, { out: np.zeros(4, 'int32') }), { name: 'DTypeError' });
  const short = np.zeros([4, 4], 'complex64');
  fft.fft(x, { out: short });
  t.same(await short.tolist(), await np.asarray(fft.fft(x)).astype('complex64').tolist());
  const wide = np.zeros([4, 7], 'complex128');
  fft.irfft(z, 7, { out: wide });
  t.same(await np.real(wide).tolist(), await fft.irfft(z, 7).tolist());
});

t.test('two results', async (t) => {
  const numbers = [3.5, -1.25, 8];
  const [fraction, whole] = [np.zeros(3), np.full(3, 9)];
  const found = np.modf(numbers, { out: [fraction, whole], where: [true, false, true] });
  t.equal(found[0], fraction);
  t.equal(found[1], whole);
  t.same(await fraction.tolist(), [0.5, 0, 0]);
  t.same(await whole.tolist(), [3, 9, 8]);
  const exponents = np.zeros(3, 'int64');
  const [mantissa, same] = np.frexp(numbers, { out: [null, exponents], dtype: 'float32' });
  t.equal(same, exponents);
  t.equal(mantissa.dtype.name, 'float32');
  t.same(await exponents.tolist(), [2n, 1n, 4n]);
  const [quotient, rest] = np.divmod([7, -7], 3, { dtype: 'int16' });
  t.same([quotient.dtype.name, rest.dtype.name], ['int16', 'int16']);
  t.same(await rest.tolist(), [1, 2]);
  t.throws(() => np.frexp(numbers, { out: [np.zeros(3), np.zeros(3, 'bool')] }), { name: 'DTypeError' });
  t.throws(() => np.modf(numbers, { out: [fraction] as never }), { name: 'ArgumentError' });
});

t.test('symmetric and Hermitian matrices', async (t) => {
  const near = (a: np.NDArray, b: np.NDArray): Promise<unknown> => np.allclose(a, b, { rtol: 1e-12, atol: 1e-12 }).item();
  const stack = np.stack([x.add(x.T), x.matmul(x.T), np.zeros([4, 4])]);
  const upper = np.stack([z.add(np.conj(z).T), z.matmul(np.conj(z).T)]);
  for (const a of [stack, upper, stack.astype('float32')]) {
    const { u, s, vh } = linalg.svd(a, { hermitian: true });
    const bound = a.dtype.name === 'float32' ? 1e-4 : 1e-11;
    const again = np.matmul(u.multiply(np.expandDims(s, -2)), vh);
    t.ok(await np.allclose(again, a, { rtol: bound, atol: bound }).item(), `${a.dtype.name}: u s vh is the matrix`);
    t.ok(await np.allclose(s, linalg.svdvals(a), { rtol: bound, atol: bound }).item());
    t.same(await linalg.svd(a, { computeUv: false, hermitian: true }).argsort(-1).tolist(), await np.argsort(s, -1).tolist());
    t.same(await linalg.matrixRank(a, { hermitian: true }).tolist(), await linalg.matrixRank(a).tolist());
  }
  t.ok(await near(linalg.pinv(stack, { hermitian: true }), linalg.pinv(stack)));
  t.ok(await near(linalg.pinv(upper, { hermitian: true }), linalg.pinv(upper)));
  // Only the lower triangle is read.
  const lower = np.tril(stack);
  t.ok(await near(linalg.pinv(lower, { hermitian: true }), linalg.pinv(stack)));
  t.ok(await near((linalg.svd as (...given: unknown[]) => np.NDArray)(lower, true, false, true), linalg.svdvals(stack)));
  t.throws(() => linalg.svd(np.ones([2, 3]), { hermitian: true }), { name: 'ShapeError' });
});

t.test('a dtype as an array has it, by its place', async (t) => {
  const made: Readonly<Record<string, (dtype: np.DTypeLike) => np.NDArray>> = {
    zeros: (d) => np.zeros(2, d),
    ones: (d) => np.ones([2, 1], d),
    empty: (d) => np.empty([], d),
    full: (d) => np.full(2, 3, d),
    zerosLike: (d) => np.zerosLike([1], d),
    asarray: (d) => np.asarray([1, 2], d),
    sum: (d) => np.sum([1, 2], 0, d as never),
    tri: (d) => np.tri(3, { dtype: d }),
    eye: (d) => np.eye(3, { dtype: d }),
  };
  for (const [name, make] of Object.entries(made))
    for (const dtype of [z.dtype, z.astype('complex64' as never).dtype, x.dtype] as np.DTypeLike[]) {
      const { dtype: found } = make(dtype);
      t.equal(found, dtype, `${name} of ${found.name}`);
    }
  t.same(
    await np.tri(2, { dtype: 'complex128' as never }).tolist(),
    await np
      .asarray(np.tri(2))
      .astype('complex128' as never)
      .tolist(),
  );
});
