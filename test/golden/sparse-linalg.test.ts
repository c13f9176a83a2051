/** `sparse.linalg` against SciPy's answers (numpy/sparse-linalg.json, which numpy/sparse-linalg.py writes). */
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import * as sparse from '../../lib/sparse/index.js';

interface Case {
  readonly kind: string;
  readonly n: number;
  readonly data: number[];
  readonly indices: number[];
  readonly indptr: number[];
  readonly b: number[];
  readonly spsolve: number[];
  readonly transposed: number[];
  readonly norms: Readonly<Record<string, number>>;
  readonly lsqr: number[];
  readonly svds: number[];
  readonly near?: number[];
}
type Which = 'LM' | 'SM' | 'LA' | 'SA';

const { cases } = JSON.parse(readFileSync('test/golden/numpy/sparse-linalg.json', 'utf8')) as {
  cases: (Case & Partial<Record<Which, number[]>>)[];
};
const { linalg } = sparse;
const orders: Readonly<Record<string, number | 'fro'>> = {
  fro: 'fro',
  1: 1,
  '-1': -1,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

for (const given of cases) {
  t.test(`${given.kind}, ${given.n} unknowns`, async (t) => {
    const { n, data, indices, indptr } = given;
    const A = sparse.csrArray({ data, indices, indptr, shape: [n, n] });
    const b = np.asarray(given.b);
    const same = async (what: string, found: np.NDArray, expected: readonly number[] | number): Promise<void> => {
      t.ok(await np.allclose(found, expected, { rtol: 1e-8, atol: 1e-9 }).item(), what);
    };
    await same('spsolve', linalg.spsolve(A, b), given.spsolve);
    await same('splu, transposed', (await linalg.splu(A)).solve(b, { trans: true }), given.transposed);
    for (const name of ['gmres', 'bicg'] as const) await same(name, (await linalg[name](A, b, { tol: 1e-12 })).x, given.spsolve);
    for (const [name, value] of Object.entries(given.norms))
      await same(`norm ${name}`, linalg.norm(A, { ord: orders[name] }), value);
    await same('norm 2', await linalg.norm(A, { ord: 2 }), given.svds[0]);
    await same('lsqr', (await linalg.lsqr(A, b, { damp: 0.5, atol: 1e-13, btol: 1e-13 })).x, given.lsqr);
    await same('svds', (await linalg.svds(A, { k: 3 })).s, given.svds);
    for (const which of ['LM', 'SM', 'LA', 'SA'] as const) {
      const expected = given[which];
      if (expected !== undefined) await same(`eigsh ${which}`, (await linalg.eigsh(A, { k: 3, which })).eigenvalues, expected);
    }
    if (given.near !== undefined)
      await same('eigsh near 1.5', (await linalg.eigsh(A, { k: 2, sigma: 1.5 })).eigenvalues, given.near);
    if (given.kind !== 'general') await same('minres', (await linalg.minres(A, b, { tol: 1e-12 })).x, given.spsolve);
  });
}
