/**
 * Sums of two floats in place of float64 (double-single): a pair (h, l) with h = h + l rounded to float32. After Dekker (1971), and Hida, Li and
 * Bailey, "Library for Double-Double and Quad-Double Arithmetic" (2007). Of a result's 53 bits 48 are kept, and integers up to 2^45 are exact.
 * Magnitudes from 2^127 on are infinite, below 2^-126 zero, and the second float of a pair loses digits below 2^-78.
 *
 * Each result is *settled*: it is a number of 53 bits, so that it comes back from memory as it was, whether or not tasks are fused.
 */

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

function bitsOf(value: number): number {
  single[0] = value;
  return word[0];
}

/** The float32 next to `value`, not beyond it. */
function truncated(value: number): number {
  const near = Math.fround(value);
  if (Math.abs(near) <= Math.abs(value)) return near;
  word[0] = bitsOf(near) - 1;
  return single[0];
}

/** The words of a float64 as a pair, as `ds_of_f64` makes it; `rest` is added for constants that float64 has not room for. */
function pairWords(value: number, rest = 0): readonly [first: number, second: number] {
  const first = Math.fround(value);
  if (Math.abs(value) < 2 ** -126) return [bitsOf(Math.sign(1 / value) < 0 ? -0 : 0), 0];
  if (!(Math.abs(first) < 2 ** 127)) return [bitsOf(Number.isNaN(value) ? Number.NaN : Math.sign(value) * Infinity), 0];
  const second = truncated(value - first + rest);
  return [bitsOf(first), Math.abs(second) < 2 ** -126 ? 0 : bitsOf(second)];
}

/** A constant pair, in the notation of device programs. */
export function pairText(value: number, rest = 0): string {
  const [first, second] = pairWords(value, rest);
  return `pair(${first}u, ${second}u)`;
}

const conversions = `
fn ds_of_f64(x: f64): pair {
  let w = high(x);
  let l = low(x);
  let sign = w & 0x80000000u;
  let e = signed((w >> 20u) & 0x7ffu) - 896;
  if (e <= 0) { return pair(sign, 0u); }
  if (e >= 254) { return pair(isnan_f64(as_u64(x)) ? 0x7fc00000u : sign | 0x7f800000u, 0u); }
  let rest = l & 0x1fffffffu;
  let top = bits(e) << 23u | (w & 0xfffffu) << 3u | l >> 29u;
  let up = rest > 0x10000000u || rest == 0x10000000u && (top & 1u) == 1u;
  let h = top + to_u32(up);
  if (h >= 0x7f000000u) { return pair(sign | 0x7f800000u, 0u); }
  let q = up ? 0x20000000u - rest : rest;
  let z = clz(q);
  let k = e - 21 - signed(z);
  if (q == 0u || k <= 0) { return pair(sign | h, 0u); }
  return pair(sign | h, (sign ^ to_u32(up) << 31u) | bits(k) << 23u | (q << (z & 31u)) >> 8u & 0x7fffffu);
}
fn f64_of_ds(p: pair): f64 {
  let h = low(p);
  let l = high(p);
  let sign = h & 0x80000000u;
  let e = h >> 23u & 0xffu;
  if (e == 255u) { return as_f64(pair(0u, (h & 0x7fffffu) != 0u ? 0x7ff80000u : sign | 0x7ff00000u)); }
  if (e == 0u) { return as_f64(pair(0u, sign)); }
  let f = l >> 23u & 0xffu;
  let apart = e - f;
  let m = f == 0u ? 0u : l & 0x7fffffu | 0x800000u;
  let t = apart <= 29u ? m << (29u - apart & 31u) : apart < 61u ? m >> (apart - 29u & 31u) : 0u;
  let whole = as_u64(pair(h << 29u, h >> 3u & 0xfffffu | 0x100000u));
  let s = (h ^ l) >> 31u == 0u ? whole + to_u64(t) : whole - to_u64(t);
  let under = (high(s) & 0x100000u) == 0u;
  let n = under ? s << 1u : s;
  return as_f64(pair(low(n), high(n) + (e + 895u - to_u32(under) << 20u) + sign));
}
`;

