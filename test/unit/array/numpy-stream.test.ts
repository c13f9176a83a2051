/** NumPy's streams of random numbers beside NumPy's own (test/golden/numpy/random.py), bit for bit. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

interface Drawn {
  readonly raw: readonly string[];
  readonly random: readonly number[];
  readonly small: readonly number[];
  readonly odd: readonly number[];
  readonly wide: readonly string[];
  readonly permutation: readonly number[];
  readonly uniform: readonly number[];
  readonly normal: readonly number[];
  readonly exponential: readonly number[];
  readonly gamma: readonly (readonly number[])[];
  readonly choice: readonly (readonly number[])[];
  /** Of Generators alone. */
  readonly unshuffled: readonly unknown[];
  readonly after: number;
}
interface Legacy extends Omit<Drawn, 'raw' | 'random' | 'small' | 'after'> {
  readonly rand: readonly number[];
  readonly randint: readonly number[];
  readonly after: readonly number[];
}
const root = dirname(createRequire(import.meta.url).resolve('#package'));
const { spawn, state, ...rest } = JSON.parse(
  readFileSync(join(root, 'test', 'golden', 'numpy', 'random.json'), 'utf8'),
) as Record<string, unknown> & { spawn: number[][]; state: number[][] };
const entries = Object.entries(rest);
const streams = entries.filter(([name]) => !name.startsWith('legacy')) as [string, Drawn][];
const legacy = entries.filter(([name]) => name.startsWith('legacy')) as [string, Legacy][];

/** How many numbers are not those that are wanted; and how far they are off at most, as a share. */
async function offBy(found: np.NDArray, wanted: readonly number[]): Promise<[number, number]> {
  const numbers = (await found.data()) as Float64Array;
  const shares = wanted.map((w, i) => Math.abs(numbers[i] - w) / Math.max(Math.abs(w), Number.MIN_VALUE));
  return [shares.filter((share) => share !== 0).length, numbers.length === wanted.length ? Math.max(...shares) : Number.NaN];
}

/** Last digits of logarithms and powers are those of a C library. */
const LAST_DIGITS = 2 ** -50;

const makers = { PCG64: np.random.pcg64, Philox: np.random.philox, MT19937: np.random.mt19937, SFC64: np.random.sfc64 };
const seeds: Readonly<Record<string, np.random.StreamSeed>> = {
  '0': 0,
  '42': 42,
  '3735928495': 0xdeadbeaf,
  '[1, 1180591620717411303427]': [1, 2n ** 70n + 3n],
};

