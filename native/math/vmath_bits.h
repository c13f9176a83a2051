/* Bits of doubles, masks, rounding to integers and selections. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_BITS_H
#define MK_VMATH_BITS_H

/* ---- bits ---- */

MK_FN uint64_t mk_bits(double x) { uint64_t u; __builtin_memcpy(&u, &x, 8); return u; }
MK_FN double mk_from_bits(uint64_t u) { double x; __builtin_memcpy(&x, &u, 8); return x; }
MK_FN double mk_abs(double x) { return mk_from_bits(mk_bits(x) & 0x7fffffffffffffffull); }
MK_FN double mk_copysign(double x, double s) {
  return mk_from_bits((mk_bits(x) & 0x7fffffffffffffffull) | (mk_bits(s) & 0x8000000000000000ull));
}
/* All bits set where a comparison holds; and selections by such masks, which stay straight-line code however often a
   condition is used (gcc threads jumps through repeated ?: and then cannot vectorize). */
MK_FN uint64_t mk_mask(int holds) { return 0 - (uint64_t)holds; }
MK_FN double mk_pick(uint64_t mask, double a, double b) { return mk_from_bits((mk_bits(a) & mask) | (mk_bits(b) & ~mask)); }
MK_FN double mk_where(uint64_t mask, double a) { return mk_from_bits(mk_bits(a) & mask); }
/* The upper 21 bits of the significand. */
MK_FN double mk_high(double x) { return mk_from_bits(mk_bits(x) & 0xffffffff00000000ull); }
/* An integer below 2^52 as a double. */
MK_FN double mk_small(uint64_t u) { return mk_from_bits(u | 0x4330000000000000ull) - 0x1p52; }
/* 2^k for an integral k in [-1022, 1023]. */
MK_FN double mk_exp2i(double k) { return mk_from_bits(mk_bits(k + (0x1.8p52 + 1023.0)) << 52); }
/* The nearest integer, for |x| < 2^51. */
MK_FN double mk_near(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/* ---- rounding ---- */

#if defined(__SSE4_1__) || defined(__aarch64__)
MK_FN double mk_rint(double x) { return __builtin_rint(x); }
MK_FN double mk_floor(double x) { return __builtin_floor(x); }
MK_FN double mk_ceil(double x) { return __builtin_ceil(x); }
MK_FN double mk_trunc(double x) { return __builtin_trunc(x); }
#else
MK_FN double mk_rint(double x) {
  double a = mk_abs(x);
  double r = (a + 0x1p52) - 0x1p52;
  return mk_copysign(a < 0x1p52 ? r : a, x);
}
MK_FN double mk_floor(double x) {
  double r = mk_rint(x);
  double d = r > x ? 1.0 : 0.0;
  return mk_copysign(r - d, x);
}
MK_FN double mk_ceil(double x) {
  double r = mk_rint(x);
  double d = r < x ? 1.0 : 0.0;
  return mk_copysign(r + d, x);
}
MK_FN double mk_trunc(double x) {
  double a = mk_abs(x);
  double r = mk_rint(a);
  double d = r > a ? 1.0 : 0.0;
  return mk_copysign(r - d, x);
}
#endif
MK_FN float mk_rintf(float x) { return (float)mk_rint((double)x); }
MK_FN float mk_floorf(float x) { return (float)mk_floor((double)x); }
MK_FN float mk_ceilf(float x) { return (float)mk_ceil((double)x); }
MK_FN float mk_truncf(float x) { return (float)mk_trunc((double)x); }

/* ---- selections ---- */

/* NaN in either operand gives NaN; of equal operands (zeros of either sign) the second. */
MK_FN double mk_fmin(double a, double b) { return ((a < b) | (a != a)) ? a : b; }
MK_FN double mk_fmax(double a, double b) { return ((a > b) | (a != a)) ? a : b; }
MK_FN float mk_fminf(float a, float b) { return ((a < b) | (a != a)) ? a : b; }
MK_FN float mk_fmaxf(float a, float b) { return ((a > b) | (a != a)) ? a : b; }
/* -1, 0, 1 or NaN; +0 for zeros. */
MK_FN double mk_sign(double x) { double z = x != x ? x : 0.0; double p = x > 0.0 ? 1.0 : z; return x < 0.0 ? -1.0 : p; }
MK_FN float mk_signf(float x) { float z = x != x ? x : 0.0f; float p = x > 0.0f ? 1.0f : z; return x < 0.0f ? -1.0f : p; }

#endif
