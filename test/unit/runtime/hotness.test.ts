/** When a plan pays. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { Canonical } from '../../../lib/fusion/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { Hotness } from '../../../lib/runtime/tiering/index.js';
import { Root } from '../../../lib/store/index.js';
import { defineKind, type Task } from '../../../lib/task/index.js';
import { FROM_X_TO_Y } from '../../support/kinds.js';

const NEGATE = defineKind({
  name: 'sighted negate',
  args: FROM_X_TO_Y,
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.neg(x)) },
});

/** How often a window of this many tasks over this many elements comes before it is planned. */
function timesUntilPlanned(hotness: Hotness, tasks: number, size: number): number {
  for (let times = 0; times < 1000; times++) {
    const roots = Array.from({ length: tasks + 1 }, () => new Root(float64, [size]));
    const list = Array.from({ length: tasks }, (_, t): Task => {
      const pair = [roots[t], roots[t + 1]];
      return { kind: NEGATE, domain: [size], roots: pair, views: pair.map((root) => root.view), scalars: [] };
    });
    const form = new Canonical();
    form.encode(list);
    const worth = hotness.worthPlanning(form, list);
    form.clear();
    if (worth) return times;
  }
  return 1000;
}

t.test('the smaller the arrays the later, whatever the number of tasks', async (t) => {
  const hotness = new Hotness();
  const small = timesUntilPlanned(hotness, 3, 10);
  t.ok(small >= 10 && small < 100, `${small} windows of small arrays`);
  t.equal(timesUntilPlanned(hotness, 30, 10), small);
  t.equal(timesUntilPlanned(hotness, 3, 10), 0, 'what was worth it once is, whoever forgot the plan');
  const medium = timesUntilPlanned(hotness, 3, 20_000);
  t.ok(medium > 0 && medium < small, `${medium} of medium ones`);
  t.equal(timesUntilPlanned(hotness, 3, 1_000_000), 0);
  t.equal(timesUntilPlanned(hotness, 30, 100_000), 0, 'much memory');
});
