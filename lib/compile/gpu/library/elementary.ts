/**
 * Elementary functions of float32: the steps of `native/math/vmath_float.h`, in double and rounded once, so that results have the bits of
 * the other tiers (`compile/js/math/single.ts` has the same steps in JavaScript). Built-in functions of devices are off by up to 1e-4.
 */
const helpers = `
fn abs_f64(x: f64): f64 { return as_f64(as_u64(x) & 0x7fffffffffffffffu64); }
fn negative_f64(x: f64): bool { return x < 0.0 || as_u64(x) == 0x8000000000000000u64; }
fn with_sign(y: f64, x: f64): f64 { return negative_f64(x) ? -y : y; }
fn nearest(x: f64): f64 { return x + 6755399441055744.0 - 6755399441055744.0; }
fn power2(n: i32): f64 { return as_f64(to_u64(bits(n + 1023)) << 52u); }
fn binade(x: f64): i32 {
  return signed((high(x) + 0x95f61u + to_u32(low(x) >= 0x667f3bcdu)) >> 20u) - 1023;
}
fn clamped(x: f64, most: f64): f64 { return x < -most ? -most : x > most ? most : x; }
fn exp_short(r: f64): f64 {
  let z = r * r;
  let p0 = 0.49999999999532974 + r * 0.16666666785098994 + z * (0.04166666704955445 + r * 0.008333281616923007);
  let p1 = 0.0013888796907514725 + r * 0.00019909057512407222 + z * 0.00002488745206253118;
  return r + z * (p0 + z * z * p1);
}
fn log_short(s: f64): f64 {
  let z = s * s;
  let w = z * z;
  let p0 = 0.6666666666666666 + z * 4.0e-1 + w * (0.2857142857142857 + z * 0.2222222222222222);
  let p1 = 0.18181818181818182 + z * 0.15384615384615385 + w * (0.13333333333333333 + z * 0.11764705882352941);
  return 2.0 * s + s * z * (p0 + w * w * p1);
}
fn quotient_of(x: f64, k: i32): f64 {
  let f = x * power2(-k) - 1.0;
  return f / (2.0 + f);
}
fn log_edge(x: f32): f32 {
  if (x == 0.0f) { return float(0xff800000u); }
  return x > 0.0f ? x : float(0x7fc00000u);
}
fn is_normal_log(x: f32): bool { return x > 0.0f && bits(x) < 0x7f800000u; }
`;

const exponentials = `
fn exp_f32(a: f32): f32 {
  if (isnan_f32(a)) { return a; }
  let x = clamped(to_f64(a), 200.0);
  let n = nearest(x * 1.4426950408889634);
  return to_f32((1.0 + exp_short(x - n * 0.6931471805599453)) * power2(to_i32(n)));
}
fn expm1_f32(a: f32): f32 {
  if (isnan_f32(a) || abs_f64(to_f64(a)) < 9.313225746154785e-10) { return a; }
  let x = clamped(to_f64(a), 200.0);
  let n = nearest(x * 1.4426950408889634);
  let s = power2(to_i32(n));
  return to_f32(s - 1.0 + s * exp_short(x - n * 0.6931471805599453));
}
fn exp2_f32(a: f32): f32 {
  if (isnan_f32(a)) { return a; }
  let z = clamped(to_f64(a), 400.0);
  let n = nearest(z);
  return to_f32((1.0 + exp_short((z - n) * 0.6931471805599453)) * power2(to_i32(n)));
}
fn expit_f32(a: f32): f32 {
  if (isnan_f32(a)) { return a; }
  let m = -abs_f64(to_f64(a));
  let g = m < -200.0 ? -200.0 : m;
  let n = nearest(g * 1.4426950408889634);
  let e = (1.0 + exp_short(g - n * 0.6931471805599453)) * power2(to_i32(n));
  return to_f32((a < 0.0f ? e : 1.0) / (1.0 + e));
}
fn log_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  let k = binade(to_f64(x));
  return to_f32(to_f64(k) * 0.6931471805599453 + log_short(quotient_of(to_f64(x), k)));
}
fn log2_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  let k = binade(to_f64(x));
  return to_f32(to_f64(k) + log_short(quotient_of(to_f64(x), k)) * 1.4426950408889634);
}
fn log10_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  let k = binade(to_f64(x));
  return to_f32(to_f64(k) * 0.3010299956639812 + log_short(quotient_of(to_f64(x), k)) * 0.4342944819032518);
}
fn log1p_f32(x: f32): f32 {
  if (abs_f64(to_f64(x)) < 9.313225746154785e-10) { return x; }
  if (isnan_f32(x) || x <= -1.0f || bits(x) == 0x7f800000u) {
    return x == -1.0f ? float(0xff800000u) : x > 0.0f ? x : float(0x7fc00000u);
  }
  let u = 1.0 + to_f64(x);
  let k = binade(u);
  let f = k == 0 ? to_f64(x) : u * power2(-k) - 1.0;
  return to_f32(to_f64(k) * 0.6931471805599453 + log_short(f / (2.0 + f)));
}
`;

