/* Division with floor, integers, and conversions. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_INTEGER_H
#define MK_VMATH_INTEGER_H

/* ---- division with floor, as NumPy's floor_divide and remainder ---- */

static inline __attribute__((unused)) double mk_mod(double a, double b) {
  double m = fmod(a, b);
  if (m != 0.0) return (b < 0.0) != (m < 0.0) ? m + b : m;
  return copysign(0.0, b);
}
static inline __attribute__((unused)) double mk_floordiv(double a, double b) {
  double m, d, f;
  if (b == 0.0) return a / b;
  m = fmod(a, b);
  d = (a - m) / b;
  if (m != 0.0 && (b < 0.0) != (m < 0.0)) d -= 1.0;
  if (d == 0.0) return copysign(0.0, a / b);
  f = floor(d);
  return d - f > 0.5 ? f + 1.0 : f;
}
/* Exact for float operands: NumPy's float32 steps round differently only where these are more exact. */
static inline __attribute__((unused)) float mk_modf(float a, float b) {
  float m = fmodf(a, b);
  if (m != 0.0f) return (b < 0.0f) != (m < 0.0f) ? m + b : m;
  return copysignf(0.0f, b);
}
static inline __attribute__((unused)) float mk_floordivf(float a, float b) {
  float m, d, f;
  if (b == 0.0f) return a / b;
  m = fmodf(a, b);
  d = (a - m) / b;
  if (m != 0.0f && (b < 0.0f) != (m < 0.0f)) d -= 1.0f;
  if (d == 0.0f) return copysignf(0.0f, a / b);
  f = floorf(d);
  return d - f > 0.5f ? f + 1.0f : f;
}

/* ---- integers: wrapping; x/0 and x%0 are 0; shifts by the width or more (or by negative counts) push all bits out ---- */

/*
 * Quotients with floor and their remainders; d is neither 0 nor -1. Multiplication by 1 / d in doubles vectorizes, and many dividends
 * of one divisor are one division. For int32 the inverse is a little too large: whole quotients do not fall short, and fractions do not
 * reach the next integer. The quotient of int64, where vectors can convert them, is wrong by 2^12 / |d| + 1 at most, so the remainder is
 * divided again: it exceeds 2 |d| only for |d| up to 2^12, where the second division is exact. Then |remainder| < |d|, of either sign.
 */
#define MK_ABOVE_ONE 0x1.000000000008p0
MK_FN int32_t mk_divide_i32(int32_t a, int32_t d, int32_t *remainder) {
  const double inverse = MK_ABOVE_ONE / (double)d;
  int32_t q = (int32_t)((double)a * inverse), r = (int32_t)((uint32_t)a - (uint32_t)q * (uint32_t)d);
  int32_t low = (r != 0) & ((r ^ d) < 0);
  *remainder = (int32_t)((uint32_t)r + (uint32_t)(d & -low));
  return q - low;
}
#if defined(__AVX512DQ__)
MK_FN int64_t mk_divide_i64(int64_t a, int64_t d, int64_t *remainder) {
  const double inverse = 1.0 / (double)d, above = MK_ABOVE_ONE * inverse;
  double first = (double)a * inverse;
  int64_t q, r, more, low;
  first = first > 0x1.fffffffffffffp62 ? 0x1.fffffffffffffp62 : first;
  q = (int64_t)first;
  r = (int64_t)((uint64_t)a - (uint64_t)q * (uint64_t)d);
  more = (int64_t)((double)r * above);
  r = (int64_t)((uint64_t)r - (uint64_t)more * (uint64_t)d);
  low = (r != 0) & ((r ^ d) < 0);
  *remainder = (int64_t)((uint64_t)r + (uint64_t)(d & -low));
  return (int64_t)((uint64_t)q + (uint64_t)more - (uint64_t)low);
}
#else
MK_FN int64_t mk_divide_i64(int64_t a, int64_t d, int64_t *remainder) {
  int64_t q = a / d, r = a - q * d, low = (r != 0) & ((r ^ d) < 0);
  *remainder = r + (d & -low);
  return q - low;
}
#endif

