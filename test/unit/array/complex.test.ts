/** Complex arrays beside NumPy's answers (test/golden/numpy/complex.py): special values, arithmetic, whole-array functions and text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import '../../support/arrays.js';

type Packed = number | string | boolean;
type Values = readonly (Packed | readonly [Packed, Packed])[];
interface Golden {
  readonly special: Values;
  readonly random: Values;
  readonly large: Values;
  readonly left: Values;
  readonly right: Values;
  readonly unary: Readonly<Record<string, Readonly<Record<'special' | 'random' | 'large', Values>>>>;
  readonly binary: Readonly<Record<string, Values>>;
  readonly pow: Readonly<Record<string, Values>>;
  readonly whole: Readonly<Record<string, Values>>;
  readonly repr: readonly string[];
}

const root = dirname(createRequire(import.meta.url).resolve('#package'));
const golden = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'complex.json'), 'utf8')) as Golden;

const number = (x: Packed): number =>
  typeof x === 'string' ? (x === 'nan' ? Number.NaN : x === 'inf' ? Infinity : x === '-inf' ? -Infinity : -0) : Number(x);
const flat = (values: Values): number[] => values.flatMap((v) => (Array.isArray(v) ? v.map(number) : [number(v as Packed)]));
const array = (values: Values): np.NDArray => np.asarray(values.map((v) => pair(v as readonly [Packed, Packed])));
const pair = ([re, im]: readonly [Packed, Packed]): np.Complex => ({ re: number(re), im: number(im) });

/** Equal, not numbers both, or as near as some units in the last place of the greater part. */
function near(actual: np.TypedArray, expected: readonly number[], places: number): string {
  if (actual.length !== expected.length) return `got ${actual.length} numbers, not ${expected.length}`;
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [Number(actual[i]), expected[i]];
    const beside = [actual[i ^ 1], expected[i ^ 1]].map(Number).filter(Number.isFinite).map(Math.abs);
    const size = Math.max(Math.abs(b), ...beside, 1e-300);
    const lost = Number.isNaN(expected[i ^ 1]);
    if (Object.is(a, b) || ((b !== 0 || lost) && Math.abs(a - b) <= places * 2 ** -52 * size)) continue;
    if (b === 0 && a !== 0 && Math.abs(a) <= places * 2 ** -52 * size) continue;
    return `number ${i} is ${a}, expected ${b}`;
  }
  return '';
}

const OURS: Readonly<Record<string, string>> = {
  arcsin: 'asin',
  arccos: 'acos',
  arctan: 'atan',
  arcsinh: 'asinh',
  arccosh: 'acosh',
  arctanh: 'atanh',
};
/** Inverse functions are Kahan's formulas: exact at special values is only what these give. */
const FORMULAS = new Set(['arcsin', 'arccos', 'arctan', 'arcsinh', 'arccosh', 'arctanh', 'log1p', 'expm1', 'sign', 'reciprocal']);
const functions = np as unknown as Readonly<Record<string, (...given: unknown[]) => np.NDArray>>;

for (const [name, results] of Object.entries(golden.unary)) {
  const call = functions[OURS[name] ?? name];
  t.test(name, async (t) => {
    for (const key of ['random', 'large', 'special'] as const) {
      if (key !== 'random' && FORMULAS.has(name)) continue;
      const x = array(golden[key]);
      const problem = near(await call(x).data(), flat(results[key]), 8);
      t.equal(problem, '', `${name} of ${key} values`);
    }
  });
}

for (const [name, results] of Object.entries(golden.binary)) {
  t.test(name, async (t) => {
    const [a, b] = [array(golden.left), array(golden.right)];
    t.equal(near(await functions[name](a, b).data(), flat(results), 0), '', name);
  });
}

t.test('text', (t) => {
  const random = array(golden.random);
  const z = random.reshape([4, 4]);
  const arrays = [
    random.slice(':5'),
    np.asarray([
      { re: 1, im: 2 },
      { re: 3, im: -10.5 },
    ]),
    z.astype('complex64'),
  ];
  for (const [k, x] of arrays.entries()) t.equal(np.arrayRepr(x), golden.repr[k]);
  t.equal(np.arrayStr(z), golden.repr[3]);
  t.equal(np.arrayRepr(array(golden.special).slice('::9')), golden.repr[4]);
  t.equal(np.arrayRepr(np.multiply(np.arange(2000), { re: 0, im: 1 })), golden.repr[5]);
  t.end();
});

