/**
 * Relations between spans against element sets: nobody whom a point must wait for is left out, and few are named in
 * vain. And the analysis of an aligned launch does the same work for any number of points.
 */

import t from 'tap';
import { Coherence, Mapper, makeFootprint, Relations, type RootKey, together } from '../../../lib/dependence/index.js';
import { halo, identity, none, type Partition, projection, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView, internView } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { elementsOf, pointsOf } from '../../unit/dependence/simulator.js';
import { counted } from '../partition/counted.js';

const SHAPE = [6, 6];
const views = [
  identityView(SHAPE),
  internView([6, 6], [1, 6], 0),
  internView([4, 6], [6, 1], 12),
  internView([6], [6], 3),
  internView([6], [-6], 33),
  internView([3, 3], [12, 2], 1),
  internView([36], [1], 0),
];
const ints = (length: number, min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });

const accesses = fc
  .record({ view: fc.constantFrom(...views), launch: fc.constantFrom<number[]>([3], [6], [2, 3]) })
  .chain(({ view, launch }) => {
    const rank = view.shape.length;
    const drawn = fc
      .tuple(ints(rank, 1, 4), ints(rank, -2, 2), ints(rank, -1, launch.length - 1), ints(rank, 0, 1), ints(rank, 0, 1))
      .map(([tile, offset, axes, low, high]) => halo(tiling(tile, offset, projection(axes)), low, high) as Partition);
    const partition = fc.oneof({ weight: 8, arbitrary: drawn }, { weight: 1, arbitrary: fc.constant<Partition>(none) });
    return fc.record({ view: fc.constant(view), launch: fc.constant(launch), partition });
  });

t.test('waits contain every overlap', async (t) => {
  let pairs = 0;
  let named = 0;
  fc.assert(
    fc.property(accesses, accesses, (a, b) => {
      const [first, second] = [a, b].map((x) => makeFootprint(subPartition(x.view, x.partition), together(x.launch, 0), SHAPE));
      const relation = new Relations().between(first, second, 'any');
      const [p, q] = [a, b].map((x) => pointsOf(x.launch).map((point) => new Set(elementsOf(x.view, x.partition, point))));
      q.forEach((after, j) => {
        const waits = new Set(relation?.waits(j) ?? []);
        named += waits.size;
        p.forEach((before, i) => {
          if (![...before].some((e) => after.has(e))) return;
          pairs++;
          if (!waits.has(i)) throw new Error(`point ${j} does not wait for ${i}`);
        });
      });
    }),
    { seed: 99, numRuns: 1500 },
  );
  t.comment(`${pairs} pairs of points share elements, ${named} are named`);
  t.ok(pairs > 1000 && named < 2 * pairs);
});

t.test('aligned tiles: exactly the neighbours', async (t) => {
  const view = identityView([1024]);
  const tiles = tiling([1], [0], identity(1));
  const placement = together([1024], 0);
  const [same, wide] = [tiles, halo(tiles, [2], [1])].map((p) => makeFootprint(subPartition(view, p), placement, [1024]));
  const relations = new Relations();
  t.equal(relations.between(same, same, 'any')?.kind, 'same');
  const window = relations.between(same, wide, 'any');
  t.equal(window?.kind, 'window');
  t.same(window?.waits(500), [498, 499, 500, 501]);
  t.same(window?.waits(0), [0, 1]);
  t.same(relations.between(wide, same, 'any')?.waits(500), [499, 500, 501, 502]);
  t.equal(relations.between(wide, same, 'any'), relations.between(wide, same, 'any'), 'found once');
});

t.test('the same work for 4 and for 1024 points', async (t) => {
  const program = (points: number): (() => void) => {
    const coherence = new Coherence({ mapper: new Mapper(4), backing: { allocate: () => true, free: () => undefined } });
    const view = identityView([4096]);
    const tiles = tiling([4096 / points], [0], identity(1));
    let count = 0;
    const root = (): RootKey => ({ id: count++, shape: [4096], itemSize: 8 });
    let x = root();
    const map = (...args: [RootKey, 'read' | 'write' | 'readwrite', Partition][]): void => {
      const { number } = coherence.map({
        launch: [points],
        args: args.map(([r, privilege, p]) => ({ root: r, privilege, sub: subPartition(view, p) })),
      });
      coherence.retire(number - 8);
    };
    map([x, 'write', tiles]);
    return () => {
      const y = root();
      map([x, 'read', halo(tiles, [1], [1])], [y, 'write', tiles]);
      map([y, 'readwrite', tiles]);
      coherence.release(x);
      x = y;
    };
  };
  const work = [4, 1024].map((points) => {
    const iterate = program(points);
    for (let i = 0; i < 20; i++) iterate();
    return counted(/\/lib\/(dependence|partition)\//, () => {
      for (let i = 0; i < 20; i++) iterate();
    });
  });
  t.ok(work[0] > 1000, 'the count counts');
  t.equal(work[1], work[0]);
});
