/** Windows without a plan: launched task by task until a plan pays, with the results that a plan gives. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { addonProblem } from '../../../lib/native/index.js';
import { type Config, createRuntime, type Runtime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const under = <T>(config: Partial<Config>, body: (rt: Runtime) => T | Promise<T>): Promise<T> =>
  onRuntime(createRuntime({ tracing: 'off', ...config }), body);

const devices: [Partial<Config>, string | false][] = [
  [{ device: 'js' }, false],
  [{ device: 'cpu', procs: 3, grain: 64, inline: false }, addonProblem() ?? false],
  [{ device: 'cpu', tier: 'block', procs: 2 }, addonProblem() ?? false],
  [{ device: 'js', procs: 1, memories: 2, grain: 16 }, false],
  [{ device: 'cpu', tier: 'block', procs: 2, memories: 3, grain: 4 }, addonProblem() ?? false],
  [{ device: 'cpu', tier: 'block', procs: 2, memories: 2, played: 1 }, addonProblem() ?? false],
];

for (const [config, skip] of devices) {
  t.test(JSON.stringify(config), { skip }, async (t) => {
    t.test('a formula is planned when it has come so often that it would have paid', async (t) => {
      await under(config, async (rt) => {
        const x = np.arange(100);
        const values: number[] = [];
        let planned = -1;
        for (let k = 0; k < 200; k++) {
          const { single } = rt.stats();
          values.push(Number(await x.multiply(2).add(k).sum().item()));
          if (planned < 0 && rt.stats().single === single) planned = k;
        }
        t.ok(planned > 5 && planned < 100, `the ${planned}th`);
        t.same(
          values,
          values.map((_, k) => 9900 + 100 * k),
        );
        t.ok(rt.stats().planHits > 90, 'and the plan is kept');
      });
    });

    t.test('what is large is planned at once', async (t) => {
      await under(config, async (rt) => {
        const x = np.ones([1000, 1000]);
        t.equal(await x.multiply(2).add(1).sum().item(), 3e6);
        t.equal(rt.stats().single, 0);
        t.ok(rt.stats().launches < 4 * (config.memories ?? 1));
      });
    });

    t.test('what would take much memory is planned at once', async (t) => {
      await under(config, async (rt) => {
        let x = np.ones([100_000]);
        np.runtime.flush();
        const { single } = rt.stats();
        for (let k = 0; k < 40; k++) x = x.add(1);
        t.equal(await x.slice(0).item(), 41);
        t.equal(rt.stats().single, single);
      });
    });

    t.test('views, repeats of an array, folds, gathers and routines', async (t) => {
      const program = async (): Promise<unknown[]> => {
        const a = np.reshape(np.sin(np.arange(60)), [6, 10]);
        const b = a.slice(':', '::-1').add(a).multiply(a.T.T);
        b.slice(2).addAssign(b.slice(3, '::-1'));
        b.slice(':', 4).assign(7);
        const total = b.sum();
        total.addAssign(total);
        const c = np.matmul(b, b.T);
        np.runtime.flush();
        const results = [b, total, c, b.max({ axis: 0 }), np.sort(b), np.take(a.flatten(), [3, 3, 59]), np.zeros([0]).sum()];
        return Promise.all(results.map(async (r) => [...(await r.data())]));
      };
      const want = await under({ ...config, plans: 'kept' }, program);
      t.same(
        await under(config, async (rt) => {
          const found = await program();
          t.ok(rt.stats().single > 5, `${rt.stats().single} tasks`);
          return found;
        }),
        want,
      );
    });

    t.test('errors are those of the task that failed, and reach who used its result', async (t) => {
      await under(config, async (rt) => {
        const x = np.arange(5);
        const bad = np.take(x, np.array([7], 'int64'));
        const after = bad.add(1);
        const well = x.add(1);
        await t.rejects(after.data(), { name: 'IndexError' });
        t.same([...(await well.data())], [1, 2, 3, 4, 5]);
        t.ok(rt.stats().single > 0);
      });
    });

    t.test('what was left out of a window with a plan is computed before it is used without one', async (t) => {
      await under(config, async () => {
        const x = np.arange(50);
        let kept = x;
        for (let k = 0; k < 120; k++) {
          kept = x.add(k);
          await kept.multiply(2).sum().item();
        }
        x.addAssign(1000);
        t.equal(await kept.slice('3:5').sum().item(), 3 + 4 + 2 * 119);
      });
    });
  });
}

t.test('--plans kept and explicit traces plan at first sight', async (t) => {
  await under({ device: 'js', plans: 'kept' }, async (rt) => {
    await np.arange(10).add(1).sum().item();
    t.equal(rt.stats().single, 0);
  });
  await under({ device: 'js' }, async (rt) => {
    const x = np.arange(10);
    np.runtime.flush();
    const { single } = rt.stats();
    const y = rt.trace('once', () => x.add(1).multiply(2));
    t.equal(rt.stats().single, single);
    t.same([...(await y.data())], [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  });
});
