/**
 * float64 by its bits, exactly: comparisons, signs, roundings, remainders and conversions. Arrays of float64 have their 64 bits on every
 * device, so that such operations keep them all; arithmetic on pairs of float32 is in `double-single.ts`.
 */
const MAGNITUDE = '0x7fffffffffffffffu64';
const SIGN = '0x8000000000000000u64';
const INFINITE = '0x7ff0000000000000u64';
const NAN = '0x7ff8000000000000u64';
const HIDDEN = '0x10000000000000u64';
const ONE = '0x3ff0000000000000u64';

const comparisons = `
fn key_f64(a: u64): i64 { return high(a) >> 31u == 1u ? as_i64(${SIGN} - a) : as_i64(a); }
fn lt_f64(x: f64, y: f64): bool {
  let a = as_u64(x);
  let b = as_u64(y);
  return !isnan_f64(a) && !isnan_f64(b) && key_f64(a) < key_f64(b);
}
fn le_f64(x: f64, y: f64): bool {
  let a = as_u64(x);
  let b = as_u64(y);
  return !isnan_f64(a) && !isnan_f64(b) && key_f64(a) <= key_f64(b);
}
fn eq_f64(x: f64, y: f64): bool {
  let a = as_u64(x);
  let b = as_u64(y);
  return !isnan_f64(a) && !isnan_f64(b) && key_f64(a) == key_f64(b);
}
fn min_f64(x: f64, y: f64): f64 { return lt_f64(x, y) || isnan_f64(as_u64(x)) ? x : y; }
fn max_f64(x: f64, y: f64): f64 { return lt_f64(y, x) || isnan_f64(as_u64(x)) ? x : y; }
`;

const signs = `
fn neg_f64(x: f64): f64 { return as_f64(as_u64(x) ^ ${SIGN}); }
fn abs_f64(x: f64): f64 { return as_f64(as_u64(x) & ${MAGNITUDE}); }
fn sign_f64(x: f64): f64 {
  let a = as_u64(x);
  if (isnan_f64(a)) { return x; }
  if ((a << 1u) == 0u64) { return as_f64(0u64); }
  return as_f64(a & ${SIGN} | ${ONE});
}
fn copysign_f64(x: f64, y: f64): f64 { return as_f64(as_u64(x) & ${MAGNITUDE} | as_u64(y) & ${SIGN}); }
fn nextafter_f64(x: f64, y: f64): f64 {
  let a = as_u64(x);
  let b = as_u64(y);
  if (isnan_f64(a) || isnan_f64(b)) { return as_f64(${NAN}); }
  if (key_f64(a) == key_f64(b)) { return y; }
  if ((a << 1u) == 0u64) { return as_f64(b & ${SIGN} | 1u64); }
  let away = high(a) >> 31u == 1u ? lt_f64(y, x) : lt_f64(x, y);
  return as_f64(away ? a + 1u64 : a - 1u64);
}
`;

const roundings = `
fn whole_f64(a: u64, away: bool): u64 {
  let e = exponent_f64(a);
  if (e < 1023) {
    if ((a << 1u) == 0u64 || !away) { return a & ${SIGN}; }
    return a & ${SIGN} | ${ONE};
  }
  if (e >= 1075) { return a; }
  let n = bits(1075 - e);
  let kept = (a >> n) << n;
  return kept == a || !away ? kept : kept + (1u64 << n);
}
fn floor_f64(x: f64): f64 { return as_f64(whole_f64(as_u64(x), high(as_u64(x)) >> 31u == 1u)); }
fn ceil_f64(x: f64): f64 { return as_f64(whole_f64(as_u64(x), high(as_u64(x)) >> 31u == 0u)); }
fn trunc_f64(x: f64): f64 { return as_f64(whole_f64(as_u64(x), false)); }
fn rint_f64(x: f64): f64 {
  let a = as_u64(x);
  let e = exponent_f64(a);
  if (e < 1023) { return as_f64(e == 1022 && fraction_f64(a) != 0u64 ? a & ${SIGN} | ${ONE} : a & ${SIGN}); }
  if (e >= 1075) { return x; }
  let n = bits(1075 - e);
  let up = a + ((1u64 << (n - 1u)) - 1u64) + ((a >> n) & 1u64);
  return as_f64((up >> n) << n);
}
`;

