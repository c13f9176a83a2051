/** Direct solution of sparse systems against elimination: factors multiplied back, transposes, several right-hand sides, and refusals. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import {
  definiteMatrix,
  dense,
  type Entries,
  eliminate,
  norm,
  randomMatrix,
  randomVector,
  residualNorm,
  vectorOf,
} from '../../support/sparse.js';

const { linalg } = sparse;

/** Unsymmetric, with large entries beside the diagonal, on which there is nothing. */
function cyclic(n: number, seed: number): Entries {
  const a = randomMatrix(n, n, 3, seed);
  const kept = a.row.flatMap((row, k) => (row === a.col[k] ? [] : [k]));
  const made: Entries = {
    shape: [n, n],
    row: kept.map((k) => a.row[k]),
    col: kept.map((k) => a.col[k]),
    data: kept.map((k) => a.data[k]),
  };
  for (let i = 0; i < n; i++) {
    made.row.push(i);
    made.col.push((i + 1) % n);
    made.data.push(4);
  }
  return made;
}

function dominant(n: number, seed: number): Entries {
  const a = randomMatrix(n, n, 4, seed);
  for (let i = 0; i < n; i++) {
    a.row.push(i);
    a.col.push(i);
    a.data.push(5);
  }
  return a;
}

const matrices: readonly Entries[] = [
  definiteMatrix(1, 1),
  definiteMatrix(60, 2),
  definiteMatrix(250, 3),
  dominant(80, 4),
  cyclic(2, 5),
  cyclic(90, 6),
];

t.test('solutions agree with elimination', async (t) => {
  for (const a of matrices) {
    const [n] = a.shape;
    const A = sparse.csrArray(a);
    const b = randomVector(n, 7);
    const expected = eliminate(dense(a), b);
    const lu = await linalg.splu(A);
    const solve = await linalg.factorized(A, { assume: 'gen' });
    const found = { spsolve: linalg.spsolve(A, np.asarray(b)), splu: lu.solve(np.asarray(b)), factorized: solve(np.asarray(b)) };
    for (const [name, x] of Object.entries(found)) {
      const got = await vectorOf(x);
      t.ok(norm(got.map((v, i) => v - expected[i])) <= 1e-9 * norm(expected), `${name} of ${n} unknowns`);
      t.ok(residualNorm(a, got, b) <= 1e-10 * norm(b), `${name}: its residual`);
    }
    const across = await vectorOf(lu.solve(np.asarray(b), { trans: true }));
    const transposed: Entries = { ...a, row: a.col, col: a.row };
    t.ok(residualNorm(transposed, across, b) <= 1e-10 * norm(b), 'the transpose');
  }
});

t.test('the factors multiplied back are the matrix', async (t) => {
  for (const a of matrices) {
    const A = sparse.csrArray(a);
    for (const assume of [undefined, 'gen'] as const) {
      const lu = await linalg.splu(A, { assume });
      const product = lu.L.matmul(lu.U.toDense());
      const back = product.take(lu.permR, 0).take(lu.permC, 1);
      t.ok(await np.allclose(back, A.toDense(), { atol: 1e-10 }).item(), `${a.shape[0]} unknowns`);
      const [L, U] = [lu.L.toDense(), lu.U.toDense()];
      t.equal(await np.abs(np.triu(L, 1)).sum().item(), 0, 'L is lower');
      t.ok(await np.allclose(L.diagonal(), 1, { rtol: 0, atol: 1e-15 }).item(), 'with ones');
      t.equal(await np.abs(np.tril(U, -1)).sum().item(), 0, 'U is upper');
      t.ok(lu.nnz >= lu.L.nnz + lu.U.nnz - a.shape[0], 'nnz');
    }
  }
});

t.test('several right-hand sides, views, and float32', async (t) => {
  const a = dominant(40, 8);
  const A = sparse.csrArray(a);
  const lu = await linalg.splu(A);
  const many = np.asarray(Float64Array.from(randomVector(120, 9))).reshape([3, 40]);
  const expected = np.linalg.solve(A.toDense(), many.T);
  for (const x of [lu.solve(many.T), linalg.spsolve(A, many.T)])
    t.ok(await np.allclose(x, expected, { rtol: 1e-10 }).item(), 'the columns of a view');
  const single = sparse.csrArray(a, { dtype: 'float32' });
  const x = linalg.spsolve(single, np.ones([40], { dtype: 'float32' }));
  t.equal(x.dtype, np.float32);
  t.ok(await np.allclose(single.matmul(x), 1, { atol: 1e-5 }).item(), 'float32');
  t.equal(linalg.spsolve(single, np.ones([40])).dtype, np.float64);
  t.ok(await np.allclose(A.matmul(linalg.spsolve(A, np.arange(40))), np.arange(40), { atol: 1e-9 }).item(), 'integers');
  t.same(linalg.spsolve(A, np.zeros([40, 0])).shape, [40, 0]);
  t.same(await linalg.spsolve(sparse.csrArray({ data: [], row: [], col: [], shape: [0, 0] }), np.zeros([0])).tolist(), []);
});