const arithmetic = `
fn settled_ds(h: f32, l: f32): pair {
  let a = bits(h);
  let e = a >> 23u & 0xffu;
  if (e >= 254u) { return pair(isnan_f32(h) ? 0x7fc00000u : a & 0x80000000u | 0x7f800000u, 0u); }
  if (e == 0u) { return pair(a & 0x80000000u, 0u); }
  let b = bits(l);
  let f = b >> 23u & 0xffu;
  let apart = e - f;
  if (f == 0u || apart > 52u) { return pair(a, 0u); }
  return pair(a, apart > 29u ? b & 0xffffffffu << (apart - 29u & 31u) : b);
}
fn neg_ds(a: pair): pair { return pair(low(a) ^ 0x80000000u, high(a) ^ 0x80000000u); }
fn abs_ds(a: pair): pair { return pair(low(a) & 0x7fffffffu, high(a) ^ low(a) & 0x80000000u); }
fn add_ds(a: pair, b: pair): pair {
  let s = first_f32(a) + first_f32(b);
  if (!(abs_f32(s) < 1.7014118346046923e38f)) { return settled_ds(s, 0.0f); }
  let t = second_f32(a) + second_f32(b);
  let v = sum_rest(first_f32(a), first_f32(b), s) + t;
  let r = v == 0.0f ? s : s + v;
  let w = v - (r - s) + sum_rest(second_f32(a), second_f32(b), t);
  let h = w == 0.0f ? r : r + w;
  return settled_ds(h, w - (h - r));
}
fn sub_ds(a: pair, b: pair): pair { return add_ds(a, neg_ds(b)); }
fn mul_ds(a: pair, b: pair): pair {
  let p = first_f32(a) * first_f32(b);
  if (!(abs_f32(p) < 1.7014118346046923e38f) || p == 0.0f) { return settled_ds(p, 0.0f); }
  let c = first_f32(a) * second_f32(b) + second_f32(a) * first_f32(b);
  let r = product_rest(first_f32(a), first_f32(b), p) + (c + second_f32(a) * second_f32(b));
  let h = p + r;
  return settled_ds(h, r - (h - p));
}
fn div_ds(a: pair, b: pair): pair {
  let q = first_f32(a) / first_f32(b);
  if (!(abs_f32(q) < 1.7014118346046923e38f) || q == 0.0f) { return settled_ds(q, 0.0f); }
  let r = quotient_rest(first_f32(a), second_f32(a), first_f32(b), second_f32(b), q);
  let h = q + r;
  return settled_ds(h, r - (h - q));
}
fn sqrt_ds(a: pair): pair {
  let q = sqrt(first_f32(a));
  if (!(q < 1.7014118346046923e38f) || q == 0.0f) { return settled_ds(q, 0.0f); }
  let p = q * q;
  let r = (first_f32(a) - p - product_rest(q, q, p) + second_f32(a)) / (q + q);
  let h = q + r;
  return settled_ds(h, r - (h - q));
}
fn floordiv_f64(x: f64, y: f64): f64 {
  let exact = div_ds(ds_of_f64(x), ds_of_f64(y));
  if ((as_u64(y) << 1u) == 0u64) { return f64_of_ds(exact); }
  let m = remainder_f64(as_u64(x), as_u64(y));
  let q = div_ds(ds_of_f64(as_f64(add_f64(as_u64(x), m ^ 0x8000000000000000u64))), ds_of_f64(y));
  let less = (m << 1u) != 0u64 && high(m ^ as_u64(y)) >> 31u == 1u && !isnan_f64(m);
  let found = rint_f64(f64_of_ds(less ? sub_ds(q, ${pairText(1)}) : q));
  return (as_u64(found) << 1u) == 0u64 ? as_f64(pair(0u, low(exact) & 0x80000000u)) : found;
}
`;

export const doubleSingles = conversions + arithmetic;