t.test('powers, sums and products', async (t) => {
  const x = array(golden.random);
  const exponents: Record<string, unknown> = { '2': 2, '3': 3, '7': 7, '-2': -2, '0.5': 0.5, '(1+2j)': { re: 1, im: 2 } };
  for (const [name, results] of Object.entries(golden.pow))
    t.equal(near(await np.pow(x, exponents[name] as number).data(), flat(results), 16), '', `power ${name}`);
  const z = x.reshape([4, 4]);
  const found: Record<string, np.NDArray> = {
    sum: z.sum(0),
    mean: z.mean(),
    prod: z.prod(1),
    std: z.std(1),
    var: z.var({ ddof: 1 }),
    matmul: z.matmul(z),
    vecdot: np.vecdot(z, np.flip(z, 0)),
    cumsum: z.cumsum(1),
    kron: np.kron(z.slice(':2', ':2'), z.slice('2:', '2:')),
    trace: np.trace(z),
  };
  for (const [name, results] of Object.entries(golden.whole))
    t.equal(near(await found[name].data(), flat(results), 16), '', name);
});

t.test('the same bits in JavaScript', async (t) => {
  const runtimes = [createRuntime({}), createRuntime({ device: 'js', procs: 1 })];
  const names = [...Object.keys(golden.unary), ...Object.keys(golden.binary)];
  const found: np.TypedArray[][] = [];
  const standing = useRuntime(null);
  t.teardown(() => useRuntime(standing));
  for (const rt of runtimes) {
    useRuntime(rt);
    const [left, right] = [array(golden.left), array(golden.right)];
    const values = np.concat([array(golden.special), array(golden.random), array(golden.large), left]);
    const results = names.map((name) => {
      const call = functions[OURS[name] ?? name];
      return name in golden.binary ? call(left, right) : call(values);
    });
    const single = [np.exp(values.astype('complex64')), np.sqrt(values.astype('complex64')), np.pow(left, right)];
    const z = array(golden.random).reshape([4, 4]);
    const whole = [z.sum(), z.prod(0), z.mean(1), z.matmul(z), z.std(), np.where(np.greater(z.real, 0), z, 0)];
    found.push(await Promise.all([...results, ...single, ...whole].map((x) => x.data())));
  }
  found[0].forEach((values, k) => {
    const wrong = Array.from(values as Float64Array).findIndex((v, i) => !Object.is(v, found[1][k][i]));
    t.equal(wrong, -1, `${names[k] ?? `result ${k}`}: number ${wrong}`);
  });
  await runtimes[1].close();
});

t.test('views, arrays beside complex ones, and mistakes', async (t) => {
  const z = np.zeros([2, 3], 'complex128');
  z.slice(0).assign([1, { re: 0, im: 2 }, 3] as never);
  z.real.slice(1).assign(7);
  t.same(
    await z.T.slice(1).tolist(),
    [
      { re: 0, im: 2 },
      { re: 7, im: 0 },
    ],
    'parts are views',
  );
  t.equal(np.add(np.ones([2], 'float32'), np.ones([2], 'complex64')).dtype.name, 'complex64');
  t.equal(np.add(np.ones([2], 'int32'), np.ones([2], 'complex64')).dtype.name, 'complex128');
  t.equal(np.multiply(np.ones([2], 'float32'), { re: 0, im: 1 }).dtype.name, 'complex64', 'a number does not widen');
  t.same(await np.add([1, 2], { re: 0, im: 1 }).tolist(), [
    { re: 1, im: 1 },
    { re: 2, im: 1 },
  ]);
  t.same(await np.sum(z, { axis: 0, keepdims: true }).shape, [1, 3]);
  t.equal(await np.allclose(z, z).item(), true);
  const wrong = { name: 'DTypeError' };
  for (const call of [() => np.median(z), () => z.astype('float64'), () => np.floor(z)]) t.throws(call, wrong);
  t.throws(() => np.zeros([2, 3]).assign(z), wrong);
  t.throws(() => np.zeros([2, 3]).addAssign(z), wrong);
  t.throws(() => np.sum(np.ones(2), { out: z }), { name: 'ShapeError' });
  t.throws(() => z.reshape([5]), { name: 'ShapeError' });
  t.throws(() => np.asarray([[{ re: 1, im: 2 }], [1, 2]]), { name: 'ShapeError' });
  t.throws(() => np.add(z, np.ones([4])), { name: 'ShapeError' });
});

t.test('a real out for a complex result', async (t) => {
  const z = np.asarray([
    { re: 1, im: 2 },
    { re: 3, im: 4 },
  ]);
  const out = np.zeros([2]);
  const calls: readonly (() => unknown)[] = [
    () => np.take(z, [1, 0], { axis: 0, out }),
    () => np.cumulativeSum(z, { axis: 0, out }),
    () => np.concat([z], { out }),
    () => np.stack([z], { out: np.zeros([1, 2]) }),
    () => np.where([true, false], z, z, out),
    () => np.where([true, false], z, z, { out }),
    () => np.sum(z, { axis: 0, out: np.zeros([]) }),
  ];
  for (const call of calls) t.throws(call, { name: 'DTypeError' }, String(call));
  t.same(await out.tolist(), [0, 0]);
});

