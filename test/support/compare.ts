/** Comparing results bit for bit. */
import type { TypedArray } from '../../lib/dtype/index.js';

/** Where two arrays differ (zeros of either sign do; NaNs do not), or -1. */
export function firstDifference(a: TypedArray, b: TypedArray): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return i;
  return -1;
}
