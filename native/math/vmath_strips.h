/* Strip forms of every function. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_STRIPS_H
#define MK_VMATH_STRIPS_H

/* ---- strips ---- */

#define MK_STRIP1(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *in, int64_t n) {                        \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME(in[i]);                                           \
  }
#define MK_STRIP2(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *a, const T *b, int64_t n) {             \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME(a[i], b[i]);                                      \
  }
MK_PLAIN_STRIPS1(MK_STRIP1) MK_PLAIN_STRIPS2(MK_STRIP2)

/*
 * Long functions run in two short loops, block by block: a processor overlaps the steps of neighbouring elements only as far as
 * it looks ahead, and sees more of them in a short loop. Where a block has edges, or subnormals, the function itself is called.
 */
#define MK_STRIP_BLOCK 256
#define MK_STRIP_BLOCKS(NAME, T)                                                                                        \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *in, int64_t n) {                        \
    for (int64_t i = 0; i < n; i += MK_STRIP_BLOCK)                                                                     \
      mk_##NAME##_block(out + i, in + i, n - i < MK_STRIP_BLOCK ? n - i : MK_STRIP_BLOCK);                              \
  }
/* The sign bit is set where x is not positive, normal and finite. */
MK_FN uint64_t mk_log_edge(double x) { return (mk_bits(x) - mk_bits(0x1p-1022)) | (mk_bits(0x1.fffffffffffffp1023) - mk_bits(x)); }
#define MK_LOG_BLOCK(NAME)                                                                                              \
  MK_FN void mk_##NAME##_block(double *out, const double *x, int64_t n) {                                               \
    double k[MK_STRIP_BLOCK], f[MK_STRIP_BLOCK], s[MK_STRIP_BLOCK];                                                     \
    uint64_t edge = 0;                                                                                                  \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {                                                                    \
      double g;                                                                                                         \
      k[i] = mk_log_normal(x[i], &g);                                                                                   \
      f[i] = g;                                                                                                         \
      s[i] = g / (2.0 + g);                                                                                             \
      edge |= mk_log_edge(x[i]);                                                                                        \
    }                                                                                                                   \
    if ((edge >> 63) != 0) {                                                                                            \
      MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME(x[i]);                                          \
    } else {                                                                                                            \
      MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME##_of(k[i], f[i], s[i]);                         \
    }                                                                                                                   \
  }                                                                                                                     \
  MK_STRIP_BLOCKS(NAME, double)
MK_LOG_BLOCK(log) MK_LOG_BLOCK(log2) MK_LOG_BLOCK(log10)
#undef MK_LOG_BLOCK

MK_FN void mk_log1p_block(double *out, const double *x, int64_t n) {
  double k[MK_STRIP_BLOCK], f[MK_STRIP_BLOCK], s[MK_STRIP_BLOCK], c[MK_STRIP_BLOCK];
  uint64_t edge = 0;
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    double u = 1.0 + x[i], g;
    k[i] = mk_log_normal(u, &g);
    c[i] = mk_log1p_lost(x[i], u, k[i], &g);
    f[i] = g;
    s[i] = g / (2.0 + g);
    edge |= mk_log_edge(u) | (mk_bits(mk_abs(x[i])) - mk_bits(0x1p-54));
  }
  if ((edge >> 63) != 0) {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_log1p(x[i]);
  } else {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_log1p_of(k[i], f[i], s[i], c[i]);
  }
}
MK_STRIP_BLOCKS(log1p, double)

MK_FN void mk_atan_block(double *out, const double *x, int64_t n) {
  double r[MK_STRIP_BLOCK], t[MK_STRIP_BLOCK];
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    double tangent;
    r[i] = mk_atan_reduce(x[i], &tangent);
    t[i] = tangent;
  }
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_copysign(mk_atan_of(r[i], t[i]), x[i]);
}
MK_STRIP_BLOCKS(atan, double)

#define MK_HYPERBOLIC_BLOCK(NAME)                                                                                       \
  MK_FN void mk_##NAME##_block(double *out, const double *x, int64_t n) {                                               \
    double t[MK_STRIP_BLOCK], r[MK_STRIP_BLOCK], c[MK_STRIP_BLOCK];                                                     \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {                                                                    \
      double rest, lost;                                                                                                \
      t[i] = mk_hyperbolic_reduce(mk_abs(x[i]), &rest, &lost);                                                          \
      r[i] = rest;                                                                                                      \
      c[i] = lost;                                                                                                      \
    }                                                                                                                   \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++)                                                                      \
      out[i] = mk_##NAME##_from(x[i], mk_hyperbolic_of(mk_abs(x[i]), t[i], r[i], c[i]));                                \
  }                                                                                                                     \
  MK_STRIP_BLOCKS(NAME, double)
