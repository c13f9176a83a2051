/** Windows without a plan over several memories, whose tasks have plans of their own; and windows that fail in the midst of their tasks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { ArgumentError } from '../../../lib/base/index.js';
import { watchPlanning } from '../../../lib/fusion/index.js';
import { addonProblem } from '../../../lib/native/index.js';
import type { Rect } from '../../../lib/partition/index.js';
import { type Config, createRuntime, Mapper, type Runtime } from '../../../lib/runtime/public.js';
import { readLog, verify } from '../../../lib/spy/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const TWO: Partial<Config> = { device: 'js', procs: 1, memories: 2, grain: 4, tracing: 'off' };
const skip = addonProblem() ?? false;

/** The numbers of tasks of the windows that are planned while a program runs. */
async function planned(config: Partial<Config>, program: (rt: Runtime) => Promise<void>): Promise<number[]> {
  const lengths: number[] = [];
  watchPlanning((tasks) => lengths.push(tasks.length));
  try {
    await onRuntime(createRuntime(config), program);
  } finally {
    watchPlanning(null);
  }
  return lengths;
}

const operations: readonly ((x: np.NDArray, y: np.NDArray) => np.NDArray)[] = [
  (x, y) => x.add(y),
  (x, y) => x.multiply(y),
  (x) => x.multiply(0.5),
  (x) => np.abs(x),
];

/** A window of these operations on the latest two results. */
function follow(numbers: readonly number[]): np.NDArray {
  let [x, y] = [np.arange(12), np.ones([12])];
  for (const n of numbers) [x, y] = [y, operations[n](x, y)];
  return y;
}

t.test('tasks that come again in other windows are not planned again', async (t) => {
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 1, 0, 3, 2],
    [2, 3, 3, 1, 0, 0],
  ];
  const results: number[][] = [];
  const lengths = await planned(TWO, async (rt) => {
    for (const order of orders) results.push([...(await follow(order).data())]);
    t.ok(rt.stats().single > 18, 'windows are launched task by task');
    t.ok((rt.stats().graphs?.replays ?? 0) > 0, 'tasks that came often are replayed');
  });
  t.ok(lengths.every((length) => length === 1) && lengths.length < 16, `plans of ${lengths.join(' ')} tasks`);
  const want = await onRuntime(createRuntime({ device: 'js' }), () => Promise.all(orders.map((o) => follow(o).data())));
  t.same(
    results,
    want.map((values) => [...values]),
  );
});

t.test('windows with a task on an accelerator are planned at once', { skip }, async (t) => {
  const config: Partial<Config> = { device: 'cpu', tier: 'block', procs: 2, played: 1, tracing: 'off' };
  // The first played accelerator has no dtypes of 8 bytes.
  for (const dtype of ['float32', 'float64'] as const) {
    const stays = dtype === 'float64';
    const lengths = await planned(config, async (rt) => {
      const x = np.ones([100], { dtype });
      rt.flush();
      const before = rt.stats();
      t.equal((await x.add(1).multiply(3).slice(7).data())[0], 6);
      const { single, devices = {} } = rt.stats();
      t.equal(single - before.single > 0, stays);
      const ran = Object.values(devices).reduce((sum, n) => sum + n, 0);
      t.ok(ran >= 3, 'tasks are counted by device, with a plan and without');
    });
    t.equal(Math.max(...lengths) === 1, stays, `${dtype}: plans of ${lengths.join(' ')} tasks`);
  }
});

/** A policy that answers nonsense for matrices. */
class Refusing extends Mapper {
  override extent(want: Rect, existing: readonly Rect[]): Rect {
    return want.low.length === 2 ? { low: [9, 9], high: [9, 9] } : super.extent(want, existing);
  }
}

/** The verifier's problems with a program's log. */
async function reported(program: (rt: Runtime) => Promise<void>, config: Partial<Config>, mapper?: (n: number) => Mapper) {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-unplanned-'));
  const spy = join(folder, 'log');
  await onRuntime(createRuntime({ ...config, spy }, { mapper }), program);
  const report = verify(await readLog(spy));
  rmSync(folder, { recursive: true });
  return report;
}

t.test('a task that fails to launch fails its window, and the log has both once', async (t) => {
  for (const at of [0, 1, 2]) {
    const program = async (rt: Runtime): Promise<void> => {
      const x = np.arange(12);
      const grid = np.reshape(np.arange(64), [8, 8]);
      rt.flush();
      const results: np.NDArray[] = [];
      for (let k = 0; k < 3; k++) results.push((k === at ? grid : x).add(k));
      rt.flush();
      await t.rejects(results[at].data(), ArgumentError);
      t.same([...(await x.add(1).data())], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      t.ok(rt.stats().single > 0);
    };
    const { problems, summary } = await reported(program, TWO, (memories) => new Refusing(memories));
    t.same(problems, [], `task ${at}`);
    t.ok(summary.failed > 0);
  }
});

t.test('so it is with one memory', async (t) => {
  const program = async (rt: Runtime): Promise<void> => {
    const x = np.arange(12);
    const y = np.zeros([7, 31]);
    rt.flush();
    const good = x.add(1);
    const bad = y.add(1);
    // A program in JavaScript can do that.
    const shape = y.view.shape as number[];
    shape[0] = 5;
    rt.flush();
    shape[0] = 7;
    await t.rejects(bad.data(), ArgumentError);
    await t.rejects(good.data(), ArgumentError);
    t.same([...(await x.add(1).data())], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  };
  const { problems, summary } = await reported(program, { device: 'js', tracing: 'off' });
  t.same(problems, []);
  t.equal(summary.failed, 1);
});
