/**
 * Sets of elements that views touch, exactly. Two views meet where a sum of bounded multiples has a given value:
 *
 *     x[::3] and x[1:7:2]     0 + 3i = 1 + 2j     i in 0 … 3, j in 0 … 2     yes: i = j = 1, element 3
 *
 * Equal coefficients are merged and the largest is tried first, so that views of one row-major array are decided in a
 * few steps. After `BUDGET` steps (odd strides on many axes) the answer is "yes": never a false "no".
 */
import type { LogView } from './log.js';

const BUDGET = 200_000;

/** `x` times `by`, with x an integer from 0 to `last`. */
interface Term {
  by: number;
  last: number;
}

/** Number of indices of a view. */
export function sizeOf(view: LogView): number {
  return view.shape.reduce((a, n) => a * n, 1);
}

/** Equal for views that map every index to the same element. */
export function keyOf(view: LogView): string {
  return `${view.shape.join()};${normal(view).join()};${view.offset}`;
}

/** The strides, 0 where an axis has one element. */
function normal(view: LogView): number[] {
  return view.strides.map((s, k) => (view.shape[k] === 1 ? 0 : s));
}

/** Whether two views of one root have an element in common. */
export function meet(a: LogView, b: LogView): boolean {
  if (sizeOf(a) === 0 || sizeOf(b) === 0) return false;
  const terms = [
    ...a.shape.map((n, k): Term => ({ by: a.strides[k], last: n - 1 })),
    ...b.shape.map((n, k): Term => ({ by: -b.strides[k], last: n - 1 })),
  ];
  return solvable(terms, b.offset - a.offset);
}

/** Whether a view maps two indices to one element. */
export function repeats(view: LogView): boolean {
  return sizeOf(view) > 0 && collides(view.shape, normal(view), 0);
}

/**
 * Whether `a` at some index and `b` at a different index are the same element, which two tasks of one launch may not share. The shapes
 * are equal. Views with different strides that have any element in common count as doing so.
 */
export function crosses(a: LogView, b: LogView): boolean {
  if (sizeOf(a) === 0) return false;
  const strides = normal(a);
  if (normal(b).some((s, k) => s !== strides[k])) return sizeOf(a) > 1 && meet(a, b);
  return collides(a.shape, strides, a.offset - b.offset);
}

/** Whether the sum of `d[k] · strides[k]` is `total` for differences of indices d that are not all 0. */
function collides(shape: readonly number[], strides: readonly number[], total: number): boolean {
  // A difference from -(n-1) to n-1 is one from 0 to 2(n-1), shifted.
  const difference = (k: number): Term => ({ by: strides[k], last: 2 * (shape[k] - 1) });
  const shift = (k: number): number => strides[k] * (shape[k] - 1);
  const axes = shape.map((_, k) => k);
  const shifted = (skip: number): number => axes.reduce((sum, k) => (k === skip ? sum : sum + shift(k)), total);
  if (total !== 0) return solvable(axes.map(difference), shifted(-1));
  // By symmetry the difference that is not 0 may be taken as positive.
  return axes.some((k) => {
    if (shape[k] < 2) return false;
    const others = axes.filter((j) => j !== k).map(difference);
    return solvable([...others, { by: strides[k], last: shape[k] - 2 }], shifted(k) - strides[k]);
  });
}

/** Whether the terms can sum to `total`. */
function solvable(terms: readonly Term[], total: number): boolean {
  let target = total;
  const merged = new Map<number, number>();
  for (const { by, last } of terms) {
    if (by === 0 || last === 0) continue;
    // A negative multiple of x is a positive one of last - x.
    if (by < 0) target -= by * last;
    const size = Math.abs(by);
    merged.set(size, (merged.get(size) ?? 0) + last);
  }
  const sorted = [...merged].sort((x, y) => y[0] - x[0]);
  const reach = new Array<number>(sorted.length + 1).fill(0);
  const divisor = new Array<number>(sorted.length + 1).fill(0);
  for (let i = sorted.length - 1; i >= 0; i--) {
    reach[i] = reach[i + 1] + sorted[i][0] * sorted[i][1];
    divisor[i] = gcd(sorted[i][0], divisor[i + 1]);
  }
  let budget = BUDGET;
  const search = (i: number, left: number): boolean => {
    if (left < 0 || left > reach[i]) return false;
    if (i === sorted.length) return left === 0;
    if (left % divisor[i] !== 0) return false;
    const [by, last] = sorted[i];
    const low = Math.max(0, Math.ceil((left - reach[i + 1]) / by));
    const high = Math.min(last, Math.floor(left / by));
    for (let x = high; x >= low; x--) {
      if (--budget < 0 || search(i + 1, left - x * by)) return true;
    }
    return false;
  };
  return search(0, target);
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