/* Narrow integers are divided as 32 bits: the quotient of the least by -1 never gets here. */
MK_FN int16_t mk_divide_i16(int16_t a, int16_t d, int16_t *remainder) {
  int32_t r, q = mk_divide_i32(a, d, &r);
  *remainder = (int16_t)r;
  return (int16_t)q;
}
MK_FN int8_t mk_divide_i8(int8_t a, int8_t d, int8_t *remainder) {
  int32_t r, q = mk_divide_i32(a, d, &r);
  *remainder = (int8_t)r;
  return (int8_t)q;
}
/* a / d, for d other than 0. That of uint8: with 2^16 / d rounded up, the product is too large by less than 1 / d. */
MK_FN uint64_t mk_divide_u64(uint64_t a, uint64_t d) { return a / d; }
MK_FN uint32_t mk_divide_u32(uint32_t a, uint32_t d) { return (uint32_t)((double)a * (MK_ABOVE_ONE / (double)d)); }
MK_FN uint16_t mk_divide_u16(uint16_t a, uint16_t d) { return (uint16_t)mk_divide_u32(a, d); }
MK_FN uint8_t mk_divide_u8(uint8_t a, uint8_t d) {
  const int32_t inverse = (int32_t)(65536.0f / (float)d) + 1;
  return (uint8_t)((a * inverse) >> 16);
}

/* W: the unsigned type of no fewer bits in which T's arithmetic does not overflow, which narrow types are promoted to. */
#define MK_EVERY(T, W, S)                                                                                               \
  MK_FN T mk_add_##S(T a, T b) { return (T)((W)a + (W)b); }                                                             \
  MK_FN T mk_sub_##S(T a, T b) { return (T)((W)a - (W)b); }                                                             \
  MK_FN T mk_mul_##S(T a, T b) { return (T)((W)a * (W)b); }                                                             \
  MK_FN T mk_neg_##S(T a) { return (T)((W)0 - (W)a); }                                                                  \
  MK_FN T mk_min_##S(T a, T b) { return a < b ? a : b; }                                                                \
  MK_FN T mk_max_##S(T a, T b) { return a > b ? a : b; }

#define MK_SIGNED(T, U, W, BITS, S)                                                                                        \
  MK_EVERY(T, W, S)                                                                                                     \
  MK_FN T mk_abs_##S(T a) { return a < 0 ? (T)((U)0 - (U)a) : a; }                                                      \
  MK_FN T mk_sign_##S(T a) { return (T)((a > 0) - (a < 0)); }                                                           \
  MK_FN T mk_floordiv_##S(T a, T b) {                                                                                   \
    T r, d = ((b == 0) | (b == -1)) ? 1 : b, q = mk_divide_##S(a, d, &r);                                               \
    q = b == -1 ? (T)((U)0 - (U)a) : q;                                                                                 \
    return b == 0 ? 0 : q;                                                                                              \
  }                                                                                                                     \
  MK_FN T mk_mod_##S(T a, T b) {                                                                                        \
    T r;                                                                                                                \
    mk_divide_##S(a, ((b == 0) | (b == -1)) ? 1 : b, &r);                                                               \
    return r;                                                                                                           \
  }                                                                                                                     \
  MK_FN T mk_shl_##S(T a, T b) { T v = (T)((U)a << ((U)b & (BITS - 1))); return (U)b < BITS ? v : 0; }                  \
  MK_FN T mk_shr_##S(T a, T b) { T v = a >> ((U)b < BITS ? b : BITS - 1); return v; }                                   \
  static inline __attribute__((unused)) T mk_ipow_##S(T a, T b) {                                                       \
    W r = 1, x = (W)a;                                                                                                  \
    if (b < 0) return a == 1 ? 1 : a == -1 ? ((b & 1) != 0 ? -1 : 1) : 0;                                               \
    for (U e = (U)b; e != 0; e >>= 1, x *= x) r *= (e & 1) != 0 ? x : 1;                                                \
    return (T)r;                                                                                                        \
  }
