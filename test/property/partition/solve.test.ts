/**
 * The solver on random domains: tiles are disjoint, cover, are contiguous ranges of whole units and at least a grain; and
 * what it computes does not grow with the number of processors, counted by V8's own block coverage.
 */

import t from 'tap';
import { BLOCK, type Structure, unitsOf } from '../../../lib/ir/index.js';
import { type Partition, type Problem, projection, type Solution, solve, tiling } from '../../../lib/partition/index.js';
import fc from '../../support/seeded.js';
import { counted } from './counted.js';

const structures: readonly Structure[] = ['map', 'full', 'inner', 'outer'];

/** The unit that an element is in, from the definition: rows of so many elements, several rows or strips of one. */
function unitOf(index: readonly number[], domain: readonly number[], p: Problem): number {
  const units = p.units;
  if (units === null) throw new Error('kernels only');
  let row = 0;
  let column = 0;
  index.forEach((x, i) => {
    if (i < p.rowRank) row = row * domain[i] + x;
    else column = column * domain[i] + x;
  });
  return units.strips === 1 ? Math.floor(row / units.rowsPerUnit) : row * units.strips + Math.floor(column / BLOCK);
}

/** The point that has an element, by division; -1 for more than one or none. */
function ownerOf(index: readonly number[], partition: Partition, launch: readonly number[]): number {
  if (partition.kind !== 'tiling') return 0;
  const point = launch.map(() => 0);
  for (let i = 0; i < index.length; i++) {
    const tile = Math.floor((index[i] - partition.offset[i]) / partition.tile[i]);
    const axis = partition.projection.axes[i];
    if (axis >= 0) point[axis] = tile;
    else if (tile !== 0) return -1;
  }
  return point.every((x, i) => x >= 0 && x < launch[i]) ? point.reduce((n, x, i) => n * launch[i] + x, 0) : -1;
}

function* indices(domain: readonly number[]): Generator<number[]> {
  const size = domain.reduce((a, b) => a * b, 1);
  for (let n = 0; n < size; n++) {
    const index = new Array<number>(domain.length);
    let rest = n;
    for (let i = domain.length - 1; i >= 0; i--) {
      index[i] = rest % domain[i];
      rest = Math.floor(rest / domain[i]);
    }
    yield index;
  }
}

const domains = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 9000 })),
  fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 150 })),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1000, max: 4000 })),
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 })),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 64 }), fc.constantFrom(32, 33, 64)),
);

const keys = (rank: number): fc.Arbitrary<Partition | null> =>
  fc.option(
    fc
      .tuple(fc.array(fc.integer({ min: 1, max: 2500 }), { minLength: rank, maxLength: rank }), fc.boolean())
      .map(([tile, whole]) =>
        tiling(
          tile.map((n, i) => (i === 0 ? n : whole ? 10_000 : 1)),
          tile.map(() => 0),
          projection(tile.map((_, i) => (i === 0 ? 0 : -1))),
        ),
      ),
  );

const problems: fc.Arbitrary<Problem> = domains.chain((domain) =>
  fc
    .record({
      rowRank: fc.integer({ min: 1, max: domain.length }),
      structure: fc.constantFrom(...structures),
      procs: fc.integer({ min: 1, max: 20 }),
      grainElements: fc.constantFrom(1, 100, 2000),
      key: keys(domain.length),
    })
    .map(({ rowRank, structure, procs, grainElements, key }) => {
      const args = [key, null].map((k, i) => ({
        shape: domain,
        privilege: i === 0 ? ('read' as const) : ('write' as const),
        access: 'elementwise' as const,
        key: k,
        bytes: 8,
      }));
      return {
        domain,
        rowRank,
        units: unitsOf(domain, rowRank, structure),
        args,
        constraints: [],
        machine: { procs, grainElements },
      };
    }),
);

/** Every element has one owner, owners' ranges of units are apart and in order, and no longer than promised. */
function tilesAreUnits(p: Problem, s: Solution): boolean {
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  for (const index of indices(p.domain)) {
    const owner = ownerOf(index, s.partitions[0], s.launch);
    if (owner < 0) return false;
    const unit = unitOf(index, p.domain, p);
    low.set(owner, Math.min(low.get(owner) ?? Infinity, unit));
    high.set(owner, Math.max(high.get(owner) ?? -1, unit));
  }
  let next = 0;
  for (const owner of [...low.keys()].sort((a, b) => a - b)) {
    const first = low.get(owner) ?? -1;
    const last = high.get(owner) ?? -1;
    if (first !== next || last - first + 1 > s.unitsPerPoint) return false;
    next = last + 1;
  }
  return next === p.units?.count;
}

t.test('tiles are disjoint, cover, and are whole units; points keep to the grain and the machine', async (t) => {
  let parallel = 0;
  fc.assert(
    fc.property(problems, (p) => {
      const s = solve(p);
      const size = p.domain.reduce((a, b) => a * b, 1);
      if (s.points > 1) parallel++;
      return (
        s.partitions[0] === s.partitions[1] &&
        (s.points === 1 || (s.points * p.machine.grainElements <= size && s.points <= p.machine.procs)) &&
        tilesAreUnits(p, s)
      );
    }),
    { seed: 7, numRuns: 300 },
  );
  t.ok(parallel > 50, 'many are cut');
});

t.test('the same work for 4 and for 1,000,000 processors', async (t) => {
  const domain = [2 ** 40];
  const problem = (procs: number): Problem => ({
    domain,
    rowRank: 1,
    units: unitsOf(domain, 1, 'map'),
    constraints: [{ kind: 'align', a: 0, b: 1 }],
    machine: { procs, grainElements: 1000 },
    args: [0, 1].map(() => ({ shape: domain, privilege: 'read' as const, access: 'elementwise' as const, key: null, bytes: 8 })),
  });
  const few = problem(4);
  const many = problem(1_000_000);
  t.equal(solve(few).points, 4);
  t.equal(solve(many).points, Math.ceil(2 ** 30 / 1074), 'whole units a tile');
  const base = counted(/\/lib\/partition\//, () => {
    for (let i = 0; i < 20; i++) solve(few);
  });
  t.ok(base > 100, 'the count counts');
  t.equal(
    counted(/\/lib\/partition\//, () => {
      for (let i = 0; i < 20; i++) solve(many);
    }),
    base,
  );
});
