/** Methods and options of element-wise functions against NumPy's answers, ranges in brackets, and print settings. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { runtime } from '../../../lib/runtime/index.js';

const m = np.asarray([
  [1, 5, 2],
  [3, 2, 8],
]);
const k = np.asarray([1, 2, 4, 12], 'int32');

/** NumPy's expression, ours, and NumPy's answer with its dtype. */
const cases: readonly (readonly [string, () => np.NDArray, unknown, string])[] = [
  ['np.add.reduce(m)', () => np.add.reduce(m), [4, 7, 10], 'float64'],
  ['np.add.reduce(m, axis=None)', () => np.add.reduce(m, null), 21, 'float64'],
  ['np.add.reduce(m, axis=1, keepdims=True)', () => np.add.reduce(m, 1, { keepdims: true }), [[8], [13]], 'float64'],
  ['np.add.reduce(k.astype("int8"))', () => np.add.reduce(k.astype('int8')), 19, 'int64'],
  ['np.add.reduce(k, dtype="float32")', () => np.add.reduce(k, { dtype: 'float32' }), 19, 'float32'],
  ['np.multiply.reduce(k, initial=2)', () => np.multiply.reduce(k, { initial: 2 }), 192, 'int64'],
  ['np.maximum.reduce(m)', () => np.maximum.reduce(m), [3, 5, 8], 'float64'],
  ['np.minimum.reduce(m, axis=1)', () => np.minimum.reduce(m, { axis: 1 }), [1, 2], 'float64'],
  ['np.logical_and.reduce([True, False])', () => np.logicalAnd.reduce([true, false]), false, 'bool'],
  ['np.subtract.reduce([5, 1, 1.])', () => np.subtract.reduce([5, 1, 1]), 3, 'float64'],
  ['np.subtract.reduce(m, axis=1)', () => np.subtract.reduce(m, 1), [-6, -7], 'float64'],
  ['np.subtract.reduce(m, axis=1, keepdims=True)', () => np.subtract.reduce(m, 1, { keepdims: true }), [[-6], [-7]], 'float64'],
  ['np.gcd.reduce(k, where=[F, F, T, T])', () => np.gcd.reduce(k, { where: [false, false, true, true] }), 4, 'int32'],
  ['np.gcd.reduce(k, where=False)', () => np.gcd.reduce(k, { where: false }), 0, 'int32'],
  [
    'np.bitwise_or.reduce(k, where=[T, F, T, F])',
    () => np.bitwiseOr.reduce(k, { where: [true, false, true, false] }),
    5,
    'int32',
  ],
  [
    'np.bitwise_and.reduce(k, where=[T, F, T, F])',
    () => np.bitwiseAnd.reduce(k, { where: [true, false, true, false] }),
    0,
    'int32',
  ],
  ['np.bitwise_and.reduce(k, where=False)', () => np.bitwiseAnd.reduce(k, { where: false }), -1, 'int32'],
  [
    'np.bitwise_and.reduce(k.astype("uint8"), where=False)',
    () => np.bitwiseAnd.reduce(k.astype('uint8'), { where: false }),
    255,
    'uint8',
  ],
  [
    'np.bitwise_and.reduce([[True, False]], where=[[T, F]])',
    () => np.bitwiseAnd.reduce([[true, false]], 1, { where: [[true, false]] }),
    [true],
    'bool',
  ],
  ['np.bitwise_and.reduce(np.array([], "uint16"))', () => np.bitwiseAnd.reduce(np.zeros([0], 'uint16')), 65535, 'uint16'],
  ['np.gcd.reduce(np.zeros((0, 2), int))', () => np.gcd.reduce(np.zeros([0, 2], 'int64')), [0, 0], 'int64'],
  ['np.lcm.reduce(k, where=[T, T, F, F], initial=3)', () => np.lcm.reduce(k, { where: k.less(3), initial: 3 }), 6, 'int32'],
  [
    'np.hypot.reduce(m, axis=1, where=m > 2)',
    () => np.hypot.reduce(m, 1, { where: m.greater(2) }),
    [5, Math.hypot(3, 8)],
    'float64',
  ],
  [
    'np.fmax.reduce(m, where=[T, F, T], initial=-1)',
    () => np.fmax.reduce(m, { where: [true, false, true], initial: -1 }),
    [3, -1, 8],
    'float64',
  ],
  [
    'np.subtract.reduce(m, 1, where=m > 2, initial=100, keepdims=True)',
    () => np.subtract.reduce(m, 1, { where: m.greater(2), initial: 100, keepdims: true }),
    [[95], [89]],
    'float64',
  ],
  [
    'np.logaddexp.reduce(m[0], where=[T, F, F])',
    () => np.logaddexp.reduce(m.slice(0), { where: [true, false, false] }),
    1,
    'float64',
  ],
  ['np.divide.reduce([8, 2, 2.])', () => np.divide.reduce([8, 2, 2]), 2, 'float64'],
  ['np.bitwise_xor.reduce(k)', () => np.bitwiseXor.reduce(k), 11, 'int32'],
  ['np.hypot.reduce([3, 4, 12.])', () => np.hypot.reduce([3, 4, 12]), 13, 'float64'],
  [
    'np.add.accumulate(m)',
    () => np.add.accumulate(m),
    [
      [1, 5, 2],
      [4, 7, 10],
    ],
    'float64',
  ],
  [
    'np.add.accumulate(m, axis=1)',
    () => np.add.accumulate(m, 1),
    [
      [1, 6, 8],
      [3, 5, 13],
    ],
    'float64',
  ],
  [
    'np.maximum.accumulate(m, axis=1)',
    () => np.maximum.accumulate(m, { axis: 1 }),
    [
      [1, 5, 5],
      [3, 3, 8],
    ],
    'float64',
  ],
  ['np.subtract.accumulate([5, 1, 1.])', () => np.subtract.accumulate([5, 1, 1]), [5, 4, 3], 'float64'],
  [
    'np.subtract.accumulate(m, axis=1)',
    () => np.subtract.accumulate(m, 1),
    [
      [1, -4, -6],
      [3, 1, -7],
    ],
    'float64',
  ],
  [
    'np.multiply.outer([1, 2.], [3, 4.])',
    () => np.multiply.outer([1, 2], [3, 4]),
    [
      [3, 4],
      [6, 8],
    ],
    'float64',
  ],
  [
    'np.greater.outer([1, 2.], [1, 0.])',
    () => np.greater.outer([1, 2], [1, 0]),
    [
      [false, true],
      [true, true],
    ],
    'bool',
  ],
  ['np.add.reduceat(k, [0, 2])', () => np.add.reduceat(k, [0, 2]), [3, 16], 'int64'],
  [
    'np.subtract.reduceat(m, [0, 1], axis=1)',
    () => np.subtract.reduceat(m, [0, 1], 1),
    [
      [1, 3],
      [3, -6],
    ],
    'float64',
  ],
  ['np.add.at(zeros(3), [0, 0], [1, 2])', () => np.add.at(np.zeros(3), [0, 0], [1, 2]), [3, 0, 0], 'float64'],
  [
    'np.subtract.at(zeros(3), [0, 0, 2], [1, 2, 4])',
    () => np.subtract.at(np.zeros(3), [0, 0, 2], [1, 2, 4]),
    [-3, 0, -4],
    'float64',
  ],
  ['np.subtract.at(zeros(3), [0, 0], 2)', () => np.subtract.at(np.zeros(3), [0, 0], 2), [-4, 0, 0], 'float64'],
  [
    'np.subtract.at of float64 and uint8',
    () => np.subtract.at(np.zeros(3), [0, 1, 0], np.asarray([1, 2, 3], { dtype: 'uint8' })),
    [-4, -2, 0],
    'float64',
  ],
  [
    'np.subtract.at of int32 and uint8',
    () => np.subtract.at(np.zeros(3, { dtype: 'int32' }), [0, 1, 0], np.asarray([1, 2, 200], { dtype: 'uint8' })),
    [-201, -2, 0],
    'int32',
  ],
  [
    'np.subtract.at of uint8',
    () => np.subtract.at(np.asarray([5, 1, 0], { dtype: 'uint8' }), [0, 1, 0], np.asarray([1, 2, 3], { dtype: 'uint8' })),
    [1, 255, 0],
    'uint8',
  ],
  [
    'np.divide.at([8, 9, 10.], [0, 0, -1], [2, 4, 3])',
    () => np.divide.at(np.asarray([8, 9, 10]), [0, 0, -1], [2, 4, 3]),
    [1, 9, 10 / 3],
    'float64',
  ],
  [
    'np.divide.at of float32',
    () => np.divide.at(np.asarray([1, 2], 'float32'), [0, 0], 3),
    [Math.fround(Math.fround(1 / 3) / 3), 2],
    'float32',
  ],
  ['np.divide.at of float16', () => np.divide.at(np.asarray([1, 2], 'float16'), [0, 0], 4), [0.0625, 2], 'float16'],
  ['np.power.at([2, 3], [0, 0], [3, 2])', () => np.pow.at(np.asarray([2, 3], 'int64'), [0, 0], [3n, 2n]), [64, 3], 'int64'],
  [
    'np.floor_divide.at([100], [0, 0, 0], [3, 2, 5])',
    () => np.floorDivide.at(np.asarray([100], 'uint8'), [0, 0, 0], np.asarray([3, 2, 5], 'uint8')),
    [3],
    'uint8',
  ],
  [
    'np.bitwise_xor.at([1, 2], [1, 1, 1], [1, 2, 4])',
    () => np.bitwiseXor.at(np.asarray([1, 2], 'int32'), [1, 1, 1], np.asarray([1, 2, 4], 'int32')),
    [1, 5],
    'int32',
  ],
  ['np.bitwise_and.at of bool', () => np.bitwiseAnd.at(np.asarray([true, true]), [0, 0], [true, false]), [false, true], 'bool'],
  [
    'np.left_shift.at([1, 1], [0, 0, 1], [1, 2, 5])',
    () => np.bitwiseLeftShift.at(np.asarray([1, 1], 'int64'), [0, 0, 1], [1n, 2n, 5n]),
    [8, 32],
    'int64',
  ],
  [
    'np.logical_or.at([5, 0.], [0, 1, 1], [0, 0, 2.])',
    () => np.logicalOr.at(np.asarray([5, 0]), [0, 1, 1], [0, 0, 2]),
    [1, 1],
    'float64',
  ],
  ['np.less.at([5, 0.], [0, 0], [9, 1])', () => np.less.at(np.asarray([5, 0]), [0, 0], [9, 1]), [0, 0], 'float64'],
  [
    'np.divide.at of rows',
    () =>
      np.divide.at(
        np.asarray([
          [2, 4],
          [8, 8],
        ]),
        [1, 1],
        [
          [2, 1],
          [1, 4],
        ],
      ),
    [
      [2, 4],
      [4, 2],
    ],
    'float64',
  ],
  ['np.power.accumulate([2, 3, 2.])', () => np.pow.accumulate([2, 3, 2]), [2, 8, 64], 'float64'],
  ['np.maximum.at(zeros(3), [0, 2], 7)', () => np.maximum.at(np.zeros(3), [0, 2], 7), [7, 0, 7], 'float64'],
  ['np.add([1, 2.], [3, 4.], dtype="float32")', () => np.add([1, 2], [3, 4], { dtype: 'float32' }), [4, 6], 'float32'],
  ['np.divide(k, 2, dtype="float32")', () => np.divide(k, 2, { dtype: 'float32' }), [0.5, 1, 2, 6], 'float32'],
  ['np.greater(k, 2, dtype="bool")', () => np.greater(k, 2, { dtype: 'bool' }), [false, false, true, true], 'bool'],
  ['k.multiply(2, dtype="int64")', () => k.multiply(2, { dtype: 'int64' }), [2, 4, 8, 24], 'int64'],
  ['np.r_[1:4, 0, [7, 8]]', () => np.r_('1:4', 0, [7, 8]), [1, 2, 3, 0, 7, 8], 'float64'],
  ['np.r_[0:1:3j]', () => np.r_('0:1:3j'), [0, 0.5, 1], 'float64'],
  ['np.r_[5:0:-2]', () => np.r_('5:0:-2'), [5, 3, 1], 'int64'],
  [
    'np.c_[[1, 2], 5:7]',
    () => np.c_([1, 2], '5:7'),
    [
      [1, 5],
      [2, 6],
    ],
    'float64',
  ],
];

