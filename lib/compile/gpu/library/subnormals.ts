/**
 * + - * ÷ √ and roundings of float32 for devices that take subnormal numbers for 0, as WGSL lets them: where an operand or the result may be
 * subnormal, in integers. Normal results are computed by the device.
 */
export const subnormals = `
fn significand_of(x: u32): u32 { return x & 0x7fffffu | ((x & 0x7f800000u) == 0u ? 0u : 0x800000u); }
fn add_small_f32(a: f32, b: f32): f32 {
  let x = to_u64(significand_of(bits(a))) << (scale_of(bits(a) & 0x7fffffffu) - 1u);
  let y = to_u64(significand_of(bits(b))) << (scale_of(bits(b) & 0x7fffffffu) - 1u);
  let s = (bits(a) >> 31u == 1u ? -to_i64(x) : to_i64(x)) + (bits(b) >> 31u == 1u ? -to_i64(y) : to_i64(y));
  if (s == 0i64) { return float(bits(a) & bits(b) & 0x80000000u); }
  let m = abs_i64(s);
  let z = clz_u64(m);
  let t = m << z;
  return round_f32(s < 0i64 ? 0x80000000u : 0u, 40 - signed(z), high(t) >> 1u | to_u32((high(t) & 1u | low(t)) != 0u));
}
fn add_full_f32(a: f32, b: f32): f32 {
  if ((bits(a) & 0x7fffffffu) >= 0xd800000u || (bits(b) & 0x7fffffffu) >= 0xd800000u) { return a + b; }
  return add_small_f32(a, b);
}
fn sub_full_f32(a: f32, b: f32): f32 { return add_full_f32(a, float(bits(b) ^ 0x80000000u)); }
fn mul_full_f32(a: f32, b: f32): f32 {
  let x = bits(a) & 0x7fffffffu;
  let y = bits(b) & 0x7fffffffu;
  let sign = (bits(a) ^ bits(b)) & 0x80000000u;
  if (x > 0x7f800000u || y > 0x7f800000u) { return float(0x7fc00000u); }
  if (x == 0x7f800000u || y == 0x7f800000u) { return float(x == 0u || y == 0u ? 0x7fc00000u : sign | 0x7f800000u); }
  if (x == 0u || y == 0u) { return float(sign); }
  let e = power_f32(x) + power_f32(y) - 111;
  if (x >= 0x800000u && y >= 0x800000u && e > 16) { return a * b; }
  let m = as_u64(wide_u32(significand_f32(x), significand_f32(y)));
  let z = clz_u64(m);
  let t = m << z;
  return round_f32(sign, e - signed(z), high(t) >> 1u | to_u32((high(t) & 1u | low(t)) != 0u));
}
fn div_full_f32(a: f32, b: f32): f32 {
  let x = bits(a) & 0x7fffffffu;
  let y = bits(b) & 0x7fffffffu;
  if (x >= 0x800000u && x < 0x7f800000u && y >= 0x800000u && y < 0x7f800000u) {
    let q = a / b;
    if ((bits(q) & 0x7fffffffu) > 0x800000u) { return q; }
  }
  return div_f32(a, b);
}
fn sqrt_full_f32(a: f32): f32 { return (bits(a) & 0x7f800000u) == 0u ? sqrt_f32(a) : sqrt(a); }
fn floor_full_f32(a: f32): f32 {
  if ((bits(a) & 0x7f800000u) != 0u) { return floor(a); }
  return bits(a) > 0x80000000u ? -1.0f : float(bits(a) & 0x80000000u);
}
fn ceil_full_f32(a: f32): f32 { return -floor_full_f32(-a); }
`;
