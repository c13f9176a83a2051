/* Sine, cosine and tangent in double, for every argument. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_TRIG_H
#define MK_VMATH_TRIG_H

/* ---- sine, cosine, tangent ---- */

/*
 * An angle is reduced to y0 + y1, its distance from the nearest multiple of pi/2, and that multiple's number (of which the low
 * two bits count), in one of three ways, by the argument alone:
 *
 *     near   |x| <= 1024, but not within 2^-20 of a multiple that is not 0: short, and enough for most strips
 *     mid    |x| <= MK_TRIG_LIMIT, and values that are not finite
 *     far    the rest (Payne and Hanek), an integer calculation
 */
#define MK_TRIG_LIMIT 1647099.0

/* The sign bit of `flag` is set where x is not near. */
MK_FN uint64_t mk_trig_near(double x, double *y0, double *y1, uint64_t *flag) {
  double t = x * 6.36619772367581382433e-01 + 0x1.8p52, n = t - 0x1.8p52;
  double a = x - n * 1.57079632673412561417e+00, b = n * 6.07710050630396597660e-11;
  double s = a - b;
  uint64_t ax = mk_bits(mk_abs(x)), close = mk_bits(mk_abs(s)) - mk_bits(0x1p-20);
  *y0 = s;
  *y1 = ((a - s) - b) - n * 2.02226624879595063154e-21;
  *flag = (mk_bits(1024.0) - ax) | (close & (mk_bits(0.5) - ax));
  return mk_bits(t);
}

MK_FN uint64_t mk_trig_mid(double x, double *y0, double *y1) {
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
  return mk_bits(n + 0x1.8p52);
}

/* sin and cos of x + y, which is at most a little more than pi/4. */
MK_FN double mk_sin_kernel(double x, double y) {
  double z = x * x, v = z * x;
  double r0 = 8.33333333332248946124e-03 + z * -1.98412698298579493134e-04;
  double r1 = 2.75573137070700676789e-06 + z * -2.50507602534068634195e-08;
  double r = r0 + (z * z) * (r1 + (z * z) * 1.58969099521155010221e-10);
  return x - ((z * (0.5 * y - v * r) - y) - v * -1.66666666666666324348e-01);
}

MK_FN double mk_cos_kernel(double x, double y) {
  double z = x * x, h = 0.5 * z, w = 1.0 - h, zz = z * z;
  double r0 = 4.16666666666666019037e-02 + z * -1.38888888888741095749e-03;
  double r1 = 2.48015872894767294178e-05 + z * -2.75573143513906633035e-07;
  double r2 = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11;
  double r = r0 + zz * (r1 + zz * r2);
  return w + (((1.0 - w) - h) + (zz * r - x * y));
}

/* sin of y0 + y1 + n pi/2. */
MK_FN double mk_sin_of(uint64_t n, double y0, double y1) {
  double s = mk_sin_kernel(y0, y1), c = mk_cos_kernel(y0, y1);
  return mk_from_bits(mk_bits(mk_pick(0 - (n & 1), c, s)) ^ ((n & 2) << 62));
}
MK_FN double mk_cos_of(uint64_t n, double y0, double y1) { return mk_sin_of(n + 1, y0, y1); }

/* tan of x + y + n pi/2: minimax for (tan(x) - x) / x^3; or minus its reciprocal. */
MK_FN double mk_tan_of(uint64_t n, double x, double y) {
  double z = x * x, w2 = z * z, w4 = w2 * w2;
  double p0 = 1.3333333333325790e-01 + z * 5.3968253972658680e-02;
  double p1 = 2.1869488406064950e-02 + z * 8.8632378122465300e-03;
  double p2 = 3.5921020413785983e-03 + z * 1.4560372356371106e-03;
  double p3 = 5.8890633572973240e-04 + z * 2.4360152811648923e-04;
  double p4 = 8.3942990289670350e-05 + z * 6.6519904251796790e-05;
  double p5 = -2.4742582701721100e-05 + z * 4.7889227442519776e-05;
  double p6 = -2.3902744195168152e-05 + z * 9.7161536029350450e-06;
  double q0 = (p0 + w2 * p1) + w4 * (p2 + w2 * p3), q1 = (p4 + w2 * p5) + w4 * p6;
  double p = q0 + (w4 * w4) * q1, v = z * x;
  double slope = y + y * (z + w2 * 6.6666666666666666e-01);
  double xh = mk_high(x), lost = (xh * xh - z) + (x + xh) * (x - xh);   /* of z */
  double r = v * 3.3333333333333376e-01 + (slope + ((v * z) * p + x * lost * 0.55));
  double w = x + r, q = -1.0 / w, wh = mk_high(w), qh = mk_high(q);
  double inverse = qh + q * ((1.0 + qh * wh) + qh * (r - (wh - x)));
  return mk_pick(0 - (n & 1), inverse, mk_copysign(w, x));
}

/* Payne and Hanek's reduction for finite |x| >= 2^20: the bits of 2/pi that matter, times x's significand, mod 4. */
MK_COLD uint64_t mk_trig_reduce_far(double x, double *y0, double *y1) {
  static const uint64_t two_over_pi[21] = {
      0, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
      0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull,
      0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull,
      0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
      0xf0cfbc209af4361dull};
  uint64_t u = mk_bits(x), m = (u & 0x000fffffffffffffull) | 0x0010000000000000ull;
  int e = (int)((u >> 52) & 0x7ff) - 1075, at = 64 + e - 2, word = at >> 6, shift = at & 63, lead, negative;
  uint64_t w[3], p0, p1, p2, q, hi, lo;
  double scale, sign, y, low;
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
  y = (double)(hi & ~0xfffull) * sign;
  low = (double)(hi & 0xfffull) * sign;
  *y0 = y + low;
  *y1 = (y - *y0) + low;
  return (u >> 63) != 0 ? 0 - q : q;
}

/* Finite arguments beyond the limit of mk_trig_mid. */
MK_FN int mk_trig_far(double x) { return mk_abs(x) > MK_TRIG_LIMIT && mk_abs(x) <= 0x1.fffffffffffffp1023; }

static inline __attribute__((unused)) uint64_t mk_trig_reduce(double x, double *y0, double *y1) {
  uint64_t flag, n = mk_trig_near(x, y0, y1, &flag);
  if ((flag >> 63) == 0) return n;
  return mk_trig_far(x) ? mk_trig_reduce_far(x, y0, y1) : mk_trig_mid(x, y0, y1);
}
#define MK_TRIG(NAME)                                                                                                   \
  static inline __attribute__((unused)) double mk_##NAME(double x) {                                                    \
    double y0, y1;                                                                                                      \
    uint64_t n = mk_trig_reduce(x, &y0, &y1);                                                                           \
    return mk_##NAME##_of(n, y0, y1);                                                                                   \
  }
MK_TRIG(sin) MK_TRIG(cos) MK_TRIG(tan)
#undef MK_TRIG

#endif
