/* Sine, cosine and tangent in double, for every argument. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_TRIG_H
#define MK_VMATH_TRIG_H

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

#endif
