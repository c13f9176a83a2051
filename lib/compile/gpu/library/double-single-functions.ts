/**
 * Functions of sums of two floats: Taylor series after a reduction of the argument, the terms that matter below float32's digits as pairs, the
 * others in plain float32. Loops over coefficients, since drivers copy what a shader calls to each place that calls it.
 */
import { pairText } from './double-single.js';

/** A function that chooses among constants by their number: a tree of choices. */
function chosen(name: string, constants: readonly string[]): string {
  const choice = (from: number, to: number): string => {
    if (to - from === 1) return constants[from];
    const half = (from + to + 1) >> 1;
    return `(k < ${half}u ? ${choice(from, half)} : ${choice(half, to)})`;
  };
  return `fn ${name}(k: u32): pair { return ${choice(0, constants.length)}; }\n`;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const float = (value: number): string => {
  const text = String(Math.fround(value));
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
};
/** A polynomial in float32, by Horner's rule. */
const horner = (x: string, [first, ...rest]: readonly number[]): string =>
  rest.length === 0 ? float(first) : `(${float(first)} + ${x} * ${horner(x, rest)})`;

/** ln 2 less its first ten bits, and other constants with the digits behind float64's. */
const REST_OF_LN2 = pairText(Math.LN2 - 0.693359375, 2.3190468138462996e-17);
const LN2 = pairText(Math.LN2, 2.3190468138462996e-17);
const LOG2_E = pairText(Math.LOG2E, 2.0355273740931033e-17);
const LOG10_E = pairText(Math.LOG10E, 1.098319650216765e-17);
const LOG10_2 = pairText(Math.log10(2), -2.8037281277851704e-18);
const HALF_PI = pairText(Math.PI / 2, 6.123233995736766e-17);
const QUARTER_PI = pairText(Math.PI / 4, 3.061616997868383e-17);
const TWO_OVER_PI = pairText(2 / Math.PI, -3.935735335036497e-17);

/** Pairs of coefficients of a series, and how many there are. */
const EXP_TERMS = 8;
const LOG_TERMS = 5;
const TURN_TERMS = 5;
const down = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => count - 1 - k);
const tailOf = (from: number, to: number, term: (n: number) => number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, k) => term(from + k));
const sineTerm = (n: number): number => (-1) ** n / factorial(2 * n + 1);
const cosineTerm = (n: number): number => (-1) ** n / factorial(2 * n);

