/**
 * The constraint solver (thesis 3.1.3, Algorithm 1): gives every argument of a task an interned partition, and the task
 * its launch domain. Greedy, without search: it runs once for each plan. Its cost does not depend on the number of
 * processors, for it computes with tile sizes and never visits a tile.
 *
 *     c = a + b, (1000) each, 4 processors, a last written in tiles of 256        y = A x, by rows
 *       align(a, b, c)   ->  one class; a's key satisfies it                        {y, A.pos} tiles of rows
 *       a b c: tiling(256)   launch (4)                                             crd, vals: image of pos; x: image of crd
 *
 * A task that cannot be cut, or is too small to be, has one point, at which every argument is whole.
 */
import { ONE_POINT, type Shape, sameShape, sizeOf } from '../shape/index.js';
import { type Classes, classesOf } from './classes.js';
import { derive, followDomain } from './derive.js';
import { covers, isDisjoint, launchOf } from './geometry.js';
import { none, type Partition, type TilingPartition, tiling } from './partition.js';
import type { PartitionClass, Problem, Solution } from './problem.js';
import { projection } from './projection.js';
import { type Cuttable, freshTiling, pointsWanted, respects, unitsInTile } from './tile.js';

/**
 * Solves a task's constraints. Throws `ShapeError` when they relate stores of shapes that do not allow it, and `ArgumentError` when they
 * are circular.
 */
export function solve(problem: Problem): Solution {
  if (isSmall(problem) && isPlain(problem)) return onePoint(problem);
  const classes = classesOf(problem);
  const leader = leadingClass(problem, classes);
  const cut = cuttable(problem, leader);
  const tiles = problem.rowPoints === true ? freshTiling(cut, leader.shape[0] ?? 1) : tilesOf(problem, leader, cut);
  if (tiles === null) return onePoint(problem);
  const launch = launchOf(tiles, leader.shape);
  const points = sizeOf(launch);
  if (points <= 1) return onePoint(problem);
  const chosen = assign(problem, classes, leader, tiles, launch);
  const domain = leader.domain ? tiles : none;
  const partitions = problem.args.map((arg, i) => {
    const cls = classes.of[i];
    if (cls !== null) return chosen.get(cls) ?? none;
    if (arg.access === 'rows') return followDomain(domain, problem.rowRank, 'rows');
    return arg.access === 'columns' && arg.privilege === 'read' ? followDomain(domain, problem.rowRank, 'columns') : none;
  });
  if (writesClash(problem, partitions, launch)) return onePoint(problem);
  return { partitions, launch, points, unitsPerPoint: unitsInTile(tiles, cut) };
}

function tilesOf(problem: Problem, leader: PartitionClass, cut: Cuttable): TilingPartition | null {
  const want = pointsWanted(leader.shape, problem.machine);
  return want > 1 ? (keyOf(problem, leader, (key) => usable(key, cut, want)) ?? freshTiling(cut, want)) : null;
}

/** Whether nothing in the task is worth two points, under any constraints. */
function isSmall({ domain, units, args, machine, rowPoints }: Problem): boolean {
  if (rowPoints === true || pointsWanted(domain, machine) > 1) return false;
  return units !== null || args.every(({ shape }) => pointsWanted(shape, machine) <= 1);
}

/** Whether the constraints are such simple ones that they can be satisfied in any case. */
function isPlain({ constraints, args }: Problem): boolean {
  return constraints.every((c) => c.kind === 'broadcast' || (c.kind === 'align' && sameShape(args[c.a].shape, args[c.b].shape)));
}

function onePoint({ args, units }: Problem): Solution {
  return { partitions: allWhole(args.length), launch: ONE_POINT, points: 1, unitsPerPoint: units?.count ?? 0 };
}

/** By number of arguments: one list for all. */
const wholes: (readonly Partition[])[] = [];

function allWhole(count: number): readonly Partition[] {
  return (wholes[count] ??= Object.freeze(new Array<Partition>(count).fill(none)));
}

/** The class that the launch domain is made from: the domain's, or for opaque tasks without one the largest. */
function leadingClass(problem: Problem, classes: Classes): PartitionClass {
  const independent = classes.order.slice(0, classes.independent);
  const domain = classes.order.find((c) => c.domain) ?? independent[0];
  if (problem.units !== null || domain.args.length > 0) return domain;
  let best = domain;
  let most = 0;
  for (const cls of independent) {
    const bytes = cls.blocked.size < cls.shape.length ? bytesOf(problem, cls) : 0;
    if (bytes > most) {
      most = bytes;
      best = cls;
    }
  }
  return best;
}

function bytesOf(problem: Problem, cls: PartitionClass): number {
  let bytes = 0;
  for (const i of cls.args) bytes += problem.args[i].bytes;
  return bytes;
}

