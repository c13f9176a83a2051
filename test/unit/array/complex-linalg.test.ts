/** Factors, solutions and norms of complex matrices, held against what defines them: products, unitary matrices, equations. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const rng = np.random.defaultRng(11);
const { linalg } = np;
const random = (...shape: number[]): np.NDArray => np.complex(rng.normal({ shape }), rng.normal({ shape }));
const adjoint = (x: np.NDArray): np.NDArray => np.conj(np.matrixTranspose(x));
const diagonal = (s: np.NDArray): np.NDArray => np.expandDims(s, -1).multiply(np.eye(s.shape[s.ndim - 1]));
const low = random(5, 2).matmul(random(2, 4));
const zeros = np.zeros([3, 2], 'complex128');

/** The largest element of a difference. */
async function apart(a: np.NDArray, b: np.NDArray | number): Promise<number> {
  const found = np.abs(np.subtract(a, b as np.NDArray));
  return found.size === 0 ? 0 : Number(await found.max().item());
}

async function near(t: Test, a: np.NDArray, b: np.NDArray | number, what: string): Promise<void> {
  const difference = await apart(a, b);
  t.ok(difference < 1e-12, `${what}: ${difference} apart`);
}

const unitary = (t: Test, q: np.NDArray, what: string): Promise<void> =>
  near(t, adjoint(q).matmul(q), np.eye(q.shape[q.ndim - 1]), `${what} is unitary`);

const matrices: readonly (readonly [string, np.NDArray])[] = [
  ['square', random(4, 4)],
  ['tall', random(6, 3)],
  ['wide', random(2, 5)],
  ['of low rank', low],
  ['zeros', zeros],
  ['one element', random(1, 1)],
  ['a column', random(4, 1)],
  ['a row', random(1, 4)],
  ['a stack', random(2, 3, 4, 3)],
  ['real within', np.complex(rng.normal({ shape: [4, 3] }), np.zeros([4, 3]))],
  ['empty', np.zeros([0, 3], 'complex128')],
];

for (const [name, a] of matrices) {
  const [m, n] = a.shape.slice(-2);
  t.test(`qr: ${name}`, async (t) => {
    for (const mode of ['reduced', 'complete'] as const) {
      const { q, r } = linalg.qr(a, { mode });
      t.equal(q.shape[q.ndim - 1], mode === 'complete' ? m : Math.min(m, n));
      await near(t, q.matmul(r), a, `Q R, ${mode}`);
      await unitary(t, q, `Q, ${mode}`);
      await near(t, np.tril(r, -1), 0, `R below its diagonal, ${mode}`);
    }
    await near(t, linalg.qr(a, { mode: 'r' }), linalg.qr(a).r, 'R alone');
  });

  t.test(`svd: ${name}`, async (t) => {
    const { u, s, vh } = linalg.svd(a, { fullMatrices: false });
    await near(t, u.matmul(diagonal(s)).matmul(vh), a, 'U S Vᴴ');
    const full = linalg.svd(a);
    t.same(
      [full.u.shape.slice(-2), full.vh.shape.slice(-2)],
      [
        [m, m],
        [n, n],
      ],
    );
    for (const [label, q] of Object.entries({ u: full.u, v: adjoint(full.vh), un: u })) await unitary(t, q, label);
    t.equal(s.dtype.name, 'float64');
    await near(t, linalg.svdvals(a), s, 'values alone');
    await near(t, linalg.svd(a, { computeUv: false }), s, 'computeUv');
  });

  t.test(`pinv: ${name}`, async (t) => {
    const p = linalg.pinv(a);
    await near(t, a.matmul(p).matmul(a), a, 'A P A = A');
    await near(t, p.matmul(a).matmul(p), p, 'P A P = P');
    await near(t, adjoint(a.matmul(p)), a.matmul(p), 'A P is Hermitian');
  });
}

t.test('Hermitian matrices', async (t) => {
  for (const n of [1, 2, 3, 7]) {
    const z = random(2, n, n);
    const a = z.matmul(adjoint(z)).add(np.eye(n));
    const { eigenvalues, eigenvectors } = linalg.eigh(a);
    await near(
      t,
      a.matmul(eigenvectors).divide(100),
      eigenvectors.matmul(diagonal(eigenvalues)).divide(100),
      `A V = V W of ${n}`,
    );
    await unitary(t, eigenvectors, 'V');
    await near(t, linalg.eigvalsh(a), eigenvalues, 'values alone');
    await near(t, linalg.eigvalsh(np.triu(a), { uplo: 'U' }), eigenvalues, 'of the upper triangle');
    const l = linalg.cholesky(a);
    await near(t, l.matmul(adjoint(l)), a, 'L Lᴴ');
    const u = linalg.cholesky(a, { upper: true });
    await near(t, adjoint(u).matmul(u), a, 'Uᴴ U');
  }
  await t.rejects(linalg.cholesky(np.complex(np.eye(2).negative(), 0)).data(), { name: 'ArgumentError' });
  await t.rejects(linalg.svdvals(np.complex(np.full([2, 2], Number.NaN), 0)).data(), { name: 'ArgumentError' });
});