for (const [name, of, expected, dtype] of cases) {
  t.test(name, async (t) => {
    const found = of();
    t.same(await found.tolist(), expected);
    t.equal(found.dtype.name, dtype);
  });
}

t.test('where leaves elements as they are', async (t) => {
  const out = np.full([2, 3], -1);
  t.equal(np.sqrt(m, { where: m.greater(2), out }), out);
  t.same(await np.round(out, 2).tolist(), [
    [-1, 2.24, -1],
    [1.73, -1, 2.83],
  ]);
  t.same(await np.add([1, 2], 1, { where: [true, false] }).tolist(), [2, 0]);
  t.same(await np.add(m, m, { where: [true, false, true], out: out.astype('float32') }).tolist(), [
    [2, 2.2360680103302, 4],
    [6, -1, 16],
  ]);
  const counts = np.zeros([2], 'int32');
  t.throws(() => np.add([1.5, 2], 1, { where: [true, false], out: counts }), { name: 'DTypeError' });
  t.throws(() => np.add([1, 2], 1, { where: [1, 0] }), { name: 'DTypeError', message: /a condition is of booleans/ });
});

t.test('mistakes', async (t) => {
  t.throws(() => np.add([1.5], 2, { dtype: 'int32' }), { name: 'DTypeError', message: /astype\('int32'\)/ });
  t.throws(() => np.sqrt([4], { dtype: 'int32' }), { name: 'DTypeError', message: /sqrt: does not give int32/ });
  t.throws(() => np.add([1], 2, { dtyp: 'int32' } as object), {
    name: 'ArgumentError',
    message: /there are out, where and dtype/,
  });
  t.throws(() => np.subtract.reduce([]), { name: 'ShapeError', message: /subtract\.reduce: no elements/ });
  t.throws(() => np.subtract.reduce(m, null), { name: 'ArgumentError', message: /one axis/ });
  t.throws(() => np.add.reduce(5), { name: 'ShapeError' });
  t.throws(() => np.divide.at(np.zeros(2, 'int32'), [0], 1), { name: 'DTypeError', message: /^divide\.at: a float64 result/ });
  t.throws(() => np.pow.at(np.ones(2, 'int32'), [0], -1), { name: 'ArgumentError', message: /^pow\.at: integers/ });
  t.throws(() => np.divide.at(np.ones(2), [0], [1, 2, 3]), { name: 'ShapeError' });
  t.throws(() => np.divide.at(np.ones(1).broadcastTo([3]), [0], 1), { name: 'ArgumentError', message: /repeats elements/ });
  await t.rejects(np.divide.at(np.zeros(2), [0, 2], 1).data(), {
    name: 'IndexError',
    message: /divide\.at: (index 2, number 1|an index is outside)/,
  });
  t.throws(() => np.add.reduce(m, 0, 1 as never), { name: 'ArgumentError' });
  t.throws(() => np.r_('a:b' as never), { name: 'ArgumentError', message: /expected a range/ });
});

