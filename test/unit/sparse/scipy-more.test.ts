/**
 * Matrix functions, complex systems, and SciPy's formats beside compressed ones. Expected values are computed with dense matrices, by other
 * algorithms, or are SciPy 1.17's where a comment says so.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const { linalg } = sparse;
const i = (re: number, im: number): number => ({ re, im }) as unknown as number;

async function near(
  t: { ok(got: unknown, what: string): unknown },
  got: np.NDArray,
  want: np.ArrayLike,
  what: string,
  rtol = 1e-10,
): Promise<void> {
  t.ok(await np.allclose(got, want, { rtol, atol: 1e-12 }).item(), `${what}: ${got}`);
}

/** A random matrix of n rows, about 3 entries in each. */
function randomMatrix(n: number, seed: number, scale = 1): sparse.CsrArray {
  const rng = np.random.pcg64(seed);
  const [row, col] = [rng.integers(0, n, 3 * n), rng.integers(0, n, 3 * n)];
  return sparse.csrArray([rng.standardNormal(3 * n).multiply(scale), [row, col]], { shape: [n, n] });
}

t.test('exponentials, powers, inverses and triangles agree with dense ones', async (t) => {
  for (const [n, scale] of [
    [1, 1],
    [7, 0.1],
    [12, 1],
    [20, 6],
  ]) {
    const A = randomMatrix(n, n, scale);
    const dense = A.toDense();
    const exact = np.linalg.expm(dense);
    const size = np.max(np.abs(exact));
    await near(t, (await linalg.expm(A)).toDense().divide(size), exact.divide(size), `expm of ${n}`);
    const b = np.random.pcg64(1).standardNormal([n, 2]);
    await near(t, (await linalg.expmMultiply(A, b)).divide(size), exact.matmul(b).divide(size), `expmMultiply of ${n}`, 1e-9);
    await near(t, linalg.matrixPower(A, 5).toDense(), np.linalg.matrixPower(dense, 5), 'matrixPower');
    const wide = A.add(sparse.eye(n).multiply(20 * scale)) as sparse.CsrArray;
    await near(t, (await linalg.inv(wide)).toDense(), np.linalg.inv(wide.toDense()), 'inv');
    for (const lower of [true, false]) {
      const T = (lower ? sparse.tril : sparse.triu)(wide);
      await near(t, linalg.spsolveTriangular(T, b, { lower }), np.linalg.solve(T.toDense(), b), 'spsolveTriangular');
      const unit = np.add(T.withDiagonal(1).toDense(), 0);
      await near(t, linalg.spsolveTriangular(T, b, { lower, unitDiagonal: true }), np.linalg.solve(unit, b), 'unit diagonal');
    }
  }
  await near(t, linalg.matrixPower(sparse.poisson1d(3), 0).toDense(), np.eye(3), 'power 0');
  // scipy.sparse.linalg.expm_multiply([[0, 1], [-1, 0]], [1, 0], start=0, stop=3, num=4, endpoint=False)
  const turn = sparse.csrArray([
    [0, 1],
    [-1, 0],
  ]);
  const path = await linalg.expmMultiply(turn, np.asarray([1, 0]), { start: 0, stop: 3, num: 3, endpoint: false });
  await near(
    t,
    path,
    [0, 1, 2].map((time) => [Math.cos(time), -Math.sin(time)]),
    'a path',
  );
  for (const traceA of [3, i(2, -1)]) {
    const [A, b] = [randomMatrix(9, 9), np.random.pcg64(2).standardNormal(9)];
    const want = np.linalg.expm(A.toDense()).matmul(b);
    const { re, im } = typeof traceA === 'number' ? { re: traceA, im: 0 } : (traceA as { re: number; im: number });
    for (const own of [A, A.tocsc(), A.toDense(), linalg.aslinearoperator(A)]) {
      await near(t, np.real(await linalg.expmMultiply(own, b, { traceA: { re, im } })), want, 'expmMultiply with traceA', 1e-9);
      await near(t, await linalg.expmMultiply(own, b), want, 'expmMultiply without', 1e-9);
    }
  }
  const complex = await linalg.expmMultiply(turn.multiply(i(0, 1)), np.asarray([1, 0]));
  await near(t, np.real(complex), [Math.cosh(1), 0], 'a complex matrix');
  await t.rejects(linalg.expm(sparse.csrArray([[Number.NaN]])), { name: 'ArgumentError', message: /not finite/ });
  await t.rejects(linalg.expm(sparse.csrArray([[1, 2]])), { name: 'ShapeError' });
  await t.rejects(linalg.expmMultiply(turn, np.ones([2]), { start: 0 }), {
    name: 'ArgumentError',
    message: /one of start and stop/,
  });
  await t.rejects(linalg.expmMultiply(turn, np.ones([2]), { num: 2 }), { name: 'ArgumentError', message: /num and endpoint/ });
  t.throws(() => linalg.spsolveTriangular(turn, np.ones([2])), { name: 'ArgumentError', message: /no entry \(0, 1\)/ });
  t.throws(
    () =>
      linalg.spsolveTriangular(
        sparse.csrArray([
          [1, 0],
          [1, 0],
        ]),
        np.ones([2]),
      ),
    { name: 'ArgumentError', message: /singular/ },
  );
});

