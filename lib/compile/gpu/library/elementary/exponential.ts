/** Exponentials of float32: e^x = 2^n (1 + r + ...), |r| <= ln2 / 2, with 1 + r as a sum of two floats. */
export const exponentials = `
fn exp_tail(r: f32): f32 {
  let p = 0.041666463017463684f + r * (0.008333206176757812f + r * (0.001393510028719902f + r * 0.00019945876556448638f));
  return r * r * (0.5f + r * (0.1666666716337204f + r * p));
}
fn exp_sum(x: f32, n: f32): pair {
  let t = x - n * 0.693359375f;
  let u = n * -0.00021219444170128554f;
  let r = t - u;
  let h = 1.0f + r;
  return pair_f32(h, r - (h - 1.0f) + (exp_tail(r) + (t - r - u) * h));
}
fn exp_times(x: f32, k: i32): f32 {
  let n = rint(x * 1.4426950408889634f);
  let p = exp_sum(x, n);
  return scaled_f32(first_f32(p) + second_f32(p), to_i32(n) + k);
}
fn exp_f32(x: f32): f32 {
  if (isnan_f32(x)) { return x; }
  return exp_times(clamped_f32(x, 110.0f), 0);
}
fn exp2_of(z: f32, rest: f32): f32 {
  let zh = top_f32(z);
  let p = zh * 0.693115234375f;
  let h = 1.0f + p;
  let l = (z - zh) * 0.693115234375f + z * 3.194618329871446e-5f;
  let tail = exp_tail(z * 0.6931471805599453f);
  return h + (p - (h - 1.0f) + (l + tail + rest * 0.6931471805599453f * (h + tail)));
}
fn exp2_f32(a: f32): f32 {
  if (isnan_f32(a)) { return a; }
  let x = clamped_f32(a, 160.0f);
  let n = rint(x);
  return scaled_f32(exp2_of(x - n, 0.0f), to_i32(n));
}
fn expm1_sum(x: f32): pair {
  let n = rint(x * 1.4426950408889634f);
  let t = x - n * 0.693359375f;
  let u = n * -0.00021219444170128554f;
  let r = t - u;
  let q = exp_tail(r) + (t - r - u) * (1.0f + r);
  if (n == 0.0f) { return normal_pair(r, q); }
  let s = power2_f32(to_i32(n));
  let d = s - 1.0f;
  let m = s * r;
  let h = d + m;
  return normal_pair(h, sum_rest(s, -1.0f, d) + sum_rest(d, m, h) + s * q);
}
fn expm1_f32(x: f32): f32 {
  if (isnan_f32(x) || abs_f32(x) < 9.313225746154785e-10f) { return x; }
  if (x > 30.0f) { return exp_f32(x); }
  return first_f32(expm1_sum(x < -20.0f ? -20.0f : x));
}
fn expit_f32(x: f32): f32 {
  if (isnan_f32(x)) { return x; }
  if (x < -20.0f) { return exp_f32(x); }
  let m = -abs_f32(x);
  let g = m < -20.0f ? -20.0f : m;
  let n = rint(g * 1.4426950408889634f);
  let p = exp_sum(g, n);
  let s = power2_f32(to_i32(n));
  let e = normal_pair(first_f32(p) * s, second_f32(p) * s);
  let d = 1.0f + first_f32(e);
  let below = pair_f32(d, first_f32(e) - (d - 1.0f) + second_f32(e));
  return quotient_f32(x < 0.0f ? e : pair_f32(1.0f, 0.0f), below);
}
`;
