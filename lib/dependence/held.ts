/** The parts of a footprint that memories need, exactly, and extents for instances, where neighbouring parts are coalesced. */
import { bounding, contains, isEmpty, type Rect, rectSize } from '../partition/index.js';
import type { Placement } from './placement.js';
import { joined } from './rect-set.js';
import type { Own, Part } from './span.js';

/** The points of own memories. */
export function byMemory(placement: Placement, count: number, own: Own): Map<number, readonly number[]> {
  if (own !== null) return new Map(own.map((memory) => [memory, placement.pointsIn(memory)]));
  const points = new Map<number, number[]>();
  for (let p = 0; p < count; p++) {
    const memory = placement.memoryAt(p);
    const known = points.get(memory);
    if (known === undefined) points.set(memory, [p]);
    else known.push(p);
  }
  return points;
}

/** The parts and extents of all own memories. */
export interface Held {
  readonly parts: Part[];
  readonly extents: Part[];
  readonly extentOfPart: number[];
  readonly extentOf: Map<number, number>;
}

export function held(at: (n: number) => { readonly rect: Rect }, points: ReadonlyMap<number, readonly number[]>): Held {
  const all: Held = { parts: [], extents: [], extentOfPart: [], extentOf: new Map() };
  for (const [memory, inMemory] of points) {
    const parts: Rect[] = [];
    const extents: Rect[] = [];
    for (const p of inMemory) addRect(parts, at(p).rect, joined);
    for (const part of parts) addRect(extents, part, coalesced);
    const first = all.extents.length;
    const holding = (rect: Rect): number => (extents.length === 0 ? -1 : first + extents.findIndex((e) => contains(e, rect)));
    for (const p of inMemory) all.extentOf.set(p, holding(at(p).rect));
    for (const rect of parts) {
      all.parts.push({ memory, rect });
      all.extentOfPart.push(holding(rect));
    }
    for (const rect of extents) all.extents.push({ memory, rect });
  }
  return all;
}

/** Adds a rectangle, joined with rectangles of the list as long as `join` allows. */
function addRect(rects: Rect[], rect: Rect, join: (a: Rect, b: Rect) => Rect | null): void {
  if (isEmpty(rect)) return;
  for (let i = rects.length - 1; i >= 0; i--) {
    const both = join(rects[i], rect);
    if (both === null) continue;
    rects.splice(i, 1);
    addRect(rects, both, join);
    return;
  }
  rects.push(rect);
}

/** One box for both, when that wastes no more than a quarter. */
function coalesced(a: Rect, b: Rect): Rect | null {
  const both = bounding(a, b);
  return rectSize(both) * 4 <= (rectSize(a) + rectSize(b)) * 5 ? both : null;
}
