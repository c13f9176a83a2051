/** Calls that had given different numbers than NumPy without a word: each with NumPy's answer. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const { nan, inf } = np;

t.test('a number that an integer dtype does not hold is refused wherever it is written', async (t) => {
  const x = np.zeros([2, 2], 'uint8');
  const wrong: Readonly<Record<string, () => unknown>> = {
    full: () => np.full(2, -1, 'uint8'),
    'full of infinity': () => np.full(2, inf, 'int32'),
    fullLike: () => np.fullLike(np.zeros(2, 'int8'), 200),
    assign: () => x.assign(300),
    'assign of NaN': () => x.assign(nan),
    set: () => np.set(x, 0, 256),
    'set at indices': () => np.set(x, [0, 1], -1),
    fillDiagonal: () => np.fillDiagonal(x, 300),
    pad: () => np.pad(x, 1, { constantValues: 300 }),
  };
  for (const [name, call] of Object.entries(wrong)) t.throws(call, { name: 'DTypeError', message: /does not fit u?int/ }, name);
  t.same(await x.tolist(), [
    [0, 0],
    [0, 0],
  ]);
  t.same(await np.full(2, 255.9, 'uint8').tolist(), [255, 255], 'fractions are cut off');
  t.same(await np.full(2, -0.9, 'uint8').tolist(), [0, 0]);
  t.same(await np.full(1, 300, 'bool').tolist(), [true]);
  t.same(await np.full(1, 2n ** 64n - 1n, 'uint64').tolist(), [2n ** 64n - 1n]);
});

t.test('weighted means are computed in the dtype of the result', async (t) => {
  const long = np.asarray([2147483647, 3, -2147483648], { dtype: 'int32' });
  t.equal(await np.average(long, { weights: np.asarray([3, 5, 6], { dtype: 'int32' }) }).item(), -460175066.5714286);
  const half = np.asarray([2048, 1, 1, 1], { dtype: 'float16' });
  t.equal(await np.average(np.asarray([1n, 2n, 3n, 4n]), { weights: half }).item(), (2048 + 9) / 2051);
  t.equal(await np.average([true, false], { weights: [true, true] }).item(), 0.5);
  const data = np.arange(8).reshape([2, 2, 2]);
  const weights = [
    [0.25, 0.75],
    [1, 0.5],
  ];
  t.same(await np.average(data, { axis: [0, 1], weights }).tolist(), [3.4, 4.4]);
  t.same(await np.average(data, { axis: [1, 0], weights: np.asarray(weights).T }).tolist(), [3.4, 4.4]);
  t.throws(() => np.average(data, { weights }), { name: 'ShapeError' });
});

t.test('means of integers do not wrap around', async (t) => {
  const x = np.asarray([2n ** 64n - 1n, 1n, 2n ** 63n], { dtype: 'uint64' });
  t.equal(await np.nanmean(x).item(), await np.mean(x).item());
  t.ok(Number(await np.nanmean(x).item()) > 9e18);
  t.same(await np.nanmean([[1n, 2n]], { axis: 0, keepdims: true }).tolist(), [[1, 2]]);
});

t.test('digitize knows bins that descend', async (t) => {
  const x = [2.135, -4.1, 3, 0.5, inf];
  t.same(await np.digitize(x, [3, 2, 1]).tolist(), [1, 3, 0, 3, 0]);
  t.same(await np.digitize(x, np.asarray([3, 2, 1]), { right: true }).tolist(), [1, 3, 1, 3, 0]);
  t.same(await np.digitize(x, [3, 2, 1], { descending: true }).tolist(), [1, 3, 0, 3, 0]);
  t.same(await np.digitize(x, [1, 2, 3]).tolist(), [2, 0, 3, 0, 3]);
  t.same(await np.digitize([1, 2], [2, 2]).tolist(), [0, 2]);
  t.same(await np.digitize([1, 2], [2]).tolist(), [0, 1]);
  await t.rejects(np.digitize(x, [1, 3, 2]).tolist(), {
    name: 'IndexError',
    message: /digitize: expected bins that ascend or descend/,
  });
});

t.test('insert takes slices for a number, and several values for an Array of one', async (t) => {
  const a = np.arange(6).reshape([3, 2]);
  const column = [[7], [8], [9]];
  t.same(await np.insert(a, 1, column, { axis: 1 }).tolist(), [
    [0, 7, 8, 9, 1],
    [2, 7, 8, 9, 3],
    [4, 7, 8, 9, 5],
  ]);
  t.same(await np.insert(a, [1], column, { axis: 1 }).tolist(), [
    [0, 7, 1],
    [2, 8, 3],
    [4, 9, 5],
  ]);
  t.same(await np.insert(a, 1, [7, 8, 9], { axis: 1 }).tolist(), await np.insert(a, [1], column, { axis: 1 }).tolist());
  t.same(await np.insert([1, 2, 3], [1], [7, 8]).tolist(), [1, 7, 8, 2, 3]);
  t.same(await np.insert([1, 2, 3], -1, [7, 8]).tolist(), [1, 2, 7, 8, 3]);
  t.throws(() => np.insert(a, [0, 1], [7, 8, 9], { axis: 0 }), { name: 'ShapeError' });
});

t.test('texts, complex numbers, and arrays without axes', async (t) => {
  t.equal(np.array2string(np.asarray([3.887e10, -0, 2.26e9]), { precision: 1, suppress: true }), '[ 3.9e+10 -0.0e+00  2.3e+09]');
  t.equal(np.array2string(np.asarray([1e-5, 2]), { suppress: true }), '[0.00001 2.     ]');
  t.equal(np.array2string(np.asarray(-173)), '-173.');
  t.equal(np.array2string(np.asarray([{ re: 1.23456, im: -2 }]), { precision: 2 }), '[1.23-2.j]');
  t.equal(np.iscomplexobj({ re: 1, im: 0 }), true);
  t.equal(np.isrealobj({ re: 1, im: 0 }), false);
  const short = np.asarray([{ re: 1, im: 2 }]).astype('complex64' as never);
  t.equal(np.floatPower(short, 2).dtype.name as string, 'complex128');
  for (const mode of ['wrap', 'edge', 'reflect', 'mean', 'constant'] as const)
    t.same(await np.pad(np.asarray(3, { dtype: 'int32' }), [0, 2], { mode }).tolist(), 3, mode);
});

t.test('sums of complex numbers in a real dtype are refused', async (t) => {
  const z = np.asarray([{ re: 1.5, im: -2 }]);
  for (const dtype of ['float64', 'uint8'] as const) {
    for (const fn of [np.sum, np.mean, np.cumsum, np.cumulativeSum, np.nancumsum])
      t.throws(
        () => fn(z, { dtype }),
        { name: 'DTypeError', message: new RegExp(`are not converted to ${dtype}; take np.real`) },
        fn.name,
      );
    t.throws(() => np.concat([z, z], { dtype } as never), { name: /DTypeError|ArgumentError/ });
  }
  t.equal(np.sum(z, { dtype: 'complex64' as never }).dtype.name as string, 'complex64');
});

t.test('digits of complex numbers, and flattened arrays in order', async (t) => {
  const z = np.asarray([[{ re: 1.2345, im: -2.557 }], [{ re: -3, im: 0.126 }]]);
  const wanted = [[{ re: 1.23, im: -2.56 }], [{ re: -3, im: 0.13 }]];
  t.same(await np.round(z, { decimals: 2 }).tolist(), wanted);
  t.same(await np.round(z, 2).tolist(), wanted);
  t.same(await z.round({ decimals: 2 }).tolist(), wanted);
  t.same(await np.round(z).tolist(), [[{ re: 1, im: -3 }], [{ re: -3, im: 0 }]]);
  const out = np.zeros([2, 1], 'complex128');
  t.equal(np.round(z, { decimals: 2, out }), out);
  t.same(await out.tolist(), wanted);
  const x = np.asarray([
    [3, 1],
    [2, 0],
  ]);
  t.same(await np.sort(x, null).tolist(), [0, 1, 2, 3]);
  t.same(await np.argsort(x, { axis: null, descending: true }).tolist(), [0n, 2n, 1n, 3n]);
  t.same(await np.sort(z, { axis: null }).tolist(), [await z.slice(1, 0).item(), await z.slice(0, 0).item()]);
  t.same(await np.sort(np.asarray(7), null).tolist(), [7]);
});

t.test('ramps beside integers are cut to the integer below, as NumPy cuts those of linspace', async (t) => {
  const ramp = { mode: 'linear_ramp', endValues: 1 } as const;
  t.same(await np.pad(np.asarray([-7, 2], { dtype: 'int32' }), 3, ramp).tolist(), [1, -2, -5, -7, 2, 1, 1, 1]);
  t.same(await np.pad(np.asarray([-7, 2]), [3, 0], ramp).tolist(), [1, 1 - 8 / 3, 1 - 16 / 3, -7, 2], 'floats');
});

t.test('the first element of an accumulation has the dtype of the others', async (t) => {
  const or = np.logicalOr.accumulate([2, 0, 0]);
  t.equal(or.dtype.name, 'bool');
  t.same(await or.tolist(), [true, true, true]);
  t.same(await np.logicalOr.accumulate([[0, 2]], { axis: 0 }).tolist(), [[false, true]], 'of one slice');
  t.equal(np.logaddexp.reduce(np.asarray([[1], [2]], { dtype: 'int64' }), { axis: 1 }).dtype.name, 'float64');
  t.equal(np.logaddexp.accumulate(np.asarray([[1], [2]], { dtype: 'int64' }), { axis: 1 }).dtype.name, 'float64');
});

t.test('transforms of booleans are in double precision', async (t) => {
  const x = [true, false, true];
  for (const [name, y] of Object.entries({ fft: np.fft.fft(x), fft2: np.fft.fft2([x]), ifftn: np.fft.ifftn([x]) }))
    t.equal(y.dtype.name, 'complex128', name);
  t.equal(np.fft.irfft(x).dtype.name, 'float64');
  t.same(await np.fft.fft(x).slice(1).item(), await np.fft.fft([1, 0, 1]).slice(1).item());
});

t.test('options of complex arrays that each part had taken for itself, or none', async (t) => {
  const z = np.complex([1, 2], [3, 4]);
  const parts = async (y: np.NDArray): Promise<unknown> => [await np.real(y).tolist(), await np.imag(y).tolist()];
  const ramp = (endValues: number): np.NDArray => np.pad(z as never, [2, 0], { mode: 'linear_ramp', endValues });
  t.same(await parts(ramp(1)), [
    [1, 1, 1, 2],
    [0, 1.5, 3, 4],
  ]);
  const m = np.complex(
    np.asarray([
      [1, 2],
      [3, 4],
    ]),
    np.ones([2, 2]),
  ) as never;
  for (const trace of [np.trace, np.linalg.trace]) {
    t.equal(trace(m, { dtype: 'complex64' as never }).dtype.name, 'complex64');
    t.throws(() => trace(m, { dtype: 'float64' }), {
      name: 'DTypeError',
      message: /complex numbers are not converted to float64/,
    });
  }
});
