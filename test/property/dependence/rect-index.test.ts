/** The index of rectangles against looking at each. */

import t from 'tap';
import { RectIndex } from '../../../lib/dependence/rect-index.js';
import { intersects, type Rect } from '../../../lib/partition/index.js';
import fc from '../../support/seeded.js';

const rects = (rank: number) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: rank, maxLength: rank }),
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: rank, maxLength: rank }),
    )
    .map(([low, size]): Rect => ({ low, high: low.map((n, i) => n + size[i]) }));

t.test('the rectangles that meet another one', async (t) => {
  let found = 0;
  fc.assert(
    fc.property(
      fc
        .integer({ min: 0, max: 3 })
        .chain((rank) => fc.tuple(fc.array(rects(rank), { maxLength: 400, size: 'max' }), rects(rank))),
      ([all, rect]) => {
        const expected = all.flatMap((r, i) => (intersects(r, rect) && r.low.every((n, k) => n < r.high[k]) ? [i] : []));
        found += expected.length;
        return new RectIndex(all).meeting(rect).join() === expected.join();
      },
    ),
    { seed: 8, numRuns: 600 },
  );
  t.ok(found > 1000);
});
