/** Elementary functions, rounding, comparisons, truth and bits, against the oracle. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, pairs, same, special } from '../../support/arrays.js';
import { isFloat, map, type Name, names, promoted, ref, type Value, wrap } from '../../support/numpy.js';

/** Units in the last place by which a device may differ from JavaScript's own functions. */
const ULPS = 8;

const functions = {
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log1p: Math.log1p,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
} as const;

t.test('functions of one number', async (t) => {
  for (const [name, fn] of Object.entries(functions) as [keyof typeof functions, (x: number) => number][]) {
    for (const dtype of names) {
      const few = special[dtype].filter((x) => !isFloat(dtype) || Math.abs(Number(x)) < 1e5 || !Number.isFinite(x));
      const a = ref(
        dtype,
        [few.length],
        few
          .filter((x) => isFloat(dtype) || Math.abs(Number(x)) < 1000)
          .concat(few.filter((x) => !(isFloat(dtype) || Math.abs(Number(x)) < 1000)).map(() => 5)),
      );
      const float: Name = isFloat(dtype) ? dtype : 'float64';
      await same(
        t,
        np[name](arrayOf(a)),
        map(float, float, [a], (x) => fn(Number(x))),
        `${name} ${dtype}`,
        ULPS,
      );
    }
  }
});

t.test('accuracy over a range', async (t) => {
  const n = 2000;
  const ranges: [keyof typeof functions, number, number][] = [
    ['exp', -700, 700],
    ['expm1', -2, 2],
    ['log', 1e-5, 1e5],
    ['log1p', -0.9, 10],
    ['log2', 1e-5, 1e5],
    ['log10', 1e-5, 1e5],
    ['sin', -3, 3],
    ['cos', -1.5, 1.5],
    ['tan', -1.5, 1.5],
    ['asin', -1, 1],
    ['acos', -1, 0.99],
    ['atan', -9, 9],
    ['sinh', -50, 50],
    ['cosh', -50, 50],
    ['tanh', -5, 5],
  ];
  for (const [name, low, high] of ranges) {
    const a = ref(
      'float64',
      [n],
      Array.from({ length: n }, (_, i) => low + ((high - low) * (i + 0.37)) / n),
    );
    await same(
      t,
      np[name](arrayOf(a)),
      map('float64', null, [a], (x) => functions[name](Number(x))),
      `${name} over [${low}, ${high}]`,
      ULPS,
    );
  }
});

t.test('functions of two numbers', async (t) => {
  const [a, b] = pairs('float64', 'float64');
  await same(
    t,
    np.atan2(arrayOf(a), arrayOf(b)),
    map('float64', null, [a, b], (x, y) => Math.atan2(Number(x), Number(y))),
    'atan2',
    ULPS,
  );
  await same(
    t,
    np.hypot(arrayOf(a), arrayOf(b)),
    map('float64', null, [a, b], (x, y) => Math.hypot(Number(x), Number(y))),
    'hypot',
    ULPS,
  );
});

t.test('the hypotenuse of every pair of small integers is rounded correctly', async (t) => {
  // The sum of squares is exact, and the root of an integer below 2^53 that is rounded to 53 bits and then to 24 is rounded once.
  const count = 600;
  const line = np.arange(count);
  for (const dtype of ['float64', 'float32'] as const) {
    const got = await np.hypot(line.astype(dtype).reshape([count, 1]), line.astype(dtype)).data();
    const held = dtype === 'float64' ? (x: number) => x : Math.fround;
    const wrong = got.findIndex((h: number, i: number) => h !== held(Math.sqrt(Math.trunc(i / count) ** 2 + (i % count) ** 2)));
    t.equal(wrong, -1, `${dtype}: hypot(${Math.trunc(wrong / count)}, ${wrong % count}) is ${got[wrong]}`);
  }
  const z = np.complex(line.astype('float64'), np.flip(line.astype('float64')));
  const lengths = await np.abs(z).data();
  t.same(
    lengths,
    Float64Array.from(lengths, (_, i) => Math.sqrt(i ** 2 + (count - 1 - i) ** 2)),
    'of complex numbers',
  );
});

