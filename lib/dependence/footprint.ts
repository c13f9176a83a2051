/**
 * Footprints: the span of an argument of an index task. A footprint also has the root's elements that each own memory needs: exact `parts`,
 * and the `extents` that instances should have, where neighbouring parts are coalesced.
 *
 *     tiles of 4, 4 points, 2 memories        parts: [0,8) in memory 0, [8,16) in memory 1
 *
 * Properties of all points together follow from the symbols. Where they do not (odd views, images, tiles with axes that depend on each
 * other), all points are visited, and counted.
 */
import {
  bounding,
  intersects,
  isDisjointSub,
  isEmpty,
  partInView,
  pointsMeeting,
  type Reach,
  type Rect,
  type RootRect,
  reachOf,
  rectInRoot,
  rectOfShape,
  rootRectOf,
  type SubPartition,
  sameRect,
  toRoot,
} from '../partition/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import { byMemory, type Held, held } from './held.js';
import type { Placement } from './placement.js';
import { RectIndex } from './rect-index.js';
import { type RectSet, rectSetSize, remove } from './rect-set.js';
import { nextSpan, type Own, type Part, pointAt, type Span } from './span.js';

/** Bounds on the elements of its view that an image selects at a point, where its values are known; null for all of the view. */
export type Bounds = (sub: SubPartition, point: readonly number[]) => Rect | null;

/** Counts of enumerations, where symbols do not suffice. */
export interface Visits {
  /** Points of launches, all of which were visited. */
  points: number;
  /** Memories of a rectangle that were looked at, where they were more than a few. */
  memories: number;
  /** Memories for which many layers were looked through. */
  layers: number;
}

export interface Footprint extends Span {
  readonly placement: Placement;
  /** The elements that the own points use (or bounds on them, see `exact`), joined by memory; parts of one memory may overlap. */
  readonly parts: readonly Part[];
  readonly extents: readonly Part[];
  /** For each part: the extent that holds it. */
  readonly extentOfPart: readonly number[];
  /** An extent that holds an own point's elements; -1 where the memory has none. */
  extentOf(point: number): number;
  /** The points, in all memories, with rectangles that overlap `rect`. */
  meeting(rect: Rect): readonly number[];
  /** The memories of these points; some more where that is not known. */
  memoriesMeeting(rect: Rect): Iterable<number>;
  /** The elements that the points in any memory use, of this process or a different one. */
  partsIn(memory: number): readonly Rect[];
  /** Rectangles are the elements, not bounds on them. */
  readonly exact: boolean;
  /** No element is in parts of two memories: points may write there without seeing each other. */
  readonly separable: boolean;
  /** Together, all of the root. */
  readonly covers: boolean;
  /** Together, all of the bounds. */
  readonly gapless: boolean;
}

/** The context in which footprints are made. */
export interface Surroundings {
  readonly own: Own;
  readonly bounds: Bounds;
  readonly visits: Visits;
}

/** Memories that are looked at without being counted. */
const FEW = 64;

const ALONE: Surroundings = { own: null, bounds: () => null, visits: { points: 0, memories: 0, layers: 0 } };

/** The footprint of a sub-partition over a placed launch. The caller keeps the result. */
export function makeFootprint(sub: SubPartition, placement: Placement, rootShape: Shape, around = ALONE): Footprint {
  const { launch } = placement;
  const at = sub.partition.kind === 'image' ? imageAt(sub, launch, rootShape, around) : rectOfPoint(sub, launch, rootShape);
  const rooted = toRoot(sub, rootShape);
  const disjoint = isDisjointSub(sub, launch);
  const reach = reachOf(sub, launch, rootShape);
  return new PointFootprint(at, placement, rootShape, around, {
    sub,
    disjoint,
    reach,
    rooted: rooted !== null && rooted.kind !== 'image' ? rooted : null,
    // Rectangles of disjoint parts of a box are disjoint.
    apart: disjoint && reach !== null,
  });
}

function rectOfPoint(sub: SubPartition, launch: Shape, rootShape: Shape): (n: number) => RootRect {
  return (n) => rootRectOf(sub, pointAt(n, launch), rootShape);
}

/** The bounds of an image are asked for once: the known values may change. */
function imageAt(sub: SubPartition, launch: Shape, rootShape: Shape, { bounds, visits }: Surroundings): (n: number) => RootRect {
  const all = rectOfShape(sub.view.shape);
  const points = sizeOf(launch);
  visits.points += points;
  const rects = Array.from({ length: points }, (_, n) =>
    rectInRoot(sub.view, bounds(sub, pointAt(n, launch)) ?? all, rootShape, false),
  );
  return (n) => rects[n];
}

/** The footprint of one rectangle in one memory. */
export function boxFootprint(rect: Rect, placement: Placement, rootShape: Shape, own: Own): Footprint {
  const reach = { bounds: rect, exact: true, gapless: true };
  const symbols = { sub: null, disjoint: true, rooted: null, reach, apart: true };
  return new PointFootprint(() => ({ rect, exact: true }), placement, rootShape, { ...ALONE, own }, symbols);
}

interface Symbols {
  readonly sub: SubPartition | null;
  readonly disjoint: boolean;
  readonly rooted: Span['rooted'];
  /** Null: points have to be visited. */
  readonly reach: Reach | null;
  /** Points have disjoint rectangles. */
  readonly apart: boolean;
}

