/** Some eigenvalues and singular values of sparse matrices against all of the dense ones, and norms. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { definiteMatrix, randomMatrix } from '../../support/sparse.js';

const { linalg } = sparse;
const numbers = async (x: np.NDArray): Promise<number[]> => Array.from(await x.data(), Number);

/** Symmetric, with eigenvalues of either sign. */
function indefinite(n: number, seed: number): sparse.CsrArray {
  const a = definiteMatrix(n, seed);
  return sparse.csrArray({ ...a, data: a.data.map((v, k) => (a.row[k] === a.col[k] && a.row[k] % 2 === 1 ? -v : v)) });
}

const ORDERS = {
  LM: (a: number, b: number) => Math.abs(b) - Math.abs(a),
  SM: (a: number, b: number) => Math.abs(a) - Math.abs(b),
  LA: (a: number, b: number) => b - a,
  SA: (a: number, b: number) => a - b,
};

t.test('eigenvalues far below the largest are found, as often as they occur', async (t) => {
  for (const [n, k, which] of [
    [10, 6, 'SA'],
    [10, 6, 'BE'],
    [20, 3, 'SA'],
    [20, 3, 'SM'],
  ] as const) {
    const all = Array.from({ length: n * n }, (_, i) =>
      [i % n, Math.floor(i / n)].reduce((sum, of) => sum + 2 - 2 * Math.cos(((of + 1) * Math.PI) / (n + 1)), 0),
    ).sort((a, b) => a - b);
    const eigenvalues = await linalg.eigsh(sparse.poisson2d(n), { k, which, returnEigenvectors: false });
    const wanted = which === 'BE' ? [...all.slice(0, k / 2), ...all.slice(-k / 2)] : all.slice(0, k);
    t.ok(await np.allclose(eigenvalues, wanted, { rtol: 1e-12, atol: 1e-13 }).item(), `${which} of ${n}`);
  }
});

t.test('eigenvalues are those of the dense matrix, and vectors belong to them', async (t) => {
  for (const [n, k] of [
    [2, 1],
    [9, 4],
    [60, 5],
    [90, 1],
  ] as const) {
    const A = indefinite(n, n);
    const all = await numbers(np.linalg.eigh(A.toDense()).eigenvalues);
    for (const which of ['LM', 'SM', 'LA', 'SA'] as const) {
      const { eigenvalues, eigenvectors } = await linalg.eigsh(A, { k, which });
      const wanted = [...all]
        .sort(ORDERS[which])
        .slice(0, k)
        .sort((a, b) => a - b);
      const what = `${which}, ${k} of ${n}`;
      t.ok(await np.allclose(eigenvalues, wanted, { rtol: 1e-9, atol: 1e-9 }).item(), what);
      t.ok(
        await np.allclose(A.matmul(eigenvectors), eigenvectors.multiply(eigenvalues), { atol: 1e-7 }).item(),
        `${what}: vectors`,
      );
      t.ok(await np.allclose(eigenvectors.T.matmul(eigenvectors), np.eye(k), { atol: 1e-10 }).item(), `${what}: orthonormal`);
    }
    const sigma = all[Math.floor(n / 2)] + 1e-3;
    const { eigenvalues } = await linalg.eigsh(A, { k, sigma });
    const nearest = [...all]
      .sort((a, b) => Math.abs(a - sigma) - Math.abs(b - sigma))
      .slice(0, k)
      .sort((a, b) => a - b);
    t.ok(await np.allclose(eigenvalues, nearest, { rtol: 1e-9, atol: 1e-9 }).item(), `near ${sigma}, ${k} of ${n}`);
  }
});

t.test('eigenvalues that occur several times are found as often', async (t) => {
  const { eigenvalues } = await linalg.eigsh(sparse.eye(30), { k: 4 });
  t.ok(await np.allclose(eigenvalues, [1, 1, 1, 1]).item());
  const smallest = await linalg.eigsh(sparse.poisson2d(12), { k: 5, sigma: 0 });
  const one = (j: number): number => 2 - 2 * Math.cos((j * Math.PI) / 13);
  const known = [one(1) * 2, one(1) + one(2), one(1) + one(2), one(2) * 2, one(1) + one(3)].sort((a, b) => a - b);
  t.ok(await np.allclose(smallest.eigenvalues, known, { rtol: 1e-9 }).item());
});