t.test('values in order, where rounds are many or longer than a block', async (t) => {
  const places = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 3000);
  const values = places.map((place, i) => 1 + ((i + place) % 5) / 4);
  for (const size of [1, 3000]) {
    const at = places.map((place) => place % size);
    const want = new Float64Array(size).fill(1e10);
    for (const [i, place] of at.entries()) want[place] /= values[i];
    t.same(await np.divide.at(np.full([size], 1e10), at, values).data(), want, `${size} places`);
  }
});

t.test('values that share memory with what is written, and views', async (t) => {
  const x = np.asarray([2, 4, 8, 16]);
  np.divide.at(x, [0, 1], x.slice('2:'));
  t.same(await x.tolist(), [0.25, 0.25, 8, 16]);
  const whole = np.ones([3, 2]);
  np.divide.at(whole.T, [np.asarray([0n, 0n]), np.asarray([1n, 1n])], 2);
  t.same(await whole.tolist(), [
    [1, 1],
    [0.25, 1],
    [1, 1],
  ]);
});

t.test('print settings', async (t) => {
  const x = np.asarray([Math.PI, 1e-7]);
  t.equal(
    np.printOptions({ precision: 3, suppress: true }, () => String(x)),
    '[3.142 0.   ]',
  );
  t.equal(
    np.printOptions({ precision: 0, suppress: true }, () => String(np.asarray([2.5, 3.5, 1.2]))),
    '[2. 4. 1.]',
  );
  t.equal(
    np.printOptions({ threshold: 5, edgeitems: 1 }, () => String(np.arange(6))),
    '[0. ... 5.]',
  );
  t.equal(
    np.printOptions({ nanstr: '-', infstr: 'oo' }, () => String(np.asarray([Number.NaN, -Infinity, 1]))),
    '[  - -oo  1.]',
  );
  t.equal(
    np.printOptions({ linewidth: 12 }, () => String(np.arange(6))),
    '[0. 1. 2.\n 3. 4. 5.]',
  );
  t.equal(np.getPrintOptions().precision, 8);
  t.throws(() => np.setPrintOptions({ precision: -1 }), { name: 'ArgumentError' });
  t.throws(() => np.setPrintOptions({ precision: 1000 }), { name: 'ArgumentError' });
  t.equal(np.getPrintOptions().precision, 8);
});

