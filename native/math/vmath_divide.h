/*
 * Strip forms of division with floor: mk_floordiv_strip, mk_mod_strip and their forms for float, int64 and uint64, with the bits of the
 * functions of one element. Part of vmath.h, which says how it may be used.
 *
 * fmod(a, b) is exact, and so is a - r b for the nearest integer r of a / b, where r is small beside 2^53; the two are apart by b where their
 * signs differ. Neither r nor the product takes a branch, so that these loops are vectors. A block with operands that are too large, too
 * far apart, zero or not finite takes the functions of one element.
 */
#ifndef MK_VMATH_DIVIDE_H
#define MK_VMATH_DIVIDE_H

/* ---- float64: quotients up to 2^48, of divisors in [2^-900, 2^900] ---- */

/* The sign bit is set where a and b are beyond that. */
MK_FN uint64_t mk_apart(double a, double b) {
  const uint64_t of_a = mk_bits(mk_abs(a)), of_b = mk_bits(mk_abs(b));
  return (of_b - mk_bits(0x1p-900)) | (mk_bits(0x1p900) - of_b) | (of_b + (UINT64_C(48) << 52) - of_a);
}
/* The upper 26 bits of the significand: products of two such, or of one and the rest of another, are exact. */
MK_FN double mk_upper(double x) { return mk_from_bits(mk_bits(x) & 0xfffffffff8000000ull); }
/* All bits set where x is not 0 and of another sign than y. */
MK_FN uint64_t mk_opposed(double x, double y) { return mk_mask(x != 0.0) & (0 - ((mk_bits(x) ^ mk_bits(y)) >> 63)); }

/* fmod(a, b), but for the sign of a zero. The product's rounding error is found by Dekker's method. */
MK_FN double mk_remains(double a, double b) {
  const double r = mk_near(a / b), p = r * b;
  const double rh = mk_upper(r), rl = r - rh, bh = mk_upper(b), bl = b - bh;
  const double e = (((rh * bh - p) + rh * bl) + rl * bh) + rl * bl;
  const double m = (a - p) - e;
  return m + mk_where(mk_opposed(m, a), mk_copysign(b, a));
}
MK_FN double mk_mod_near(double a, double b) {
  const double m = mk_remains(a, b);
  return mk_pick(mk_mask(m != 0.0), m + mk_where(mk_opposed(m, b), b), mk_copysign(0.0, b));
}
MK_FN double mk_floordiv_near(double a, double b) {
  const double m = mk_remains(a, b), d = (a - m) / b - mk_where(mk_opposed(m, b), 1.0), f = mk_floor(d);
  const double zero = mk_from_bits((mk_bits(a) ^ mk_bits(b)) & 0x8000000000000000ull);
  return mk_pick(mk_mask(d != 0.0), f + mk_where(mk_mask(d - f > 0.5), 1.0), zero);
}

/*
 * ---- float32, in double: quotients up to 2^28, with which the product is exact ----
 *
 * A sum, a difference and a quotient of floats have the bits of float where they are rounded to double first.
 */

MK_FN uint64_t mk_apartf(float x, float y) {
  const double a = mk_abs((double)x), b = mk_abs((double)y);
  return ~(mk_mask(b > 0.0) & mk_mask(b <= 0x1.fffffep127) & mk_mask(a <= b * 0x1p28));
}
MK_FN double mk_float(double x) { return (double)(float)x; }
MK_FN double mk_remainsf(double a, double b) {
  const double m = a - mk_near(a / b) * b;
  return m + mk_where(mk_opposed(m, a), mk_copysign(b, a));
}
MK_FN float mk_mod_nearf(float x, float y) {
  const double b = (double)y, m = mk_remainsf((double)x, b);
  return (float)mk_pick(mk_mask(m != 0.0), m + mk_where(mk_opposed(m, b), b), mk_copysign(0.0, b));
}
MK_FN float mk_floordiv_nearf(float x, float y) {
  const double a = (double)x, b = (double)y, m = mk_remainsf(a, b);
  const double d = mk_float(mk_float(mk_float(a - m) / b) - mk_where(mk_opposed(m, b), 1.0)), f = mk_floor(d);
  const double zero = mk_from_bits((mk_bits(a) ^ mk_bits(b)) & 0x8000000000000000ull);
  return (float)mk_pick(mk_mask(d != 0.0), f + mk_where(mk_mask(d - f > 0.5), 1.0), zero);
}

/* ---- int64 and uint64, in double: operands below 2^50 ---- */

