/** Functions of `native/math/vmath_special.h`, step by step, in both forms. */
import { nearest, power2 } from './bits.js';
import { exp } from './exponential.js';
import { exp2Times } from './power.js';
import { expShort } from './single.js';

export function exp2(x: number): number {
  return Number.isNaN(x) ? x : exp2Times(Math.min(1200.0, Math.max(-1200.0, x)), 1.0, 0);
}

export function exp2f(x: number): number {
  if (Number.isNaN(x)) return x;
  const z = Math.min(400.0, Math.max(-400.0, x));
  const n = nearest(z);
  return Math.fround((1.0 + expShort((z - n) * Math.LN2)) * power2(n));
}

/** 1 / (1 + exp(-x)), from e = exp(-|x|). */
function expitOf(x: number, e: number): number {
  return (x < 0 ? e : 1.0) / (1.0 + e);
}

export function expit(x: number): number {
  return expitOf(x, exp(-Math.abs(x)));
}

export function expitf(x: number): number {
  if (Number.isNaN(x)) return x;
  const g = Math.max(-Math.abs(x), -200.0);
  const n = nearest(g * Math.LOG2E);
  return Math.fround(expitOf(x, (1.0 + expShort(g - n * Math.LN2)) * power2(n)));
}