t.test('an order by real parts, then imaginary ones, as in NumPy', async (t) => {
  const i = (re: number, im: number): np.Complex => ({ re, im });
  const z = np.asarray([i(2, 1), i(1, 2), i(2, 1), i(1, 0), i(Number.NaN, 0)]);
  const some = z.slice(':4');
  t.same(await np.sort(some).tolist(), [i(1, 0), i(1, 2), i(2, 1), i(2, 1)]);
  t.same(await np.argsort(z).tolist(), [3, 1, 0, 2, 4]);
  t.same(await np.argsort(z, { descending: true }).tolist(), [0, 2, 1, 3, 4]);
  t.same(await np.max(some).item(), i(2, 1));
  t.same(await np.min(some.reshape([2, 2]), { axis: 1 }).tolist(), [i(1, 2), i(1, 0)]);
  t.same([await np.argmin(some).item(), await np.argmax(some).item(), await np.argmin(z).item()], [3, 0, 4]);
  t.ok(Number.isNaN(((await np.min(z).item()) as unknown as np.Complex).re), 'no number is the least of all');
  t.same(await some.less(i(2, 0)).tolist(), [false, true, false, true]);
  t.same(await np.maximum(some, i(1, 1)).tolist(), [i(2, 1), i(1, 2), i(2, 1), i(1, 1)]);
  const { values, counts, inverseIndices } = await np.uniqueAll(some);
  t.same(await values.tolist(), [i(1, 0), i(1, 2), i(2, 1)]);
  t.same(
    [await counts.tolist(), await inverseIndices.tolist()],
    [
      [1, 1, 2],
      [2, 1, 2, 0],
    ],
  );
  t.same(await np.isin(z, np.asarray([i(2, 1), i(Number.NaN, 0)])).tolist(), [true, false, true, false, false]);
  t.same(await (await np.setdiff1d(some, np.asarray([i(1, 2)]))).tolist(), [i(1, 0), i(2, 1)]);
  t.equal((await np.unique(np.zeros([0], 'complex64'))).dtype.name, 'complex64', 'of no elements');
});

t.test('writing complex values, and composed functions of them', async (t) => {
  const j = { re: 0, im: 1 };
  const of = (...values: (np.Complex | number)[]): np.NDArray => np.asarray(values);
  const z = np.zeros([3], 'complex128');
  t.equal(np.addAssign(z, j), z, 'in place');
  t.same(await z.set([1], of({ re: 2, im: -1 })).tolist(), [j, { re: 2, im: -1 }, j]);
  t.throws(() => np.zeros([3]).set([0], of(j)), { name: 'DTypeError' }, 'a real array has no place for them');
  t.same(await np.cumulativeProd(of(j, j, j)).tolist(), [j, { re: -1, im: 0 }, { re: 0, im: -1 }]);
  t.same(np.cumulativeProd(of(j), { includeInitial: true }).shape, [2]);
  t.same(await np.pad(of(j), 1, { constantValues: { re: 3, im: 4 } as never }).tolist(), [{ re: 3, im: 4 }, j, { re: 3, im: 4 }]);
  t.throws(() => np.pad(of(j), 1, { mode: 'maximum' }), { name: 'DTypeError' });
  t.same(await np.einsum('i,i,i->', of(j, j), of(j, 1), of(j, j)).item(), { re: -1, im: -1 });
  const room = np.zeros([1], 'complex128');
  t.equal(await np.compress([false, true], of(1, j), { out: room }), room);
  t.same(await room.tolist(), [j]);
  const narrow = np.einsum('i,i', of(j, 1).astype('complex64'), [1, 2], { dtype: 'complex128' });
  t.equal(String(narrow.dtype.name), 'complex128');
  t.same(await narrow.item(), { re: 2, im: 1 });
  t.equal(np.einsum('i->', np.ones([2], 'int8'), { dtype: 'complex64' as never }).dtype.name, 'complex64');
  t.throws(() => np.einsum('i->', of(j), { dtype: 'complex64' as never }), { name: 'DTypeError', message: /promote/ });
  t.throws(() => np.einsum('i->', of(j), { dtype: 'float64' }), { name: 'DTypeError' });
  t.same(await np.vdot(of(j, 1), of(j, 1)).item(), { re: 2, im: 0 }, 'the first is conjugated');
  t.same(
    await np.correlate(of(j, 1), of(j)).tolist(),
    [
      { re: 1, im: 0 },
      { re: 0, im: -1 },
    ],
    'the second is',
  );
  t.same(await np.prod(np.zeros([0, 2], 'complex64'), { axis: 0 }).tolist(), [
    { re: 1, im: 0 },
    { re: 1, im: 0 },
  ]);
  t.equal(np.prod(np.zeros([0], 'complex64')).dtype.name, 'complex64');
  t.same(await np.nansum(of(j, { re: Number.NaN, im: 5 })).item(), j);
});