/* An integer of some 50 bits as a double, and back, as vectors without conversions can. */
MK_FN double mk_of_small(uint64_t x) { return mk_from_bits(x + 0x4338000000000000ull) - 0x1.8p52; }
MK_FN uint64_t mk_to_small(double x) { return mk_bits(x + 0x1.8p52) - 0x4338000000000000ull; }
/* The quotient of two doubles of integers with floor, and its remainder; no number where b is 0. */
MK_FN double mk_small_quotient(double a, double b, double *remainder) {
  const double r = mk_near(a / b), m = a - r * b;
  const uint64_t low = mk_opposed(m, b);
  *remainder = m + mk_where(low, b);
  return r - mk_where(low, 1.0);
}
/* Whether x and y, or any bits of an earlier pair, are beyond: unsigned ones, and signed ones. */
#define MK_WIDE_U64(x, y) (((x) | (y)) >> 50)
#define MK_WIDE_I64(x, y) ((((uint64_t)(x) + (UINT64_C(1) << 50)) | ((uint64_t)(y) + (UINT64_C(1) << 50))) >> 51)
#define MK_SMALL_WHOLES(T, S, WIDE)                                                                                     \
  MK_FN uint64_t mk_apart_##S(T a, T b) { return mk_mask(WIDE(a, b) != 0); }                                            \
  MK_FN T mk_floordiv_near_##S(T a, T b) {                                                                              \
    double m;                                                                                                           \
    const uint64_t q = mk_to_small(mk_small_quotient(mk_of_small((uint64_t)a), mk_of_small((uint64_t)b), &m));          \
    return (T)(q & mk_mask(b != 0));                                                                                    \
  }                                                                                                                     \
  MK_FN T mk_mod_near_##S(T a, T b) {                                                                                   \
    double m;                                                                                                           \
    mk_small_quotient(mk_of_small((uint64_t)a), mk_of_small((uint64_t)b), &m);                                          \
    return (T)(mk_to_small(m) & mk_mask(b != 0));                                                                       \
  }
MK_SMALL_WHOLES(int64_t, i64, MK_WIDE_I64)
MK_SMALL_WHOLES(uint64_t, u64, MK_WIDE_U64)
#undef MK_SMALL_WHOLES
#undef MK_WIDE_I64
#undef MK_WIDE_U64

/* ---- strips ---- */

#define MK_DIVIDE_STRIP(NAME, NEAR, APART, T)                                                                           \
  MK_FN void NAME##_block(T *out, const T *a, const T *b, int64_t n) {                                                  \
    uint64_t apart = 0;                                                                                                 \
    for (int64_t i = 0; i < n; i++) apart |= APART(a[i], b[i]);                                                         \
    if ((apart >> 63) != 0) {                                                                                           \
      for (int64_t i = 0; i < n; i++) out[i] = NAME(a[i], b[i]);                                                        \
    } else {                                                                                                            \
      MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = NEAR(a[i], b[i]);                                         \
    }                                                                                                                   \
  }                                                                                                                     \
  static inline __attribute__((unused)) void NAME##_strip(T *out, const T *a, const T *b, int64_t n) {                  \
    for (int64_t i = 0; i < n; i += MK_STRIP_BLOCK)                                                                     \
      NAME##_block(out + i, a + i, b + i, n - i < MK_STRIP_BLOCK ? n - i : MK_STRIP_BLOCK);                             \
  }
MK_DIVIDE_STRIP(mk_floordiv, mk_floordiv_near, mk_apart, double)
MK_DIVIDE_STRIP(mk_mod, mk_mod_near, mk_apart, double)
MK_DIVIDE_STRIP(mk_floordivf, mk_floordiv_nearf, mk_apartf, float)
MK_DIVIDE_STRIP(mk_modf, mk_mod_nearf, mk_apartf, float)
#if defined(__x86_64__) && !defined(__AVX2__)
/* Vectors that compare no integers of 64 bits. */
MK_STRIP2(floordiv_i64, int64_t) MK_STRIP2(mod_i64, int64_t) MK_STRIP2(floordiv_u64, uint64_t) MK_STRIP2(mod_u64, uint64_t)
#else
MK_DIVIDE_STRIP(mk_floordiv_i64, mk_floordiv_near_i64, mk_apart_i64, int64_t)
MK_DIVIDE_STRIP(mk_mod_i64, mk_mod_near_i64, mk_apart_i64, int64_t)
MK_DIVIDE_STRIP(mk_floordiv_u64, mk_floordiv_near_u64, mk_apart_u64, uint64_t)
MK_DIVIDE_STRIP(mk_mod_u64, mk_mod_near_u64, mk_apart_u64, uint64_t)
#endif
#undef MK_DIVIDE_STRIP
#undef MK_STRIP2

#endif
