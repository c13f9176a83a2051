/** Distributions by their moments and quantiles over many draws of fixed seeds, and choices by what may come out. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const COUNT = 40_000;
const shape = COUNT;
const numbers = async (x: np.NDArray): Promise<number[]> => Array.from((await x.data()) as Iterable<number | bigint>, Number);

/** Mean, standard deviation and median of each, as they should be. */
const continuous: Readonly<Record<string, [(rng: np.random.Generator) => np.NDArray, number, number, number]>> = {
  standardNormal: [(rng) => rng.standardNormal(shape), 0, 1, 0],
  lognormal: [(rng) => rng.lognormal({ mean: 0.5, std: 0.25, shape }), Math.exp(0.53125), 0.4321388, Math.exp(0.5)],
  laplace: [(rng) => rng.laplace({ mean: 1, scale: 2, shape }), 1, 2 * Math.SQRT2, 1],
  logistic: [(rng) => rng.logistic({ mean: -1, scale: 0.5, shape }), -1, (0.5 * Math.PI) / Math.sqrt(3), -1],
  gumbel: [(rng) => rng.gumbel({ mean: 2, scale: 3, shape }), 2 + 3 * 0.5772156649, (3 * Math.PI) / Math.sqrt(6), 3.0995388],
  rayleigh: [(rng) => rng.rayleigh({ scale: 2, shape }), 2 * Math.sqrt(Math.PI / 2), 1.3102792, 2.35482],
  weibull: [(rng) => rng.weibull(2, { shape }), 0.8862269, 0.4632514, 0.8325546],
  pareto: [(rng) => rng.pareto(6, { shape }), 0.2, 0.244949, 0.122462],
  triangular: [(rng) => rng.triangular(0, 1, 4, { shape }), 5 / 3, 0.8498366, 1.5505103],
  gamma: [(rng) => rng.gamma(3, { scale: 2, shape }), 6, 2 * Math.sqrt(3), 5.3481206],
  'gamma of a small shape': [(rng) => rng.gamma(0.5, { shape }), 0.5, Math.SQRT1_2, 0.2274682],
  chisquare: [(rng) => rng.chisquare(4, { shape }), 4, Math.sqrt(8), 3.356694],
  beta: [(rng) => rng.beta(2, 5, { shape }), 2 / 7, Math.sqrt(10 / 392), 0.26445],
  standardT: [(rng) => rng.standardT(12, { shape }), 0, Math.sqrt(1.2), 0],
  geometric: [(rng) => rng.geometric(0.25, { shape }), 4, 3.4641016, 3],
  poisson: [(rng) => rng.poisson({ mean: 4.5, shape }), 4.5, Math.sqrt(4.5), 4],
  'poisson of many': [(rng) => rng.poisson({ mean: 1e6, shape }), 1e6, 1e3, 1e6],
  binomial: [(rng) => rng.binomial(20, 0.3, { shape }), 6, Math.sqrt(4.2), 6],
  'binomial of many': [(rng) => rng.binomial(1e9, 0.001, { shape }), 1e6, 999.4999, 1e6],
};

for (const [name, [draw, mean, deviation, median]] of Object.entries(continuous)) {
  t.test(name, async (t) => {
    const found = (await numbers(draw(np.random.generator(31)))).sort((a, b) => a - b);
    const average = found.reduce((a, b) => a + b, 0) / COUNT;
    const spread = Math.sqrt(found.reduce((sum, x) => sum + (x - average) ** 2, 0) / COUNT);
    const error = deviation / Math.sqrt(COUNT);
    t.equal(found.length, COUNT);
    t.ok(found.every(Number.isFinite), 'finite');
    t.ok(Math.abs(average - mean) < 6 * error, `mean ${average}`);
    t.ok(Math.abs(spread / deviation - 1) < 0.06, `standard deviation ${spread}`);
    t.ok(Math.abs(found[COUNT / 2] - median) <= 8 * error, `median ${found[COUNT / 2]}`);
  });
}

t.test('standardCauchy by its quartiles', async (t) => {
  const found = (await numbers(np.random.generator(3).standardCauchy(COUNT))).sort((a, b) => a - b);
  for (const [part, value] of [
    [0.25, -1],
    [0.5, 0],
    [0.75, 1],
  ])
    t.ok(Math.abs(found[part * COUNT] - value) < 0.06, `${part}`);
});