t.test('the hypotenuse at the ends of the range', async (t) => {
  const { MAX_VALUE: most, MIN_VALUE: least } = Number;
  const cases: readonly (readonly [x: number, y: number, h: number])[] = [
    [Infinity, NaN, Infinity],
    [NaN, -Infinity, Infinity],
    [NaN, 1, NaN],
    [0, NaN, NaN],
    [-0, -0, 0],
    [3e300, 4e300, 5e300],
    [-3 * 2 ** 1000, 2 ** 1002, 5 * 2 ** 1000],
    [most, most, Infinity],
    [most, 1, most],
    [3 * least, 4 * least, 5 * least],
    [least, 0, least],
    [1, least, 1],
    [2 ** -1022, 2 ** -1060, 2 ** -1022],
    [3 * 2 ** -500, 4 * 2 ** -500, 5 * 2 ** -500],
  ];
  const column = (k: 0 | 1): readonly number[] => cases.map((row) => row[k]);
  const want = cases.map(([, , h]) => h);
  t.same(await np.hypot(np.asarray(column(0)), np.asarray(column(1))).tolist(), want);
  t.same(await np.hypot(np.asarray(column(1)), np.asarray(column(0))).tolist(), want, 'of operands in the other order');
});

t.test('rounding', async (t) => {
  const even = (x: number): number => {
    const low = Math.floor(x);
    if (!Number.isFinite(x) || low === x) return x;
    const rounded = x - low < 0.5 || (x - low === 0.5 && low % 2 === 0) ? low : low + 1;
    return rounded === 0 && x < 0 ? -0 : rounded;
  };
  const rules = { floor: Math.floor, ceil: Math.ceil, trunc: Math.trunc, round: even };
  const values = [
    0.5,
    1.5,
    2.5,
    -0.5,
    -1.5,
    0.49999999999999994,
    -0.2,
    2251799813685248.5,
    1e300,
    ...special.float64.map(Number),
  ];
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (x: number) => number][]) {
    const a = ref('float64', [values.length], values);
    await same(
      t,
      np[name](arrayOf(a)),
      map('float64', null, [a], (x) => rule(Number(x))),
      name,
    );
    for (const dtype of ['bool', 'uint8', 'int32', 'int64'] as const) {
      const whole = ref(dtype, [special[dtype].length], special[dtype]);
      await same(t, np[name](arrayOf(whole)), whole, `${name} leaves ${dtype}`);
    }
  }
  t.same(await np.round([2.345, -2.345, 1234.5], { decimals: 2 }).tolist(), [2.35, -2.35, 1234.5]);
  t.same(await np.round([1250, 1350, 1251], { decimals: -2 }).tolist(), [1200, 1400, 1300]);
});

t.test('comparisons', async (t) => {
  const rules: Record<'equal' | 'notEqual' | 'less' | 'lessEqual' | 'greater' | 'greaterEqual', (x: Value, y: Value) => boolean> =
    {
      equal: (x, y) => x === y,
      notEqual: (x, y) => x !== y,
      less: (x, y) => x < y,
      lessEqual: (x, y) => x <= y,
      greater: (x, y) => x > y,
      greaterEqual: (x, y) => x >= y,
    };
  for (const da of names) {
    for (const db of names) {
      const [a, b] = pairs(da, db);
      for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (x: Value, y: Value) => boolean][]) {
        await same(
          t,
          np[name](arrayOf(a), arrayOf(b)),
          map('bool', promoted(da, db), [a, b], (x, y) => Number(rule(x, y))),
          `${da} ${name} ${db}`,
        );
      }
    }
  }
  t.same(await np.less(Uint8Array.of(1, 255), 300).tolist(), [true, true], 'a number outside the dtype is compared all the same');
  t.same(await np.equal(Uint8Array.of(1, 255), -1).tolist(), [false, false]);
});

