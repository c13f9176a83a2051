/** Deferred results: what is not stored is computed when somebody asks after all, from the contents of then. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime, type Runtime, type Stats } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const SMALL = 100;
/** Its memory goes with the garbage, but is its own. */
const MIDDLE = 10_000;
/** Large enough to be given back by hand. */
const LARGE = 600_000;
const js = { device: 'js', procs: 1, tracing: 'off', plans: 'kept' } as const;

/** Runs a program on a runtime of its own. */
const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T | Promise<T>): Promise<{ result: T; stats: Stats }> =>
  onRuntime(createRuntime({ ...js, ...config }), async (rt) => ({ result: await body(rt), stats: rt.stats() }));

const first = (x: np.NDArray): number => Number(x.dataSync()[0]);

t.test('a chain of small additions stores its end alone', async (t) => {
  const { stats, result } = await on({}, () => {
    let x = np.zeros(SMALL);
    for (let i = 0; i < 60; i++) x = x.add(1);
    return first(x);
  });
  t.equal(result, 60);
  t.same(stats.collections, { minor: 0, major: 0 });
  t.equal(stats.temporaries.count, 60);
  t.equal(stats.launches, 1);
});

for (const n of [SMALL, MIDDLE, LARGE]) {
  t.test(`${n} elements: somebody reads what was left out: computed once, stored from then on`, async (t) => {
    const { stats } = await on({ scavenge: n !== LARGE }, (rt) => {
      const a = np.full(n, 3);
      rt.flush();
      for (let i = 0; i < 5; i++) {
        const b = a.add(i);
        const c = b.multiply(2);
        t.equal(first(c), 2 * (3 + i));
        t.equal(first(b), 3 + i);
        t.equal(first(b), 3 + i, 'again');
      }
    });
    t.equal(stats.temporaries.materialized, n === LARGE ? 0 : 1, 'large ones whose death nobody sees are not left out');
  });

  t.test(`${n} elements: from the contents of then`, async (t) => {
    const { stats } = await on({}, (rt) => {
      const a = np.full(n, 3);
      rt.flush();
      const kept: np.NDArray[] = [];
      for (let i = 0; i < 3; i++) {
        const b = a.add(1);
        const parts = [b, b.add(1), b.add(2), b.add(3), b.add(4)];
        let sum = parts[0];
        for (const part of parts.slice(1)) sum = sum.add(part);
        kept.push(b);
        rt.flush();
        a.multiplyAssign(2);
        rt.flush();
        t.equal(first(sum), 5 * (3 * 2 ** i + 1) + 10);
      }
      t.same(kept.map(first), [4, 7, 13]);
      t.equal(first(a), 24);
    });
    t.ok(stats.temporaries.materialized >= 1, `${stats.temporaries.materialized} were left out and asked for`);
  });

  t.test(`${n} elements: what it is computed from was disposed of`, async (t) => {
    await on({}, (rt) => {
      const a = np.full(n, 3);
      const x = a.multiply(2);
      rt.flush();
      const b = x.add(1);
      const c = b.multiply(b);
      rt.flush();
      x.dispose();
      t.equal(first(b), 7);
      t.equal(first(c), 49);
      t.throws(() => first(x), { name: 'DisposedError' });
    });
  });
}

t.test('what nothing in its window uses is left out when it is dead, and computed at once when it is not', async (t) => {
  const { stats } = await on({}, (rt) => {
    const a = np.full(LARGE, 3);
    rt.flush();
    for (const held of [false, true, false, true]) {
      const b = a.add(1);
      if (!held) b.dispose();
      rt.flush();
      t.equal(b.root.address !== 0, held);
      t.equal(b.root.recipe, null);
      if (held) t.equal(first(b), 4);
    }
  });
  t.equal(stats.temporaries.count, 2);
  t.equal(stats.temporaries.materialized, 0);
});

t.test('with --plans fresh: what was learnt of a form stays', async (t) => {
  const { stats } = await on({ plans: 'fresh' }, (rt) => {
    const a = np.full(SMALL, 3);
    rt.flush();
    for (let i = 0; i < 5; i++) {
      const b = a.add(i);
      t.equal(first(b.multiply(2)), 2 * (3 + i));
      t.equal(first(b), 3 + i);
    }
  });
  t.equal(stats.temporaries.materialized, 1);
  t.equal(stats.planHits, 0);
});

t.test('overwritten before it is used: never computed', async (t) => {
  const { stats } = await on({}, (rt) => {
    const a = np.full(SMALL, 3);
    rt.flush();
    const b = a.add(1);
    const c = b.add(1);
    t.equal(first(c), 5);
    b.assign(9);
    t.equal(first(b.add(1)), 10);
  });
  t.equal(stats.temporaries.materialized, 0);
});

