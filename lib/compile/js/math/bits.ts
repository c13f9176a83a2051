/** Bits of doubles, powers of two and signs, for ports of `native/math`: the steps of `vmath_bits.h`. */

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
/** Where the half with sign and exponent lies among `words`. */
const HIGH = new Uint8Array(Float64Array.of(-0).buffer)[7] === 0x80 ? 1 : 0;
const LOW = 1 - HIGH;

/** 1.5 times 2^52: a number below 2^51 that is added to it becomes whole. */
export const ROUNDER = 6755399441055744;

const LEAST = -1074;
/** 2^n, which a table has at hand; from n = -1074 to 1023, subnormal below -1022. */
const powers = new Float64Array(1024 - LEAST);
for (let i = 0, power = Number.MIN_VALUE; i < powers.length; i++, power *= 2) powers[i] = power;

/** 2^n for a whole n in [-1074, 1023]. */
export function power2(n: number): number {
  return powers[n - LEAST];
}

/** The double with the upper 21 bits of the significand, by arithmetic: a double is read late where a word of it was just written. */
export function high(x: number): number {
  double[0] = x;
  const upper = words[HIGH];
  const biased = (upper >> 20) & 0x7ff;
  if (biased === 0 || biased === 0x7ff) {
    words[LOW] = 0;
    return double[0];
  }
  const significand = (upper & 0xfffff) | 0x100000;
  return (upper < 0 ? -significand : significand) * power2(biased - 1043);
}

/** The biased exponent of a double that is not negative. */
export function exponent(x: number): number {
  double[0] = x;
  return words[HIGH] >> 20;
}

/** The nearest whole number, for |x| < 2^51. */
export function nearest(x: number): number {
  return x + ROUNDER - ROUNDER;
}

/** Whether the sign of a number that is not NaN is set. */
export function isNegative(x: number): boolean {
  return x < 0 || (x === 0 && 1 / x < 0);
}

/** `y`, not negative, with the sign of `x`. */
export function withSign(y: number, x: number): number {
  return isNegative(x) ? -y : y;
}

/** The k of a positive finite x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); x is normal. */
export function binade(x: number): number {
  double[0] = x;
  return ((words[HIGH] + 0x95f61 + (words[LOW] >>> 0 >= 0x667f3bcd ? 1 : 0)) >> 20) - 1023;
}
