/** Where windows are full: those that may become one launch are waited for. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime, type Stats } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const under = (config: Partial<Config>, body: () => np.NDArray): Promise<{ stats: Stats; result: unknown }> =>
  onRuntime(createRuntime({ device: 'js', scavenge: false, tracing: 'inline', plans: 'kept', ...config }), (rt) => {
    const result = body().dataSync();
    return { stats: rt.stats(), result };
  });

/** Tasks over one domain, of which all but the last result are used again by later ones. */
function formula(steps: number): np.NDArray {
  const x = np.asarray([1, 2, 3, 4]);
  const held = [x];
  for (let i = 1; i <= steps; i++) held.push(held[i - 1].multiply(0.5).add(held[Math.floor(i / 2)]));
  return held[steps];
}

t.test('the first window of a formula is the formula, and one launch', async (t) => {
  const { stats, result } = await under({}, () => formula(45));
  t.same([stats.tasks, stats.windows, stats.launches], [90, 1, 1]);
  const cut = await under({ window: 64 }, () => formula(45));
  t.ok(cut.stats.windows > 1, 'windows of a given size are cut there');
  t.same(result, cut.result);
});

t.test('a window whose tasks cannot fuse is not waited for', async (t) => {
  const { stats } = await under({}, () => {
    let x = np.asarray([3, 1, 2]);
    for (let i = 0; i < 100; i++) x = np.sort(x.add(1));
    return x;
  });
  t.ok(stats.windows > 2, `${stats.windows} windows`);
});

t.test('nor one whose tasks are over several domains', async (t) => {
  const { stats } = await under({}, () => {
    let x = np.asarray([3, 1, 2]);
    let y = np.asarray([1, 2]);
    for (let i = 0; i < 100; i++) {
      x = x.add(1);
      y = y.multiply(0.5);
    }
    return x.sum().add(y.sum());
  });
  t.ok(stats.windows > 2, `${stats.windows} windows`);
});
