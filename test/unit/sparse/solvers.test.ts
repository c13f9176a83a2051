/** The solvers of `sparse.linalg` against elimination; the use of each, and how each ends where there is no solution. */
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
const solvers = {
  gmres: linalg.gmres,
  lgmres: linalg.lgmres,
  gcrotmk: linalg.gcrotmk,
  minres: linalg.minres,
  cgs: linalg.cgs,
  tfqmr: linalg.tfqmr,
  bicg: linalg.bicg,
  qmr: linalg.qmr,
};
type Name = keyof typeof solvers;
const names = Object.keys(solvers) as Name[];

function unsymmetric(n: number, seed: number): Entries {
  const a = randomMatrix(n, n, 4, seed);
  for (let i = 0; i < n; i++) {
    a.row.push(i);
    a.col.push(i);
    a.data.push(4);
  }
  return a;
}

/** Symmetric, with eigenvalues of either sign. */
function indefinite(n: number, seed: number): Entries {
  const a = definiteMatrix(n, seed);
  return { ...a, data: a.data.map((v, k) => (a.row[k] === a.col[k] && a.row[k] % 2 === 1 ? -v : v)) };
}

const systems: readonly (readonly [Name, Entries])[] = [
  ...names.flatMap((name): [Name, Entries][] => [
    [name, definiteMatrix(1, 1)],
    [name, definiteMatrix(70, 2)],
  ]),
  ...(['gmres', 'lgmres', 'gcrotmk', 'cgs', 'tfqmr', 'bicg', 'qmr'] as const).map((name): [Name, Entries] => [
    name,
    unsymmetric(80, 4),
  ]),
  ['gmres', indefinite(50, 5)],
  ['lgmres', indefinite(50, 5)],
  ['gcrotmk', indefinite(50, 5)],
  ['minres', indefinite(50, 5)],
  ['minres', indefinite(51, 6)],
];

t.test('solutions agree with elimination', async (t) => {
  for (const [method, a] of systems) {
    const [n] = a.shape;
    const b = randomVector(n, 7);
    const A = sparse.csrArray(a);
    const diagonal = np.abs(A.diagonal());
    const x0 = np.asarray(randomVector(n, 9));
    for (const options of [{}, { M: (r: np.NDArray) => r.divide(diagonal) }, { x0 }, { checkEvery: 3 }]) {
      const { x, converged, residuals, iterations, trueResidual } = await solvers[method](A, np.asarray(b), {
        tol: 1e-11,
        ...options,
      });
      const got = await vectorOf(x);
      const expected = eliminate(dense(a), b);
      const what = `${method} on ${n} unknowns with ${Object.keys(options).join() || 'no options'}`;
      t.ok(converged, what);
      t.ok(norm(got.map((v, i) => v - expected[i])) <= 1e-8 * norm(expected), what);
      t.equal(residuals.length, iterations + 1);
      t.ok(Math.abs(trueResidual - residualNorm(a, got, b)) <= 1e-12 * norm(b), 'the true residual');
      t.ok(iterations === 0 || residuals[iterations] <= 2e-11 * norm(b), 'the last residual of the recurrence');
    }
  }
});

t.test('gmres: residuals never grow, and a restart goes on from where it was', async (t) => {
  const a = unsymmetric(120, 11);
  const [A, b] = [sparse.csrArray(a), np.asarray(randomVector(120, 12))];
  const whole = await linalg.gmres(A, b, { restart: 120 });
  const short = await linalg.gmres(A, b, { restart: 3 });
  t.ok(whole.converged && short.converged && whole.iterations <= short.iterations);
  for (const { residuals } of [whole, short]) t.ok(residuals.every((r, k) => k === 0 || r <= residuals[k - 1] * (1 + 1e-12)));
  // A cyclic shift: no iterate is better than the start until the last one is the solution.
  const shift = sparse.csrArray({ shape: [6, 6], row: [0, 1, 2, 3, 4, 5], col: [1, 2, 3, 4, 5, 0], data: [1, 1, 1, 1, 1, 1] });
  const unit = np.asarray([1, 0, 0, 0, 0, 0]);
  const found = await linalg.gmres(shift, unit);
  t.same([found.converged, found.iterations], [true, 6]);
  t.same(await np.rint(found.x).tolist(), [0, 1, 0, 0, 0, 0]);
  const stuck = await linalg.gmres(shift, unit, { restart: 2 });
  t.equal(stuck.converged, false, 'a basis that is too small makes no progress');
});

