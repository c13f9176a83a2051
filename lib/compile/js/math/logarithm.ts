/** Logarithms in double: the steps of `native/math/vmath_exp.h`, one by one, so that bits agree. */
import { binade, high, power2 } from './bits.js';

const LEAST_NORMAL = 2.2250738585072014e-308;
/** 2^SHIFT makes a subnormal number normal. */
const SHIFT = 54;
const SCALE = 2 ** SHIFT;

/** R with log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f). */
function series(s: number): number {
  const z = s * s;
  const w = z * z;
  const ww = w * w;
  const t1 = 0.3999999999940942 + w * 0.22222198432149784 + ww * 0.15313837699209373;
  const t2 = 0.6666666666666735 + w * 0.2857142874366239 + ww * (0.1818357216161805 + w * 0.14798198605116586);
  return z * t2 + w * t1;
}

/** A logarithm of zero, a negative number, infinity or NaN. */
export function logEdge(x: number): number {
  return x === 0 ? -Infinity : x > 0 ? x : NaN;
}

/** The logarithm of a normal x / 2^shift. */
function logOf(x: number, shift: number): number {
  const whole = binade(x);
  const f = x * power2(-whole) - 1.0;
  const s = f / (2.0 + f);
  const k = whole - shift;
  const h = 0.5 * f * f;
  return k * 0.6931471803691238 - (h - (s * (h + series(s)) + k * 1.9082149292705877e-10) - f);
}

export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  return x < LEAST_NORMAL ? logOf(x * SCALE, SHIFT) : logOf(x, 0);
}

function log2Of(x: number, shift: number): number {
  const whole = binade(x);
  const f = x * power2(-whole) - 1.0;
  const s = f / (2.0 + f);
  const h = 0.5 * f * f;
  const hi = high(f - h);
  const lo = f - hi - h + s * (h + series(s));
  const vh = hi * 1.4426950407214463;
  const vl = (lo + hi) * 1.6751713164886512e-10 + lo * 1.4426950407214463;
  const k = whole - shift;
  const w = k + vh;
  return vl + (k - w + vh) + w;
}

export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  return x < LEAST_NORMAL ? log2Of(x * SCALE, SHIFT) : log2Of(x, 0);
}

function log10Of(x: number, shift: number): number {
  const whole = binade(x);
  const f = x * power2(-whole) - 1.0;
  const s = f / (2.0 + f);
  const h = 0.5 * f * f;
  const hi = high(f - h);
  const lo = f - hi - h + s * (h + series(s));
  const k = whole - shift;
  const vh = hi * 0.4342944818781689;
  const y = k * 0.30102999566361177;
  const vl = k * 3.694239077158931e-13 + (lo + hi) * 2.5082946711645275e-11 + lo * 0.4342944818781689;
  const w = y + vh;
  return vl + (y - w + vh) + w;
}

export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logEdge(x);
  return x < LEAST_NORMAL ? log10Of(x * SCALE, SHIFT) : log10Of(x, 0);
}

export function log1p(x: number): number {
  if (Math.abs(x) < 5.551115123125783e-17) return x;
  const u = 1.0 + x;
  if (!(u > 0 && u < Infinity)) return logEdge(u);
  const k = binade(u);
  let f = x;
  let lost = 0;
  if (k !== 0) {
    f = u * power2(-k) - 1.0;
    lost = (u > 2.0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
  }
  const s = f / (2.0 + f);
  const h = 0.5 * f * f;
  return k * 0.6931471803691238 - (h - (s * (h + series(s)) + (k * 1.9082149292705877e-10 + lost)) - f);
}
