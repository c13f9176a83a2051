/** Arithmetic of two operands over all pairs of dtypes and their special values, against the oracle. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, pairs, same, special } from '../../support/arrays.js';
import {
  arithmetic,
  cast,
  isFloat,
  map,
  type Name,
  names,
  promoted,
  type Ref,
  ref,
  type Value,
  wrap,
} from '../../support/numpy.js';

type BinaryName = 'add' | 'subtract' | 'multiply' | 'divide' | 'floorDivide' | 'remainder' | 'pow';

/** What bools count as. */
const boolRule: Readonly<Record<BinaryName, 'logic' | 'error' | 'uint8' | 'float64'>> = {
  add: 'logic',
  subtract: 'error',
  multiply: 'logic',
  divide: 'float64',
  floorDivide: 'uint8',
  remainder: 'uint8',
  pow: 'uint8',
};

function expected(name: BinaryName, a: Ref, b: Ref): Ref | null {
  const common = promoted(a.dtype, b.dtype);
  if (name === 'divide' && !isFloat(common))
    return map('float64', 'float64', [a, b], (x, y) => arithmetic(name, 'float64', x, y));
  if (common !== 'bool') return map(common, common, [a, b], (x, y) => arithmetic(name, common, x, y));
  if (boolRule[name] === 'error') return null;
  if (boolRule[name] === 'logic')
    return map('bool', 'bool', [a, b], (x, y) => (name === 'add' ? Number(x) | Number(y) : Number(x) & Number(y)));
  return map('uint8', 'uint8', [a, b], (x, y) => arithmetic(name, 'uint8', x, y));
}

/** Integers to negative powers are left open. */
function defined(name: BinaryName, a: Ref, b: Ref): [Ref, Ref] {
  if (name !== 'pow' || isFloat(promoted(a.dtype, b.dtype))) return [a, b];
  const keep = b.data.map((v) => v >= 0 && v < 10);
  const chosen = (x: Ref): Ref =>
    ref(
      x.dtype,
      [keep.filter(Boolean).length],
      x.data.filter((_, i) => keep[i]),
    );
  return [chosen(a), chosen(b)];
}

for (const name of Object.keys(boolRule) as BinaryName[]) {
  const fn: (a: np.NDArray, b: np.NDArray) => np.NDArray = np[name];
  t.test(name, async (t) => {
    for (const da of names) {
      for (const db of names) {
        const [a, b] = defined(name, ...pairs(da, db));
        const want = expected(name, a, b);
        if (want === null) {
          t.throws(() => fn(arrayOf(a), arrayOf(b)), { name: 'DTypeError' }, `${da} ${name} ${db}`);
          continue;
        }
        await same(t, fn(arrayOf(a), arrayOf(b)), want, `${da} ${name} ${db}`, name === 'pow' ? 4 : 0);
      }
    }
  });
}

t.test('broadcasting', async (t) => {
  const shapes: [number[], number[]][] = [
    [[3], []],
    [[], [3]],
    [[2, 3], [3]],
    [
      [2, 1],
      [1, 3],
    ],
    [
      [4, 1, 3],
      [2, 1],
    ],
    [
      [0, 3],
      [1, 3],
    ],
    [[2, 0], [1]],
    [[1, 1], []],
    [[], []],
  ];
  for (const [sa, sb] of shapes) {
    const counted = (shape: number[], from: number): Ref =>
      ref(
        'float64',
        shape,
        Array.from({ length: shape.reduce((x, y) => x * y, 1) }, (_, i) => i + from),
      );
    const [a, b] = [counted(sa, 1), counted(sb, 10)];
    const want = map('float64', null, [a, b], (x, y) => Number(x) * Number(y));
    await same(t, np.multiply(arrayOf(a), arrayOf(b)), want, `(${sa}) * (${sb})`);
  }
});

t.test('numbers do not widen arrays, fractions widen integers', async (t) => {
  const cases: [Name, number | bigint | boolean, Name][] = [
    ['uint8', 3, 'uint8'],
    ['int32', 3, 'int32'],
    ['int64', 3, 'int64'],
    ['float32', 3, 'float32'],
    ['float64', 3, 'float64'],
    ['uint8', 1.5, 'float64'],
    ['int32', 1.5, 'float64'],
    ['int64', 1.5, 'float64'],
    ['float32', 1.5, 'float32'],
    ['bool', 3, 'int64'],
    ['bool', 2.5, 'float64'],
    ['int32', 5n, 'int32'],
    ['float32', 5n, 'float32'],
    ['int64', true, 'int64'],
    ['float64', true, 'float64'],
  ];
  for (const [dtype, number, result] of cases) {
    const a = ref(dtype, [special[dtype].length], special[dtype]);
    const scalar = cast(result, typeof number === 'boolean' ? Number(number) : number);
    const want = map(result, result, [a], (x) => arithmetic('add', result, x, scalar));
    await same(t, np.add(arrayOf(a), number), want, `${dtype} + ${number}`);
    await same(t, np.add(number, arrayOf(a)), want, `${number} + ${dtype}`);
  }
});

t.test('numbers on the left', async (t) => {
  const x = np.asarray([1, 2, 4]);
  t.same(await np.subtract(10, x).tolist(), [9, 8, 6]);
  t.same(await np.divide(8, x).tolist(), [8, 4, 2]);
  t.same(await np.pow(2, x).tolist(), [2, 4, 16]);
  t.same(await np.add(1, 2).item(), 3);
  t.equal(np.add(1, 2).ndim, 0);
});