MK_SIGNED(int8_t, uint8_t, uint32_t, 8, i8)
MK_SIGNED(int16_t, uint16_t, uint32_t, 16, i16)
MK_SIGNED(int32_t, uint32_t, uint32_t, 32, i32)
MK_SIGNED(int64_t, uint64_t, uint64_t, 64, i64)
#undef MK_SIGNED

#define MK_UNSIGNED(T, W, BITS, S)                                                                                      \
  MK_EVERY(T, W, S)                                                                                                     \
  MK_FN T mk_abs_##S(T a) { return a; }                                                                                 \
  MK_FN T mk_sign_##S(T a) { return a != 0; }                                                                           \
  MK_FN T mk_floordiv_##S(T a, T b) {                                                                                   \
    const T q = mk_divide_##S(a, b == 0 ? 1 : b);                                                                       \
    return b == 0 ? 0 : q;                                                                                              \
  }                                                                                                                     \
  MK_FN T mk_mod_##S(T a, T b) {                                                                                        \
    const T d = b == 0 ? 1 : b;                                                                                         \
    return (T)((W)a - (W)mk_divide_##S(a, d) * (W)d);                                                                   \
  }                                                                                                                     \
  MK_FN T mk_shl_##S(T a, T b) { const T v = (T)((W)a << (b & (BITS - 1))); return b < BITS ? v : 0; }                  \
  MK_FN T mk_shr_##S(T a, T b) { const T v = (T)(a >> (b & (BITS - 1))); return b < BITS ? v : 0; }                     \
  static inline __attribute__((unused)) T mk_ipow_##S(T a, T b) {                                                       \
    W r = 1, x = a;                                                                                                     \
    for (T e = b; e != 0; e >>= 1, x *= x) r *= (e & 1) != 0 ? x : 1;                                                   \
    return (T)r;                                                                                                        \
  }
MK_UNSIGNED(uint8_t, uint32_t, 8, u8)
MK_UNSIGNED(uint16_t, uint32_t, 16, u16)
MK_UNSIGNED(uint32_t, uint32_t, 32, u32)
MK_UNSIGNED(uint64_t, uint64_t, 64, u64)
#undef MK_UNSIGNED
#undef MK_EVERY

/*
 * Powers, some elements side by side: as many squarings as their longest exponent has bits. Of exponents below zero only the oddness
 * matters: powers of 1 and -1 are whole, the rest are 0.
 */
#define MK_POWERS(T, U, NEGATIVE, S)                                                                                    \
  static inline __attribute__((unused)) void mk_pow_##S##_strip(T *out, const T *a, const T *b, int64_t n) {            \
    enum { some = 64 };                                                                                                 \
    for (int64_t i = 0; i < n; i += some) {                                                                             \
      const int64_t m = n - i < some ? n - i : some;                                                                    \
      U r[some], x[some] = {0}, e[some] = {0}, left;                                                                    \
      for (int64_t l = 0; l < m; l++) x[l] = (U)a[i + l];                                                               \
      for (int64_t l = 0; l < m; l++) e[l] = NEGATIVE(b[i + l]) ? b[i + l] & 1 : (U)b[i + l];                           \
      for (int l = 0; l < some; l++) r[l] = 1;                                                                          \
      do {                                                                                                              \
        left = 0;                                                                                                       \
        for (int l = 0; l < some; l++) {                                                                                \
          const U by = (e[l] & 1) != 0 ? x[l] : 1;                                                                      \
          r[l] = (U)((uint64_t)r[l] * by);                                                                              \
          x[l] = (U)((uint64_t)x[l] * x[l]);                                                                            \
          e[l] >>= 1;                                                                                                   \
          left |= e[l];                                                                                                 \
        }                                                                                                               \
      } while (left != 0);                                                                                              \
      for (int64_t l = 0; l < m; l++) {                                                                                 \
        const int none = NEGATIVE(b[i + l]) & (a[i + l] != 1) & (a[i + l] != (T)-1);                                    \
        out[i + l] = none ? 0 : (T)r[l];                                                                                \
      }                                                                                                                 \
    }                                                                                                                   \
  }
