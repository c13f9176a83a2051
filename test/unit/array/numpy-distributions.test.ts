/** Distributions of NumPy's `Generator` and of its module's stream beside NumPy's own numbers (test/golden/numpy/distributions.py). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

type Row = readonly [name: string, seed: number, given: readonly unknown[], size: unknown, numbers: readonly number[]];
interface Golden {
  readonly generator: readonly Row[];
  readonly legacy: readonly Row[];
  readonly integers: readonly (readonly [number, number, number, np.DTypeName, readonly number[]])[];
  readonly [floats: `float32 ${number}`]: readonly number[];
}
const root = dirname(createRequire(import.meta.url).resolve('#package'));
const golden = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'distributions.json'), 'utf8')) as Golden;

type Draw = (...given: readonly unknown[]) => np.NDArray;
type Source = Readonly<Record<string, Draw>>;

/** Last digits of logarithms and powers are those of a C library. */
const LAST_DIGITS = 2 ** -48;

async function compare(t: Test, from: Source, [name, seed, given, size, numbers]: Row): Promise<void> {
  // Arrays of shares and of covariances are plain ones; parameters are arrays of the library.
  const isPlainList = /^(multi|dirichlet)/.test(name);
  const parameters = given.map((x) => (Array.isArray(x) && !isPlainList ? np.array(x as number[]) : x));
  const drawn = from[name](...parameters, size ?? undefined);
  const found = Array.from((await np.ravel(drawn).data()) as Float64Array | BigInt64Array, Number);
  const what = `${name}(${JSON.stringify(given)}) of seed ${seed}`;
  t.equal(found.length, numbers.length, what);
  if (drawn.dtype.name === 'int64') t.same(found, numbers, what);
  else
    t.ok(
      numbers.every((x, i) => Math.abs(found[i] - x) <= LAST_DIGITS * Math.max(1, Math.abs(x))),
      what,
    );
}

t.test("NumPy's Generator", async (t) => {
  for (const row of golden.generator) await compare(t, np.random.defaultRng(row[1]) as unknown as Source, row);
});

t.test("the module's stream", async (t) => {
  for (const row of golden.legacy) {
    np.random.seed(row[1]);
    await compare(t, np.random as unknown as Source, row);
  }
});

t.test('integers of every dtype', async (t) => {
  for (const [seed, low, high, dtype, numbers] of golden.integers) {
    const drawn = np.random.defaultRng(seed).integers(low, high, { size: numbers.length, dtype });
    t.equal(drawn.dtype.name, dtype);
    t.same(Array.from((await drawn.data()) as Int8Array, Number), numbers, `${dtype} from ${low} to before ${high}`);
  }
  t.throws(() => np.random.defaultRng(1).integers(0, 257, { dtype: 'uint8' }), {
    name: 'ArgumentError',
    message: /0 to 256 do not all fit uint8/,
  });
  t.throws(() => np.random.defaultRng(1).integers(0, 2, { dtype: 'float32' }), { name: 'ArgumentError' });
});

t.test('uniform numbers of float32', async (t) => {
  for (const seed of [1, 42])
    t.same(await np.random.defaultRng(seed).random({ size: 9, dtype: 'float32' }).tolist(), golden[`float32 ${seed}`]);
});

t.test('parameters that no distribution has', (t) => {
  const rng = np.random.defaultRng(1);
  const before = () => np.random.defaultRng(1).random().itemSync();
  for (const wrong of [
    () => rng.laplace(0, -1),
    () => rng.weibull(0),
    () => rng.pareto(Number.NaN),
    () => rng.power(-1),
    () => rng.chisquare(0),
    () => rng.standardT(0),
    () => rng.f(1, 0),
    () => rng.wald(1, 0),
    () => rng.triangular(1, 0, 2),
    () => rng.geometric(0),
    () => rng.negativeBinomial(0, 0.5),
    () => rng.negativeBinomial(1, 2),
    () => rng.logseries(1),
    () => rng.zipf(1),
    () => rng.vonmises(0, -1),
    () => rng.noncentralChisquare(1, -1),
    () => rng.noncentralF(1, 0, 1),
    () => rng.poisson(-1),
    () => rng.binomial(1.5, 0.5),
    () => rng.binomial(3, 1.5),
    () => rng.multinomial(-1, [1]),
    () => rng.multinomial(1, [0.9, 0.9, 0]),
    () => rng.beta(0, 1),
    () => rng.dirichlet([]),
    () => rng.dirichlet([1, 0]),
    () => rng.hypergeometric(1, 2, 4),
    () => rng.hypergeometric(1e9, 2, 4),
    () => rng.hypergeometric(1.5, 2, 1),
    () => rng.hypergeometric(3, -1, 1),
    () => rng.multivariateHypergeometric([1, 2], 4),
    () => rng.multivariateHypergeometric([1, -2], 0),
    () => rng.multivariateHypergeometric([9e8, 9e8], 4),
    () => rng.multivariateHypergeometric([1, 2], 2, { method: 'lots' as never }),
    () => rng.multivariateNormal([0, 0], [[1]]),
    () => rng.multivariateNormal([0], [[1]], { method: 'lu' as never }),
  ])
    t.throws(wrong, { code: /^ERR_(ARGUMENT|SHAPE)$/ });
  for (const wrong of [
    () => rng.poisson(np.array([1, -1])),
    () => rng.binomial(np.array([1, 2]), np.array([0.5, 0.5, 0.5])),
    () => rng.gamma(np.array([1, 0])),
    () => rng.hypergeometric(np.array([3, 1]), 1, 3),
  ])
    t.throws(wrong, { code: /^ERR_(ARGUMENT|SHAPE)$/ });
  t.equal(rng.random().itemSync(), before(), 'nothing was drawn');
  t.end();
});
