/** Some eigenvalues of matrices that are not symmetric, of complex ones and of pencils, against all of the dense ones. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { randomMatrix } from '../../support/sparse.js';

const { linalg } = sparse;
type Number2 = { readonly re: number; readonly im: number };
const valuesOf = async (x: np.NDArray): Promise<Number2[]> =>
  (await x.astype('complex128' as never).tolist()) as unknown as Number2[];

/** A real matrix, and a complex one. */
function matrices(n: number, seed: number): sparse.CsrArray[] {
  const real = sparse.csrArray(randomMatrix(n, n, 5, seed));
  const other = sparse.csrArray(randomMatrix(n, n, 4, seed + 1));
  return [real, real.add(other.multiply({ re: 0, im: 1 }))];
}

/** The greatest element of A X - B X diag(w). */
async function residual(A: sparse.CsrArray, pairs: sparse.linalg.SomeEigenpairs, M?: sparse.CsrArray): Promise<number> {
  const { eigenvalues, eigenvectors } = pairs;
  const right = M === undefined ? eigenvectors : M.matmul(eigenvectors);
  return Number(await np.max(np.abs(A.matmul(eigenvectors).subtract(right.multiply(eigenvalues)))).item());
}

/** How much of a value counts for an order. */
const SIZES: Readonly<Record<string, (value: Number2, isReal: boolean) => number>> = {
  M: ({ re, im }) => Math.hypot(re, im),
  R: ({ re }) => re,
  I: ({ im }, isReal) => (isReal ? Math.abs(im) : im),
};

t.test('eigenvalues are those of the dense matrix, and vectors belong to them', async (t) => {
  for (const [n, k] of [
    [4, 2],
    [24, 4],
  ] as const) {
    for (const A of matrices(n, n)) {
      const isReal = A.dtype.kind === 'float';
      const all = await valuesOf(np.linalg.eigvals(A.toDense()));
      for (const which of ['LM', 'SR', 'LI'] as const) {
        const found = await linalg.eigs(A, { k, which, ncv: Math.min(n, 16) });
        const size = (value: Number2): number => (which === 'SR' ? -1 : 1) * SIZES[which[1]](value, isReal);
        const wanted = all.map(size).sort((a, b) => b - a);
        const what = `${which}, ${k} of ${n}, ${A.dtype.name}`;
        const sizes = (await valuesOf(found.eigenvalues)).map(size);
        t.ok(await np.allclose(sizes, wanted.slice(0, k), { rtol: 1e-8, atol: 1e-8 }).item(), what);
        t.ok((await residual(A, found)) < 1e-8, `${what}: vectors`);
        t.ok(await np.allclose(np.linalg.norm(found.eigenvectors, { axis: 0 }), 1, { rtol: 1e-10 }).item(), `${what}: lengths`);
      }
      for (const sigma of [0.3, { re: -0.2, im: 0.7 }]) {
        const at = typeof sigma === 'number' ? { re: sigma, im: 0 } : sigma;
        const away = ({ re, im }: Number2): number => Math.hypot(re - at.re, im - at.im);
        const found = await linalg.eigs(A, { k, sigma });
        const wanted = all.map(away).sort((a, b) => a - b);
        const near = (await valuesOf(found.eigenvalues)).map(away);
        t.ok(await np.allclose(near, wanted.slice(0, k), { rtol: 1e-8, atol: 1e-8 }).item(), `near ${JSON.stringify(sigma)}`);
        t.ok((await residual(A, found)) < 1e-7);
      }
    }
  }
});

t.test('Hermitian matrices, both ends, and singular values of complex matrices', async (t) => {
  const [, A] = matrices(24, 3);
  const H = A.add(A.H);
  const all = (await np.linalg.eigvalsh(H.toDense()).tolist()) as number[];
  const found = await linalg.eigsh(H, { k: 5, which: 'BE' });
  t.ok(await np.allclose(found.eigenvalues, [...all.slice(0, 2), ...all.slice(-3)], { rtol: 1e-9 }).item());
  t.equal(found.eigenvalues.dtype, np.float64);
  t.ok((await residual(H, found)) < 1e-8);
  const [u, s, vh] = await linalg.svds(A, { k: 3 });
  t.ok(await np.allclose(s, np.linalg.svdvals(A.toDense()).slice(':3'), { rtol: 1e-9 }).item());
  t.ok(await np.allclose(A.matmul(np.conj(vh.T)), u.multiply(s), { atol: 1e-8 }).item());
  for (const system of [A, A.toDense(), linalg.aslinearoperator(A)])
    t.ok(await np.allclose(await linalg.svds(system, { k: 3, returnSingularVectors: false }), s).item());
  const dense = A.real.toDense();
  t.ok(await np.allclose((await linalg.svds(dense, { k: 2 })).s, np.linalg.svdvals(dense).slice(':2')).item());
});