t.test('a later window uses it', async (t) => {
  const { stats } = await on({}, () => {
    let x = np.zeros(SMALL);
    for (let i = 0; i < 10; i++) {
      x = x.add(1);
      t.equal(first(x.multiply(2)), 2 * (i + 1));
    }
  });
  t.ok(stats.temporaries.materialized <= 2, 'the loop learns that x is needed');
});

t.test('a loop that changes what was read before keeps its form, and what is held its contents of then', async (t) => {
  const { result, stats } = await on({}, (rt) => {
    const grids = [np.full(SMALL, 1), np.full(SMALL, 1)];
    rt.flush();
    const before = rt.stats();
    const held: np.NDArray[] = [];
    for (let i = 0; i < 12; i++) {
      const [from, to] = [grids[i % 2], grids[1 - (i % 2)]];
      let sum = from.add(1);
      held.push(sum);
      for (let k = 0; k < 6; k++) sum = sum.add(from.multiply(k));
      to.assign(sum.subtract(1));
      rt.flush();
    }
    const { tasks, windows, planHits } = rt.stats();
    t.same(
      held.map(first),
      Array.from({ length: 12 }, (_, i) => 16 ** i + 1),
    );
    t.equal(tasks - before.tasks, 12 * 15, 'copies are no tasks of the program');
    return { windows: windows - before.windows, hits: planHits - before.planHits, last: first(grids[0]) };
  });
  t.equal(result.last, 16 ** 12);
  t.ok(result.windows > 12, 'they are windows of their own');
  t.ok(result.hits >= result.windows - 5, `${result.hits} of ${result.windows} were known`);
  t.ok(stats.temporaries.materialized > 0);
});

t.test('an error is what its reader gets, before and after', async (t) => {
  await on({}, (rt) => {
    const a = np.arange(4);
    const index = np.asarray(BigInt64Array.of(0n, 9n));
    rt.flush();
    const picked = np.take(a, index);
    const doubled = picked.multiply(2);
    t.throws(() => doubled.dataSync(), { name: 'IndexError' });
    t.throws(() => picked.dataSync(), { name: 'IndexError' });
    t.equal(first(a.add(1)), 1);
  });
});

t.test('roots that are given back by hand keep nothing once the deferred are gone', async (t) => {
  await on({}, (rt) => {
    const a = np.full(LARGE, 3);
    const x = a.multiply(2);
    rt.flush();
    const b = x.add(1);
    const c = b.multiply(b);
    rt.flush();
    x.dispose();
    t.equal(first(b), 7);
    for (const y of [a, b, c]) y.dispose();
    t.equal(rt.stats().memory.live, 0);
  });
});

t.test('roots given back by hand and others in one window', async (t) => {
  const { stats } = await on({}, (rt) => {
    const a = np.full([LARGE / 8, 8], 3);
    rt.flush();
    const kept: np.NDArray[] = [];
    for (let i = 0; i < 4; i++) {
      const large = a.add(i);
      const rows = large.multiply(2).sum({ axis: 1 });
      const middle = rows.add(1);
      const end = middle.multiply(middle);
      rt.flush();
      kept.push(large, middle, end);
    }
    a.assign(0);
    rt.flush();
    const expected = [0, 1, 2, 3].flatMap((i) => [3 + i, 16 * (3 + i) + 1, (16 * (3 + i) + 1) ** 2]);
    t.same(kept.map(first), expected);
  });
  t.ok(stats.temporaries.materialized >= 1, `${stats.temporaries.materialized} were left out and asked for`);
});

t.test('old contents of small arrays that recipes read are copied without a launch, of every type', async (t) => {
  for (const dtype of ['float64', 'float32', 'int64', 'int32', 'uint8', 'bool'] as const) {
    await on({}, (rt) => {
      const a = np.ones([5, 7], { dtype });
      rt.flush();
      const kept: np.NDArray[] = [];
      for (let i = 0; i < 6; i++) {
        const t1 = a.multiply(2);
        kept.push(t1, t1.add(1), t1.add(2), t1.add(3), t1.add(4).add(5));
        kept[kept.length - 1].dataSync();
        const before = rt.stats().launches;
        a.slice('1:3', '2:').assign(i % 2);
        rt.flush();
        if (i > 2) t.equal(rt.stats().launches, before + 1, `${dtype}: one launch, which changes the array`);
      }
      const expected = [2, 0, 2, 0, 2, 0];
      for (let i = 0; i < 6; i++) t.equal(Number(kept[5 * i].slice(1, 2).itemSync()), expected[i], dtype);
    });
  }
});
