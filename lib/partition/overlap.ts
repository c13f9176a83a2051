/**
 * May two views of one allocation meet? `mayOverlap` compares address ranges and common strides; here boxes of one
 * array are compared axis by axis, so that the left and the right half of a matrix are apart although their addresses
 * interleave.
 *
 *     (4,4) matrix, x[:, :2] and x[:, 2:]     strides 4, 1     offsets 0 = (0,0) and 2 = (0,2)
 *     columns [0,2) and [2,4) do not meet
 *
 * Writing each address as c0·s0 + c1·s1 + … + r with the views' strides s0 > s1 > …, greedily, the expansion is unique;
 * so if all addresses of both views expand without a carry, they meet exactly where the boxes of coefficients do.
 */
import { mayOverlap, type View } from '../shape/index.js';

/** Never a false "no"; exact for boxes of one array. */
export function viewsMayOverlap(a: View, b: View): boolean {
  if (!mayOverlap(a, b)) return false;
  if (a === b) return true;
  const strides = commonStrides(a, b);
  return !(apart(a, b, strides, Math.min(a.low, b.low)) || apart(a, b, strides, 0));
}

/** Strides of axes longer than 1, of both views, largest first. */
function commonStrides(a: View, b: View): number[] {
  const strides: number[] = [];
  for (const view of [a, b]) {
    for (let i = 0; i < view.shape.length; i++) {
      const s = Math.abs(view.strides[i]);
      if (view.shape[i] > 1 && s > 0 && !strides.includes(s)) strides.push(s);
    }
  }
  return strides.sort((x, y) => y - x);
}

/** Counting addresses from `base`: are both views boxes of coefficients, and do these boxes not meet? */
function apart(a: View, b: View, strides: readonly number[], base: number): boolean {
  const p = expand(a, strides, base);
  const q = expand(b, strides, base);
  if (p === null || q === null) return false;
  if (p.rest !== q.rest) return true;
  return p.low.some((low, i) => low >= q.high[i] || q.low[i] >= p.high[i]);
}

interface Coefficients {
  readonly low: number[];
  readonly high: number[];
  readonly rest: number;
}

/** The box of coefficients of a view's addresses; null when some address needs a carry. */
function expand(view: View, strides: readonly number[], base: number): Coefficients | null {
  const extents = strides.map(() => 1);
  for (let i = 0; i < view.shape.length; i++) {
    if (view.shape[i] <= 1 || view.strides[i] === 0) continue;
    const k = strides.indexOf(Math.abs(view.strides[i]));
    if (extents[k] !== 1) return null;
    extents[k] = view.shape[i];
  }
  let rest = view.low - base;
  const low = strides.map((s) => {
    const c = Math.floor(rest / s);
    rest -= c * s;
    return c;
  });
  const high = low.map((c, i) => c + extents[i]);
  let reach = rest;
  for (let i = strides.length - 1; i >= 0; i--) {
    reach += (high[i] - 1) * strides[i];
    if (i > 0 && reach >= strides[i - 1]) return null;
  }
  return { low, high, rest };
}
