/* Elementary functions in float. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_FLOAT_H
#define MK_VMATH_FLOAT_H

/*
 * ---- float forms ----
 *
 * In double, rounded once; shorter than the double forms, as 2^-35 is exact enough. Doubles hold every float and every
 * result without trouble at the edges.
 */

/* exp(r) - 1 for |r| <= ln2/2; minimax for (exp(r) - 1 - r) / r^2. */
MK_FN double mk_exp_short(double r) {
  double z = r * r;
  double p0 = (4.9999999999532974e-01 + r * 1.6666666785098994e-01) + z * (4.166666704955445e-02 + r * 8.333281616923007e-03);
  double p1 = (1.3888796907514725e-03 + r * 1.9909057512407222e-04) + z * 2.488745206253118e-05;
  return r + z * (p0 + (z * z) * p1);
}
/* exp(x) - 1 for |x| < 700. */
MK_FN double mk_expm1_short(double x) {
  double n = mk_near(x * 1.4426950408889634), s = mk_exp2i(n);
  return (s - 1.0) + s * mk_exp_short(x - n * 6.931471805599453e-01);
}
/* log(1 + f), s = f / (2 + f). */
MK_FN double mk_log1_short(double s) {
  double z = s * s, w = z * z;
  double p0 = (6.6666666666666663e-01 + z * 4.0e-01) + w * (2.8571428571428571e-01 + z * 2.2222222222222222e-01);
  double p1 = (1.8181818181818182e-01 + z * 1.5384615384615385e-01) + w * (1.3333333333333333e-01 + z * 1.1764705882352941e-01);
  return 2.0 * s + (s * z) * (p0 + (w * w) * p1);
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
/* Logarithms of 2^k (1 + f), s = f / (2 + f). */
MK_FN double mk_logf_of(double k, double s) { return k * 6.931471805599453e-01 + mk_log1_short(s); }
MK_FN double mk_log2f_of(double k, double s) { return k + mk_log1_short(s) * 1.4426950408889634; }
MK_FN double mk_log10f_of(double k, double s) { return k * 3.010299956639812e-01 + mk_log1_short(s) * 4.3429448190325182e-01; }
#define MK_LOG(NAME)                                                                                                    \
  MK_FN float mk_##NAME(float x) {                                                                                      \
    double f, k = mk_log_normal((double)x, &f);                                                                         \
    return (float)mk_log_edges((double)x, mk_##NAME##_of(k, f / (2.0 + f)));                                            \
  }
MK_LOG(logf) MK_LOG(log2f) MK_LOG(log10f)
#undef MK_LOG
MK_FN float mk_log1pf(float a) {
  double x = a, u = 1.0 + x, f, k = mk_log_normal(u, &f), g = mk_pick(mk_mask(k == 0.0), x, f);
  double y = mk_log_edges(u, mk_logf_of(k, g / (2.0 + g)));
  return (float)mk_pick(mk_mask(mk_abs(x) < 0x1p-30), x, y);
}

/* tanh from 2 |x| = n ln2 + r, up to 40, and 2^n. */
MK_FN double mk_tanhf_reduce(double x, double *power) {
  double g = mk_abs(x), t, n;
  g = 2.0 * (g > 20.0 ? 20.0 : g);
  t = g * 1.4426950408889634 + 0x1.8p52;
  n = t - 0x1.8p52;
  *power = mk_from_bits((mk_bits(t) << 52) + (1023ull << 52));
  return g - n * 6.931471805599453e-01;
}
MK_FN float mk_tanhf_of(double x, double r, double power) {
  double t = (power - 1.0) + power * mk_exp_short(r);
  t = mk_copysign(t / (t + 2.0), x);
  return (float)mk_pick(mk_mask(mk_abs(x) < 0x1p-14), x, t);
}
MK_FN float mk_tanhf(float a) {
  double power, r = mk_tanhf_reduce((double)a, &power);
  return mk_tanhf_of((double)a, r, power);
}

/* As mk_hyperbolic_of; the difference and the sum are halves here, and r + s one number. */
MK_FN mk_hyperbolic mk_hyperbolic_short(double a) {
  mk_hyperbolic v;
  double t = a * 1.4426950408889634 + 0x1.8p52, r = a - (t - 0x1.8p52) * 6.931471805599453e-01, z = r * r, w = z * z;
  double up = mk_from_bits((mk_bits(t) << 52) + (1022ull << 52)), down = mk_from_bits((1022ull << 52) - (mk_bits(t) << 52));
  v.sum = up + down;
  v.difference = up - down;
  v.r = 0.0;
  v.s = r + (r * z) * ((1.6666666754536447e-01 + z * 8.3332889371712000e-03) + w * 1.9904981890779455e-04);
  v.c = 0.5 * z + w * ((4.1666666814931060e-02 + z * 1.3888830487888187e-03) + w * 2.4872936825937604e-05);
  return v;
}
MK_FN float mk_coshf(float a) {
  double x = mk_abs((double)a);
  mk_hyperbolic v = mk_hyperbolic_short(x);
  double y = v.sum + (v.sum * v.c + v.difference * v.s);
  return (float)(x > 100.0 ? (double)INFINITY : y);
}
MK_FN float mk_sinhf(float a) {
  double x = mk_abs((double)a);
  mk_hyperbolic v = mk_hyperbolic_short(x);
  double y = v.difference + (v.difference * v.c + v.sum * v.s);
  return (float)mk_copysign(x > 100.0 ? (double)INFINITY : y, (double)a);
}

/* x's distance from the nearest multiple of pi/2; the low two bits of the result are that multiple's number. */
MK_FN uint64_t mk_trig_short(double x, double *y) {
  double t = x * 6.36619772367581382433e-01 + 0x1.8p52, n = t - 0x1.8p52;
  *y = (x - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11;
  return mk_bits(t);
}
MK_FN double mk_sine_short(double y) {
  double z = y * y, w = z * z;
  double s = (8.33333333332248946124e-03 + z * -1.98412698298579493134e-04) + w * (2.75573137070700676789e-06 + z * -2.50507602534068634195e-08);
  return y * (1.0 + z * (-1.66666666666666324348e-01 + z * s));
}
MK_FN double mk_cosine_short(double y) {
  double z = y * y, w = z * z;
  double c = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
             w * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) + w * 2.08757232129817482790e-09);
  return (1.0 - 0.5 * z) + w * c;
}
MK_FN float mk_sinf_of(uint64_t n, double y) {
  double v = mk_pick(0 - (n & 1), mk_cosine_short(y), mk_sine_short(y));
  return (float)mk_from_bits(mk_bits(v) ^ ((n & 2) << 62));
}
MK_FN float mk_cosf_of(uint64_t n, double y) { return mk_sinf_of(n + 1, y); }
MK_FN float mk_tanf_of(uint64_t n, double y) {
  double s = mk_sine_short(y), c = mk_cosine_short(y);
  uint64_t odd = 0 - (n & 1);
  return (float)(mk_pick(odd, -c, s) / mk_pick(odd, s, c));
}
#define MK_TRIG(NAME)                                                                                                   \
  static inline __attribute__((unused)) float mk_##NAME##f(float x) {                                                   \
    double y;                                                                                                           \
    uint64_t n = mk_trig_short((double)x, &y);                                                                          \
    return mk_trig_far(x) ? (float)mk_##NAME(x) : mk_##NAME##f_of(n, y);                                                \
  }
