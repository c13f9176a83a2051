/* Functions in double and float, side by side. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_SPECIAL_H
#define MK_VMATH_SPECIAL_H

/* Powers of two: as pow, without a logarithm. */
MK_FN double mk_exp2(double x) {
  x = x < -1200.0 ? -1200.0 : x;
  x = x > 1200.0 ? 1200.0 : x;
  return mk_pow_exp2(mk_pow_times(x, 1.0, 0.0));
}
MK_FN float mk_exp2f(float x) { return (float)mk_powf_exp2(mk_powf_times((double)x, 1.0, 0.0)); }

/* The logistic function 1 / (1 + exp(-x)), from e = exp(-|x|), which neither overflows nor cancels. */
MK_FN double mk_expit_of(double x, double e) { return mk_pick(mk_mask(x < 0.0), e, 1.0) / (1.0 + e); }
MK_FN double mk_expit(double x) { return mk_expit_of(x, mk_exp(-mk_abs(x))); }
MK_FN float mk_expitf(float a) {
  double x = a, g = -mk_abs(x), n;
  g = g < -200.0 ? -200.0 : g;
  n = mk_near(g * 1.4426950408889634);
  return (float)mk_expit_of(x, (1.0 + mk_exp_short(g - n * 6.931471805599453e-01)) * mk_exp2i(n));
}

#endif
