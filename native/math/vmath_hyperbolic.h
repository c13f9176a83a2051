/* Hyperbolic functions in double. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_HYPERBOLIC_H
#define MK_VMATH_HYPERBOLIC_H

/* ---- sinh and cosh ---- */

/*
 * |x| = n ln2 + r: with c = cosh(r) - 1 and r + s = sinh(r), and the sum and the difference of 2^n and 2^-n (here a quarter of
 * each, as n may be 1025),
 *
 *     cosh |x| = (sum (1 + c) + difference (r + s)) / 2           sinh |x| = (difference (1 + c) + sum (r + s)) / 2
 *
 * so that no division is needed. Both overflow from 710.476 on; from 710.82 on, n is 1026 and a quarter of 2^n overflows too.
 */
typedef struct {
  double sum, difference, r, s, c;
  double sum_low, difference_low;   /* their rounding errors */
} mk_hyperbolic;

MK_FN double mk_hyperbolic_reduce(double a, double *r, double *lost) {
  double t = a * 1.4426950408889634 + 0x1.8p52, n = t - 0x1.8p52;
  double hi = a - n * 6.93147180369123816490e-01, lo = n * 1.90821492927058770002e-10;
  *r = hi - lo;
  *lost = (hi - *r) - lo;
  return t;
}
/* The last bits of t are n; r lost something to rounding. */
MK_FN mk_hyperbolic mk_hyperbolic_of(double a, double t, double r, double lost) {
  mk_hyperbolic v;
  double z = r * r, w = z * z;
  double up = mk_from_bits((mk_bits(t) << 52) + (1021ull << 52));
  double down = mk_where(mk_mask(a < 40.0), mk_from_bits((1021ull << 52) - (mk_bits(t) << 52)));
  double p = (1.6666666666666677e-01 + z * 8.3333333333215770e-03) +
             w * ((1.9841269886268042e-04 + z * 2.7557244059956157e-06) + w * 2.5109091127865042e-08);
  double q = (4.1666666666666685e-02 + z * 1.3888888888873429e-03) +
             w * ((2.4801587348871662e-05 + z * 2.7557252130874630e-07) + w * 2.0921666385144264e-09);
  v.sum = up + down;
  v.sum_low = (up - v.sum) + down;
  v.difference = up - down;
  v.difference_low = (up - v.difference) - down;
  v.r = r;
  v.s = lost + (r * z) * p;
  v.c = 0.5 * z + w * q;
  return v;
}

MK_FN double mk_cosh_from(double x, mk_hyperbolic v) {
  double y = 2.0 * (v.sum + ((v.sum * v.c + v.difference * (v.r + v.s)) + v.sum_low));
  return mk_abs(x) > 710.5 ? (double)INFINITY : y;
}
MK_FN double mk_sinh_from(double x, mk_hyperbolic v) {
  double a = mk_abs(x), y;
  y = 2.0 * ((v.difference + v.sum * v.r) + ((v.difference * v.c + v.sum * v.s) + v.difference_low));
  y = mk_pick(mk_mask(a > 710.5), (double)INFINITY, y);
  return mk_copysign(mk_pick(mk_mask(a < 0x1p-28), a, y), x);
}
MK_FN double mk_cosh(double x) {
  double a = mk_abs(x), r, lost, t = mk_hyperbolic_reduce(a, &r, &lost);
  return mk_cosh_from(x, mk_hyperbolic_of(a, t, r, lost));
}
MK_FN double mk_sinh(double x) {
  double a = mk_abs(x), r, lost, t = mk_hyperbolic_reduce(a, &r, &lost);
  return mk_sinh_from(x, mk_hyperbolic_of(a, t, r, lost));
}

/* ---- tanh ---- */

/* A rational function below 0.625 (published with Cephes), 1 - 2 / (exp(2x) + 1) above. */
MK_FN double mk_tanh(double x) {
  double a = mk_abs(x), g = a > 22.0 ? 22.0 : a, z = g * g, q;
  uint64_t small = mk_mask(a < 0.625);
  double p = (-9.64399179425052238628e-1 * z - 9.92877231001918586564e1) * z - 1.61468768441708447952e3;
  double r = ((z + 1.12811678491632931402e2) * z + 2.23548839060100448583e3) * z + 4.84406305325125486048e3;
  q = mk_pick(small, z * p, 2.0) / mk_pick(small, r, mk_exp_inside(2.0 * g) + 1.0);
  return mk_copysign(mk_pick(small, a + a * q, 1.0 - q), x);
}

#endif
