/** Partitions: identity is equality, rectangles, coverage, disjointness; the same of views in root coordinates. */
import t from 'tap';
import {
  boxes,
  covers,
  formatPartition,
  halo,
  identity,
  image,
  isDisjoint,
  launchOf,
  none,
  projection,
  rectOf,
  rootRectOf,
  subPartition,
  subsMayOverlap,
  tiling,
  toRoot,
  viewsMayOverlap,
} from '../../../lib/partition/index.js';
import { identityView, internView } from '../../../lib/shape/index.js';

const rows = (tile: number, width: number) => tiling([tile, width], [0, 0], projection([0, -1]));

t.test('interned', async (t) => {
  t.equal(tiling([2, 2], [0, 0], identity(2)), tiling([2, 2], [0, 0], projection([0, 1])));
  t.not(tiling([2, 2], [0, 0], identity(2)), tiling([2, 2], [0, 0], projection([1, 0])));
  t.not(tiling([2, 2], [0, 0], identity(2)), tiling([2, 2], [0, 1], identity(2)));
  const base = tiling([4], [0], identity(1));
  t.equal(halo(base, [1], [1]), halo(base, [1], [1]));
  t.equal(halo(base, [0], [0]), base, 'widened by nothing');
  t.equal(image(base, true, 7), image(base, true, 7));
  t.not(image(base, true, 7), image(base, true, 8));
});

t.test('rectangles of points are clipped', async (t) => {
  t.same(rectOf(none, [3], [5, 5]), { low: [0, 0], high: [5, 5] });
  t.same(rectOf(rows(4, 3), [1], [6, 3]), { low: [4, 0], high: [6, 3] });
  t.same(rectOf(tiling([2, 2], [1, 1], identity(2)), [1, 0], [4, 4]), { low: [3, 1], high: [4, 3] });
  t.same(rectOf(halo(tiling([4], [0], identity(1)), [1], [2]), [0], [12]), { low: [0], high: [6] });
  t.same(rectOf(halo(tiling([4], [0], identity(1)), [1], [2]), [1], [12]), { low: [3], high: [10] });
});

t.test('disjoint', async (t) => {
  t.ok(isDisjoint(rows(2, 3), [4]));
  t.notOk(isDisjoint(none, [4]));
  t.ok(isDisjoint(none, [1]));
  t.notOk(isDisjoint(tiling([2], [0], projection([1])), [4, 4]), 'replicated along the first launch axis');
  t.ok(isDisjoint(tiling([2], [0], projection([1])), [1, 4]));
  t.notOk(isDisjoint(halo(rows(2, 3), [1, 0], [0, 0]), [4]));
  t.ok(isDisjoint(halo(rows(2, 3), [0, 1], [0, 0]), [4]), 'widened along an axis that is not cut');
});

t.test('covers', async (t) => {
  t.ok(covers(rows(2, 3), [4], [8, 3]));
  t.ok(covers(rows(2, 3), [4], [7, 3]));
  t.notOk(covers(rows(2, 3), [4], [9, 3]));
  t.notOk(covers(rows(2, 2), [4], [8, 3]));
  t.notOk(covers(tiling([2], [1], identity(1)), [4], [8]));
  t.ok(covers(tiling([2], [-1], identity(1)), [5], [8]));
  t.notOk(covers(tiling([2, 2], [0, 0], projection([0, 0])), [4], [8, 8]), 'the diagonal');
  t.ok(covers(halo(tiling([2], [1], identity(1)), [1], [0]), [4], [8]));
});

t.test('launch of a tiling', async (t) => {
  t.same(launchOf(rows(3, 5), [7, 5]), [3]);
  t.same(launchOf(tiling([3, 2], [0, 0], identity(2)), [7, 5]), [3, 3]);
});

t.test('a slice in root coordinates', async (t) => {
  const root = [8, 6];
  const view = internView([4, 6], [6, 1], 12); // x[2:6]
  const sub = subPartition(view, rows(2, 6));
  t.equal(subPartition(view, rows(2, 6)), sub);
  t.equal(toRoot(sub, root), tiling([2, 6], [2, 0], projection([0, -1])));
  t.same(rootRectOf(sub, [1], root), { rect: { low: [4, 0], high: [6, 6] }, exact: true });
  t.equal(toRoot(subPartition(identityView(root), none), root), none);
});

