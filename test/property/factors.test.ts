/**
 * Laws of the factorizations of `linalg`: random matrices of random sizes, some of them in stacks, with rows that depend on others, of very large and very
 * small elements, and with elements that are not finite.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { ArgumentError } from '../../lib/base/index.js';
import { type Matrices, matrices, type Sort, worst } from '../support/matrices.js';
import { seeds } from '../support/seeds.js';

const { linalg } = np;
const SORTS: readonly Sort[] = ['float64', 'float32', 'complex128', 'complex64'];
const epsilon = (sort: Sort): number => (sort === 'float64' || sort === 'complex128' ? 2 ** -52 : 2 ** -23);
/** Units of rounding of the largest element that a product of factors may be off. */
const bound = (sort: Sort, size: number): number => epsilon(sort) * 20 * (size + 4);

const adjoint = (x: np.NDArray): np.NDArray => np.conj(np.matrixTranspose(x));
const times = (...factors: np.NDArray[]): np.NDArray => factors.reduce((a, b) => np.matmul(a, b));

/** A test's random matrices, and its two assertions. */
interface Law {
  readonly random: Matrices;
  readonly sort: Sort;
  /** Whether two arrays are as good as equal, by the largest element of the second. */
  close(found: np.NDArray, expected: np.NDArray, what: string, more?: number): Promise<void>;
  /** Whether columns are orthonormal. */
  orthonormal(q: np.NDArray, what: string): Promise<void>;
}

type Law1 = (law: Law) => Promise<void>;