const conversions = `
fn magnitude_f64(sign: u64, m: u64): f64 {
  if (m == 0u64) { return as_f64(0u64); }
  let z = clz_u64(m);
  if (z == 0u) { return as_f64(round_f64(sign, 1085, jam(m, 1u))); }
  return as_f64(round_f64(sign, 1085 - signed(z), m << (z - 1u)));
}
fn f64_of_u64(x: u64): f64 { return magnitude_f64(0u64, x); }
fn f64_of_i64(x: i64): f64 { return magnitude_f64(x < 0i64 ? ${SIGN} : 0u64, abs_i64(x)); }
fn f64_of_u32(x: u32): f64 { return magnitude_f64(0u64, to_u64(x)); }
fn f64_of_i32(x: i32): f64 { return f64_of_i64(to_i64(x)); }
fn u64_of_f64(x: f64): u64 {
  let a = as_u64(x);
  let e = exponent_f64(a);
  if (high(a) >> 31u == 1u || e < 1023 || isnan_f64(a)) { return 0u64; }
  if (e >= 1087) { return 0xffffffffffffffffu64; }
  let m = fraction_f64(a) | ${HIDDEN};
  if (e >= 1075) { return m << bits(e - 1075); }
  return m >> bits(1075 - e);
}
fn i64_of_f64(x: f64): i64 {
  let m = u64_of_f64(abs_f64(x));
  let below = high(as_u64(x)) >> 31u == 1u;
  if (m >= ${SIGN}) { return as_i64(below ? ${SIGN} : ${MAGNITUDE}); }
  return below ? -to_i64(m) : to_i64(m);
}
fn u32_of_f64(x: f64): u32 {
  let m = u64_of_f64(x);
  return high(m) != 0u ? 0xffffffffu : low(m);
}
fn i32_of_f64(x: f64): i32 {
  let m = u32_of_f64(abs_f64(x));
  if (high(as_u64(x)) >> 31u == 1u) { return m >= 0x80000000u ? signed(0x80000000u) : -signed(m); }
  return m >= 0x80000000u ? 0x7fffffff : signed(m);
}
`;

const remainders = `
fn remainder_f64(a: u64, b: u64): u64 {
  let x = a & ${MAGNITUDE};
  let y = b & ${MAGNITUDE};
  if (x >= ${INFINITE} || y > ${INFINITE} || y == 0u64) { return ${NAN}; }
  if (x < y) { return a; }
  var m = normal_f64(x);
  let n = normal_f64(y);
  let e = power_f64(y);
  if (m >= n) { m = m - n; }
  let top = power_f64(x);
  for (i: i32 = e; i < top; i += 1) {
    m = m << 1u;
    if (m >= n) { m = m - n; }
  }
  let sign = a & ${SIGN};
  if (m == 0u64) { return sign; }
  let left = e - signed(clz_u64(m) - 11u);
  if (left >= 1) { return sign + (to_u64(bits(left - 1)) << 52u) + (m << (clz_u64(m) - 11u)); }
  return e >= 1 ? sign | m << (bits(e - 1) & 63u) : sign | m >> (bits(1 - e) & 63u);
}
fn mod_f64(x: f64, y: f64): f64 {
  let r = remainder_f64(as_u64(x), as_u64(y));
  if (isnan_f64(r)) { return as_f64(r); }
  let sign = as_u64(y) & ${SIGN};
  if ((r << 1u) == 0u64) { return as_f64(sign); }
  return as_f64((r & ${SIGN}) == sign ? r : add_f64(r, as_u64(y)));
}
`;

/** Philox 4x32-10, as `mk_uniform` in native/math/vmath.h has it. */
const draws = `
fn uniform_f64(counter: i64, key: i64): f64 {
  let n = as_u64(counter) >> 1u;
  var a = low(n);
  var b = high(n);
  var c = 0u;
  var d = 0u;
  var k = low(key);
  var l = high(key);
  for (i: u32 = 0u; i < 10u; i += 1u) {
    let p = wide_u32(0xd2511f53u, a);
    let q = wide_u32(0xcd9e8d57u, c);
    a = high(q) ^ b ^ k;
    b = low(q);
    c = high(p) ^ d ^ l;
    d = low(p);
    k = k + 0x9e3779b9u;
    l = l + 0xbb67ae85u;
  }
  let odd = (low(counter) & 1u) == 1u;
  let m = as_u64(odd ? pair(c, d) : pair(a, b)) >> 11u;
  let bits_of = as_u64(f64_of_u64(m));
  return as_f64(m == 0u64 ? bits_of : bits_of - 0x350000000000000u64);
}
`;

export const doubleBits = [comparisons, signs, roundings, conversions, remainders, draws].join('');