t.test('lgmres and gcrotmk look along earlier steps, as SciPy', async (t) => {
  const [A, b] = [sparse.poisson2d(30), np.ones([900])];
  // Products of scipy.sparse.linalg 1.17 with rtol=1e-8, which looks at the residual once in a cycle.
  const counts: [number, Promise<sparse.Solution>][] = [
    [433, linalg.lgmres(A, b, { innerM: 10, outerK: 0 })],
    [111, linalg.lgmres(A, b, { innerM: 10 })],
    [111, linalg.lgmres(A, b, { innerM: 10, storeOuterAv: false })],
    [107, linalg.lgmres(A, b, { innerM: 10, prependOuterV: true })],
    [83, linalg.gcrotmk(A, b, { m: 5 })],
    [131, linalg.gcrotmk(A, b, { m: 5, k: 2 })],
    [139, linalg.gcrotmk(A, b, { m: 5, k: 2, truncate: 'smallest' })],
    [263, linalg.gcrotmk(A, b, { m: 5, k: 1, truncate: 'smallest' })],
  ];
  for (const [count, solve] of counts) {
    const { iterations, converged } = await solve;
    t.ok(converged && Math.abs(iterations / count - 1) < 0.15, `${iterations} iterations, SciPy ${count}`);
  }
});

t.test('lgmres and gcrotmk leave vectors for a solve to come', async (t) => {
  const skew = np.complex(0, 0.5) as unknown as number;
  for (const [A, b] of [
    [sparse.csrArray(unsymmetric(80, 21)), np.asarray(randomVector(80, 22))],
    [sparse.csrArray(unsymmetric(80, 23)).multiply(skew), np.asarray(randomVector(80, 24))],
  ] as const) {
    const CU: sparse.linalg.VectorPair[] = [];
    const whole = await linalg.gcrotmk(A, b, { m: 5, k: 6, CU });
    t.ok(whole.converged && CU.length <= 7 && CU.at(-1)?.[0] === null);
    for (const [c, u] of CU.slice(0, -1)) {
      t.ok(c !== null && u !== null && (await np.allclose(A.matmul(u), c, { atol: 1e-10 }).item()), 'c is A u');
      t.ok(c !== null && (await np.allclose(np.linalg.norm(c), 1).item()), 'of length 1');
    }
    const copy = [...CU];
    for (const discardC of [false, true]) {
      const again = await linalg.gcrotmk(A, b.multiply(3), { m: 5, k: 6, CU, discardC });
      t.ok(
        again.converged && again.iterations < whole.iterations / 4,
        `${again.iterations} iterations after ${whole.iterations}`,
      );
      t.equal(
        CU.every(([c]) => c === null),
        discardC,
      );
    }
    t.not(CU[0], copy[0]);
    const outerV: sparse.linalg.VectorPair[] = [];
    const first = await linalg.lgmres(A, b, { innerM: 80, outerV });
    const next = await linalg.lgmres(A, b, { outerV, prependOuterV: true });
    t.ok(first.converged && next.converged && next.iterations < first.iterations / 4, `${next.iterations} iterations`);
    const before = [...outerV];
    await t.rejects(linalg.lgmres(A, b, { outerV, maxiter: 1, tol: 1e-12, x0: b, mustConverge: true }), {
      name: 'ConvergenceError',
    });
    t.ok(
      before.every((pair, i) => pair === outerV[i]),
      'a solve that rejects leaves the Array as it was',
    );
  }
  const [A, b] = [sparse.eye(2), np.ones([2])];
  await t.rejects(linalg.lgmres(A, b, { outerV: [[null, b]] }), { message: 'lgmres: outerV[0][0] must be a vector, got null' });
  await t.rejects(linalg.gcrotmk(A, b, { CU: [[null, np.ones([3])]] }), { message: 'gcrotmk: CU[0][1] must be (2,), got (3,)' });
  await t.rejects(linalg.gcrotmk(A, b, { CU: Object.freeze([]) as never }), { message: /CU: expected an Array of pairs/ });
});