const laws: Readonly<Record<string, Law1>> = {
  qr: async ({ random, close, orthonormal }) => {
    const a = shaped(random, 0, 90);
    for (const mode of ['reduced', 'complete'] as const) {
      const { q, r } = linalg.qr(a, { mode });
      await close(times(random.wide(q), random.wide(r)), random.wide(a), `Q R, ${mode}, ${a.shape.join(' x ')}`);
      await orthonormal(random.wide(q), `Q, ${mode}`);
      await close(np.tril(r, { k: -1 }), np.zerosLike(r), 'R is triangular');
    }
  },
  svd: async ({ random, close, orthonormal }) => {
    const a = shaped(random, 0, 70);
    for (const fullMatrices of [false, true]) {
      const { u, s, vh } = linalg.svd(a, { fullMatrices });
      const size = s.shape[0];
      const scaled = np.multiply(random.wide(u).slice(':', `:${size}`), random.wide(s));
      await close(times(scaled, random.wide(vh).slice(`:${size}`)), random.wide(a), `U S V, ${a.shape.join(' x ')}`);
      await orthonormal(random.wide(u), 'U');
      await orthonormal(adjoint(random.wide(vh)), 'V');
      await close(np.sort(s), np.flip(s), 'values descend');
      await close(linalg.svdvals(a), s, 'the values alone', 4);
    }
  },
  eigh: async ({ random, close, orthonormal }) => {
    const b = random.square(random.size(0, 80));
    const a = np.add(b, adjoint(b));
    const { eigenvalues, eigenvectors } = linalg.eigh(a);
    const v = random.wide(eigenvectors);
    await close(times(v, np.multiply(np.expandDims(random.wide(eigenvalues), 1), adjoint(v))), random.wide(a), 'V W Vᴴ');
    await orthonormal(v, 'V');
    await close(linalg.eigvalsh(a), eigenvalues, 'the values alone', 4);
  },
  cholesky: async ({ random, sort, close }) => {
    const n = random.size(0, 90);
    const b = random.square(n);
    const eye = np.astype(np.multiply(np.eye(n), n), sort);
    const a = np.add(times(b, adjoint(b)), eye);
    const l = random.wide(linalg.cholesky(a));
    await close(times(l, adjoint(l)), random.wide(a), 'L Lᴴ');
    await close(np.triu(l, { k: 1 }), np.zerosLike(l), 'L is triangular');
  },
  lu: async ({ random, close }) => {
    const a = shaped(random, 0, 100);
    const { p, l, u } = linalg.lu(a);
    await close(times(random.wide(p), random.wide(l), random.wide(u)), random.wide(a), `P L U, ${a.shape.join(' x ')}`, 4);
    const size = Math.min(...a.shape);
    await close(np.triu(l, { k: 1 }), np.zerosLike(l), 'L is triangular');
    await close(np.diagonal(l), np.ones(size), 'with ones on its diagonal');
    await close(np.tril(u, { k: -1 }), np.zerosLike(u), 'U is triangular');
    if (l.size > 0) t.ok((await worst(l)) <= 1.5, 'pivots are the largest of their columns');
  },
  solve: async ({ random, close }) => {
    const n = random.size(1, 90);
    const a = np.add(random.square(n), np.multiply(np.eye(n), 4));
    const b = random.matrix(n, random.size(1, 5));
    await close(times(random.wide(a), random.wide(linalg.solve(a, b))), random.wide(b), 'A x', 8 * n);
    await close(times(random.wide(a), random.wide(linalg.inv(a))), np.eye(n), 'A A⁻¹', 8 * n);
    const { sign, logabsdet } = linalg.slogdet(a);
    const det = np.multiply(random.wide(sign), np.exp(random.wide(logabsdet)));
    await close(random.wide(linalg.det(a)), det, 'the determinant by its logarithm', 4 * n);
  },
  triangular: async ({ random, close }) => {
    const n = random.size(1, 90);
    const a = np.add(np.divide(random.square(n), n), np.eye(n));
    const b = random.matrix(n, random.size(1, 5));
    for (const lower of [false, true]) {
      for (const unitDiagonal of [false, true]) {
        const triangle = lower ? np.tril(random.wide(a)) : np.triu(random.wide(a));
        const diagonal = np.multiply(np.eye(n), unitDiagonal ? np.subtract(1, np.diagonal(triangle)) : 0);
        const x = linalg.solveTriangular(a, b, { lower, unitDiagonal });
        await close(times(np.add(triangle, diagonal), random.wide(x)), random.wide(b), `T x, ${lower}, ${unitDiagonal}`, 4);
        const z = linalg.solveTriangular(a, b, { lower, unitDiagonal, trans: 'C' });
        await close(times(adjoint(np.add(triangle, diagonal)), random.wide(z)), random.wide(b), 'Tᴴ x', 4);
      }
    }
  },
  expm: async ({ random, close }) => {
    const n = random.size(1, 50);
    const a = np.multiply(random.square(n), 1 / Math.sqrt(n));
    const [up, down] = [random.wide(linalg.expm(a)), random.wide(linalg.expm(np.negative(a)))];
    await close(times(up, down), np.eye(n), 'e^A e^-A', 100);
    await close(random.wide(linalg.expm(np.multiply(a, 2))), times(up, up), 'e^2A', 100);
  },
  'lstsq and pinv': async ({ random, sort, close }) => {
    const [m, n, rank] = [random.size(1, 60), random.size(1, 20), random.size(1, 20)];
    const inner = Math.min(m, n, rank);
    const a = times(random.matrix(m, inner), random.matrix(inner, n));
    const b = random.matrix(m, 2);
    const found = linalg.lstsq(a, b, { rcond: epsilon(sort) * 1000 });
    t.equal(Number(await found.rank.item()), inner, 'the rank');
    const wide = random.wide(a);
    const residual = np.subtract(times(wide, random.wide(found.x)), random.wide(b));
    const scale = Number(await worst(found.s)) * (Number(await worst(found.x)) + 1);
    t.ok((await worst(times(adjoint(wide), residual))) <= scale * bound(sort, m) * 100, 'what is left is at right angles to A');
    const p = random.wide(linalg.pinv(a, { rcond: epsilon(sort) * 1000 }));
    const size = Number(await worst(p)) * Number(await worst(found.s)) + 1;
    await close(times(wide, p, wide), wide, 'A A⁺ A', size * 100);
    await close(times(p, wide, p), p, 'A⁺ A A⁺', size * 100);
  },
};

