/** Hyperbolic functions in double: the steps of `native/math/vmath_hyperbolic.h`, one by one, so that bits agree. */
import { nearest, power2, withSign } from './bits.js';
import { expInside } from './exponential.js';

function sineSeries(z: number): number {
  const w = z * z;
  return (
    0.16666666666666677 +
    z * 0.008333333333321577 +
    w * (0.00019841269886268042 + z * 0.0000027557244059956157 + w * 2.5109091127865042e-8)
  );
}

function cosineSeries(z: number): number {
  const w = z * z;
  return (
    0.041666666666666685 +
    z * 0.0013888888888873429 +
    w * (0.000024801587348871662 + z * 2.755725213087463e-7 + w * 2.0921666385144264e-9)
  );
}

/** A quarter of 2^-n, which is nothing beside that of 2^n from 40 on. */
function downOf(a: number, n: number): number {
  return a < 40.0 ? power2(-2 - n) : 0;
}

export function cosh(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 710.5)) return a > 710.5 ? Infinity : a;
  const n = nearest(a * Math.LOG2E);
  const hi = a - n * 0.6931471803691238;
  const lo = n * 1.9082149292705877e-10;
  const r = hi - lo;
  const z = r * r;
  const up = power2(n - 2);
  const down = downOf(a, n);
  const sum = up + down;
  const sumLow = up - sum + down;
  const s = hi - r - lo + r * z * sineSeries(z);
  const c = 0.5 * z + z * z * cosineSeries(z);
  return 2.0 * (sum + (sum * c + (up - down) * (r + s) + sumLow));
}

export function sinh(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 710.5)) return a > 710.5 ? withSign(Infinity, x) : x;
  if (a < 3.725290298461914e-9) return x;
  const n = nearest(a * Math.LOG2E);
  const hi = a - n * 0.6931471803691238;
  const lo = n * 1.9082149292705877e-10;
  const r = hi - lo;
  const z = r * r;
  const up = power2(n - 2);
  const down = downOf(a, n);
  const sum = up + down;
  const difference = up - down;
  const differenceLow = up - difference - down;
  const s = hi - r - lo + r * z * sineSeries(z);
  const c = 0.5 * z + z * z * cosineSeries(z);
  return withSign(2.0 * (difference + sum * r + (difference * c + sum * s + differenceLow)), x);
}

export function tanh(x: number): number {
  const a = Math.abs(x);
  if (a < 0.625) {
    const z = a * a;
    const p = (-0.9643991794250523 * z - 99.28772310019185) * z - 1614.6876844170845;
    const r = ((z + 112.81167849163293) * z + 2235.4883906010045) * z + 4844.063053251255;
    return withSign(a + a * ((z * p) / r), x);
  }
  if (Number.isNaN(a)) return x;
  return withSign(1.0 - 2.0 / (expInside(2.0 * (a > 22.0 ? 22.0 : a)) + 1.0), x);
}
