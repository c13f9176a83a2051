/**
 * Random programs on separate memories: whatever order of points, copies and folds the waits allow, every task reads what
 * the sequential program reads. Views alias, partitions do not match, roots die and leave their instances to others.
 */
import fc from 'fast-check';
import t from 'tap';
import { OutOfMemoryError } from '../../../lib/base/index.js';
import type { RootKey, TaskArg } from '../../../lib/dependence/index.js';
import {
  halo,
  identity,
  image,
  isDisjointSub,
  none,
  type Partition,
  projection,
  subPartition,
  tiling,
} from '../../../lib/partition/index.js';
import { identityView, internView, type View } from '../../../lib/shape/index.js';
import { Simulator } from '../../unit/dependence/simulator.js';

const LINE = [12];
const SQUARE = [4, 4];
const viewsOf = (shape: readonly number[]): View[] =>
  shape === LINE
    ? [
        identityView(LINE),
        identityView(LINE),
        internView([6], [1], 0),
        internView([6], [1], 6),
        internView([10], [1], 1),
        internView([6], [2], 0),
        internView([6], [2], 1),
        internView([12], [-1], 11),
        internView([3, 4], [4, 1], 0),
        internView([0], [1], 0),
      ]
    : [
        identityView(SQUARE),
        identityView(SQUARE),
        internView([4, 4], [1, 4], 0),
        internView([2, 4], [4, 1], 8),
        internView([4, 2], [4, 1], 1),
        internView([4], [4], 2),
        internView([4], [5], 0),
        internView([3, 4], [0, 1], 4),
        internView([16], [1], 0),
      ];

const ints = (length: number, min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });

function partitions(rank: number, launch: readonly number[]): fc.Arbitrary<Partition> {
  const drawn = fc
    .tuple(ints(rank, 1, 6), ints(rank, -1, 2), ints(rank, -1, launch.length - 1))
    .map(([tile, offset, axes]) => tiling(tile, offset, projection(axes)));
  const usual: Partition[] =
    rank === 1
      ? [tiling([3], [0], projection([0])), tiling([4], [0], projection([0]))]
      : [tiling([1, 4], [0, 0], projection([0, -1])), tiling([2, 2], [0, 0], projection(launch.length === 2 ? [0, 1] : [0, -1]))];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: drawn },
    { weight: 1, arbitrary: fc.constant<Partition>(none) },
    { weight: 1, arbitrary: fc.constantFrom(...usual).map((p) => image(p, false, 1)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...usual), ints(rank, 0, 2), ints(rank, 0, 2))
        .map(([p, low, high]) => (p.kind === 'tiling' ? halo(p, low, high) : p)),
    },
  );
}

interface Draw {
  readonly launch: number[];
  readonly args: {
    slot: number;
    view: number;
    partition: readonly [Partition, Partition];
    privilege: TaskArg['privilege'];
    op: 'sum' | 'max';
  }[];
  readonly release: number;
  readonly run: boolean;
}

const ranks = (shape: readonly number[], view: number): number => viewsOf(shape)[view % viewsOf(shape).length].shape.length;

