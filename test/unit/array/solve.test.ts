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
