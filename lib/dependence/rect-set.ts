/**
 * Sets of elements as lists of disjoint rectangles. Lists stay short, because rectangles that make up one are
 * joined; they are values, never changed in place.
 *
 *     add [4,8) to {[0,4)}  ->  {[0,8)}        remove [3,5) from {[0,8)}  ->  {[0,3), [5,8)}
 */
import { contains, intersect, intersects, isEmpty, type Rect, rectSize, subtract } from '../partition/index.js';

export type RectSet = readonly Rect[];

/** The elements of `rect` that are not in the set. */
export function missing(set: RectSet, rect: Rect): RectSet {
  let left: Rect[] = isEmpty(rect) ? [] : [rect];
  for (const r of set) {
    if (left.length === 0) break;
    if (!left.some((l) => intersects(l, r))) continue;
    const next: Rect[] = [];
    for (const l of left) subtract(l, r, next);
    left = next;
  }
  return left;
}

/** The elements of `rect` that are in the set. */
export function within(set: RectSet, rect: Rect): RectSet {
  return set.filter((r) => intersects(r, rect)).map((r) => intersect(r, rect));
}

export function add(set: RectSet, rect: Rect): RectSet {
  if (isEmpty(rect) || set.some((r) => contains(r, rect))) return set;
  return tidy([...remove(set, rect), rect]);
}

export function remove(set: RectSet, rect: Rect): RectSet {
  if (!set.some((r) => intersects(r, rect))) return set;
  const left: Rect[] = [];
  for (const r of set) subtract(r, rect, left);
  return left;
}

/** More rectangles than this are not told apart: the set is kept as it is. */
const MANY = 24;

/** The rest of a set when a rectangle of it is overwritten; the set itself where nothing is, or where too many rectangles would be left. */
export function leftBehind(set: RectSet, written: Rect): RectSet {
  const left = remove(set, written);
  return left.length > Math.max(MANY, set.length) ? set : left;
}

export function rectSetSize(set: RectSet): number {
  let n = 0;
  for (const r of set) n += rectSize(r);
  return n;
}

/** Joins neighbours until none are left, and orders the rest, so that equal sets mostly have equal lists. */
function tidy(rects: Rect[]): RectSet {
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < rects.length && !changed; i++) {
      for (let j = i + 1; j < rects.length && !changed; j++) {
        const both = joined(rects[i], rects[j]);
        if (both === null) continue;
        rects[i] = both;
        rects.splice(j, 1);
        changed = true;
      }
    }
  }
  return rects.sort((a, b) => compare(a.low, b.low));
}

/** The rectangle that two make up exactly (they may overlap along one axis); null when they do not. */
export function joined(a: Rect, b: Rect): Rect | null {
  let along = -1;
  for (let i = 0; i < a.low.length; i++) {
    if (a.low[i] === b.low[i] && a.high[i] === b.high[i]) continue;
    if (along >= 0 || a.high[i] < b.low[i] || b.high[i] < a.low[i]) return contains(a, b) ? a : contains(b, a) ? b : null;
    along = i;
  }
  if (along < 0) return a;
  const low = [...a.low];
  const high = [...a.high];
  low[along] = Math.min(a.low[along], b.low[along]);
  high[along] = Math.max(a.high[along], b.high[along]);
  return { low, high };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