t.test('files of elements, and tables with holes', async (t) => {
  const folder = t.testdir({});
  const path = join(folder, 'x.bin');
  await np.tofile(path, m.T);
  t.same(await (await np.fromfile(path)).tolist(), [1, 3, 5, 2, 2, 8]);
  t.same(await (await np.fromfile(path, { count: 1, offset: 8 })).tolist(), [3]);
  await t.rejects(np.fromfile(path, { offset: 1 }), { name: 'ArgumentError' });
  await t.rejects(np.fromfile(join(folder, 'none')), { name: 'FileError' });
  const table = join(folder, 'x.csv');
  await writeFile(table, '# a, b, c\n1,,3\nn/a,5,6\n');
  t.same(await (await np.genfromtxt(table, { delimiter: ',' })).tolist(), [
    [1, Number.NaN, 3],
    [Number.NaN, 5, 6],
  ]);
  t.same(await (await np.genfromtxt(table, { delimiter: ',', dtype: 'int64' })).tolist(), [
    [1, -1, 3],
    [-1, 5, 6],
  ]);
  t.same(await (await np.genfromtxt(table, { delimiter: ',', fillingValues: 0, usecols: [1] })).tolist(), [0, 5]);
  t.same(await (await np.genfromtxt(table, { delimiter: ',', skipHeader: 2 })).tolist(), [Number.NaN, 5, 6]);
  await t.rejects(np.loadtxt(table, { delimiter: ',' }), {
    name: 'FileFormatError',
    message: /^loadtxt: .*, line 2, column 2: /,
  });
});

