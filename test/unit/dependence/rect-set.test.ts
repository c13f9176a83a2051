/** Rect sets against sets of points. */

import t from 'tap';
import { add, joined, missing, type RectSet, rectSetSize, remove, within } from '../../../lib/dependence/rect-set.js';
import type { Rect } from '../../../lib/partition/index.js';
import fc from '../../support/seeded.js';

const SIDE = 6;
const rects: fc.Arbitrary<Rect> = fc
  .array(fc.tuple(fc.nat(SIDE), fc.nat(SIDE)), { minLength: 2, maxLength: 2 })
  .map((sides) => ({ low: sides.map(([a, b]) => Math.min(a, b)), high: sides.map(([a, b]) => Math.max(a, b)) }));

/** The points in any of some rectangles, each as often as it is in one. */
function points(set: RectSet): string[] {
  const found: string[] = [];
  for (let x = 0; x < SIDE; x++) {
    for (let y = 0; y < SIDE; y++) {
      for (const r of set) if (x >= r.low[0] && x < r.high[0] && y >= r.low[1] && y < r.high[1]) found.push(`${x},${y}`);
    }
  }
  return found;
}

const build = (list: readonly Rect[]): RectSet => list.reduce<RectSet>((set, r) => add(set, r), []);
const sorted = (set: Iterable<string>): string[] => [...set].sort();

t.test('sets of points, each once', async (t) => {
  fc.assert(
    fc.property(fc.array(rects, { maxLength: 5 }), rects, (list, other) => {
      const set = build(list);
      const all = new Set(points(list));
      const there = new Set(points([other]));
      t.same(sorted(points(set)), sorted(all));
      t.equal(rectSetSize(set), all.size);
      t.same(sorted(points(remove(set, other))), sorted([...all].filter((p) => !there.has(p))));
      t.same(sorted(points(within(set, other))), sorted([...all].filter((p) => there.has(p))));
      t.same(sorted(points(missing(set, other))), sorted([...there].filter((p) => !all.has(p))));
    }),
    { seed: 3, numRuns: 200 },
  );
});

t.test('what makes up one rectangle becomes one', async (t) => {
  const quarter = (x: number, y: number): Rect => ({ low: [x, y], high: [x + 2, y + 2] });
  t.same(build([quarter(0, 0), quarter(2, 2), quarter(0, 2), quarter(2, 0)]), [{ low: [0, 0], high: [4, 4] }]);
  t.equal(joined(quarter(0, 0), quarter(2, 2)), null);
  t.same(joined({ low: [0], high: [4] }, { low: [2], high: [6] }), { low: [0], high: [6] });
  t.equal(joined({ low: [0], high: [2] }, { low: [3], high: [6] }), null, 'a gap');
});

t.test('the one element of a 0-d store', async (t) => {
  const point: Rect = { low: [], high: [] };
  t.equal(rectSetSize(add([], point)), 1);
  t.same(missing([point], point), []);
  t.same(remove([point], point), []);
});
