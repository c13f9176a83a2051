/**
 * Streams of NumPy's numbers drawn at once, by the addon where it runs, against the same streams drawn one number at a time, which is in
 * JavaScript: the numbers are the same, and the streams go on alike.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

type Stream = ReturnType<typeof np.random.pcg64>;

const streams = { pcg64: np.random.pcg64, philox: np.random.philox, sfc64: np.random.sfc64, mt19937: np.random.mt19937 };

/** Draws of so many numbers, or of one. */
const draws: Readonly<Record<string, (of: Stream, shape: number[]) => np.NDArray>> = {
  random: (of, shape) => of.random(shape),
  standardNormal: (of, shape) => of.standardNormal(shape),
  exponential: (of, shape) => of.exponential(1, shape),
  'integers below 7': (of, shape) => of.integers(0, 7, shape),
  'integers of an odd range': (of, shape) => of.integers(-3, 3_000_000_001, shape),
  'integers of 2^32': (of, shape) => of.integers(0, 2 ** 32, shape),
  'integers of 2^50': (of, shape) => of.integers(-5, 2 ** 50 + 3, shape),
  'one integer': (of, shape) => of.integers(4, 5, shape),
};
const COUNT = 3000;

for (const [name, make] of Object.entries(streams)) {
  t.test(name, async (t) => {
    const [whole, single] = [make(12), make(12)];
    for (const [draw, of] of Object.entries(draws)) {
      const found: (number | bigint)[] = Array.from((await of(whole, [COUNT]).data()) as Float64Array);
      const one: (number | bigint)[] = [];
      for (let i = 0; i < COUNT; i++) one.push(of(single, [1]).dataSync()[0]);
      t.same(found, one, draw);
      // An odd number of halves of words between the draws.
      t.same(await whole.integers(0, 9, 3).tolist(), await single.integers(0, 9, 3).tolist(), `${draw}, and on`);
    }
    t.same(
      await whole.randomRaw(100).tolist(),
      [...Array(100)].map(() => BigInt(single.randomRaw(1).itemSync() as number)).map(short),
    );
    t.same(
      await whole.gamma(0.7, 1, 20).tolist(),
      [...Array(20)].map(() => single.gamma(0.7).itemSync()),
    );
  });
}

/** As `tolist` gives integers. */
function short(word: bigint): number | bigint {
  return word <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(word) : word;
}

t.test('orders', async (t) => {
  for (const make of Object.values(streams)) {
    const order = await make(5).permutation(1000).tolist();
    t.same(
      [...(order as number[])].sort((a, b) => a - b),
      await np.arange(1000).tolist(),
    );
  }
  // np.random.Generator(np.random.PCG64(5)).permutation(20)
  t.same(
    await np.random.pcg64(5).permutation(20).tolist(),
    [9, 18, 3, 7, 1, 16, 19, 13, 11, 2, 4, 17, 10, 12, 6, 15, 0, 5, 14, 8],
  );
});
