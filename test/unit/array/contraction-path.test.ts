/** Contraction paths beside all orders of pairs: an optimal path has the fewest operations, and each path computes what the operands say. */
import t from 'tap';
import { type Contraction, findPath, ordersOf, type Path, stepsOf } from '../../../lib/array/contraction-path.js';
import * as np from '../../../lib/array/index.js';
import { Draw } from '../../support/random.js';

const SEED = 31;
const ROUNDS = 60;
const LETTERS = 'abcdef';

function drawn(draw: Draw, most: number): Contraction {
  const inputs = Array.from({ length: 2 + draw.int(most - 1) }, () => [
    ...new Set(Array.from({ length: 1 + draw.int(3) }, () => LETTERS[draw.int(LETTERS.length)])),
  ]);
  const names = [...new Set(inputs.flat())];
  return { inputs, output: names.filter(() => draw.chance(0.3)), sizes: new Map(names.map((name) => [name, 1 + draw.int(9)])) };
}

/** The fewest operations, by trying every pair first and then every pair of what is left. */
function fewest({ inputs, output, sizes }: Contraction): number {
  if (inputs.length === 1) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (let j = 1; j < inputs.length; j++) {
    for (let i = 0; i < j; i++) {
      const rest = inputs.filter((_, k) => k !== i && k !== j);
      const meet = [...new Set([...inputs[i], ...inputs[j]])];
      const kept = meet.filter((name) => output.includes(name) || rest.some((labels) => labels.includes(name)));
      const each = meet.reduce((n, name) => n * (sizes.get(name) ?? 0), kept.length < meet.length ? 2 : 1);
      least = Math.min(least, each + fewest({ inputs: [...rest, kept], output, sizes }));
    }
  }
  return least;
}

const cost = (contraction: Contraction, path: Path): number =>
  stepsOf(contraction, path).reduce((sum, { operations }) => sum + operations, 0);

t.test(`random contractions (seed ${SEED})`, async (t) => {
  const draw = new Draw(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const contraction = drawn(draw, 6);
    const text = JSON.stringify([contraction.inputs, contraction.output]);
    const least = fewest(contraction);
    t.equal(cost(contraction, findPath(contraction, 'optimal')), least, `optimal: ${text}`);
    t.equal(cost(contraction, findPath(contraction, 'auto')), least, `auto: ${text}`);
    const greedy = findPath(contraction, 'greedy');
    t.ok(cost(contraction, greedy) >= least, `greedy: ${text}`);
    t.equal(stepsOf(contraction, greedy).length, contraction.inputs.length - 1, 'pairs alone');
  }
});

t.test('many operands take a path quickly, or are refused', async (t) => {
  const chain = (count: number): Contraction => ({
    inputs: Array.from({ length: count }, (_, i) => [`${i}`, `${i + 1}`]),
    output: ['0', `${count}`],
    sizes: new Map(Array.from({ length: count + 1 }, (_, i) => [`${i}`, 1 + ((7 * i) % 5)])),
  });
  t.equal(stepsOf(chain(12), findPath(chain(12), 'optimal')).length, 11);
  t.ok(cost(chain(12), findPath(chain(12), 'optimal')) <= cost(chain(12), findPath(chain(12), 'greedy')));
  t.equal(stepsOf(chain(40), findPath(chain(40), 'auto')).length, 39);
  t.throws(() => findPath(chain(13), 'optimal'), { name: 'ArgumentError', message: /at most 12 operands, got 13/ });
});

