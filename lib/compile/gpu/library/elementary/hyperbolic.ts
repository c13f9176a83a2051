/** Hyperbolic functions of float32, from 2^n e^r and 2^-n e^-r as sums of two floats. */
export const hyperbolic = `
fn tanh_f32(x: f32): f32 {
  let a = abs_f32(x);
  if (!(a >= 1.220703125e-4f)) { return x; }
  let t = expm1_sum(2.0f * (a > 10.0f ? 10.0f : a));
  let d = first_f32(t) + 2.0f;
  return copysign_f32(quotient_f32(t, pair_f32(d, sum_rest(first_f32(t), 2.0f, d) + second_f32(t))), x);
}
fn sinh_tail(r: f32, z: f32): f32 { return r * z * (0.1666666716337204f + z * (0.00833317544311285f + z * 0.00019974067981820554f)); }
fn cosh_tail(z: f32): f32 { return z * (0.5f + z * (0.041666459292173386f + z * 0.0013935437891632318f)); }
fn hyperbolic_f32(a: f32, sign: f32): f32 {
  let n = rint(a * 1.4426950408889634f);
  let t = a - n * 0.693359375f;
  let u = n * -0.00021219444170128554f;
  let r = t - u;
  let z = r * r;
  let up = power2_f32(to_i32(n) - 1);
  let down = sign * power2_f32(-1 - to_i32(n));
  let h1 = up + up * r;
  let h2 = down - down * r;
  let h = h1 + h2;
  let rests = up * r - (h1 - up) + (h2 - down + down * r) * -1.0f;
  let l = (up + down) * cosh_tail(z) + ((up - down) * sinh_tail(r, z) + (h1 - h2) * (t - r - u));
  return h + (sum_rest(h1, h2, h) + rests + l);
}
fn cosh_f32(x: f32): f32 {
  let a = abs_f32(x);
  if (!(a <= 10.0f)) { return a > 90.0f ? endless_f32() : isnan_f32(a) ? x : exp_times(a, -1); }
  return hyperbolic_f32(a, 1.0f);
}
fn sinh_f32(x: f32): f32 {
  let a = abs_f32(x);
  if (!(a <= 10.0f)) { return isnan_f32(x) ? x : copysign_f32(a > 90.0f ? endless_f32() : exp_times(a, -1), x); }
  if (a < 0.34657359f) { return a < 1.220703125e-4f ? x : x + sinh_tail(x, x * x); }
  return copysign_f32(hyperbolic_f32(a, -1.0f), x);
}
`;
