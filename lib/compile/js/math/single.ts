/** Exponentials, logarithms and powers in float: the steps of `native/math/vmath_float.h`, in double and rounded once. */
import { binade, nearest, power2, withSign } from './bits.js';
import { logEdge } from './logarithm.js';
import { atan2, isUsual, powerEdge } from './power.js';

const F = Math.fround;
const { LN2, LOG2E, LOG10E } = Math;

/** exp(r) - 1 for |r| <= ln2/2. */
export function expShort(r: number): number {
  const z = r * r;
  const p0 = 0.49999999999532974 + r * 0.16666666785098994 + z * (0.04166666704955445 + r * 0.008333281616923007);
  const p1 = 0.0013888796907514725 + r * 0.00019909057512407222 + z * 0.00002488745206253118;
  return r + z * (p0 + z * z * p1);
}

/** log(1 + f), s = f / (2 + f). */
function logShort(s: number): number {
  const z = s * s;
  const w = z * z;
  const p0 = 0.6666666666666666 + z * 4.0e-1 + w * (0.2857142857142857 + z * 0.2222222222222222);
  const p1 = 0.18181818181818182 + z * 0.15384615384615385 + w * (0.13333333333333333 + z * 0.11764705882352941);
  return 2.0 * s + s * z * (p0 + w * w * p1);
}

/** The s of a normal number: f / (2 + f), where it is 2^k (1 + f). */
function quotientOf(x: number, k: number): number {
  const f = x * power2(-k) - 1.0;
  return f / (2.0 + f);
}

function clamped(x: number): number {
  return x < -200.0 ? -200.0 : x > 200.0 ? 200.0 : x;
}

export function expf(a: number): number {
  if (Number.isNaN(a)) return a;
  const x = clamped(a);
  const n = nearest(x * LOG2E);
  return F((1.0 + expShort(x - n * LN2)) * power2(n));
}

export function expm1f(a: number): number {
  if (Number.isNaN(a) || Math.abs(a) < 9.313225746154785e-10) return a;
  const x = clamped(a);
  const n = nearest(x * LOG2E);
  const s = power2(n);
  return F(s - 1.0 + s * expShort(x - n * LN2));
}

export function logf(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  const k = binade(x);
  return F(k * LN2 + logShort(quotientOf(x, k)));
}

export function log2f(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  const k = binade(x);
  return F(k + logShort(quotientOf(x, k)) * LOG2E);
}

export function log10f(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  const k = binade(x);
  return F(k * 0.3010299956639812 + logShort(quotientOf(x, k)) * LOG10E);
}

export function log1pf(x: number): number {
  if (Math.abs(x) < 9.313225746154785e-10) return x;
  const u = 1.0 + x;
  if (!(u > 0 && u < Infinity)) return logEdge(u);
  const k = binade(u);
  const f = k === 0 ? x : u * power2(-k) - 1.0;
  return F(k * LN2 + logShort(f / (2.0 + f)));
}

export function tanhf(x: number): number {
  const a = Math.abs(x);
  if (!(a >= 6.103515625e-5)) return x;
  const g = 2.0 * (a > 20.0 ? 20.0 : a);
  const n = nearest(g * LOG2E);
  const power = power2(n);
  const t = power - 1.0 + power * expShort(g - n * LN2);
  return F(withSign(t / (t + 2.0), x));
}

/** sinh(r) and cosh(r) - 1 for |r| <= ln2/2. */
function sineShort(r: number): number {
  const z = r * r;
  return r + r * z * (0.16666666754536447 + z * 8.3332889371712e-3 + z * z * 0.00019904981890779455);
}
function cosineShort(r: number): number {
  const z = r * r;
  return 0.5 * z + z * z * (0.04166666681493106 + z * 0.0013888830487888187 + z * z * 0.000024872936825937604);
}

export function coshf(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 100.0)) return a > 100.0 ? Infinity : a;
  const n = nearest(a * LOG2E);
  const r = a - n * LN2;
  const up = power2(n - 1);
  const down = power2(-1 - n);
  const sum = up + down;
  return F(sum + (sum * cosineShort(r) + (up - down) * sineShort(r)));
}

export function sinhf(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 100.0)) return a > 100.0 ? withSign(Infinity, x) : x;
  const n = nearest(a * LOG2E);
  const r = a - n * LN2;
  const up = power2(n - 1);
  const down = power2(-1 - n);
  const difference = up - down;
  return F(withSign(difference + (difference * cosineShort(r) + (up + down) * sineShort(r)), x));
}

/** |x|^y without special values. */
function inside(ax: number, y: number): number {
  const k = binade(ax);
  const product = y * (k + logShort(quotientOf(ax, k)) * LOG2E);
  const z = product < -400.0 ? -400.0 : product > 400.0 ? 400.0 : product;
  const n = nearest(z);
  return (1.0 + expShort((z - n) * LN2)) * power2(n);
}

export function powf(x: number, y: number): number {
  const z = isUsual(x, y) ? inside(Math.abs(x), y) : NaN;
  return F(x > 0 && !Number.isNaN(z) ? z : powerEdge(x, y, z));
}

export function atan2f(y: number, x: number): number {
  return F(atan2(y, x));
}

export function hypotf(x: number, y: number): number {
  return Math.abs(x) === Infinity || Math.abs(y) === Infinity ? Infinity : F(Math.sqrt(x * x + y * y));
}