t.test('Krylov solvers solve complex systems', async (t) => {
  const n = 30;
  const rng = np.random.pcg64(5);
  const [re, im] = [randomMatrix(n, 3, 0.3), randomMatrix(n, 4, 0.3)];
  const skewed = re.add(im.multiply(i(0, 1))) as sparse.CsrArray;
  const general = skewed.add(sparse.eye(n).multiply(4)) as sparse.CsrArray;
  const hermitian = skewed.add(skewed.H).add(sparse.eye(n).multiply(5)) as sparse.CsrArray;
  const b = np.add(rng.standardNormal(n), rng.standardNormal(n).multiply(i(0, 1)));
  const solvers = {
    cg: hermitian,
    minres: hermitian,
    gmres: general,
    lgmres: general,
    gcrotmk: general,
    bicgstab: general,
    cgs: general,
    tfqmr: general,
    bicg: general,
    qmr: general,
  } as const;
  for (const [name, A] of Object.entries(solvers) as [keyof typeof solvers, sparse.CsrArray][]) {
    let seen = 0;
    const callback = (_: number, __: number, x: np.NDArray): void => {
      seen += x.size === n && np.iscomplexobj(x) ? 1 : 0;
    };
    const diagonal = A.diagonal();
    const M = name === 'minres' || name === 'cg' ? undefined : (r: np.NDArray): np.NDArray => r.divide(diagonal);
    const how = { tol: 1e-11, callback, ...(M === undefined ? {} : { M }) };
    const { x, converged, residuals, trueResidual } = await linalg[name](A, b, how);
    t.ok(converged, `${name} converges`);
    t.equal(seen, residuals.length, `${name} tells its callback of complex iterates`);
    await near(t, x, linalg.spsolve(A, b), name, 1e-8);
    const far = np.linalg.norm(np.subtract(b, A.matmul(x)));
    await near(t, far, trueResidual, `${name}'s residual`, 1e-3);
  }
  const start = { x0: linalg.spsolve(general, b) };
  t.equal((await linalg.gmres(general, b, start)).iterations, 0, 'x0');
  const real = await linalg.gmres(sparse.poisson1d(4), np.asarray([i(1, 1), i(0, 2), i(3, 0), i(0, 0)]));
  await near(t, np.imag(sparse.poisson1d(4).matmul(real.x)), [1, 2, 0, 0], 'a real matrix');
  await t.rejects(linalg.cg(hermitian, np.ones([3])), { name: 'ShapeError', message: /b must be \(30,\)/ });
});

t.test('diagonals and blocks', async (t) => {
  // scipy.sparse.dia_array(([[1, 2, 3], [4, 5, 6]], [0, -1]), shape=(3, 4)).toarray()
  const A = sparse.diaArray(
    [
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      [0, -1],
    ],
    { shape: [3, 4] },
  );
  t.same(await A.toDense().tolist(), [
    [1, 0, 0, 0],
    [4, 2, 0, 0],
    [0, 5, 3, 0],
  ]);
  // scipy.sparse.bsr_array((np.arange(1, 13).reshape(3, 2, 2), [0, 1, 1], [0, 2, 3])).toarray()
  const blocks = np.arange(1, 13, 1, { dtype: 'int32' }).reshape([3, 2, 2]);
  const B = sparse.bsrArray([blocks, [0, 1, 1], [0, 2, 3]]);
  t.equal(B.dtype.name, 'int32');
  t.same(await B.toDense().tolist(), [
    [1, 2, 5, 6],
    [3, 4, 7, 8],
    [0, 0, 9, 10],
    [0, 0, 11, 12],
  ]);
  t.throws(() => sparse.diaArray([[[1]], [0]]), { name: 'ArgumentError', message: /shape/ });
  t.throws(() => sparse.diaArray([[[1]], [0, 1]], { shape: [1, 1] }), { name: 'ShapeError' });
  t.throws(() => sparse.bsrArray([blocks, [0, 1], [0, 2, 3]]), { name: 'ArgumentError', message: /each of 3 blocks/ });
  t.throws(() => sparse.bsrArray([blocks, [0, 1, 2], [0, 2, 3]], { shape: [4, 4] }), { name: 'IndexError' });
  t.throws(() => sparse.bsrArray([blocks, [0, 1, 1], [0, 2, 3]], { shape: [5, 4] }), { name: 'ShapeError' });
});

