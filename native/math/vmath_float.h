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
/* log of a positive normal x = 2^k (1 + f). */
MK_FN double mk_log_short(double k, double f) {
  double s = f / (2.0 + f), z = s * s;
  double w = z * z;
  double p0 = (6.6666666666666663e-01 + z * 4.0e-01) + w * (2.8571428571428571e-01 + z * 2.2222222222222222e-01);
  double p1 = (1.8181818181818182e-01 + z * 1.5384615384615385e-01) + w * (1.3333333333333333e-01 + z * 1.1764705882352941e-01);
  double p = p0 + (w * w) * p1;
  return k * 6.931471805599453e-01 + (2.0 * s + (s * z) * p);
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

/* Sine and cosine of x's distance from the nearest multiple of pi/2, the n-th. */
MK_FN uint64_t mk_trig_short(double x, double *sine, double *cosine) {
  double t = x * 6.36619772367581382433e-01 + 0x1.8p52, n = t - 0x1.8p52;
  double y = (x - n * 1.57079632673412561417e+00) - n * 6.07710050650619224932e-11, z = y * y, w = z * z;
  double s = (8.33333333332248946124e-03 + z * -1.98412698298579493134e-04) + w * (2.75573137070700676789e-06 + z * -2.50507602534068634195e-08);
  double c = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
             w * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) + w * 2.08757232129817482790e-09);
  *sine = y * (1.0 + z * (-1.66666666666666324348e-01 + z * s));
  *cosine = (1.0 - 0.5 * z) + w * c;
  return mk_bits(t);
}
MK_FN double mk_sin_short(uint64_t n, double s, double c) {
  return mk_from_bits(mk_bits(mk_pick(0 - (n & 1), c, s)) ^ ((n & 2) << 62));
}
MK_FN float mk_sin_midf(float a) {
  double s, c;
  uint64_t n = mk_trig_short((double)a, &s, &c);
  return (float)mk_sin_short(n, s, c);
}
MK_FN float mk_cos_midf(float a) {
  double s, c;
  uint64_t n = mk_trig_short((double)a, &s, &c);
  return (float)mk_sin_short(n + 1, s, c);
}
MK_FN float mk_tan_midf(float a) {
  double s, c;
  uint64_t odd = 0 - (mk_trig_short((double)a, &s, &c) & 1);
  return (float)(mk_pick(odd, -c, s) / mk_pick(odd, s, c));
}
static inline __attribute__((unused)) float mk_sinf(float x) { return mk_trig_far(x) ? (float)mk_sin(x) : mk_sin_midf(x); }
static inline __attribute__((unused)) float mk_cosf(float x) { return mk_trig_far(x) ? (float)mk_cos(x) : mk_cos_midf(x); }
static inline __attribute__((unused)) float mk_tanf(float x) { return mk_trig_far(x) ? (float)mk_tan(x) : mk_tan_midf(x); }

MK_FN double mk_powf_inside(double x, double y) {
  double f, k = mk_log_normal(mk_abs(x), &f), z, n;
  z = y * (k + mk_log_short(0.0, f) * 1.4426950408889634);
  z = z < -400.0 ? -400.0 : z;
  z = z > 400.0 ? 400.0 : z;
  n = mk_near(z);
  return (1.0 + mk_exp_short((z - n) * 6.931471805599453e-01)) * mk_exp2i(n);
}
MK_FN float mk_powf(float a, float b) { return (float)mk_pow_edges(a, b, mk_powf_inside(a, b)); }
MK_FN float mk_atan2f(float y, float x) { return (float)mk_atan2((double)y, (double)x); }

#endif
