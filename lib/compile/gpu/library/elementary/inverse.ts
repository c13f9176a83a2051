/** Inverse trigonometric functions and lengths in float32: multiples of pi/4, quotients and squares as sums of two floats. */
export const inverse = `
fn atan_tail(t: f32): f32 {
  let z = t * t;
  return t * z * (-0.33333316445350647f + z * (0.19998528063297272f + z * (-0.14244379103183746f + z * (0.10598964989185333f + z * -0.06089227646589279f))));
}
fn turned_f32(eighths: f32, t: f32, rest: f32): f32 {
  let a = eighths * 0.7853975296020508f;
  let h = a + t;
  return h + (sum_rest(a, t, h) + (rest + eighths * 6.337954232549237e-7f));
}
fn atan_f32(x: f32): f32 {
  if (!(abs_f32(x) >= 2.44140625e-4f)) { return x; }
  let a = abs_f32(x) > 1073741824.0f ? 1073741824.0f : abs_f32(x);
  if (a <= 0.41421356f) { return copysign_f32(a + atan_tail(a), x); }
  let far = a > 2.4142135f;
  let d = a + 1.0f;
  let n = a - 1.0f;
  let above = far ? pair_f32(-1.0f, 0.0f) : pair_f32(n, sum_rest(a, -1.0f, n));
  let below = far ? pair_f32(a, 0.0f) : pair_f32(d, sum_rest(a, 1.0f, d));
  let q = first_f32(above) / first_f32(below);
  let rest = quotient_rest(first_f32(above), second_f32(above), first_f32(below), second_f32(below), q);
  return copysign_f32(turned_f32(far ? 2.0f : 1.0f, q, rest + atan_tail(q)), x);
}
fn atan2_scale(b: f32): i32 {
  if (b > 1267650600228229401496703205376.0f) { return -64; }
  return b < 8.673617379884035e-19f ? 96 : 0;
}
fn atan2_f32(y: f32, x: f32): f32 {
  if (isnan_f32(x) || isnan_f32(y)) { return nan_f32(); }
  let swap = abs_f32(y) > abs_f32(x);
  let most = swap ? abs_f32(y) : abs_f32(x);
  let least = swap ? abs_f32(x) : abs_f32(y);
  let scale = atan2_scale(most);
  var b = scaled_f32(most, scale);
  var a = scaled_f32(least, scale);
  if (most == endless_f32()) {
    b = 1.0f;
    a = least == most ? 1.0f : 0.0f;
  }
  if (b == 0.0f) { b = 1.0f; }
  let far = a > 0.41421356f * b;
  let above = far ? a - b : a;
  let below = far ? a + b : b;
  let q = above / below;
  let usual = abs_f32(q) > 9.094947017729282e-13f;
  let rest = far ? quotient_rest(above, sum_rest(a, -b, above), below, sum_rest(b, a, below), q) : quotient_rest(above, 0.0f, below, 0.0f, q);
  let flip = bits(x) >> 31u == 1u;
  let one = far ? 1.0f : 0.0f;
  let half = swap ? 2.0f - one : one;
  if (!far && !usual && !swap && !flip) { return copysign_f32(div_f32(a, b), y); }
  let turned = to_u32(swap) != to_u32(flip);
  let tail = (usual ? rest : 0.0f) + atan_tail(q);
  return copysign_f32(turned_f32(flip ? 4.0f - half : half, turned ? -q : q, turned ? -tail : tail), y);
}
fn asin_tail(z: f32): f32 { return z * (0.16666659712791443f + z * (0.07500521093606949f + z * (0.04451363533735275f + z * (0.03183605521917343f + z * (0.01432918943464756f + z * 0.03767312690615654f))))); }
fn root_rest(z: f32, root: f32): f32 {
  let p = root * root;
  return (z - p - product_rest(root, root, p)) / (root == 0.0f ? 1.0f : root + root);
}
fn asin_far(z: f32): pair {
  let root = sqrt(z);
  return pair_f32(2.0f * root, 2.0f * (root_rest(z, root) + root * asin_tail(z)));
}
fn asin_f32(x: f32): f32 {
  let a = abs_f32(x);
  if (!(a <= 1.0f)) { return nan_f32(); }
  if (a <= 0.5f) { return a < 2.44140625e-4f ? x : x + x * asin_tail(x * x); }
  let p = asin_far(0.5f - 0.5f * a);
  return copysign_f32(turned_f32(2.0f, -first_f32(p), -second_f32(p)), x);
}
fn acos_f32(x: f32): f32 {
  let a = abs_f32(x);
  if (!(a <= 1.0f)) { return nan_f32(); }
  if (a <= 0.5f) { return turned_f32(2.0f, -x, -(x * asin_tail(x * x))); }
  let p = asin_far(0.5f - 0.5f * a);
  if (x > 0.0f) { return first_f32(p) + second_f32(p); }
  return turned_f32(4.0f, -first_f32(p), -second_f32(p));
}
fn hypot_f32(x: f32, y: f32): f32 {
  if (abs_f32(x) == endless_f32() || abs_f32(y) == endless_f32()) { return endless_f32(); }
  if (isnan_f32(x) || isnan_f32(y)) { return nan_f32(); }
  let swap = abs_f32(y) > abs_f32(x);
  let most = swap ? abs_f32(y) : abs_f32(x);
  if (most == 0.0f) { return 0.0f; }
  let scale = most > 4611686018427387904.0f ? -80 : most < 9.094947017729282e-13f ? 96 : 0;
  let b = scaled_f32(most, scale);
  let a = scaled_f32(swap ? abs_f32(x) : abs_f32(y), scale);
  let p = b * b;
  let q = a * a;
  let root = sqrt(p + q);
  let r = root * root;
  let off = r - p - q + (product_rest(root, root, r) - product_rest(b, b, p) - product_rest(a, a, q));
  return scaled_f32(root - off / (root + root), -scale);
}
`;
