/**
 * float64 in integers, to the last bit: sums and products of float32 are accumulated in it (`ir/folds.ts`). Values are bits, as u64. After Hauser, Berkeley SoftFloat 3e (source/f64_add.c and kin):
 * a significand with its leading bit at 62 has ten bits below those that are kept, the last of which says whether any below was set.
 */
export const doubles = `
fn jam(a: u64, n: u32): u64 {
  if (n == 0u) { return a; }
  if (n > 63u) { return a == 0u64 ? 0u64 : 1u64; }
  let kept = a >> n;
  return (kept << n) == a ? kept : kept | 1u64;
}
fn exponent_f64(a: u64): i32 { return signed((high(a) >> 20u) & 0x7ffu); }
fn fraction_f64(a: u64): u64 { return a & 0xfffffffffffffu64; }
fn isnan_f64(a: u64): bool { return (a & 0x7fffffffffffffffu64) > 0x7ff0000000000000u64; }
fn infinite_f64(sign: u64): u64 { return sign | 0x7ff0000000000000u64; }
fn round_f64(sign: u64, e: i32, m: u64): u64 {
  var x = e;
  var s = m;
  if (e < 0) {
    s = jam(m, bits(-e));
    x = 0;
  }
  if (x > 0x7fd || x == 0x7fd && s + 0x200u64 >= 0x8000000000000000u64) { return infinite_f64(sign); }
  let rest = low(s) & 0x3ffu;
  s = (s + 0x200u64) >> 10u;
  if (rest == 0x200u) { s = s & ~1u64; }
  if (s == 0u64) { x = 0; }
  return sign + (to_u64(bits(x)) << 52u) + s;
}
fn add_f64(p: u64, q: u64): u64 {
  let swap = (p & 0x7fffffffffffffffu64) < (q & 0x7fffffffffffffffu64);
  let a = swap ? q : p;
  let b = swap ? p : q;
  let ea = exponent_f64(a);
  let eb = exponent_f64(b);
  let sign = a & 0x8000000000000000u64;
  let apart = high(a ^ b) >> 31u;
  if (ea == 0x7ff) {
    let bad = fraction_f64(a) != 0u64 || eb == 0x7ff && apart == 1u;
    return bad ? 0x7ff8000000000000u64 : a;
  }
  let xa = ea == 0 ? 1 : ea;
  let xb = eb == 0 ? 1 : eb;
  let ma = (fraction_f64(a) | (ea == 0 ? 0u64 : 0x10000000000000u64)) << 9u;
  let mb = jam((fraction_f64(b) | (eb == 0 ? 0u64 : 0x10000000000000u64)) << 9u, bits(xa - xb));
  let m = apart == 1u ? ma - mb : ma + mb;
  if (m == 0u64) { return apart == 1u ? 0u64 : sign; }
  let z = clz_u64(m) - 1u;
  return round_f64(sign, xa - signed(z), m << z);
}
fn mulhi_u64(a: u64, b: u64): u64 {
  let m = wide_u32(high(a), low(b));
  let n = wide_u32(low(a), high(b));
  let middle = as_u64(m) + to_u64(mulhi_u32(low(a), low(b)));
  let rest = as_u64(n) + (middle & 0xffffffffu64);
  return as_u64(wide_u32(high(a), high(b))) + (middle >> 32u) + (rest >> 32u);
}
fn normal_f64(a: u64): u64 {
  let f = fraction_f64(a);
  return exponent_f64(a) != 0 ? f | 0x10000000000000u64 : f == 0u64 ? f : f << (clz_u64(f) - 11u);
}
fn power_f64(a: u64): i32 {
  let e = exponent_f64(a);
  return e != 0 ? e : 12 - signed(clz_u64(fraction_f64(a)));
}
fn mul_f64(a: u64, b: u64): u64 {
  let sign = (a ^ b) & 0x8000000000000000u64;
  let ia = exponent_f64(a) == 0x7ff;
  let ib = exponent_f64(b) == 0x7ff;
  let za = (a << 1u) == 0u64;
  let zb = (b << 1u) == 0u64;
  if (isnan_f64(a) || isnan_f64(b) || ia && zb || ib && za) { return 0x7ff8000000000000u64; }
  if (ia || ib) { return infinite_f64(sign); }
  if (za || zb) { return sign; }
  let ma = normal_f64(a) << 10u;
  let mb = normal_f64(b) << 11u;
  let e = power_f64(a) + power_f64(b) - 0x3ff;
  let m = mulhi_u64(ma, mb) | (ma * mb == 0u64 ? 0u64 : 1u64);
  return m < 0x4000000000000000u64 ? round_f64(sign, e - 1, m << 1u) : round_f64(sign, e, m);
}
fn f64_of_f32(x: f32): u64 {
  let w = bits(x);
  let sign = to_u64(w & 0x80000000u) << 32u;
  let e = (w >> 23u) & 0xffu;
  let f = w & 0x7fffffu;
  if (e == 255u) { return f == 0u ? infinite_f64(sign) : 0x7ff8000000000000u64; }
  if (e == 0u) {
    if (f == 0u) { return sign; }
    let z = clz(f) - 8u;
    return sign | (to_u64(897u - z) << 52u) | (to_u64((f << z) & 0x7fffffu) << 29u);
  }
  return sign | (to_u64(e + 896u) << 52u) | (to_u64(f) << 29u);
}
fn f32_of_f64(a: u64): f32 {
  let sign = high(a) & 0x80000000u;
  let e = exponent_f64(a);
  if (e == 0x7ff) { return float(fraction_f64(a) == 0u64 ? sign | 0x7f800000u : 0x7fc00000u); }
  if (e == 0) { return float(sign); }
  let m = low(jam(fraction_f64(a) | 0x10000000000000u64, 22u));
  return round_f32(sign, e - 0x381, m);
}
`;
