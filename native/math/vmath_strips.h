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
MK_STRIPS2(pow) MK_STRIPS2(atan2) MK_STRIPS2(fmin) MK_STRIPS2(fmax) MK_STRIPS2(mod) MK_STRIPS2(floordiv)

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
#undef MK_STRIP1
#undef MK_STRIP2
#undef MK_STRIPS1
#undef MK_STRIPS2
#undef MK_STRIP_TRIG

#endif
