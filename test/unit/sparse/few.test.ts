/** Conjugate gradients of few unknowns without arrays: bit for bit what `cg` finds, or nothing. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { compress, FEW, solveFew } from '../../../lib/sparse/host.js';
import * as sparse from '../../../lib/sparse/index.js';
import fc from '../../support/seeded.js';

type Entry = readonly [row: number, col: number, value: number];

/** Both solvers' answers for b of ones; `few` is null where the small one leaves it to `cg`. */
async function both(n: number, entries: readonly Entry[], bounds: { tol: number; atol: number; maxiter?: number }) {
  const [row, col] = [0, 1].map((k) => Int32Array.from(entries, (entry) => entry[k]));
  const value = Float64Array.from(entries, (entry) => entry[2]);
  const few = solveFew(compress({ shape: [n, n], row, col, value }), new Float64Array(n).fill(1), bounds);
  const A = sparse.csrArray({ row: [...row], col: [...col], data: [...value], shape: [n, n] });
  const { iterations, residuals, trueResidual, converged } = await sparse.cg(A, np.ones([n]), bounds);
  return { few, cg: { iterations, residuals, trueResidual }, converged };
}

const tolerance = fc.constantFrom(1e-3, 1e-8, 1e-12);
const value = fc.double({ min: -1, max: 1, noNaN: true });
/** Sizes about the lanes of a fold, and about its run. */
const size = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1000, FEW - 1, FEW));

/** Entries in pairs, so that the matrix is symmetric; some at one place. */
const system = size.chain((n) => {
  const index = fc.integer({ min: 0, max: n - 1 });
  const pairs = fc.array(fc.tuple(index, index, value), { maxLength: 120 });
  return pairs.map((list) => ({ n, entries: list.flatMap(([i, j, x]): Entry[] => [[i, j, x], [j, i, x]]) })); // biome-ignore format: pairs
});

t.test('definite systems are solved, with the bits of cg', async (t) => {
  await fc.assert(
    fc.asyncProperty(system, tolerance, async ({ n, entries }, tol) => {
      const sums = new Float64Array(n).fill(0.5);
      for (const [i, , x] of entries) sums[i] += Math.abs(x);
      const dominant = [...entries, ...Array.from(sums, (x, i): Entry => [i, i, 2 * x])];
      const { few, cg, converged } = await both(n, dominant, { tol, atol: 0 });
      t.ok(converged);
      t.strictSame(few, cg);
    }),
    { numRuns: 40 },
  );
});

t.test('of any other system it says nothing, or what cg says', async (t) => {
  let left = 0;
  await fc.assert(
    fc.asyncProperty(system, tolerance, fc.integer({ min: 0, max: 50 }), async ({ n, entries }, tol, maxiter) => {
      const { few, cg, converged } = await both(n, entries, { tol, atol: 0, maxiter });
      if (few === null) left++;
      else t.strictSame([few, true], [cg, converged]);
    }),
    { numRuns: 40 },
  );
  t.ok(left > 0, 'some are left to cg');
  const bounds = { tol: 0, atol: 1e9 };
  const { few, cg } = await both(2, [[0, 0, 1]], bounds);
  t.strictSame([few, few?.iterations], [cg, 0], 'nothing to do');
});
