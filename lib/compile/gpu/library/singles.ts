/** float32: conversions, tests and remainders on bits, which are the same on every device. */
export const singles = `
fn isnan_f32(x: f32): bool { return (bits(x) & 0x7fffffffu) > 0x7f800000u; }
fn negative_f32(x: f32): bool { return (bits(x) >> 31u) == 1u && !isnan_f32(x); }
fn abs_f32(x: f32): f32 { return float(bits(x) & 0x7fffffffu); }
fn min_f32(a: f32, b: f32): f32 { return a < b || isnan_f32(a) ? a : b; }
fn max_f32(a: f32, b: f32): f32 { return a > b || isnan_f32(a) ? a : b; }
fn sign_f32(x: f32): f32 { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x == 0.0f ? 0.0f : x; }
fn copysign_f32(a: f32, b: f32): f32 { return float((bits(a) & 0x7fffffffu) | (bits(b) & 0x80000000u)); }
fn nextafter_f32(a: f32, b: f32): f32 {
  if (isnan_f32(a) || isnan_f32(b)) { return float(0x7fc00000u); }
  if (a == b) { return b; }
  if ((bits(a) << 1u) == 0u) { return float(b > 0.0f ? 1u : 0x80000001u); }
  let away = (a < b && a > 0.0f) || (a > b && a < 0.0f);
  return float(away ? bits(a) + 1u : bits(a) - 1u);
}
fn round_f32(sign: u32, e: i32, m: u32): f32 {
  var x = e;
  var s = m;
  if (e < 0) {
    let n = bits(-e);
    let kept = n > 31u ? 0u : m >> (n & 31u);
    s = kept | to_u32(n > 31u || (kept << (n & 31u)) != m);
    x = 0;
  }
  if (x > 0xfd || x == 0xfd && s + 0x40u >= 0x80000000u) { return float(sign | 0x7f800000u); }
  let rest = s & 0x7fu;
  s = (s + 0x40u) >> 7u;
  if (rest == 0x40u) { s = s & ~1u; }
  if (s == 0u) { x = 0; }
  return float(sign + (bits(x) << 23u) + s);
}
fn f32_of_magnitude(sign: u32, m: u64): f32 {
  if (m == 0u64) { return float(sign); }
  let z = clz_u64(m);
  let s = m << z;
  return round_f32(sign, 189 - signed(z), (high(s) >> 1u) | to_u32(((high(s) & 1u) | low(s)) != 0u));
}
fn f32_of_u32(x: u32): f32 { return f32_of_magnitude(0u, to_u64(x)); }
fn f32_of_u64(x: u64): f32 { return f32_of_magnitude(0u, x); }
fn f32_of_i64(x: i64): f32 { return f32_of_magnitude(x < 0i64 ? 0x80000000u : 0u, abs_i64(x)); }
fn f32_of_i32(x: i32): f32 { return f32_of_i64(to_i64(x)); }
fn u64_of_f32(x: f32): u64 {
  if (!(x >= 1.0f)) { return 0u64; }
  let e = bits(x) >> 23u;
  if (e >= 191u) { return 0xffffffffffffffffu64; }
  let m = to_u64((bits(x) & 0x7fffffu) | 0x800000u);
  return e >= 150u ? m << (e - 150u) : m >> (150u - e);
}
fn i64_of_f32(x: f32): i64 {
  let m = u64_of_f32(abs_f32(x));
  if (m >= 0x8000000000000000u64) { return as_i64(x < 0.0f ? 0x8000000000000000u64 : 0x7fffffffffffffffu64); }
  return x < 0.0f ? -to_i64(m) : to_i64(m);
}
fn u32_of_f32(x: f32): u32 {
  let m = u64_of_f32(x);
  return high(m) != 0u ? 0xffffffffu : low(m);
}
fn i32_of_f32(x: f32): i32 {
  let m = u32_of_f32(abs_f32(x));
  if (x < 0.0f) { return m >= 0x80000000u ? signed(0x80000000u) : -signed(m); }
  return m >= 0x80000000u ? 0x7fffffff : signed(m);
}
fn scale_of(x: u32): u32 {
  let e = x >> 23u;
  return e == 0u ? 1u : e;
}
fn remainder_f32(a: f32, b: f32): f32 {
  let x = bits(a) & 0x7fffffffu;
  let y = bits(b) & 0x7fffffffu;
  if (x >= 0x7f800000u || y > 0x7f800000u || y == 0u) { return float(0x7fc00000u); }
  if (x < y) { return a; }
  var m = (x & 0x7fffffu) | (x < 0x800000u ? 0u : 0x800000u);
  let n = (y & 0x7fffffu) | (y < 0x800000u ? 0u : 0x800000u);
  let e = scale_of(y);
  m = m % n;
  for (i: u32 = e; i < scale_of(x); i += 1u) {
    m = m << 1u;
    if (m >= n) { m = m - n; }
  }
  let sign = bits(a) & 0x80000000u;
  if (m == 0u) { return float(sign); }
  let z = clz(m) - 8u;
  if (z >= e) { return float(sign | (m << (e - 1u))); }
  return float(sign | ((e - z - 1u) << 23u) + (m << z));
}
fn significand_f32(x: u32): u32 {
  let f = x & 0x7fffffu;
  return x >= 0x800000u ? f | 0x800000u : f << (clz(f) - 8u);
}
fn power_f32(x: u32): i32 { return signed(x >= 0x800000u ? x >> 23u : 9u - clz(x & 0x7fffffu)); }
fn div_f32(a: f32, b: f32): f32 {
  let x = bits(a) & 0x7fffffffu;
  let y = bits(b) & 0x7fffffffu;
  let sign = (bits(a) ^ bits(b)) & 0x80000000u;
  if (x > 0x7f800000u || y > 0x7f800000u || x == y && (x == 0u || x == 0x7f800000u)) { return float(0x7fc00000u); }
  if (x == 0x7f800000u || y == 0u) { return float(sign | 0x7f800000u); }
  if (y == 0x7f800000u || x == 0u) { return float(sign); }
  let m = significand_f32(y);
  let less = significand_f32(x) < m;
  var r = significand_f32(x) << to_u32(less);
  var q = 0u;
  for (i: u32 = 0u; i < 31u; i += 1u) {
    q = q << 1u;
    if (r >= m) {
      r = r - m;
      q = q | 1u;
    }
    r = r << 1u;
  }
  return round_f32(sign, power_f32(x) - power_f32(y) + 126 - signed(to_u32(less)), q | to_u32(r != 0u));
}
fn sqrt_f32(a: f32): f32 {
  let x = bits(a);
  if (isnan_f32(a) || (x << 1u) == 0u || x == 0x7f800000u) { return a; }
  if (x >= 0x80000000u) { return float(0x7fc00000u); }
  let e = power_f32(x) - 127;
  let m = significand_f32(x) << bits(e & 1);
  var rest = m << 9u;
  var r = m >> 23u;
  var root = 0u;
  for (i: u32 = 0u; i < 26u; i += 1u) {
    let trial = (root << 2u) | 1u;
    root = root << 1u;
    if (r >= trial) {
      r = r - trial;
      root = root | 1u;
    }
    r = (r << 2u) | (rest >> 30u);
    rest = rest << 2u;
  }
  return round_f32(0u, ((e - (e & 1)) >> 1u) + 126, (root << 5u) | to_u32(r != 0u));
}
fn mod_f32(a: f32, b: f32): f32 {
  let m = remainder_f32(a, b);
  if (isnan_f32(m)) { return m; }
  if (m == 0.0f) { return b < 0.0f ? float(0x80000000u) : 0.0f; }
  return (bits(m) ^ bits(b)) >> 31u == 1u ? m + b : m;
}
fn floordiv_f32(a: f32, b: f32): f32 {
  let exact = a / b;
  if (b == 0.0f) { return exact; }
  let m = remainder_f32(a, b);
  var q = (a - m) / b;
  if (m != 0.0f && ((bits(m) ^ bits(b)) >> 31u) == 1u && !isnan_f32(m)) { q = q - 1.0f; }
  if (q == 0.0f) { return float(bits(exact) & 0x80000000u); }
  let f = floor(q);
  return q - f > 0.5f ? f + 1.0f : f;
}
`;