/** e^r = 2^n (1 + r + r^2/2 + ...), |r| <= ln2 / 2; expm1 is r (1 + r/2 + ...) near 0. */
const exponentials = `
${chosen(
  'factorial_ds',
  down(EXP_TERMS + 1).map((n) => pairText(1 / factorial(n))),
)}
fn exp_series(r: pair, less: u32): pair {
  let x = first_f32(r);
  let above = ${horner(
    'x',
    tailOf(EXP_TERMS + 1, 13, (n) => 1 / factorial(n)),
  )};
  let below = ${horner(
    'x',
    tailOf(EXP_TERMS, 13, (n) => 1 / factorial(n)),
  )};
  var p = settled_ds(less == 1u ? above : below, 0.0f);
  for (k: u32 = 1u - less; k < ${EXP_TERMS + 1}u - less; k += 1u) { p = add_ds(mul_ds(p, r), factorial_ds(k)); }
  return p;
}
fn times_power2(p: pair, n: f32): pair {
  let s = power2_f32(to_i32(n));
  return settled_ds(first_f32(p) * s, second_f32(p) * s);
}
fn exp_rest(x: pair, n: f32): pair {
  return sub_ds(sub_ds(x, settled_ds(n * 0.693359375f, 0.0f)), mul_ds(settled_ds(n, 0.0f), ${REST_OF_LN2}));
}
fn exp_edge(x: f32): pair { return settled_ds(isnan_f32(x) ? x : x > 0.0f ? endless_f32() : 0.0f, 0.0f); }
fn exp_ds(x: pair): pair {
  if (!(abs_f32(first_f32(x)) < 88.1f)) { return exp_edge(first_f32(x)); }
  let n = rint(first_f32(x) * 1.4426950408889634f);
  return times_power2(exp_series(exp_rest(x, n), 0u), n);
}
fn exp2_ds(x: pair): pair {
  if (!(abs_f32(first_f32(x)) < 127.1f)) { return exp_edge(first_f32(x)); }
  let n = rint(first_f32(x));
  return times_power2(exp_series(mul_ds(sub_ds(x, settled_ds(n, 0.0f)), ${LN2}), 0u), n);
}
fn expm1_ds(x: pair): pair {
  if (abs_f32(first_f32(x)) < 0.34f) { return mul_ds(x, exp_series(x, 1u)); }
  return sub_ds(exp_ds(x), ${pairText(1)});
}
fn expit_ds(x: pair): pair {
  let e = exp_ds(bits(first_f32(x)) >> 31u == 1u ? x : neg_ds(x));
  let below = add_ds(e, ${pairText(1)});
  return div_ds(bits(first_f32(x)) >> 31u == 1u ? e : ${pairText(1)}, below);
}
fn tanh_ds(x: pair): pair {
  let a = abs_ds(x);
  if (first_f32(a) > 20.0f) { return pair(0x3f800000u | (low(x) & 0x80000000u), 0u); }
  let m = expm1_ds(add_ds(a, a));
  let t = div_ds(m, add_ds(m, ${pairText(2)}));
  return pair(low(t) ^ (low(x) & 0x80000000u), high(t) ^ (low(x) & 0x80000000u));
}
fn sinh_ds(x: pair): pair {
  let m = expm1_ds(x);
  if (abs_f32(first_f32(x)) < 1.0f) { return mul_ds(add_ds(m, div_ds(m, add_ds(m, ${pairText(1)}))), ${pairText(0.5)}); }
  return mul_ds(sub_ds(exp_ds(x), exp_ds(neg_ds(x))), ${pairText(0.5)});
}
fn cosh_ds(x: pair): pair { return mul_ds(add_ds(exp_ds(x), exp_ds(neg_ds(x))), ${pairText(0.5)}); }
`;

/** x = 2^k m with m between the roots of 1/2 and 2; log m = 2 (s + s^3/3 + ...), s = (m - 1) / (m + 1). */
const logarithms = `
${chosen(
  'odd_ds',
  down(LOG_TERMS).map((n) => pairText(1 / (2 * n + 1))),
)}
fn is_log_edge(x: pair): bool { return !(first_f32(x) > 0.0f && first_f32(x) < endless_f32()); }
fn log_edge_ds(x: pair): pair { return settled_ds(log_edge(first_f32(x)), 0.0f); }
fn log_series(f: pair, d: pair): pair {
  let s = div_ds(f, d);
  let z = mul_ds(s, s);
  let x = first_f32(z);
  var p = settled_ds(${horner(
    'x',
    tailOf(LOG_TERMS, 9, (n) => 1 / (2 * n + 1)),
  )}, 0.0f);
  for (k: u32 = 0u; k < ${LOG_TERMS}u; k += 1u) { p = add_ds(mul_ds(p, z), odd_ds(k)); }
  let m = mul_ds(s, p);
  return add_ds(m, m);
}
fn log_near(x: pair): pair {
  let k = bits(binade_f32(first_f32(x))) << 23u;
  let l = (high(x) & 0x7f800000u) == 0u ? 0u : high(x) - k;
  let m = pair(low(x) - k, l);
  return log_series(sub_ds(m, ${pairText(1)}), add_ds(m, ${pairText(1)}));
}
fn binade_ds(x: pair): pair { return settled_ds(small_f32(binade_f32(first_f32(x))), 0.0f); }
fn log_ds(x: pair): pair {
  if (is_log_edge(x)) { return log_edge_ds(x); }
  return add_ds(mul_ds(binade_ds(x), ${LN2}), log_near(x));
}
fn log2_ds(x: pair): pair {
  if (is_log_edge(x)) { return log_edge_ds(x); }
  return add_ds(binade_ds(x), mul_ds(log_near(x), ${LOG2_E}));
}
fn log10_ds(x: pair): pair {
  if (is_log_edge(x)) { return log_edge_ds(x); }
  return add_ds(mul_ds(binade_ds(x), ${LOG10_2}), mul_ds(log_near(x), ${LOG10_E}));
}
fn log1p_ds(x: pair): pair {
  if (abs_f32(first_f32(x)) < 0.25f) { return log_series(x, add_ds(x, ${pairText(2)})); }
  return log_ds(add_ds(x, ${pairText(1)}));
}
`;

