/** Sparse matrices from diagonals and from others, against dense ones of the array library. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import '../../support/arrays.js';

const same = async (t: Test, found: sparse.CsrArray, wanted: np.NDArray): Promise<void> => {
  t.same(found.shape, wanted.shape);
  t.same(await found.toDense().tolist(), await wanted.tolist());
};

t.test('diagonals', async (t) => {
  const above = np.asarray([7, 8]);
  const matrix = sparse.diags([[1, 2, 3], above, Float64Array.of(9)], [0, 1, -2]);
  await same(
    t,
    matrix,
    np.asarray([
      [1, 7, 0],
      [0, 2, 8],
      [9, 0, 3],
    ]),
  );
  await same(t, sparse.diags([-1, 2, -1], [-1, 0, 1], [5, 5]), await dense(sparse.poisson1d(5)));
  await same(
    t,
    sparse.diags([[1, 2]], [1], [2, 4]),
    np.asarray([
      [0, 1, 0, 0],
      [0, 0, 2, 0],
    ]),
  );
  await same(
    t,
    sparse.diags([[1, 2], 4], [-1, -1], [3, 2]),
    np.asarray([
      [0, 0],
      [5, 0],
      [0, 6],
    ]),
  );
  const stencil = sparse.diags([1, -2, 1], [-1, 0, 1], { shape: [3, 3], dtype: 'int8' });
  t.equal(stencil.dtype, np.int8);
  await same(
    t,
    stencil,
    np
      .add(np.eye(3, { k: 1 }), np.eye(3, { k: -1 }))
      .sub(np.eye(3).mul(2))
      .astype('int8'),
  );
  await same(t, sparse.diags(np.array([3, 4]), 1), np.diag([3, 4], 1));
  await same(t, sparse.diags([3, 4]), np.diag([3, 4]));
  await same(
    t,
    sparse.diags(
      np.asarray([
        [3, 4],
        [5, 6],
      ]),
      { offsets: [0, 0] },
    ),
    np.diag([8, 10]),
  );
  t.throws(() => sparse.diags([[1, 2]], { shape: [2, 2] }, { shape: [2, 2] }), { name: 'ArgumentError', message: /shape twice/ });
  t.throws(() => sparse.diags([[1], [2]], 1), { name: 'ArgumentError', message: /each of 2 diagonals, got 1/ });
  t.equal(sparse.diags([3], [9], [2, 2]).nnz, 0, 'outside');
  t.throws(() => sparse.diags([[1, 2]], [0], [3, 3]), { name: 'ArgumentError', message: /diagonal 0 .* has 3 elements, got 2/ });
  t.throws(() => sparse.diags([[1], [2]], [0]), { name: 'ArgumentError', message: /each of 2 diagonals, got 1/ });
  t.throws(() => sparse.diags([2]), { name: 'ShapeError', message: /the shape has to be given/ });
  t.throws(() => sparse.diags([[1]], [0.5]), { name: 'ArgumentError', message: /integers as offsets/ });
});

t.test('identities', async (t) => {
  await same(t, sparse.eye(3), np.eye(3));
  await same(t, sparse.eye(2, 4, 1), np.eye(2, 4, { k: 1 }));
  await same(t, sparse.eye(4, 2, -1), np.eye(4, 2, { k: -1 }));
});

t.test('Kronecker products and sums', async (t) => {
  const a = sparse.csrArray([
    [1, 0, 2],
    [0, -3, 0],
  ]);
  const b = sparse.csrArray([
    [0, 4],
    [5, 6],
  ]);
  await same(t, sparse.kron(a, b), np.kron(await dense(a), await dense(b)));
  const n = 6;
  const along = sparse.poisson1d(n);
  const grid = sparse.add(sparse.kron(along, sparse.eye(n)), sparse.kron(sparse.eye(n), along));
  await same(t, grid, await dense(sparse.poisson2d(n)));
  t.equal(grid.nnz, sparse.poisson2d(n).nnz);
  t.equal(sparse.add(sparse.eye(2).astype(np.float32), sparse.eye(2).astype(np.float32)).dtype, np.float32);
  t.throws(() => sparse.add(a, b), { name: 'ShapeError', message: /\(2, 3\) and \(2, 2\) do not broadcast/ });
  t.throws(() => sparse.kron(sparse.eye(100_000), sparse.eye(100_000)), { name: 'ShapeError' });
});

async function dense(matrix: sparse.CsrArray): Promise<np.NDArray> {
  return np.asarray((await matrix.toDense().tolist()) as number[][]);
}