t.test('pencils: vectors are of length 1 in the inner product of M', async (t) => {
  const n = 22;
  const [A, C] = matrices(n, 8);
  const M = sparse.eye(n).multiply(2).add(A.T.matmul(A).multiply(0.1));
  const definite = sparse.eye(n).multiply(9).add(A.add(A.T));
  for (const [H, options] of [
    [A.add(A.T), { which: 'LA' }],
    [C.add(C.H), { sigma: 0.1 }],
    [A.add(A.T), { sigma: -0.2, mode: 'cayley' }],
  ] as const) {
    const found = await linalg.eigsh(H, { k: 3, M, ...options });
    t.ok((await residual(H, found, M)) < 1e-8);
    const gram = np.conj(found.eigenvectors.T).matmul(M.matmul(found.eigenvectors));
    t.ok(await np.allclose(gram, np.eye(3), { atol: 1e-9 }).item());
  }
  const buckling = await linalg.eigsh(definite, { k: 2, M: A.add(A.T), sigma: 5, mode: 'buckling' });
  t.ok((await residual(definite, buckling, A.add(A.T))) < 1e-7);
  t.ok((await residual(C, await linalg.eigs(C, { k: 3, M }), M)) < 1e-8);
  const Minv = await linalg.splu(M);
  const inverse = linalg.linearOperator({ shape: [n, n], matvec: (x) => Minv.solve(x) });
  t.ok((await residual(A, await linalg.eigs(A, { k: 3, M, Minv: inverse }), M)) < 1e-8);
  const shifted = await linalg.splu(A.subtract(sparse.eye(n)));
  const OPinv = linalg.linearOperator({ shape: [n, n], matvec: (x) => shifted.solve(x) });
  const operator = linalg.linearOperator({ shape: [n, n], matvec: (x) => A.matmul(x) });
  const near = await linalg.eigs(operator, { k: 2, sigma: 1, OPinv, returnEigenvectors: false });
  t.ok(await np.allclose(near, await linalg.eigs(A, { k: 2, sigma: 1, returnEigenvectors: false })).item());
});

t.test('an invariant space, and Jordan blocks, whose eigenvectors coincide', async (t) => {
  t.ok(await np.allclose(await linalg.eigs(sparse.eye(30), { k: 4, returnEigenvectors: false }), 1).item());
  const blocks = sparse.blockDiag([
    sparse.csrArray([
      [3, 1],
      [0, 3],
    ]),
    sparse.eye(40),
  ]);
  const values = await linalg.eigs(blocks, { k: 2, returnEigenvectors: false });
  t.ok(await np.allclose(values, 3, { rtol: 1e-6 }).item());
});

t.test('mistakes', async (t) => {
  const A = sparse.poisson1d(10);
  await t.rejects(linalg.eigs(A, { k: 10 }), { message: /^eigs: k must be below 10/ });
  await t.rejects(linalg.eigs(A, { k: 3, ncv: 4 }), { message: 'eigs: ncv must be at least k + 2, 5, got 4' });
  await t.rejects(linalg.eigs(A, { OPinv: A }), { message: 'eigs: OPinv goes with sigma' });
  await t.rejects(linalg.eigs(A, { Minv: A }), { message: 'eigs: Minv goes with M, without sigma' });
  await t.rejects(linalg.eigsh(A, { mode: 'cayley' }), { message: "eigsh: mode 'cayley' goes with sigma" });
  await t.rejects(linalg.eigs(A, { M: sparse.eye(3) }), { message: /^eigs: M must be of A's shape \(10, 10\)/ });
  await t.rejects(linalg.eigs(sparse.eye(8).multiply(2), { sigma: 2 }), {
    message: /^eigs: no inverse to work with: .*singular/,
  });
  await t.rejects(linalg.eigs(A, { v0: np.ones([10]).astype('complex128' as never) }), { message: /^eigs: v0 must be real/ });
  await t.rejects(linalg.eigs(A.multiply(Number.NaN)), { name: 'ArgumentError', message: /not finite/ });
});
