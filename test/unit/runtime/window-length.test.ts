/** How long windows become: long at once where tasks are large, later where they are small, as it pays. */
import t from 'tap';
import type { Plan } from '../../../lib/fusion/index.js';
import { defaults } from '../../../lib/runtime/config.js';
import { WindowLength } from '../../../lib/runtime/dispatch/window-length.js';
import type { Task } from '../../../lib/task/index.js';

/** Tasks over n elements that may fuse. */
const maps = (n: number): Task[] => {
  const task = { domain: [n], kind: { fusible: true, args: [{ access: 'elementwise' }] } } as unknown as Task;
  return [task, task];
};

/** A plan of one launch over n elements. */
const single = (n: number): Plan => ({ lengths: [32], steps: [{ domain: [n] }] }) as unknown as Plan;

t.test('windows of large tasks that may become one launch are long', async (t) => {
  const length = new WindowLength(defaults());
  t.equal(length.fullAt(maps(1e6)), 1024);
  t.equal(length.fullAt(maps(1000)), 64, 'those of small tasks would wait long for a plan');
  t.equal(new WindowLength({ ...defaults(), plans: 'kept' }).fullAt(maps(1000)), 1024, 'unless all are planned at first sight');
  t.equal(new WindowLength({ ...defaults(), window: 100 }).fullAt(maps(1e6)), 100, 'given lengths are kept to');
});

t.test('windows grow as longer ones would have paid for their plans', async (t) => {
  const launches = (n: number): number => {
    const length = new WindowLength(defaults());
    let count = 0;
    for (; length.limit === 64; count++) length.launched(single(n), 32);
    return count;
  };
  const [small, large] = [launches(10), launches(1e6)];
  t.ok(small > 100 && small < 1000, `small tasks: ${small} windows`);
  t.ok(large < 10, `large tasks: ${large} windows`);
});

t.test('windows that are several launches, or shorter than windows may be, do not grow', async (t) => {
  const length = new WindowLength(defaults());
  for (let i = 0; i < 1000; i++) {
    length.launched({ ...single(1e6), lengths: [16, 16] }, 32);
    length.launched(single(1e6), 16);
  }
  t.equal(length.limit, 64);
});