t.test('roots, powers and texts', async (t) => {
  const sorted = async (of: Promise<np.NDArray>): Promise<number[]> =>
    Array.from(await np.sort(np.round(np.real(await of), 9)).data(), Number);
  t.same(await sorted(np.roots([1, -6, 11, -6])), [1, 2, 3]);
  t.same(await sorted(np.roots([0, 2, -4, 0])), [0, 2]);
  t.same(await sorted(np.roots([5])), []);
  t.same(await np.round(np.abs(np.imag(await np.roots([1, 0, 1]))), 9).tolist(), [1, 1]);
  await t.rejects(np.roots([[1]]), { name: 'ShapeError' });
  await t.rejects(np.roots([1, Number.NaN]), { name: 'ArgumentError' });
  t.same(await np.floatPower(np.asarray([2, 4], 'int32'), -1).tolist(), [0.5, 0.25]);
  t.equal(np.binaryRepr(-3), '-11');
  t.equal(np.binaryRepr(-3, 5), '11101');
  t.throws(() => np.binaryRepr(9, 3), { name: 'ArgumentError' });
  t.equal(np.binaryRepr(-3, 2000), `${'1'.repeat(1997)}101`);
  t.throws(() => np.binaryRepr(1, 2 ** 31), { name: 'ArgumentError', message: /a width of at most 16777216/ });
  t.throws(() => np.baseRepr(1, 2, 2 ** 31), { name: 'ArgumentError', message: /from 0 to 16777216 zeros/ });
  t.equal(np.baseRepr(-255, 16, 2), '-00FF');
  t.equal(np.array2string(np.asarray([1.23456]), { precision: 2 }), '[1.23]');
});