t.test('matrices built element by element', async (t) => {
  for (const dtype of ['float64', 'float32', 'int64', 'uint8', 'bool', 'complex128'] as const) {
    const M = sparse.lilArray([3, 4], { dtype: dtype as 'float64' });
    const model = new Map<string, number>();
    const rng = np.random.pcg64(2);
    for (let k = 0; k < 30; k++) {
      const [r, c, v] = (await rng.integers(0, 3, 3).tolist()) as number[];
      M.set(r, c, v);
      model.set(`${r} ${c}`, dtype === 'bool' ? Math.min(v, 1) : v);
      if (v > 0 || k % 2 === 0) continue;
      M.addAt(r, c, 1);
      model.set(`${r} ${c}`, 1);
    }
    const want = np.zeros([3, 4]);
    for (const [key, v] of model) want.set(...(key.split(' ').map(Number) as [number, number]), v);
    const made = M.tocsr();
    t.equal(made.dtype.name, dtype);
    t.equal(made.nnz, [...model.values()].filter((v) => v !== 0).length);
    t.ok(await np.equal(made.toDense(), want).all().item(), dtype);
    t.ok(await np.equal(sparse.dokArray(made).toDense(), want).all().item(), `${dtype}, back`);
  }
  const A = sparse.dokArray(sparse.eye(3));
  A.set(':', 2, [1, 2, 3]);
  A.set([0, -1], [1, 0], 7);
  A.setdiag(np.asarray([8, 9]), -1);
  const copy = A.copy();
  A.set(0, ':', 0);
  t.same(await copy.toarray().tolist(), [
    [1, 7, 1],
    [8, 1, 2],
    [7, 9, 3],
  ]);
  t.same(await A.tocsc().toDense().tolist(), [
    [0, 0, 0],
    [8, 1, 2],
    [7, 9, 3],
  ]);
  t.equal(A.get(1, -1), 2);
  t.equal(A.get(0, 0), 0);
  t.equal(String(A), '<DokArray (3, 3) of float64 with 6 stored entries>');
  t.throws(() => A.set(3, 0, 1), { name: 'IndexError', message: /index 3 is outside axis 0 of size 3/ });
  t.throws(() => A.set(':', 0, [1, 2]), { name: 'ArgumentError', message: /each of 3 places, got 2/ });
  t.throws(() => A.set([0, 1], [0], 1), { name: 'ArgumentError', message: /as many rows as columns/ });
  t.throws(() => A.set(0, 0, i(1, 1)), { name: 'DTypeError', message: /complex/ });
  const small = sparse.dokArray([1, 1], { dtype: 'uint8' });
  t.throws(() => small.set(0, 0, 256), { name: 'DTypeError', message: /uint8 does not hold 256/ });
  t.throws(() => small.set(0, 0, 0.5), { name: 'DTypeError' });
  t.throws(() => sparse.dokArray([2 ** 30, 2 ** 30]), { name: 'ArgumentError', message: /2\^53/ });
  t.equal(small.nnz, 0, 'and nothing was written');
});

t.test('results of several arrays are taken apart by place, in the order of SciPy', async (t) => {
  const A = sparse.csrArray([
    [2, 1, 0],
    [1, 2, 0],
    [0, 0, 5],
  ]);
  const [values, vectors] = await linalg.eigsh(A, { k: 2 });
  await near(t, values, [3, 5], 'eigsh');
  t.same(vectors.shape, [3, 2]);
  const [u, s, vh] = await linalg.svds(A, { k: 1 });
  await near(t, s, [5], 'svds');
  t.same(
    [u.shape, vh.shape],
    [
      [3, 1],
      [1, 3],
    ],
  );
  const [row, col, data] = sparse.find(A);
  t.same(await Promise.all([row, col, data].map((x) => x.tolist())), [
    [0, 0, 1, 1, 2],
    [0, 1, 0, 1, 2],
    [2, 1, 1, 2, 5],
  ]);
  const [count, labels] = sparse.csgraph.connectedComponents(A);
  t.equal(count, 2);
  t.same(await (labels as np.NDArray).tolist(), [0, 0, 1]);
  const [order, before] = sparse.csgraph.breadthFirstOrder(A, 0);
  t.same(
    [await order.tolist(), await before.tolist()],
    [
      [0, 1],
      [-9999, 0, -9999],
    ],
  );
  const [distances] = sparse.csgraph.shortestPath(A, { returnPredecessors: true });
  t.equal(await distances.get(0, 1).item(), 1);
  const [laplacian, diagonal] = sparse.csgraph.laplacian(A, { returnDiag: true });
  t.same(
    [laplacian.shape, await (diagonal as np.NDArray).tolist()],
    [
      [3, 3],
      [1, 1, 0],
    ],
  );
});
