/** x^y of float32 as 2^(y log2(x)), the logarithm as a sum of two floats with an error below 2^-36. */
export const power = `
fn log2_sum(x: f32): pair {
  let f = fraction_f32(x);
  let d = 2.0f + f;
  let s = f / d;
  let rest = quotient_rest(f, 0.0f, d, sum_rest(2.0f, f, d), s);
  let z = s * s;
  let z_rest = product_rest(s, s, z) + 2.0f * s * rest;
  let c = z * s;
  let c_rest = product_rest(z, s, c) + (z * rest + z_rest * s);
  let t = c * 0.6666666865348816f;
  let t_rest = product_rest(c, 0.6666666865348816f, t) + (c * -1.9868215517249155e-8f + c_rest * 0.6666666865348816f);
  let h = 2.0f * s + t;
  let tail = s * z * z * (0.40000152587890625f + z * (0.2854708731174469f + z * 0.23419763147830963f));
  let p = normal_pair(h, t - (h - 2.0f * s) + (2.0f * rest + (t_rest + tail)));
  let m = first_f32(p) * 1.4426950216293335f;
  let m_rest = product_rest(first_f32(p), 1.4426950216293335f, m) + (first_f32(p) * 1.925963033500011e-8f + second_f32(p) * 1.4426950216293335f);
  let k = small_f32(binade_f32(x));
  let sum = k + m;
  return normal_pair(sum, sum_rest(k, m, sum) + m_rest);
}
fn power_usual(x: f32, y: f32): f32 {
  let l = log2_sum(x);
  let p = y * first_f32(l);
  if (!(abs_f32(p) < 200.0f)) { return p > 0.0f ? endless_f32() : 0.0f; }
  let rest = product_rest(y, first_f32(l), p) + y * second_f32(l);
  let n = rint(p);
  return scaled_f32(exp2_of(p - n, rest), to_i32(n));
}
fn power_edge(x: f32, y: f32, z: f32): f32 {
  let ax = abs_f32(x);
  let ay = abs_f32(y);
  if (y == 0.0f || x == 1.0f || x == -1.0f && ay == endless_f32()) { return 1.0f; }
  if (isnan_f32(x) || isnan_f32(y)) { return nan_f32(); }
  let whole = floor(ay) == ay;
  if (x < 0.0f && ax < endless_f32() && !whole) { return nan_f32(); }
  let up = ax == 0.0f || ax == endless_f32() ? to_u32(y > 0.0f) != to_u32(ax == 0.0f) : to_u32(ax > 1.0f) == to_u32(y > 0.0f);
  let usual = !(ax == 0.0f || ax == endless_f32()) && ay < endless_f32();
  let size = usual ? z : up ? endless_f32() : 0.0f;
  let odd = whole && ay < 16777216.0f && floor(ay * 0.5f) != ay * 0.5f;
  return odd && bits(x) >> 31u == 1u ? -size : size;
}
fn pow_f32(x: f32, y: f32): f32 {
  let usual = abs_f32(x) < endless_f32() && x != 0.0f && abs_f32(y) < endless_f32();
  let z = usual ? power_usual(usual ? abs_f32(x) : 1.0f, y) : 0.0f;
  return usual && x > 0.0f ? z : power_edge(x, y, z);
}
`;