for (const [name, drawn] of streams) {
  t.test(name, async (t) => {
    const [maker, ...seed] = name.split(' ');
    const make = makers[maker as keyof typeof makers];
    const own = seeds[seed.join(' ')];
    const words = Array.from(
      (await make(own)
        .randomRaw(maker === 'MT19937' ? 700 : 9)
        .data()) as BigUint64Array,
      String,
    );
    t.same(words.slice(-9), drawn.raw, 'raw words');
    const rng = make(own);
    t.same(await rng.random(5).tolist(), drawn.random, 'random');
    t.same(await rng.integers(10, null, 7).tolist(), drawn.small, 'integers of few bits');
    t.same(await rng.integers(-3, 2 ** 31 + 11, 5).tolist(), drawn.odd, 'integers of 32 bits');
    t.same(Array.from((await rng.integers(0, 2 ** 52 + 3, [5]).data()) as BigInt64Array, String), drawn.wide, 'integers of more');
    t.same(await rng.permutation(12).tolist(), drawn.permutation, 'permutation');
    t.same(await rng.uniform(-2, 5, 3).tolist(), drawn.uniform, 'uniform');
    t.same(await rng.normal(1, 2, 400).tolist(), drawn.normal, 'normal');
    t.same(await rng.exponential(3, 300).tolist(), drawn.exponential, 'exponential');
    for (const [i, a] of [0.3, 1, 2.5].entries()) {
      const [wrong, off] = await offBy(rng.gamma(a, 2, 20), drawn.gamma[i]);
      t.ok(a >= 1 ? wrong === 0 : off <= LAST_DIGITS, `gamma ${a}: ${off}`);
    }
    t.same(await rng.choice(50, 6).tolist(), drawn.choice[0], 'choice');
    t.same(await rng.choice(50, 6, { replace: false }).tolist(), drawn.choice[1], 'choice of different ones');
    t.same(
      await rng.choice(20000, 500, { replace: false }).slice(':6').tolist(),
      drawn.choice[2],
      'choice of many different ones',
    );
    const p = [0.1, 0.2, 0.3, 0.4];
    t.same(await rng.choice(4, 6, { p }).tolist(), drawn.choice[3], 'choice by probabilities');
    t.same(await rng.choice(4, 3, { p, replace: false }).tolist(), drawn.choice[4], 'choice of different ones by probabilities');
    const table = np.arange(12, { dtype: 'int32' }).reshape([3, 4]);
    t.same(await rng.choice(50, 6, { replace: false, shuffle: false }).tolist(), drawn.unshuffled[0], 'choice in any order');
    t.same(await rng.choice(20000, 500, false, null, 0, false).slice(':6').tolist(), drawn.unshuffled[1], 'by places');
    t.same(await rng.choice(20000, 1500, false, { shuffle: false }).slice(':6').tolist(), drawn.unshuffled[2], 'of many');
    t.same(await rng.choice(table, 2, false, { axis: 1 }).tolist(), drawn.unshuffled[3], 'choice along an axis');
    t.same(
      await rng.choice(table, [2, 2], { axis: -1, p }).tolist(),
      drawn.unshuffled[4],
      'choice by probabilities along an axis',
    );
    t.equal(await rng.random().item(), drawn.after, 'numbers after all of these');
  });
}

for (const [name, drawn] of legacy) {
  t.test(name, async (t) => {
    const { random } = np;
    random.seed(
      { 'legacy 0': 0, 'legacy 42': 42, 'legacy 4294967295': 2 ** 32 - 1, 'legacy [1, 2, 3]': [1, 2, 3] }[name] as number,
    );
    t.same(await random.rand(5).tolist(), drawn.rand, 'rand');
    t.same(await random.randint(10, null, 7).tolist(), drawn.randint, 'randint of few bits');
    t.same(await random.randint(-3, 2 ** 31 + 11, 5).tolist(), drawn.odd, 'randint of 32 bits');
    t.same(Array.from((await random.randint(0, 2 ** 52 + 3, 5).data()) as BigInt64Array, String), drawn.wide, 'randint of more');
    t.same(await random.permutation(12).tolist(), drawn.permutation, 'permutation');
    t.same(await random.uniform(-2, 5, 3).tolist(), drawn.uniform, 'uniform');
    const rough: [string, np.NDArray, readonly number[]][] = [
      ['normal', random.normal(1, 2, 401), drawn.normal],
      ['exponential', random.exponential(3, 300), drawn.exponential],
      ...[0.3, 1, 2.5].map((a, i): [string, np.NDArray, readonly number[]] => [
        `gamma ${a}`,
        random.gamma(a, 2, 20),
        drawn.gamma[i],
      ]),
    ];
    for (const [of, found, wanted] of rough) {
      const [wrong, off] = await offBy(found, wanted);
      t.ok(off <= (of === 'normal' ? 2 ** -44 : LAST_DIGITS), `${of}: ${wrong} of ${wanted.length} differ, by ${off}`);
    }
    t.same(await random.choice(50, 6).tolist(), drawn.choice[0], 'choice');
    t.same(await random.choice(50, 6, { replace: false }).tolist(), drawn.choice[1], 'choice of different ones');
    const p = [0.1, 0.2, 0.3, 0.4];
    t.same(await random.choice(4, 6, { p }).tolist(), drawn.choice[2], 'choice by probabilities');
    t.same(
      await random.choice(4, 3, { p, replace: false }).tolist(),
      drawn.choice[3],
      'choice of different ones by probabilities',
    );
    t.ok((await offBy(random.randn(3), drawn.after))[1] <= LAST_DIGITS, 'the second of two normal numbers is kept');
  });
}