MK_HYPERBOLIC_BLOCK(sinh) MK_HYPERBOLIC_BLOCK(cosh)
#undef MK_HYPERBOLIC_BLOCK

/* Float forms: the double of a float is normal, or zero, infinite or not a number. */
#define MK_LOG_BLOCK(NAME)                                                                                              \
  MK_FN void mk_##NAME##_block(float *out, const float *x, int64_t n) {                                                 \
    double k[MK_STRIP_BLOCK], s[MK_STRIP_BLOCK];                                                                        \
    uint64_t edge = 0;                                                                                                  \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {                                                                    \
      double f;                                                                                                         \
      k[i] = mk_log_normal((double)x[i], &f);                                                                           \
      s[i] = f / (2.0 + f);                                                                                             \
      edge |= mk_log_edge((double)x[i]);                                                                                \
    }                                                                                                                   \
    if ((edge >> 63) != 0) {                                                                                            \
      MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME(x[i]);                                          \
    } else {                                                                                                            \
      MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = (float)mk_##NAME##_of(k[i], s[i]);                        \
    }                                                                                                                   \
  }                                                                                                                     \
  MK_STRIP_BLOCKS(NAME, float)
MK_LOG_BLOCK(logf) MK_LOG_BLOCK(log2f) MK_LOG_BLOCK(log10f)
#undef MK_LOG_BLOCK

MK_FN void mk_tanhf_block(float *out, const float *x, int64_t n) {
  double r[MK_STRIP_BLOCK], power[MK_STRIP_BLOCK];
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    double p;
    r[i] = mk_tanhf_reduce((double)x[i], &p);
    power[i] = p;
  }
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_tanhf_of((double)x[i], r[i], power[i]);
}
MK_STRIP_BLOCKS(tanhf, float)

/* Sines, cosines and tangents of a block, in two short loops; lanes that are not near are reduced again between them. */
MK_COLD void mk_trig_again(double *y0, double *y1, uint64_t *q, const double *x, int64_t n) {
  int far = 0;
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    double a0, a1, b0, b1;
    uint64_t flag, near = mk_trig_near(x[i], &a0, &a1, &flag), mid = mk_trig_mid(x[i], &b0, &b1);
    flag = 0 - (flag >> 63);
    y0[i] = mk_pick(flag, b0, a0);
    y1[i] = mk_pick(flag, b1, a1);
    q[i] = (mid & flag) | (near & ~flag);
    far |= mk_trig_far(x[i]);
  }
  for (int64_t i = 0; far != 0 && i < n; i++)
    if (mk_trig_far(x[i])) q[i] = mk_trig_reduce_far(x[i], &y0[i], &y1[i]);
}
#define MK_STRIP_TRIG(NAME)                                                                                             \
  MK_FN void mk_##NAME##_block(double *out, const double *x, int64_t n) {                                               \
    double y0[MK_STRIP_BLOCK], y1[MK_STRIP_BLOCK];                                                                      \
    uint64_t q[MK_STRIP_BLOCK], flags = 0;                                                                              \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {                                                                    \
      uint64_t flag;                                                                                                    \
      q[i] = mk_trig_near(x[i], &y0[i], &y1[i], &flag);                                                                 \
      flags |= flag;                                                                                                    \
    }                                                                                                                   \
    if ((flags >> 63) != 0) mk_trig_again(y0, y1, q, x, n);                                                             \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME##_of(q[i], y0[i], y1[i]);                         \
  }                                                                                                                     \
  MK_STRIP_BLOCKS(NAME, double)
MK_STRIP_TRIG(sin) MK_STRIP_TRIG(cos) MK_STRIP_TRIG(tan)
#undef MK_STRIP_TRIG

