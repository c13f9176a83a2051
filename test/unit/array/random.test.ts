/** Random numbers: the stream's definition against an independent Philox, and the distributions' moments. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

/** Philox 4x32-10 on bigints, from the paper's definition (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"). */
function philox(counter: readonly bigint[], key: readonly bigint[]): bigint[] {
  const low = (v: bigint): bigint => v & 0xffffffffn;
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < 10; round++) {
    const p = 0xd2511f53n * c0;
    const q = 0xcd9e8d57n * c2;
    [c0, c1, c2, c3] = [(q >> 32n) ^ c1 ^ k0, low(q), (p >> 32n) ^ c3 ^ k1, low(p)];
    k0 = low(k0 + 0x9e3779b9n);
    k1 = low(k1 + 0xbb67ae85n);
  }
  return [c0, c1, c2, c3];
}

t.test('the known answers of Philox 4x32-10', async (t) => {
  const f = 0xffffffffn;
  t.same(philox([0n, 0n, 0n, 0n], [0n, 0n]), [0x6627e8d5n, 0xe169c58dn, 0xbc57ac4cn, 0x9b00dbd8n]);
  t.same(philox([f, f, f, f], [f, f]), [0x408f276dn, 0x41c83b0en, 0xa20bc7c6n, 0x6d5451fdn]);
});

/** The definition in lib/array/random.ts. */
function uniform(pair: bigint, key: bigint): number {
  const block = BigInt.asUintN(64, pair >> 1n);
  const k = BigInt.asUintN(64, key);
  const words = philox([block & 0xffffffffn, block >> 32n, 0n, 0n], [k & 0xffffffffn, k >> 32n]);
  const [low, high] = pair & 1n ? words.slice(2) : words.slice(0, 2);
  return Number(((high << 32n) | low) >> 11n) / 2 ** 53;
}

t.test('the stream is what its definition says', async (t) => {
  for (const seed of [0, 1, 42, -1, 2n ** 40n + 3n]) {
    const drawn = (await np.random.generator(seed).random({ shape: 9 }).data()) as Float64Array;
    t.same(
      [...drawn],
      Array.from(drawn, (_, i) => uniform(BigInt(i), BigInt(seed))),
      `seed ${seed}`,
    );
  }
});

t.test('two draws are one', async (t) => {
  const whole = await np.random.generator(7).random({ shape: 3000 }).data();
  const parts = np.random.generator(7);
  const [a, b] = [parts.random({ shape: [10, 100] }), parts.random({ shape: 2000 })];
  t.same(await np.concat([a.ravel(), b]).data(), whole);
  t.same(
    await np.random
      .generator(7)
      .random({ shape: [3, 10, 100] })
      .data(),
    whole,
    'whatever the shape',
  );
  t.not(await np.random.generator(8).random().item(), whole[0]);
  t.not(await np.random.generator().random().item(), await np.random.generator().random().item());
});

async function moments(x: np.NDArray): Promise<[number, number]> {
  return [Number(await x.mean().item()), Number(await x.var().item())];
}

t.test('moments', async (t) => {
  const rng = np.random.generator(123);
  const shape = 40000;
  const cases: [string, np.NDArray, number, number][] = [
    ['uniform', rng.uniform({ low: -1, high: 3, shape }), 1, 16 / 12],
    ['normal', rng.normal({ mean: 5, std: 2, shape }), 5, 4],
    ['exponential', rng.exponential({ scale: 3, shape }), 3, 9],
    ['integers', rng.integers(1, 7, { shape }).astype('float64'), 3.5, 35 / 12],
    ['float32', rng.random({ shape, dtype: 'float32' }).astype('float64'), 0.5, 1 / 12],
  ];
  for (const [name, x, mean, variance] of cases) {
    const [m, v] = await moments(x);
    t.ok(Math.abs(m - mean) < 5 * Math.sqrt(variance / shape), `${name}: mean ${m}`);
    t.ok(Math.abs(v - variance) < 0.06 * variance, `${name}: variance ${v}`);
  }
  const normals = (await rng.normal({ shape: 20000 }).data()) as Float64Array;
  const within = normals.filter((v) => Math.abs(v) < 1).length / normals.length;
  t.ok(Math.abs(within - 0.6827) < 0.015, `within one deviation: ${within}`);
  t.ok(normals.every(Number.isFinite));
});

