/* Strip forms of every function. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_STRIPS_H
#define MK_VMATH_STRIPS_H

/* ---- strips ---- */

#define MK_STRIP1(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *in, int n) {                            \
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_##NAME(in[i]);                                         \
  }
#define MK_STRIP2(NAME, T)                                                                                              \
  static inline __attribute__((unused)) void mk_##NAME##_strip(T *out, const T *a, const T *b, int n) {                 \
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_##NAME(a[i], b[i]);                                    \
  }
#define MK_STRIPS1(NAME) MK_STRIP1(NAME, double) MK_STRIP1(NAME##f, float)
#define MK_STRIPS2(NAME) MK_STRIP2(NAME, double) MK_STRIP2(NAME##f, float)
MK_STRIPS1(exp) MK_STRIPS1(expm1) MK_STRIPS1(log) MK_STRIPS1(log1p) MK_STRIPS1(log2) MK_STRIPS1(log10) MK_STRIPS1(tanh)
MK_STRIPS1(sign) MK_STRIPS1(floor) MK_STRIPS1(ceil) MK_STRIPS1(trunc) MK_STRIPS1(rint)
MK_STRIPS2(atan2) MK_STRIPS2(fmin) MK_STRIPS2(fmax) MK_STRIPS2(mod) MK_STRIPS2(floordiv)

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
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_##NAME##_mid##F(in[i]);                                \
  }
MK_STRIP_TRIG(sin, , double) MK_STRIP_TRIG(cos, , double) MK_STRIP_TRIG(tan, , double)
MK_STRIP_TRIG(sin, f, float) MK_STRIP_TRIG(cos, f, float) MK_STRIP_TRIG(tan, f, float)

/* Whether any of n bases is not positive and finite, or any exponent not finite: there pow's edges are. */
MK_FN int mk_any_edge(const double *x, const double *y, int n) {
  uint64_t edge = 0, last = 0x7fefffffffffffffull;
  for (int i = 0; i < n; i++) {
    uint64_t u = mk_bits(x[i]), v = mk_bits(y[i]) & 0x7fffffffffffffffull;
    edge |= u | (u - 1) | (last - u) | (last - v);
  }
  return (int)(edge >> 63);
}
MK_FN int mk_any_edgef(const float *x, const float *y, int n) {
  uint32_t edge = 0, last = 0x7f7fffffu;
  for (int i = 0; i < n; i++) {
    uint32_t u, v;
    __builtin_memcpy(&u, x + i, 4);
    __builtin_memcpy(&v, y + i, 4);
    edge |= u | (u - 1) | (last - u) | (last - (v & 0x7fffffffu));
  }
  return (int)(edge >> 31);
}

/* mk_pow in two short loops, the second without edges where there are none; the same bits. */
#define MK_POW_BLOCK 256
MK_FN void mk_pow_block(double *out, const double *x, const double *y, int n) {
  double high[MK_POW_BLOCK], low[MK_POW_BLOCK];
  MK_INDEPENDENT for (int i = 0; i < n; i++) high[i] = mk_pow_log2(mk_abs(x[i]), &low[i]);
  if (mk_any_edge(x, y, n)) {
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_pow_edges(x[i], y[i], mk_pow_times(y[i], high[i], low[i]));
  } else {
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_pow_times(y[i], high[i], low[i]);
  }
}
MK_FN void mk_pow_blockf(float *out, const float *x, const float *y, int n) {
  if (mk_any_edgef(x, y, n)) {
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = mk_powf(x[i], y[i]);
  } else {
    MK_INDEPENDENT for (int i = 0; i < n; i++) out[i] = (float)mk_powf_inside(x[i], y[i]);
  }
}
#define MK_STRIP_POW(F, T)                                                                                              \
  static inline __attribute__((unused)) void mk_pow##F##_strip(T *out, const T *x, const T *y, int n) {                 \
    for (int i = 0; i < n; i += MK_POW_BLOCK)                                                                           \
      mk_pow_block##F(out + i, x + i, y + i, n - i < MK_POW_BLOCK ? n - i : MK_POW_BLOCK);                              \
  }
MK_STRIP_POW(, double) MK_STRIP_POW(f, float)
#undef MK_STRIP_POW
#undef MK_STRIP1
#undef MK_STRIP2
#undef MK_STRIPS1
#undef MK_STRIPS2
#undef MK_STRIP_TRIG

#endif