/** Angles as quarters of a turn, by a product with 2/pi: an error of 2^-47 of the angle. From 2^46 on nothing of it is left: NaN. */
const turns = `
${chosen(
  'sine_term',
  [sineTerm, cosineTerm].flatMap((term) => down(TURN_TERMS).map((n) => pairText(term(n)))),
)}
fn sine_series(y: pair, more: u32): pair {
  let z = mul_ds(y, y);
  let x = first_f32(z);
  let odd = (more & 1u) == 1u;
  let sine = ${horner('x', tailOf(TURN_TERMS, 8, sineTerm))};
  let cosine = ${horner('x', tailOf(TURN_TERMS, 8, cosineTerm))};
  var p = settled_ds(odd ? cosine : sine, 0.0f);
  let from = odd ? ${TURN_TERMS}u : 0u;
  for (k: u32 = 0u; k < ${TURN_TERMS}u; k += 1u) { p = add_ds(mul_ds(p, z), sine_term(from + k)); }
  let s = odd ? p : mul_ds(p, y);
  return pair(low(s) ^ (more & 2u) << 30u, high(s) ^ (more & 2u) << 30u);
}
fn quarter_f32(n: f32): u32 { return bits(to_i32(n - 4.0f * floor(n * 0.25f))); }
fn quarters_ds(x: pair): u32 {
  let q = mul_ds(x, ${TWO_OVER_PI});
  let n = rint(first_f32(q));
  return quarter_f32(n) + quarter_f32(rint(first_f32(sub_ds(q, settled_ds(n, 0.0f)))));
}
fn turn_rest(x: pair): pair {
  let q = mul_ds(x, ${TWO_OVER_PI});
  let n = rint(first_f32(q));
  let t = sub_ds(q, settled_ds(n, 0.0f));
  let m = rint(first_f32(t));
  if (n == 0.0f && m == 0.0f) { return x; }
  return mul_ds(sub_ds(t, settled_ds(m, 0.0f)), ${HALF_PI});
}
fn is_turn(x: pair): bool { return abs_f32(first_f32(x)) < 70368744177664.0f; }
fn sin_ds(x: pair): pair {
  if (!is_turn(x)) { return settled_ds(nan_f32(), 0.0f); }
  return sine_series(turn_rest(x), quarters_ds(x));
}
fn cos_ds(x: pair): pair {
  if (!is_turn(x)) { return settled_ds(nan_f32(), 0.0f); }
  return sine_series(turn_rest(x), quarters_ds(x) + 1u);
}
fn tan_ds(x: pair): pair {
  if (!is_turn(x)) { return settled_ds(nan_f32(), 0.0f); }
  let y = turn_rest(x);
  let n = quarters_ds(x);
  return div_ds(sine_series(y, n), sine_series(y, n + 1u));
}
`;

