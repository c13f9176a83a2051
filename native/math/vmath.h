/*
 * Elementary functions as plain arithmetic, in C99 that is also C++: the one definition of every function of the kernel
 * language for compiled kernels (this text goes into each) and for the block tier. Only additions, multiplications,
 * divisions, integer operations and selections, so that gcc and clang vectorize a loop over them at any width, and the
 * bits are the same at every width and in a loop's scalar tail.
 *
 * Compile with -ffp-contract=off -fno-math-errno -fno-trapping-math, never with -ffast-math.
 *
 * 1. Inline-safe: may stand in any loop, which stays vectorizable.
 *    mk_exp mk_expm1 mk_log mk_log1p mk_log2 mk_log10 mk_tanh mk_pow mk_atan2, each with an f-form for float;
 *    mk_fmin mk_fmax mk_sign mk_floor mk_ceil mk_trunc mk_rint (and f-forms), mk_to_<type>_<from>, mk_uniform,
 *    and the integer functions mk_{floordiv,mod,shl,shr,ipow,abs,neg}_{u8,i32,i64}.
 * 2. Staged: mk_sin mk_cos mk_tan (and f-forms) are right for every argument but branch beyond MK_TRIG_LIMIT, so a loop
 *    over them is scalar. mk_sin_mid, mk_cos_mid, mk_tan_mid are the inline-safe parts, right (same bits) for
 *    |x| <= MK_TRIG_LIMIT and non-finite x. The strip forms use them and fall back where a strip has a larger argument.
 *    mk_floordiv, mk_mod and their f-forms (NumPy's floor_divide and remainder) call fmod and are scalar.
 * 3. Strip forms of all: mk_NAME_strip(out, in, n) or (out, a, b, n); `out` may be one of the inputs.
 *
 * Largest errors measured (units in the last place, against long double references; native/test/math_accuracy.cpp holds them):
 *    exp 0.86  expm1 1.14  log 0.86  log1p 0.78  log2 0.79  log10 0.67  sin 0.84  cos 0.83  tan 1.01  tanh 2.34
 *    pow 0.83  atan2 1.79; float forms 0.501 (computed in double, then rounded).
 *
 * Coefficients are the minimax polynomials published with fdlibm (Sun Microsystems, freely usable).
 */
#ifndef MK_VMATH_H
#define MK_VMATH_H

#include <math.h>
#include <stdint.h>

#define MK_FN static inline __attribute__((unused, always_inline))
#define MK_COLD static __attribute__((unused, noinline))

/* ---- bits ---- */

MK_FN uint64_t mk_bits(double x) { uint64_t u; __builtin_memcpy(&u, &x, 8); return u; }
MK_FN double mk_from_bits(uint64_t u) { double x; __builtin_memcpy(&x, &u, 8); return x; }
MK_FN double mk_abs(double x) { return mk_from_bits(mk_bits(x) & 0x7fffffffffffffffull); }
MK_FN double mk_copysign(double x, double s) {
  return mk_from_bits((mk_bits(x) & 0x7fffffffffffffffull) | (mk_bits(s) & 0x8000000000000000ull));
}
/* All bits set where a comparison holds; and selections by such masks, which stay straight-line code however often a
   condition is used (gcc threads jumps through repeated ?: and then cannot vectorize). */