t.test('singular values are those of the dense matrix', async (t) => {
  for (const [rows, columns] of [
    [40, 25],
    [25, 40],
    [30, 30],
  ] as const) {
    const A = sparse.csrArray(randomMatrix(rows, columns, 6, rows));
    const all = await numbers(np.linalg.svd(A.toDense()).s);
    const { u, s, vh } = await linalg.svds(A, { k: 3 });
    t.ok(await np.allclose(s, all.slice(0, 3), { rtol: 1e-9 }).item(), `${rows} by ${columns}`);
    t.ok(await np.allclose(A.matmul(vh.T), u.multiply(s), { atol: 1e-7 }).item(), 'A v = u s');
    t.ok(await np.allclose(u.T.matmul(u), np.eye(3), { atol: 1e-7 }).item(), 'u is orthonormal');
    t.ok(await np.allclose(vh.matmul(vh.T), np.eye(3), { atol: 1e-7 }).item(), 'vh is orthonormal');
  }
});

t.test('operators, float32, a start', async (t) => {
  const A = sparse.csrArray(definiteMatrix(50, 3));
  const operator = linalg.linearOperator({ shape: [50, 50], matvec: (x) => A.matmul(x) });
  const { eigenvalues } = await linalg.eigsh(A, { k: 3 });
  for (const system of [operator, A.toDense()])
    t.ok(await np.allclose((await linalg.eigsh(system, { k: 3, v0: np.ones([50]) })).eigenvalues, eigenvalues).item());
  const single = await linalg.eigsh(A.astype('float32'), { k: 3 });
  t.equal(single.eigenvalues.dtype, np.float32);
  t.ok(await np.allclose(single.eigenvalues, eigenvalues, { rtol: 1e-4 }).item());
});