MK_TRIG(sin) MK_TRIG(cos) MK_TRIG(tan)
#undef MK_TRIG

/* 2^(y log2(x)) for x = 2^k (1 + f), s = f / (2 + f); and y log2(x), clamped so that it does not overflow. */
MK_FN double mk_powf_times(double y, double k, double s) {
  double z = y * (k + mk_log1_short(s) * 1.4426950408889634);
  z = z < -400.0 ? -400.0 : z;
  return z > 400.0 ? 400.0 : z;
}
MK_FN double mk_powf_exp2(double z) {
  double n = mk_near(z);
  return (1.0 + mk_exp_short((z - n) * 6.931471805599453e-01)) * mk_exp2i(n);
}
MK_FN float mk_powf(float a, float b) {
  double f, k = mk_log_normal(mk_abs(a), &f);
  return (float)mk_pow_edges(a, b, mk_powf_exp2(mk_powf_times(b, k, f / (2.0 + f))));
}
MK_FN float mk_atan2f(float y, float x) { return (float)mk_atan2((double)y, (double)x); }
/* Squares of floats are exact in double, and their sum neither overflows nor underflows. */
MK_FN float mk_hypotf(float x, float y) {
  double a = (double)x, b = (double)y, h = __builtin_sqrt(a * a + b * b), inf = (double)INFINITY;
  return (float)mk_pick(mk_mask(a * a == inf) | mk_mask(b * b == inf), inf, h);
}

#endif