MK_FN uint64_t mk_mask(int holds) { return 0 - (uint64_t)holds; }
MK_FN double mk_pick(uint64_t mask, double a, double b) { return mk_from_bits((mk_bits(a) & mask) | (mk_bits(b) & ~mask)); }
MK_FN double mk_where(uint64_t mask, double a) { return mk_from_bits(mk_bits(a) & mask); }
/* The upper 21 bits of the significand. */
MK_FN double mk_high(double x) { return mk_from_bits(mk_bits(x) & 0xffffffff00000000ull); }
/* An integer below 2^52 as a double. */
MK_FN double mk_small(uint64_t u) { return mk_from_bits(u | 0x4330000000000000ull) - 0x1p52; }
/* 2^k for an integral k in [-1022, 1023]. */
MK_FN double mk_exp2i(double k) { return mk_from_bits(mk_bits(k + (0x1.8p52 + 1023.0)) << 52); }
/* The nearest integer, for |x| < 2^51. */
MK_FN double mk_near(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* ---- rounding ---- */

#if defined(__SSE4_1__) || defined(__aarch64__)
MK_FN double mk_rint(double x) { return __builtin_rint(x); }
MK_FN double mk_floor(double x) { return __builtin_floor(x); }
MK_FN double mk_ceil(double x) { return __builtin_ceil(x); }
MK_FN double mk_trunc(double x) { return __builtin_trunc(x); }
#else
MK_FN double mk_rint(double x) {
  double a = mk_abs(x);
  double r = (a + 0x1p52) - 0x1p52;
  return mk_copysign(a < 0x1p52 ? r : a, x);
}
MK_FN double mk_floor(double x) {
  double r = mk_rint(x);
  double d = r > x ? 1.0 : 0.0;
  return mk_copysign(r - d, x);
}
MK_FN double mk_ceil(double x) {
  double r = mk_rint(x);
  double d = r < x ? 1.0 : 0.0;
  return mk_copysign(r + d, x);
}
MK_FN double mk_trunc(double x) {
  double a = mk_abs(x);
  double r = mk_rint(a);
  double d = r > a ? 1.0 : 0.0;
  return mk_copysign(r - d, x);
}
#endif
MK_FN float mk_rintf(float x) { return (float)mk_rint((double)x); }
MK_FN float mk_floorf(float x) { return (float)mk_floor((double)x); }
MK_FN float mk_ceilf(float x) { return (float)mk_ceil((double)x); }
MK_FN float mk_truncf(float x) { return (float)mk_trunc((double)x); }

/* ---- selections ---- */

/* NaN in either operand gives NaN; of equal operands (zeros of either sign) the second. */
MK_FN double mk_fmin(double a, double b) { return ((a < b) | (a != a)) ? a : b; }
MK_FN double mk_fmax(double a, double b) { return ((a > b) | (a != a)) ? a : b; }
MK_FN float mk_fminf(float a, float b) { return ((a < b) | (a != a)) ? a : b; }
MK_FN float mk_fmaxf(float a, float b) { return ((a > b) | (a != a)) ? a : b; }
/* -1, 0, 1 or NaN; +0 for zeros. */
MK_FN double mk_sign(double x) { double z = x != x ? x : 0.0; double p = x > 0.0 ? 1.0 : z; return x < 0.0 ? -1.0 : p; }
MK_FN float mk_signf(float x) { float z = x != x ? x : 0.0f; float p = x > 0.0f ? 1.0f : z; return x < 0.0f ? -1.0f : p; }

/* ---- exponentials ---- */

/*
 * x = n ln2 + r + c with |r| <= ln2/2 (c corrects r's rounding); returns q with exp(r + c) - 1 = r + q.
 */
MK_FN double mk_exp_reduced(double x, double n, double *r_out) {
  double hi = x - n * 6.93147180369123816490e-01;
  double lo = n * 1.90821492927058770002e-10;
  double r = hi - lo;
  double c = (hi - r) - lo;
  double p = 1.6059043836821613e-10;
  p = p * r + 2.08767569878681e-09;
  p = p * r + 2.505210838544172e-08;
  p = p * r + 2.755731922398589e-07;
  p = p * r + 2.7557319223985893e-06;
  p = p * r + 2.48015873015873e-05;
  p = p * r + 1.984126984126984e-04;
  p = p * r + 1.388888888888889e-03;
  p = p * r + 8.333333333333333e-03;
  p = p * r + 4.1666666666666664e-02;
  p = p * r + 1.6666666666666666e-01;
  p = p * r + 0.5;
  *r_out = r;
  return c + (r * r) * p;
}

MK_FN double mk_exp(double x) {
  double r, q, y, n, n1, n2;
  x = x < -746.0 ? -746.0 : x;
  x = x > 710.0 ? 710.0 : x;
  n = mk_near(x * 1.4426950408889634);
  q = mk_exp_reduced(x, n, &r);
  y = 1.0 + (r + q);
  n1 = mk_near(n * 0.5);
  n2 = n - n1;
  return (y * mk_exp2i(n1)) * mk_exp2i(n2);
}

MK_FN double mk_expm1(double x) {
  double r, q, n, s, a, b, t, u, e, z = x;
  x = x < -50.0 ? -50.0 : x;
  x = x > 710.0 ? 710.0 : x;
  n = mk_near(x * 1.4426950408889634);
  q = mk_exp_reduced(x, n, &r);
  s = mk_exp2i(n - 1.0);                     /* half of 2^n: n may be 1024 */
  a = s - 0.5;
  b = s * r;
  t = a + b;
  u = t - a;
  e = (a - (t - u)) + (b - u);               /* a + b = t + e */
  t = 2.0 * (t + (e + s * q));
  return mk_abs(z) < 0x1p-54 ? z : t;
}

/* ---- logarithms ---- */

/* Positive finite x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)). */
MK_FN double mk_log_split(double x, double *f) {
  double small = x < 0x1p-1022 ? 1.0 : 0.0;
  uint64_t u = mk_bits(small > 0.0 ? x * 0x1p54 : x) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  *f = mk_from_bits((u & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  return mk_small(u >> 52) - 1023.0 - small * 54.0;
}

/* log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f); returns R. */
MK_FN double mk_log_series(double s) {
  double z = s * s, w = z * z;
  double t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  double t2 = z * (6.666666666666735130e-01 +
                   w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  return t2 + t1;
}

/* The value at arguments that are not positive and finite. */
MK_FN double mk_log_edges(double x, double y) {
  y = x == 0.0 ? -(double)INFINITY : y;
  y = x < 0.0 ? (double)NAN : y;
  return (x == (double)INFINITY) | (x != x) ? x + x : y;
}

MK_FN double mk_log(double x) {
  double f, k = mk_log_split(x, &f);
  double s = f / (2.0 + f), h = 0.5 * f * f, r = mk_log_series(s);
  double y = k * 6.93147180369123816490e-01 - ((h - (s * (h + r) + k * 1.90821492927058770002e-10)) - f);
  return mk_log_edges(x, y);
}

MK_FN double mk_log1p(double x) {
  double u = 1.0 + x;
  double f0, k = mk_log_split(u, &f0);
  double near = k == 0.0 ? 1.0 : 0.0;
  double c0 = (u > 2.0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;   /* what 1 + x lost */
  double c = near > 0.0 ? 0.0 : c0;
  double f = near > 0.0 ? x : f0;
  double s = f / (2.0 + f), h = 0.5 * f * f, r = mk_log_series(s);
  double y = k * 6.93147180369123816490e-01 - ((h - (s * (h + r) + (k * 1.90821492927058770002e-10 + c))) - f);
  y = mk_log_edges(u, y);
  return mk_abs(x) < 0x1p-54 ? x : y;
}

/* log(1 + f) as a high part of 21 bits and the rest. */
MK_FN double mk_log_parts(double f, double *low) {
  double s = f / (2.0 + f), h = 0.5 * f * f, r = mk_log_series(s);
  double high = mk_high(f - h);
  *low = (f - high) - h + s * (h + r);
  return high;
}

MK_FN double mk_log2(double x) {
  double f, lo, k = mk_log_split(x, &f), hi = mk_log_parts(f, &lo);
  double vh = hi * 1.44269504072144627571e+00;
  double vl = (lo + hi) * 1.67517131648865118353e-10 + lo * 1.44269504072144627571e+00;
  double w = k + vh;
  vl += (k - w) + vh;
  return mk_log_edges(x, vl + w);
}

MK_FN double mk_log10(double x) {
  double f, lo, k = mk_log_split(x, &f), hi = mk_log_parts(f, &lo);
  double vh = hi * 4.34294481878168880939e-01, y = k * 3.01029995663611771306e-01;
  double vl = k * 3.69423907715893078616e-13 + (lo + hi) * 2.50829467116452752298e-11 + lo * 4.34294481878168880939e-01;
  double w = y + vh;
  vl += (y - w) + vh;
  return mk_log_edges(x, vl + w);
}

/* ---- tanh ---- */

MK_FN double mk_tanh(double x) {
  double a = mk_abs(x), big = a >= 1.0 ? 1.0 : 0.0;
  double g = a > 22.0 ? 22.0 : a;
  double t = mk_expm1(big > 0.0 ? 2.0 * g : -2.0 * g);
  double q = (big > 0.0 ? 2.0 : -t) / (t + 2.0);
  double y = mk_copysign(big > 0.0 ? 1.0 - q : q, x);
  return a < 0x1p-28 ? x : y + (x - x == 0.0 ? 0.0 : (x != x ? x : 0.0));
}

/* ---- sine, cosine, tangent ---- */

#define MK_TRIG_LIMIT 1647099.0

/* x = n pi/2 + y0 + y1, for |x| <= MK_TRIG_LIMIT; returns n. */
MK_FN double mk_trig_reduce(double x, double *y0, double *y1) {
  double n = mk_near(x * 6.36619772367581382433e-01);
  double a = x - n * 1.57079632673412561417e+00;
  double b = n * 6.07710050630396597660e-11;
  double s = a - b, t = s - a;
  double e = (a - (s - t)) - (b + t);
  double c = n * 2.02226624871116645580e-21;
  double s2 = s - c, t2 = s2 - s;
  double e2 = (s - (s2 - t2)) - (c + t2);
  double low = (e + e2) - n * 8.47842766036889956997e-32;
  double y = s2 + low;
  *y0 = y;
  *y1 = (s2 - y) + low;
  return n;
}

MK_FN double mk_sin_kernel(double x, double y) {
  double z = x * x, v = z * x;
  double r = 8.33333333332248946124e-03 +
             z * (-1.98412698298579493134e-04 +
                  z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01);
}

MK_FN double mk_cos_kernel(double x, double y) {
  double z = x * x, h = 0.5 * z, w = 1.0 - h;
  double r = z * (4.16666666666666019037e-02 +
                  z * (-1.38888888888741095749e-03 +
                       z * (2.48015872894767294178e-05 +
                            z * (-2.75573143513906633035e-07 +
                                 z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  return w + (((1.0 - w) - h) + (z * r - x * y));
}

/* sin of y0 + y1 + n pi/2; the low two bits of `n` count. */
MK_FN double mk_sin_of(uint64_t n, double y0, double y1) {
  double s = mk_sin_kernel(y0, y1), c = mk_cos_kernel(y0, y1);
  double v = (n & 1) != 0 ? c : s;
  return mk_from_bits(mk_bits(v) ^ ((n & 2) << 62));
}

/* tan of y0 + y1 + n pi/2. */
MK_FN double mk_tan_of(uint64_t n, double x, double y) {
  uint64_t sign = mk_bits(x) & 0x8000000000000000ull;
  double big = mk_abs(x) >= 0.67434 ? 1.0 : 0.0;
  double odd = (n & 1) != 0 ? 1.0 : 0.0;
  double ax = mk_abs(x), ay = mk_from_bits(mk_bits(y) ^ sign);
  double z, w, r, v, s, f, num, den, q, th, ah, direct, plain, fold;
  x = big > 0.0 ? (7.85398163397448278999e-01 - ax) + (3.06161699786838301793e-17 - ay) : x;
  y = big > 0.0 ? 0.0 : y;
  z = x * x;
  w = z * z;
  r = 1.33333333333201242699e-01 +
      w * (2.18694882948595424599e-02 +
           w * (3.59207910759131235356e-03 +
                w * (5.88041240820264096874e-04 + w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
  v = z * (5.39682539762260521377e-02 +
           w * (8.86323982359930005737e-03 +
                w * (1.45620945432529025516e-03 +
                     w * (2.46463134818469906812e-04 + w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
  s = z * x;
  r = y + z * (s * (r + v) + y);
  r += 3.33333333333334091986e-01 * s;
  w = x + r;
  f = odd > 0.0 ? -1.0 : 1.0;
  num = big > 0.0 ? w * w : -1.0;
  den = big > 0.0 ? w + f : w;
  q = num / den;
  fold = f - 2.0 * (x - (q - r));            /* tan(pi/4 - t), or minus its reciprocal */
  fold = mk_from_bits(mk_bits(fold) ^ sign);
  th = mk_high(w);
  ah = mk_high(q);
  direct = ah + q * ((1.0 + ah * th) + ah * (r - (th - x)));   /* -1 / (x + r) */
  plain = odd > 0.0 ? direct : w;
  return big > 0.0 ? fold : plain;
}

MK_FN double mk_sin_mid(double x) {
  double y0, y1, n = mk_trig_reduce(x, &y0, &y1);
  double y = mk_sin_of(mk_bits(n + 0x1.8p52), y0, y1);
  return x == 0.0 ? x : y;
}
MK_FN double mk_cos_mid(double x) {
  double y0, y1, n = mk_trig_reduce(x, &y0, &y1);
  return mk_sin_of(mk_bits(n + 0x1.8p52) + 1, y0, y1);
}
MK_FN double mk_tan_mid(double x) {
  double y0, y1, n = mk_trig_reduce(x, &y0, &y1);
  double y = mk_tan_of(mk_bits(n + 0x1.8p52), y0, y1);
  return x == 0.0 ? x : y;
}

/* Payne and Hanek's reduction for finite |x| >= 2^20: the bits of 2/pi that matter, times x's significand, mod 4. */
MK_COLD uint64_t mk_trig_reduce_big(double x, double *y0, double *y1) {
  static const uint64_t two_over_pi[21] = {
      0, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
      0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull,
      0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull,
      0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
      0xf0cfbc209af4361dull};
  uint64_t u = mk_bits(x), m = (u & 0x000fffffffffffffull) | 0x0010000000000000ull;
  int e = (int)((u >> 52) & 0x7ff) - 1075, at = 64 + e - 2, word = at >> 6, shift = at & 63, lead, negative;
  uint64_t w[3], p0, p1, p2, q, hi, lo;
  double scale, sign;
  for (int i = 0; i < 3; i++) {
    w[i] = two_over_pi[word + i] << shift;
    if (shift != 0) w[i] |= two_over_pi[word + i + 1] >> (64 - shift);
  }
  unsigned __int128 t = (unsigned __int128)m * w[2];
  p2 = (uint64_t)t;
  t = (unsigned __int128)m * w[1] + (uint64_t)(t >> 64);
  p1 = (uint64_t)t;
  p0 = m * w[0] + (uint64_t)(t >> 64);
  q = p0 >> 62;
  hi = (p0 << 2) | (p1 >> 62);
  lo = (p1 << 2) | (p2 >> 62);
  negative = (int)(hi >> 63);
  if (negative) {
    q += 1;
    hi = ~hi;
    lo = ~lo;
  }
  lead = hi == 0 ? 63 : __builtin_clzll(hi);
  if (lead != 0) hi = (hi << lead) | (lo >> (64 - lead));
  hi = (uint64_t)(((unsigned __int128)hi * 0xc90fdaa22168c235ull) >> 64);
  scale = mk_exp2i((double)(-63 - lead));
  sign = negative != (int)(u >> 63) ? -scale : scale;
  *y0 = (double)(hi & ~0xfffull) * sign;
  *y1 = (double)(hi & 0xfffull) * sign;
  return (u >> 63) != 0 ? 0 - q : q;
}

MK_COLD double mk_sin_big(double x) {
  double y0, y1;
  uint64_t n = mk_trig_reduce_big(x, &y0, &y1);
  return mk_sin_of(n, y0, y1);
}
MK_COLD double mk_cos_big(double x) {
  double y0, y1;
  uint64_t n = mk_trig_reduce_big(x, &y0, &y1);
  return mk_sin_of(n + 1, y0, y1);
}
MK_COLD double mk_tan_big(double x) {
  double y0, y1;
  uint64_t n = mk_trig_reduce_big(x, &y0, &y1);
  return mk_tan_of(n, y0, y1);
}
/* 1 for finite arguments beyond the limit of the mid forms. */
MK_FN int mk_trig_far(double x) { return mk_abs(x) > MK_TRIG_LIMIT && mk_abs(x) <= 0x1.fffffffffffffp1023; }
static inline __attribute__((unused)) double mk_sin(double x) { return mk_trig_far(x) ? mk_sin_big(x) : mk_sin_mid(x); }
static inline __attribute__((unused)) double mk_cos(double x) { return mk_trig_far(x) ? mk_cos_big(x) : mk_cos_mid(x); }
static inline __attribute__((unused)) double mk_tan(double x) { return mk_trig_far(x) ? mk_tan_big(x) : mk_tan_mid(x); }

/* ---- pow ---- */

/* log2 of a positive finite x, as t1 (21 bits) + t2. */
MK_FN double mk_pow_log2(double ax, double *low) {
  uint64_t small = mk_mask(ax < 0x1p-1022);
  uint64_t u = mk_bits(mk_pick(small, ax * 0x1p53, ax));
  double n = mk_small(u >> 52) - 1023.0 - mk_where(small, 53.0);
  double m = mk_from_bits((u & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
  uint64_t high = mk_mask(m >= 0x1.bb67ap0);
  uint64_t middle = mk_mask(m >= 0x1.3988ep0) & ~high;
  double bp = 1.0 + mk_where(middle, 0.5);
  double a, v, ss, sh, sl, th, tl, s2, r, ph, pl, zh, zl, t1, dh;
  n += mk_where(high, 1.0);
  m = mk_pick(high, m * 0.5, m);
  a = m - bp;
  v = 1.0 / (m + bp);
  ss = a * v;                                /* (m - bp) / (m + bp), as sh + sl */
  sh = mk_high(ss);
  th = mk_high(m + bp);
  tl = m - (th - bp);
  sl = v * ((a - sh * th) - sh * tl);
  s2 = ss * ss;
  r = s2 * s2 *
      (5.99999999999994648725e-01 +
       s2 * (4.28571428578550184252e-01 +
             s2 * (3.33333329818377432918e-01 +
                   s2 * (2.72728123808534006489e-01 + s2 * (2.30660745775561754067e-01 + s2 * 2.06975017800338417784e-01)))));
  r += sl * (sh + ss);
  s2 = sh * sh;
  th = mk_high(3.0 + s2 + r);
  tl = r - ((th - 3.0) - s2);
  a = sh * th;
  v = sl * th + tl * ss;
  ph = mk_high(a + v);
  pl = v - (ph - a);
  zh = 9.61796700954437255859e-01 * ph;
  zl = -7.02846165095275826516e-09 * ph + pl * 9.61796693925975554329e-01 +
       mk_where(middle, 1.35003920212974897128e-08);
  dh = mk_where(middle, 5.84962487220764160156e-01);
  t1 = mk_high(((zh + zl) + dh) + n);
  *low = zl - (((t1 - n) - dh) - zh);
  return t1;
}

/* 2^(ph + pl). */
MK_FN double mk_pow_exp2(double ph, double pl) {
  double z = ph + pl;
  uint64_t over = mk_mask(z > 1100.0), under = mk_mask(z < -1200.0);
  double n, t, u, v, w, t1, r, n1;
  ph = mk_pick(over, 1100.0, mk_pick(under, -1200.0, ph));
  pl = mk_where(~(over | under), pl);
  n = mk_near(ph + pl);
  ph -= n;
  t = mk_high(pl + ph);
  u = t * 6.93147182464599609375e-01;
  v = (pl - (t - ph)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09;
  z = u + v;
  w = v - (z - u);
  t = z * z;
  t1 = z - t * (1.66666666666666019037e-01 +
                t * (-2.77777777770155933842e-03 +
                     t * (6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
  r = (z * t1) / (t1 - 2.0) - (w + z * w);
  z = 1.0 - (r - z);
  n1 = mk_near(n * 0.5);
  return (z * mk_exp2i(n1)) * mk_exp2i(n - n1);
}

/* The result of pow from z, the power of |x|, for all signs and special values. */
MK_FN double mk_pow_edges(double x, double y, double z) {
  double inf = (double)INFINITY, ax = mk_abs(x), ay = mk_abs(y), half = ay * 0.5, edge;
  uint64_t whole = mk_mask((ay + 0x1p52) - 0x1p52 == ay) | mk_mask(ay >= 0x1p52);
  uint64_t odd = whole & mk_mask((half + 0x1p52) - 0x1p52 != half) & mk_mask(ay < 0x1p53);
  uint64_t nowhere, one;
  edge = mk_pick(mk_mask(y > 0.0), ax, 1.0 / ax);
  z = mk_pick(mk_mask(ax == 0.0) | mk_mask(ax == inf), edge, z);
  z = mk_from_bits(mk_bits(z) ^ (mk_bits(x) & odd & 0x8000000000000000ull));
  nowhere = mk_mask(x < 0.0) & mk_mask(ax < inf) & ~whole & mk_mask(ay < inf);
  z = mk_pick(nowhere, (double)NAN, z);
  z = mk_pick(mk_mask(x != x) | mk_mask(y != y), x + y, z);
  one = mk_mask(y == 0.0) | mk_mask(x == 1.0) | (mk_mask(x == -1.0) & mk_mask(ay == inf));
  return mk_pick(one, 1.0, z);
}

MK_FN double mk_pow(double x, double y) {
  double ay = mk_abs(y), yc = mk_copysign(mk_pick(mk_mask(ay > 0x1p65), 0x1p65, ay), y);
  double t2, t1 = mk_pow_log2(mk_abs(x), &t2);
  double y1 = mk_high(yc);
  return mk_pow_edges(x, y, mk_pow_exp2(y1 * t1, (yc - y1) * t1 + yc * t2));
}

/* ---- atan2 ---- */

MK_FN double mk_atan2(double y, double x) {
  double inf = (double)INFINITY, ax = mk_abs(x), ay = mk_abs(y);
  uint64_t swap = mk_mask(ay > ax), flip = 0 - (mk_bits(x) >> 63), both, far, sign;
  double b = mk_pick(swap, ay, ax), a = mk_pick(swap, ax, ay);
  double scale = mk_pick(mk_mask(b > 0x1p1000), 0x1p-100, mk_pick(mk_mask(b < 0x1p-900), 0x1p100, 1.0));
  double t, z, w, s1, s2, p, r, lo;
  both = mk_mask(a == inf);                  /* and so b: as if they were 1 */
  a = mk_pick(both, 1.0, a * scale);
  b = mk_pick(both, 1.0, b * scale);
  far = mk_mask(a > 0.4140625 * b);
  b = mk_pick(mk_mask(b == 0.0), 1.0, b);    /* 0 / 0 is 0 here */
  t = mk_pick(far, a - b, a) / (b + mk_where(far, a));
  z = t * t;
  w = z * z;
  s1 = z * (3.33333333333329318027e-01 +
            w * (1.42857142725034663711e-01 +
                 w * (9.09088713343650656196e-02 +
                      w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  s2 = w * (-1.99999999998764832476e-01 +
            w * (-1.11111104054623557880e-01 +
                 w * (-7.69187620504482999495e-02 + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  p = t * (s1 + s2);                         /* atan t = t - p */
  /* The angle is base + sign (t - p); base is a multiple r of pi/4, in two parts. */
  r = mk_where(far, 1.0);
  r = mk_pick(swap, 2.0 - r, r);
  r = mk_pick(flip, 4.0 - r, r);
  lo = r * 3.06161699786838301793e-17;
  sign = (swap ^ flip) & 0x8000000000000000ull;
  s1 = mk_from_bits(mk_bits(t) ^ sign);
  s2 = mk_from_bits(mk_bits(p) ^ sign);
  r = r * 7.85398163397448278999e-01 - ((s2 - lo) - s1);
  r = mk_copysign(r, y);
  return mk_pick(mk_mask(x != x) | mk_mask(y != y), x + y, r);
}

/*
 * ---- float forms ----
 *
 * In double, rounded once; shorter than the double forms, as 2^-35 is exact enough. Doubles hold every float and every
 * result without trouble at the edges.
 */

/* exp(r) - 1 for |r| <= ln2/2. */
MK_FN double mk_exp_short(double r) {
  double p = 2.7557319223985893e-06;
  p = p * r + 2.48015873015873e-05;
  p = p * r + 1.984126984126984e-04;
  p = p * r + 1.388888888888889e-03;
  p = p * r + 8.333333333333333e-03;
  p = p * r + 4.1666666666666664e-02;
  p = p * r + 1.6666666666666666e-01;
  p = p * r + 0.5;
  return r + (r * r) * p;
}
/* exp(x) - 1 for |x| < 700. */
MK_FN double mk_expm1_short(double x) {
  double n = mk_near(x * 1.4426950408889634), s = mk_exp2i(n);
  return (s - 1.0) + s * mk_exp_short(x - n * 6.931471805599453e-01);
}
/* log of a positive normal x = 2^k (1 + f). */
MK_FN double mk_log_short(double k, double f) {
  double s = f / (2.0 + f), z = s * s;
  double p = 1.1764705882352941e-01;
  p = p * z + 1.3333333333333333e-01;
  p = p * z + 1.5384615384615385e-01;
  p = p * z + 1.8181818181818182e-01;
  p = p * z + 2.2222222222222222e-01;
  p = p * z + 2.8571428571428571e-01;
  p = p * z + 4.0e-01;
  p = p * z + 6.6666666666666663e-01;
  return k * 6.931471805599453e-01 + (2.0 * s + (s * z) * p);
}
MK_FN double mk_log_normal(double x, double *f) {
  uint64_t u = mk_bits(x) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  *f = mk_from_bits((u & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  return mk_small(u >> 52) - 1023.0;
}

MK_FN float mk_expf(float a) {
  double x = a, n;
  x = x < -200.0 ? -200.0 : x;
  x = x > 200.0 ? 200.0 : x;
  n = mk_near(x * 1.4426950408889634);
  return (float)((1.0 + mk_exp_short(x - n * 6.931471805599453e-01)) * mk_exp2i(n));
}
MK_FN float mk_expm1f(float a) {
  double x = a;
  x = x < -200.0 ? -200.0 : x;
  x = x > 200.0 ? 200.0 : x;
  return (float)mk_pick(mk_mask(mk_abs(x) < 0x1p-30), x, mk_expm1_short(x));
}
MK_FN float mk_logf(float x) {
  double f, k = mk_log_normal((double)x, &f);
  return (float)mk_log_edges((double)x, mk_log_short(k, f));
}
MK_FN float mk_log1pf(float a) {
  double x = a, u = 1.0 + x, f, k = mk_log_normal(u, &f);
  double y = mk_log_edges(u, mk_log_short(k, mk_pick(mk_mask(k == 0.0), x, f)));
  return (float)mk_pick(mk_mask(mk_abs(x) < 0x1p-30), x, y);
}
MK_FN float mk_log2f(float x) {
  double f, k = mk_log_normal((double)x, &f);
  return (float)mk_log_edges((double)x, k + mk_log_short(0.0, f) * 1.4426950408889634);
}
MK_FN float mk_log10f(float x) {
  double f, k = mk_log_normal((double)x, &f);
  return (float)mk_log_edges((double)x, k * 3.010299956639812e-01 + mk_log_short(0.0, f) * 4.3429448190325182e-01);
}
MK_FN float mk_tanhf(float a) {
  double x = a, g = mk_abs(x), t;
  t = mk_expm1_short(2.0 * (g > 20.0 ? 20.0 : g));
  t = mk_copysign(t / (t + 2.0), x);
  return (float)mk_pick(mk_mask(mk_abs(x) < 0x1p-14), x, t);
}

/* Sine and cosine of x's distance from the nearest multiple of pi/2, the n-th. */
MK_FN uint64_t mk_trig_short(double x, double *sine, double *cosine) {
  double n = mk_near(x * 6.36619772367581382433e-01);
  double y = (x - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11, z = y * y;
  double s = -2.50507602534068634195e-08, c = 2.08757232129817482790e-09;
  s = s * z + 2.75573137070700676789e-06;
  s = s * z + -1.98412698298579493134e-04;
  s = s * z + 8.33333333332248946124e-03;
  s = s * z + -1.66666666666666324348e-01;
  c = c * z + -2.75573143513906633035e-07;
  c = c * z + 2.48015872894767294178e-05;
  c = c * z + -1.38888888888741095749e-03;
  c = c * z + 4.16666666666666019037e-02;
  *sine = y + (y * z) * s;
  *cosine = (1.0 - 0.5 * z) + (z * z) * c;
  return mk_bits(n + 0x1.8p52);
}
MK_FN double mk_sin_short(uint64_t n, double s, double c) {
  return mk_from_bits(mk_bits(mk_pick(0 - (n & 1), c, s)) ^ ((n & 2) << 62));
}
MK_FN float mk_sin_midf(float a) {
  double x = a, s, c;
  uint64_t n = mk_trig_short(x, &s, &c);
  return (float)mk_pick(mk_mask(x == 0.0), x, mk_sin_short(n, s, c));
}
MK_FN float mk_cos_midf(float a) {
  double s, c;
  uint64_t n = mk_trig_short((double)a, &s, &c);
  return (float)mk_sin_short(n + 1, s, c);
}
MK_FN float mk_tan_midf(float a) {
  double x = a, s, c;
  uint64_t odd = 0 - (mk_trig_short(x, &s, &c) & 1);
  double t = mk_pick(odd, -c, s) / mk_pick(odd, s, c);
  return (float)mk_pick(mk_mask(x == 0.0), x, t);
}
static inline __attribute__((unused)) float mk_sinf(float x) { return mk_trig_far(x) ? (float)mk_sin_big(x) : mk_sin_midf(x); }
static inline __attribute__((unused)) float mk_cosf(float x) { return mk_trig_far(x) ? (float)mk_cos_big(x) : mk_cos_midf(x); }
static inline __attribute__((unused)) float mk_tanf(float x) { return mk_trig_far(x) ? (float)mk_tan_big(x) : mk_tan_midf(x); }

MK_FN float mk_powf(float a, float b) {
  double x = a, y = b, f, k = mk_log_normal(mk_abs(x), &f), z, n;
  z = y * (k + mk_log_short(0.0, f) * 1.4426950408889634);
  z = z < -400.0 ? -400.0 : z;
  z = z > 400.0 ? 400.0 : z;
  n = mk_near(z);
  z = (1.0 + mk_exp_short((z - n) * 6.931471805599453e-01)) * mk_exp2i(n);
  return (float)mk_pow_edges(x, y, z);
}
MK_FN float mk_atan2f(float y, float x) { return (float)mk_atan2((double)y, (double)x); }

/* ---- division with floor, as NumPy's floor_divide and remainder ---- */

static inline __attribute__((unused)) double mk_mod(double a, double b) {
  double m = fmod(a, b);
  if (m != 0.0) return (b < 0.0) != (m < 0.0) ? m + b : m;
  return copysign(0.0, b);
}
static inline __attribute__((unused)) double mk_floordiv(double a, double b) {
  double m, d, f;
  if (b == 0.0) return a / b;
  m = fmod(a, b);
  d = (a - m) / b;
  if (m != 0.0 && (b < 0.0) != (m < 0.0)) d -= 1.0;
  if (d == 0.0) return copysign(0.0, a / b);
  f = floor(d);
  return d - f > 0.5 ? f + 1.0 : f;
}
/* Exact for float operands: NumPy's float32 steps round differently only where these are more exact. */
static inline __attribute__((unused)) float mk_modf(float a, float b) {
  float m = fmodf(a, b);
  if (m != 0.0f) return (b < 0.0f) != (m < 0.0f) ? m + b : m;
  return copysignf(0.0f, b);
}
static inline __attribute__((unused)) float mk_floordivf(float a, float b) {
  float m, d, f;
  if (b == 0.0f) return a / b;
  m = fmodf(a, b);
  d = (a - m) / b;
  if (m != 0.0f && (b < 0.0f) != (m < 0.0f)) d -= 1.0f;
  if (d == 0.0f) return copysignf(0.0f, a / b);
  f = floorf(d);
  return d - f > 0.5f ? f + 1.0f : f;
}

/* ---- integers: wrapping; x/0 and x%0 are 0; shifts by the width or more (or by negative counts) push all bits out ---- */

#define MK_SIGNED(T, U, BITS, S)                                                                                        \
  MK_FN T mk_add_##S(T a, T b) { return (T)((U)a + (U)b); }                                                             \
  MK_FN T mk_sub_##S(T a, T b) { return (T)((U)a - (U)b); }                                                             \
  MK_FN T mk_mul_##S(T a, T b) { return (T)((U)a * (U)b); }                                                             \
  MK_FN T mk_neg_##S(T a) { return (T)((U)0 - (U)a); }                                                                  \
  MK_FN T mk_abs_##S(T a) { return a < 0 ? (T)((U)0 - (U)a) : a; }                                                      \
  MK_FN T mk_sign_##S(T a) { return (T)((a > 0) - (a < 0)); }                                                           \
  MK_FN T mk_min_##S(T a, T b) { return a < b ? a : b; }                                                                \
  MK_FN T mk_max_##S(T a, T b) { return a > b ? a : b; }                                                                \
  MK_FN T mk_floordiv_##S(T a, T b) {                                                                                   \
    T d = (b == 0) | (b == -1) ? 1 : b;                                                                                 \
    T q = a / d, r = (T)(a - q * d);                                                                                    \
    q = (T)(q - ((r != 0) & ((r ^ d) < 0)));                                                                            \
    q = b == -1 ? (T)((U)0 - (U)a) : q;                                                                                 \
    return b == 0 ? 0 : q;                                                                                              \
  }                                                                                                                     \
  MK_FN T mk_mod_##S(T a, T b) {                                                                                        \
    T d = (b == 0) | (b == -1) ? 1 : b;                                                                                 \
    T r = a % d;                                                                                                        \
    return (r != 0) & ((r ^ d) < 0) ? (T)(r + d) : r;                                                                   \
  }                                                                                                                     \
  MK_FN T mk_shl_##S(T a, T b) { T v = (T)((U)a << ((U)b & (BITS - 1))); return (U)b < BITS ? v : 0; }                  \
  MK_FN T mk_shr_##S(T a, T b) { T v = a >> ((U)b < BITS ? b : BITS - 1); return v; }                                   \
  static inline __attribute__((unused)) T mk_ipow_##S(T a, T b) {                                                       \
    U r = 1, x = (U)a;                                                                                                  \
    if (b < 0) return a == 1 ? 1 : a == -1 ? ((b & 1) != 0 ? -1 : 1) : 0;                                               \
    for (U e = (U)b; e != 0; e >>= 1, x *= x) r *= (e & 1) != 0 ? x : 1;                                                \
    return (T)r;                                                                                                        \
  }
MK_SIGNED(int32_t, uint32_t, 32, i32)
MK_SIGNED(int64_t, uint64_t, 64, i64)
#undef MK_SIGNED

MK_FN uint8_t mk_add_u8(uint8_t a, uint8_t b) { return (uint8_t)(a + b); }
MK_FN uint8_t mk_sub_u8(uint8_t a, uint8_t b) { return (uint8_t)(a - b); }
MK_FN uint8_t mk_mul_u8(uint8_t a, uint8_t b) { return (uint8_t)(a * b); }
MK_FN uint8_t mk_neg_u8(uint8_t a) { return (uint8_t)(0 - a); }
MK_FN uint8_t mk_abs_u8(uint8_t a) { return a; }
MK_FN uint8_t mk_sign_u8(uint8_t a) { return a != 0; }
MK_FN uint8_t mk_min_u8(uint8_t a, uint8_t b) { return a < b ? a : b; }
MK_FN uint8_t mk_max_u8(uint8_t a, uint8_t b) { return a > b ? a : b; }
MK_FN uint8_t mk_floordiv_u8(uint8_t a, uint8_t b) { return b == 0 ? 0 : (uint8_t)(a / b); }
MK_FN uint8_t mk_mod_u8(uint8_t a, uint8_t b) { return b == 0 ? 0 : (uint8_t)(a % b); }
MK_FN uint8_t mk_shl_u8(uint8_t a, uint8_t b) { return b < 8 ? (uint8_t)(a << b) : 0; }
MK_FN uint8_t mk_shr_u8(uint8_t a, uint8_t b) { return b < 8 ? (uint8_t)(a >> b) : 0; }
static inline __attribute__((unused)) uint8_t mk_ipow_u8(uint8_t a, uint8_t b) {
  unsigned r = 1, x = a;
  for (unsigned e = b; e != 0; e >>= 1, x = (x * x) & 255) r = ((e & 1) != 0 ? r * x : r) & 255;
  return (uint8_t)r;
}

/*
 * ---- conversions: truncate; NaN gives 0; out of range saturates ----
 *
 * Fractions become 0 first: with -fno-trapping-math gcc 12 turns (double)(int)x into trunc(x), which is -0 for some.
 */

MK_FN int32_t mk_to_i32_f64(double x) {
  double y = x < -2147483648.0 ? -2147483648.0 : x;
  y = y > 2147483647.0 ? 2147483647.0 : y;
  return (int32_t)(mk_abs(y) >= 1.0 ? y : 0.0);
}
MK_FN uint8_t mk_to_u8_f64(double x) {
  double y = x >= 1.0 ? x : 0.0;
  y = y > 255.0 ? 255.0 : y;
  return (uint8_t)(int32_t)y;
}
MK_FN int64_t mk_to_i64_f64(double x) {
  double y = x < -0x1p63 ? -0x1p63 : x;
  int64_t v = (int64_t)((mk_abs(y) >= 1.0) & (y < 0x1p63) ? y : 0.0);
  return x >= 0x1p63 ? INT64_MAX : v;
}
MK_FN int32_t mk_to_i32_f32(float x) { return mk_to_i32_f64((double)x); }
MK_FN uint8_t mk_to_u8_f32(float x) { return mk_to_u8_f64((double)x); }
MK_FN int64_t mk_to_i64_f32(float x) { return mk_to_i64_f64((double)x); }

/* ---- random numbers ---- */

/*
 * Philox4x32-10 (Salmon et al., SC'11): counter words c0..c3, key words k0 k1. Ten rounds of
 *     (c0, c1, c2, c3) <- (hi(M1 c2) ^ c1 ^ k0, lo(M1 c2), hi(M0 c0) ^ c3 ^ k1, lo(M0 c0))
 * with M0 = 0xD2511F53, M1 = 0xCD9E8D57; between rounds k0 += 0x9E3779B9, k1 += 0xBB67AE85 (mod 2^32).
 */
MK_FN void mk_philox(uint32_t c[4], uint32_t k0, uint32_t k1) {
  for (int i = 0; i < 10; i++) {
    uint64_t p0 = (uint64_t)0xD2511F53u * c[0], p1 = (uint64_t)0xCD9E8D57u * c[2];
    uint32_t a = (uint32_t)(p1 >> 32) ^ c[1] ^ k0, b = (uint32_t)(p0 >> 32) ^ c[3] ^ k1;
    c[1] = (uint32_t)p1;
    c[3] = (uint32_t)p0;
    c[0] = a;
    c[2] = b;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

/*
 * Uniform in [0, 1). With `counter` and `key` as unsigned 64-bit numbers: block B = counter >> 1 has counter words
 * (low half of B, high half of B, 0, 0) and key words (low half of key, high half of key); pair p = counter & 1 of its
 * output words is u = r[2p] + 2^32 r[2p + 1]; the result is (u >> 11) 2^-53.
 */
MK_FN double mk_uniform(int64_t counter, int64_t key) {
  uint64_t block = (uint64_t)counter >> 1, u;
  uint32_t c[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
  mk_philox(c, (uint32_t)(uint64_t)key, (uint32_t)((uint64_t)key >> 32));
  u = (counter & 1) != 0 ? (c[2] | (uint64_t)c[3] << 32) : (c[0] | (uint64_t)c[1] << 32);
  u >>= 11;
  return (mk_small(u >> 32) * 0x1p32 + mk_small(u & 0xffffffffull)) * 0x1p-53;
}

/* ---- strips ---- */

#define MK_STRIP1(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *in, int n) {                            \
    _Pragma("GCC ivdep") for (int i = 0; i < n; i++) out[i] = mk_##NAME(in[i]);                                         \
  }
#define MK_STRIP2(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *a, const T *b, int n) {                 \
    _Pragma("GCC ivdep") for (int i = 0; i < n; i++) out[i] = mk_##NAME(a[i], b[i]);                                    \
  }
#define MK_STRIPS1(NAME) MK_STRIP1(NAME, double) MK_STRIP1(NAME##f, float)
#define MK_STRIPS2(NAME) MK_STRIP2(NAME, double) MK_STRIP2(NAME##f, float)
MK_STRIPS1(exp) MK_STRIPS1(expm1) MK_STRIPS1(log) MK_STRIPS1(log1p) MK_STRIPS1(log2) MK_STRIPS1(log10) MK_STRIPS1(tanh)
MK_STRIPS1(sign) MK_STRIPS1(floor) MK_STRIPS1(ceil) MK_STRIPS1(trunc) MK_STRIPS1(rint)
MK_STRIPS2(pow) MK_STRIPS2(atan2) MK_STRIPS2(fmin) MK_STRIPS2(fmax) MK_STRIPS2(mod) MK_STRIPS2(floordiv)

/* Whether any of n values is beyond the limit of the mid forms (or not finite). */
MK_FN int mk_any_far(const double *in, int n) {
  uint64_t far = 0;
  for (int i = 0; i < n; i++) far |= mk_bits(MK_TRIG_LIMIT) - (mk_bits(in[i]) & 0x7fffffffffffffffull);
  return (int)(far >> 63);
}
MK_FN int mk_any_farf(const float *in, int n) {
  uint64_t far = 0;
  for (int i = 0; i < n; i++) far |= mk_bits(MK_TRIG_LIMIT) - (mk_bits((double)in[i]) & 0x7fffffffffffffffull);
  return (int)(far >> 63);
}
#define MK_STRIP_TRIG(NAME, F, T)                                                                                       \
  static inline __attribute__((unused)) void mk_##NAME##F##_strip(T *out, const T *in, int n) {                         \
    if (mk_any_far##F(in, n)) {                                                                                         \
      for (int i = 0; i < n; i++) out[i] = mk_##NAME##F(in[i]);                                                         \
      return;                                                                                                           \
    }                                                                                                                   \
    _Pragma("GCC ivdep") for (int i = 0; i < n; i++) out[i] = mk_##NAME##_mid##F(in[i]);                                \
  }
MK_STRIP_TRIG(sin, , double) MK_STRIP_TRIG(cos, , double) MK_STRIP_TRIG(tan, , double)
MK_STRIP_TRIG(sin, f, float) MK_STRIP_TRIG(cos, f, float) MK_STRIP_TRIG(tan, f, float)
#undef MK_STRIP1
#undef MK_STRIP2
#undef MK_STRIPS1
#undef MK_STRIPS2
#undef MK_STRIP_TRIG

#endif