t.test('equations, determinants, powers and norms', async (t) => {
  const a = random(2, 4, 4);
  const b = random(4, 3);
  await near(t, a.matmul(linalg.solve(a, b)), b, 'A X = B');
  const v = random(4);
  await near(t, a.slice(0).matmul(linalg.solve(a.slice(0), v)), v, 'A x = b');
  await near(t, np.eye(4).matmul(linalg.solve(np.eye(4), v)), v, 'of a real matrix');
  await near(t, a.matmul(linalg.inv(a)), np.eye(4), 'A A⁻¹');
  await near(t, linalg.det(a), linalg.det(a.slice(':', '::-1')).multiply(1), 'two exchanges of rows');
  const { sign, logabsdet } = linalg.slogdet(a);
  await near(t, sign.multiply(np.exp(logabsdet)), linalg.det(a), 'slogdet');
  await near(t, linalg.det(a.matmul(a)), linalg.det(a).multiply(linalg.det(a)), 'det of a product');
  await near(t, linalg.matrixPower(a, -2).matmul(a).matmul(a), np.eye(4), 'A⁻² A²');
  await near(t, linalg.matrixPower(a, 0), np.eye(4), 'A⁰');
  t.equal(await linalg.matrixRank(low).item(), 2);
  t.same(await linalg.matrixRank(np.zeros([2, 3, 3], 'complex64')).tolist(), [0, 0]);
  await t.rejects(linalg.solve(np.zeros([2, 2], 'complex128'), [1, 2]).data(), { name: 'ArgumentError' });
  await t.rejects(linalg.inv(np.zeros([3, 3], 'complex64')).data(), { name: 'ArgumentError', message: /^inv: .*singular/ });
  t.throws(() => linalg.inv(random(2, 3)), { name: 'ShapeError' });
  t.throws(() => linalg.solve(random(2, 2), random(3)), { name: 'ShapeError', message: /^solve: a matrix of shape/ });
  const wide = random(70, 70);
  const sides = random(3, 1, 70, 2);
  await near(t, wide.matmul(linalg.solve(wide, sides)), sides, 'stacks of right-hand sides');
  await near(t, wide.matmul(linalg.inv(wide)), np.eye(70), 'A A⁻¹ by halves');
  t.same(linalg.solve(np.zeros([0, 0], 'complex128'), np.zeros([0, 2])).shape, [0, 2]);
  t.equal(linalg.solve(a.astype('complex64'), b.astype('complex64')).dtype.name, 'complex64');
  t.equal(linalg.solve(a.astype('complex64'), b).dtype.name, 'complex128');
  t.equal(linalg.inv(a.astype('complex64')).dtype.name, 'complex64');
  const [fro, nuc] = [linalg.norm(a.slice(0)), linalg.norm(a.slice(0), 'nuc')];
  const s = linalg.svdvals(a.slice(0));
  await near(t, fro, np.sqrt(s.multiply(s).sum()), 'the root of the sum of squares');
  await near(t, nuc, s.sum(), 'nuclear');
  await near(t, linalg.cond(a.slice(0)), s.slice(0).divide(s.slice(-1)), 'condition');
  await near(t, linalg.vectorNorm(v), np.sqrt(np.real(np.vdot(v, v))), 'of a vector');
  await near(t, np.linalg.multiDot([a.slice(0), b, b.T]), a.slice(0).matmul(b).matmul(b.T), 'multiDot');
});

t.test('least squares', async (t) => {
  const [a, b] = [random(6, 3), random(6, 2)];
  const { x, rank, residuals } = linalg.lstsq(a, b);
  const rest = np.subtract(b, a.matmul(x));
  await near(t, adjoint(a).matmul(rest), 0, 'what is left is at right angles');
  await near(t, residuals, np.square(np.abs(rest)).sum({ axis: 0 }), 'residuals');
  t.equal(await rank.item(), 3);
  t.same(linalg.lstsq(a, random(6)).x.shape, [3]);
});
