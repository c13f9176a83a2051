/**
 * Functions that emitted JavaScript calls, for operations without a short expression. Their meaning is that of the native tiers: NumPy's
 * for division, remainder, minimum and maximum; saturating conversions; `math/` for elementary functions.
 */
import { fromBits, toBits } from '../../dtype/index.js';
import type { Elementary } from '../../ir/index.js';
import * as math from './math/index.js';

const F = Math.fround;

/** Smaller of two floats; NaN when either is. */
function minf(a: number, b: number): number {
  return a < b || Number.isNaN(a) ? a : b;
}
function maxf(a: number, b: number): number {
  return a > b || Number.isNaN(a) ? a : b;
}
function sign(a: number): number {
  return a > 0 ? 1 : a < 0 ? -1 : a === 0 ? 0 : a;
}

/** Nearest integer, halves to even. */
function rint(a: number): number {
  if (!(Math.abs(a) < 4503599627370496)) return a;
  if (a > 0 || Object.is(a, 0)) return a + 4503599627370496 - 4503599627370496;
  const up = -a + 4503599627370496 - 4503599627370496;
  return -up;
}

/** Remainder with the divisor's sign. */
function fmod(a: number, b: number): number {
  const m = a % b;
  if (m === 0) return b < 0 ? -0 : 0;
  return m < 0 !== b < 0 && !Number.isNaN(m) ? m + b : m;
}
function fmod32(a: number, b: number): number {
  return F(fmod(a, b));
}

