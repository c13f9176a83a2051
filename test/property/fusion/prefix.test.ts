/**
 * Soundness of the fusion constraints (Diffuse, theorem 1, part 1): on random streams of tasks over random views and
 * partitions, every prefix that was accepted is fusible by definitions 1 to 3, checked point by point on sets of elements
 * with code of this file. It also reports how many of the truly fusible joins were found: the constraints are sound, not
 * complete.
 */

import t from 'tap';
import { ACCESS, accessList, Prefix, pushAccess } from '../../../lib/fusion/index.js';
import {
  halo,
  isDisjointSub,
  none,
  type Partition,
  projection,
  type SubPartition,
  subPartition,
  subsMayOverlap,
  tiling,
} from '../../../lib/partition/index.js';
import { internView, type View } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';

interface Use {
  readonly root: number;
  readonly view: View;
  readonly partition: Partition;
  readonly flags: number;
  readonly op: number;
}
interface TestTask {
  readonly launch: readonly number[];
  readonly uses: readonly Use[];
}

// The oracle: elements as numbers of the allocation, one set for each point.

function pointsOf(launch: readonly number[]): number[][] {
  return launch.reduce<number[][]>((all, n) => all.flatMap((p) => Array.from({ length: n }, (_, i) => [...p, i])), [[]]);
}

/** Walks all indices of the view and keeps those in the point's box. */
function elements(use: Use, point: number[]): Set<number> {
  const { shape, strides, offset } = use.view;
  const found = new Set<number>();
  for (const index of pointsOf(shape)) {
    if (index.every((x, axis) => inside(use.partition, point, axis, x))) {
      found.add(index.reduce((sum, x, axis) => sum + x * strides[axis], offset));
    }
  }
  return found;
}

function inside(p: Partition, point: number[], axis: number, x: number): boolean {
  if (p.kind === 'none') return true;
  if (p.kind === 'image' || p.kind === 'boxes') throw new Error('not drawn');
  const t = p.kind === 'halo' ? p.from : p;
  const widen = p.kind === 'halo' ? [p.low[axis], p.high[axis]] : [0, 0];
  const from = t.projection.axes[axis];
  const start = t.offset[axis] + t.tile[axis] * (from === -1 ? 0 : point[from]);
  return x >= start - widen[0] && x < start + t.tile[axis] + widen[1];
}

const is = (use: Use, bit: number): boolean => (use.flags & bit) !== 0;

/** Definition 1, for the privileges alone. */
function dependent(a: Use, b: Use): boolean {
  if (is(a, ACCESS.WRITE)) return true;
  if (is(a, ACCESS.READ) && (is(b, ACCESS.WRITE) || is(b, ACCESS.REDUCE))) return true;
  return is(a, ACCESS.REDUCE) && (!is(b, ACCESS.REDUCE) || a.op !== b.op);
}

/** Definition 3 for two tasks: no point depends on another one. */
function fusible(a: TestTask, b: TestTask): boolean {
  if (a.launch.join() !== b.launch.join()) return false;
  const points = pointsOf(a.launch);
  for (const x of a.uses) {
    for (const y of b.uses) {
      if (x.root !== y.root || !dependent(x, y)) continue;
      const before = points.map((p) => elements(x, p));
      const after = points.map((p) => elements(y, p));
      if (before.some((s, i) => after.some((r, j) => i !== j && [...r].some((e) => s.has(e))))) return false;
    }
  }
  return true;
}

// Random streams.

const views = fc.oneof(
  { weight: 3, arbitrary: fc.constant(internView([8], [1], 0)) },
  { weight: 3, arbitrary: fc.constant(internView([4, 4], [4, 1], 0)) },
  fc.constantFrom(
    internView([4], [1], 0),
    internView([4], [1], 4),
    internView([6], [1], 1),
    internView([8], [2], 0),
    internView([8], [2], 1),
    internView([8], [-1], 7),
    internView([4, 2], [4, 1], 0),
    internView([4, 2], [4, 1], 2),
    internView([4, 4], [1, 4], 0),
    internView([4, 4], [0, 1], 4),
    internView([4, 4], [1, 0], 8),
    internView([2, 4], [4, 1], 4),
    internView([4], [4], 3),
    internView([0], [1], 0),
  ),
);

