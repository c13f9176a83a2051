/** Floats that are stored alone, against their definition and in every tier. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { elementOf, float16, fromBits, isStored, shownElements, toBits } from '../../../lib/dtype/index.js';
import { half, halfBits, halfValue } from '../../support/half.js';
import fc from '../../support/seeded.js';

t.test('all values of float16, and halves between them', async (t) => {
  let wrong = 0;
  for (let bits = 0; bits < 65_536; bits++) {
    const value = fromBits(bits, 5, 10);
    if (!Object.is(value, halfValue(bits))) wrong++;
    if (!Number.isNaN(value) && toBits(value, 5, 10) !== bits) wrong++;
  }
  t.equal(wrong, 0);
  for (let bits = 0; bits < 0x7c00; bits++) {
    const middle = (halfValue(bits) + (bits === 0x7bff ? 65_536 : halfValue(bits + 1))) / 2;
    for (const x of [middle, middle * (1 - 2 ** -40), middle * (1 + 2 ** -40)]) if (toBits(-x, 5, 10) !== halfBits(-x)) wrong++;
  }
  t.equal(wrong, 0);
});

t.test('other formats', async () => {
  const single = new Float32Array(1);
  const word = new Uint32Array(single.buffer);
  fc.assert(
    fc.property(fc.double(), (x) => {
      single[0] = x;
      // A format of eight and 23 bits is float32, and one of eight and seven its upper half.
      if (!Number.isNaN(x) && toBits(x, 8, 23) !== word[0]) return false;
      word[0] = (word[0] >>> 16) << 16;
      return Number.isNaN(single[0]) || Object.is(fromBits(word[0] >>> 16, 8, 7), single[0]);
    }),
    { numRuns: 3000 },
  );
});

t.test('conversions round once', async (t) => {
  const near = Array.from({ length: 3000 }, (_, i) => halfValue((i * 37) % 0x7c00));
  const doubles = near.flatMap((x, i) => [
    x * (1 + 2 ** -12),
    x * (1 + 2 ** -11),
    x * (1 + 2 ** -11 + 2 ** -40),
    -x * (1 + i * 2 ** -24),
  ]);
  const x = np.asarray(Float64Array.from(doubles));
  t.strictSame(await x.astype('float16').tolist(), doubles.map(half));
  t.strictSame(
    await x.astype('float32').astype('float16').tolist(),
    doubles.map((v) => half(Math.fround(v))),
  );
  t.strictSame(await np.asarray([2049, 2051, -65519, 65520, 70000], { dtype: 'int32' }).astype('float16').tolist(), [
    2048,
    2052,
    -65504,
    Infinity,
    Infinity,
  ]);
});

t.test('arithmetic is rounded after each operation, however it fuses', async (t) => {
  const draw = (seed: number): Float64Array =>
    Float64Array.from({ length: 5000 }, (_, i) => half((((i + seed) * 7919) % 2003) / 97 - 10));
  const [a, b] = [draw(1), draw(2)];
  const [x, y] = [a, b].map((v) => np.asarray(v).astype('float16'));
  const fused = await x.multiply(y).add(x).divide(3).subtract(y).tolist();
  t.strictSame(
    fused,
    Array.from(a, (v, i) => half(half(half(half(v * b[i]) + v) / 3) - b[i])),
  );
  t.strictSame(
    await np.sqrt(np.abs(x)).tolist(),
    Array.from(a, (v) => half(Math.sqrt(Math.abs(v)))),
  );
  t.strictSame(
    await x.greater(y).tolist(),
    Array.from(a, (v, i) => v > b[i]),
  );
});

t.test('sums are added in float32, and averages neither overflow nor lose digits', async (t) => {
  const x = np.full([1000], 1000, { dtype: 'float16' });
  t.equal(await x.mean().item(), 1000);
  t.equal(await x.sum().item(), Infinity);
  t.equal(await x.sum({ dtype: 'float32' }).item(), 1e6);
  t.equal(await x.std().item(), 0);
  t.equal((await x.get(x.greater(0)).mean()).dtype.name, 'float16');
});

t.test('orders, gathers and scatters', async (t) => {
  const x = np.asarray([2.5, Number.NaN, -0, 65504, 0.1], { dtype: 'float16' });
  const tenth = half(0.1);
  t.strictSame(await np.sort(x).tolist(), [-0, tenth, 2.5, 65504, Number.NaN]);
  t.strictSame(await np.argsort(x, { descending: true }).tolist(), [3, 0, 4, 2, 1]);
  t.strictSame(await x.take([3, 0]).tolist(), [65504, 2.5]);
  t.strictSame(await np.searchsorted(np.asarray([1, 2, 3], { dtype: 'float16' }), x).tolist(), [2, 3, 0, 3, 0]);
  t.strictSame(await np.addAt(np.ones([3], { dtype: 'float16' }), [0, 0, 2], [1, 2, 0.1]).tolist(), [4, 1, half(1 + tenth)]);
  t.strictSame(await np.cumulativeSum(np.asarray([1, 2.5, 3], { dtype: 'float16' })).tolist(), [1, 3.5, 6.5]);
  t.equal(await x.argmax().item(), 1);
  t.strictSame(await np.unique(np.asarray([2, 1, 2], { dtype: 'float16' })).tolist(), [1, 2]);
  const square = np.asarray(
    [
      [1, 2],
      [3, 4],
    ],
    { dtype: 'float16' },
  );
  t.strictSame(await square.matmul(square).tolist(), [
    [7, 10],
    [15, 22],
  ]);
  t.equal(square.matmul(square).dtype.name, 'float16');
});

t.test('at the edge', async (t) => {
  const x = np.asarray([1, 0.1], { dtype: 'float16' });
  t.equal(np.arrayRepr(x), 'array([1. , 0.1], dtype=float16)');
  t.equal(np.arrayRepr(np.asarray([0.1, 0.2, 1000], { dtype: 'float16' })), 'array([1.e-01, 2.e-01, 1.e+03], dtype=float16)');
  t.equal(await x.item(1), half(0.1));
  const data = await x.data();
  t.strictSame(Array.from(new Uint16Array(data.buffer, data.byteOffset, 2)), [0x3c00, halfBits(0.1)]);
  t.equal(data.constructor, shownElements(float16, new Uint16Array(0)).constructor);
  t.equal(np.asarray(data).dtype.name, data instanceof Uint16Array ? 'uint16' : 'float16');
  t.equal(np.finfo('float16').max, 65504);
  t.equal(np.finfo('float16').smallestNormal, 2 ** -14);
  t.throws(() => np.linalg.inv(np.eye(2, { dtype: 'float16' })), {
    name: 'DTypeError',
    message: /inv: expected float64 or float32, got float16/,
  });
  t.throws(() => np.random.generator(1).random({ shape: 2, dtype: 'float16' }), { name: 'ArgumentError' });
  t.ok(isStored(float16));
  t.equal(elementOf(float16, 1.5), 0x3e00);
});

t.test('neighbours of all values', async (t) => {
  const all = Array.from({ length: 65_536 }, (_, bits) => bits).filter((bits) => !Number.isNaN(halfValue(bits)));
  const x = np.frombuffer(Uint16Array.from(all), 'float16');
  const step = (bits: number, up: boolean): number => {
    const value = halfValue(bits);
    if (value === (up ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)) return value;
    if (value === 0) return up ? 2 ** -24 : -(2 ** -24);
    return halfValue(value > 0 === up ? bits + 1 : bits - 1);
  };
  t.strictSame(
    await np.nextafter(x, Number.POSITIVE_INFINITY).tolist(),
    all.map((bits) => step(bits, true)),
  );
  t.strictSame(
    await np.nextafter(x, Number.NEGATIVE_INFINITY).tolist(),
    all.map((bits) => step(bits, false)),
  );
  t.strictSame(await np.spacing(np.asarray([1, 1024, -2], { dtype: 'float16' })).tolist(), [2 ** -10, 1, -(2 ** -9)]);
});
