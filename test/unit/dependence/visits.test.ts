/** What the analysis enumerates is counted: all points of an argument that each of them uses whole, and items that are searched. */
import t from 'tap';
import { makeFootprint, Relations, together } from '../../../lib/dependence/index.js';
import { identity, none, type Partition, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView, internView, type View } from '../../../lib/shape/index.js';

const SHAPE = [16, 16];
const LAUNCH = [8];
const tiles = tiling([2], [0], identity(1));

function setting() {
  const visits = { points: 0, memories: 0, layers: 0 };
  const footprint = (partition: Partition, view: View) =>
    makeFootprint(subPartition(view, partition), together(LAUNCH, 0), SHAPE, { own: null, bounds: () => null, visits });
  return { visits, footprint, relations: new Relations(false, visits) };
}

t.test('points of a replicated argument that meet a box', async (t) => {
  const { visits, footprint } = setting();
  const whole = footprint(none, identityView(SHAPE));
  t.equal(visits.points, 0, 'making it visits none');
  t.same(whole.meeting({ low: [3, 3], high: [4, 4] }), [0, 1, 2, 3, 4, 5, 6, 7]);
  t.equal(visits.points, 8);
  t.same(whole.meeting({ low: [20, 3], high: [21, 4] }), []);
  t.equal(visits.points, 8, 'and none where it is apart');
});

t.test('points of tiles that meet a box are found by division', async (t) => {
  const { visits, footprint } = setting();
  t.same(footprint(tiles, internView([16], [16], 0)).meeting({ low: [2, 0], high: [5, 1] }), [1, 2]);
  t.equal(visits.points, 0);
});

t.test('waits for all items of a replicated argument', async (t) => {
  const { visits, footprint, relations } = setting();
  const earlier = footprint(none, identityView(SHAPE));
  const later = footprint(tiles, internView([16], [16], 0));
  const relation = relations.between(earlier, later, 'any');
  t.equal(visits.points, 0);
  t.same(
    [relation?.waits(0), relation?.waits(5)],
    [earlier, earlier].map(() => [0, 1, 2, 3, 4, 5, 6, 7]),
  );
  t.equal(visits.points, 8, 'listed once');
});

t.test('items without structure are searched', async (t) => {
  const { visits, footprint, relations } = setting();
  const earlier = footprint(tiles, internView([16], [17], 0));
  const later = footprint(tiles, internView([16], [16], 0));
  const before = visits.points;
  t.ok(relations.between(earlier, later, 'any'));
  t.ok(visits.points >= before + 8, `${visits.points - before} points`);
});
