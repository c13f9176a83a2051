/** Rotated projections, inverted tilings and the reach of sub-partitions against sets of elements found index by index. */

import t from 'tap';
import {
  covers,
  halo,
  intersects,
  isDisjoint,
  none,
  type Partition,
  partInView,
  pointsMeeting,
  type Rect,
  type Rotation,
  reachOf,
  rectInRoot,
  rectOf,
  rootRectOf,
  rotated,
  subPartition,
  tiling,
} from '../../../lib/partition/index.js';
import { internView, type View } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { elementsOf, pointsOf } from '../../unit/dependence/simulator.js';

const runs = { seed: 31, numRuns: 3000 };
const ints = (length: number, min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });

/** Projections of two tile axes from launches of one to three axes, half of them rotated. */
const projections = (launch: readonly number[]) => {
  const axis = fc.integer({ min: 0, max: launch.length - 1 });
  const rotation: fc.Arbitrary<Rotation> = fc.record({
    others: fc.array(axis, { maxLength: 2 }),
    shift: fc.integer({ min: -3, max: 5 }),
    extent: fc.integer({ min: 1, max: 4 }),
  });
  return fc
    .tuple(ints(2, -1, launch.length - 1), fc.array(fc.option(rotation), { minLength: 2, maxLength: 2 }))
    .map(([axes, rotations]) =>
      rotated(
        axes,
        rotations.map((r, i) => (axes[i] < 0 ? null : r)),
      ),
    );
};

const cuts = fc.constantFrom<number[]>([3], [2, 3], [3, 3], [2, 2, 2], [1, 4]).chain((launch) =>
  fc.record({
    launch: fc.constant(launch),
    partition: fc.oneof(
      fc
        .tuple(projections(launch), ints(2, 1, 3), ints(2, -2, 2), ints(2, -1, 1), ints(2, 0, 1))
        .map(([projection, tile, offset, low, high]): Partition => halo(tiling(tile, offset, projection), low, high)),
      fc
        .tuple(projections(launch), fc.nat(1))
        .map(([projection, behind]): Partition => halo(tiling([2, 2], [0, 0], projection), [0, 0], [0, behind])),
    ),
  }),
);

const SHAPE = [6, 5];
const whole = internView(SHAPE, [5, 1], 0);
const square = internView([4, 4], [4, 1], 0);

t.test('rotated tiles: disjoint and covering say what the elements say', async (t) => {
  let disjoint = 0;
  let covering = 0;
  fc.assert(
    fc.property(cuts, ({ launch, partition }) => {
      const sets = pointsOf(launch).map((point) => elementsOf(square, partition, point));
      const all = sets.flat();
      const areDisjoint = new Set(all).size === all.length;
      if (isDisjoint(partition, launch)) disjoint++;
      if (isDisjoint(partition, launch) && !areDisjoint) return false;
      if (covers(partition, launch, [4, 4])) covering++;
      return !covers(partition, launch, [4, 4]) || new Set(all).size === 16;
    }),
    runs,
  );
  t.comment(`${disjoint} are disjoint, ${covering} cover`);
  t.ok(disjoint > 150 && covering > 30);
});

t.test("a grid's tiles, rotated as Cannon's algorithm does, are disjoint and cover at each step", async (t) => {
  for (let n = 1; n <= 5; n++) {
    for (let step = 0; step < n; step++) {
      const projection = rotated([0, 1], [null, { others: [0], shift: step, extent: n }]);
      const partition = tiling([2, 3], [0, 0], projection);
      t.ok(isDisjoint(partition, [n, n]));
      t.ok(covers(partition, [n, n], [2 * n, 3 * n]));
      for (const [i, j] of pointsOf([n, n])) {
        const k = (i + j + step) % n;
        t.same(rectOf(partition, [i, j], [2 * n, 3 * n]), { low: [2 * i, 3 * k], high: [2 * i + 2, 3 * k + 3] });
      }
    }
  }
  t.not(isDisjoint(tiling([2], [0], rotated([0], [{ others: [1], shift: 0, extent: 3 }])), [3, 3]), true, 'one axis is dropped');
  t.not(isDisjoint(tiling([2], [0], rotated([0], [{ others: [], shift: 0, extent: 3 }])), [4]), true, 'the ring is shorter');
});

const rects: fc.Arbitrary<Rect> = fc
  .tuple(ints(2, 0, 5), ints(2, 1, 4))
  .map(([low, size]) => ({ low, high: low.map((n, i) => Math.min(SHAPE[i], n + size[i])) }));

