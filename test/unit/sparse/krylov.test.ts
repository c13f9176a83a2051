/** The solvers against elimination, on systems small enough for it; their reports against the true residual. */
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

const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab };

/** Unsymmetric, with a dominant diagonal. */
function unsymmetric(n: number, seed: number): Entries {
  const a = randomMatrix(n, n, 4, seed);
  for (let i = 0; i < n; i++) {
    a.row.push(i);
    a.col.push(i);
    a.data.push(4);
  }
  return a;
}

const systems: readonly (readonly ['cg' | 'bicgstab', Entries])[] = [
  ['cg', definiteMatrix(1, 1)],
  ['cg', definiteMatrix(60, 2)],
  ['bicgstab', definiteMatrix(60, 3)],
  ['bicgstab', unsymmetric(80, 4)],
];

t.test('solutions agree with elimination', async (t) => {
  for (const [method, a] of systems) {
    const b = randomVector(a.shape[0], 7);
    const A = sparse.csrArray(a);
    const { x, converged, residuals, iterations } = await solvers[method](A, np.asarray(b), { tol: 1e-12 });
    const got = await vectorOf(x);
    const expected = eliminate(dense(a), b);
    t.ok(converged, method);
    t.ok(norm(got.map((v, i) => v - expected[i])) <= 1e-9 * norm(expected), `${method} on ${a.shape[0]} unknowns`);
    t.equal(residuals.length, iterations + 1);
    t.ok(Math.abs(residuals[0] - norm(b)) <= 1e-12 * norm(b), 'starts from b');
    t.ok(Math.abs(residuals[iterations] - residualNorm(a, got, b)) <= 1e-11 * norm(b), 'the last residual is the true one');
  }
});

t.test('a start, a preconditioner, and several iterations between looks', async (t) => {
  for (const [method, a] of systems.slice(1)) {
    const b = randomVector(a.shape[0], 8);
    const A = sparse.csrArray(a);
    const expected = eliminate(dense(a), b);
    const diagonal = A.diagonal();
    const close = async (what: string, { x, converged }: sparse.Solution): Promise<void> => {
      const got = await vectorOf(x);
      t.ok(converged && norm(got.map((v, i) => v - expected[i])) <= 1e-8 * norm(expected), `${method} ${what}`);
    };
    const x0 = np.asarray(randomVector(a.shape[0], 9));
    const kept = await vectorOf(x0);
    await close('from x0', await solvers[method](A, np.asarray(b), { tol: 1e-11, x0 }));
    t.same(await vectorOf(x0), kept, 'x0 is not written');
    await close('with a function', await solvers[method](A, np.asarray(b), { tol: 1e-11, M: (r) => r.divide(diagonal) }));
    const places = Array.from({ length: a.shape[0] }, (_, i) => i);
    const inverse = sparse.csrArray({ row: places, col: places, data: np.divide(1, diagonal), shape: a.shape });
    await close('with a matrix', await solvers[method](A, np.asarray(b), { tol: 1e-11, M: inverse }));
    const seven = await solvers[method](A, np.asarray(b), { tol: 1e-11, checkEvery: 7 });
    await close('looking every 7', seven);
    t.equal(seven.iterations % 7, 0);
  }
});

t.test('from the solution itself, and for b = 0, nothing is done', async (t) => {
  const a = definiteMatrix(20, 5);
  const A = sparse.csrArray(a);
  for (const method of ['cg', 'bicgstab'] as const) {
    const zero = await solvers[method](A, np.zeros([20]));
    t.same([zero.iterations, zero.converged], [0, true]);
    t.same(await vectorOf(zero.x), new Float64Array(20));
    const past = await solvers[method](A, np.zeros([20]), { checkEvery: 5, maxiter: 5, tol: 0, x0: np.ones([20]) });
    t.ok((await vectorOf(past.x)).every(Number.isFinite), 'iterations past the solution leave it finite');
  }
});

t.test('CG on the Poisson matrix: the residuals and the callback', async (t) => {
  const A = sparse.poisson2d(20);
  const seen: number[] = [];
  const { residuals, converged, iterations } = await sparse.cg(A, np.ones([400]), {
    tol: 1e-8,
    callback: async (iteration, residual) => {
      t.equal(iteration, seen.length);
      seen.push(residual);
    },
  });
  t.ok(converged);
  t.ok(iterations <= 60, `${iterations} iterations`);
  t.same(seen, residuals);
});

t.test('what does not converge says so', async (t) => {
  const A = sparse.poisson2d(20);
  const b = np.ones([400]);
  const short = await sparse.cg(A, b, { maxiter: 3 });
  t.same([short.converged, short.iterations, short.residuals.length], [false, 3, 4]);
  await t.rejects(sparse.cg(A, b, { maxiter: 3, mustConverge: true }), {
    code: 'ERR_CONVERGENCE',
    message: /cg: the residual is .* after 3 iterations.*raise maxiter/,
  });
});

t.test('dense matrices are systems too', async (t) => {
  const a = definiteMatrix(30, 6);
  const b = randomVector(30, 1);
  const { x } = await sparse.cg(np.asarray(dense(a)), np.asarray(b), { tol: 1e-12 });
  const expected = eliminate(dense(a), b);
  t.ok(norm((await vectorOf(x)).map((v, i) => v - expected[i])) <= 1e-9 * norm(expected));
});

t.test('a solve gives its own vectors back, and none that the program has seen', async (t) => {
  const A = sparse.poisson2d(200);
  const b = np.ones([40_000]);
  for (const [name, solve] of Object.entries(solvers)) {
    const seen: np.NDArray[] = [];
    const keeping = (v: np.NDArray): np.NDArray => {
      seen.push(v);
      return A.matmul(v);
    };
    const operator = { shape: A.shape, dtype: A.dtype, matmul: keeping };
    const found: sparse.Solution[] = [];
    found.push(await solve(operator, b, { maxiter: 5, callback: (_i, _r, x) => seen.push(x) }));
    const M = (r: np.NDArray): np.NDArray => {
      seen.push(r);
      return r.divide(4);
    };
    found.push(await solve(A, b, { maxiter: 5, callback: (_i, _r, x) => seen.push(x), M }));
    for (const v of [...seen, ...found.map(({ x }) => x), b]) t.equal((await v.data()).length, 40_000, `${name}: readable`);
    // With separate memories the first solves make instances of the matrix, too.
    if (/--(memories|played|device webgpu)/.test(process.env.MANIPLE_CONFIG ?? '')) continue;
    const { live } = np.runtime.stats().memory;
    const again = await solve(A, b, { maxiter: 5 });
    await np.runtime.fence();
    const kept = np.runtime.stats().memory.live - live;
    // Of at least nine vectors: x, and temporaries that nothing names.
    t.ok(kept < 4.5 * again.x.size * 8, `${name}: ${kept} bytes more are held, with an x of ${again.x.size * 8}`);
  }
});