t.test('a sparse right-hand side has a sparse solution', async (t) => {
  const A = sparse.csrArray(dominant(40, 31));
  for (const own of [A, A.multiply({ re: 1, im: 2 }), A.tocsc()]) {
    for (const columns of [1, 7, 0]) {
      const B = sparse.random(40, columns, { density: 0.1, rng: 32 });
      const X = linalg.spsolve(own, B.tocoo());
      t.ok(X instanceof sparse.CsrArray);
      t.same([X.shape, X.dtype], [[40, columns], own.dtype]);
      t.ok(await np.allclose(own.matmul(X.toDense()), B.toDense(), { atol: 1e-12 }).item());
    }
  }
  const triangle = linalg.spsolve(sparse.tril(A), sparse.eye(40, 40, -30));
  t.ok(triangle.nnz <= 55, 'elements of 0 are left out');
  t.throws(() => linalg.spsolve(A, sparse.eye(3)), { name: 'ShapeError', message: /b must be \(40, k\)/ });
  t.throws(() => linalg.spsolve(sparse.csrArray([2, 2]), sparse.eye(2)), { name: 'ArgumentError', message: /singular/ });
});

t.test('values of the matrix at the call', async (t) => {
  const A = sparse.csrArray([
    [2, 1],
    [0, 4],
  ]);
  const x = linalg.spsolve(A, np.asarray([4, 8]));
  A.data.assign(np.asarray([1, 1, 1]));
  t.same(await x.tolist(), [1, 2]);
  t.same(await linalg.spsolve(A, np.asarray([4, 8])).tolist(), [-4, 8]);
});

t.test('incomplete factors approximate the inverse', async (t) => {
  const A = sparse.poisson2d(30);
  const b = np.ones([900]);
  const [lu, ilu] = [await linalg.splu(A, { assume: 'gen' }), await linalg.spilu(A, { dropTol: 1e-2 })];
  t.ok(ilu.nnz < lu.nnz);
  const { iterations, converged } = await sparse.bicgstab(A, b, { M: (r) => ilu.solve(r) });
  const plain = await sparse.bicgstab(A, b);
  t.ok(converged && iterations * 2 < plain.iterations, `${iterations} iterations instead of ${plain.iterations}`);
  t.ok((await linalg.spilu(A, { dropTol: 0 })).nnz === lu.nnz, 'with nothing dropped they are the factors');
});

t.test('matrices without factors', async (t) => {
  const singular = sparse.csrArray([
    [1, 2],
    [2, 4],
  ]);
  const b = np.ones([2]);
  await t.rejects(linalg.spsolve(singular, b).data(), {
    name: 'ArgumentError',
    message: 'spsolve: the matrix is singular, so there is no unique solution',
  });
  await t.rejects(linalg.splu(singular), {
    name: 'ArgumentError',
    message: 'splu: the matrix is singular, so there is no unique solution',
  });
  const indefinite = sparse.csrArray([
    [1, 2],
    [2, 1],
  ]);
  t.ok(await np.allclose(linalg.spsolve(indefinite, np.asarray([3, 3])), 1).item(), 'LU factors instead');
  await t.rejects(linalg.spsolve(indefinite, b, { assume: 'pos' }).data(), {
    message: /^spsolve: the matrix is not positive definite/,
  });
  const unsymmetric = sparse.csrArray([
    [2, 1],
    [0, 2],
  ]);
  await t.rejects(linalg.splu(unsymmetric, { assume: 'pos' }), { message: /^splu: the matrix is not positive definite/ });
  const bad = sparse.csrArray([
    [1, Number.NaN],
    [2, 1],
  ]);
  await t.rejects(linalg.factorized(bad), {
    message: /^factorized: expected finite elements, got a matrix with NaN or infinity/,
  });
  const oblong = sparse.csrArray([[1, 2]]);
  t.throws(() => linalg.spsolve(oblong, b), {
    name: 'ShapeError',
    message: 'spsolve: expected a square matrix, got (1, 2)',
  });
  await t.rejects(linalg.splu(oblong), { message: 'splu: expected a square matrix, got (1, 2)' });
  t.throws(() => linalg.spsolve(singular, np.ones([3])), {
    name: 'ShapeError',
    message: 'spsolve: b must be (2,) or (2, k) for a matrix of (2, 2), got (3,)',
  });
  t.throws(() => linalg.spsolve(singular, b, { assume: 'sym' as never }), {
    message: /^spsolve: assume: expected/,
  });
});