t.test('ranges and dtypes', async (t) => {
  const rng = np.random.generator(9);
  const die = (await rng.integers(1, 6, { endpoint: true, shape: 5000, dtype: 'int32' }).data()) as Int32Array;
  t.same([...new Set(die)].sort(), [1, 2, 3, 4, 5, 6]);
  t.equal(rng.integers(5).dtype, np.int64);
  t.same(rng.integers(5).shape, []);
  t.equal(rng.integers(0, 256, { dtype: 'uint8' }).dtype, np.uint8);
  t.equal(rng.normal({ dtype: 'float32' }).dtype, np.float32);
  const single = (await rng.random({ shape: 20000, dtype: 'float32' }).data()) as Float32Array;
  t.ok(single.every((v) => v >= 0 && v < 1));
});

t.test('mistakes', async (t) => {
  const rng = np.random.generator(1);
  const wrong = [
    () => np.random.generator(1.5),
    () => rng.integers(0),
    () => rng.integers(3, 3),
    () => rng.integers(0.5),
    () => rng.integers(0, 300, { dtype: 'uint8' }),
    () => rng.integers(0, 3, { dtype: 'float64' }),
    () => rng.normal({ std: -1 }),
    () => rng.uniform({ low: 1, high: 0 }),
    () => rng.exponential({ scale: -1 }),
    () => rng.random({ dtype: 'int32' }),
  ];
  for (const fn of wrong) t.throws(fn, { name: 'ArgumentError' }, fn.toString());
  t.throws(() => rng.random({ shape: [-1] }), { name: 'ShapeError' });
});

t.test('a refused draw leaves the stream as it was', async (t) => {
  const three = np.zeros([3]);
  for (const create of [np.random.generator, np.random.pcg64, np.random.mt19937]) {
    const [rng, fresh] = [create(5), create(5)];
    t.throws(() => rng.random({ shape: 4, dtype: 'float16' }), { name: 'ArgumentError', message: /got float16/ });
    t.throws(() => rng.exponential({ shape: 4, dtype: 'int32' }), { name: 'ArgumentError', message: /got int32/ });
    t.throws(() => rng.normal({ mean: three, shape: 4 }), { name: 'ShapeError' });
    t.throws(() => rng.uniform({ high: three, shape: 1 }), {
      name: 'ShapeError',
      message: /shape \(3\) do not broadcast to shape \(1\)/,
    });
    t.throws(() => rng.uniform({ low: three, high: np.zeros([2]) }), { name: 'ShapeError' });
    for (const refused of [
      () => rng.binomial(10, 1.5),
      () => rng.binomial(-1, 0.5),
      () => rng.poisson(-1),
      () => rng.geometric(2),
      () => rng.weibull(-1),
      () => rng.pareto(-1),
      () => rng.triangular(3, 2, 1),
    ])
      t.throws(refused, { code: 'ERR_ARGUMENT' }, String(refused));
    t.same(await rng.random(4).tolist(), await fresh.random(4).tolist());
  }
});

