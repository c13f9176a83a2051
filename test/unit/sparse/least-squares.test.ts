/** Least squares of sparse matrices against least squares of dense ones. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { randomMatrix, randomVector } from '../../support/sparse.js';

const { lsmr, lsqr, linearOperator } = sparse.linalg;

t.test('solutions are those of the dense matrix, the nearest of several', async (t) => {
  for (const [rows, columns] of [
    [60, 20],
    [20, 60],
    [30, 30],
  ] as const) {
    const A = sparse.csrArray(randomMatrix(rows, columns, 8, rows));
    const b = np.asarray(randomVector(rows, 5));
    const { x } = np.linalg.lstsq(A.toDense(), b);
    const found = await lsqr(A, b, { atol: 1e-13, btol: 1e-13, maxiter: 1000 });
    t.ok(found.converged, `${rows} by ${columns}: ${found.reason}`);
    t.ok(await np.allclose(found.x, x, { atol: 1e-7 }).item(), 'x');
    const rest = Number(await np.linalg.norm(b.subtract(A.matmul(found.x))).item());
    t.ok(Math.abs(found.residual - rest) < 1e-9, 'the residual');
    const operator = linearOperator({ shape: [rows, columns], matvec: (v) => A.matmul(v), rmatvec: (u) => A.rmatvec(u) });
    t.ok(await np.allclose((await lsqr(operator, b, { atol: 1e-13, btol: 1e-13, maxiter: 1000 })).x, x, { atol: 1e-7 }).item());
  }
});

t.test('damping, a start, and float32', async (t) => {
  const A = sparse.csrArray(randomMatrix(40, 15, 6, 2));
  const dense = A.toDense();
  const [b, x0] = [np.asarray(randomVector(40, 3)), np.asarray(randomVector(15, 4))];
  const tight = { atol: 1e-13, btol: 1e-13 };
  const { x, gradient } = await lsqr(A, b, { damp: 0.7, ...tight });
  const normal = dense.T.matmul(dense).add(np.eye(15).multiply(0.49));
  t.ok(await np.allclose(x, np.linalg.solve(normal, dense.T.matmul(b)), { atol: 1e-8 }).item(), 'damped');
  t.ok(gradient < 1e-8);
  const { x: best } = np.linalg.lstsq(dense, b);
  const begun = await lsqr(A, b, { x0, ...tight });
  t.ok(await np.allclose(begun.x, best, { atol: 1e-8 }).item(), 'from a start');
  const single = await lsqr(A.astype('float32'), b.astype('float32'));
  t.equal(single.x.dtype, np.float32);
  t.ok(await np.allclose(single.x, best, { atol: 1e-3 }).item(), 'float32');
});

t.test('how it ends', async (t) => {
  const A = sparse.csrArray([
    [1, 0],
    [0, 2],
    [1, 1],
  ]);
  const zero = await lsqr(A, np.zeros([3]));
  t.same([zero.iterations, zero.reason, await zero.x.tolist()], [0, 'solved', [0, 0]]);
  const across = await lsqr(A, np.asarray([2, 1, -2]));
  t.same(
    [across.iterations, across.reason, await across.x.tolist()],
    [0, 'leastSquares', [0, 0]],
    'no part of b is in the range',
  );
  const few = await lsqr(sparse.poisson1d(50), np.ones([50]), { maxiter: 3 });
  t.same([few.iterations, few.converged, few.reason], [3, false, 'maxiter']);
  t.equal((await lsqr(A, np.asarray([1, Number.NaN, 1]))).reason, 'notFinite');
  await t.rejects(lsqr(A, np.ones([2])), { message: 'lsqr: b must be (3,) for a matrix of (3, 2), got (2,)' });
  await t.rejects(lsqr(A, np.ones([3]), { x0: np.ones([3]) }), {
    message: 'lsqr: x0 must be (2,) for a matrix of (3, 2), got (3,)',
  });
  await t.rejects(lsqr(A, np.ones([3]), { damp: Number.POSITIVE_INFINITY }), { message: /^lsqr: damp must be a finite number/ });
});

t.test('lsmr: solutions, damping, a start, norms', async (t) => {
  const tight = { atol: 1e-13, btol: 1e-13, maxiter: 500 };
  for (const [rows, columns] of [
    [40, 15],
    [15, 40],
  ] as const) {
    const A = sparse.csrArray(randomMatrix(rows, columns, 6, rows));
    const [b, x0] = [np.asarray(randomVector(rows, 3)), np.asarray(randomVector(columns, 4))];
    const found = await lsmr(A, b, tight);
    t.ok(found.converged, found.reason);
    t.ok(await np.allclose(found.x, np.linalg.lstsq(A.toDense(), b).x, { atol: 1e-7 }).item(), `${rows} by ${columns}`);
    const few = await lsmr(A, b, { ...tight, maxiter: 6, damp: 0.3, x0 });
    const [rest, step] = [b.subtract(A.matmul(few.x)), few.x.subtract(x0)];
    const [a, c] = [Number(await np.linalg.norm(rest).item()), Number(await np.linalg.norm(step).item())];
    t.ok(Math.abs(few.residual - Math.hypot(a, 0.3 * c)) < 1e-9, 'the residual');
    const gradient = A.rmatvec(rest).subtract(step.multiply(0.09));
    t.ok(Math.abs(few.gradient - Number(await np.linalg.norm(gradient).item())) < 1e-9, 'the gradient');
  }
  const steep = sparse.diags([Float64Array.from({ length: 30 }, (_, i) => 10 ** -i)], [0]);
  for (const solve of [lsmr, sparse.linalg.lsqr]) {
    t.equal((await solve(steep, np.ones([30]), { ...tight, conlim: 1e3 })).reason, 'illConditioned', solve.name);
    t.not((await solve(steep, np.ones([30]), { ...tight, conlim: 0 })).reason, 'illConditioned', "0 is no limit, as SciPy's");
  }
});

t.test('complex matrices and right-hand sides', async (t) => {
  const [re, im] = [1, 2].map((seed) => sparse.csrArray(randomMatrix(30, 12, 5, seed)));
  const A = re.add(im.multiply({ re: 0, im: 1 }));
  const b = np.complex(np.asarray(randomVector(30, 3)), np.asarray(randomVector(30, 4)));
  const dense = A.toDense();
  const normal = np.conj(dense.T);
  const x = np.linalg.solve(normal.matmul(dense), normal.matmul(b));
  const operator = linearOperator({
    shape: [30, 12],
    dtype: 'complex128',
    matvec: (v) => A.matmul(v),
    rmatvec: (u) => A.H.matmul(u),
  });
  for (const solve of [lsqr, lsmr])
    for (const system of [A, operator, dense])
      t.ok(await np.allclose((await solve(system, b, { atol: 1e-12, btol: 1e-12, maxiter: 200 })).x, x, { atol: 1e-7 }).item());
  const real = await lsqr(re, b, { atol: 1e-12, btol: 1e-12 });
  t.ok(await np.allclose(np.real(real.x), np.linalg.lstsq(re.toDense(), np.real(b)).x, { atol: 1e-7 }).item(), 'a real matrix');
});
