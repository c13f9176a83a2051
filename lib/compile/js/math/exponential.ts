/** Exponentials in double: the steps of `native/math/vmath_exp.h`, one by one, so that bits agree. */
import { nearest, power2 } from './bits.js';

/** q with exp(r + c) - 1 = r + q, for |r| <= ln2/2. */
export function expRest(r: number, c: number): number {
  const z = r * r;
  const h = 0.5 * z;
  const p0 = 0.16666666666666685 + r * 0.04166666666660362 + z * (0.008333333333314376 + r * 0.0013888888926956724);
  const p1 =
    0.00019841269903950873 +
    r * 0.000024801508464228385 +
    z * (0.0000027557226925504595 + r * 2.7625277269118317e-7 + z * 2.5114831044635846e-8);
  return h + (c + z * r * (p0 + z * z * p1));
}

/** exp for |x| <= 746. */
export function expInside(x: number): number {
  const n = nearest(x * Math.LOG2E);
  const hi = x - n * 0.6931471803691238;
  const lo = n * 1.9082149292705877e-10;
  const r = hi - lo;
  const y = 1.0 + (r + expRest(r, hi - r - lo));
  const half = (n + 2046) >> 1;
  return y * power2(half - 1023) * power2(n + 1023 - half);
}

export function exp(x: number): number {
  if (x > 746) return Infinity;
  if (x < -746) return 0;
  return !Number.isNaN(x) ? expInside(x) : x;
}

export function expm1(x: number): number {
  if (Number.isNaN(x) || Math.abs(x) < 5.551115123125783e-17) return x;
  const inside = x < -50.0 ? -50.0 : x > 710.0 ? 710.0 : x;
  const n = nearest(inside * Math.LOG2E);
  const hi = inside - n * 0.6931471803691238;
  const lo = n * 1.9082149292705877e-10;
  const r = hi - lo;
  const q = expRest(r, hi - r - lo);
  const s = power2(n - 1);
  const a = s - 0.5;
  const b = s * r;
  const t = a + b;
  const u = t - a;
  const e = a - (t - u) + (b - u);
  return 2.0 * (t + (e + s * q));
}
