/** Direct methods: what they give, multiplied back, is what was asked for. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const { linalg } = np;
const near = async (x: np.NDArray, y: np.ArrayLike, rtol = 1e-9): Promise<boolean> =>
  (await np.allclose(x, y, { rtol, atol: rtol }).item()) === true;
const matrices = (shape: number[]): np.NDArray => np.random.generator(4).normal({ shape });

t.test('solve', async (t) => {
  for (const [sa, sb] of [
    [[1, 1], [1]],
    [[5, 5], [5]],
    [
      [20, 20],
      [20, 3],
    ],
    [
      [3, 6, 6],
      [3, 6, 2],
    ],
    [
      [6, 6],
      [4, 6, 2],
    ],
    [
      [2, 1, 4, 4],
      [5, 4, 1],
    ],
  ]) {
    const [a, b] = [matrices(sa), matrices(sb)];
    const x = linalg.solve(a, b);
    t.ok(await near(np.matmul(a, x), np.broadcastTo(b, np.matmul(a, x).shape)), `(${sa}) x = (${sb})`);
  }
  t.same(
    await linalg
      .solve(
        [
          [0, 1],
          [2, 0],
        ],
        [3, 4],
      )
      .tolist(),
    [2, 3],
    'rows are exchanged',
  );
  t.equal(linalg.solve(np.eye(2, { dtype: 'float32' }), np.ones(2, { dtype: 'float32' })).dtype, np.float32);
  t.same(await linalg.solve(np.eye(2, { dtype: 'int32' }), [3, 4]).tolist(), [3, 4]);
  t.same(await linalg.solve(matrices([4, 4]).T, np.ones(4)).shape, [4]);
  const singular = linalg.solve(
    [
      [1, 2],
      [2, 4],
    ],
    [1, 2],
  );
  await t.rejects(singular.data(), { name: 'ArgumentError', message: /solve: the matrix is singular/ });
  await t.rejects(singular.sum().item(), { name: 'ArgumentError' }, 'and what is made of it');
  t.throws(() => linalg.solve(np.zeros([2, 3]), [1, 2]), { name: 'ShapeError', message: /square/ });
  t.throws(() => linalg.solve(np.eye(2), [1, 2, 3]), { name: 'ShapeError', message: /do not meet/ });
});

t.test('inv and det', async (t) => {
  for (const shape of [
    [1, 1],
    [7, 7],
    [2, 3, 5, 5],
  ]) {
    const a = matrices(shape);
    const identity = np.broadcastTo(np.eye(shape[shape.length - 1]), shape);
    t.ok(await near(np.matmul(a, linalg.inv(a)), identity, 1e-8), `inv (${shape})`);
    t.ok(await near(linalg.det(a).multiply(linalg.det(linalg.inv(a))), 1, 1e-8), `det (${shape})`);
  }
  t.equal(
    await linalg
      .det([
        [1, 2],
        [3, 4],
      ])
      .item(),
    -2,
  );
  t.equal(
    await linalg
      .det([
        [1, 2],
        [2, 4],
      ])
      .item(),
    0,
  );
  t.equal(
    await linalg
      .det([
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ])
      .item(),
    1,
    'an even permutation',
  );
  t.equal(
    await linalg
      .det([
        [0, 1],
        [1, 0],
      ])
      .item(),
    -1,
    'an odd one',
  );
  t.equal(await linalg.det(np.zeros([0, 0])).item(), 1);
  await t.rejects(
    linalg
      .inv([
        [0, 0],
        [0, 0],
      ])
      .data(),
    { name: 'ArgumentError' },
  );
});

t.test('cholesky', async (t) => {
  for (const shape of [
    [1, 1],
    [6, 6],
    [3, 4, 4],
  ]) {
    const a = matrices(shape);
    const positive = np.matmul(a, a.matrixTranspose()).add(np.eye(shape[shape.length - 1]));
    const l = linalg.cholesky(positive);
    t.ok(await near(np.matmul(l, l.matrixTranspose()), positive), `(${shape})`);
    t.equal(await np.all(np.triu(l, { k: 1 }).equal(0)).item(), true, 'lower triangular');
  }
  await t.rejects(
    linalg
      .cholesky([
        [1, 2],
        [2, 1],
      ])
      .data(),
    { name: 'ArgumentError', message: /not positive definite/ },
  );
});

t.test('matrices of many sizes', async (t) => {
  let state = 1;
  const noise = (): number => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
  const worst = async (x: np.NDArray): Promise<number> => Number(await x.abs().max().item());
  for (const n of [1, 2, 16, 17, 40, 97, 260]) {
    const a = np.asarray(Array.from({ length: n * n }, noise)).reshape([n, n]);
    const b = np.asarray(Array.from({ length: n * 3 }, noise)).reshape([n, 3]);
    const shifted = a.add(np.eye(n).multiply(2));
    t.ok((await worst(np.matmul(shifted, linalg.solve(shifted, b)).subtract(b))) < 1e-9, `solve ${n}`);
    t.ok((await worst(np.matmul(shifted.T, linalg.solve(shifted.T, b)).subtract(b))) < 1e-9, `solve, transposed ${n}`);
    t.ok((await worst(np.matmul(shifted, linalg.inv(shifted)).subtract(np.eye(n)))) < 1e-9, `inv ${n}`);
    const positive = np.matmul(a, a.T).add(np.eye(n));
    const l = linalg.cholesky(positive);
    t.ok((await worst(np.matmul(l, l.T).subtract(positive))) < 1e-9, `cholesky ${n}`);
    t.equal(await worst(np.triu(l, { k: 1 })), 0, `nothing above the diagonal ${n}`);
    const product = Number(await linalg.det(l.multiply(2)).item());
    const diagonal = Number(await np.prod(linalg.diagonal(l).multiply(2)).item());
    t.ok(Math.abs(product / diagonal - 1) < 1e-9, `det ${n}`);
  }
  const rows = np.asarray(Array.from({ length: 60 * 60 }, noise)).reshape([60, 60]);
  const repeated = np.concat([rows.slice('0:59'), rows.slice('0:1')]);
  const ratio = linalg.det(repeated).divide(linalg.det(rows));
  t.ok((await worst(ratio)) < 1e-9, 'equal rows');
  const none = rows.multiply(np.arange(60).notEqual(30));
  await t.rejects(linalg.inv(none).data(), { name: 'ArgumentError', message: /inv: the matrix is singular/ });
  await t.rejects(linalg.cholesky(np.eye(60).subtract(1)).data(), { name: 'ArgumentError', message: /cholesky: .*not positive/ });
});
