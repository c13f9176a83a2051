/* Exponentials and logarithms in double. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_EXP_H
#define MK_VMATH_EXP_H

/* ---- exponentials ---- */

/*
 * q with exp(r + c) - 1 = r + q, for |r| <= ln2/2 and a small c. The polynomial is minimax for (exp(r) - 1 - r - r^2/2) / r^3, off
 * by less than 2^-57 of the result; its terms are added in pairs, so that additions rarely wait for each other.
 */
MK_FN double mk_exp_rest(double r, double c) {
  double z = r * r, h = 0.5 * z;
  double p0 = (1.6666666666666685e-01 + r * 4.166666666660362e-02) + z * (8.333333333314376e-03 + r * 1.3888888926956724e-03);
  double p1 = (1.9841269903950873e-04 + r * 2.4801508464228385e-05) +
              z * ((2.7557226925504595e-06 + r * 2.7625277269118317e-07) + z * 2.5114831044635846e-08);
  return h + (c + (z * r) * (p0 + (z * z) * p1));
}
/* x = n ln2 + r + c, where c corrects r's rounding; returns the q of exp(r + c). */
MK_FN double mk_exp_reduced(double x, double n, double *r) {
  double hi = x - n * 6.93147180369123816490e-01, lo = n * 1.90821492927058770002e-10;
  *r = hi - lo;
  return mk_exp_rest(*r, (hi - *r) - lo);
}

/* exp for |x| <= 746, or NaN. */
MK_FN double mk_exp_inside(double x) {
  double t = x * 1.4426950408889634 + 0x1.8p52, r, q = mk_exp_reduced(x, t - 0x1.8p52, &r), y = 1.0 + (r + q);
  uint64_t n = mk_bits(t) - (mk_bits(0x1.8p52) - 2046);   /* 2^n in two steps, each exponent biased by 1023 */
  uint64_t half = n >> 1;
  return (y * mk_from_bits(half << 52)) * mk_from_bits((n - half) << 52);
}

/* Edges are settled last: no step of the long chain waits for them. */
MK_FN double mk_exp(double x) {
  double edge = mk_from_bits(mk_bits((double)INFINITY) & ((mk_bits(x) >> 63) - 1));
  double y = mk_exp_inside(x);
  return mk_abs(x) > 746.0 ? edge : y;
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
  uint64_t small = mk_mask(x < 0x1p-1022);
  uint64_t u = mk_bits(mk_pick(small, x * 0x1p54, x)) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  *f = mk_from_bits((u & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  return mk_from_bits((u >> 52) | 0x4330000000000000ull) - mk_pick(small, 0x1p52 + 1077.0, 0x1p52 + 1023.0);
}

/* As mk_log_split, for normal x. */
MK_FN double mk_log_normal(double x, double *f) {
  uint64_t u = mk_bits(x) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  *f = mk_from_bits((u & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  return mk_from_bits((u >> 52) | 0x4330000000000000ull) - (0x1p52 + 1023.0);
}

/* log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f); returns R. */
MK_FN double mk_log_series(double s) {
  double z = s * s, w = z * z, ww = w * w;
  double t1 = (3.999999999940941908e-01 + w * 2.222219843214978396e-01) + ww * 1.531383769920937332e-01;
  double t2 = (6.666666666666735130e-01 + w * 2.857142874366239149e-01) +
              ww * (1.818357216161805012e-01 + w * 1.479819860511658591e-01);
  return z * t2 + w * t1;
}

/* The value at arguments that are not positive and finite. */
MK_FN double mk_log_edges(double x, double y) {
  double low = mk_from_bits(mk_bits((double)INFINITY) | (mk_mask(x < 0.0) >> 12) | 0x8000000000000000ull);   /* -inf, or NaN */
  y = x > 0.0 ? y : low;
  return x < (double)INFINITY ? y : x + x;
}

/* The logarithms of 2^k (1 + f) are finished from k, f and s = f / (2 + f). */
MK_FN double mk_log_of(double k, double f, double s) {
  double h = 0.5 * f * f, r = mk_log_series(s);
  return k * 6.93147180369123816490e-01 - ((h - (s * (h + r) + k * 1.90821492927058770002e-10)) - f);
}

/* log(1 + f) as a high part of 21 bits and the rest. */
MK_FN double mk_log_parts(double f, double s, double *low) {
  double h = 0.5 * f * f, r = mk_log_series(s);
  double high = mk_high(f - h);
  *low = (f - high) - h + s * (h + r);
  return high;
}
MK_FN double mk_log2_of(double k, double f, double s) {
  double lo, hi = mk_log_parts(f, s, &lo), vh = hi * 1.44269504072144627571e+00;
  double vl = (lo + hi) * 1.67517131648865118353e-10 + lo * 1.44269504072144627571e+00;
  double w = k + vh;
  return (vl + ((k - w) + vh)) + w;
}
MK_FN double mk_log10_of(double k, double f, double s) {
  double lo, hi = mk_log_parts(f, s, &lo), vh = hi * 4.34294481878168880939e-01, y = k * 3.01029995663611771306e-01;
  double vl = k * 3.69423907715893078616e-13 + (lo + hi) * 2.50829467116452752298e-11 + lo * 4.34294481878168880939e-01;
  double w = y + vh;
  return (vl + ((y - w) + vh)) + w;
}

MK_FN double mk_log(double x) {
  double f, k = mk_log_split(x, &f);
  return mk_log_edges(x, mk_log_of(k, f, f / (2.0 + f)));
}
MK_FN double mk_log2(double x) {
  double f, k = mk_log_split(x, &f);
  return mk_log_edges(x, mk_log2_of(k, f, f / (2.0 + f)));
}
MK_FN double mk_log10(double x) {
  double f, k = mk_log_split(x, &f);
  return mk_log_edges(x, mk_log10_of(k, f, f / (2.0 + f)));
}

/* The rounding error of 1 + x, relative to its rounded value u = 2^k (1 + f); nothing where k is 0: f is x there. */
MK_FN double mk_log1p_lost(double x, double u, double k, double *f) {
  uint64_t near = mk_mask(k == 0.0);
  *f = mk_pick(near, x, *f);
  return mk_where(~near, mk_pick(mk_mask(u > 2.0), 1.0 - (u - x), x - (u - 1.0)) / u);
}
MK_FN double mk_log1p_of(double k, double f, double s, double c) {
  double h = 0.5 * f * f, r = mk_log_series(s);
  return k * 6.93147180369123816490e-01 - ((h - (s * (h + r) + (k * 1.90821492927058770002e-10 + c))) - f);
}
MK_FN double mk_log1p(double x) {
  double u = 1.0 + x, f, k = mk_log_split(u, &f), c = mk_log1p_lost(x, u, k, &f);
  double y = mk_log_edges(u, mk_log1p_of(k, f, f / (2.0 + f), c));
  return mk_abs(x) < 0x1p-54 ? x : y;
}

#endif
