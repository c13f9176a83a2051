/**
 * Rectangles: half-open boxes of integer points, `low` inclusive, `high` exclusive. A box with any `high <= low` is
 * empty; a box of rank 0 is the single point.
 *
 *     [1,4) x [0,2)      low (1,0)  high (4,2)  size 6
 */
import type { Shape } from '../shape/index.js';

export interface Rect {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The rectangle of all indices of a shape. */
export function rectOfShape(shape: Shape): Rect {
  return { low: shape.map(() => 0), high: shape };
}

/** The extents of a rectangle that is not empty. */
export function rectShape({ low, high }: Rect): number[] {
  return low.map((n, axis) => high[axis] - n);
}

/** Number of points. */
export function rectSize(rect: Rect): number {
  let n = 1;
  for (let i = 0; i < rect.low.length; i++) n *= Math.max(0, rect.high[i] - rect.low[i]);
  return n;
}

export function isEmpty(rect: Rect): boolean {
  for (let i = 0; i < rect.low.length; i++) if (rect.high[i] <= rect.low[i]) return true;
  return false;
}

export function sameRect(a: Rect, b: Rect): boolean {
  for (let i = 0; i < a.low.length; i++) if (a.low[i] !== b.low[i] || a.high[i] !== b.high[i]) return false;
  return true;
}

/** Do two rectangles of one rank share a point? */
export function intersects(a: Rect, b: Rect): boolean {
  for (let i = 0; i < a.low.length; i++) {
    if (Math.max(a.low[i], b.low[i]) >= Math.min(a.high[i], b.high[i])) return false;
  }
  return true;
}

/** The common points; empty when there are none. */
export function intersect(a: Rect, b: Rect): Rect {
  return { low: a.low.map((n, i) => Math.max(n, b.low[i])), high: a.high.map((n, i) => Math.min(n, b.high[i])) };
}

/** Is every point of `inner` in `outer`? An empty rectangle is inside any. */
export function contains(outer: Rect, inner: Rect): boolean {
  if (isEmpty(inner)) return true;
  for (let i = 0; i < inner.low.length; i++) {
    if (inner.low[i] < outer.low[i] || inner.high[i] > outer.high[i]) return false;
  }
  return true;
}

/** The smallest rectangle around both. */
export function bounding(a: Rect, b: Rect): Rect {
  return { low: a.low.map((n, i) => Math.min(n, b.low[i])), high: a.high.map((n, i) => Math.max(n, b.high[i])) };
}

/** Appends to `out` disjoint rectangles that make up `a` without `b`: at most two an axis. */
export function subtract(a: Rect, b: Rect, out: Rect[]): void {
  if (isEmpty(a)) return;
  if (!intersects(a, b)) {
    out.push(a);
    return;
  }
  const low = [...a.low];
  const high = [...a.high];
  for (let i = 0; i < low.length; i++) {
    if (low[i] < b.low[i]) {
      out.push({ low: [...low], high: high.map((n, j) => (j === i ? b.low[i] : n)) });
      low[i] = b.low[i];
    }
    if (high[i] > b.high[i]) {
      out.push({ low: low.map((n, j) => (j === i ? b.high[i] : n)), high: [...high] });
      high[i] = b.high[i];
    }
  }
}