t.test('many numbers, one kind', async (t) => {
  const x = np.zeros(4);
  for (let i = 0; i < 50; i++) x.addAssign(i);
  t.same(await x.tolist(), [1225, 1225, 1225, 1225]);
});

t.test('0-d arrays feed larger ones without a wait', async (t) => {
  const x = np.asarray([1, 2, 3]);
  const total = x.sum();
  t.same(await x.divide(total).multiply(total.add(1)).tolist(), [7 * (1 / 6), 7 * (2 / 6), 7 * (3 / 6)]);
  t.same(await np.add(total, x).tolist(), [7, 8, 9]);
});

t.test('pow with the exponents that have their own functions', async (t) => {
  const a = ref('float64', [5], [4, 9, 0.25, 2, 0]);
  const cases: [number, (x: number) => number][] = [
    [2, (x) => x * x],
    [0.5, Math.sqrt],
    [-1, (x) => 1 / x],
    [1, (x) => x],
    [3, (x) => x * x * x],
    [4, (x) => x ** 4],
    [0, () => 1],
  ];
  for (const [exponent, fn] of cases)
    await same(
      t,
      np.pow(arrayOf(a), exponent),
      map('float64', null, [a], (x) => fn(Number(x))),
      `pow ${exponent}`,
      1,
    );
  const ints = ref('int32', [4], [0, 1, -3, 65536]);
  await same(
    t,
    np.pow(arrayOf(ints), 2),
    map('int32', null, [ints], (x) => wrap('int32', BigInt(x) * BigInt(x))),
    'integers squared wrap',
  );
  await same(
    t,
    np.pow(arrayOf(ints), 3),
    map('int32', null, [ints], (x) => wrap('int32', BigInt(x) ** 3n)),
    'and cubed',
  );
});

t.test('unary', async (t) => {
  type Rule = (dtype: Name, x: Value) => Value;
  const exact =
    (fn: (x: number) => number, whole: (x: bigint) => bigint): Rule =>
    (d, x) =>
      isFloat(d) ? fn(Number(x)) : wrap(d, whole(BigInt(x)));
  const negative = exact(
    (x) => -x,
    (x) => -x,
  );
  const absolute = exact(Math.abs, (x) => (x < 0n ? -x : x));
  for (const dtype of names) {
    const a = ref(dtype, [special[dtype].length], special[dtype]);
    if (dtype === 'bool') t.throws(() => np.negative(arrayOf(a)), { name: 'DTypeError' }, 'negative bool');
    else
      await same(
        t,
        np.negative(arrayOf(a)),
        map(dtype, null, [a], (x) => negative(dtype, x)),
        `negative ${dtype}`,
      );
    await same(
      t,
      np.abs(arrayOf(a)),
      map(dtype, null, [a], (x) => (dtype === 'bool' ? x : absolute(dtype, x))),
      `abs ${dtype}`,
    );
    const squared: Name = dtype === 'bool' ? 'uint8' : dtype;
    await same(
      t,
      np.square(arrayOf(a)),
      map(squared, squared, [a], (x) => arithmetic('multiply', squared, x, x)),
      `square ${dtype}`,
    );
    const float: Name = isFloat(dtype) ? dtype : 'float64';
    await same(
      t,
      np.reciprocal(arrayOf(a)),
      map(float, float, [a], (x) => 1 / Number(x)),
      `reciprocal ${dtype}`,
    );
    await same(
      t,
      np.sqrt(arrayOf(a)),
      map(float, float, [a], (x) => Math.sqrt(Number(x))),
      `sqrt ${dtype}`,
    );
  }
});

t.test('sign', async (t) => {
  t.same(await np.sign(np.asarray([5, -0.5, Infinity, NaN])).tolist(), [1, -1, 1, NaN]);
  t.same(await np.sign(np.asarray([5, -3, 0], { dtype: 'int32' })).tolist(), [1, -1, 0]);
  t.same(await np.sign(np.asarray([5n, -(2n ** 62n), 0n])).tolist(), [1, -1, 0]);
  t.same(await np.sign(np.asarray(Uint8Array.of(200, 0))).tolist(), [1, 0]);
  t.throws(() => np.sign([true]), { name: 'DTypeError' });
});

t.test('minimum and maximum propagate NaN', async (t) => {
  for (const da of names) {
    for (const db of names) {
      const [a, b] = pairs(da, db);
      const common = promoted(da, db);
      const choose = (pick: (x: Value, y: Value) => Value) =>
        map(common, common, [a, b], (x, y) => (Number.isNaN(x) ? x : Number.isNaN(y) ? y : pick(x, y)));
      const unsigned = (x: np.NDArray): np.NDArray => (isFloat(common) ? x.add(0) : x);
      const plain = (x: Ref): Ref => (isFloat(common) ? map(common, null, [x], (v) => Number(v) + 0) : x);
      await same(
        t,
        unsigned(np.minimum(arrayOf(a), arrayOf(b))),
        plain(choose((x, y) => (x < y ? x : y))),
        `minimum ${da} ${db}`,
      );
      await same(
        t,
        unsigned(np.maximum(arrayOf(a), arrayOf(b))),
        plain(choose((x, y) => (x > y ? x : y))),
        `maximum ${da} ${db}`,
      );
    }
  }
});