t.test('transposed, fixed, broadcast, stepped and reversed views', async (t) => {
  const root = [8, 6];
  const transposed = subPartition(internView([6, 8], [1, 6], 0), tiling([3, 8], [0, 0], projection([0, -1])));
  t.equal(toRoot(transposed, root), tiling([8, 3], [0, 0], projection([-1, 0])));
  const column = subPartition(internView([8], [6], 4), tiling([4], [0], identity(1))); // x[:, 4]
  t.equal(toRoot(column, root), tiling([4, 1], [0, 4], projection([0, -1])));
  const spread = subPartition(internView([5, 6], [0, 1], 6), tiling([2, 6], [0, 0], projection([0, -1]))); // x[1] five times
  t.equal(toRoot(spread, root), tiling([1, 6], [1, 0], projection([-1, -1])));
  t.notOk(spread.injective);
  const stepped = subPartition(internView([4], [2], 1), tiling([2], [0], identity(1))); // of a root (8)
  t.equal(toRoot(stepped, [8]), null);
  t.same(rootRectOf(stepped, [1], [8]), { rect: { low: [5], high: [8] }, exact: false });
  const reversed = subPartition(internView([8], [-1], 7), tiling([3], [0], identity(1)));
  t.same(rootRectOf(reversed, [0], [8]), { rect: { low: [5], high: [8] }, exact: true });
});

t.test('views of one matrix', async (t) => {
  const left = internView([4, 2], [4, 1], 0);
  const right = internView([4, 2], [4, 1], 2);
  t.notOk(viewsMayOverlap(left, right));
  t.ok(viewsMayOverlap(left, internView([4, 2], [4, 1], 1)));
  t.notOk(viewsMayOverlap(internView([3, 1], [4, 1], 3), internView([3, 3], [4, 1], 4)), 'last column, rows below without it');
  t.ok(viewsMayOverlap(internView([2, 3], [4, 1], 0), internView([3, 2], [4, 1], 1)));
  t.notOk(subsMayOverlap(subPartition(left, none), subPartition(right, none)));
});

t.test('printed', async (t) => {
  t.equal(formatPartition(rows(4, 3)), 'tiling(4 x 3 @ 0,0 by p0,*)');
  t.equal(formatPartition(halo(tiling([4], [0], identity(1)), [1], [0])), 'halo(tiling(4 @ 0 by p0), -1, +0)');
});

t.test('boxes by point', async (t) => {
  const box = (low: number[], high: number[]) => ({ low, high });
  // A cut of a cut of 7 elements: parts of 4, of which parts are 3 long.
  const parts = boxes([2, 2], [box([0], [3]), box([3], [4]), box([4], [7]), box([7], [7])]);
  t.equal(parts, boxes([2, 2], [...parts.boxes]), 'interned');
  t.not(parts, boxes([4], [...parts.boxes]));
  t.same(rectOf(parts, [1, 0], [7]), box([4], [7]));
  t.same(rectOf(parts, [1, 0], [6]), box([4], [6]), 'clipped');
  t.ok(isDisjoint(parts, [2, 2]));
  t.ok(covers(parts, [2, 2], [7]));
  t.notOk(covers(parts, [2, 2], [8]));
  t.notOk(isDisjoint(boxes([2], [box([0, 0], [2, 2]), box([1, 1], [3, 3])]), [2]));
  t.ok(isDisjoint(boxes([2], [box([0, 0], [2, 2]), box([0, 2], [2, 3])]), [2]));
  t.equal(toRoot(subPartition(identityView([7]), parts), [7]), null);
  t.same(rootRectOf(subPartition(internView([3], [1], 4), boxes([1], [box([1], [3])])), [0], [7]).rect, box([5], [7]));
  t.equal(formatPartition(parts), 'boxes(4)');
});
