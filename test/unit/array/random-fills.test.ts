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

/** The draws that fill an array. */
const fills: Readonly<Record<string, (of: Stream, how: np.random.FillOptions) => np.NDArray>> = {
  random: (of, how) => of.random(how),
  standardNormal: (of, how) => of.standardNormal(how),
  standardExponential: (of, how) => of.standardExponential(how),
  standardGamma: (of, how) => of.standardGamma(2, how),
};

t.test('out is filled with the numbers of a new array, and nothing beside it', async (t) => {
  const sources = [...Object.entries(fills), ...Object.entries(fills).slice(0, 2)] as const;
  for (const [i, [name, fill]] of sources.entries())
    for (const dtype of ['float64', 'float32'] as const) {
      const make = i < 4 ? np.random.pcg64 : (np.random.generator as unknown as typeof np.random.pcg64);
      const [filling, making] = [make(7), make(7)];
      const whole = np.full([4, 20], -1, { dtype });
      const out = whole.slice([1, 3], [0, 20, 2]);
      t.equal(fill(filling, { out, dtype }), out, `${name}, ${dtype}`);
      const expected = fill(making, { shape: [2, 10], dtype });
      t.same(await out.tolist(), await expected.tolist());
      t.equal(await np.sum(np.equal(whole, -1)).item(), 60);
      t.same(await fill(filling, { size: 3 }).tolist(), await fill(making, { size: 3 }).tolist(), 'the stream goes on alike');
    }
  // np.random.default_rng(42).random(out=np.zeros(2))
  t.same(
    await np.random
      .pcg64(42)
      .random({ out: np.zeros(2) })
      .tolist(),
    [0.7739560485559633, 0.4388784397520523],
  );
  // rng.standard_gamma([1.0, 2.0], out=np.zeros((2, 2))), with shapes that broadcast to out
  const gammas = np.random.pcg64(3).standardGamma(np.asarray([1, 2]), { out: np.zeros([2, 2]) });
  t.same(
    await gammas.tolist(),
    await np.random
      .pcg64(3)
      .standardGamma(np.asarray([1, 2]), [2, 2])
      .tolist(),
  );
});

t.test('an out that does not fit leaves the stream as it was', async (t) => {
  for (const make of [np.random.pcg64, np.random.generator as unknown as typeof np.random.pcg64]) {
    const [rng, same] = [make(1), make(1)];
    t.throws(() => rng.random({ out: np.zeros(3, { dtype: 'float32' }) }), { name: 'DTypeError', message: /out of float64/ });
    t.throws(() => rng.random({ out: np.zeros(3), size: 4 }), { name: 'ShapeError', message: /out of shape \(4,\), got \(3,\)/ });
    t.throws(() => rng.standardNormal({ out: np.broadcastTo([0], [3]) }), { name: 'ArgumentError', message: /repeats elements/ });
    t.throws(() => rng.random({ out: [0, 0] as unknown as np.NDArray }), { name: 'ArgumentError' });
    t.throws(() => rng.normal({ out: np.zeros(3) } as np.random.NormalOptions), /out/);
    t.same(await rng.random(3).tolist(), await same.random(3).tolist());
  }
  const rng = np.random.pcg64(1);
  const shapes = np.asarray([1, 2, 3]);
  t.throws(() => rng.standardGamma(shapes, { out: np.zeros(2) }), { name: 'ShapeError' });
  t.same(await rng.random(3).tolist(), await np.random.pcg64(1).random(3).tolist());
});