/* Whether any of n values is beyond the limit of the mid forms (or not finite). */
MK_FN int mk_any_farf(const float *in, int64_t n) {
  uint32_t far = 0;
  for (int64_t i = 0; i < n; i++) {
    uint32_t u;
    __builtin_memcpy(&u, in + i, 4);
    far |= 0x49c90fd8u - (u & 0x7fffffffu);
  }
  return (int)(far >> 31);
}
#define MK_STRIP_TRIG(NAME)                                                                                             \
  MK_FN void mk_##NAME##_block(float *out, const float *x, int64_t n) {                                                 \
    double y[MK_STRIP_BLOCK];                                                                                           \
    uint64_t q[MK_STRIP_BLOCK];                                                                                         \
    if (mk_any_farf(x, n)) {                                                                                            \
      for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME(x[i]);                                                         \
      return;                                                                                                           \
    }                                                                                                                   \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {                                                                    \
      double v;                                                                                                         \
      q[i] = mk_trig_short((double)x[i], &v);                                                                           \
      y[i] = v;                                                                                                         \
    }                                                                                                                   \
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_##NAME##_of(q[i], y[i]);                                 \
  }                                                                                                                     \
  MK_STRIP_BLOCKS(NAME, float)
MK_STRIP_TRIG(sinf) MK_STRIP_TRIG(cosf) MK_STRIP_TRIG(tanf)
#undef MK_STRIP_TRIG

/* Whether any of n bases is not positive and finite, or any exponent not finite: there pow's edges are. */
MK_FN int mk_any_edge(const double *x, const double *y, int64_t n) {
  uint64_t edge = 0, last = 0x7fefffffffffffffull;
  for (int64_t i = 0; i < n; i++) {
    uint64_t u = mk_bits(x[i]), v = mk_bits(y[i]) & 0x7fffffffffffffffull;
    edge |= u | (u - 1) | (last - u) | (last - v);
  }
  return (int)(edge >> 63);
}
MK_FN int mk_any_edgef(const float *x, const float *y, int64_t n) {
  uint32_t edge = 0, last = 0x7f7fffffu;
  for (int64_t i = 0; i < n; i++) {
    uint32_t u, v;
    __builtin_memcpy(&u, x + i, 4);
    __builtin_memcpy(&v, y + i, 4);
    edge |= u | (u - 1) | (last - u) | (last - (v & 0x7fffffffu));
  }
  return (int)(edge >> 31);
}

/* mk_pow in four short loops, the last without edges where there are none; the same bits. */
MK_FN void mk_pow_block(double *out, const double *x, const double *y, int64_t n) {
  double a[MK_STRIP_BLOCK], b[MK_STRIP_BLOCK], c[MK_STRIP_BLOCK], d[MK_STRIP_BLOCK];
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    mk_pow_parts p = mk_pow_divide(mk_abs(x[i]));
    a[i] = p.n, b[i] = p.base, c[i] = p.quotient, d[i] = p.low;
  }
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    mk_pow_parts p = {a[i], b[i], c[i], d[i]};
    double low;
    a[i] = mk_pow_log2_of(p, &low);
    b[i] = low;
  }
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    mk_pow_rest p = mk_pow_times(y[i], a[i], b[i]);
    a[i] = p.biased, b[i] = p.high, c[i] = p.low;
  }
  if (mk_any_edge(x, y, n)) {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
      mk_pow_rest p = {a[i], b[i], c[i]};
      out[i] = mk_pow_edges(x[i], y[i], mk_pow_exp2(p));
    }
  } else {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
      mk_pow_rest p = {a[i], b[i], c[i]};
      out[i] = mk_pow_exp2(p);
    }
  }
}
MK_FN void mk_pow_blockf(float *out, const float *x, const float *y, int64_t n) {
  double a[MK_STRIP_BLOCK], b[MK_STRIP_BLOCK];
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    double f;
    a[i] = mk_log_normal(mk_abs((double)x[i]), &f);
    b[i] = f / (2.0 + f);
  }
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) a[i] = mk_powf_times((double)y[i], a[i], b[i]);
  if (mk_any_edgef(x, y, n)) {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = (float)mk_pow_edges(x[i], y[i], mk_powf_exp2(a[i]));
  } else {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = (float)mk_powf_exp2(a[i]);
  }
}
#define MK_STRIP_POW(F, T)                                                                                              \
  static inline __attribute__((unused)) void mk_pow##F##_strip(T *out, const T *x, const T *y, int64_t n) {             \
    for (int64_t i = 0; i < n; i += MK_STRIP_BLOCK)                                                                     \
      mk_pow_block##F(out + i, x + i, y + i, n - i < MK_STRIP_BLOCK ? n - i : MK_STRIP_BLOCK);                          \
  }
MK_STRIP_POW(, double) MK_STRIP_POW(f, float)
#undef MK_STRIP_POW
#undef MK_STRIP1

#endif
