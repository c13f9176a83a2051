/** Inverse sine, cosine and tangent: the steps of `native/math/vmath_inverse.h`, one by one, so that bits agree. */
import { isNegative, withSign } from './bits.js';

function atanSeries(z: number): number {
  const w = z * z;
  const w2 = w * w;
  const p0 = -3.33333333333332e-1 + z * 0.19999999999954074;
  const p1 = -0.14285714280247608 + z * 0.11111110786090647;
  const p2 = -0.09090897835026844 + z * 0.07692061610660601;
  const p3 = -0.06663120070483863 + z * 0.058480065482218256;
  const p4 = -0.050398344694120974 + z * 0.038078031505578855;
  return p0 + w * p1 + w2 * (p2 + w * p3 + w2 * (p4 + w * -1.79219530912838e-2));
}

function atanShort(z: number): number {
  const w = z * z;
  const p0 = -0.33333333296845086 + z * 0.19999994444585661;
  const p1 = -0.14285427907630105 + z * 0.11104076296530081;
  const p2 = -8.99746375968264e-2 + z * 0.06993871538243206;
  return p0 + w * p1 + w * w * (p2 + w * -0.037968618510147864);
}

/** The r of a = tan(r pi/4 + atan t), |t| <= sqrt(2) - 1. */
function eighths(a: number): number {
  return a > 2.414213562373095 ? 2 : a > 0.41421356237309503 ? 1 : 0;
}

function tangent(a: number, r: number): number {
  return r === 0 ? a : r === 1 ? (a - 1.0) / (a + 1.0) : -1.0 / a;
}

export function atan(x: number): number {
  const a = Math.abs(x);
  const r = eighths(a);
  const t = tangent(a, r);
  const z = t * t;
  const p = t * z * atanSeries(z);
  return withSign(r * 0.7853981633974483 + (t + (p + r * 3.061616997868383e-17)), x);
}

export function atanf(x: number): number {
  const a = Math.abs(x);
  const r = eighths(a);
  const t = tangent(a, r);
  const z = t * t;
  return Math.fround(withSign(r * 0.7853981633974483 + (t + t * z * atanShort(z)), x));
}

function asinSeries(z: number): number {
  const w = z * z;
  const w2 = w * w;
  const p0 = 0.16666666666666763 + z * 0.07499999999970275;
  const p1 = 0.04464285717510848 + z * 0.030381942684192777;
  const p2 = 0.022372215644409603 + z * 0.017351600372546398;
  const p3 = 0.013980958139315805 + z * 0.011397802657722824;
  const p4 = 0.010786382013127238 + z * 0.0036835880319011105;
  const p5 = 0.021762193383306448 + z * -0.02107547641917861;
  return p0 + w * p1 + w2 * (p2 + w * p3) + w2 * w2 * (p4 + w * p5 + w2 * 3.26757739470769e-2);
}

function asinShort(z: number): number {
  const w = z * z;
  const p0 = 0.16666667189419065 + z * 7.49994818227243e-2;
  const p1 = 0.04466015758425006 + z * 0.030110318051582735;
  const p2 = 0.024617990913034026 + z * 0.007470185388739118;
  return p0 + w * p1 + w * w * (p2 + w * 0.03469177539584151);
}

const HALF_PI = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;

/** b + c + s + q, in this order. */
function total(s: number, q: number, b: number, c: number): number {
  const d = b + s;
  const e = b - d + s;
  return d + (e + (q + c));
}

/** Of an arc: s, for which asin |x| is asin s, or pi/2 less asin s beyond 1/2; the square of s, or a quarter of it there. */
function squareOf(a: number): number {
  return a > 0.5 ? 0.5 - 0.5 * a : a * a;
}

function rootOf(a: number, square: number): number {
  if (!(a > 0.5)) return a;
  const root = Math.sqrt(square);
  return root + root;
}

function asinFrom(x: number, s: number, q: number): number {
  return withSign(Math.abs(x) > 0.5 ? total(-s, -q, HALF_PI, HALF_PI_LOW) : total(s, q, 0, 0), x);
}

function acosFrom(x: number, s: number, q: number): number {
  const below = isNegative(x);
  if (Math.abs(x) > 0.5) return below ? total(-s, -q, HALF_PI + HALF_PI, HALF_PI_LOW + HALF_PI_LOW) : total(s, q, 0, 0);
  return below ? total(s, q, HALF_PI, HALF_PI_LOW) : total(-s, -q, HALF_PI, HALF_PI_LOW);
}

export function asin(x: number): number {
  const z = squareOf(Math.abs(x));
  const s = rootOf(Math.abs(x), z);
  return asinFrom(x, s, s * z * asinSeries(z));
}

export function acos(x: number): number {
  const z = squareOf(Math.abs(x));
  const s = rootOf(Math.abs(x), z);
  return acosFrom(x, s, s * z * asinSeries(z));
}

export function asinf(x: number): number {
  const z = squareOf(Math.abs(x));
  const s = rootOf(Math.abs(x), z);
  return Math.fround(asinFrom(x, s, s * z * asinShort(z)));
}

export function acosf(x: number): number {
  const z = squareOf(Math.abs(x));
  const s = rootOf(Math.abs(x), z);
  return Math.fround(acosFrom(x, s, s * z * asinShort(z)));
}