/** Floor of the quotient, from the remainder, so that it agrees with `fmod`. */
function ffloordiv(a: number, b: number): number {
  if (b === 0) return a / b;
  const m = a % b;
  let quotient = (a - m) / b;
  if (m !== 0 && m < 0 !== b < 0) quotient -= 1;
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}
function ffloordiv32(a: number, b: number): number {
  if (b === 0) return F(a / b);
  const m = a % b;
  let quotient = F(F(a - m) / b);
  if (m !== 0 && m < 0 !== b < 0) quotient = F(quotient - 1);
  const exact = F(a / b);
  if (quotient === 0) return exact < 0 || Object.is(exact, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return F(quotient - floor > 0.5 ? floor + 1 : floor);
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
const single = new Float32Array(1);
const word = new Uint32Array(single.buffer);

/** The sign bit, of NaN too. */
function signbit(a: number): number {
  double[0] = a;
  return words[1] >>> 31;
}
/** The magnitude of `a` with the sign bit of `b`. */
function copysign(a: number, b: number): number {
  double[0] = b;
  const sign = words[1] & 0x80000000;
  double[0] = a;
  words[1] = (words[1] & 0x7fffffff) | sign;
  return double[0];
}
/** The float64 beside `a` in the direction of `b`: their bits, as integers, are one apart. */
function nextafter(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return a + b;
  if (a === b) return b;
  if (a === 0) return b > 0 ? 5e-324 : -5e-324;
  double[0] = a;
  if (a < b === a > 0) {
    words[0]++;
    if (words[0] === 0) words[1]++;
  } else {
    if (words[0] === 0) words[1]--;
    words[0]--;
  }
  return double[0];
}
/** The float32 beside `a` in the direction of `b`. */
function nextafter32(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return a + b;
  if (a === b) return b;
  if (a === 0) return b > 0 ? 2 ** -149 : -(2 ** -149);
  single[0] = a;
  word[0] += a < b === a > 0 ? 1 : -1;
  return single[0];
}

function ifloordiv(a: number, b: number): number {
  return b === 0 ? 0 : Math.floor(a / b);
}
function imod(a: number, b: number): number {
  if (b === 0) return 0;
  const m = a % b;
  return m !== 0 && m < 0 !== b < 0 ? m + b : m + 0;
}
function lfloordiv(a: bigint, b: bigint): bigint {
  if (b === 0n) return 0n;
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}
function lmod(a: bigint, b: bigint): bigint {
  if (b === 0n) return 0n;
  const m = a % b;
  return m !== 0n && m < 0n !== b < 0n ? m + b : m;
}

/** Integer powers wrap; a negative exponent gives the truncated reciprocal. */
function ipow(a: number, b: number): number {
  if (b < 0) return a === 1 ? 1 : a === -1 ? (b % 2 === 0 ? 1 : -1) : 0;
  let result = 1;
  for (let base = a, n = b; n > 0; n = Math.floor(n / 2), base = Math.imul(base, base)) {
    if (n % 2 === 1) result = Math.imul(result, base);
  }
  return result;
}
function lpow(a: bigint, b: bigint): bigint {
  if (b < 0n) return a === 1n ? 1n : a === -1n ? (b % 2n === 0n ? 1n : -1n) : 0n;
  let result = 1n;
  for (let base = a, n = b; n > 0n; n >>= 1n, base = BigInt.asIntN(64, base * base)) {
    if (n & 1n) result = BigInt.asIntN(64, result * base);
  }
  return result;
}

/** Shifts by the width or more, or by a negative count, leave nothing but the sign. */
function ishl(a: number, b: number, width: number): number {
  return b < 0 || b >= width ? 0 : a << b;
}
function ishr(a: number, b: number, width: number): number {
  return a >> (b < 0 || b >= width ? 31 : b);
}
function ushl(a: number, b: number, width: number): number {
  return b >= width ? 0 : a << b;
}
function ushr(a: number, b: number, width: number): number {
  return b >= width ? 0 : a >>> b;
}
function lshl(a: bigint, b: bigint): bigint {
  return b < 0n || b >= 64n ? 0n : a << b;
}
function lshr(a: bigint, b: bigint): bigint {
  return a >> (b < 0n || b >= 64n ? 64n : b);
}

/** The integer part within limits of up to 32 bits; 0 for NaN. */
function toWithin(a: number, lowest: number, highest: number): number {
  if (Number.isNaN(a)) return 0;
  return a >= highest ? highest : a <= lowest ? lowest : Math.trunc(a) + 0;
}
function toInt64(a: number): bigint {
  if (Number.isNaN(a)) return 0n;
  if (a >= 2 ** 63) return 9223372036854775807n;
  return a <= -(2 ** 63) ? -9223372036854775808n : BigInt(Math.trunc(a));
}

function toUint64(a: number): bigint {
  if (!(a >= 1)) return 0n;
  return a >= 2 ** 64 ? 18446744073709551615n : BigInt(Math.trunc(a));
}

/** Rounds once, not through float64: bits below the 53rd fold into one that says whether any was set. */
function longToFloat32(a: bigint): number {
  if (a > -9007199254740992n && a < 9007199254740992n) return F(Number(a));
  return F(Number((a >> 11n) | (a & 2047n ? 1n : 0n)) * 2048);
}

const product = new Uint32Array(2);

/** High and low words of a 32 by 32 bit product, into `product`. */
function multiply(a: number, b: number): void {
  const low = (a & 0xffff) * b;
  const high = (a >>> 16) * b;
  const sum = low + (high % 65536) * 65536;
  product[0] = sum % 4294967296;
  product[1] = Math.floor(high / 65536) + Math.floor(sum / 4294967296);
}

/** float64 in [0, 1): word pair `pair` of the Philox 4x32-10 stream with this key; a counter gives two pairs. */
function uniform(pair: bigint, key: bigint): number {
  const counter = BigInt.asUintN(64, pair) >> 1n;
  let c0 = Number(counter & 0xffffffffn);
  let c1 = Number(counter >> 32n);
  let c2 = 0;
  let c3 = 0;
  let k0 = Number(BigInt.asUintN(32, key));
  let k1 = Number(BigInt.asUintN(32, key >> 32n));
  for (let round = 0; round < 10; round++) {
    multiply(c0, 0xd2511f53);
    const [low0, high0] = product;
    multiply(c2, 0xcd9e8d57);
    const [low1, high1] = product;
    c0 = (high1 ^ c1 ^ k0) >>> 0;
    c1 = low1;
    c2 = (high0 ^ c3 ^ k1) >>> 0;
    c3 = low0;
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  const first = pair & 1n ? c2 : c0;
  const second = pair & 1n ? c3 : c1;
  return (second * 2097152 + (first >>> 11)) / 9007199254740992;
}

/** Each in both forms, or this does not compile. */
const functions: Readonly<Record<Elementary | `${Elementary}f`, (x: number, y: number) => number>> = math;

/** The functions that an emitted kernel may call, by name. */
export const jsLibrary = {
  ...functions,
  fromBits,
  toBits,
  minf,
  maxf,
  sign,
  rint,
  fmod,
  fmod32,
  ffloordiv,
  ffloordiv32,
  signbit,
  copysign,
  nextafter,
  nextafter32,
  ifloordiv,
  imod,
  lfloordiv,
  lmod,
  ipow,
  lpow,
  ishl,
  ishr,
  ushl,
  ushr,
  lshl,
  lshr,
  toWithin,
  toInt64,
  toUint64,
  longToFloat32,
  uniform,
};