t.test('the path of a call, and what it says', async (t) => {
  const operands = [np.ones([10, 1000]), np.ones([1000, 10]), np.ones([10, 1000])];
  const [path, report] = np.einsumPath('ij,jk,kl->il', ...operands);
  t.same(path, ['einsum_path', [0, 1], [0, 1]]);
  t.match(report, 'Complete contraction:  ij,jk,kl->il');
  t.match(report, 'Theoretical speedup:  750');
  t.match(report, 'ij,jk->ik                     kl,ik->il');
  t.same(np.einsumPath('ij,jk,kl->il', ...operands, { optimize: false })[0], ['einsum_path', [0, 1, 2]]);
  const [half, steps] = np.einsumPath('ij,jk,kl->il', ...operands, { optimize: [[1, 2]] });
  t.same(half, ['einsum_path', [1, 2], [0, 1]], 'the last step of a path that ends early');
  t.match(steps, 'Largest intermediate:  1.000e+6 elements');
  const given = np.einsum('ij,jk,kl->il', ...operands, { optimize: path });
  t.equal(await given.slice(0, 0).item(), 10_000);
  t.equal(
    await np
      .einsum('ij,jk,kl->il', ...operands, { optimize: [[1, 2]] })
      .slice(0, 0)
      .item(),
    10_000,
    'a path may end early',
  );
});

t.test('all operands are computed with in the dtype that all have in common', async (t) => {
  const large = np.asarray([2 ** 30], { dtype: 'int32' });
  const product = np.einsum('i,i,i->i', large, large, np.asarray([1.5]));
  t.equal(product.dtype.name, 'float64');
  t.same(await product.tolist(), [1.5 * 2 ** 60]);
});

t.test('paths and options that make no sense', (t) => {
  const x = [1, 2];
  const path = (optimize: unknown): (() => unknown) => {
    return () => np.einsum('i,i,i', x, x, x, { optimize } as np.EinsumOptions);
  };
  t.throws(path([[0, 3]]), {
    name: 'ArgumentError',
    message: /step \[0, 3\] of the path: expected different positions among the 3 operands that are left/,
  });
  t.throws(path([[0, 0]]), { name: 'ArgumentError', message: /step \[0, 0\]/ });
  t.throws(
    path([
      [0, 1],
      [0, 1],
      [0, 1],
    ]),
    { name: 'ArgumentError', message: /among the 1 operands that are left/ },
  );
  t.throws(path([[]]), { name: 'ArgumentError', message: /step \[\]/ });
  t.throws(path('best'), { name: 'ArgumentError', message: /optimize: expected .* got "best"/ });
  t.throws(() => np.einsum('i,i', x, { optimize: true }, x), {
    name: 'ArgumentError',
    message: /options come behind all arrays/,
  });
  t.throws(() => np.einsum('i,i', x, x, { optimise: true } as np.EinsumOptions), {
    name: 'ArgumentError',
    message: /optimize may be meant|optimize may be what is meant/,
  });
  t.end();
});

t.test('results lie as the next step takes them', async (t) => {
  const sizes = new Map([...'ijkl'].map((name, n) => [name, 3 + n]));
  const inputs = ['ijk', 'jl', 'kl'].map((names) => [...names]);
  const orders = (path: Path, output: string): string[] => {
    const contraction = { inputs, output: [...output], sizes };
    return ordersOf(stepsOf(contraction, path), contraction).map((names) => names.join(''));
  };
  const [first, second] = [
    [
      [1, 2],
      [0, 1],
    ],
    [
      [0, 1],
      [0, 1],
    ],
  ];
  t.same(orders(first, 'il'), ['jkl', 'il'], 'on the right: summed names first, as the left has them');
  t.same(orders(second, 'il'), ['lki', 'il'], 'names of both and the result, then ones that are summed over');
  const [x, y, z] = inputs.map((names) => np.arange(names.reduce((n, name) => n * (sizes.get(name) ?? 1), 1)));
  const [T, D, E] = [x.reshape([3, 4, 5]), y.reshape([4, 6]), z.reshape([5, 6])];
  const expected = await np.sum(T.expandDims(-1).multiply(D.expandDims(1)).multiply(E), { axis: [1, 2] }).tolist();
  for (const path of [first, second]) t.same(await np.einsum('ijk,jl,kl->il', T, D, E, { optimize: path }).tolist(), expected);
  const outer = np.einsum('jl,kl->kjl', D, E);
  t.same(outer.shape, [5, 4, 6]);
  t.same(await outer.tolist(), await E.expandDims(1).multiply(D).tolist());
});