class PointFootprint implements Footprint {
  readonly id = nextSpan();
  readonly count: number;
  readonly launch: Shape;
  readonly placement: Placement;
  readonly items: readonly number[] | null;
  readonly disjoint: boolean;
  readonly sub: SubPartition | null;
  readonly rooted: Span['rooted'];
  readonly #at: (n: number) => RootRect;
  readonly #rootShape: Shape;
  readonly #visits: Visits;
  readonly #own: Own;
  readonly #symbols: Symbols;
  #reach: Reach | null;
  #held: Held | null = null;
  #separable: boolean | null = null;
  #covers: boolean | null = null;
  #index: RectIndex | null = null;

  constructor(
    at: (n: number) => RootRect,
    placement: Placement,
    rootShape: Shape,
    { own, visits }: Surroundings,
    symbols: Symbols,
  ) {
    this.#at = at;
    this.#rootShape = rootShape;
    this.#visits = visits;
    this.#own = own;
    this.#symbols = symbols;
    this.#reach = symbols.reach;
    this.placement = placement;
    this.launch = placement.launch;
    this.count = sizeOf(placement.launch);
    this.items = own === null ? null : own.flatMap((memory) => placement.pointsIn(memory));
    this.disjoint = symbols.disjoint;
    this.sub = symbols.sub;
    this.rooted = symbols.rooted;
  }

  rectAt(point: number): Rect {
    return this.#at(point).rect;
  }

  memoryAt(point: number): number {
    return this.placement.memoryAt(point);
  }

  sourceAt(point: number): number {
    return this.placement.memoryAt(point);
  }

  get bounds(): Rect {
    return this.#reached.bounds;
  }

  get exact(): boolean {
    return this.#reached.exact;
  }

  get gapless(): boolean {
    return this.#reached.gapless;
  }

  get covers(): boolean {
    return (this.#covers ??= this.#coversRoot());
  }

  #coversRoot(): boolean {
    const { bounds, exact, gapless } = this.#reached;
    return exact && gapless && (sizeOf(this.#rootShape) === 0 || sameRect(bounds, rectOfShape(this.#rootShape)));
  }

  get separable(): boolean {
    return (this.#separable ??= this.placement.only >= 0 || this.#symbols.apart || this.#isSeparable());
  }

  get parts(): readonly Part[] {
    return (this.#held ??= this.#hold()).parts;
  }

  get extents(): readonly Part[] {
    return (this.#held ??= this.#hold()).extents;
  }

  get extentOfPart(): readonly number[] {
    return (this.#held ??= this.#hold()).extentOfPart;
  }

  extentOf(point: number): number {
    return (this.#held ??= this.#hold()).extentOf.get(point) ?? -1;
  }

  meeting(rect: Rect): readonly number[] {
    const { sub, reach } = this.#symbols;
    const { partition } = sub ?? {};
    if (sub !== null && reach !== null && (partition?.kind === 'tiling' || partition?.kind === 'halo')) {
      const local = partInView(sub.view, rect, this.#rootShape);
      if (local !== null) return pointsMeeting(partition, this.launch, local).filter((p) => intersects(this.rectAt(p), rect));
    }
    if (sub !== null && reach !== null) {
      if (!intersects(reach.bounds, rect)) return [];
      if (this.count > 1) this.#visits.points += this.count;
      return Array.from({ length: this.count }, (_, p) => p);
    }
    if (this.#index === null) {
      this.#visits.points += this.count;
      this.#index = new RectIndex(Array.from({ length: this.count }, (_, p) => this.rectAt(p)));
    }
    return this.#index.meeting(rect);
  }

  memoriesMeeting(rect: Rect): Iterable<number> {
    if (this.placement.only >= 0) return [this.placement.only];
    const memories = new Set(this.meeting(rect).map((p) => this.placement.memoryAt(p)));
    if (memories.size > FEW) this.#visits.memories += memories.size;
    return memories;
  }

  partsIn(memory: number): readonly Rect[] {
    return held(this.#at, new Map([[memory, this.placement.pointsIn(memory)]])).parts.map((part) => part.rect);
  }

  get #reached(): Reach {
    return (this.#reach ??= this.#visit());
  }

  /** Looks at each point. */
  #visit(): Reach {
    this.#visits.points += this.count;
    let exact = true;
    let bounds: Rect | null = null;
    const rects: Rect[] = [];
    for (let p = 0; p < this.count; p++) {
      const { rect, exact: e } = this.#at(p);
      if (isEmpty(rect)) continue;
      exact = exact && e;
      bounds = bounds === null ? rect : bounding(bounds, rect);
      rects.push(rect);
    }
    const none = this.#rootShape.map(() => 0);
    bounds ??= { low: none, high: none };
    let left: RectSet = [bounds];
    for (const rect of rects) left = remove(left, rect);
    return { bounds, exact, gapless: rectSetSize(left) === 0 };
  }

  #isSeparable(): boolean {
    this.#visits.points += this.count;
    const { parts } = held(this.#at, byMemory(this.placement, this.count, null));
    const index = new RectIndex(parts.map((part) => part.rect));
    return parts.every((a) => index.meeting(a.rect).every((j) => parts[j].memory === a.memory));
  }

  #hold(): Held {
    return held(this.#at, byMemory(this.placement, this.count, this.#own));
  }
}