t.test('composed functions have the methods, floatPower but for at', async (t) => {
  const x = np.asarray([
    [1, 5, 2],
    [4, Number.NaN, 3],
    [0, 2, 2],
  ]);
  t.same(await np.fmax.reduce(x).tolist(), [4, 5, 3]);
  t.same(await np.fmin.reduce(x, 1).tolist(), [1, 3, 0]);
  t.same(await np.fmin.reduce(x, { axis: 1, keepdims: true, initial: 2 }).tolist(), [[1], [2], [0]]);
  t.equal(Number(await np.gcd.reduce(np.asarray([12n, 18n, 30n])).item()), 6);
  t.equal(Number(await np.lcm.reduce(np.asarray([2n, 3n, 4n, 5n])).item()), 60);
  t.same(await np.fmod.outer([7, -7], [4, 3]).tolist(), [
    [3, 1],
    [-3, -1],
  ]);
  t.same(await np.ldexp.reduceat(np.asarray([1, 2, 3]), [0, 2]).tolist(), [4, 3]);
  for (const n of [1, 2, 3, 1000, 4097]) {
    const sum = await np.logaddexp.reduce(np.arange(n).multiply(1e-3)).item();
    const wanted = await np.log(np.exp(np.arange(n).multiply(1e-3)).sum()).item();
    t.ok(Math.abs(sum - wanted) <= 1e-13 * Math.max(1, wanted), `${n} logarithms: ${sum}`);
  }
  t.same(await np.logaddexp.reduce(np.zeros([0])).item(), -Infinity);
  t.throws(() => np.fmax.reduce(np.zeros([0])), { name: 'ShapeError', message: /no elements/ });
  t.throws(() => np.floatPower.at(np.asarray([1]), [0], 1), { name: 'ArgumentError', message: /got floatPower/ });
});

t.test('gcd.at and lcm.at, against NumPy', async (t) => {
  const x = np.asarray([12, 18, -7, 0], 'int32');
  t.equal(np.gcd.at(x, [0, 1, 0, -1], [8, 27, 6, -15]), x);
  t.same(await x.tolist(), [2, 9, -7, 15]);
  t.same(
    await np.gcd.at(x.slice('::2'), [0, 1], np.asarray([2n ** 40n, 14n])).tolist(),
    [2, 7],
    'wider values, a strided target',
  );
  t.same(await np.lcm.at(np.asarray([100, 6, 0], 'int8'), [0, 1, 1, 2], [7, 4, 9, 5]).tolist(), [-68, 36, 0], 'wrapping around');
  t.same(await np.lcm.at(np.asarray([3037000507n, 4n], 'uint64'), [0, 1], [3037000511n, 6n]).tolist(), [
    BigInt.asUintN(64, 3037000507n * 3037000511n),
    12n,
  ]);
  t.same(await np.gcd.at(np.asarray([[12n], [9n]]), [1, 0], 6n).tolist(), [[6n], [3n]], 'rows');
  t.throws(() => np.gcd.at(np.asarray([1n]), [0], [1.5]), { name: 'DTypeError', message: /gcd.at: expected integers/ });
  t.throws(() => np.lcm.at(np.asarray([1]), [0], 1), { name: 'DTypeError' });
  t.throws(() => np.gcd.at(np.asarray([1], 'int8'), [0], np.asarray([1], 'uint64')), { name: 'DTypeError' });
  t.same(await np.gcd.at(np.asarray([4n]), [], []).tolist(), [4n]);
});

t.test('at: every value of a place counts, in order, whether places are few or many', async (t) => {
  const count = 5000;
  const values = Array.from({ length: count }, (_, i) => 1 + ((i * 37) % 11));
  const loops: readonly (readonly [
    np.DTypeName,
    'divide' | 'floorDivide' | 'remainder' | 'bitwiseXor',
    (x: number, v: number) => number,
  ])[] = [
    ['float64', 'divide', (x, v) => x / v],
    ['float32', 'divide', (x, v) => Math.fround(x / v)],
    ['int32', 'floorDivide', (x, v) => Math.floor(x / v)],
    ['float64', 'remainder', (x, v) => x % v],
    ['int16', 'bitwiseXor', (x, v) => x ^ v],
  ];
  for (const places of [1, 3, 500, 624, 700, 9000])
    for (const [dtype, name, step] of loops) {
      // The first place has half of the values, so that places are named unequally often.
      const at = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 0 : (i * 7919) % places));
      const want = Array.from({ length: places }, (_, i) => 10_000 + i);
      for (let i = 0; i < count; i++) want[at[i]] = step(want[at[i]], values[i]);
      const x = np.arange(10_000, 10_000 + places).astype(dtype);
      np[name].at(x, np.asarray(at).astype('int32'), np.asarray(values).astype(dtype));
      const got = (await x.data()) as ArrayLike<number>;
      const wrong = want.findIndex((value, i) => value !== got[i]);
      t.equal(wrong, -1, `${name} of ${dtype}, ${places} places: ${want[wrong]}, got ${got[wrong]}`);
    }
  const untouched = np.ones([3]);
  np.divide.at(
    untouched,
    np
      .full([100], 1)
      .astype('int32')
      .mul(np.asarray([...new Array<number>(99).fill(1), 7]).astype('int32')),
    2,
  );
  await t.rejects(untouched.data(), { name: 'IndexError', message: /^divide\.at: (index 7|an index is outside)/ });
});