t.test('tests of floats', async (t) => {
  for (const dtype of names) {
    const a = ref(dtype, [special[dtype].length], special[dtype]);
    await same(
      t,
      np.isnan(arrayOf(a)),
      map('bool', 'float64', [a], (x) => Number(Number.isNaN(x))),
      `isnan ${dtype}`,
    );
    await same(
      t,
      np.isfinite(arrayOf(a)),
      map('bool', null, [a], (x) => Number(Number.isFinite(Number(x)))),
      `isfinite ${dtype}`,
    );
    await same(
      t,
      np.isinf(arrayOf(a)),
      map('bool', null, [a], (x) => Number(Math.abs(Number(x)) === Infinity)),
      `isinf ${dtype}`,
    );
  }
});

t.test('truth', async (t) => {
  const rules = {
    logicalAnd: (x: number, y: number) => x & y,
    logicalOr: (x: number, y: number) => x | y,
    logicalXor: (x: number, y: number) => x ^ y,
  };
  for (const da of names) {
    for (const db of names) {
      const [a, b] = pairs(da, db);
      for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (x: number, y: number) => number][]) {
        await same(
          t,
          np[name](arrayOf(a), arrayOf(b)),
          map('bool', 'bool', [a, b], (x, y) => rule(Number(x), Number(y))),
          `${da} ${name} ${db}`,
        );
      }
    }
    const a = ref(da, [special[da].length], special[da]);
    await same(
      t,
      np.logicalNot(arrayOf(a)),
      map('bool', 'bool', [a], (x) => 1 - Number(x)),
      `logicalNot ${da}`,
    );
  }
});

t.test('bits', async (t) => {
  const rules: Record<'bitwiseAnd' | 'bitwiseOr' | 'bitwiseXor', (x: bigint, y: bigint) => bigint> = {
    bitwiseAnd: (x, y) => x & y,
    bitwiseOr: (x, y) => x | y,
    bitwiseXor: (x, y) => x ^ y,
  };
  const whole = ['bool', 'uint8', 'int32', 'int64'] as const;
  const wrapped = (d: Name, v: bigint): Value => (d === 'bool' ? Number(v & 1n) : wrap(d, v));
  for (const da of whole) {
    for (const db of whole) {
      const [a, b] = pairs(da, db);
      const common = promoted(da, db);
      for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, (x: bigint, y: bigint) => bigint][]) {
        await same(
          t,
          np[name](arrayOf(a), arrayOf(b)),
          map(common, common, [a, b], (x, y) => wrapped(common, rule(BigInt(x), BigInt(y)))),
          `${da} ${name} ${db}`,
        );
      }
      if (common === 'bool') t.throws(() => np.bitwiseLeftShift(arrayOf(a), arrayOf(b)), { name: 'DTypeError' });
    }
    const a = ref(da, [special[da].length], special[da]);
    await same(
      t,
      np.bitwiseInvert(arrayOf(a)),
      map(da, null, [a], (x) => (da === 'bool' ? 1 - Number(x) : wrap(da, -BigInt(x) - 1n))),
      `bitwiseInvert ${da}`,
    );
    if (da === 'bool') continue;
    const bits = { uint8: 8, int32: 32, int64: 64 }[da];
    for (const n of [0, 1, 5, bits - 1, bits]) {
      const shift = ref(da, [], [da === 'int64' ? BigInt(n) : n]);
      await same(
        t,
        np.bitwiseLeftShift(arrayOf(a), arrayOf(shift)),
        map(da, null, [a], (x) => wrap(da, n >= bits ? 0n : BigInt(x) << BigInt(n))),
        `${da} << ${n}`,
      );
      await same(
        t,
        np.bitwiseRightShift(arrayOf(a), arrayOf(shift)),
        map(da, null, [a], (x) => wrap(da, BigInt(x) >> BigInt(n))),
        `${da} >> ${n}`,
      );
    }
  }
  for (const name of ['bitwiseAnd', 'bitwiseLeftShift'] as const) t.throws(() => np[name]([1.5], 1), { name: 'DTypeError' });
  t.throws(() => np.bitwiseInvert([1.5]), { name: 'DTypeError' });
});
