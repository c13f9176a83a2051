/** Tracing seen from programs: few plans for loops that do not fit the window; explicit traces and their errors. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime, type Runtime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

/** Eleven tasks on two buffers that change places. */
function loop(iterations: number): Float64Array {
  let x = np.asarray([1, 2, 3, 4]);
  let y = np.asarray([1.5, 2, 3, 4]);
  for (let i = 0; i < iterations; i++) {
    let a = x.add(y).multiply(0.5);
    a = a.subtract(a.sum()).add(1);
    a = a.divide(a.max());
    const q = a.multiply(a).add(y);
    x = a.divide(q.sum());
    [x, y] = [y, x];
  }
  return x.add(y).dataSync() as Float64Array;
}

const under = <T>(config: Partial<Config>, body: (rt: Runtime) => T | Promise<T>): Promise<T> =>
  onRuntime(createRuntime({ device: 'js', scavenge: false, plans: 'kept', ...config }), body);

t.test('a loop that does not fit the window needs few plans, and gives the same bits', async (t) => {
  const plain = await under({ tracing: 'off' }, () => loop(1000));
  const { traced, stats, report } = await under({ tracing: 'inline' }, (rt) => ({
    traced: loop(1000),
    stats: rt.stats(),
    report: rt.traceReport(),
  }));
  t.same(traced, plain);
  t.ok(stats.windows - stats.planHits <= 8, `${stats.windows - stats.planHits} plans`);
  t.ok(report.share > 0.95, `${report.share} of the tasks were replayed`);
  t.ok(report.traces.some((trace) => trace.length % 11 === 0 && trace.replays > 10));
  t.same(await under({ tracing: 'auto' }, () => loop(1000)), plain, 'mined in a thread');
});

t.test('with --plans fresh every window is planned, and gives the same bits', async (t) => {
  const kept = await under({ tracing: 'inline' }, () => loop(200));
  const { fresh, stats, share } = await under({ tracing: 'inline', plans: 'fresh' }, (rt) => ({
    fresh: loop(200),
    stats: rt.stats(),
    share: rt.traceReport().share,
  }));
  t.same(fresh, kept);
  t.ok(stats.windows > 10, `${stats.windows} windows`);
  t.same([stats.planHits, share], [0, 0]);
});

t.test('explicit traces', async (t) => {
  await under({ tracing: 'off' }, (rt) => {
    let x = np.asarray([1, 2, 3]);
    for (let i = 0; i < 5; i++) x = np.runtime.trace('step', () => x.multiply(0.5).add(1));
    t.same(x.dataSync(), Float64Array.of(1.96875, 2, 2.03125));
    t.ok(rt.stats().planHits >= 3, 'its plan is known');

    t.throws(() => np.runtime.trace('step', () => x.add(1)), { code: 'ERR_TRACE', message: /task 0 was multiply.* is add/ });
    t.throws(() => np.runtime.trace('step', () => x.multiply(0.5)), { code: 'ERR_TRACE', message: /its end now/ });
    t.throws(() => np.runtime.trace('step', () => x.multiply(0.5).add(x)), { code: 'ERR_TRACE' });
  });
});

t.test('traces that read, wait or nest are errors; what they computed stands', async (t) => {
  await under({ tracing: 'off' }, () => {
    const x = np.asarray([1, 2, 3]);
    t.throws(() => np.runtime.trace('reads', () => x.add(1).dataSync()), { code: 'ERR_TRACE', message: /reads an array/ });
    t.throws(() => np.runtime.trace('waits', async () => x.add(1)), { code: 'ERR_TRACE', message: /asynchronous/ });
    t.throws(() => np.runtime.trace('outer', () => np.runtime.trace('inner', () => x.add(1))), {
      code: 'ERR_TRACE',
      message: /do not nest/,
    });
    t.same(np.runtime.trace('fine', () => x.add(1)).dataSync(), Float64Array.of(2, 3, 4));
  });
});

t.test('what comes alike between two reads is one window, even if it repeats within', async (t) => {
  const rounds = 60;
  const step = (x: np.NDArray): np.NDArray => {
    let y = x;
    for (let i = 0; i < rounds; i++) for (const k of [1, 2, 3, 4, 5]) y = y.multiply(0.5).add(k).subtract(x).divide(1.5);
    return y;
  };
  const steps = async (): Promise<number[]> => {
    const x = np.asarray([1, 2, 3, 4]);
    const values: number[] = [];
    for (let i = 0; i < 4; i++) values.push(Number(await step(x).sum().item()));
    return values;
  };
  const plain = await under({ tracing: 'off' }, steps);
  await under({ tracing: 'inline' }, async (rt) => {
    await steps();
    const { windows, tasks } = rt.stats();
    t.same(await steps(), plain);
    const after = rt.stats();
    t.ok(after.tasks - tasks > 4 * 1024, `${after.tasks - tasks} tasks`);
    t.ok(after.windows - windows <= 4 + 4, `${after.windows - windows} windows`);
  });
});

t.test('tasks between two reads without a plan are launched in pieces that are replayed', async (t) => {
  const runs = 12;
  const plain = await under({ tracing: 'off', plans: 'fresh' }, () => loop(60));
  for (const memories of [1, 2]) {
    const { results, tasks, single } = await under(
      { device: 'cpu', tracing: 'inline', plans: 'auto', memories, scavenge: true },
      (rt) => {
        const results: Float64Array[] = [];
        let before = rt.stats();
        for (let i = 0; i < runs; i++) {
          before = rt.stats();
          results.push(loop(60));
        }
        const { tasks, single } = rt.stats();
        return { results, tasks: tasks - before.tasks, single: single - before.single };
      },
    );
    for (const result of results) t.same(result, plain, `on ${memories} memories`);
    t.ok(tasks > 600 && single < tasks / 5, `of ${tasks} tasks of the last run ${single} were launched alone`);
  }
});
