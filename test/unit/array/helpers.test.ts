/** Arrays from bytes, iterables and text, and what is asked of shapes, against NumPy (test/golden/numpy), and what they refuse. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';
import { type Calls, sameAsNumpy, sampleArrays } from '../../support/calls.js';

const { v, w, m, x3 } = sampleArrays();

function* squares(): Generator<number> {
  for (let i = 0; i < 5; i++) yield i * i;
}

const counts = (numbers: readonly (number | boolean)[]): np.NDArray => np.asarray([...numbers]);

/** By NumPy's call. */
const calls: Calls = {
  'np.frombuffer(bytes([1, 2, 3, 255]), np.uint8)': () => np.frombuffer(Buffer.from([1, 2, 3, 255]), 'uint8'),
  'np.frombuffer(np.array([1.5, -2.0, nan]).tobytes())': () => np.frombuffer(Float64Array.of(1.5, -2, np.nan).buffer),
  'np.frombuffer(np.arange(5, dtype=np.int32).tobytes(), np.int32, count=2, offset=8)': () =>
    np.frombuffer(Int32Array.of(0, 1, 2, 3, 4).buffer, 'int32', { count: 2, offset: 8 }),
  'np.frombuffer(np.arange(-2, 3).tobytes(), np.int64)': () =>
    np.frombuffer(new DataView(BigInt64Array.of(9n, -2n, -1n, 0n, 1n, 2n).buffer, 8), { dtype: 'int64' }),
  'np.frombuffer(bytes([0, 1, 2]), np.bool_)': () => np.frombuffer(Uint8Array.of(0, 1, 2), np.bool),
  'np.fromiter((i * i for i in range(5)), float)': () => np.fromiter(squares()),
  'np.fromiter(iter([1, 2, 3, 4]), np.int32, count=3)': () => np.fromiter([1, 2, 3, 4], 'int32', { count: 3 }),
  'np.fromstring("1 2.5  -3e2\\n nan", sep=" ")': () => np.fromstring('1 2.5  -3e2\n nan', { sep: ' ' }),
  'np.fromstring("4,5,6", dtype=np.int64, sep=",")': () => np.fromstring('4,5,6', 'int64', { sep: ',' }),
  'np.fromstring("", sep=" ")': () => np.fromstring(''),
  'np.array(np.shape(t))': () => counts(np.shape(x3)),
  'np.array(np.shape(3.0))': () => counts(np.shape(3)),
  'np.array([np.ndim(t), np.ndim(5), np.ndim([[1]])])': () => counts([np.ndim(x3), np.ndim(5), np.ndim([[1]])]),
  'np.array([np.size(m), np.size(m, 0), np.size(m, -1)])': () => counts([np.size(m), np.size(m, 0), np.size(m, -1)]),
  'np.array(list(np.ndindex(2, 3)))': () => np.asarray([...np.ndindex(2, 3)]),
  'np.array(list(np.ndindex(2, 0)))': () => np.asarray([...np.ndindex(2, 0)]),
  'np.array(list(np.ndindex()))': () => np.asarray([...np.ndindex()]),
  'np.rollaxis(t, 2)': () => np.rollaxis(x3, 2),
  'np.rollaxis(t, 0, 3)': () => np.rollaxis(x3, 0, 3),
  'np.rollaxis(t, 1, 2)': () => np.rollaxis(x3, 1, 2),
  'np.rollaxis(t, -1, 1)': () => np.rollaxis(x3, -1, 1),
  'np.array(np.diag_indices_from(m[:, :3]))': () => np.asarray(np.diagIndicesFrom(m.slice(':', ':3'))),
  'np.array(np.tril_indices_from(m))': () => np.asarray(np.trilIndicesFrom(m)),
  'np.array(np.tril_indices_from(m, 1))': () => np.asarray(np.trilIndicesFrom(m, 1)),
  'np.array(np.triu_indices_from(m, -1))': () => np.asarray(np.triuIndicesFrom(m, { k: -1 })),
  'np.matvec(m, v[:4])': () => np.matvec(m, v.slice(':4')),
  'np.matvec(t, m[0])': () => np.matvec(x3, m.slice(0)),
  'np.matvec(t, t[:, 0])': () => np.matvec(x3, x3.slice(':', 0)),
  'np.vecmat(w[:3], m)': () => np.vecmat(w.slice(':3'), m),
  'np.vecmat(m.T, m)': () => np.vecmat(m.T, m),
  'np.array([np.array_equiv([1, 1], 1), np.array_equiv([[1, 2], [1, 2]], [1, 2]), np.array_equiv([1, 2], [1, 2, 3])])': () =>
    np.asarray([
      np.arrayEquiv([1, 1], 1),
      np.arrayEquiv(
        [
          [1, 2],
          [1, 2],
        ],
        [1, 2],
      ),
      np.arrayEquiv([1, 2], [1, 2, 3]),
    ]),
  'np.array(np.dsplit(t, 2))': () => np.asarray(np.dsplit(x3, 2)),
  'np.dsplit(t, [1, 3])[1]': () => np.dsplit(x3, [1, 3])[1],
  'np.euler_gamma': () => np.asarray(np.eulerGamma),
};

sameAsNumpy(t, calls, 'helpers');

t.test('what is refused', (t) => {
  const bytes = Buffer.from([1, 2, 3]);
  t.throws(() => np.frombuffer(bytes), { name: 'ArgumentError', message: /3 bytes are no whole number of float64/ });
  t.throws(() => np.frombuffer(bytes, 'uint8', { count: 4 }), { name: 'ArgumentError', message: /hold no 4 elements/ });
  t.throws(() => np.frombuffer(bytes, 'uint8', { offset: 4 }), { name: 'ArgumentError', message: /offset from 0 to the 3/ });
  t.throws(() => np.frombuffer('abc' as unknown as ArrayBuffer), { name: 'DTypeError', message: /such as a Buffer, got "abc"/ });
  t.throws(() => np.fromiter(['a'] as unknown as number[]), { name: 'DTypeError', message: /expected numbers, got "a"/ });
  t.throws(() => np.fromiter([1], { count: 2 }), { name: 'ArgumentError', message: /expected 2 numbers, got 1/ });
  t.throws(() => np.fromstring('1, x', { sep: ',' }), { name: 'FileFormatError', message: /^fromstring: .*got "x"/ });
  t.throws(() => np.size(m, 2), { name: 'IndexError' });
  t.throws(() => np.matvec(m, 3), { name: 'ShapeError' });
  t.throws(() => np.dsplit(m, 2), { name: 'ShapeError' });
  t.throws(() => np.trilIndicesFrom(v), { name: 'ShapeError', message: /expected a matrix/ });
  t.throws(() => np.diagIndicesFrom(m), { name: 'ShapeError' });
  t.end();
});

t.test('bytes are copied', async (t) => {
  const bytes = Uint8Array.of(1, 2);
  const x = np.frombuffer(bytes, 'uint8');
  bytes[0] = 9;
  t.same(await x.tolist(), [1, 2]);
  t.same([np.isscalar(3n), np.isscalar(np.asarray(3)), np.isscalar('3')], [true, false, false]);
});
