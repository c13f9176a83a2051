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

/* The top 53 bits of a word over 2^53. */
MK_FN double mk_unit(uint64_t u) {
  u >>= 11;
  return (mk_small(u >> 32) * 0x1p32 + mk_small(u & 0xffffffffull)) * 0x1p-53;
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
  return mk_unit(u);
}

/*
 * The strip form of mk_uniform, for one key and blocks of up to MK_PHILOX_BLOCK counters. Counters that follow each other, as a fill has them,
 * share blocks two by two:
 *
 *     counters    5     6 7   8 9   10        blocks 2 3 4 5 are computed, four in a vector
 *     blocks    2     3     4     5           the first word of block 2, that of counter 4, is left out
 */
#define MK_PHILOX_BLOCK 256
/* Blocks that are computed at once; buffers have room for as many more. */
#define MK_PHILOX_STEP 8

#if defined(__AVX2__) && !defined(__AVX512F__)
/* Products of words in lanes of 64 bits; the upper halves of the operands are anything. GCC does not see by itself that it may leave them out. */
typedef uint64_t mk_quad __attribute__((vector_size(32)));
#if defined(__clang__)
MK_FN mk_quad mk_word_products(mk_quad a, mk_quad b) { return (a & 0xffffffffull) * (b & 0xffffffffull); }
#else
typedef int mk_octet __attribute__((vector_size(32)));
MK_FN mk_quad mk_word_products(mk_quad a, mk_quad b) { return (mk_quad)__builtin_ia32_pmuludq256((mk_octet)a, (mk_octet)b); }
#endif

/* The words of the blocks, two by two: `first` may be `blocks`. Two vectors go side by side, as each waits for its products. */
MK_FN void mk_philox_words(uint64_t *first, uint64_t *second, const uint64_t *blocks, uint64_t key, int64_t n) {
  const mk_quad none = {0}, m0 = none + 0xD2511F53ull, m1 = none + 0xCD9E8D57ull;
  for (int64_t i = 0; i < n; i += MK_PHILOX_STEP) {
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    mk_quad c0[2], c1[2], c2[2] = {none, none}, c3[2] = {none, none};
    for (int v = 0; v < 2; v++) {
      __builtin_memcpy(&c0[v], blocks + i + 4 * v, sizeof c0[v]);
      c1[v] = c0[v] >> 32;
    }
    for (int round = 0; round < 10; round++) {
      for (int v = 0; v < 2; v++) {
        const mk_quad p0 = mk_word_products(c0[v], m0), p1 = mk_word_products(c2[v], m1);
        c0[v] = (p1 >> 32) ^ c1[v] ^ (uint64_t)k0;
        c2[v] = (p0 >> 32) ^ c3[v] ^ (uint64_t)k1;
        c1[v] = p1;
        c3[v] = p0;
      }
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    for (int v = 0; v < 2; v++) {
      const mk_quad a = (c0[v] & 0xffffffffull) | c1[v] << 32, b = (c2[v] & 0xffffffffull) | c3[v] << 32;
      __builtin_memcpy(first + i + 4 * v, &a, sizeof a);
      __builtin_memcpy(second + i + 4 * v, &b, sizeof b);
    }
  }
}
#else
MK_FN void mk_philox_words(uint64_t *first, uint64_t *second, const uint64_t *blocks, uint64_t key, int64_t n) {
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    mk_word c[4] = {(uint32_t)blocks[i], (uint32_t)(blocks[i] >> 32), 0, 0};
    mk_philox(c, (uint32_t)key, (uint32_t)(key >> 32));
    first[i] = (uint64_t)c[0] | (uint64_t)c[1] << 32;
    second[i] = (uint64_t)c[2] | (uint64_t)c[3] << 32;
  }
}
#endif

static __attribute__((unused, noinline)) void mk_uniform_block(double *out, const int64_t *counter, const int64_t *key, int64_t n) {
  uint64_t first[MK_PHILOX_BLOCK + MK_PHILOX_STEP], second[MK_PHILOX_BLOCK + MK_PHILOX_STEP];
  const uint64_t from = (uint64_t)counter[0], own = (uint64_t)key[0], odd = from & 1;
  uint64_t keys = 0, gaps = 0;
  MK_INDEPENDENT for (int64_t i = 0; i < n; i++) {
    keys |= (uint64_t)key[i] ^ own;
    gaps |= (uint64_t)counter[i] - from - (uint64_t)i;
  }
  if (keys != 0) {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_uniform(counter[i], key[i]);
    return;
  }
  const int64_t count = gaps == 0 ? ((int64_t)odd + n + 1) / 2 : n;
  for (int64_t i = 0; i < count; i++) first[i] = gaps == 0 ? (from + 2 * (uint64_t)i) >> 1 : (uint64_t)counter[i] >> 1;
  for (int64_t i = count; i < count + MK_PHILOX_STEP; i++) first[i] = 0;
  mk_philox_words(first, second, first, own, count);
  if (gaps != 0) {
    MK_INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = mk_unit((counter[i] & 1) != 0 ? second[i] : first[i]);
    return;
  }
  double pairs[2 * (MK_PHILOX_BLOCK / 2 + 1)];
  MK_INDEPENDENT for (int64_t i = 0; i < count; i++) {
    pairs[2 * i] = mk_unit(first[i]);
    pairs[2 * i + 1] = mk_unit(second[i]);
  }
  __builtin_memcpy(out, pairs + odd, (uint64_t)n * sizeof *out);
}
static inline __attribute__((unused)) void mk_uniform_strip(double *out, const int64_t *counter, const int64_t *key, int64_t n) {
  for (int64_t i = 0; i < n; i += MK_PHILOX_BLOCK)
    mk_uniform_block(out + i, counter + i, key + i, n - i < MK_PHILOX_BLOCK ? n - i : MK_PHILOX_BLOCK);
}

#endif
