/* Inverse sine, cosine and tangent. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_INVERSE_H
#define MK_VMATH_INVERSE_H

/* ---- atan ---- */

/* Minimax for (atan(t) - t) / t^3, z = t^2, up to t = sqrt(2) - 1. */
MK_FN double mk_atan_series(double z) {
  double w = z * z, w2 = w * w;
  double p0 = -3.3333333333333200e-01 + z * 1.9999999999954074e-01;
  double p1 = -1.4285714280247608e-01 + z * 1.1111110786090647e-01;
  double p2 = -9.0908978350268440e-02 + z * 7.6920616106606010e-02;
  double p3 = -6.6631200704838630e-02 + z * 5.8480065482218256e-02;
  double p4 = -5.0398344694120974e-02 + z * 3.8078031505578855e-02;
  return (p0 + w * p1) + w2 * ((p2 + w * p3) + w2 * (p4 + w * -1.7921953091283800e-02));
}
MK_FN double mk_atan_short(double z) {
  double w = z * z;
  double p0 = -3.3333333296845086e-01 + z * 1.9999994444585661e-01;
  double p1 = -1.4285427907630105e-01 + z * 1.1104076296530081e-01;
  double p2 = -8.9974637596826400e-02 + z * 6.9938715382432060e-02;
  return (p0 + w * p1) + (w * w) * (p2 + w * -3.7968618510147864e-02);
}

/* |x| = tan(r pi/4 + atan(t)), with |t| at most sqrt(2) - 1; returns r. */
MK_FN double mk_atan_reduce(double x, double *t) {
  double a = mk_abs(x);
  uint64_t one = mk_mask(a > 0.41421356237309503), two = mk_mask(a > 2.414213562373095);
  double up = mk_pick(two, -1.0, mk_pick(one, a - 1.0, a)), down = mk_pick(two, a, mk_pick(one, a + 1.0, 1.0));
  *t = up / down;
  return mk_where(one, 1.0) + mk_where(two, 1.0);
}
MK_FN double mk_atan_of(double r, double t) {
  double z = t * t, p = (t * z) * mk_atan_series(z);
  return r * 7.85398163397448278999e-01 + (t + (p + r * 3.06161699786838301793e-17));
}
MK_FN double mk_atan(double x) {
  double t, r = mk_atan_reduce(x, &t);
  return mk_copysign(mk_atan_of(r, t), x);
}
MK_FN float mk_atanf(float a) {
  double x = a, t, r = mk_atan_reduce(x, &t), z = t * t;
  return (float)mk_copysign(r * 7.853981633974483e-01 + (t + (t * z) * mk_atan_short(z)), x);
}

/* ---- asin and acos ---- */

/* Minimax for (asin(s) - s) / s^3, z = s^2, up to s = 1/2. */
MK_FN double mk_asin_series(double z) {
  double w = z * z, w2 = w * w;
  double p0 = 1.6666666666666763e-01 + z * 7.4999999999702750e-02;
  double p1 = 4.4642857175108480e-02 + z * 3.0381942684192777e-02;
  double p2 = 2.2372215644409603e-02 + z * 1.7351600372546398e-02;
  double p3 = 1.3980958139315805e-02 + z * 1.1397802657722824e-02;
  double p4 = 1.0786382013127238e-02 + z * 3.6835880319011105e-03;
  double p5 = 2.1762193383306448e-02 + z * -2.1075476419178610e-02;
  return ((p0 + w * p1) + w2 * (p2 + w * p3)) + (w2 * w2) * ((p4 + w * p5) + w2 * 3.2675773947076900e-02);
}
MK_FN double mk_asin_short(double z) {
  double w = z * z;
  double p0 = 1.6666667189419065e-01 + z * 7.4999481822724300e-02;
  double p1 = 4.4660157584250060e-02 + z * 3.0110318051582735e-02;
  double p2 = 2.4617990913034026e-02 + z * 7.4701853887391180e-03;
  return (p0 + w * p1) + (w * w) * (p2 + w * 3.4691775395841510e-02);
}

/*
 * For |x| <= 1/2, asin |x| = s + q with s = |x|. Beyond, where `far` is set, pi/2 - asin |x| = s + q with s/2 = sqrt((1 - |x|) / 2);
 * not a number beyond 1. Here s and s^2, or its quarter, as z.
 */
MK_FN double mk_asin_reduce(double x, uint64_t far, double *z) {
  double a = mk_abs(x), h = 0.5 - 0.5 * a, root = __builtin_sqrt(h);
  *z = mk_pick(far, h, a * a);
  return mk_pick(far, root + root, a);
}
/* b + c + s + q, with the signs of s and q changed where `flip` has the sign bit. */
MK_FN double mk_asin_of(double s, double q, uint64_t flip, double b, double c) {
  double t = mk_from_bits(mk_bits(s) ^ flip), d = b + t, e = (b - d) + t;
  return d + (e + (mk_from_bits(mk_bits(q) ^ flip) + c));
}
MK_FN uint64_t mk_asin_far(double x) { return mk_mask(mk_abs(x) > 0.5); }
MK_FN double mk_asin_from(double x, uint64_t far, double s, double q) {
  double y = mk_asin_of(s, q, far & 0x8000000000000000ull, mk_where(far, 1.57079632679489655800e+00), mk_where(far, 6.12323399573676603587e-17));
  return mk_copysign(y, x);
}
MK_FN double mk_acos_from(double x, uint64_t far, double s, double q) {
  uint64_t below = 0 - (mk_bits(x) >> 63);
  double half = mk_where(~far | below, 1.57079632679489655800e+00), low = mk_where(~far | below, 6.12323399573676603587e-17);
  double b = half + mk_where(far, half), c = low + mk_where(far, low);   /* pi/2; 0 or pi */
  return mk_asin_of(s, q, (far ^ ~below) & 0x8000000000000000ull, b, c);
}

MK_FN double mk_asin(double x) {
  uint64_t far = mk_asin_far(x);
  double z, s = mk_asin_reduce(x, far, &z);
  return mk_asin_from(x, far, s, (s * z) * mk_asin_series(z));
}
MK_FN double mk_acos(double x) {
  uint64_t far = mk_asin_far(x);
  double z, s = mk_asin_reduce(x, far, &z);
  return mk_acos_from(x, far, s, (s * z) * mk_asin_series(z));
}
MK_FN float mk_asinf(float a) {
  double x = a, z;
  uint64_t far = mk_asin_far(x);
  double s = mk_asin_reduce(x, far, &z);
  return (float)mk_asin_from(x, far, s, (s * z) * mk_asin_short(z));
}
MK_FN float mk_acosf(float a) {
  double x = a, z;
  uint64_t far = mk_asin_far(x);
  double s = mk_asin_reduce(x, far, &z);
  return (float)mk_acos_from(x, far, s, (s * z) * mk_asin_short(z));
}

#endif
