/** Images over separate memories (thesis 3.1.3, 3.2.4): only what the values of a structure point at is copied. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { IndexError } from '../../../../lib/base/index.js';
import { loadAddon } from '../../../../lib/native/index.js';
import { type Config, createRuntime, type Runtime } from '../../../../lib/runtime/index.js';
import * as sparse from '../../../../lib/sparse/index.js';
import { verify } from '../../../../lib/spy/index.js';
import { onRuntime } from '../../../support/on-runtime.js';
import { spied } from '../../../support/spied.js';

const JS: Partial<Config> = { device: 'js', procs: 1, grain: 1, tracing: 'off' };
const DEVICES: Partial<Config>[] =
  loadAddon() === null ? [JS] : [JS, { device: 'cpu', tier: 'block', procs: 2, grain: 1, tracing: 'off' }];

const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T | Promise<T>): Promise<T> =>
  onRuntime(createRuntime(config), body);

/** Bytes copied while `body` runs. */
async function copied(rt: Runtime, body: () => void | Promise<void>): Promise<number> {
  const before = rt.stats().copiedBytes ?? 0;
  await body();
  rt.flush();
  return (rt.stats().copiedBytes ?? 0) - before;
}

const some = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => Math.sin(i * 12.9898) + 2);
const N = 64;
const LINE = 8 * N;

t.test('conjugate gradients copy one grid line a neighbour and iteration, and a few scalars', async (t) => {
  for (const config of DEVICES) {
    for (const memories of [2, 4]) {
      const bytes = await on({ ...config, procs: memories, memories }, async (rt) => {
        const a = sparse.poisson2d(N);
        const b = np.asarray(some(N * N));
        const of = (maxiter: number): Promise<number> =>
          copied(rt, async () => {
            await sparse.cg(a, b, { maxiter, tol: 0 });
          });
        await of(3);
        const short = await of(10);
        return ((await of(20)) - short) / 10;
      });
      const lines = 2 * (memories - 1);
      const scalars = bytes - lines * LINE;
      t.ok(scalars >= 0 && scalars < 300, `${config.device}, ${memories} memories: ${bytes} bytes an iteration, ${lines} lines`);
    }
  }
});

t.test("the matrix's parts stay where its rows are", async (t) => {
  const bytes = await on({ ...JS, memories: 2 }, (rt) => {
    const a = sparse.poisson2d(N);
    const x = np.asarray(some(N * N));
    return copied(rt, () => {
      a.matmul(x).dataSync();
    });
  });
  const rows = N * N * 4 + 8;
  const half = (a: number): number => a * (N * N * 5 + N * 4) * 0.5;
  t.ok(bytes < rows + half(12) + 8 * N * N, `${bytes} bytes at first: half of the matrix and of the vector`);
});

t.test('the power iteration of thesis 3.2.4 on the libraries: one-line halos from the third iteration on', async (t) => {
  const counts = await on({ ...JS, memories: 2 }, async (rt) => {
    const a = sparse.poisson2d(N);
    let x = np.asarray(some(N * N));
    const counts: { copies: number; bytes: number }[] = [];
    for (let i = 0; i < 6; i++) {
      const before = rt.stats();
      const old = x;
      x = np.scope(() => {
        const y = a.matmul(old);
        return y.divide(np.linalg.vectorNorm(y));
      });
      rt.flush();
      old.dispose();
      const { copies = 0, copiedBytes = 0 } = rt.stats();
      counts.push({ copies: copies - (before.copies ?? 0), bytes: copiedBytes - (before.copiedBytes ?? 0) });
    }
    return counts;
  });
  t.ok(counts[0].bytes > 10 * LINE, 'at first rows are spread over the memories');
  const [steady] = counts.slice(2);
  for (const count of counts.slice(2)) t.same(count, steady);
  t.ok(steady.bytes - 2 * LINE < 100 && steady.bytes >= 2 * LINE, `${steady.bytes} bytes: two lines, partial sums, the norm`);
});