t.test('several dimensions', async (t) => {
  const rng = np.random.generator(14);
  const shares = rng.dirichlet([1, 2, 5], { shape: [COUNT] });
  t.same(shares.shape, [COUNT, 3]);
  t.ok(await np.allclose(shares.sum({ axis: 1 }), 1).item());
  t.ok(await np.allclose(shares.mean({ axis: 0 }), [0.125, 0.25, 0.625], { atol: 0.01, rtol: 0 }).item());
  const covariance = [
    [2, 1, 2],
    [1, 2, 1],
    [2, 1, 2],
  ];
  const vectors = rng.multivariateNormal([1, -1, 0], covariance, { shape: [COUNT] });
  t.same(vectors.shape, [COUNT, 3]);
  t.ok(await np.allclose(vectors.mean({ axis: 0 }), [1, -1, 0], { atol: 0.05, rtol: 0 }).item());
  t.ok(await np.allclose(np.cov(vectors, undefined, { rowvar: false }), covariance, { atol: 0.1, rtol: 0 }).item());
  const edges = await numbers(rng.beta(0.001, 0.001, { shape }));
  t.ok(edges.every(Number.isFinite), 'small shapes');
  t.ok(Math.abs(edges.filter((x) => x < 0.5).length / COUNT - 0.5) < 0.02);
  t.same(
    rng.multivariateNormal(
      [0, 0],
      [
        [1, 0],
        [0, 1],
      ],
    ).shape,
    [2],
  );
  t.throws(() => rng.multivariateNormal([0], covariance), { name: 'ShapeError' });
  t.throws(() => rng.dirichlet([]), { name: 'ArgumentError' });
  t.throws(() => rng.dirichlet([1, 0]), { name: 'ArgumentError' });
  t.throws(() => rng.gamma(0), { name: 'ArgumentError', message: /gamma: expected a positive shape/ });
  t.throws(() => rng.chisquare(-1), { name: 'ArgumentError', message: /degrees of freedom/ });
  t.throws(() => rng.standardT(Number.NaN), { name: 'ArgumentError' });
  t.throws(() => rng.beta(1, 0), { name: 'ArgumentError' });
});

t.test('counts of several outcomes', async (t) => {
  const rng = np.random.generator(15);
  const counts = rng.multinomial(20, [0.2, 0.3, 0.5], [5000]);
  t.same([counts.dtype.name, counts.shape], ['int64', [5000, 3]]);
  t.ok(await counts.sum(1).equal(20).all().item(), 'every trial has one outcome');
  t.ok(await counts.greaterEqual(0).all().item());
  t.ok(await np.allclose(counts.mean(0), [4, 6, 10], { atol: 0.15, rtol: 0 }).item());
  t.ok(await np.allclose(counts.var(0), [3.2, 4.2, 5], { atol: 0.35, rtol: 0 }).item());
  t.same(await rng.multinomial(7, [1]).tolist(), [7]);
  t.same(await rng.multinomial(0, [0.5, 0.5], [2]).tolist(), [
    [0, 0],
    [0, 0],
  ]);
  t.same(await rng.multinomial(4, [0, 1, 0]).tolist(), [0, 4, 0]);
  t.throws(() => rng.multinomial(2 ** 40, [0.5, 0.5]), { name: 'ArgumentError', message: /at most 2\^32 in a call/ });
  t.throws(() => rng.multinomial(3, [0.7, 0.7, 0]), { name: 'ArgumentError', message: /add up to 1\.4/ });
  t.throws(() => rng.multinomial(3, []), { name: 'ArgumentError' });
  t.throws(() => rng.multinomial(3, [-0.5, 1.5]), { name: 'ArgumentError' });
  t.throws(() => rng.multinomial(2.5, [0.5, 0.5]), { name: 'ArgumentError', message: /number of trials/ });
});

t.test('counts by their probabilities', async (t) => {
  const share = (found: readonly number[], value: number): number => found.filter((x) => x === value).length / COUNT;
  const rng = np.random.generator(8);
  const rare = await numbers(rng.poisson({ mean: 0.5, shape }));
  t.ok(Math.abs(share(rare, 0) - Math.exp(-0.5)) < 0.015);
  t.ok(Math.abs(share(rare, 2) - Math.exp(-0.5) / 8) < 0.01);
  const few = await numbers(rng.binomial(3, 0.5, { shape }));
  t.ok(Math.abs(share(few, 0) - 0.125) < 0.01);
  t.same([...new Set(few)].sort(), [0, 1, 2, 3]);
  t.same(await rng.poisson({ mean: 0, shape: 2 }).tolist(), [0, 0]);
  t.same(await rng.binomial(5, 1, { shape: 2 }).tolist(), [5, 5]);
  t.same(await rng.binomial(5, 0, { shape: 2 }).tolist(), [0, 0]);
  t.same(await rng.geometric(1, { shape: 2 }).tolist(), [1, 1]);
  t.equal(rng.binomial(5, 0.5).dtype, np.int64);
});

