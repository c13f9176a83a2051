/**
 * Sine, cosine and tangent of float32. An angle below 2048 less multiples of pi/2 is exact in parts (Cody and Waite); of a larger one the
 * fraction of a turn is found in integers (Payne and Hanek), from the digits of 1/(2 pi) behind the angle's binary point.
 */
/** Words of 1/(2 pi) behind the point, and one of zeros before them. */
const DIGITS = ['0u', '0x28be60dbu', '0x9391054au', '0x7f09d5f4u', '0x7d4d3770u', '0x36d8a566u', '0x4f10e410u', '0x7f9458eau'];

/** A tree of choices: the word with this number. */
function choice(words: readonly string[], from = 0): string {
  if (words.length === 1) return words[0];
  const half = words.length / 2;
  return `(k < ${from + half}u ? ${choice(words.slice(0, half), from)} : ${choice(words.slice(half), from + half)})`;
}

export const trigonometry = `
fn near_rest(x: f32, n: f32): pair {
  let a = x - n * 1.5703125f;
  let b = n * 0.0004837512969970703f;
  let c = a - b;
  let d = n * 7.549533620476723e-8f;
  let e = c - d;
  return normal_pair(e, sum_rest(a, -b, c) + sum_rest(c, -d, e) - n * 2.5633440682570896e-12f);
}
fn digits_of_turn(k: u32): u32 { return ${choice(DIGITS)}; }
fn digits_from(at: u32): u32 {
  let k = at >> 5u;
  let shift = at & 31u;
  let word = digits_of_turn(k);
  if (shift == 0u) { return word; }
  return word << shift | digits_of_turn(k + 1u) >> (32u - shift);
}
fn far_turn(x: f32): pair {
  let m = bits(x) & 0x7fffffu | 0x800000u;
  let at = (bits(x) >> 23u & 0xffu) - 118u;
  let middle = m * digits_from(at + 32u);
  let l = middle + mulhi_u32(m, digits_from(at + 64u));
  let turn = pair(l, m * digits_from(at) + mulhi_u32(m, digits_from(at + 32u)) + to_u32(l < middle));
  return bits(x) >> 31u == 1u ? neg_64(turn) : turn;
}
fn far_quarter(turn: pair): u32 { return high(turn) + 0x20000000u >> 30u; }
fn far_rest(turn: pair): pair {
  let signed_rest = pair(low(turn), high(turn) - (far_quarter(turn) << 30u));
  let sign = high(signed_rest) & 0x80000000u;
  let rest = sign == 0u ? signed_rest : neg_64(signed_rest);
  let zeros = high(rest) == 0u ? 32u + clz(low(rest)) : clz(high(rest));
  let digits = shl_64(rest, zeros);
  let h = float(0x3f800000u | high(digits) >> 8u & 0x7fffffu);
  let l = (float(0x3f800000u | (high(digits) & 0xffu) << 15u | low(digits) >> 17u) - 1.0f) * 1.1920928955078125e-7f;
  let p = h * 3.1415927410125732f;
  let scale = float(sign | (127u - zeros) << 23u);
  return normal_pair(p * scale, (product_rest(h, 3.1415927410125732f, p) + (h * -8.742277657347586e-8f + l * 3.1415927410125732f)) * scale);
}
fn sine_sum(y: f32, rest: f32): pair {
  let z = y * y;
  return normal_pair(y, y * z * (-0.1666666716337204f + z * (0.008333380334079266f + z * (-0.0001985349808819592f + z * 2.8372476208460284e-6f))) + rest * (1.0f - 0.5f * z));
}
fn cosine_sum(y: f32, rest: f32): pair {
  let z = y * y;
  let top = top_f32(y);
  let square = 0.5f * top * top;
  let h = 1.0f - square;
  let tail = z * z * (0.04166664555668831f + z * (-0.00138873013202101f + z * 2.4430661142105237e-5f)) - 0.5f * (y + top) * (y - top) - y * rest;
  return normal_pair(h, 1.0f - h - square + tail);
}
fn sine_of(x: f32, more: u32): f32 {
  if (!(abs_f32(x) < endless_f32())) { return nan_f32(); }
  var n = more;
  var y = pair(0u, 0u);
  if (abs_f32(x) < 2048.0f) {
    let near = rint(x * 0.6366197723675814f);
    n = n + bits(to_i32(near));
    y = near_rest(x, near);
  } else {
    let turn = far_turn(x);
    n = n + far_quarter(turn);
    y = far_rest(turn);
  }
  let v = (n & 1u) == 0u ? sine_sum(first_f32(y), second_f32(y)) : cosine_sum(first_f32(y), second_f32(y));
  return float(bits(first_f32(v) + second_f32(v)) ^ (n & 2u) << 30u);
}
fn sin_f32(x: f32): f32 {
  if (abs_f32(x) < 2.44140625e-4f) { return x; }
  return sine_of(x, 0u);
}
fn cos_f32(x: f32): f32 { return sine_of(x, 1u); }
fn tan_f32(x: f32): f32 {
  if (abs_f32(x) < 1.220703125e-4f) { return x; }
  if (!(abs_f32(x) < endless_f32())) { return nan_f32(); }
  var n = 0u;
  var y = pair(0u, 0u);
  if (abs_f32(x) < 2048.0f) {
    let near = rint(x * 0.6366197723675814f);
    n = bits(to_i32(near));
    y = near_rest(x, near);
  } else {
    let turn = far_turn(x);
    n = far_quarter(turn);
    y = far_rest(turn);
  }
  let s = sine_sum(first_f32(y), second_f32(y));
  let c = cosine_sum(first_f32(y), second_f32(y));
  let odd = (n & 1u) == 1u;
  let q = odd ? quotient_f32(c, s) : quotient_f32(s, c);
  return odd ? -q : q;
}
`;
