/** Numbers as text beside NumPy 2.4's answers, and the functions that NumPy's namespace has besides: bits, places under a mask, complex ones. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const { nan, inf } = np;

t.test('positional', async (t) => {
  const cases: readonly (readonly [number, np.PositionalOptions, string])[] = [
    [1, {}, '1.'],
    [0.1, {}, '0.1'],
    [123456.789, { precision: 2 }, '123456.79'],
    [0.125, { precision: 2 }, '0.12'],
    [0.375, { precision: 2 }, '0.38'],
    [1e22, {}, '10000000000000000000000.'],
    [1e22, { unique: false, precision: 1 }, '10000000000000000000000.0'],
    [1e-7, {}, '0.0000001'],
    [1.5, { trim: '-' }, '1.5'],
    [1, { trim: '-' }, '1'],
    [1, { trim: '0' }, '1.0'],
    [1, { precision: 3 }, '1.'],
    [1, { unique: false, precision: 3 }, '1.000'],
    [1, { unique: false, precision: 3, trim: '.' }, '1.'],
    [3.14259, { precision: 3, fractional: false }, '3.14'],
    [1234.5, { precision: 2, fractional: false }, '1200.'],
    [0.00123456, { precision: 3, fractional: false }, '0.00123'],
    [0.00012, { unique: false, precision: 3, fractional: false }, '0.000120'],
    [1.5, { padLeft: 4, padRight: 4 }, '   1.5   '],
    [2.5, { sign: true }, '+2.5'],
    [-0, {}, '-0.'],
    [nan, {}, 'nan'],
    [-inf, {}, '-inf'],
    [inf, { sign: true }, '+inf'],
    [1.5, { minDigits: 4 }, '1.5000'],
    [1.5, { minDigits: 4, trim: '-' }, '1.5'],
    [0, { precision: 2 }, '0.'],
    [9.999, { precision: 2 }, '10.'],
    [999.9, { precision: 0 }, '1000.'],
    [0.5, { precision: 0 }, '0.'],
    [1.5, { precision: 0 }, '2.'],
    [Math.fround(Math.PI), { dtype: 'float32' }, '3.1415927'],
    [0.1, { unique: false, precision: 80 }, `${(0.1).toFixed(80)}`],
  ];
  for (const [x, options, expected] of cases)
    t.equal(np.formatFloatPositional(x, options), expected, `${x} ${JSON.stringify(options)}`);
  t.throws(() => np.formatFloatPositional(1, { unique: false }), { name: 'ArgumentError' });
  t.throws(() => np.formatFloatPositional(1, { precision: 3, minDigits: 5 }), { name: 'ArgumentError' });
  t.throws(() => np.formatFloatPositional(1, { precision: -1 }), { name: 'ArgumentError' });
  t.throws(() => np.formatFloatPositional(1, { dtype: 'int32' }), { name: 'ArgumentError' });
});

t.test('scientific', async (t) => {
  const cases: readonly (readonly [number, np.ScientificOptions, string])[] = [
    [1, {}, '1.e+00'],
    [0.1, {}, '1.e-01'],
    [123456.789, { precision: 2 }, '1.23e+05'],
    [1e22, {}, '1.e+22'],
    [1.5, { trim: '-' }, '1.5e+00'],
    [1, { trim: '-' }, '1e+00'],
    [1, { trim: '0' }, '1.0e+00'],
    [1, { unique: false, precision: 3 }, '1.000e+00'],
    [2.5, { sign: true }, '+2.5e+00'],
    [-0, {}, '-0.e+00'],
    [nan, {}, 'nan'],
    [1e200, { expDigits: 1 }, '1.e+200'],
    [1e5, { expDigits: 1 }, '1.e+5'],
    [1.5, { expDigits: 4 }, '1.5e+0000'],
    [1.5, { minDigits: 4 }, '1.5000e+00'],
    [9.999, { precision: 2 }, '1.e+01'],
    [2.5, { precision: 0 }, '2.e+00'],
    [1.5, { padLeft: 4 }, '   1.5e+00'],
  ];
  for (const [x, options, expected] of cases)
    t.equal(np.formatFloatScientific(x, options), expected, `${x} ${JSON.stringify(options)}`);
});

t.test('bits that are set', async (t) => {
  const count = (v: bigint): number => [...(v < 0n ? -v : v).toString(2)].filter((digit) => digit === '1').length;
  for (const dtype of ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'] as const) {
    const { min, max } = np.iinfo(dtype);
    const values = [min, max, BigInt(min) + 1n, BigInt(max) - 1n, 0, 1, 7, 100].map(BigInt);
    const found = np.bitwiseCount(np.asarray(values, { dtype }));
    t.equal(found.dtype.name, 'uint8');
    t.same(await found.tolist(), values.map(count), dtype);
  }
  t.same(await np.bitwiseCount([true, false]).tolist(), [1, 0]);
  t.throws(() => np.bitwiseCount([1.5]), { name: 'DTypeError' });
});

t.test('places under a mask, and complex numbers', async (t) => {
  const [rows, columns] = await np.maskIndices(3, np.triu, 1);
  t.same(
    [await rows.tolist(), await columns.tolist()],
    [
      [0, 0, 1],
      [1, 2, 2],
    ],
  );
  const [, all] = await np.maskIndices(2, (x) => x);
  t.same(await all.tolist(), [0, 1, 0, 1]);
  const z = np.complex([2, 1, 1], [0, 3, 2]);
  t.same(await np.sortComplex(z).tolist(), [
    { re: 1, im: 2 },
    { re: 1, im: 3 },
    { re: 2, im: 0 },
  ]);
  t.same(await np.sortComplex([3, 1]).tolist(), [
    { re: 1, im: 0 },
    { re: 3, im: 0 },
  ]);
  t.equal((await np.realIfClose(z)).dtype.name, 'complex128');
  t.equal((await np.realIfClose(np.complex([1], [1e-14]))).dtype.name, 'float64');
  t.equal((await np.realIfClose(np.complex([1], [1e-14]), 2)).dtype.name, 'complex128');
  t.equal((await np.realIfClose(np.complex([1], [0.5]), 1)).dtype.name, 'float64');
  t.equal((await np.realIfClose([1, 2])).dtype.name, 'float64');
  t.equal(np.littleEndian, true);
});

t.test('complex values anywhere in nested Arrays, and as the dtype of reductions', async (t) => {
  t.same(await np.asarray([1n as unknown as number, { re: 0, im: 2 }, 3]).tolist(), [
    { re: 1, im: 0 },
    { re: 0, im: 2 },
    { re: 3, im: 0 },
  ]);
  t.equal(np.isdtype('bool', ['bool', 'complex64']), true);
  t.equal(np.isdtype('int8', ['integral', 'complex64'] as never), true);
  for (const fn of [np.sum, np.prod, np.mean, np.cumulativeSum] as ((x: number[], o: object) => np.NDArray)[])
    t.equal(fn([1, 2], { dtype: 'complex64' }).dtype.name, 'complex64');
});
