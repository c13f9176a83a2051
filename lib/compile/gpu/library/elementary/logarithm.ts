/** Logarithms of float32: x = 2^k (1 + f) with 1 + f between the roots of 1/2 and 2, log(1 + f) = f - f^2/2 + ... as a sum of two floats. */
export const logarithms = `
fn log_edge(x: f32): f32 {
  if (x == 0.0f) { return -endless_f32(); }
  return x > 0.0f ? x : nan_f32();
}
fn is_normal_log(x: f32): bool { return bits(x) != 0u && bits(x) < 0x7f800000u; }
fn above_root(x: f32): bool { return (significand_f32(bits(x)) & 0x7fffffu) > 0x3504f3u; }
fn binade_f32(x: f32): i32 { return power_f32(bits(x)) - (above_root(x) ? 126 : 127); }
fn fraction_f32(x: f32): f32 {
  return float(significand_f32(bits(x)) & 0x7fffffu | (above_root(x) ? 0x3f000000u : 0x3f800000u)) - 1.0f;
}
fn log_sum(f: f32, rest: f32): pair {
  let fh = top_f32(f);
  let square = 0.5f * fh * fh;
  let half = 0.5f * f * f;
  let s = f / (2.0f + f);
  let z = s * s;
  let h = f - square;
  let tail = s * (half + z * (0.6666666269302368f + z * (0.40000972151756287f + z * (0.28498777747154236f + z * 0.24279479682445526f))));
  return pair_f32(h, f - h - square - 0.5f * (f + fh) * (f - fh) + (tail + rest / (1.0f + f)));
}
fn log_of(k: i32, p: pair): f32 {
  let e = small_f32(k);
  let a = e * 0.693359375f;
  let h = a + first_f32(p);
  return h + (sum_rest(a, first_f32(p), h) + (second_f32(p) + e * -0.00021219444170128554f));
}
fn log_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  return log_of(binade_f32(x), log_sum(fraction_f32(x), 0.0f));
}
fn log1p_f32(x: f32): f32 {
  if (abs_f32(x) < 9.313225746154785e-10f) { return x; }
  let u = 1.0f + x;
  if (!is_normal_log(u)) { return log_edge(u); }
  let k = binade_f32(u);
  if (k == 0) { return log_of(0, log_sum(x, 0.0f)); }
  return log_of(k, log_sum(fraction_f32(u), sum_rest(1.0f, x, u) * power2_f32(k > 64 ? -64 : -k)));
}
fn log2_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  let e = small_f32(binade_f32(x));
  let p = log_sum(fraction_f32(x), 0.0f);
  let t = top_f32(first_f32(p));
  let a = t * 1.4423828125f;
  let h = e + a;
  return h + (sum_rest(e, a, h) + ((first_f32(p) - t) * 1.4423828125f + first_f32(p) * 0.00031222839606925845f + second_f32(p) * 1.4426950408889634f));
}
fn log10_f32(x: f32): f32 {
  if (!is_normal_log(x)) { return log_edge(x); }
  let e = small_f32(binade_f32(x));
  let p = log_sum(fraction_f32(x), 0.0f);
  let t = top_f32(first_f32(p));
  let a = t * 0.4342041015625f;
  let b = e * 0.301025390625f;
  let h = b + a;
  let l = (first_f32(p) - t) * 0.4342041015625f + first_f32(p) * 9.038033749675378e-5f + second_f32(p) * 0.4342944819032518f;
  return h + (sum_rest(b, a, h) + (l + e * 4.605039066518657e-6f));
}
`;