t.test('permutations', async (t) => {
  const rng = np.random.generator(12);
  const order = await numbers(rng.permutation(50));
  t.notSame(
    order,
    [...order].sort((a, b) => a - b),
  );
  t.same(
    [...order].sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, i) => i),
  );
  const rows = np.arange(12).reshape([4, 3]);
  const moved = (await rng.permutation(rows).tolist()) as number[][];
  t.same(
    moved.map(([first]) => first).sort((a, b) => a - b),
    [0, 3, 6, 9],
  );
  t.ok(
    moved.every(([a, b, c]) => b === a + 1 && c === a + 2),
    'rows stay whole',
  );
  t.same(
    ((await rng.permutation(rows, { axis: 1 }).tolist()) as number[][]).map((row) => row.reduce((a, b) => a + b)),
    [3, 12, 21, 30],
  );
  const x = np.arange(30);
  rng.shuffle(x);
  t.notSame(await x.tolist(), await np.arange(30).tolist());
  t.same(await np.sort(x).tolist(), await np.arange(30).tolist());
  t.same(
    await numbers(np.random.generator(5).permutation(9)),
    await numbers(np.random.generator(5).permutation(9)),
    'by the seed',
  );
});

t.test('choices', async (t) => {
  const rng = np.random.generator(2);
  const dice = await numbers(rng.choice(6, { shape }));
  for (let i = 0; i < 6; i++) t.ok(Math.abs(dice.filter((x) => x === i).length / COUNT - 1 / 6) < 0.015, `${i}`);
  const loaded = await numbers(rng.choice([10, 20, 30], { shape, p: [1, 0, 3] }));
  t.notOk(loaded.includes(20));
  t.ok(Math.abs(loaded.filter((x) => x === 30).length / COUNT - 0.75) < 0.015);
  const hand = await numbers(rng.choice(52, { shape: 5, replace: false }));
  t.equal(new Set(hand).size, 5);
  const likely = await numbers(rng.choice([7, 8, 9], { shape: 2, replace: false, p: [0.5, 0.5, 0] }));
  t.same(likely.sort(), [7, 8], 'what is impossible comes last');
  t.same(rng.choice(np.zeros([4, 3]), { shape: [2, 2] }).shape, [2, 2, 3]);
  t.same(rng.choice(5).shape, []);
});

t.test('what makes no sense', (t) => {
  const rng = np.random.generator(1);
  t.throws(() => rng.weibull(0), { name: 'ArgumentError', message: /weibull/ });
  t.throws(() => rng.pareto(-1), { name: 'ArgumentError' });
  t.throws(() => rng.triangular(1, 0, 2), { name: 'ArgumentError' });
  t.throws(() => rng.geometric(0), { name: 'ArgumentError' });
  t.throws(() => rng.poisson({ mean: -1 }), { name: 'ArgumentError' });
  t.throws(() => rng.binomial(1.5, 0.5), { name: 'ArgumentError' });
  t.throws(() => rng.choice(3, { shape: 4, replace: false }), { name: 'ArgumentError', message: /4 different/ });
  t.throws(() => rng.choice([], { shape: 1 }), { name: 'ShapeError' });
  t.throws(() => rng.choice(3, { p: [1, 1] }), { name: 'ShapeError' });
  t.throws(() => rng.permutation(np.asarray(3)), { name: 'ShapeError' });
  for (const p of [
    [0.5, -0.1, 0.6],
    [1, Number.NaN, 1],
    [0, 0, 0],
    [1, Number.POSITIVE_INFINITY, 1],
  ]) {
    t.throws(() => rng.choice(3, { shape: 2, p }), { name: 'ArgumentError', message: /probabilit/ });
    t.throws(() => rng.choice(3, { shape: 2, p: np.asarray(p) }).dataSync(), { name: 'IndexError' });
  }
  t.throws(() => rng.choice(3, { shape: 2, p: [0, 1, 0], replace: false }), { name: 'ArgumentError', message: /2 needed/ });
  t.throws(() => rng.choice(3, { shape: 2, p: np.asarray([0, 1, 0]), replace: false }).dataSync(), { name: 'IndexError' });
  t.end();
});

t.test('lists of numbers may be arrays, as in NumPy', async (t) => {
  for (const rng of [np.random.generator(5), np.random.defaultRng(5)] as const) {
    const again = rng instanceof np.random.Generator ? np.random.generator(5) : np.random.defaultRng(5);
    t.same(await rng.dirichlet(np.ones(3), { shape: 4 }).tolist(), await again.dirichlet([1, 1, 1], { shape: 4 }).tolist());
    t.same(await rng.multinomial(9, np.full(4, 0.25)).tolist(), await again.multinomial(9, [0.25, 0.25, 0.25, 0.25]).tolist());
    t.throws(() => rng.dirichlet(np.ones([2, 2])), {
      code: 'ERR_SHAPE',
      message: /^dirichlet: expected a list of numbers or a 1-D array/,
    });
  }
  const urn = np.random.defaultRng(5).multivariateHypergeometric(np.asarray([3, 4]), 5);
  t.same(await urn.tolist(), await np.random.defaultRng(5).multivariateHypergeometric([3, 4], 5).tolist());
  np.random.seed(7);
  const legacy = await np.random.multinomial(9, np.full(4, 0.25)).tolist();
  np.random.seed(7);
  t.same(legacy, await np.random.multinomial(9, [0.25, 0.25, 0.25, 0.25]).tolist());
});
