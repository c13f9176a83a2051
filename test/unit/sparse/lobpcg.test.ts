/** LOBPCG against all eigenvalues of the dense pencil. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { randomMatrix } from '../../support/sparse.js';

const { linalg } = sparse;
const columns = (n: number, k: number): np.NDArray => np.random.generator(n + k).normal(0, 1, [n, k]);

/** Symmetric, and positive definite by `shift`. */
function symmetric(n: number, seed: number, shift: number): sparse.CsrArray {
  const A = sparse.csrArray(randomMatrix(n, n, 4, seed));
  return A.add(A.T).add(sparse.eye(n).multiply(shift));
}

t.test('eigenvalues are those of the dense pencil, and vectors belong to them', async (t) => {
  const n = 24;
  const A = symmetric(n, 3, 20);
  const B = symmetric(n, 7, 25);
  const C = A.add(sparse.csrArray(randomMatrix(n, n, 3, 5)).multiply({ re: 0, im: 1 }));
  const H = C.add(C.H);
  const inverse = await linalg.splu(A);
  const M = linalg.linearOperator({ shape: [n, n], matvec: (x) => inverse.solve(x) });
  for (const [name, matrix, options] of [
    ['largest', A, {}],
    ['smallest', A, { largest: false }],
    ['of a pencil', A, { B, largest: false }],
    ['with a preconditioner', A, { M, largest: false }],
    ['Hermitian', H, {}],
  ] as const) {
    const given = { tol: 1e-8, maxiter: 300, retResidualNormsHistory: true, retLambdaHistory: true, ...options } as const;
    const found = await linalg.lobpcg(matrix, columns(n, 3), given);
    t.ok(found.converged, `${name}: ${found.residualNorms}`);
    const right = 'B' in options ? options.B : sparse.eye(n);
    const root = np.linalg.inv(np.linalg.cholesky(right.toDense()));
    const all = np.linalg.eigvalsh(root.matmul(matrix.toDense()).matmul(root.T));
    const wanted = 'largest' in options ? all.slice(':3') : np.flip(all.slice('-3:'));
    t.ok(await np.allclose(found.eigenvalues, wanted, { rtol: 1e-9 }).item(), name);
    const [w, v, , norms] = found;
    const rest = matrix.matmul(v).subtract(right.matmul(v).multiply(w));
    t.ok(Number(await np.max(np.abs(rest)).item()) < 1e-7, `${name}: vectors`);
    t.ok(await np.allclose(np.conj(v.T).matmul(right.matmul(v)), np.eye(3), { atol: 1e-9 }).item(), `${name}: orthonormal`);
    t.same(norms.shape, [found.iterations + 1, 3]);
    t.ok(await np.allclose(found.lambdaHistory?.slice(-1) ?? 0, w, { rtol: 1e-9 }).item());
  }
  const steep = sparse.diags([Float64Array.from({ length: n }, (_, i) => 10 ** (i / 8))], [0]);
  const factors = await linalg.splu(steep);
  const near = linalg.linearOperator({ shape: [n, n], matvec: (x) => factors.solve(x) });
  const few = await linalg.lobpcg(steep, columns(n, 3), { M: near, largest: false, tol: 1e-8 });
  t.ok(few.converged, 'a preconditioner helps');
  const many = await linalg.lobpcg(steep, columns(n, 3), { largest: false, tol: 1e-8 });
  t.ok(few.iterations < many.iterations, `${few.iterations}, ${many.iterations}`);
});

t.test('beside known eigenvectors, operators, float32, small matrices, and too few iterations', async (t) => {
  const n = 30;
  const A = sparse.diags([Float64Array.from({ length: n }, (_, i) => i + 1)], [0]);
  const Y = np.eye(n).slice(':', '-2:');
  const found = await linalg.lobpcg(A, columns(n, 2), { Y, tol: 1e-7, maxiter: 200 });
  t.ok(await np.allclose(found.eigenvalues, [28, 27], { rtol: 1e-8 }).item(), 'the largest two are known');
  const operator = linalg.linearOperator({ shape: [n, n], matvec: (x) => A.matmul(x) });
  const single = await linalg.lobpcg(A.astype('float32'), columns(n, 2).astype('float32'), { maxiter: 100 });
  t.equal(single.eigenvalues.dtype, np.float32);
  for (const { eigenvalues } of [single, await linalg.lobpcg(operator, columns(n, 2), { maxiter: 200, tol: 1e-6 })])
    t.ok(await np.allclose(eigenvalues, [30, 29], { rtol: 1e-4 }).item());
  const small = await linalg.lobpcg(
    sparse.csrArray([
      [2, 1],
      [1, 2],
    ]),
    columns(2, 2),
    { tol: 1e-9 },
  );
  t.ok(await np.allclose(small.eigenvalues, [3, 1]).item());
  const stopped = await linalg.lobpcg(A, columns(n, 2), { maxiter: 2, tol: 1e-9 });
  t.same([stopped.converged, stopped.iterations], [false, 2]);
});

t.test('mistakes', async (t) => {
  const A = sparse.poisson1d(10);
  const X = columns(10, 2);
  await t.rejects(linalg.lobpcg(A, np.ones([10, 2])), { name: 'ArgumentError', message: /1 of 2 columns of X are independent/ });
  await t.rejects(linalg.lobpcg(A, np.ones([9, 2])), { message: 'lobpcg: X must be (10, k), got (9, 2)' });
  await t.rejects(linalg.lobpcg(A, np.ones([10])), { message: 'lobpcg: X must be (10, k), got (10,)' });
  await t.rejects(linalg.lobpcg(A, columns(10, 11)), { name: 'ArgumentError', message: /11 columns, and must have 1 to 10/ });
  await t.rejects(linalg.lobpcg(A, X, { B: sparse.eye(3) }), { message: 'lobpcg: B must be (10, 10), got (3, 3)' });
});
