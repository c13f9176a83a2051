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
MK_FN uint32_t mk_bitsf(float x) { uint32_t u; __builtin_memcpy(&u, &x, 4); return u; }
MK_FN float mk_from_bitsf(uint32_t u) { float x; __builtin_memcpy(&x, &u, 4); return x; }
MK_FN float mk_copysignf(float x, float s) { return mk_from_bitsf((mk_bitsf(x) & 0x7fffffffu) | (mk_bitsf(s) & 0x80000000u)); }
/* The sign bit, of NaN too. */
MK_FN int mk_signbit(double x) { return (int)(mk_bits(x) >> 63); }
MK_FN int mk_signbitf(float x) { return (int)(mk_bitsf(x) >> 31); }
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
/* The number beside x in the direction of y: its bits, as an integer, are one apart; y where they are equal, NaN where either is. */
MK_FN double mk_nextafter(double x, double y) {
  uint64_t outwards = mk_mask((x < y) == (x > 0.0)), zero = mk_mask(x == 0.0), equal = mk_mask(x == y);
  double beside = mk_from_bits(mk_bits(x) + (~outwards | 1));
  double moved = mk_pick(zero, mk_copysign(0x1p-1074, y), beside);
  return mk_pick(mk_mask((x != x) | (y != y)), x + y, mk_pick(equal, y, moved));
}
MK_FN float mk_nextafterf(float x, float y) {
  uint32_t outwards = 0 - (uint32_t)((x < y) == (x > 0.0f)), zero = 0 - (uint32_t)(x == 0.0f), equal = 0 - (uint32_t)(x == y);
  uint32_t none = 0 - (uint32_t)((x != x) | (y != y)), beside = mk_bitsf(x) + (~outwards | 1);
  uint32_t moved = (zero & mk_bitsf(mk_copysignf(0x1p-149f, y))) | (~zero & beside);
  uint32_t kept = (equal & mk_bitsf(y)) | (~equal & moved);
  return mk_from_bitsf((none & mk_bitsf(x + y)) | (~none & kept));
}
/* -1, 0, 1 or NaN; +0 for zeros. */
MK_FN double mk_sign(double x) { double z = x != x ? x : 0.0; double p = x > 0.0 ? 1.0 : z; return x < 0.0 ? -1.0 : p; }
MK_FN float mk_signf(float x) { float z = x != x ? x : 0.0f; float p = x > 0.0f ? 1.0f : z; return x < 0.0f ? -1.0f : p; }

#endif