/** x^y: by repeated products where y is a small integer, else e^(y log x). */
const powers = `
fn is_whole_ds(y: pair): bool { return rint(first_f32(y)) == first_f32(y) && rint(second_f32(y)) == second_f32(y); }
fn is_odd_f32(y: f32): bool { return y - 2.0f * floor(y * 0.5f) == 1.0f; }
fn powered_ds(x: pair, y: f32): pair {
  var result = ${pairText(1)};
  var base = x;
  var n = bits(to_i32(abs_f32(y)));
  for (i: u32 = 0u; i < 7u; i += 1u) {
    if ((n & 1u) == 1u) { result = mul_ds(result, base); }
    base = mul_ds(base, base);
    n = n >> 1u;
  }
  return y < 0.0f ? div_ds(${pairText(1)}, result) : result;
}
fn pow_ds(x: pair, y: pair): pair {
  let whole = is_whole_ds(y);
  let h = first_f32(x);
  if (whole && abs_f32(first_f32(y)) <= 64.0f) { return powered_ds(x, first_f32(y)); }
  let one = abs_f32(h) == 1.0f && second_f32(x) == 0.0f;
  if (one && (h > 0.0f || abs_f32(first_f32(y)) == endless_f32())) { return ${pairText(1)}; }
  if (isnan_f32(h) || isnan_f32(first_f32(y)) || h < 0.0f && h > -endless_f32() && !whole) { return settled_ds(nan_f32(), 0.0f); }
  let flip = bits(h) & 0x80000000u;
  let z = exp_ds(mul_ds(y, log_ds(pair(low(x) ^ flip, high(x) ^ flip))));
  let odd = whole && to_u32(is_odd_f32(first_f32(y))) != to_u32(is_odd_f32(second_f32(y)));
  return odd && abs_f32(first_f32(y)) < endless_f32() ? pair(low(z) ^ flip, high(z) ^ flip) : z;
}
`;

/** An angle in float32, and what it is off by: the tangent of that is a quotient of sums of products with the angle's sine and cosine. */
const inverses = `
fn is_plain_f32(x: f32): bool { return x != 0.0f && abs_f32(x) < endless_f32(); }
fn atan2_ds(y: pair, x: pair): pair {
  let near = atan2_f32(first_f32(y), first_f32(x));
  if (near == 0.0f && !is_plain_f32(first_f32(y)) || isnan_f32(near)) { return settled_ds(near, 0.0f); }
  if (!is_plain_f32(first_f32(y)) || !is_plain_f32(first_f32(x))) {
    return mul_ds(settled_ds(rint(near * 1.2732395447351628f), 0.0f), ${QUARTER_PI});
  }
  if (first_f32(x) > 0.0f && abs_f32(first_f32(y)) < first_f32(x) * 9.313225746154785e-10f) { return div_ds(y, x); }
  let k = binade_f32(max_f32(abs_f32(first_f32(y)), abs_f32(first_f32(x))));
  let scale = power2_f32(k > 126 ? -126 : -k);
  let b = settled_ds(first_f32(y) * scale, second_f32(y) * scale);
  let a = settled_ds(first_f32(x) * scale, second_f32(x) * scale);
  let t = settled_ds(near, 0.0f);
  let rest = turn_rest(t);
  let n = quarters_ds(t);
  let s = sine_series(rest, n);
  let c = sine_series(rest, n + 1u);
  let off = div_ds(sub_ds(mul_ds(b, c), mul_ds(a, s)), add_ds(mul_ds(a, c), mul_ds(b, s)));
  return add_ds(t, off);
}
fn atan_ds(x: pair): pair { return atan2_ds(x, ${pairText(1)}); }
fn leg_ds(x: pair): pair { return sqrt_ds(mul_ds(sub_ds(${pairText(1)}, x), add_ds(${pairText(1)}, x))); }
fn asin_ds(x: pair): pair { return atan2_ds(x, leg_ds(x)); }
fn acos_ds(x: pair): pair { return atan2_ds(leg_ds(x), x); }
fn hypot_ds(x: pair, y: pair): pair {
  let most = max_f32(abs_f32(first_f32(x)), abs_f32(first_f32(y)));
  if (abs_f32(first_f32(x)) == endless_f32() || abs_f32(first_f32(y)) == endless_f32()) { return settled_ds(endless_f32(), 0.0f); }
  if (!is_plain_f32(most)) { return settled_ds(abs_f32(first_f32(x)) + abs_f32(first_f32(y)), 0.0f); }
  let k = binade_f32(most);
  let n = k > 126 ? 126 : k;
  let scale = power2_f32(-n);
  let b = settled_ds(first_f32(x) * scale, second_f32(x) * scale);
  let a = settled_ds(first_f32(y) * scale, second_f32(y) * scale);
  return times_power2(sqrt_ds(add_ds(mul_ds(b, b), mul_ds(a, a))), small_f32(n));
}
`;

export const doubleSingleFunctions = [exponentials, logarithms, turns, powers, inverses].join('');