/** The first thousand words of seed 0xdeadbeaf as NumPy's own tests have them (random/tests/data/*-testset-1.csv), as base64 of their bytes. */
const rawWords = JSON.parse(readFileSync(join(root, 'test', 'golden', 'numpy', 'raw-words.json'), 'utf8')) as Record<
  keyof typeof makers,
  string
>;
for (const [name, text] of Object.entries(rawWords))
  t.test(`a thousand raw words: ${name}`, async (t) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'base64')).buffer;
    const words = name === 'MT19937' ? BigUint64Array.from(new Uint32Array(bytes), BigInt) : new BigUint64Array(bytes);
    const found = await makers[name as keyof typeof makers](0xdeadbeaf).randomRaw(1000).data();
    t.equal(words.length, 1000);
    t.equal(
      [...words].findIndex((word, i) => word !== found[i]),
      -1,
      'the first word that differs',
    );
  });

t.test('seed sequences', async (t) => {
  const sequence = np.random.seedSequence(42);
  const children = [...sequence.spawn(2), ...sequence.spawn(1), ...sequence.spawn(1)[0].spawn(2)];
  t.same(
    children.map((child) => [...child.generateState(6)]),
    spawn,
  );
  const entropies: np.random.StreamSeed[] = [0, 1, 2 ** 40, [1, 2, 3, 4, 5, 6]];
  t.same(
    entropies.map((entropy) => [...np.random.seedSequence(entropy).generateState(5)]),
    state,
  );
  const [a, b] = np.random.pcg64(1).spawn(2);
  t.not(await a.random().item(), await b.random().item());
});

t.test('arrays in random order, and mistakes', async (t) => {
  const x = np.arange(12).reshape([6, 2]);
  const order = await np.random.pcg64(3).permutation(6).tolist();
  t.same(
    await np.random.pcg64(3).permutation(x).tolist(),
    (order as number[]).map((i) => [2 * i, 2 * i + 1]),
  );
  const shuffled = x.copy();
  np.random.pcg64(3).shuffle(shuffled);
  t.same(
    await shuffled.slice(':', 0).tolist(),
    (order as number[]).map((i) => 2 * i),
  );
  const rng = np.random.pcg64();
  t.throws(() => rng.choice(3, 4, { replace: false }), { name: 'ArgumentError' });
  t.throws(() => rng.choice(2, 1, { p: [0.5, 0.6] }), { name: 'ArgumentError', message: /sum is 1/ });
  t.throws(() => rng.choice(2, 1, { p: [1] }), { name: 'ShapeError' });
  t.throws(() => rng.choice(2, 1, { axis: 1 }), { name: 'IndexError' });
  t.throws(() => rng.choice(x, 1, true, null, 2), { name: 'IndexError' });
  t.throws(() => rng.choice(2, 1, true, { replace: false }), {
    name: 'ArgumentError',
    message: /replace by its place and in the options/,
  });
  t.same(np.random.generator(1).choice(x, 3, { axis: 1 }).shape, [6, 3]);
  t.same(np.random.choice(x, 2, false, { axis: 1 }).shape, [6, 2]);

  t.throws(() => rng.choice(2, 2, { p: [1, 0], replace: false }), { name: 'ArgumentError' });
  t.throws(() => rng.normal(0, -1), { name: 'ArgumentError' });
  t.throws(() => rng.gamma(-1), { name: 'ArgumentError' });
  t.throws(() => np.random.seed(-1), { name: 'ArgumentError' });
  t.throws(() => np.random.seed(2 ** 32), { name: 'ArgumentError' });
  t.throws(() => np.random.seed([]), { name: 'ArgumentError' });
  t.throws(() => rng.integers(3, 3), { name: 'ArgumentError' });
  t.throws(() => rng.integers(0.5), { name: 'ArgumentError' });
  t.throws(() => rng.random([-1]), { name: 'ShapeError' });
  t.throws(() => np.random.pcg64(-1), { name: 'ArgumentError', message: /at least 0/ });
  t.throws(() => np.random.pcg64('x' as never), { name: 'ArgumentError' });
});
