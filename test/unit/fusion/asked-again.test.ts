/**
 * Questions that are asked again. A window whose tasks gather through a producer is asked for; then the producer's result is used after all, so that it is stored and other
 * tasks are planned. The answer for the tasks before is none, and the solver is asked for the tasks that are planned now. And a window that was refused
 * while many questions were open is asked for when one of them is answered.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { clusterers } from '../../../lib/fusion/clusterers.js';
import { Optimizer } from '../../../lib/fusion/optimal/optimizer.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const N = 20_000;

/** Updates of two arrays by turns, and a gather from a result that nothing else uses, unless `late`. */
async function step(late: boolean): Promise<number[]> {
  const [x, y, w] = [np.linspace(0, 1, N), np.linspace(0, 1, N + 1), np.linspace(0, 1, N)];
  await np.runtime.fence();
  const result = w.multiply(2).add(1);
  const found = np.take(result, np.arange(50).multiply(7).astype('int64'));
  for (let i = 0; i < 4; i++) {
    x.slice('1:').assign(y.slice(':-2').multiply(0.5));
    y.slice('1:').assign(x.add(y.sum().remainder(7)));
  }
  const values = await found.add(x.sum()).add(y.sum()).tolist();
  if (late) await result.sum().item();
  return values as number[];
}

t.test('a form whose tasks change is asked for again, and late answers are not taken', async (t) => {
  const { ask } = Optimizer.prototype;
  const { optimal } = clusterers;
  t.teardown(() => {
    Object.assign(Optimizer.prototype, { ask });
    Object.assign(clusterers, { optimal });
  });
  const asked: { readonly size: number; readonly told: (levels: readonly number[] | null) => void }[] = [];
  Optimizer.prototype.ask = (parts, told) => {
    const size = parts.reduce((sum, { positions }) => sum + positions.length, 0);
    if (size > 10) asked.push({ size, told });
    return true;
  };
  const used: (readonly number[])[] = [];
  const take: typeof optimal = (tasks, growth, slots, levels) => {
    if (levels !== null && tasks.length > 10) used.push(levels);
    return optimal(tasks, growth, slots, levels);
  };
  Object.assign(clusterers, { optimal: take });
  await onRuntime(
    createRuntime({ tier: 'block', tracing: 'off', plans: 'kept', window: 1000, small: 0, clusters: 'optimal' }),
    async () => {
      const want = await step(false);
      const again = async (late: boolean): Promise<boolean> => t.same(await step(late), want, 'the same bits');
      for (let i = 0; i < 4; i++) await again(false);
      t.equal(asked.length, 1, 'the window is asked for once');
      await again(true);
      for (let i = 0; i < 4; i++) await again(false);
      t.equal(asked.length, 2, 'and again when its result is stored');
      const inOrder = Array.from({ length: asked[0].size }, (_, i) => i);
      asked[0].told(inOrder);
      for (let i = 0; i < 3; i++) await again(false);
      t.equal(used.length, 0, 'the answer for the tasks before');
      asked[1].told(inOrder);
      for (let i = 0; i < 3; i++) await again(false);
      t.ok(used.length > 0, 'the answer for the tasks that are planned');
      t.equal(asked.length, 2, 'nothing is asked for twice');
    },
  );
});

/** Updates of two arrays by turns, on one grid and its border. */
async function updates(n: number): Promise<number> {
  const [x, y] = [np.linspace(0, 1, n), np.linspace(0, 1, n + 1)];
  for (let i = 0; i < 6; i++) {
    x.slice('1:').assign(y.slice(':-2').multiply(0.5));
    y.slice('1:').assign(x.add(y.sum().remainder(7)));
  }
  return (await x.sum().add(y.sum()).item()) as number;
}

t.test('a window that was refused is asked for when another one is answered', async (t) => {
  const { ask, whenAnswered } = Optimizer.prototype;
  const takes = Object.getOwnPropertyDescriptor(Optimizer.prototype, 'takes') ?? {};
  t.teardown(() => {
    Object.assign(Optimizer.prototype, { ask, whenAnswered });
    Object.defineProperty(Optimizer.prototype, 'takes', takes);
  });
  let room = 1;
  let refused = 0;
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  Object.defineProperty(Optimizer.prototype, 'takes', { configurable: true, get: () => room > 0 });
  Optimizer.prototype.ask = (parts) => {
    if (room === 0) refused++;
    else room -= asked.push(parts.length) > 0 ? 1 : 0;
    return refused === 0;
  };
  Optimizer.prototype.whenAnswered = (then) => void waiting.push(then);
  const config = { tier: 'block', tracing: 'off', plans: 'kept', window: 1000, small: 0, clusters: 'optimal' } as const;
  await onRuntime(createRuntime(config), async () => {
    const both = async (): Promise<void> => {
      for (const n of [20_000, 30_000]) await updates(n);
    };
    for (let i = 0; i < 5; i++) await both();
    t.same([asked.length, waiting.length], [1, 1], 'the second form waits');
    room = 1;
    for (const then of waiting.splice(0)) then();
    for (let i = 0; i < 5; i++) await both();
    t.same([asked.length, waiting.length, refused], [2, 0, 0], 'and is asked for, once');
  });
});