#define MK_BELOW_ZERO(x) ((x) < 0)
#define MK_NEVER(x) 0
MK_POWERS(int8_t, uint8_t, MK_BELOW_ZERO, i8)
MK_POWERS(int16_t, uint16_t, MK_BELOW_ZERO, i16)
MK_POWERS(int32_t, uint32_t, MK_BELOW_ZERO, i32)
MK_POWERS(int64_t, uint64_t, MK_BELOW_ZERO, i64)
MK_POWERS(uint8_t, uint8_t, MK_NEVER, u8)
MK_POWERS(uint16_t, uint16_t, MK_NEVER, u16)
MK_POWERS(uint32_t, uint32_t, MK_NEVER, u32)
MK_POWERS(uint64_t, uint64_t, MK_NEVER, u64)
#undef MK_POWERS
#undef MK_BELOW_ZERO
#undef MK_NEVER

/*
 * ---- conversions: truncate; NaN gives 0; out of range saturates ----
 *
 * Fractions become 0 first: with -fno-trapping-math gcc 12 turns (double)(int)x into trunc(x), which is -0 for some.
 */

MK_FN int32_t mk_to_i32_f64(double x) {
  double y = x < -2147483648.0 ? -2147483648.0 : x;
  y = y > 2147483647.0 ? 2147483647.0 : y;
  return (int32_t)(mk_abs(y) >= 1.0 ? y : 0.0);
}
MK_FN uint8_t mk_to_u8_f64(double x) {
  double y = x >= 1.0 ? x : 0.0;
  y = y > 255.0 ? 255.0 : y;
  return (uint8_t)(int32_t)y;
}
MK_FN int64_t mk_to_i64_f64(double x) {
  double y = x < -0x1p63 ? -0x1p63 : x;
  int64_t v = (int64_t)(((mk_abs(y) >= 1.0) & (y < 0x1p63)) ? y : 0.0);
  return x >= 0x1p63 ? INT64_MAX : v;
}
MK_FN uint16_t mk_to_u16_f64(double x) {
  double y = x >= 1.0 ? x : 0.0;
  y = y > 65535.0 ? 65535.0 : y;
  return (uint16_t)(int32_t)y;
}
MK_FN uint32_t mk_to_u32_f64(double x) {
  double y = x >= 1.0 ? x : 0.0;
  y = y > 4294967295.0 ? 4294967295.0 : y;
  return (uint32_t)(int64_t)y;
}
MK_FN uint64_t mk_to_u64_f64(double x) {
  const double y = ((x >= 1.0) & (x < 0x1p64)) ? x : 0.0;
  return x >= 0x1p64 ? UINT64_MAX : (uint64_t)y;
}
MK_FN int16_t mk_to_i16_f64(double x) {
  double y = x < -32768.0 ? -32768.0 : x;
  y = y > 32767.0 ? 32767.0 : y;
  return (int16_t)(int32_t)(mk_abs(y) >= 1.0 ? y : 0.0);
}
MK_FN int8_t mk_to_i8_f64(double x) {
  double y = x < -128.0 ? -128.0 : x;
  y = y > 127.0 ? 127.0 : y;
  return (int8_t)(int32_t)(mk_abs(y) >= 1.0 ? y : 0.0);
}
#define MK_FROM_FLOAT(T, S) \
  MK_FN T mk_to_##S##_f32(float x) { return mk_to_##S##_f64((double)x); }
MK_FROM_FLOAT(int8_t, i8)
MK_FROM_FLOAT(int16_t, i16)
MK_FROM_FLOAT(int32_t, i32)
MK_FROM_FLOAT(int64_t, i64)
MK_FROM_FLOAT(uint8_t, u8)
MK_FROM_FLOAT(uint16_t, u16)
MK_FROM_FLOAT(uint32_t, u32)
MK_FROM_FLOAT(uint64_t, u64)
#undef MK_FROM_FLOAT

#endif