t.test('the points that meet a rectangle are found', async (t) => {
  let named = 0;
  let met = 0;
  fc.assert(
    fc.property(cuts, rects, ({ launch, partition }, rect) => {
      if (partition.kind !== 'tiling' && partition.kind !== 'halo') return true;
      const found = pointsMeeting(partition, launch, rect);
      const expected = pointsOf(launch).flatMap((point, p) => (intersects(rectOf(partition, point, SHAPE), rect) ? [p] : []));
      named += found.length;
      met += expected.length;
      const ascending = found.every((p, k) => k === 0 || p > found[k - 1]);
      return ascending && expected.every((p) => found.includes(p));
    }),
    runs,
  );
  t.comment(`${met} points meet, ${named} are named`);
  t.ok(named < 1.3 * met);
});

const views: fc.Arbitrary<View> = fc.constantFrom(
  whole,
  internView([5, 6], [1, 5], 0),
  internView([4, 3], [5, 1], 6),
  internView([3, 5], [10, 1], 5),
  internView([6, 2], [5, 2], 1),
  internView([5, 5], [-5, 1], 25),
  internView([6, 5], [5, -1], 4),
  internView([3, 5], [0, 1], 10),
  internView([1, 5], [5, 1], 10),
);

t.test("a rectangle's part of a view has all elements in it", async (t) => {
  fc.assert(
    fc.property(views, rects, (view, rect) => {
      const part = partInView(view, rect, SHAPE);
      if (part === null) return false;
      const inside = (at: readonly number[]): boolean => at.every((x, k) => x >= part.low[k] && x < part.high[k]);
      return pointsOf(view.shape).every((at) => {
        const e = at.reduce((n, x, k) => n + x * view.strides[k], view.offset);
        const within = [Math.floor(e / 5), e % 5].every((x, i) => x >= rect.low[i] && x < rect.high[i]);
        return within ? inside(at) : isStepped(view) || !inside(at);
      });
    }),
    runs,
  );
  t.pass('and no other, but for views with steps');
});

function isStepped({ strides }: View): boolean {
  return strides.some((s) => ![0, 1, 5].includes(Math.abs(s)));
}

t.test('the reach is what visiting all points finds', async (t) => {
  let known = 0;
  fc.assert(
    fc.property(views, cuts, fc.nat(9), (view, { launch, partition }, which) => {
      const sub = subPartition(view, which === 0 ? none : partition);
      const reach = reachOf(sub, launch, SHAPE);
      if (reach === null) return true;
      known++;
      const found = pointsOf(launch).map((point) => rootRectOf(sub, point, SHAPE));
      const held = found.filter(({ rect }) => rect.low.every((n, i) => n < rect.high[i]));
      const exact = held.every((r) => r.exact);
      if (held.length === 0) return reach.exact && reach.bounds.low.some((n, i) => n >= reach.bounds.high[i]);
      const low = [0, 1].map((i) => Math.min(...held.map((r) => r.rect.low[i])));
      const high = [0, 1].map((i) => Math.max(...held.map((r) => r.rect.high[i])));
      const elements = new Set(pointsOf(launch).flatMap((point) => elementsOf(sub.view, sub.partition, point)));
      const gapless = elements.size === (high[0] - low[0]) * (high[1] - low[1]);
      const same = `${reach.bounds.low};${reach.bounds.high}` === `${low};${high}`;
      return same && reach.exact === exact && (!reach.gapless || gapless) && (reach.gapless || !gapless || !isPlain(partition));
    }),
    runs,
  );
  t.comment(`${known} of 3000 are known from symbols`);
  t.ok(known > 1000);
});

/** Tiles side by side, none of them longer than the step from one to the next. */
function isPlain(partition: Partition): boolean {
  return partition.kind === 'tiling';
}

t.test('parts that meet a rectangle share an index with its part', async (t) => {
  let met = 0;
  fc.assert(
    fc.property(views, rects, ints(2, 0, 5), ints(2, 1, 5), (view, rect, from, size) => {
      const local = {
        low: view.shape.map((n, k) => Math.min(n - 1, from[k])),
        high: view.shape.map((n, k) => Math.min(n, Math.min(n - 1, from[k]) + size[k])),
      };
      const part = partInView(view, rect, SHAPE);
      if (part === null || !intersects(rectInRoot(view, local, SHAPE, true).rect, rect)) return true;
      met++;
      return intersects(local, part);
    }),
    runs,
  );
  t.ok(met > 500);
});
