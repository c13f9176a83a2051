/** Why solves end, and with which iterate; values that are written while a solve goes on. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { definiteMatrix, norm, randomMatrix, randomVector, residualNorm, vectorOf } from '../../support/sparse.js';

const solvers = { cg: sparse.cg, bicgstab: sparse.bicgstab };

t.test('a division by 0 stops the recurrence', async (t) => {
  const b = np.ones([2]);
  const indefinite = sparse.csrArray([
    [1, 0],
    [0, -1],
  ]);
  const turning = sparse.csrArray([
    [0, 1],
    [-1, 0],
  ]);
  for (const [name, A] of [
    ['cg', indefinite],
    ['cg', turning],
    ['bicgstab', turning],
  ] as const) {
    const solution = await solvers[name](A, b, { maxiter: 1000 });
    t.same([solution.converged, solution.reason], [false, 'breakdown'], name);
    t.ok(solution.iterations < 5, `${solution.iterations} iterations`);
    t.same(await solution.x.tolist(), [0, 0], 'the start is the best');
    await t.rejects(solvers[name](A, b, { mustConverge: true }), { code: 'ERR_CONVERGENCE', message: /\(breakdown\)/ });
  }
});

t.test('a tolerance below what the dtype can do', async (t) => {
  const a = definiteMatrix(60, 2);
  const b = randomVector(60, 7);
  for (const [name, solve] of Object.entries(solvers)) {
    for (const dtype of ['float64', 'float32'] as const) {
      const A = sparse.csrArray(a).astype(np[dtype]);
      const right = np.asarray(b).astype(dtype);
      const { reason, iterations, trueResidual, x } = await solve(A, right, { tol: 0, maxiter: 100_000 });
      t.ok(reason === 'stagnation' || trueResidual === 0, `${name} ${dtype}: ${reason}`);
      t.ok(iterations < 2000, `${iterations} iterations`);
      const limit = (dtype === 'float64' ? 1e-13 : 1e-4) * norm(b);
      t.ok(trueResidual <= limit && residualNorm(a, await vectorOf(x), b) <= limit, `${name} ${dtype}: ${trueResidual}`);
    }
  }
});

t.test('the best iterate is given, not the last', async (t) => {
  // Not symmetric: conjugate gradients has no reason to converge.
  for (const seed of [1, 2, 3]) {
    const a = randomMatrix(40, 40, 6, seed);
    const b = randomVector(40, 9);
    const { x, converged, trueResidual, residuals } = await sparse.cg(sparse.csrArray(a), np.asarray(b), { maxiter: 300 });
    t.notOk(converged);
    const exact = residualNorm(a, await vectorOf(x), b);
    t.ok(Math.abs(exact - trueResidual) <= 1e-9 * norm(b), 'trueResidual is that of x');
    t.ok(exact <= 2.01 * Math.min(...residuals), `${exact}: of ${Math.min(...residuals)} to ${Math.max(...residuals)}`);
  }
});

t.test('values that are not finite', async (t) => {
  const A = sparse.poisson1d(8);
  for (const [name, solve] of Object.entries(solvers)) {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const b = np.ones([8]);
      b.slice(3).assign(bad);
      const right = await solve(A, b);
      t.same([right.converged, right.reason, right.iterations], [false, 'notFinite', 0], `${name}: b has ${bad}`);
      const B = A.copy();
      B.data.slice(4).assign(bad);
      const left = await solve(B, np.ones([8]));
      t.same([left.converged, left.reason], [false, 'notFinite'], `${name}: A has ${bad}`);
      t.same(await left.x.tolist(), new Array(8).fill(0), 'the start, not NaN');
    }
  }
});

t.test('signals, limits and tolerances', async (t) => {
  const A = sparse.poisson2d(20);
  const b = np.ones([400]);
  for (const solve of Object.values(solvers)) {
    const before = await solve(A, b, { signal: AbortSignal.abort() });
    t.same([before.converged, before.reason, before.iterations], [false, 'aborted', 0]);
    const controller = new AbortController();
    const during = await solve(A, b, { signal: controller.signal, callback: (k) => k === 3 && controller.abort() });
    t.same([during.reason, during.iterations], ['aborted', 3]);
    const late = await solve(A, b, { timeLimit: 0 });
    t.same([late.reason, late.iterations], ['timeLimit', 0]);
    const short = await solve(A, b, { maxiter: 4 });
    t.same([short.reason, short.iterations], ['maxiter', 4]);
    const rough = await solve(A, b, { tol: 1e-12, atol: 0.5 });
    t.ok(rough.converged && rough.trueResidual <= 0.5 && rough.target === 0.5, `${rough.trueResidual}`);
    const fine = await solve(A, b, { rtol: 1e-6 });
    t.equal(fine.target, 1e-6 * 20);
    await t.rejects(solve(A, b, { tol: 1, rtol: 1 }), { code: 'ERR_ARGUMENT', message: /tol and rtol are one option/ });
    await t.rejects(solve(A, b, { atol: -1 }), { code: 'ERR_ARGUMENT', message: /atol must be/ });
    await t.rejects(solve(A, b, { signal: {} as AbortSignal }), { code: 'ERR_ARGUMENT', message: /AbortSignal/ });
  }
});

t.test('the callback has the iterate', async (t) => {
  const a = definiteMatrix(30, 3);
  const b = randomVector(30, 4);
  let looks = 0;
  await sparse.cg(sparse.csrArray(a), np.asarray(b), {
    tol: 1e-9,
    callback: async (_, residual, x) => {
      looks += 1;
      t.ok(Math.abs(residualNorm(a, await vectorOf(x), b) - residual) <= 1e-9 * norm(b));
    },
  });
  t.ok(looks > 3);
});

t.test('solves at once, each with the values of its call', async (t) => {
  const a = definiteMatrix(50, 11);
  const b = randomVector(50, 12);
  const factors = [1, 7, 0.25];
  for (const [name, solve] of Object.entries(solvers)) {
    const A = sparse.csrArray(a);
    const values = np.asarray(Float64Array.from(await A.data.data(), Number)).copy();
    const right = np.asarray(b).copy();
    const diagonal = sparse.csrArray({
      row: [...b.keys()],
      col: [...b.keys()],
      data: [...b.keys()].map(() => 1),
      shape: [50, 50],
    });
    const running = factors.map((factor) => {
      A.data.assign(values.multiply(factor));
      const solution = solve(A, right, { tol: 1e-10, M: diagonal });
      right.assign(0);
      diagonal.data.assign(Number.NaN);
      right.assign(b);
      diagonal.data.assign(1);
      return solution;
    });
    A.data.assign(Number.NaN);
    for (const [k, { x, converged, trueResidual }] of (await Promise.all(running)).entries()) {
      const scaled = (await vectorOf(x)).map((v) => v * factors[k]);
      const exact = residualNorm(a, scaled, b);
      t.ok(converged && exact <= 1.01e-10 * norm(b), `${name} with ${factors[k]} A: ${exact} (${trueResidual})`);
    }
  }
});
