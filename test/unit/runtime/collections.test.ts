/** Loops whose forms are known: who is dead is asked now and then, not in every window. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { onRuntime } from '../../support/on-runtime.js';

/** Elements of arrays of two megabytes: each alone is worth a question. */
const N = 1 << 18;
const LOOPS = 64;

/** Minor collections that the runtime asks for while a program runs so many times. */
async function collections(program: () => unknown): Promise<number> {
  const { minor } = np.runtime.stats().collections;
  for (let i = 0; i < LOOPS; i++) await program();
  return np.runtime.stats().collections.minor - minor;
}

const needsAddon = { skip: loadAddon() === null && 'needs the addon: without it nobody is asked' };

t.test('known forms', needsAddon, async (t) => {
  const a = np.arange(N);
  const x = np.zeros([N]);
  await np.runtime.fence();

  t.test('an operation whose result the program has', async (t) => {
    const asked = await collections(() => a.multiply(2).dataSync());
    t.ok(asked <= 24, `${asked} in ${LOOPS} windows`);
  });

  t.test('temporaries that can be computed later', async (t) => {
    const asked = await collections(() => a.multiply(3).add(1).sqrt().sum().item());
    t.ok(asked <= 8, `${asked} in ${LOOPS} windows`);
  });

  t.test('temporaries that have to be dead are asked for in each window', async (t) => {
    const before = np.runtime.stats().temporaries.count;
    const asked = await collections(() => {
      x.assign(x.multiply(0.5).add(a));
      return x.sum().item();
    });
    t.ok(asked >= LOOPS / 2, `${asked} in ${LOOPS} windows`);
    t.ok(np.runtime.stats().temporaries.count - before >= LOOPS, 'and are left out');
  });

  t.test('those that were disposed of are not', async (t) => {
    const before = np.runtime.stats().temporaries.count;
    const asked = await collections(() => {
      np.scope(() => void x.assign(x.multiply(0.25).add(a)));
      return x.sum().item();
    });
    t.ok(asked <= 8, `${asked} in ${LOOPS} windows`);
    t.ok(np.runtime.stats().temporaries.count - before >= 2 * LOOPS - 4, 'and are left out');
  });

  t.test('arrays that never get memory are found all the same', async (t) => {
    let made = 0;
    const asked = await collections(() => {
      for (let k = 0; k < 40; k++, made += 3) a.multiply(k).add(1).sqrt().sum();
      return np.runtime.fence();
    });
    t.ok(made > 6000 && asked >= 2, `${asked} for ${made} arrays`);
  });
});

/** Element `a` of `left` in the last window of the loop below. */
function expected(a: number, windows: number): number {
  let [x, left] = [0, a];
  for (let i = 0; i < windows; i++) {
    left = (x + a) * 0.5;
    x = Math.sqrt(left * left + 1);
  }
  return left;
}

t.test('long loops over arrays of medium size', { skip: loadAddon() === null && 'needs the addon' }, async (t) => {
  const WINDOWS = 1500;
  /** Full collections, which find arrays that survived two minor ones, are up to 256 MB apart. */
  const MOST = 288 << 20;
  const a = np.arange(100_000);
  for (const awaits of [true, false]) {
    t.test(awaits ? 'with awaits' : 'without', async (t) => {
      let x = np.zeros([100_000]);
      let left = a;
      const before = np.runtime.stats();
      for (let i = 0; i < WINDOWS; i++) {
        left = x.add(a).multiply(0.5);
        x = np.sqrt(left.multiply(left).add(1));
        if (awaits) await np.runtime.fence();
        else np.runtime.flush();
      }
      const after = np.runtime.stats();
      const made = after.memory.live - before.memory.live;
      t.ok(made < MOST, `${made} bytes more are in use`);
      t.ok(after.temporaries.count - before.temporaries.count >= WINDOWS, 'temporaries are left out');
      const asked = after.collections.minor - before.collections.minor;
      t.ok(asked <= WINDOWS / 4, `${asked} collections in ${WINDOWS} windows`);
      t.equal(Number(left.dataSync()[7]), expected(7, WINDOWS), 'what was left out last is there');
    });
  }
});

t.test(
  'memory that dead arrays leave for the next ones is no growth',
  { skip: loadAddon() === null && 'needs the addon' },
  async (t) => {
    const bytes = (n: number): number => 8 * n * n;
    const n = 512;
    await onRuntime(createRuntime({ memories: 2, procs: 2 }), async (rt) => {
      const a = np.ones([n, n]);
      const b = np.full([n, n], 2);
      for (let turn = 0; turn < 96; turn++) {
        np.matmul(a, b);
        await np.runtime.fence();
      }
      const { peak } = rt.stats().memory;
      t.ok(peak <= 16 * bytes(n), `${peak} bytes at most`);
    });
  },
);

t.test('small results that are computed from rows which change later are left out once they are many', needsAddon, async (t) => {
  const rounds = async (scavenge: boolean): Promise<{ values: number[]; last: number }> =>
    onRuntime(createRuntime({ procs: 1, window: 4096, plans: 'kept', scavenge }), async (rt) => {
      const table = np.add(np.arange(40).reshape([40, 1]), np.zeros(7000)).copy();
      let last = 0;
      for (let round = 0; round < 8; round++) {
        const before = rt.stats().temporaries.count;
        for (let k = 1; k < 40; k++)
          table.slice(k).assign(
            table
              .slice(k - 1)
              .multiply(0.5)
              .add(table.slice(k))
              .divide(1.5),
          );
        rt.flush();
        last = rt.stats().temporaries.count - before;
      }
      return { values: [...(await table.slice(':', 7).data())] as number[], last };
    });
  const [found, blind] = [await rounds(true), await rounds(false)];
  t.same(found.values, blind.values);
  t.ok(found.last > 100, `${found.last} of 117 results got no memory`);
  t.equal(blind.last, 0, 'without collections all of them get some');
});
