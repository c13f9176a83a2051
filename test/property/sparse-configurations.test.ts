/** Products and solvers have the same bits for any number of processors, any grain, fused or not, in both native tiers. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { float32 } from '../../lib/dtype/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { type Config, createRuntime, useRuntime } from '../../lib/runtime/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { banded, definiteMatrix, randomMatrix, randomVector } from '../support/sparse.js';

const skip = loadAddon() === null ? 'the addon is not built' : false;

const configurations: readonly Partial<Config>[] = [
  { procs: 1 },
  { procs: 3, grain: 64 },
  { procs: 4, grain: 16, fusion: false },
  { procs: 2, grain: 256, window: 7 },
  { procs: 2, tracing: 'off', inline: false },
  { procs: 2, tier: 'block' },
  { procs: 2, tier: 'c' },
  { procs: 2, scavenge: false },
  { procs: 2, memories: 2 },
  { procs: 3, grain: 64, plans: 'auto' },
  { device: 'js' },
];

/** Runs `work` on a runtime of its own. */
async function under<T>(config: Partial<Config>, work: () => Promise<T>): Promise<T> {
  const rt = createRuntime({ device: 'cpu', plans: 'kept', ...config });
  const before = useRuntime(rt);
  try {
    return await work();
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

async function results(): Promise<number[][]> {
  const wide = randomMatrix(3000, 500, 7, 11);
  const definite = definiteMatrix(150, 12);
  const x = np.asarray(randomVector(500, 13));
  const y = sparse.csrArray(wide).matmul(x.multiply(3));
  const stencil = sparse.csrArray(banded(5000, 5000, [-70, -1, 0, 1, 70], 15));
  const v = np.asarray(randomVector(5000, 16));
  const z = stencil.matmul(v);
  const single = stencil.astype(float32).matmul(v.astype('float32'));
  const sums = [y.sum(), y.multiply(y).sum(), z.multiply(v).sum(), single.sum()];
  const b = np.asarray(randomVector(150, 14));
  const A = sparse.csrArray(definite);
  const cg = await sparse.cg(A, b, { tol: 1e-10, checkEvery: 3 });
  const bicgstab = await sparse.bicgstab(A, b, { tol: 1e-10, M: (r) => r.divide(A.diagonal()) });
  const lists = await Promise.all([y, cg.x, bicgstab.x, z, single].map((v) => v.data()));
  const numbers = await Promise.all(sums.map((v) => v.item()));
  return [...lists.map((l) => Array.from(l, Number)), numbers.map(Number), [...cg.residuals], [...bicgstab.residuals]];
}

t.test('one answer', { skip }, async (t) => {
  const [first, ...others] = configurations;
  const expected = await under(first, results);
  t.ok(expected.every((list) => list.every(Number.isFinite)));
  for (const config of others) {
    const got = await under(config, results);
    got.forEach((list, k) => {
      const at = list.findIndex((v, i) => !Object.is(v, expected[k][i]));
      t.equal(at, -1, `${JSON.stringify(config)}: result ${k}`);
      t.equal(list.length, expected[k].length);
    });
  }
});
