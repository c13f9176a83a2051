/**
 * The items of a step: the ranges of its units that are nodes of a compiled program, and how each argument is cut among
 * them. Ranges are the tiles that the solver chose, so that dependences follow from interned partitions.
 *
 *     domain (2, 5000), strips of 1024: 5 units a row     tiles of (1, 3072)     ranges [0,3) [3,5) [5,8) [8,10)
 */
import { pointAt } from '../../dependence/index.js';
import type { Binding, Step } from '../../fusion/index.js';
import { BLOCK, type Privilege, structureOf, type Units, unitsOf } from '../../ir/index.js';
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import { followDomain, none, type Partition, type Rect, rectOf } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf } from '../../shape/index.js';
import type { Task } from '../../task/index.js';
import { hasFinish, type Template } from '../launch/index.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Items {
  readonly ranges: readonly Range[];
  /** The launch domain; its points in order are the ranges. */
  readonly launch: Shape;
  /** How the step's domain is cut into the ranges; `none` where that is not known. */
  readonly tiles: Partition;
  /** The step has an end of its own, after all ranges: folds are combined and 0-d values stored there. */
  readonly finish: boolean;
}

/** An argument of a step: how it is used, how the items cut it, and whether the step's end uses it. */
export interface Use {
  readonly binding: Binding;
  readonly privilege: Privilege;
  readonly tiles: Partition;
  readonly atFinish: boolean;
}

/** The items of a step, no more than `most` where they are not tiles. */
export function itemsOf({ step, record }: Template, most: number): Items {
  const count = record[RECORD.UNITS];
  const inline = (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
  if (inline || count <= record[RECORD.TILE])
    return { ranges: [{ from: 0, to: count }], launch: ONE_POINT, tiles: none, finish: false };
  const finish = step.kernel === null || hasFinish(step);
  const { parts, launch } = step;
  if (parts !== null && sizeOf(launch) === count) return { ranges: single(count), launch, tiles: none, finish: false };
  const tiled = rangesOf(step);
  if (tiled !== null) return { ranges: tiled, launch: step.launch, tiles: step.tiles, finish };
  const tile = Math.max(record[RECORD.TILE], Math.ceil(count / most));
  const ranges = Array.from({ length: Math.ceil(count / tile) }, (_, p) => ({
    from: p * tile,
    to: Math.min(count, (p + 1) * tile),
  }));
  return { ranges, launch: [ranges.length], tiles: none, finish };
}

/** A range for each unit. */
function single(count: number): Range[] {
  return Array.from({ length: count }, (_, p) => ({ from: p, to: p + 1 }));
}

/** The units of each tile, when the tiles are contiguous ranges that make up all units; else null. */
function rangesOf(step: Step): Range[] | null {
  const { kernel, tiles, launch, domain } = step;
  const points = sizeOf(launch);
  if (kernel === null || tiles.kind !== 'tiling' || points <= 1) return null;
  const units = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  const ranges: Range[] = [];
  let end = 0;
  for (let p = 0; p < points; p++) {
    const range = unitsIn(rectOf(tiles, pointAt(p, launch), domain), domain, kernel.rowRank, units);
    if (range.from !== end || range.to < range.from) return null;
    end = range.to;
    ranges.push(range);
  }
  return end === units.count ? ranges : null;
}

/** The range from the unit of a rectangle's first element to the unit of its last. */
function unitsIn(rect: Rect, domain: Shape, rowRank: number, units: Units): Range {
  const [firstRow, lastRow] = corners(rect, domain, 0, rowRank);
  if (units.strips === 1) return { from: firstRow / units.rowsPerUnit, to: Math.ceil((lastRow + 1) / units.rowsPerUnit) };
  const [first, last] = corners(rect, domain, rowRank, domain.length);
  return { from: firstRow * units.strips + first / BLOCK, to: lastRow * units.strips + Math.floor(last / BLOCK) + 1 };
}

/** Row-major numbers, among some axes of the domain, of a rectangle's first and last coordinates. */
function corners(rect: Rect, domain: Shape, from: number, to: number): [number, number] {
  let first = 0;
  let last = 0;
  for (let i = from; i < to; i++) {
    first = first * domain[i] + rect.low[i];
    last = last * domain[i] + rect.high[i] - 1;
  }
  return [first, last];
}

/** The step's arguments as its items use them. */
export function usesOf(step: Step, items: Items, tasks: readonly Task[]): Use[] {
  const { kernel, bindings } = step;
  const privileges =
    kernel === null ? tasks[step.tasks[0]].kind.args.map((a) => a.privilege) : kernel.args.map((a) => a.privilege);
  return bindings.map((binding, k) => {
    const { access } = binding;
    const privilege = privileges[k];
    const atFinish =
      items.finish &&
      kernel !== null &&
      (access === 'full' || access === 'bins' || (access === 'columns' && privilege !== 'read'));
    const parts = step.parts !== null && items.ranges.length > 1 ? step.parts[k] : null;
    return { binding, privilege, tiles: atFinish ? none : (parts ?? tilesFor(binding, step, items.tiles)), atFinish };
  });
}

/** How arguments of an access are cut with the step's domain. */
function tilesFor({ access }: Binding, { kernel }: Step, tiles: Partition): Partition {
  if (tiles.kind !== 'tiling' || kernel === null) return none;
  if (access === 'elementwise') return tiles;
  return access === 'rows' ? followDomain(tiles, kernel.rowRank, 'rows') : none;
}
