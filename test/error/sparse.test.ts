/** What callers of the sparse library can get wrong, and what it tells them. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import * as sparse from '../../lib/sparse/index.js';

const A = sparse.poisson1d(4);
const b = np.ones([4]);

t.test('making matrices', async (t) => {
  const entry = { data: [1], row: [0], col: [5], shape: [2, 2] as const };
  t.throws(() => sparse.csrArray(entry), {
    code: 'ERR_INDEX',
    message: /csrArray: entry 0 is at \(0, 5\), outside a matrix of \(2, 2\)/,
  });
  t.throws(() => sparse.csrArray({ ...entry, col: [0.5] }), { code: 'ERR_INDEX', message: /col\[0\] must be an integer/ });
  t.throws(() => sparse.csrArray({ ...entry, col: [0, 1] }), { code: 'ERR_ARGUMENT', message: /one length, got 1, 2 and 1/ });
  t.throws(() => sparse.csrArray({ data: [1], indices: [0], indptr: [0, 2], shape: [1, 1] }), {
    code: 'ERR_ARGUMENT',
    message: /indptr must ascend/,
  });
  t.throws(() => sparse.csrArray([[1, 2], [3]]), { code: 'ERR_SHAPE', message: /rows of 2/ });
  t.throws(() => sparse.csrArray(b), { code: 'ERR_SHAPE', message: /two sizes/ });
  t.throws(() => sparse.csrArray([[1]], { dtype: 'int32' }), { code: 'ERR_DTYPE', message: /float64 or float32, got int32/ });
  t.throws(() => sparse.poisson2d(0), { code: 'ERR_ARGUMENT', message: /poisson2d: expected a number of points/ });
  t.throws(() => sparse.injection2d(4), { code: 'ERR_ARGUMENT', message: /odd/ });
});

t.test('using them', async (t) => {
  t.throws(() => A.matmul(np.ones([5])), {
    code: 'ERR_SHAPE',
    message: /matmul: a sparse matrix of \(4, 4\) multiplies an array of \(4,\) or \(4, k\), got \(5,\)/,
  });
  t.throws(() => A.matmul(np.ones([4, 1, 1])), { code: 'ERR_SHAPE' });
  t.throws(() => A.multiply(b), { code: 'ERR_SHAPE', message: /scaleRows/ });
  t.throws(() => A.scaleRows(np.ones([3])), { code: 'ERR_SHAPE', message: /one factor a row, \(4,\), got \(3,\)/ });
});

t.test('solving', async (t) => {
  const oblong = sparse.csrArray([
    [1, 0, 0],
    [0, 1, 0],
  ]);
  await t.rejects(sparse.cg(oblong, b), { code: 'ERR_SHAPE', message: /cg: expected a square matrix, got \(2, 3\)/ });
  await t.rejects(sparse.cg(A, np.ones([5])), {
    code: 'ERR_SHAPE',
    message: /cg: b must be \(4,\) for a matrix of \(4, 4\), got \(5,\)/,
  });
  await t.rejects(sparse.bicgstab(A, b, { x0: np.ones([2]) }), { code: 'ERR_SHAPE', message: /bicgstab: x0 must be/ });
  await t.rejects(sparse.cg(A, b, { tol: Number.NaN }), { code: 'ERR_ARGUMENT', message: /tol/ });
  await t.rejects(sparse.cg(A, b, { maxiter: 1.5 }), { code: 'ERR_ARGUMENT', message: /maxiter/ });
  await t.rejects(sparse.cg(A, b, { checkEvery: 0 }), {
    code: 'ERR_ARGUMENT',
    message: /checkEvery must be an integer of at least 1/,
  });
  await t.rejects(sparse.cg(A, b, { M: (r) => r.sum() }), { code: 'ERR_SHAPE', message: /M must map/ });
});