function cuttable(problem: Problem, cls: PartitionClass): Cuttable {
  return { shape: cls.shape, blocked: cls.blocked, rowRank: problem.rowRank, units: cls.domain ? problem.units : null };
}

/** The key partition of the class's arguments that may be used and moves the fewest bytes; or null. */
function keyOf(problem: Problem, cls: PartitionClass, may: (key: TilingPartition) => boolean): TilingPartition | null {
  let best: TilingPartition | null = null;
  let fewest = Infinity;
  for (const i of cls.args) {
    const key = problem.args[i].key;
    if (key === null || key === best || key.kind !== 'tiling' || !may(key)) continue;
    const moved = bytesMoved(problem, cls, key);
    if (moved < fewest) {
      fewest = moved;
      best = key;
    }
  }
  return best;
}

/** Whether a key partition may be used: not one of more points than the grain and the processors allow. */
function usable(key: TilingPartition, cut: Cuttable, want: number): boolean {
  if (key.tile.length !== cut.shape.length || !respects(key, cut)) return false;
  const launch = launchOf(key, cut.shape);
  return isDisjoint(key, launch) && onceEach(key) && sizeOf(launch) <= want;
}

/** No launch axis drives two tile axes: a diagonal does not cover. Uncut axes stand still or are one tile. */
function onceEach(t: TilingPartition): boolean {
  const { axes } = t.projection;
  return axes.every((a, i) => a < 0 || axes.indexOf(a) === i);
}

function bytesMoved(problem: Problem, cls: PartitionClass, partition: Partition): number {
  let bytes = 0;
  for (const i of cls.args) {
    const arg = problem.args[i];
    if (arg.privilege !== 'write' && arg.key !== partition) bytes += arg.bytes;
  }
  return bytes;
}

/** Partitions of all classes, given the leader's. */
function assign(
  problem: Problem,
  classes: Classes,
  leader: PartitionClass,
  tiles: TilingPartition,
  launch: Shape,
): Map<PartitionClass, Partition> {
  const chosen = new Map<PartitionClass, Partition>([[leader, tiles]]);
  classes.order.forEach((cls, k) => {
    if (cls === leader) return;
    if (k < classes.independent)
      chosen.set(cls, keyOf(problem, cls, (key) => fitsLaunch(key, cls, launch)) ?? sameLaunch(cls, launch));
    else chosen.set(cls, dependent(problem, classes, cls, chosen, launch));
  });
  return chosen;
}

/** Has a key of an unrelated class a tile for each point of the launch that the leader made? */
function fitsLaunch(key: TilingPartition, { shape, blocked }: PartitionClass, launch: Shape): boolean {
  if (key.tile.length !== shape.length || key.projection.isRotated || !onceEach(key)) return false;
  const whole = (axis: number): boolean => key.projection.axes[axis] < 0 && key.tile[axis] >= shape[axis];
  if ([...blocked].some((axis) => !whole(axis))) return false;
  return sameShape(launchOf(key, shape), launch) && isDisjoint(key, launch) && covers(key, launch, shape);
}

/** An unrelated class takes part in the launch if it can be cut into as many pieces along as many axes; else it is whole. */
function sameLaunch(cls: PartitionClass, launch: Shape): Partition {
  const tile = [...cls.shape];
  const axes = cls.shape.map(() => -1);
  let next = 0;
  for (let i = 0; i < tile.length && next < launch.length; i++) {
    if (cls.blocked.has(i) || tile[i] < launch[next]) continue;
    tile[i] = Math.ceil(tile[i] / launch[next]);
    axes[i] = next++;
  }
  return next === launch.length
    ? tiling(
        tile,
        tile.map(() => 0),
        projection(axes),
      )
    : none;
}

/** The partition that the constraints into a class agree on; when they do not, all of the store for every point. */
function dependent(
  problem: Problem,
  classes: Classes,
  cls: PartitionClass,
  chosen: Map<PartitionClass, Partition>,
  launch: Shape,
): Partition {
  let agreed: Partition | null = null;
  for (const d of classes.into.get(cls) ?? []) {
    const source = classes.of[d.from];
    const made = derive(d, (source === null ? undefined : chosen.get(source)) ?? none, problem, launch);
    if (agreed !== null && made !== agreed) return none;
    agreed = made;
  }
  return cls.blocked.size > 0 || agreed === null ? none : agreed;
}

/** Would two points of an opaque body write the same element? Kernels combine shared results in `finish`. */
function writesClash(problem: Problem, partitions: readonly Partition[], launch: Shape): boolean {
  if (problem.units !== null) return false;
  return problem.args.some(
    (arg, i) => (arg.privilege === 'write' || arg.privilege === 'readwrite') && !isDisjoint(partitions[i], launch),
  );
}
