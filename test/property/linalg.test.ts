/**
 * Laws of `linalg` on random matrices of random sizes: what a factorization is multiplied back to, its shape, and what it does with matrices
 * that are singular, badly scaled or not finite. Nothing is compared with a second implementation.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { ArgumentError } from '../../lib/base/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { matrices, type Sort, worst } from '../support/matrices.js';
import { seeds } from '../support/seeds.js';

const { linalg } = np;
const SORTS: readonly Sort[] = ['float64', 'float32', 'complex128', 'complex64'];

/** Units of rounding that a result of n rows may be off, of the largest element. */
function bound(sort: Sort, n: number): number {
  return (sort === 'float64' || sort === 'complex128' ? 2 ** -52 : 2 ** -23) * 60 * (n + 4);
}

for (const seed of seeds(6)) {
  for (const sort of SORTS) {
    t.test(`eig, seed ${seed}, ${sort}`, async (t) => {
      const random = matrices(seed, sort);
      const n = random.size(0, 40);
      const a = random.square(n);
      const { eigenvalues: w, eigenvectors: v } = linalg.eig(a);
      t.same(w.shape, [n]);
      t.same(v.shape, [n, n]);
      const scale = await worst(a);
      const off = await worst(
        np.subtract(np.matmul(random.wide(a), random.wide(v)), np.multiply(random.wide(v), random.wide(w))),
      );
      t.ok(off <= bound(sort, n) * scale * 4, `A V - V W is ${off} where the largest element is ${scale}`);
      t.ok((await worst(np.subtract(np.linalg.norm(v, { axis: 0 }), 1))) <= bound(sort, n), 'vectors have length 1');
      if (sort === 'float64' && loadAddon() !== null) {
        const values = (await w.tolist()) as unknown as { re: number; im: number }[];
        const key = ({ re, im }: { re: number; im: number }): string => `${re} ${Math.abs(im)}`;
        const odd = values.filter((x) => x.im !== 0 && values.filter((y) => y.im === -x.im && key(y) === key(x)).length === 0);
        t.same(odd, [], 'the addon has eigenvalues of real matrices in conjugate pairs, to the bit');
      }
    });
  }

  t.test(`eigvals of a badly scaled matrix, seed ${seed}`, async (t) => {
    const random = matrices(seed, 'float64');
    const n = random.size(2, 12);
    const a = random.square(n);
    const by = Float64Array.from({ length: n }, () => 2 ** random.size(-40, 40));
    const scaled = np.multiply(np.multiply(np.expandDims(np.asarray(by), 1), a), np.divide(1, np.asarray(by)));
    const [plain, found] = await Promise.all([sorted(linalg.eigvals(a)), sorted(linalg.eigvals(scaled))]);
    plain.forEach(([re, im], i) => {
      t.ok(Math.hypot(re - found[i][0], im - found[i][1]) < 1e-7, `${re} + ${im}i as ${found[i].join(' + ')}i`);
    });
  });
}

/** By real parts, then imaginary ones, to so many digits that conjugates stay in order. */
async function sorted(w: np.NDArray): Promise<number[][]> {
  const values = (await w.tolist()) as unknown as { re: number; im: number }[];
  return values.map(({ re, im }) => [re, im]).sort((x, y) => Math.round((x[0] - y[0]) * 1e6) || x[1] - y[1]);
}

t.test('eig of matrices without enough eigenvectors', async (t) => {
  for (const n of [2, 5, 20]) {
    const jordan = np.add(np.multiply(np.eye(n), 3), np.eye(n, { k: 1 }));
    const { eigenvalues, eigenvectors } = linalg.eig(jordan);
    t.ok((await worst(np.subtract(eigenvalues, 3))) === 0, `${n} times 3`);
    t.ok(await np.all(np.isfinite(np.abs(eigenvectors))).item(), 'vectors are finite');
  }
});

t.test('matrices that are not finite', async (t) => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    for (const sort of ['float64', 'complex128'] as const) {
      const a = np.asarray(
        [
          [1, 2],
          [bad, 4],
        ],
        { dtype: sort },
      );
      for (const read of [() => linalg.eig(a).eigenvalues, () => linalg.eigvals(a)])
        await t.rejects(() => Promise.resolve(read().data()), ArgumentError, `${bad} of ${sort}`);
    }
  }
});