const numbers = (length: number, min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: length, maxLength: length });

function partitions(rank: number, launchRank: number): fc.Arbitrary<Partition> {
  const row = rank === 1 ? tiling([2], [0], projection([0])) : tiling([1, 4], [0, 0], projection([0, -1]));
  const any = fc
    .tuple(
      numbers(rank, 1, 4),
      numbers(rank, -1, 2),
      numbers(rank, -1, launchRank - 1),
      fc.boolean(),
      numbers(rank, 0, 1),
      numbers(rank, 0, 1),
    )
    .map(([tile, offset, axes, widened, low, high]) => {
      const made = tiling(tile, offset, projection(axes));
      return widened ? halo(made, low, high) : made;
    });
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<Partition>(row) },
    { weight: 1, arbitrary: fc.constant<Partition>(none) },
    { weight: 3, arbitrary: any },
  );
}

const flags = fc.oneof(
  { weight: 5, arbitrary: fc.constant<number>(ACCESS.READ) },
  { weight: 4, arbitrary: fc.constant<number>(ACCESS.WRITE) },
  { weight: 1, arbitrary: fc.constant<number>(ACCESS.READ | ACCESS.WRITE) },
  { weight: 1, arbitrary: fc.constant<number>(ACCESS.REDUCE) },
);

const launches = fc.oneof({ weight: 12, arbitrary: fc.constant([4]) }, fc.constantFrom([2, 2], [3]));

const tasks: fc.Arbitrary<TestTask> = launches.chain((launch) => {
  const use = views.chain((view) =>
    fc.record({
      root: fc.integer({ min: 0, max: 4 }),
      view: fc.constant(view),
      partition: partitions(view.shape.length, launch.length),
      flags,
      op: fc.integer({ min: 0, max: 1 }),
    }),
  );
  return fc.record({ launch: fc.constant(launch), uses: fc.array(use, { minLength: 1, maxLength: 3 }) });
});

const byId = new Map<number, SubPartition>();

function encode(task: TestTask, domains: Map<string, number>): ReturnType<typeof accessList> {
  const key = task.launch.join();
  if (!domains.has(key)) domains.set(key, domains.size);
  const list = accessList();
  list.domain = domains.get(key) ?? -1;
  for (const use of task.uses) {
    const sub = subPartition(use.view, use.partition);
    const aliased = isDisjointSub(sub, task.launch) ? 0 : ACCESS.ALIASED;
    byId.set(sub.id, sub);
    pushAccess(list, use.root, sub.id, use.flags | aliased, is(use, ACCESS.REDUCE) ? use.op : 0);
  }
  return list;
}

t.test('accepted prefixes are fusible', async (t) => {
  const prefix = new Prefix((a, b) => {
    const [p, q] = [byId.get(a), byId.get(b)];
    return p === undefined || q === undefined || subsMayOverlap(p, q);
  });
  let truly = 0;
  let found = 0;
  fc.assert(
    fc.property(fc.array(tasks, { minLength: 2, maxLength: 7 }), (stream) => {
      const domains = new Map<string, number>();
      const accepted: TestTask[] = [];
      prefix.reset();
      for (const task of stream) {
        const barrier = prefix.tryAdd(encode(task, domains));
        const may = accepted.every((earlier) => fusible(earlier, task));
        if (barrier === null && !may) return false;
        if (may && accepted.length > 0) truly++;
        if (barrier === null && accepted.length > 0) found++;
        if (barrier !== null) break;
        accepted.push(task);
      }
      return true;
    }),
    { seed: 20251122, numRuns: 1500 },
  );
  t.comment(
    `${found} of ${truly} truly fusible joins found (${Math.round((100 * found) / truly)} %), ${prefix.disjointViews} barriers avoided between views apart`,
  );
  t.ok(found > 200, 'the streams do fuse');
});

t.test('an unsound rule would be caught', async (t) => {
  const view = internView([8], [1], 0);
  const write: TestTask = { launch: [4], uses: [{ root: 0, view, partition: none, flags: ACCESS.WRITE, op: 0 }] };
  const read: TestTask = { launch: [4], uses: [{ root: 0, view, partition: none, flags: ACCESS.READ, op: 0 }] };
  t.notOk(fusible(write, read), 'equal partitions that alias');
  t.ok(fusible(read, read));
});
