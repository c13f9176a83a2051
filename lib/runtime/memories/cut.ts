/**
 * How a step becomes an index task: which part of its domain each point computes, and through which sub-partitions it
 * uses its roots. Maps, and folds along whole rows, are cut as the solver cut them: every point is a launch over a smaller
 * domain, which gives the same bits as a range of units does. What needs the whole domain (coordinates, folds with partial
 * results, opaque bodies) is one point.
 */
import type { TaskArg } from '../../dependence/index.js';
import type { Binding, Step } from '../../fusion/index.js';
import { type Access, type Kernel, type Privilege, structureOf } from '../../ir/index.js';
import {
  none,
  type Partition,
  projection,
  type Rect,
  rectOf,
  rectOfShape,
  rectSize,
  subPartition,
  tiling,
} from '../../partition/index.js';
import { type Shape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';

/** A root's part in the task: all bindings that use it through one view, or all that do when they could meet. */
interface Share {
  readonly slot: number;
  readonly view: View;
  readonly tiles: Partition;
  readonly privilege: Privilege;
}

export interface Cut {
  readonly launch: Shape;
  /** The part of the domain that each point computes. */
  readonly rects: readonly Rect[];
  readonly shares: readonly Share[];
  /** By binding: its share, and what of its view a point sees. */
  readonly shareOf: readonly number[];
  readonly localTo: readonly ((point: number) => Rect)[];
}

const ONE_POINT: Shape = Object.freeze([1]);

/** `privileges`: of the step's bindings. */
export function cutOf(step: Step, privileges: readonly Privilege[], slots: readonly Root[]): Cut {
  const conflicts = conflicting(step.bindings, privileges);
  const apart = conflicts.size === 0 && isSpread(step.kernel);
  const rects = apart ? rectsOf(step) : null;
  const launch = rects === null ? ONE_POINT : step.launch;
  const shares: Share[] = [];
  const shareOf = step.bindings.map(({ slot, view, access }, k): number => {
    const tiles = rects === null ? none : tilesFor(access, step);
    const whole = conflicts.has(slot);
    const share = { slot, view: whole ? slots[slot].view : view, tiles, privilege: whole ? 'readwrite' : privileges[k] } as const;
    const known = shares.findIndex((s) => s.slot === slot && s.view === share.view && s.tiles === tiles);
    if (known < 0) return shares.push(share) - 1;
    if (shares[known].privilege !== share.privilege) shares[known] = { ...share, privilege: 'readwrite' };
    return known;
  });
  const localTo = step.bindings.map(({ view, access }) => {
    const all = rectOfShape(view.shape);
    if (rects === null || tilesFor(access, step) === none) return (): Rect => all;
    return (p: number): Rect => leading(rects[p], view.shape.length);
  });
  return { launch, rects: rects ?? [rectOfShape(step.domain)], shares, shareOf, localTo };
}

/** What coherence is told of a cut's roots. */
export function argsOf(cut: Cut, slots: readonly Root[]): TaskArg[] {
  return cut.shares.map(({ slot, view, tiles, privilege }): TaskArg => {
    const { id, view: all, dtype } = slots[slot];
    return { root: { id, shape: all.shape, itemSize: dtype.size }, sub: subPartition(view, tiles), privilege };
  });
}

/** Slots that are written, and used through several views: each of them has to see what goes through the others. */
function conflicting(bindings: readonly Binding[], privileges: readonly Privilege[]): Set<number> {
  const found = new Set<number>();
  bindings.forEach(({ slot, view }, k) => {
    if (privileges[k] !== 'read' && bindings.some((b) => b.slot === slot && b.view !== view)) found.add(slot);
  });
  return found;
}

/** Does every element come out the same wherever a point begins? */
function isSpread(kernel: Kernel | null): boolean {
  if (kernel === null) return false;
  const structure = structureOf(kernel);
  return (
    (structure === 'map' || structure === 'inner') &&
    kernel.args.every((arg) => arg.privilege === 'read' || arg.access === 'elementwise' || arg.access === 'rows') &&
    kernel.loops.every((loop) => loop.nodes.every((node) => node.op !== 'index'))
  );
}

/** How arguments of an access are cut with the step's domain. */
function tilesFor(access: Access, { tiles, kernel }: Step): Partition {
  if (tiles.kind !== 'tiling' || kernel === null) return none;
  if (access === 'elementwise') return tiles;
  if (access !== 'rows') return none;
  const { rowRank } = kernel;
  const axes = tiles.projection.axes.slice(0, rowRank);
  return tiling(tiles.tile.slice(0, rowRank), tiles.offset.slice(0, rowRank), projection(axes));
}

/** The points' parts of the domain; null when they are not a proper cut of it, or cut rows that are folded. */
function rectsOf(step: Step): Rect[] | null {
  const { tiles, domain, launch, kernel } = step;
  const points = sizeOf(launch);
  if (points <= 1 || tiles.kind !== 'tiling' || kernel === null) return null;
  const rects = Array.from({ length: points }, (_, p) => rectOf(tiles, pointAt(p, launch), domain));
  if (rects.reduce((n, rect) => n + rectSize(rect), 0) !== sizeOf(domain)) return null;
  const whole = (rect: Rect): boolean => domain.every((n, i) => i < kernel.rowRank || rect.high[i] - rect.low[i] === n);
  return structureOf(kernel) === 'map' || rects.every(whole) ? rects : null;
}

/** A rectangle along the first axes. */
function leading(rect: Rect, rank: number): Rect {
  return { low: rect.low.slice(0, rank), high: rect.high.slice(0, rank) };
}

/** The coordinates of a row-major number. */
function pointAt(n: number, launch: Shape): number[] {
  const point = new Array<number>(launch.length);
  for (let i = launch.length - 1; i >= 0; i--) {
    point[i] = n % launch[i];
    n = Math.floor(n / launch[i]);
  }
  return point;
}