t.test('options behind arguments by place', async (t) => {
  type Draw = (...given: unknown[]) => np.NDArray;
  const calls: Readonly<Record<string, readonly number[]>> = {
    ...{
      random: [],
      standardNormal: [],
      standardCauchy: [],
      normal: [0, 1],
      lognormal: [0, 1],
      uniform: [0, 1],
      integers: [0, 5],
    },
    ...{ exponential: [1], poisson: [3], rayleigh: [1], laplace: [0, 1], logistic: [0, 1], gumbel: [0, 1], gamma: [2, 1] },
    ...{ binomial: [5, 0.5], chisquare: [2], geometric: [0.5], standardT: [3], weibull: [2], pareto: [3], beta: [1, 2] },
    triangular: [0, 1, 2],
  };
  for (const make of [np.random.generator, np.random.defaultRng, np.random.mt19937]) {
    const draw = (name: string, ...given: unknown[]): np.NDArray => (make(1) as unknown as Record<string, Draw>)[name](...given);
    for (const [name, given] of Object.entries(calls)) {
      if (!(name in make(1))) continue;
      for (const option of [{ shape: [2, 3] }, { size: [2, 3] }, [2, 3]])
        t.same(draw(name, ...given, option).shape, [2, 3], name);
      t.same(await draw(name, ...given, { shape: 4 }).tolist(), await draw(name, ...given, 4).tolist(), `${name}: the numbers`);
    }
    t.same(await draw('normal', 5, { std: 2, shape: 3 }).tolist(), await draw('normal', 5, 2, 3).tolist());
    const place = np.zeros([3]);
    for (const name of ['uniform', 'normal'])
      for (const at of [0, place]) t.equal(draw(name, at, 1, { shape: 3, dtype: 'float32' }).dtype.name, 'float32', name);
    for (const wrong of [
      () => draw('normal', 0, { mean: 1, shape: 3 }),
      () => draw('normal', 0, { loc: 1 }),
      () => draw('uniform', { low: 0 }, 1),
    ])
      t.throws(wrong, { name: 'ArgumentError' });
  }
  t.same(np.random.normal(0, 1, { size: [2, 2] }).shape, [2, 2]);
  t.same(np.random.exponential(2, { size: 3 }).shape, [3]);
});

t.test('places and widths that are arrays', async (t) => {
  const [places, widths] = [np.asarray([0, 1000, -1000]), np.asarray([1, 2, 0])];
  for (const make of [np.random.generator, np.random.defaultRng]) {
    for (const name of ['laplace', 'logistic', 'gumbel', 'normal'] as const) {
      const drawn = await make(3)[name](places, widths, [4, 3]).data();
      const standard = await make(3)[name](0, 1, [4, 3]).data();
      standard.forEach((x: number, i: number) => {
        const want = [0, 1000, -1000][i % 3] + [1, 2, 0][i % 3] * x;
        t.ok(Math.abs(drawn[i] - want) < 1e-10, `${name}: ${drawn[i]} of ${want}`);
      });
      t.same(make(3)[name](places, 2).shape, [3], name);
      t.throws(() => make(3)[name](places, np.ones([2])), { name: 'ShapeError' });
    }
    for (const name of ['rayleigh', 'exponential'] as const) {
      const drawn = await make(3)[name](widths, [4, 3]).data();
      const standard = await make(3)[name](1, [4, 3]).data();
      standard.forEach((x: number, i: number) => {
        const want = [1, 2, 0][i % 3] * x;
        t.ok(Math.abs(drawn[i] - want) < 1e-10, `${name}: ${drawn[i]} of ${want}`);
      });
      t.same(make(3)[name]({ scale: widths }).shape, [3], name);
    }
    t.same(make(3).gamma(2, widths).shape, [3]);
  }
});

t.test('no width below 0, in numbers or in arrays, and nothing is drawn for one', async (t) => {
  const wrong = [-1, Number.NaN, np.asarray([1, -1]), np.asarray([Number.NaN, 1])];
  for (const make of [np.random.generator, np.random.defaultRng, np.random.mt19937])
    for (const width of wrong) {
      const [rng, fresh] = [make(5), make(5)];
      const refused = { name: 'ArgumentError', message: /of at least 0, got (-1|NaN)/ };
      t.throws(() => rng.normal(0, width), refused, 'normal');
      t.throws(() => rng.exponential(width), refused, 'exponential');
      t.throws(() => rng.gamma(2, width), refused, 'gamma');
      if ('laplace' in rng) {
        t.throws(() => rng.lognormal(0, width), refused, 'lognormal');
        for (const name of ['laplace', 'logistic', 'gumbel'] as const) t.throws(() => rng[name](0, width), refused, name);
        t.throws(() => rng.rayleigh(width), refused, 'rayleigh');
      }
      t.same(await rng.random(3).tolist(), await fresh.random(3).tolist());
    }
});