const steps: fc.Arbitrary<Draw> = fc.constantFrom<number[]>([4], [4], [3], [2, 2], [1]).chain((launch) =>
  fc.record({
    launch: fc.constant(launch),
    args: fc.array(
      fc.record({
        slot: fc.nat(5),
        view: fc.nat(9),
        partition: fc.tuple(partitions(1, launch), partitions(2, launch)),
        privilege: fc.constantFrom<TaskArg['privilege']>('read', 'read', 'write', 'write', 'readwrite', 'reduce'),
        op: fc.constantFrom<'sum' | 'max'>('sum', 'max'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    release: fc.nat(12),
    run: fc.boolean(),
  }),
);

/** Even slots are lines, odd ones squares. */
const shapeOf = (slot: number): readonly number[] => (slot % 2 === 0 ? LINE : SQUARE);

/** The arguments that make a legal task: writes are disjoint, and on roots that the task has no other view of. */
function legal(draw: Draw, roots: RootKey[]): TaskArg[] {
  const args: TaskArg[] = [];
  for (const a of draw.args) {
    const shape = shapeOf(a.slot);
    const views = viewsOf(shape);
    const view = views[a.view % views.length];
    const sub = subPartition(view, a.partition[ranks(shape, a.view) - 1]);
    const writes = a.privilege === 'write' || a.privilege === 'readwrite';
    if (writes && !(sub.injective && isDisjointSub(sub, draw.launch))) continue;
    if (a.privilege === 'reduce' && !sub.injective) continue;
    const clash = args.some(
      (b) =>
        b.root === roots[a.slot] &&
        (a.privilege !== 'read' || b.privilege !== 'read') &&
        !(b.sub === sub && isDisjointSub(sub, draw.launch) && a.privilege !== 'reduce' && b.privilege === 'read'),
    );
    if (!clash) args.push({ root: roots[a.slot], sub, privilege: a.privilege, op: a.op });
  }
  return args;
}

function generator(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}

/** Runs a program; what differs. It ends early when memory runs out. */
function program(
  memories: number,
  seed: number,
  draws: readonly Draw[],
  capacity = Infinity,
): { wrong: string[]; full: boolean } {
  const sim = new Simulator(memories, generator(seed), { capacity });
  let count = 0;
  const fresh = (slot: number): RootKey => {
    const root = { id: count++, shape: shapeOf(slot), itemSize: 8 };
    const whole = subPartition(identityView(root.shape), none);
    sim.issue({ launch: [1], at: count % memories, args: [{ root, sub: whole, privilege: 'write' }] });
    return root;
  };
  try {
    const roots = Array.from({ length: 6 }, (_, slot) => fresh(slot));
    for (const draw of draws) {
      const args = legal(draw, roots);
      if (args.length > 0) sim.issue({ launch: draw.launch, args });
      if (draw.release < 6) {
        sim.release(roots[draw.release]);
        roots[draw.release] = fresh(draw.release);
      }
      if (draw.run) sim.runAll();
    }
    return { wrong: sim.differences(), full: false };
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    sim.runAll();
    return { wrong: [], full: true };
  }
}

t.test('little memory: waiting and collecting change no result', async (t) => {
  let finished = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.nat(),
      fc.array(steps, { minLength: 1, maxLength: 14 }),
      (memories, seed, draws) => {
        const { wrong, full } = program(memories, seed, draws, 1300);
        if (!full) finished++;
        if (wrong.length > 0) throw new Error(wrong.join('\n'));
      },
    ),
    { seed: 5, numRuns: 300 },
  );
  t.comment(`${finished} of 300 programs fit into 1300 bytes`);
  t.ok(finished > 20 && finished < 300);
});

t.test('leaving out waits is noticed', async (t) => {
  const tiles = tiling([3], [0], identity(1));
  const view = identityView(LINE);
  const wrongWithout = (forget: (waiting: number, on: number) => boolean): number => {
    let wrong = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const sim = new Simulator(2, generator(seed), { forget });
      const x: RootKey = { id: 0, shape: LINE, itemSize: 8 };
      const y: RootKey = { id: 1, shape: LINE, itemSize: 8 };
      sim.issue({ launch: [4], args: [{ root: x, sub: subPartition(view, tiles), privilege: 'write' }] }); // 1
      sim.issue({
        launch: [4],
        args: [
          { root: x, sub: subPartition(view, halo(tiles, [1], [1])), privilege: 'read' },
          { root: y, sub: subPartition(view, tiles), privilege: 'write' },
        ],
      }); // 2, 3: copies; 4
      sim.issue({ launch: [4], args: [{ root: x, sub: subPartition(view, tiles), privilege: 'write' }] }); // 5
      if (sim.differences().length > 0) wrong++;
    }
    return wrong;
  };
  t.equal(
    wrongWithout(() => false),
    0,
  );
  t.ok(wrongWithout((waiting) => waiting === 3) > 0, 'a copy without its source');
  t.ok(wrongWithout((waiting, on) => waiting === 4 && on === 3) > 0, 'a reader without its halo');
  t.ok(wrongWithout((waiting, on) => waiting === 5 && on === 4) > 0, 'a writer that overtakes readers');
});

t.test('separate memories compute what one does', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.nat(),
      fc.array(steps, { minLength: 1, maxLength: 14 }),
      (memories, seed, draws) => {
        const { wrong } = program(memories, seed, draws);
        if (wrong.length > 0) throw new Error(wrong.join('\n'));
      },
    ),
    { seed: 42, numRuns: 400 },
  );
  t.pass('no differences');
});

t.test('a stencil and its neighbours, many iterations, many orders', async (t) => {
  const tiles = tiling([3], [0], identity(1));
  const view = identityView(LINE);
  for (let seed = 1; seed <= 20; seed++) {
    const sim = new Simulator(3, generator(seed));
    let x: RootKey = { id: 0, shape: LINE, itemSize: 8 };
    sim.issue({ launch: [1], args: [{ root: x, sub: subPartition(view, none), privilege: 'write' }] });
    for (let i = 1; i <= 6; i++) {
      const y: RootKey = { id: i, shape: LINE, itemSize: 8 };
      sim.issue({
        launch: [4],
        args: [
          { root: x, sub: subPartition(view, halo(tiles, [1], [2])), privilege: 'read' },
          { root: y, sub: subPartition(view, tiles), privilege: 'write' },
        ],
      });
      sim.release(x);
      x = y;
    }
    t.same(sim.differences(), []);
  }
});
