/**
 * What becomes of the papers' programs: how many launches, which constraint placed the barriers, which arrays never exist. On the
 * native device, whose scavenges see handles that are gone; counts do not depend on processors.
 */
import t from 'tap';
import { blackScholes } from '../../../bench/app/black-scholes.js';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { type Config, createRuntime, type Runtime, type Stats, useRuntime } from '../../../lib/runtime/index.js';
import { cg, poisson2d } from '../../../lib/sparse/index.js';

const skip = loadAddon() === null && 'needs the addon: dead arrays are not found inside synchronous programs without it';
const N = 20_000; // 160 kB an array: large enough to be watched

/** Runs a program on a runtime of its own; what it returned, and what was counted meanwhile. */
async function counted<T>(config: Partial<Config>, body: (rt: Runtime) => Promise<T>): Promise<{ result: T; stats: Stats }> {
  const rt = createRuntime({ device: 'cpu', tier: 'block', tracing: 'off', plans: 'kept', ...config });
  const before = useRuntime(rt);
  try {
    const result = await body(rt);
    return { result, stats: rt.stats() };
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

t.test('Black-Scholes: 67 tasks, one launch, nothing between', { skip }, async (t) => {
  const program = async (rt: Runtime): Promise<{ tasks: number; launches: number; temporaries: number; sums: number[] }> => {
    const column = (a: number, b: number): np.NDArray => np.linspace(a, b, N);
    const inputs = [column(50, 150), column(60, 140), column(0.1, 2), column(0.01, 0.05), column(0.1, 0.5)] as const;
    // The first collection of a process may find little (seen on Node 26).
    blackScholes(...inputs, np);
    await rt.fence();
    const before = rt.stats();
    const { call, put } = blackScholes(...inputs, np);
    rt.flush();
    const after = rt.stats();
    const sums = [call.sum().itemSync(), put.sum().itemSync()].map(Number);
    return {
      tasks: after.tasks - before.tasks,
      launches: after.launches - before.launches,
      temporaries: after.temporaries.count - before.temporaries.count,
      sums,
    };
  };
  const fused = (await counted({ procs: 2 }, program)).result;
  t.equal(fused.tasks, 67);
  t.equal(fused.launches, 1);
  // The engine's registers may hold the last handle for a while.
  t.ok(fused.temporaries >= 63, `${fused.temporaries}: all but the two results`);
  const plain = (await counted({ procs: 3, fusion: false }, program)).result;
  t.equal(plain.launches, 67);
  t.same(plain.sums, fused.sums, 'the same bits');
});

t.test('the 5-point stencil of Diffuse Fig. 1: reads and multiply fuse, the aliasing write does not', { skip }, async (t) => {
  const { stats } = await counted({}, async (rt) => {
    const n = 200;
    const grid = np.zeros([n, n]);
    grid.slice(0).assign(1);
    await rt.fence();
    const before = rt.stats();
    const center = grid.slice('1:-1', '1:-1');
    const north = grid.slice(':-2', '1:-1');
    const south = grid.slice('2:', '1:-1');
    const west = grid.slice('1:-1', ':-2');
    const east = grid.slice('1:-1', '2:');
    const work = center.add(north).add(south).add(west).add(east).multiply(0.2);
    center.assign(work);
    rt.flush();
    const after = rt.stats();
    t.equal(after.tasks - before.tasks, 6);
    t.equal(after.launches - before.launches, 2, 'the sum with its product, then the write');
    t.equal((after.barriers.anti ?? 0) - (before.barriers.anti ?? 0), 1, 'the write is kept apart by an anti dependence');
    const [row] = (await grid.slice(1).tolist()) as number[];
    t.equal(row, 0);
    t.equal(await grid.slice(1, 5).item(), 0.2);
  });
  t.ok(stats.tasks > 6);
});

t.test('CG: launches an iteration', { skip }, async (t) => {
  const A = 150;
  const run = (config: Partial<Config>) =>
    counted(config, async (rt) => {
      const matrix = poisson2d(A);
      const b = np.ones([A * A]);
      await rt.fence();
      const before = rt.stats();
      const { iterations, x } = await cg(matrix, b, { tol: 1e-6 });
      const after = rt.stats();
      return { iterations, launches: (after.launches - before.launches) / iterations, sum: Number(await x.sum().item()) };
    });
  const fused = (await run({ procs: 2 })).result;
  const plain = (await run({ procs: 1, fusion: false })).result;
  t.ok(fused.launches <= 4.1, `${fused.launches.toFixed(2)} launches an iteration (the paper: 4.1)`);
  t.ok(plain.launches > 4 * fused.launches, `${plain.launches.toFixed(2)} unfused (the paper: 12.1)`);
  t.equal(fused.sum, plain.sum, 'the same bits');
  t.equal(fused.iterations, plain.iterations);
});

t.test('thousands of results in one window: no kernel has more arrays than the tiers take', { skip }, async (t) => {
  const { result, stats } = await counted({ window: 4096 }, async () => {
    const kept = [np.ones([100])];
    for (let i = 1; i < 2400; i++) kept.push(kept[i - 1].add(1));
    return np.stack(kept).sum({ axis: 1 }).tolist();
  });
  t.same(
    result,
    Array.from({ length: 2400 }, (_, i) => 100 * (i + 1)),
  );
  t.ok(stats.barriers.size >= 2, 'groups ended by their size');
});