t.test('gathers, products and structures that change have the bits that one memory gives', async (t) => {
  const program = async (): Promise<number[][]> => {
    const n = 3600;
    const x = np.asarray(some(n));
    const wide = np.asarray(some(3 * n)).reshape([n, 3]);
    const near = np.asarray(Int32Array.from({ length: n }, (_, i) => Math.min(n - 1, i + (i % 5))));
    const a = sparse.poisson2d(60);
    const results: np.NDArray[] = [];
    for (let i = 0; i < 3; i++) {
      results.push(np.take(x, near), np.take(wide, near, { axis: 0 }), np.take(wide.T, near, { axis: 1 }));
      results.push(a.matmul(x), a.matmul(wide), a.matmul(x.slice('::-1')), a.diagonal(), x.gather(near.slice(':50')));
      results.push(np.take(wide, [1, -1], { axis: 1 }), np.take(x, near.add(0)), wide.gather(near, near.remainder(3)));
      np.runtime.flush();
      // Other values in `near`: what they point at is found again.
      near.assign(near.slice('::-1').copy());
      x.assign(x.multiply(1.5));
    }
    return Promise.all(results.map(async (r) => Array.from((await r.data()) as Float64Array)));
  };
  for (const config of DEVICES) {
    const want = await on(config, program);
    for (const memories of [2, 3])
      t.same(await on({ ...config, memories }, program), want, `${config.device}, ${memories} memories`);
  }
});

t.test('an index that was just computed is not waited for; one that is used again has its image found', async (t) => {
  const [first, second] = await on({ ...JS, memories: 2 }, async (rt) => {
    const n = 4096;
    const at = np.arange(n).astype('int64');
    const x = np.asarray(some(n)).add(1);
    const scaled = np.asarray(some(n)).multiply(2);
    rt.flush();
    const first = await copied(rt, () => void np.take(x, at).dataSync());
    return [first, await copied(rt, () => void np.take(scaled, at).dataSync())];
  });
  t.ok(first >= 4096 * 8, `${first} bytes at first`);
  t.equal(second, 0, 'each point finds what it needs where it is');
});

t.test('indices outside fail as they do with one memory', async (t) => {
  for (const config of DEVICES) {
    await on({ ...config, memories: 3 }, async () => {
      const x = np.asarray(some(3000));
      const at = Int32Array.from({ length: 3000 }, (_, i) => (i === 10 ? 3000 : i));
      await t.rejects(np.take(x, at).data(), IndexError);
      at[10] = -3000;
      const [value] = await np.take(x, at).slice('10:11').data();
      t.equal(value, some(1)[0], 'negative ones count from the end');
    });
  }
});

t.test('rows without entries, and points without any', async (t) => {
  for (const config of DEVICES) {
    const got = await on({ ...config, memories: 3 }, () => {
      const a = sparse.csrArray({ data: [2, 3], row: [2999, 2999], col: [0, 2999], shape: [3000, 3000] });
      return Array.from(
        a
          .matmul(np.asarray(some(3000)))
          .slice('-2:')
          .dataSync() as Float64Array,
      );
    });
    const x = some(3000);
    t.same(got, [0, 2 * x[0] + 3 * x[2999]]);
  }
});

t.test('the spy finds every element that is read current where it is read', async (t) => {
  const log = await spied(
    async () => {
      const a = sparse.poisson2d(56);
      const x = np.asarray(some(3136));
      for (let i = 0; i < 3; i++) x.assign(a.matmul(x).multiply(0.1));
      const { x: solution } = await sparse.cg(a, x, { maxiter: 4, tol: 0 });
      await np.take(solution, Int32Array.of(3, 3000, 77)).data();
    },
    { ...DEVICES[DEVICES.length - 1], memories: 3 },
  );
  t.same(verify(log).problems, []);
  const boxed = log.flatMap((e) => (e.event === 'point' ? e.uses.filter((u) => u.low !== undefined) : []));
  t.ok(boxed.length > 20, `${boxed.length} uses through images`);
});
