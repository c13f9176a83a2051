/* Random numbers: Philox4x32-10. Part of vmath.h, which says how it may be used. */
#ifndef MK_VMATH_RANDOM_H
#define MK_VMATH_RANDOM_H

/* ---- random numbers ---- */

/*
 * Philox4x32-10 (Salmon et al., SC'11): counter words c0..c3, key words k0 k1. Ten rounds of
 *     (c0, c1, c2, c3) <- (hi(M1 c2) ^ c1 ^ k0, lo(M1 c2), hi(M0 c0) ^ c3 ^ k1, lo(M0 c0))
 * with M0 = 0xD2511F53, M1 = 0xCD9E8D57; between rounds k0 += 0x9E3779B9, k1 += 0xBB67AE85 (mod 2^32).
 *
 * Where vectors are wide the words are kept in lanes of 64 bits, as products need them: to widen and to narrow words in each round
 * takes longer than the products.
 */
#if defined(__AVX512F__)
typedef uint64_t mk_word;
#else
typedef uint32_t mk_word;
#endif
MK_FN void mk_philox(mk_word c[4], uint32_t k0, uint32_t k1) {
  for (int i = 0; i < 10; i++) {
    uint64_t p0 = (uint64_t)0xD2511F53u * (uint32_t)c[0], p1 = (uint64_t)0xCD9E8D57u * (uint32_t)c[2];
    mk_word a = (mk_word)(p1 >> 32) ^ c[1] ^ k0, b = (mk_word)(p0 >> 32) ^ c[3] ^ k1;
    c[1] = (uint32_t)p1;
    c[3] = (uint32_t)p0;
    c[0] = a;
    c[2] = b;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

/*
 * Uniform in [0, 1). With `counter` and `key` as unsigned 64-bit numbers: block B = counter >> 1 has counter words
 * (low half of B, high half of B, 0, 0) and key words (low half of key, high half of key); pair p = counter & 1 of its
 * output words is u = r[2p] + 2^32 r[2p + 1]; the result is (u >> 11) 2^-53.
 */
MK_FN double mk_uniform(int64_t counter, int64_t key) {
  uint64_t block = (uint64_t)counter >> 1, u;
  mk_word c[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
  mk_philox(c, (uint32_t)(uint64_t)key, (uint32_t)((uint64_t)key >> 32));
  u = (counter & 1) != 0 ? ((uint64_t)c[2] | (uint64_t)c[3] << 32) : ((uint64_t)c[0] | (uint64_t)c[1] << 32);
  u >>= 11;
  return (mk_small(u >> 32) * 0x1p32 + mk_small(u & 0xffffffffull)) * 0x1p-53;
}

#endif