const hyperbolic = `
fn tanh_f32(v: f32): f32 {
  let x = to_f64(v);
  let a = abs_f64(x);
  if (!(a >= 6.103515625e-5)) { return v; }
  let g = 2.0 * (a > 20.0 ? 20.0 : a);
  let n = nearest(g * 1.4426950408889634);
  let power = power2(to_i32(n));
  let t = power - 1.0 + power * exp_short(g - n * 0.6931471805599453);
  return to_f32(with_sign(t / (t + 2.0), x));
}
fn sinh_short(r: f64): f64 {
  let z = r * r;
  return r + r * z * (0.16666666754536447 + z * 8.3332889371712e-3 + z * z * 0.00019904981890779455);
}
fn cosh_short(r: f64): f64 {
  let z = r * r;
  return 0.5 * z + z * z * (0.04166666681493106 + z * 0.0013888830487888187 + z * z * 0.000024872936825937604);
}
fn cosh_f32(v: f32): f32 {
  let a = abs_f64(to_f64(v));
  if (!(a <= 100.0)) { return a > 100.0 ? float(0x7f800000u) : v; }
  let n = nearest(a * 1.4426950408889634);
  let r = a - n * 0.6931471805599453;
  let up = power2(to_i32(n) - 1);
  let down = power2(-1 - to_i32(n));
  let sum = up + down;
  return to_f32(sum + (sum * cosh_short(r) + (up - down) * sinh_short(r)));
}
fn sinh_f32(v: f32): f32 {
  let x = to_f64(v);
  let a = abs_f64(x);
  if (!(a <= 100.0)) { return a > 100.0 ? float((bits(v) & 0x80000000u) | 0x7f800000u) : v; }
  let n = nearest(a * 1.4426950408889634);
  let r = a - n * 0.6931471805599453;
  let up = power2(to_i32(n) - 1);
  let down = power2(-1 - to_i32(n));
  let difference = up - down;
  return to_f32(with_sign(difference + (difference * cosh_short(r) + (up + down) * sinh_short(r)), x));
}
`;

