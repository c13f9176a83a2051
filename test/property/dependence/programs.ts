/** Random programs for tests of the analysis: views alias, partitions do not match, some are rotated, roots die. */

import type { RootKey, TaskArg } from '../../../lib/dependence/index.js';
import {
  halo,
  image,
  isDisjointSub,
  none,
  type Partition,
  projection,
  rotated,
  subPartition,
  tiling,
} from '../../../lib/partition/index.js';
import { identityView, internView, type View } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';

export const LINE = [12];
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
  const turning = fc
    .tuple(ints(rank, 1, 4), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 4 }))
    .map(([tile, shift, extent]) => {
      const axes = tile.map((_, i) => i % launch.length);
      const turns = axes.map((axis, i) => (i === rank - 1 ? { others: axis > 0 ? [0] : [], shift, extent } : null));
      return tiling(
        tile,
        tile.map(() => 0),
        rotated(axes, turns),
      );
    });
  const usual: Partition[] =
    rank === 1
      ? [tiling([3], [0], projection([0])), tiling([4], [0], projection([0]))]
      : [tiling([1, 4], [0, 0], projection([0, -1])), tiling([2, 2], [0, 0], projection(launch.length === 2 ? [0, 1] : [0, -1]))];
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...usual) },
    { weight: 2, arbitrary: drawn },
    { weight: 1, arbitrary: turning },
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

export interface Draw {
  readonly launch: number[];
  readonly args: {
    slot: number;
    view: number;
    partition: readonly [Partition, Partition];
    privilege: TaskArg['privilege'];
    op: 'sum' | 'max';
    ends: boolean;
  }[];
  readonly release: number;
  readonly run: boolean;
}

const ranks = (shape: readonly number[], view: number): number => viewsOf(shape)[view % viewsOf(shape).length].shape.length;

export const steps: fc.Arbitrary<Draw> = fc.constantFrom<number[]>([4], [4], [3], [2, 2], [1]).chain((launch) =>
  fc.record({
    launch: fc.constant(launch),
    args: fc.array(
      fc.record({
        slot: fc.nat(5),
        view: fc.nat(9),
        partition: fc.tuple(partitions(1, launch), partitions(2, launch)),
        privilege: fc.constantFrom<TaskArg['privilege']>('read', 'read', 'write', 'write', 'readwrite', 'reduce'),
        op: fc.constantFrom<'sum' | 'max'>('sum', 'max'),
        ends: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    release: fc.nat(12),
    run: fc.boolean(),
  }),
);

/** Even slots are lines, odd ones squares. */
export const shapeOf = (slot: number): readonly number[] => (slot % 2 === 0 ? LINE : SQUARE);

/** The arguments that make a legal task: writes are disjoint, and on roots that the task has no other view of. */
export function legal(draw: Draw, roots: RootKey[]): TaskArg[] {
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
    if (!clash) args.push({ root: roots[a.slot], sub, privilege: a.privilege, op: a.op, ends: a.ends });
  }
  return args;
}

export function generator(seed: number): () => number {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}
