/*
 * Floats of fewer bits than float, which are stored alone: arithmetic on them is float's. Part of vmath.h, which says how it may be used.
 *
 * mk_S is an element's bits, mk_to_f32_S its value; mk_to_S_f32 and mk_to_S_f64 round to the nearest, halves to even. E bits are the
 * exponent's and M the fraction's; the list of formats is made from lib/dtype/dtype.ts. In C++ each is a type of its own.
 */
#ifndef MK_VMATH_COMPACT_H
#define MK_VMATH_COMPACT_H

#ifdef __cplusplus
#define MK_COMPACT_TYPE(S, E, M) enum mk_##S : uint16_t {};
#else
#define MK_COMPACT_TYPE(S, E, M) typedef uint16_t mk_##S;
#endif
MK_COMPACTS(MK_COMPACT_TYPE)
#undef MK_COMPACT_TYPE

/*
 * The float towards 0 of x, with its last bit set where digits were cut off: rounded once more to fewer bits, it is x rounded once, as
 * those two bits more than a half tell on which side of a half x is.
 */
MK_FN float mk_odd(double x) {
  const float near = (float)x;
  const double back = near;
  const uint32_t bits = mk_bitsf(near), beyond = mk_abs(back) > mk_abs(x);
  return mk_from_bitsf(back != x ? (bits - beyond) | 1 : bits);
}

/*
 * Bits of a magnitude, shifted to float's places, are the value but for the exponent's bias, which a multiplication puts right, of subnormal
 * numbers as well. To round, half of the last place (or the bit less that ties to even need) is added before bits are cut off; subnormal
 * numbers get their last place from the addition of a number that has it. NaN has one form, as its sign is not the same in all tiers.
 */
#define MK_BIAS(E) ((1 << ((E) - 1)) - 1)
#define MK_COMPACT_INFINITY(E, M) (((1u << (E)) - 1) << (M))
#define MK_COMPACT_FUNCTIONS(S, E, M)                                                                                   \
  MK_FN float mk_to_f32_##S(mk_##S h) {                                                                                 \
    const uint32_t size = ((uint32_t)h & ((1u << (E + M)) - 1)) << (23 - M);                                            \
    const uint32_t value = mk_bitsf(mk_from_bitsf(size) * mk_from_bitsf((uint32_t)(254 - MK_BIAS(E)) << 23));           \
    const uint32_t bits = size >= MK_COMPACT_INFINITY(E, 23) ? size | 0x7f800000u : value;                              \
    return mk_from_bitsf(bits | ((uint32_t)h >> (E + M)) << 31);                                                        \
  }                                                                                                                     \
  MK_FN mk_##S mk_to_##S##_f32(float x) {                                                                               \
    const uint32_t bits = mk_bitsf(x), size = bits & 0x7fffffffu;                                                       \
    const uint32_t tie = (1u << (22 - M)) - 1 + ((size >> (23 - M)) & 1);                                               \
    const uint32_t normal = (size + tie - ((uint32_t)(127 - MK_BIAS(E)) << 23)) >> (23 - M);                            \
    const uint32_t last = (uint32_t)(151 - MK_BIAS(E) - M) << 23;                                                       \
    const uint32_t small = mk_bitsf(mk_from_bitsf(size) + mk_from_bitsf(last)) - last;                                  \
    uint32_t out = size < (uint32_t)(128 - MK_BIAS(E)) << 23 ? small : normal;                                          \
    out = size >= (uint32_t)(128 + MK_BIAS(E)) << 23 ? MK_COMPACT_INFINITY(E, M) : out;                                 \
    out |= (bits >> 31) << (E + M);                                                                                     \
    return (mk_##S)(size > 0x7f800000u ? MK_COMPACT_INFINITY(E, M) | 1u << (M - 1) : out);                              \
  }                                                                                                                     \
  MK_FN mk_##S mk_to_##S##_f64(double x) { return mk_to_##S##_f32(mk_odd(x)); }
MK_COMPACTS(MK_COMPACT_FUNCTIONS)
#undef MK_COMPACT_FUNCTIONS

#endif