const inverse = `
fn atan_short(z: f64): f64 {
  let w = z * z;
  let p0 = -0.33333333296845086 + z * 0.19999994444585661;
  let p1 = -0.14285427907630105 + z * 0.11104076296530081;
  let p2 = -8.99746375968264e-2 + z * 0.06993871538243206;
  return p0 + w * p1 + w * w * (p2 + w * -0.037968618510147864);
}
fn atan_f32(v: f32): f32 {
  let x = to_f64(v);
  let a = abs_f64(x);
  let r = a > 2.414213562373095 ? 2 : a > 0.41421356237309503 ? 1 : 0;
  let t = r == 0 ? a : (r == 1 ? a - 1.0 : -1.0) / (r == 1 ? a + 1.0 : a);
  let z = t * t;
  return to_f32(with_sign(to_f64(r) * 0.7853981633974483 + (t + t * z * atan_short(z)), x));
}
fn asin_short(z: f64): f64 {
  let w = z * z;
  let p0 = 0.16666667189419065 + z * 7.49994818227243e-2;
  let p1 = 0.04466015758425006 + z * 0.030110318051582735;
  let p2 = 0.024617990913034026 + z * 0.007470185388739118;
  return p0 + w * p1 + w * w * (p2 + w * 0.03469177539584151);
}
fn total(s: f64, q: f64, b: f64, c: f64): f64 {
  let d = b + s;
  let e = b - d + s;
  return d + (e + (q + c));
}
fn square_of(a: f64): f64 { return a > 0.5 ? 0.5 - 0.5 * a : a * a; }
fn root_of(a: f64, square: f64): f64 {
  if (!(a > 0.5)) { return a; }
  let root = sqrt(square);
  return root + root;
}
fn asin_f32(v: f32): f32 {
  let x = to_f64(v);
  let z = square_of(abs_f64(x));
  let s = root_of(abs_f64(x), z);
  let q = s * z * asin_short(z);
  let far = abs_f64(x) > 0.5;
  let high_part = far ? 1.5707963267948966 : 0.0;
  let low_part = far ? 6.123233995736766e-17 : 0.0;
  return to_f32(with_sign(total(far ? -s : s, far ? -q : q, high_part, low_part), x));
}
fn acos_f32(v: f32): f32 {
  let x = to_f64(v);
  let z = square_of(abs_f64(x));
  let s = root_of(abs_f64(x), z);
  let q = s * z * asin_short(z);
  let far = abs_f64(x) > 0.5;
  let below = negative_f64(x);
  let turns = to_u32(far) == to_u32(below) ? (far ? 2.0 : 1.0) : far ? 0.0 : 1.0;
  let turned = to_u32(far) == to_u32(below);
  return to_f32(total(turned ? -s : s, turned ? -q : q, turns * 1.5707963267948966, turns * 6.123233995736766e-17));
}
fn atan2_f32(y: f32, x: f32): f32 {
  if (isnan_f32(x) || isnan_f32(y)) { return float(0x7fc00000u); }
  let ax = abs_f64(to_f64(x));
  let ay = abs_f64(to_f64(y));
  let swap = ay > ax;
  let flip = negative_f32(x);
  let both = (bits(x) & 0x7fffffffu) == 0x7f800000u && (bits(y) & 0x7fffffffu) == 0x7f800000u;
  var b = swap ? ay : ax;
  var a = swap ? ax : ay;
  if (both) {
    a = 1.0;
    b = 1.0;
  }
  let far = a > 0.4140625 * b;
  if (b == 0.0) { b = 1.0; }
  let t = (far ? a - b : a) / (far ? b + a : b);
  let z = t * t;
  let w = z * z;
  let s1 = z * (0.3333333333333293 + w * (0.14285714272503466 + w * (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  let s2 = w * (-0.19999999999876483 + w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  let p = t * (s1 + s2);
  var r = far ? 1.0 : 0.0;
  if (swap) { r = 2.0 - r; }
  if (flip) { r = 4.0 - r; }
  let lo = r * 3.061616997868383e-17;
  let turned = to_u32(swap) != to_u32(flip);
  return to_f32(with_sign(r * 0.7853981633974483 - ((turned ? -p : p) - lo - (turned ? -t : t)), to_f64(y)));
}
`;

const power = `
fn power_inside(ax: f64, y: f64): f64 {
  let k = binade(ax);
  let z = clamped(y * (to_f64(k) + log_short(quotient_of(ax, k)) * 1.4426950408889634), 400.0);
  let n = nearest(z);
  return (1.0 + exp_short((z - n) * 0.6931471805599453)) * power2(to_i32(n));
}
fn power_edge(x: f32, y: f32, z: f64): f64 {
  let ax = abs_f32(x);
  let ay = abs_f32(y);
  let endless = float(0x7f800000u);
  if (y == 0.0f || x == 1.0f || x == -1.0f && ay == endless) { return 1.0; }
  if (isnan_f32(x) || isnan_f32(y)) { return to_f64(float(0x7fc00000u)); }
  let whole = floor(ay) == ay;
  if (x < 0.0f && ax < endless && !whole) { return to_f64(float(0x7fc00000u)); }
  let up = ax == 0.0f || ax == endless ? to_u32(y > 0.0f) != to_u32(ax == 0.0f) : to_u32(ax > 1.0f) == to_u32(y > 0.0f);
  let usual = !(ax == 0.0f || ax == endless) && ay < endless;
  let power = usual ? z : up ? to_f64(endless) : 0.0;
  let odd = whole && ay < 16777216.0f && floor(ay * 0.5f) != ay * 0.5f;
  return odd && (bits(x) >> 31u) == 1u ? -power : power;
}
fn pow_f32(x: f32, y: f32): f32 {
  let endless = float(0x7f800000u);
  let usual = abs_f32(x) < endless && x != 0.0f && abs_f32(y) < endless;
  let z = usual ? power_inside(abs_f64(to_f64(x)), to_f64(y)) : 0.0;
  return to_f32(usual && x > 0.0f ? z : power_edge(x, y, z));
}
`;

export const elementary = [helpers, exponentials, hyperbolic, inverse, power].join('');