t.test('at: the addon has a routine of each operation on each type of number', (t) => {
  const has = (routine: string): boolean => runtime().device.routine(routine) >= 0;
  if (has('scatter_sum_f64'))
    for (const routine of ['sub_float64', 'nextafter_float32', 'shr_uint64', 'floordiv_int8', 'xor_bool', 'max_int64'])
      t.ok(has(`scatter_by_${routine}`), routine);
  t.notOk(has('scatter_by_eq_float64'), 'comparisons give no numbers');
  t.end();
});

const INTEGERS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'] as const;
const NUMBERS = [...INTEGERS, 'float64', 'float32', 'float16'] as const;
/** Functions of one operation, and the dtypes that they keep. */
const OPERATIONS = {
  ...Object.fromEntries(['floorDivide', 'remainder', 'pow'].map((name) => [name, NUMBERS])),
  ...Object.fromEntries(['divide', 'atan2', 'hypot', 'copysign', 'nextafter'].map((name) => [name, ['float64', 'float32']])),
  ...Object.fromEntries(['bitwiseAnd', 'bitwiseOr', 'bitwiseXor'].map((name) => [name, [...INTEGERS, 'bool']])),
  ...Object.fromEntries(['bitwiseLeftShift', 'bitwiseRightShift'].map((name) => [name, INTEGERS])),
} as Readonly<Record<string, readonly np.DTypeName[]>>;

t.test('at: the bits of the function, of every operation on every dtype', async (t) => {
  const floats = [0, -0, 1, -1, 2.5, -7, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 1e308, 3, 100];
  for (const [name, dtypes] of Object.entries(OPERATIONS))
    for (const dtype of dtypes) {
      const fn = (np as unknown as Record<string, np.BinaryUfunc>)[name];
      const isFloat = dtype.startsWith('float');
      const isShift = name.endsWith('Shift');
      const left = np
        .asarray((isFloat ? floats : [0, 1, 2, 3, 7, 100, 127, 5, 64, 9, 33, 17]).flatMap((x) => new Array<number>(12).fill(x)))
        .astype(dtype);
      const right = np.tile(
        np
          .asarray(isFloat ? floats : isShift ? [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3] : [1, 2, 3, 5, 7, 11, 1, 2, 3, 4, 6, 2])
          .astype(dtype),
        12,
      );
      const places = np.arange(143, -1, -1).astype('int64');
      const want = fn(np.flip(left), right);
      const x = left.copy();
      fn.at(x, places, right);
      t.same(await x.data(), await np.flip(want).data(), `${name}, ${dtype}`);
    }
});

t.test('reduce of some elements: a neutral value or initial, and a mask of bools', async (t) => {
  t.throws(() => np.fmax.reduce(m, { where: true }), { name: 'ArgumentError', message: /fmax\.reduce.*initial/ });
  t.throws(() => np.gcd.reduce(k, { where: [1, 0, 1, 1] }), { name: 'DTypeError' });
  t.throws(() => np.gcd.reduce(k, { where: [true, false] }), { name: 'ShapeError' });
});

t.test('at of bools: sums are or, products and', async (t) => {
  const given = [true, false, true, false];
  const values = [false, true, true, false];
  const either = given.map((x, i) => x || values[i]);
  const both = given.map((x, i) => x && values[i]);
  const expected = { add: either, maximum: either, multiply: both, minimum: both };
  for (const [name, result] of Object.entries(expected)) {
    const x = np.asarray(given);
    np[name as 'add'].at(x, [3, 0, 1, 2], [values[3], values[0], values[1], values[2]]);
    np[name as 'add'].at(x, [2, 1], [values[2], values[1]]);
    t.same(await x.tolist(), result, name);
    np[name as 'add'].at(x, [0, 0], true);
    t.equal(await x.item(0), name === 'add' || name === 'maximum' ? true : result[0]);
  }
  t.throws(() => np.add.at(np.asarray(given), [0], [2]), { name: 'DTypeError' });
  t.throws(() => np.subtract.at(np.asarray(given), [0], [true]), { name: 'DTypeError' });
});