/** A matrix of random sizes, or one whose rows and columns depend on each other, or of very large or small elements. */
function shaped(random: Matrices, least: number, most: number): np.NDArray {
  const [m, n] = [random.size(least, most), random.size(least, most)];
  const kind = random.size(0, 3);
  if (kind === 0 && m > 0 && n > 0) {
    const inner = random.size(1, Math.min(m, n));
    return times(random.matrix(m, inner), random.matrix(inner, n));
  }
  return kind === 1
    ? np.multiply(random.matrix(m, n), 1e-30)
    : kind === 2
      ? np.multiply(random.matrix(m, n), 1e30)
      : random.matrix(m, n);
}

for (const seed of seeds(4)) {
  for (const sort of SORTS) {
    for (const [name, law] of Object.entries(laws)) {
      t.test(`${name}, seed ${seed}, ${sort}`, async (t) => {
        const close: Law['close'] = async (found, expected, what, more = 1) => {
          t.same(found.shape, expected.shape, what);
          const [off, scale] = [await worst(np.subtract(found, expected)), (await worst(expected)) || 1];
          t.ok(off <= scale * more * bound(sort, Math.max(0, ...found.shape)), `${what}: ${off} off at ${scale}`);
        };
        const orthonormal: Law['orthonormal'] = (q, what) =>
          close(times(adjoint(q), q), np.eye(q.shape[1]), `${what} has orthonormal columns`);
        await law({ random: matrices(seed, sort), sort, close, orthonormal });
      });
    }
  }
}

t.test('elements whose squares overflow or vanish', async (t) => {
  for (const sort of ['float64', 'complex128'] as const) {
    for (const size of [1e-300, 1e-200, 1e200, 1e300]) {
      const random = matrices(7, sort);
      const plain = random.square(12);
      const a = np.multiply(plain, size);
      const { q, r } = linalg.qr(a);
      const off = np.subtract(times(q, np.divide(r, size)), plain);
      t.ok((await worst(off)) < 1e-13, `Q R of ${size} and ${sort}`);
      const values = np.divide(linalg.svdvals(a), size);
      t.ok(await np.allclose(values, linalg.svdvals(plain), { rtol: 1e-12 }).item(), `singular values of ${size} and ${sort}`);
      const found = np.divide(np.sort(np.abs(linalg.eigvals(a))), size);
      t.ok(
        await np.allclose(found, np.sort(np.abs(linalg.eigvals(plain))), { rtol: 1e-11 }).item(),
        `eigenvalues of ${size} and ${sort}`,
      );
    }
  }
});

t.test('NaN and infinity', async (t) => {
  const refused: Readonly<Record<string, (a: np.NDArray) => np.NDArray>> = {
    svd: (a) => linalg.svd(a).s,
    svdvals: (a) => linalg.svdvals(a),
    eigh: (a) => linalg.eigh(a).eigenvectors,
    eigvalsh: (a) => linalg.eigvalsh(a),
    lu: (a) => linalg.lu(a).u,
    expm: (a) => linalg.expm(a),
    solveTriangular: (a) => linalg.solveTriangular(a, np.ones(2), { lower: true }),
    pinv: (a) => linalg.pinv(a),
    lstsq: (a) => linalg.lstsq(a, np.ones(2)).x,
  };
  for (const sort of SORTS) {
    for (const bad of [Number.NaN, Number.NEGATIVE_INFINITY]) {
      const a = np.astype(
        np.asarray([
          [1, 0],
          [bad, 1],
        ]),
        sort,
      );
      for (const [name, of] of Object.entries(refused))
        await t.rejects(() => Promise.resolve(of(a).data()), ArgumentError, `${name} of ${bad}, ${sort}`);
    }
    const nan = np.astype(np.multiply(np.eye(2), Number.NaN), sort);
    t.ok(await np.any(np.isnan(np.abs(linalg.det(nan)))).item(), `the determinant of NaN is NaN, ${sort}`);
    t.ok(await np.any(np.isnan(np.abs(linalg.qr(nan).r))).item(), `R of NaN has NaN, ${sort}`);
    await t.rejects(() => Promise.resolve(linalg.cholesky(nan).data()), ArgumentError, `cholesky of NaN, ${sort}`);
  }
});
