/** Lengths of fused launches, as tables II and III of the 2022 task-fusion paper define them. */
import t from 'tap';
import type { Plan } from '../../../lib/fusion/index.js';
import { Counters } from '../../../lib/runtime/stats.js';

const NONE = { minor: 0, major: 0 };
const MEMORY = { live: 0, cached: 0, peak: 0 };

/** Counters after windows of these lengths. */
function counted(...windows: readonly (readonly number[])[]): Counters {
  const counters = new Counters();
  for (const lengths of windows) {
    counters.tasks += lengths.reduce((a, b) => a + b, 0);
    counters.notePlan({ lengths, barriers: [], placed: null } as unknown as Plan);
  }
  return counters;
}

t.test('tasks that are not fused count in no length', async (t) => {
  const { fused } = counted([1, 4, 1], [1, 2], [1, 1, 1]).snapshot(NONE, MEMORY);
  t.same(fused, { min: 2, mean: 3, max: 4, share: 6 / 12 });
});

t.test('nothing fused', async (t) => {
  t.same(counted([1], [1, 1]).snapshot(NONE, MEMORY).fused, { min: 0, mean: 0, max: 0, share: 0 });
  t.same(counted().snapshot(NONE, MEMORY).fused, { min: 0, mean: 0, max: 0, share: 0 });
});

t.test('a plan counts as often as it is launched', async (t) => {
  const counters = new Counters();
  const [often, once] = [[3], [1, 5]].map((lengths) => ({ lengths, barriers: [], placed: null }) as unknown as Plan);
  for (const plan of [often, often, often, once]) counters.notePlan(plan);
  counters.tasks = 15;
  t.same(counters.snapshot(NONE, MEMORY).fused, { min: 3, mean: 14 / 4, max: 5, share: 14 / 15 });
});
