/** The solver on the constraints that libraries write. */
import t from 'tap';
import { ArgumentError, ShapeError } from '../../../lib/base/index.js';
import { type Structure, unitsOf } from '../../../lib/ir/index.js';
import {
  type Constraint,
  halo,
  identity,
  image,
  none,
  type Partition,
  type Problem,
  projection,
  rotated,
  type SolverArg,
  solve,
  tiling,
} from '../../../lib/partition/index.js';

const machine = { procs: 4, grainElements: 1000 };
const arg = (shape: number[], extra: Partial<SolverArg> = {}): SolverArg => ({
  shape,
  privilege: 'read',
  access: 'elementwise',
  key: null,
  bytes: 8 * shape.reduce((a, b) => a * b, 1),
  ...extra,
});

function kernel(
  domain: number[],
  args: SolverArg[],
  structure: Structure = 'map',
  constraints: Constraint[] = [],
  more: Partial<Problem> = {},
): Problem {
  const rowRank = domain.length === 0 ? 0 : 1;
  return { domain, rowRank, units: unitsOf(domain, rowRank, structure), args, constraints, machine, ...more };
}

const opaque = (domain: number[], args: SolverArg[], constraints: Constraint[]): Problem => ({
  domain,
  rowRank: 1,
  units: null,
  args,
  constraints,
  machine,
});
const vector = (tile: number, offset = 0): Partition => tiling([tile], [offset], identity(1));

t.test('element-wise arguments share whole units', async (t) => {
  const s = solve(kernel([100_000], [arg([100_000]), arg([100_000], { privilege: 'write' })]));
  t.same(s.launch, [4]);
  t.equal(s.partitions[0], vector(25 * 1024));
  t.equal(s.partitions[1], s.partitions[0]);
  t.equal(s.unitsPerPoint, 25);
});

t.test('rows are taken several a unit', async (t) => {
  const s = solve(kernel([1000, 8], [arg([1000, 8])]));
  t.equal(s.partitions[0], tiling([256, 8], [0, 0], projection([0, -1])));
  t.same(s.launch, [4]);
  t.equal(s.unitsPerPoint, 2);
});

t.test('fewer rows than processors: strips', async (t) => {
  const s = solve(kernel([2, 5000], [arg([2, 5000])]));
  t.equal(s.partitions[0], tiling([1, 3072], [0, 0], identity(2)));
  t.same(s.launch, [2, 2]);
  t.equal(s.points, 4);
  t.equal(s.unitsPerPoint, 3);
});

t.test('the grain', async (t) => {
  t.equal(solve(kernel([1999], [arg([1999])])).points, 1);
  t.equal(solve(kernel([3 * 1024], [arg([3 * 1024])])).points, 3);
  t.equal(solve(kernel([0, 5], [arg([0, 5])])).points, 1);
  t.equal(solve(kernel([], [arg([])])).points, 1);
  t.equal(solve(kernel([1_000_000], [arg([1_000_000])], 'map', [], { machine: { procs: 4, grainElements: 500_000 } })).points, 2);
});

t.test('as many points as run side by side, or a multiple', async (t) => {
  const points = (elements: number): number =>
    solve(kernel([elements], [arg([elements])], 'map', [], { machine: { procs: 8, atOnce: 4, grainElements: 1024 } })).points;
  t.same(
    [2, 3, 4, 7, 8, 15, 24].map((n) => points(n * 1024)),
    [2, 3, 4, 4, 8, 8, 8],
  );
});

t.test('rows of a fold along the inner axes are never cut', async (t) => {
  t.equal(solve(kernel([1, 100_000], [arg([1, 100_000]), arg([1], { access: 'rows', privilege: 'write' })], 'inner')).points, 1);
  const s = solve(kernel([8, 100_000], [arg([8, 100_000]), arg([8], { access: 'rows', privilege: 'write' })], 'inner'));
  t.equal(s.partitions[1], vector(2));
  t.equal(s.unitsPerPoint, 2);
});

t.test('folds along rows and full folds leave their result whole', async (t) => {
  const s = solve(kernel([8000, 100], [arg([8000, 100]), arg([100], { access: 'columns', privilege: 'write' })], 'outer'));
  t.equal(s.partitions[1], none);
  t.equal(s.points, 4);
  const f = solve(kernel([8000], [arg([8000]), arg([], { access: 'full', privilege: 'write' })], 'full'));
  t.equal(f.partitions[1], none);
  t.ok(f.points > 1);
});

t.test('the key that moves the fewest bytes', async (t) => {
  const big = arg([100_000], { key: vector(40 * 1024) });
  const small = arg([100_000], { key: vector(30 * 1024), bytes: 100 });
  const out = arg([100_000], { key: vector(26 * 1024), privilege: 'write' });
  t.equal(solve(kernel([100_000], [small, big, out])).partitions[2], vector(40 * 1024));
  t.equal(solve(kernel([100_000], [out, small])).partitions[0], vector(30 * 1024), 'what is overwritten does not move');
});

t.test('keys that do not fit are passed over', async (t) => {
  const fresh = solve(kernel([100_000], [arg([100_000])])).partitions[0];
  for (const key of [
    vector(30_000),
    vector(32 * 1024, -1),
    vector(1024),
    none,
    tiling([1024, 2], [0, 0], identity(2)),
    vector(200_000),
  ]) {
    t.equal(solve(kernel([100_000], [arg([100_000], { key })])).partitions[0], fresh);
  }
  const crooked = tiling([300, 8], [0, 0], projection([0, -1]));
  t.equal(
    solve(kernel([1000, 8], [arg([1000, 8], { key: crooked })])).partitions[0],
    tiling([256, 8], [0, 0], projection([0, -1])),
    'half a unit',
  );
});

