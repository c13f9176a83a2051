/** The geometry of partitions and views against sets of elements found index by index. */

import t from 'tap';
import {
  contains,
  covers,
  halo,
  intersects,
  isDisjointSub,
  localView,
  none,
  type Partition,
  projection,
  type Rect,
  rectOf,
  rootRectOf,
  subPartition,
  tiling,
  toRoot,
  viewsMayOverlap,
} from '../../../lib/partition/index.js';
import { internView, type View } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { elementsOf, pointsOf } from '../../unit/dependence/simulator.js';

const ROOT = [6, 5];

/** Slices, steps, reversals, transposes, fixed and broadcast axes of a (6, 5) root, and views of its flat form. */
const views: fc.Arbitrary<View> = fc.oneof(
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 5 }), fc.constantFrom(1, 1, 1, 2, -1)), {
        minLength: 2,
        maxLength: 2,
      }),
      fc.constantFrom('plain', 'transposed', 'row', 'spread'),
    )
    .map(([axes, form]) => {
      const lengths = axes.map(([start, n, step], i) => Math.min(n, step < 0 ? start + 1 : Math.ceil((ROOT[i] - start) / step)));
      const strides = axes.map(([, , step], i) => step * (i === 0 ? 5 : 1));
      const offset = axes[0][0] * 5 + axes[1][0];
      if (form === 'transposed') return internView([lengths[1], lengths[0]], [strides[1], strides[0]], offset);
      if (form === 'row') return internView([lengths[1]], [strides[1]], offset);
      return form === 'spread' ? internView([3, lengths[1]], [0, strides[1]], offset) : internView(lengths, strides, offset);
    }),
  fc.constantFrom(
    internView([30], [1], 0),
    internView([5, 6], [6, 1], 0),
    internView([5], [6], 0),
    internView([], [], 7),
    internView([0, 5], [5, 1], 0),
  ),
);

const ints = (length: number, min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });

const subs = fc.tuple(views, fc.constantFrom<number[]>([3], [1], [2, 3])).chain(([view, launch]) => {
  const rank = view.shape.length;
  const partition = fc
    .tuple(ints(rank, 1, 4), ints(rank, -2, 2), ints(rank, -1, launch.length - 1), ints(rank, -1, 1), ints(rank, 0, 1), fc.nat(5))
    .map(
      ([tile, offset, axes, low, high, which]): Partition =>
        which === 0 ? none : halo(tiling(tile, offset, projection(axes)), low, high),
    );
  return fc.record({ view: fc.constant(view), launch: fc.constant(launch), partition });
});

const inRect = (e: number, rect: Rect): boolean =>
  [Math.floor(e / 5), e % 5].every((x, i) => x >= rect.low[i] && x < rect.high[i]);
const runs = { seed: 20, numRuns: 2000 };

t.test('rectangles in the root hold the elements, and only them when they say so', async (t) => {
  let exact = 0;
  fc.assert(
    fc.property(subs, ({ view, launch, partition }) => {
      const sub = subPartition(view, partition);
      return pointsOf(launch).every((point) => {
        const elements = new Set(elementsOf(view, partition, point));
        const found = rootRectOf(sub, point, ROOT);
        if (found.exact) exact++;
        const inside = Array.from({ length: 30 }, (_, e) => e).filter((e) => inRect(e, found.rect));
        return [...elements].every((e) => inRect(e, found.rect)) && (!found.exact || inside.length === elements.size);
      });
    }),
    runs,
  );
  t.ok(exact > 2000);
});

t.test('a part of a view has the same elements in an instance of its rectangle, or of any larger one', async (t) => {
  let parts = 0;
  fc.assert(
    fc.property(subs, ints(4, 0, 2), ({ view, launch, partition }, more) => {
      const sub = subPartition(view, partition);
      return pointsOf(launch).every((point) => {
        const { rect } = rootRectOf(sub, point, ROOT);
        const elements = elementsOf(view, partition, point);
        if (elements.length === 0) return true;
        parts++;
        const box = {
          low: rect.low.map((n, i) => Math.max(0, n - more[i])),
          high: rect.high.map((n, i) => Math.min(ROOT[i], n + more[2 + i])),
        };
        const { shape, strides, offset } = localView(view, rectOf(partition, point, view.shape), ROOT, box);
        const width = box.high[1] - box.low[1];
        const found = elementsOf(internView(shape, strides, offset), none, []).map(
          (e) => (box.low[0] + Math.floor(e / width)) * ROOT[1] + box.low[1] + (e % width),
        );
        return [...new Set(found)].sort().join() === [...new Set(elements)].sort().join();
      });
    }),
    runs,
  );
  t.ok(parts > 2000);
});

t.test(
  'the partition in root coordinates has, clipped to the view, the same elements, or more along axes that do not move',
  async (t) => {
    let moved = 0;
    fc.assert(
      fc.property(subs, ({ view, launch, partition }) => {
        const root = toRoot(subPartition(view, partition), ROOT);
        if (root === null) return true;
        moved++;
        const all = [...new Set(elementsOf(view, none, []))];
        const plain = view.shape.every((n, i) => n > 1 && view.strides[i] !== 0);
        return pointsOf(launch).every((point) => {
          const rect = rectOf(root, point, ROOT);
          const elements = new Set(elementsOf(view, partition, point));
          return all.every((e) => elements.has(e) === inRect(e, rect) || (!plain && !elements.has(e)));
        });
      }),
      runs,
    );
    t.ok(moved > 500);
  },
);

t.test('disjoint and covering mean what they say', async (t) => {
  let disjoint = 0;
  let covering = 0;
  fc.assert(
    fc.property(subs, ({ view, launch, partition }) => {
      const sets = pointsOf(launch).map((point) => elementsOf(view, partition, point));
      if (isDisjointSub(subPartition(view, partition), launch)) {
        disjoint++;
        if (sets.some((s, i) => sets.some((r, j) => i < j && r.some((e) => s.includes(e))))) return false;
      }
      if (!covers(partition, launch, view.shape)) return true;
      covering++;
      const found = new Set(sets.flat());
      return elementsOf(view, none, []).every((e) => found.has(e));
    }),
    runs,
  );
  t.ok(disjoint > 300 && covering > 100, `${disjoint} disjoint, ${covering} covering`);
});

t.test('views that are said to be apart are', async (t) => {
  let apart = 0;
  let truly = 0;
  fc.assert(
    fc.property(views, views, (a, b) => {
      const other = new Set(elementsOf(b, none, []));
      const meet = elementsOf(a, none, []).some((e) => other.has(e));
      if (!meet) truly++;
      if (viewsMayOverlap(a, b)) return true;
      apart++;
      return !meet;
    }),
    runs,
  );
  t.comment(`${apart} of ${truly} pairs of views apart were found`);
  t.ok(apart > truly / 2);
});

t.test('rectangles', async (t) => {
  const a = { low: [0, 0], high: [2, 2] };
  t.ok(contains(a, { low: [1, 1], high: [1, 9] }), 'what is empty is anywhere');
  t.notOk(intersects(a, { low: [2, 0], high: [3, 2] }));
});