t.test('norms', async (t) => {
  const A = sparse.csrArray(randomMatrix(20, 30, 5, 4));
  for (const ord of ['fro', 1, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const)
    t.ok(await np.allclose(linalg.norm(A, { ord }), np.linalg.norm(A.toDense(), { ord })).item(), String(ord));
  const C = A.add(sparse.csrArray(randomMatrix(20, 30, 4, 9)).multiply({ re: 0, im: 1 }));
  for (const system of [A, C])
    for (const axis of [0, 1, -1])
      for (const ord of [undefined, 0, 1, 2, 2.5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
        t.ok(
          await np.allclose(linalg.norm(system, { ord, axis }), np.linalg.norm(system.toDense(), { ord, axis })).item(),
          `${system.dtype.name}, ${ord} along ${axis}`,
        );
  const turned = linalg.norm(A, { ord: 1, axis: [1, 0] });
  t.ok(await np.allclose(turned, linalg.norm(A, { ord: Number.POSITIVE_INFINITY })).item(), 'axes the other way round');
  t.throws(() => linalg.norm(A, { ord: 3 }), { name: 'ArgumentError', message: /ord of a matrix must be 'fro', 1, -1/ });
  t.throws(() => linalg.norm(A, { ord: 'fro', axis: 0 }), { name: 'ArgumentError' });
  t.throws(() => linalg.norm(A, { ord: -1, axis: 0 }), { name: 'ArgumentError' });
  t.throws(() => linalg.norm(A, { axis: 2 }), { name: 'IndexError' });
  t.throws(() => linalg.norm(A, { axis: [0, 0] }), { name: 'ArgumentError' });
});

t.test('estimates of 1-norms', async (t) => {
  for (const n of [1, 2, 3, 25]) {
    const A = sparse.csrArray(randomMatrix(n, n, 4, n + 1));
    const C = A.add(sparse.csrArray(randomMatrix(n, n, 3, n)).multiply({ re: 0, im: 1 }));
    for (const system of [A, C, A.toDense(), linalg.aslinearoperator(C)]) {
      const dense = system === A || system instanceof np.NDArray ? A.toDense() : C.toDense();
      const all = np.sum(np.abs(dense), 0);
      const norm = Number(await np.max(all).item());
      const { est, v, w } = await linalg.onenormest(system, { t: 4, computeV: true, computeW: true });
      t.ok(est <= norm * (1 + 1e-12) && est >= norm / 3, `${est} of ${norm}, ${n} rows`);
      const [size, image] = await Promise.all([v, w].map(async (x) => Number(await np.sum(np.abs(x ?? 0)).item())));
      t.ok(Math.abs(image - est * size) < 1e-9 * est && Math.abs(size - 1) < 1e-12, 'v leads to w, whose norm is the estimate');
    }
    const exact = Number(await np.max(np.sum(np.abs(A.toDense()), 0)).item());
    t.ok(Math.abs((await linalg.onenormest(A, { t: n })) - exact) < 1e-12 * exact, 'exact with as many columns');
  }
});

t.test('mistakes', async (t) => {
  const A = sparse.poisson1d(10);
  await t.rejects(linalg.eigsh(A, { k: 10 }), { message: /^eigsh: k must be below 10/ });
  await t.rejects(linalg.eigsh(A, { k: 3, ncv: 3 }), { message: 'eigsh: ncv must be above k, 3, got 3' });
  await t.rejects(linalg.eigsh(A, { v0: np.ones([3]) }), { message: 'eigsh: v0 must be (10,), got (3,)' });
  await t.rejects(linalg.eigsh(sparse.csrArray([[1, 2]])), { message: 'eigsh: expected a square matrix, got (1, 2)' });
  const operator = linalg.linearOperator({ shape: [10, 10], matvec: (x) => A.matmul(x) });
  await t.rejects(linalg.eigsh(operator, { sigma: 1 }), {
    message: /^eigsh: an inverse needs the factors of a matrix, .*give OPinv/,
  });
  const slow = sparse.diags([Float64Array.from({ length: 400 }, (_, i) => 1 + i)], [0]);
  await t.rejects(linalg.eigsh(slow, { k: 3, which: 'SM', ncv: 5, maxiter: 1 }), {
    message: /^eigsh: \d of 3 eigenvalues converged within 1 restarts of a basis of 5 vectors/,
  });
});

t.test('a small basis on the host finds the values that one of arrays finds', async (t) => {
  const A = indefinite(70, 3);
  const asOperator = linalg.aslinearoperator(A);
  for (const which of ['LM', 'SA', 'BE'] as const) {
    const [own, other] = [await linalg.eigsh(A, { k: 3, which }), await linalg.eigsh(asOperator, { k: 3, which })];
    t.ok(await np.allclose(own.eigenvalues, other.eigenvalues, { rtol: 1e-10 }).item(), which);
    const Q = own.eigenvectors;
    t.ok(await np.allclose(Q.T.matmul(Q), np.eye(3), { atol: 1e-12 }).item(), `${which}: vectors are orthonormal`);
  }
  const rows = { ...randomMatrix(40, 25, 4, 9) };
  for (const R of [sparse.csrArray(rows), sparse.csrArray(rows).T]) {
    const [own, other] = [await linalg.svds(R, { k: 3 }), await linalg.svds(linalg.aslinearoperator(R), { k: 3 })];
    t.ok(await np.allclose(own.s, other.s, { rtol: 1e-10 }).item(), 'singular values');
  }
  const again = await linalg.eigsh(A, { k: 3 });
  t.same(await numbers(again.eigenvectors.ravel()), await numbers((await linalg.eigsh(A, { k: 3 })).eigenvectors.ravel()));
  const B = A.copy();
  const pending = linalg.eigsh(B, { k: 1 });
  B.data.assign(0);
  const [first, plain] = [await pending, await linalg.eigsh(A, { k: 1 })];
  t.same(await numbers(first.eigenvalues), await numbers(plain.eigenvalues), 'values are those of the call');
});