t.test('callbacks see the iterate, and limits hold', async (t) => {
  const a = definiteMatrix(60, 13);
  const [A, b] = [sparse.csrArray(a), randomVector(60, 14)];
  for (const name of names) {
    const seen: number[] = [];
    const callback = async (_: number, residual: number, x: np.NDArray): Promise<void> => {
      seen.push(Math.abs(residual - residualNorm(a, await vectorOf(x), b)) / norm(b));
    };
    const few = await solvers[name](A, np.asarray(b), { maxiter: 4, tol: 0, callback });
    t.same([few.iterations, few.converged, few.reason, seen.length], [4, false, 'maxiter', 5], name);
    t.ok(Math.max(...seen) < 1e-10, `${name}: residuals are those of the iterates`);
    const none = await solvers[name](A, np.zeros([60]));
    t.same([none.iterations, none.converged], [0, true]);
    await t.rejects(solvers[name](A, np.asarray(b), { maxiter: 1, mustConverge: true }), {
      message: new RegExp(`^${name}: the residual is`),
    });
  }
});

t.test('systems without a solution', async (t) => {
  const singular = sparse.csrArray([
    [1, 1],
    [1, 1],
  ]);
  for (const name of names) {
    const { converged, x } = await solvers[name](singular, np.asarray([1, -1]));
    t.equal(converged, false, name);
    t.ok((await vectorOf(x)).every(Number.isFinite), `${name}: finite`);
    const notFinite = await solvers[name](sparse.eye(2), np.asarray([1, Number.NaN]));
    t.equal(notFinite.reason, 'notFinite');
  }
});

t.test('operators, dense matrices, float32', async (t) => {
  const a = definiteMatrix(40, 15);
  const [A, b] = [sparse.csrArray(a), np.asarray(randomVector(40, 16))];
  const operator = linalg.linearOperator({ shape: [40, 40], matvec: (x) => A.matmul(x), rmatvec: (x) => A.rmatvec(x) });
  const expected = linalg.spsolve(A, b);
  for (const name of names) {
    for (const system of [operator, A.toDense(), linalg.aslinearoperator(A)]) {
      const { x, converged } = await solvers[name](system, b, { tol: 1e-11 });
      t.ok(converged && (await np.allclose(x, expected, { atol: 1e-8 }).item()), name);
    }
    const single = await solvers[name](A.astype('float32'), b.astype('float32'), { tol: 1e-4 });
    t.same([single.converged, single.x.dtype], [true, np.float32], `${name}: float32`);
  }
  const alone = linalg.linearOperator({ shape: [40, 40], matvec: (x) => x });
  await t.rejects(linalg.bicg(alone, b), {
    message: 'rmatvec: the operator was made without the product of its transpose, rmatvec',
  });
  t.throws(() => linalg.linearOperator({ shape: [2], matvec: (x: np.NDArray) => x } as never), { name: 'ShapeError' });
  t.throws(() => operator.matvec(np.ones([3])), { message: 'matmul: expected a vector of (40,), got (3,)' });
  await t.rejects(linalg.gmres(A, b, { restart: 0 }), { message: /^gmres: restart: expected an integer of at least 1/ });
});

t.test("bicg and qmr take a preconditioner's conjugate transpose", async (t) => {
  // With the inverse itself, which is not symmetric, one iteration or two are enough; its transpose in the wrong place makes more.
  const real = np.asarray([
    [4, 1, 0, 2],
    [-3, 5, 1, 0],
    [0, -2, 6, 1],
    [1, 0, -4, 7],
  ]);
  const skew = np.multiply(np.complex(0, 1), np.arange(16).reshape([4, 4])) as unknown as np.NDArray;
  for (const A of [real, real.add(skew)]) {
    const [matrix, inverse] = [sparse.csrArray(A), np.linalg.inv(A)];
    const b = A.matmul(np.asarray([1, -2, 3, 4]));
    for (const solve of [sparse.linalg.bicg, sparse.linalg.qmr]) {
      for (const M of [sparse.csrArray(inverse), inverse, sparse.linalg.aslinearoperator(sparse.csrArray(inverse).tocsc())]) {
        const { x, iterations } = await solve(matrix, b, { M, tol: 1e-10 });
        t.ok(iterations <= 2, `${solve.name}: ${iterations}`);
        t.ok(await np.allclose(x, [1, -2, 3, 4]).item());
      }
    }
  }
});
