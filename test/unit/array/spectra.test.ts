/** Factorizations, multiplied back, and what is made of them beside NumPy's values; on native routines and in JavaScript. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime, useRuntime } from '../../../lib/runtime/index.js';

const { linalg } = np;
type Check = Pick<Test, 'ok' | 'same' | 'equal'>;

async function far(x: np.NDArray, y: np.ArrayLike): Promise<number> {
  const difference = np.subtract(x, y);
  return difference.shape.includes(0) ? 0 : Number(await difference.abs().max().item());
}

async function near(t: Check, x: np.NDArray, y: np.ArrayLike, message: string, tolerance = 1e-12): Promise<void> {
  t.same(x.shape, np.asarray(y).shape, `${message}: shape`);
  const distance = await far(x, y);
  t.ok(distance <= tolerance, `${message}: ${distance}`);
}

async function orthogonal(t: Check, q: np.NDArray, message: string, tolerance = 1e-12): Promise<void> {
  const n = q.shape[q.ndim - 1];
  await near(
    t,
    np.matmul(q.matrixTranspose(), q),
    np.broadcastTo(np.eye(n), [...q.shape.slice(0, -2), n, n]),
    message,
    tolerance,
  );
}

const noise = (shape: number[]): np.NDArray => np.random.generator(9).normal({ shape });
const shapes = [
  [1, 1],
  [4, 4],
  [9, 5],
  [5, 9],
  [40, 17],
  [3, 6, 4],
  [2, 2, 3, 5],
  [0, 3],
  [3, 0],
  [0, 4, 2],
];
const A = [
  [2, -1, 0, 3],
  [1, 5, -2, 0],
  [4, 0, 1, 1.5],
];
const S = [
  [4, 1, -2],
  [1, 3, 0.5],
  [-2, 0.5, -1],
];
const M = [
  [2, -1, 0],
  [1, 5, -2],
  [4, 0, 1],
];
const R = [
  [1, 2],
  [2, 4],
  [3, 6],
];
const hilbert = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => 1 / (i + j + 1)));

async function factors(t: Check): Promise<void> {
  for (const shape of shapes) {
    const a = noise(shape);
    const [m, n] = shape.slice(-2);
    const batch = shape.slice(0, -2);
    const k = Math.min(m, n);
    for (const [mode, columns] of [
      ['reduced', k],
      ['complete', m],
    ] as const) {
      const { q, r } = linalg.qr(a, { mode });
      t.same(
        [q.shape, r.shape],
        [
          [...batch, m, columns],
          [...batch, columns, n],
        ],
        `qr (${shape}), ${mode}`,
      );
      await near(t, np.matmul(q, r), a, 'Q R');
      await orthogonal(t, q, 'Q');
      t.ok((await far(r, np.triu(r))) === 0, 'R');
    }
    await near(t, linalg.qr(a, { mode: 'r' }), linalg.qr(a).r, "mode 'r'");
    for (const fullMatrices of [true, false]) {
      const { u, s, vh } = linalg.svd(a, { fullMatrices });
      t.same(u.shape, [...batch, m, fullMatrices ? m : k], `svd (${shape}), full: ${fullMatrices}`);
      t.same(vh.shape, [...batch, fullMatrices ? n : k, n]);
      const used = np.multiply(u.slice('...', `0:${k}`), np.expandDims(s, { axis: -2 }));
      await near(t, np.matmul(used, vh.slice('...', `0:${k}`, ':')), a, 'U S V');
      await orthogonal(t, u, 'U');
      await orthogonal(t, vh.matrixTranspose(), 'V');
      await near(t, linalg.svdvals(a), s, 'values');
      t.ok((await far(np.flip(np.sort(s), { axis: -1 }), s)) === 0, 'in descending order');
    }
  }
}

async function spectra(t: Check): Promise<void> {
  for (const shape of [
    [1, 1],
    [2, 2],
    [20, 20],
    [2, 3, 6, 6],
    [0, 0],
  ]) {
    const a = noise(shape);
    const both = a.add(a.matrixTranspose());
    for (const uplo of ['L', 'U'] as const) {
      const half = uplo === 'L' ? np.tril(both) : np.triu(both);
      const { eigenvalues, eigenvectors } = linalg.eigh(half, { uplo });
      await near(t, np.matmul(both, eigenvectors), eigenvectors.multiply(np.expandDims(eigenvalues, { axis: -2 })), `(${shape})`);
      await orthogonal(t, eigenvectors, 'eigenvectors');
      await near(t, linalg.eigvalsh(half, { uplo }), eigenvalues, 'values alone');
    }
  }
  const n = 30;
  const poisson = np
    .eye(n)
    .multiply(2)
    .subtract(np.eye(n, { k: 1 }))
    .subtract(np.eye(n, { k: -1 }));
  const known = np
    .arange(1, n + 1)
    .multiply(Math.PI / (n + 1))
    .cos()
    .multiply(-2)
    .add(2);
  await near(t, linalg.eigvalsh(poisson), known, 'of -1 2 -1', 1e-13);
  await near(t, linalg.eigvalsh(S), [-1.8373994932919047, 2.820622405716689, 5.016777087575214], 'eigvalsh', 1e-14);
  await near(t, linalg.svdvals(A), [5.5298176593185575, 5.413196722150261, 1.83532501263135], 'svdvals', 1e-14);
  const five = [1.567050691098231, 0.2085342186110134, 0.011407491623419804, 0.00030589804015118606, 3.287928772171693e-6];
  await near(t, linalg.svd(hilbert(5), { computeUv: false }), five, "Hilbert's matrix", 1e-15);
  // Eigenvalues that are equal but for rounding.
  for (const k of [1, 13, 16, 29]) {
    const { q } = linalg.qr(np.random.generator(n * k).normal({ shape: [n, k] }));
    const projector = np.matmul(q, q.T);
    const { eigenvalues, eigenvectors } = linalg.eigh(projector);
    await near(t, eigenvalues, np.concatenate([np.zeros(n - k), np.ones(k)]), `a projector of rank ${k}`, 1e-13);
    await near(t, np.matmul(projector, eigenvectors), eigenvectors.multiply(eigenvalues), 'its eigenvectors');
  }
  const float = linalg.eigh(np.asarray(S, { dtype: 'float32' }));
  t.equal(float.eigenvalues.dtype, np.float32);
  await near(t, float.eigenvalues.astype('float64'), linalg.eigvalsh(S), 'float32', 1e-6);
  t.equal(linalg.qr(np.eye(2, { dtype: 'int32' })).q.dtype, np.float64);
}

async function leastSquares(t: Check): Promise<void> {
  const line = linalg.lstsq(
    [
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
    ],
    [6, 5, 7, 10],
  );
  await near(t, line.x, [3.5, 1.4], 'lstsq');
  await near(t, line.residuals, 4.2, 'residuals');
  await near(t, line.s, [5.779378813233887, 0.773809106397227], 'singular values');
  t.equal(await line.rank.item(), 2);
  const wide = linalg.lstsq(A, [
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  await near(
    t,
    wide.x,
    [
      [1.2717634390789365, 1.4503437422347387],
      [0.5162759877412408, 0.6412656340594713],
      [0.4265716888925699, 0.32833595626604833],
      [-0.3424169634722096, -0.08647395013666803],
    ],
    'the shortest of many',
  );
  const deficient = linalg.lstsq(R, [1, 2, 4]);
  await near(t, deficient.x, [0.24285714285714274, 0.48571428571428565], 'of rank 1');
  t.equal(await deficient.rank.item(), 1);
  await near(t, linalg.lstsq(noise([4, 0]), np.ones(4)).x, np.zeros(0), 'nothing to choose');
  const [a, b] = [noise([2, 7, 3]), noise([2, 7, 2])];
  const { x } = linalg.lstsq(a, b);
  await near(t, np.matmul(a.matrixTranspose(), np.matmul(a, x).subtract(b)), np.zeros([2, 3, 2]), 'stacks');
  await near(
    t,
    linalg.pinv(A),
    [
      [-0.0974902675391369, 0.005549573428311094, 0.27052099726662787],
      [-0.05292802120434024, 0.160192164333637, 0.017725503188934053],
      [-0.18106518678041902, -0.09674480245175177, 0.17957425660564882],
      [0.38068417129131105, 0.049697672492338224, -0.17443883044810726],
    ],
    'pinv',
  );
  await near(t, linalg.pinv(R), np.asarray(R).T.divide(70), 'pinv, of rank 1');
  const ranks = [A, R, hilbert(12), np.zeros([3, 3]), np.eye(4)].map((m) => linalg.matrixRank(m).item());
  t.same(await Promise.all(ranks), [3, 1, 11, 0, 4], 'ranks');
  t.equal(await linalg.matrixRank([0, 2]).item(), 1, 'of a vector');
  t.equal(await linalg.matrixRank(hilbert(5), { tol: 0.1 }).item(), 2, 'tol');
  t.equal(await linalg.matrixRank(hilbert(5), { rtol: 1e-3 }).item(), 3, 'rtol');
}

async function norms(t: Check): Promise<void> {
  const conditions = [
    [2, 7.341934420743593],
    [-2, 0.13620388615494058],
    ['fro', 9.809261269239363],
    ['nuc', 18.770647886489684],
    [1, 12.526315789473683],
    [-1, 1.105263157894737],
    [Infinity, 14.736842105263158],
    [-Infinity, 1.263157894736842],
  ] as const;
  for (const [ord, value] of conditions) await near(t, linalg.cond(M, { ord }), value, `cond, ${ord}`);
  await near(t, linalg.cond(M), 7.341934420743593, 'cond');
  await near(t, linalg.cond(M, { p: -2 }), 1 / 7.341934420743593, 'cond by its name in NumPy');
  t.equal(await linalg.cond(np.zeros([2, 2])).item(), Infinity, 'of zeros');
  const known = [
    ['fro', 7.952986860293433],
    ['nuc', 12.778339394100167],
    [1, 7],
    [-1, 3],
    [2, 5.5298176593185575],
    [-2, 1.83532501263135],
    [Infinity, 8],
    [-Infinity, 6],
  ] as const;
  for (const [ord, value] of known) {
    await near(t, linalg.matrixNorm(A, { ord }), value, `matrixNorm, ${ord}`);
    await near(t, linalg.norm(A, { ord, keepdims: true }), [[value]], `norm, ${ord}, keepdims`);
  }
  const vectors = [
    [0, 3],
    [1, 6],
    [2, 3.7416573867739413],
    [3, 3.3019272488946263],
    [-2, 0.8571428571428571],
    [Infinity, 3],
    [-Infinity, 1],
    [0.5, 17.191508225450303],
  ];
  for (const [ord, value] of vectors) {
    await near(t, linalg.norm([2, -1, 3], { ord }), value, `norm of a vector, ${ord}`);
    await near(t, linalg.vectorNorm([[2, -1, 3]], { ord, axis: 1 }), [value], `vectorNorm, ${ord}`);
  }
  const x = np.arange(24).reshape([2, 3, 4]);
  await near(t, linalg.norm(x, { ord: 1, axis: [0, 2] }), [18, 26, 34], 'matrices of axes 0 and 2');
  await near(t, linalg.norm(x, { ord: 1, axis: [2, 0] }), [54, 70, 86], 'and 2 and 0');
  t.same(linalg.norm(x, { ord: 1, axis: [2, 0], keepdims: true }).shape, [1, 3, 1]);
  await near(t, linalg.norm(x), Math.sqrt(4324), 'of all elements');
}

async function others(t: Check): Promise<void> {
  const { sign, logabsdet } = linalg.slogdet(np.stack([np.asarray(M), np.negative(M), np.zeros([3, 3])]));
  t.same(await sign.tolist(), [1, -1, 0], 'signs');
  await near(t, logabsdet.slice(':2'), [2.9444389791664403, 2.9444389791664403], 'logarithms');
  t.equal(await logabsdet.slice(2).item(), -Infinity);
  t.equal(await linalg.slogdet(np.eye(500).multiply(1e3)).logabsdet.isfinite().item(), true, 'where det overflows');
  await near(
    t,
    linalg.matrixPower(M, -2),
    [
      [-0.06648199445983378, -0.0027700831024930735, 0.09972299168975068],
      [-0.39612188365650974, -0.05817174515235457, 0.09418282548476459],
      [-0.7867036011080332, -0.19944598337950137, 0.1800554016619499],
    ],
    'matrixPower, -2',
  );
  const chain = [noise([3, 20]), noise([20, 2]), noise([2, 9]), noise([9, 4])];
  await near(
    t,
    linalg.multiDot(chain),
    chain.reduce((x, y) => np.matmul(x, y)),
    'multiDot',
    1e-10,
  );
  await near(t, linalg.multiDot([[1, 2], A.slice(0, 2), [1, 1, 1, 1]]), 12, 'multiDot of vectors');
}

async function narrow(t: Check): Promise<void> {
  const a = noise([3, 7, 4]).astype('float32');
  const { q, r } = linalg.qr(a);
  const { u, s, vh } = linalg.svd(a, { fullMatrices: false });
  const square = np.matmul(a.matrixTranspose(), a);
  const { eigenvalues, eigenvectors } = linalg.eigh(square);
  for (const x of [q, r, u, s, vh, eigenvalues, eigenvectors, linalg.lstsq(a, np.ones(7, { dtype: 'float32' })).x])
    t.equal(x.dtype, np.float32);
  await near(t, np.matmul(q, r), a, 'Q R', 1e-5);
  await near(t, np.matmul(u.multiply(np.expandDims(s, { axis: -2 })), vh), a, 'U S V', 1e-5);
  await near(t, linalg.qr(a, { mode: 'r' }), r, 'R', 1e-5);
  await near(t, linalg.svdvals(a), s, 'singular values', 1e-5);
  await near(t, linalg.eigvalsh(square), eigenvalues, 'eigenvalues', 1e-4);
  await near(t, eigenvalues, np.flip(np.square(s), { axis: -1 }), 'squares of singular values', 1e-4);
  await orthogonal(t, eigenvectors, 'eigenvectors', 1e-5);
  const { sign, logabsdet } = linalg.slogdet(square);
  await near(t, sign.multiply(logabsdet.exp()).divide(linalg.det(square)), np.ones(3), 'slogdet', 1e-4);
}

async function refusals(t: Test): Promise<void> {
  const bad = np.asarray([
    [1, NaN],
    [NaN, 2],
  ]);
  const infinite = bad.isnan().astype('float64').divide(0);
  const finite = { name: 'ArgumentError', message: /expected finite elements/ };
  for (const x of [bad, infinite]) {
    await t.rejects(linalg.eigh(x).eigenvalues.data(), finite);
    await t.rejects(linalg.eigvalsh(x).data(), finite);
    await t.rejects(linalg.svd(x).s.data(), finite);
    await t.rejects(linalg.pinv(x).data(), finite);
    await t.rejects(linalg.lstsq(x, [1, 2]).x.data(), finite);
    await t.rejects(linalg.norm(x, { ord: 2 }).data(), finite);
  }
  t.equal(await linalg.qr(bad).r.isnan().any().item(), true, 'qr passes NaN on');
  await t.rejects(linalg.cond(R.slice(0, 2), { ord: 1 }).data(), { name: 'ArgumentError', message: /singular/ });
}

const NATIVE = { device: 'cpu', tier: 'block', procs: 2 } as const;
const configs: Readonly<Record<string, Partial<Config>>> = {
  cpu: NATIVE,
  js: { device: 'js' },
  'three memories': { ...NATIVE, memories: 3, grain: 1 },
};

for (const [name, config] of Object.entries(configs)) {
  t.test(`${name}: what is computed`, async (t) => {
    const before = useRuntime(createRuntime(config));
    t.teardown(() => useRuntime(before));
    await t.test('QR and singular values', factors);
    await t.test('symmetric matrices', spectra);
    await t.test('least squares', leastSquares);
    await t.test('norms and conditions', norms);
    await t.test('determinants, powers, products', others);
    await t.test('float32', narrow);
    await t.test('what cannot be', refusals);
  });
}

t.test('arguments that make no sense', async (t) => {
  t.throws(() => linalg.qr([1, 2]), { name: 'ShapeError', message: /qr: expected matrices/ });
  t.throws(() => linalg.eigh(A), { name: 'ShapeError', message: /eigh: expected square matrices/ });
  t.throws(() => linalg.lstsq(A, [1, 2]), { name: 'ShapeError', message: /do not meet/ });
  t.throws(() => linalg.matrixNorm(A, { ord: 3 }), { name: 'ArgumentError', message: /matrixNorm: expected ord/ });
  t.throws(() => linalg.norm(np.zeros([2, 2, 2]), { ord: 2 }), {
    name: 'ShapeError',
    message: /norm: expected vectors or matrices/,
  });
  t.throws(() => linalg.norm([1, 2], { ord: 'fro' }), { name: 'ArgumentError' });
  t.throws(() => linalg.qr(A, { mode: 'raw' as 'r' }), { name: 'ArgumentError', message: /qr: mode: expected/ });
  t.throws(() => linalg.eigh(S, { uplo: 'X' as 'L' }), { name: 'ArgumentError', message: /uplo/ });
  t.throws(() => linalg.multiDot([A]), { name: 'ArgumentError', message: /at least 2/ });
  t.throws(() => linalg.multiDot([A, np.zeros([2, 2, 2]), A]), { name: 'ShapeError', message: /multiDot/ });
  t.throws(() => linalg.matrixPower(M, 0.5), { name: 'ArgumentError', message: /integer/ });
});

/** Of one large matrix, whose work threads share; often enough that it is replayed. */
async function large(): Promise<Record<string, unknown>> {
  const a = noise([140, 140]);
  const both = a.add(a.T);
  const found: Record<string, unknown> = {};
  for (let round = 0; round < 5; round++) {
    const { eigenvalues, eigenvectors } = linalg.eigh(both);
    const { u, s, vh } = linalg.svd(a);
    const x = linalg.solve(a, a.slice(3));
    Object.assign(found, { eigenvalues, eigenvectors, u, s, vh, x, r: linalg.qr(a).r });
    for (const [name, value] of Object.entries(found)) if (value instanceof np.NDArray) found[name] = await value.tolist();
  }
  return found;
}

t.test('threads that share the work on one matrix change no bit', async (t) => {
  const results: Record<string, unknown>[] = [];
  for (const procs of [1, 2, 5]) {
    const before = useRuntime(createRuntime({ ...NATIVE, procs }));
    results.push(await large());
    useRuntime(before);
  }
  for (const other of results.slice(1)) for (const name of Object.keys(other)) t.same(other[name], results[0][name], name);
});