t.test('broadcast axes stay whole', async (t) => {
  const s = solve(kernel([4000, 8], [arg([4000, 8])], 'map', [{ kind: 'broadcast', arg: 0, axes: [0] }]));
  t.equal(s.points, 1);
  const o = solve(opaque([4000, 8000], [arg([4000, 8000], { privilege: 'write' })], [{ kind: 'broadcast', arg: 0, axes: [0] }]));
  t.equal(o.partitions[0], tiling([4000, 2000], [0, 0], projection([-1, 0])));
});

t.test('SpMV: images in order', async (t) => {
  const n = 10_000;
  const args = [
    arg([n], { privilege: 'write' }),
    arg([n + 0, 2], { access: 'whole', version: 5 }),
    arg([50_000], { access: 'whole', version: 6 }),
    arg([50_000], { access: 'whole' }),
    arg([n], { access: 'whole' }),
  ];
  const constraints: Constraint[] = [
    { kind: 'image', from: 2, to: 4 },
    { kind: 'image', from: 1, until: 1, to: 2 },
    { kind: 'align', a: 2, b: 3 },
    { kind: 'scale', from: 0, to: 1, factors: [1, 2] },
  ];
  t.throws(() => solve(opaque([n], args, constraints)), ShapeError, 'ranks differ: scale says so');
  const s = solve(
    opaque(
      [n],
      [args[0], arg([n], { access: 'whole', version: 5 }), ...args.slice(2)],
      [...constraints.slice(0, 3), { kind: 'align', a: 0, b: 1 }],
    ),
  );
  const tiles = vector(2500);
  t.equal(s.partitions[0], tiles);
  t.equal(s.partitions[2], image(tiles, true, 5));
  t.equal(s.partitions[3], image(tiles, true, 5));
  t.equal(s.partitions[4], image(image(tiles, true, 5), false, 6));
});

t.test('halos and scales', async (t) => {
  const args = [arg([8000], { privilege: 'write' }), arg([8000], { access: 'whole' }), arg([16000], { access: 'whole' })];
  const s = solve(
    opaque([8000], args, [
      { kind: 'bloat', from: 0, to: 1, low: [1], high: [1] },
      { kind: 'scale', from: 0, to: 2, factors: [2] },
    ]),
  );
  t.equal(s.partitions[1], halo(tiling([2000], [0], identity(1)), [1], [1]));
  t.equal(s.partitions[2], vector(4000));
});

t.test('opaque bodies that would write one element twice get one point', async (t) => {
  const s = solve(
    opaque([8000], [arg([8000]), arg([5], { access: 'whole', privilege: 'write' })], [{ kind: 'broadcast', arg: 1 }]),
  );
  t.equal(s.points, 1);
  t.equal(s.partitions[0], none);
});

t.test('unrelated stores take part in the launch', async (t) => {
  const s = solve(opaque([1], [arg([9000], { privilege: 'write' }), arg([40, 3])], [{ kind: 'broadcast', arg: 1, axes: [1] }]));
  t.same(s.launch, [4]);
  t.equal(s.partitions[1], tiling([10, 3], [0, 0], projection([0, -1])));
});

t.test('unrelated stores keep their keys where these have a tile for each point', async (t) => {
  const cut = (tile: number, more: Partial<SolverArg> = {}, constraints: Constraint[] = []): Partition => {
    const key = tiling([tile, 3], [0, 0], projection([0, -1]));
    const args = [arg([9000], { privilege: 'write' }), arg([40, 3], { key, ...more })];
    return solve(opaque([1], args, [{ kind: 'broadcast', arg: 1, axes: [1] }, ...constraints])).partitions[1];
  };
  const fresh = tiling([10, 3], [0, 0], projection([0, -1]));
  t.equal(cut(11), tiling([11, 3], [0, 0], projection([0, -1])), 'four tiles, the last one shorter');
  t.equal(cut(20), fresh, 'two tiles');
  t.equal(cut(11, { key: tiling([11, 3], [1, 0], projection([0, -1])) }), fresh, 'the first row is in no tile');
  t.equal(cut(11, { key: tiling([10, 1], [0, 0], projection([0, -1])) }), fresh, 'columns that must not be cut');
  const turned = rotated([0, -1], [{ others: [], shift: 1, extent: 4 }, null]);
  t.equal(cut(11, { key: tiling([10, 3], [0, 0], turned) }), fresh, 'rotated');
});

t.test('what cannot be', async (t) => {
  t.throws(() => solve(opaque([10], [arg([10]), arg([11])], [{ kind: 'align', a: 0, b: 1 }])), {
    message: /align: arguments 0 and 1 must have one shape.*\(10,\) and \(11,\).*image/s,
  });
  t.throws(() => solve(opaque([10], [arg([10]), arg([11])], [{ kind: 'align', a: 0, b: 1 }])), ShapeError);
  const circle: Constraint[] = [
    { kind: 'image', from: 1, to: 2 },
    { kind: 'image', from: 2, to: 1 },
  ];
  t.throws(
    () => solve(opaque([10], [arg([10]), arg([10], { access: 'whole' }), arg([10], { access: 'whole' })], circle)),
    ArgumentError,
  );
  t.throws(
    () => solve(opaque([8000], [arg([8000]), arg([9000])], [{ kind: 'scale', from: 0, to: 1, factors: [1] }])),
    /does not reach/,
  );
});

t.test('deterministic', async (t) => {
  const p = kernel([123_456], [arg([123_456]), arg([123_456], { privilege: 'write' })]);
  t.equal(solve(p).partitions[0], solve(p).partitions[0]);
});
