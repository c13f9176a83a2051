/**
 * Sums of two floats, where the second holds what the first has not room for: after Dekker, "A floating-point technique for extending the
 * available precision" (1971), and Knuth's sum. Devices keep each step exact or round it once (`operations.ts`), so that no step needs a
 * fused multiply-add. Devices may take subnormal numbers for 0: where an argument or a result is one, it is made of integers (`scaled_f32`).
 */
export const parts = `
fn pair_f32(first: f32, second: f32): pair { return pair(bits(first), bits(second)); }
fn first_f32(p: pair): f32 { return float(low(p)); }
fn second_f32(p: pair): f32 { return float(high(p)); }
fn top_f32(a: f32): f32 { return float(bits(a) & 0xfffff000u); }
fn sum_rest(a: f32, b: f32, s: f32): f32 {
  let t = s - a;
  return a - (s - t) + (b - t);
}
fn product_rest(a: f32, b: f32, p: f32): f32 {
  let ah = top_f32(a);
  let al = a - ah;
  let bh = top_f32(b);
  let bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}
fn quotient_rest(ah: f32, al: f32, bh: f32, bl: f32, q: f32): f32 {
  let p = q * bh;
  return (ah - p - product_rest(q, bh, p) + (al - q * bl)) / bh;
}
fn quotient_f32(a: pair, b: pair): f32 {
  let q = first_f32(a) / first_f32(b);
  return q + quotient_rest(first_f32(a), second_f32(a), first_f32(b), second_f32(b), q);
}
fn normal_pair(h: f32, l: f32): pair {
  let s = h + l;
  return pair_f32(s, l - (s - h));
}
fn power2_f32(k: i32): f32 { return float(bits(k + 127) << 23u); }
fn scaled_f32(y: f32, k: i32): f32 {
  let x = bits(y) & 0x7fffffffu;
  let sign = bits(y) & 0x80000000u;
  if (x == 0u) { return y; }
  let e = power_f32(x) + k;
  if (e > 0 && e < 255) { return float(sign | bits(e) << 23u | significand_f32(x) & 0x7fffffu); }
  return round_f32(sign, e - 1, significand_f32(x) << 7u);
}
fn small_f32(k: i32): f32 { return float(bits(k + 0x4b400000)) - 12582912.0f; }
fn clamped_f32(x: f32, most: f32): f32 { return x < -most ? -most : x > most ? most : x; }
fn nan_f32(): f32 { return float(0x7fc00000u); }
fn endless_f32(): f32 { return float(0x7f800000u); }
`;
