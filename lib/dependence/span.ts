/**
 * Spans: which elements of a root each item of an operation touches, and in which memory. The items of an index task are
 * its points; those of a copy its pieces. Spans are interned or shared, so that what follows from one, or from a pair
 * of them (see `relation.ts`), is found once.
 *
 * A *footprint* is the span of an argument of an index task. It also says what each memory needs of the store: exact
 * `parts`, and the `extents` that instances should have, where neighbouring parts are coalesced.
 *
 *     tiles of 4, 4 points, 2 memories        parts: [0,8) in memory 0, [8,16) in memory 1
 */
import {
  bounding,
  contains,
  intersects,
  isDisjointSub,
  isEmpty,
  type Partition,
  type Rect,
  type RootRect,
  rectInRoot,
  rectOfShape,
  rectSize,
  rootRectOf,
  type SubPartition,
  toRoot,
} from '../partition/index.js';
import type { Shape } from '../shape/index.js';
import { joined, type Region, regionSize, remove } from './region.js';

export interface Span {
  readonly id: number;
  readonly count: number;
  rectAt(item: number): Rect;
  /** Where the item runs, or writes. */
  memoryAt(item: number): number;
  /** Where it reads from; the same unless it is a copy. */
  sourceAt(item: number): number;
  /** Around all items. */
  readonly bounds: Rect;
  /** No element belongs to two items. */
  readonly disjoint: boolean;
  /** For arguments of tasks: the symbols that describe it. */
  readonly sub: SubPartition | null;
  readonly launch: Shape;
  /** In root coordinates, where that is a tiling or a widened one. */
  readonly rooted: Partition | null;
}

let spans = 0;

/** A number for a new span. */
export function nextSpan(): number {
  return spans++;
}

/** Where the points of a launch run. */
export interface Placement {
  readonly id: number;
  readonly launch: Shape;
  readonly memoryOf: Int32Array;
}

/** A piece of a footprint in one memory. */
export interface Part {
  readonly memory: number;
  readonly rect: Rect;
}

export interface Footprint extends Span {
  readonly placement: Placement;
  /** Exactly what the points use (or a bound, see `exact`), joined by memory; parts of one memory may overlap. */
  readonly parts: readonly Part[];
  readonly extents: readonly Part[];
  /** The extent that holds each point's elements. */
  readonly extentOf: Int32Array;
  /** Rectangles are the elements, not bounds on them. */
  readonly exact: boolean;
  /** No element is in parts of two memories: points may write there without seeing each other. */
  readonly separable: boolean;
  /** Together, all of the root. */
  readonly covers: boolean;
}

/** What an image has of its view at a point, where its values are known; null for all of the view. */
export type Bounds = (sub: SubPartition, point: readonly number[]) => Rect | null;

/** The coordinates of a row-major number. */
export function pointAt(n: number, launch: Shape): number[] {
  const point = new Array<number>(launch.length);
  for (let i = launch.length - 1; i >= 0; i--) {
    point[i] = n % launch[i];
    n = Math.floor(n / launch[i]);
  }
  return point;
}

/** The footprint of a sub-partition over a placed launch. Visits each point; the caller keeps the result. */
export function makeFootprint(sub: SubPartition, placement: Placement, rootShape: Shape, bounds: Bounds): Footprint {
  const { launch } = placement;
  const at = sub.partition.kind === 'image' ? imageAt(sub, placement, rootShape, bounds) : rectOfPoint(sub, launch, rootShape);
  const rooted = toRoot(sub, rootShape);
  const symbols = {
    sub,
    disjoint: isDisjointSub(sub, launch),
    rooted: rooted !== null && rooted.kind !== 'image' ? rooted : null,
  };
  return footprint(at, placement, rootShape, symbols);
}

function rectOfPoint(sub: SubPartition, launch: Shape, rootShape: Shape): (n: number) => RootRect {
  return (n) => rootRectOf(sub, pointAt(n, launch), rootShape);
}

/** The bounds of an image are asked for once: what is known of the values may change. */
function imageAt(sub: SubPartition, { launch, memoryOf }: Placement, rootShape: Shape, bounds: Bounds): (n: number) => RootRect {
  const all = rectOfShape(sub.view.shape);
  const rects = Array.from(memoryOf, (_, n) => rectInRoot(sub.view, bounds(sub, pointAt(n, launch)) ?? all, rootShape, false));
  return (n) => rects[n];
}

/** The footprint of one rectangle in one memory. */
export function boxFootprint(rect: Rect, placement: Placement, rootShape: Shape): Footprint {
  return footprint(() => ({ rect, exact: true }), placement, rootShape, { sub: null, disjoint: true, rooted: null });
}

function footprint(
  at: (n: number) => RootRect,
  placement: Placement,
  rootShape: Shape,
  symbols: Pick<Span, 'sub' | 'disjoint' | 'rooted'>,
): Footprint {
  const { launch, memoryOf } = placement;
  const count = memoryOf.length;
  const parts: Part[] = [];
  let exact = true;
  let around: Rect | null = null;
  for (let p = 0; p < count; p++) {
    const { rect, exact: e } = at(p);
    if (isEmpty(rect)) continue;
    exact = exact && e;
    around = around === null ? rect : bounding(around, rect);
    addPart(parts, { memory: memoryOf[p], rect }, joined);
  }
  const extents: Part[] = [];
  for (const part of parts) addPart(extents, part, coalesced);
  return {
    ...symbols,
    id: nextSpan(),
    count,
    launch,
    placement,
    parts,
    extents,
    exact,
    extentOf: Int32Array.from(memoryOf, (memory, p) =>
      extents.findIndex((e) => e.memory === memory && contains(e.rect, at(p).rect)),
    ),
    rectAt: (n) => at(n).rect,
    memoryAt: (n) => memoryOf[n],
    sourceAt: (n) => memoryOf[n],
    bounds: around ?? { low: rootShape.map(() => 0), high: rootShape.map(() => 0) },
    separable: separable(parts),
    covers: exact && coversAll(parts, rootShape),
  };
}

/** Joins a part with others of its memory as long as `join` agrees. */
function addPart(parts: Part[], part: Part, join: (a: Rect, b: Rect) => Rect | null): void {
  for (let i = parts.length - 1; i >= 0; i--) {
    if (parts[i].memory !== part.memory) continue;
    const both = join(parts[i].rect, part.rect);
    if (both === null) continue;
    parts.splice(i, 1);
    addPart(parts, { memory: part.memory, rect: both }, join);
    return;
  }
  parts.push(part);
}

/** One box for both, when that wastes no more than a quarter. */
function coalesced(a: Rect, b: Rect): Rect | null {
  const both = bounding(a, b);
  return rectSize(both) * 4 <= (rectSize(a) + rectSize(b)) * 5 ? both : null;
}

function separable(parts: readonly Part[]): boolean {
  return parts.every((a, i) => parts.every((b, j) => i >= j || a.memory === b.memory || !intersects(a.rect, b.rect)));
}

function coversAll(parts: readonly Part[], rootShape: Shape): boolean {
  let left: Region = [rectOfShape(rootShape)];
  for (const part of parts) left = remove(left, part.rect);
  return regionSize(left) === 0;
}
