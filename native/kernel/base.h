/*
 * Strips, slots and small arithmetic, for all parts of kernel.h.
 */
#ifndef MANIPLE_KERNEL_BASE_H
#define MANIPLE_KERNEL_BASE_H
#include <stdint.h>
#include <string.h>

#define MK_BLOCK 1024
/* A line more than a block: strips a power of two apart would all share the same few places of a cache. */
#define MK_STRIP(type, name) _Alignas(64) type name[MK_BLOCK + 64 / sizeof(type)]
/* Rows of one element that maps and outer folds take at a time; fewer in files with many strips, so that these stay in the cache. */
#ifndef MK_SINGLES
#define MK_SINGLES MK_BLOCK
#endif

/*
 * Before a loop: no element's store is another element's load. With MK_EXACT, loops run over a few elements, a number that the compiler
 * knows: it shall vectorize them rather than unroll them.
 */
#if defined(__clang__)
#define MK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(MK_EXACT)
#define MK_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define MK_INDEPENDENT _Pragma("GCC ivdep")
#endif

/*
 * A loop that computes several vectors side by side (lib/compile/c/waiting.ts). GCC does so many as elements of its narrowest type
 * are in a vector: a counter of that type decides it, which nothing else needs.
 */
#if defined(__clang__)
#define MK_PRAGMA(text) _Pragma(#text)
#define MK_COUNTER(type)
#define MK_SIDE_BY_SIDE(times) MK_PRAGMA(clang loop vectorize(assume_safety) interleave_count(times))
#define MK_COUNT
#define MK_COUNTED
#else
#define MK_COUNTER(type) type count = 0, counted = 0;
#define MK_SIDE_BY_SIDE(times) MK_INDEPENDENT
#define MK_COUNT counted ^= count++;
#define MK_COUNTED __asm__ volatile("" ::"r"((int)counted));
#endif

/*
 * c ? a : b where c is the same for all elements. As a choice it would be moved out of the loop, and with it in two the loop is twice
 * as long; where that is too long GCC has no vector form for it.
 */
#define MK_CHOOSE(name, type, bits)                                            \
  static inline type mk_choose_##name(_Bool c, type a, type b) {               \
    const bits mask = -(bits)c;                                                \
    bits x, y;                                                                 \
    memcpy(&x, &a, sizeof x);                                                  \
    memcpy(&y, &b, sizeof y);                                                  \
    x = (x & mask) | (y & ~mask);                                              \
    memcpy(&a, &x, sizeof x);                                                  \
    return a;                                                                  \
  }
MK_CHOOSE(double, double, uint64_t)
MK_CHOOSE(float, float, uint32_t)
MK_CHOOSE(int64_t, int64_t, uint64_t)
MK_CHOOSE(uint64_t, uint64_t, uint64_t)
MK_CHOOSE(int32_t, int32_t, uint32_t)
MK_CHOOSE(uint32_t, uint32_t, uint32_t)
MK_CHOOSE(int16_t, int16_t, uint16_t)
MK_CHOOSE(uint16_t, uint16_t, uint16_t)
MK_CHOOSE(int8_t, int8_t, uint8_t)
MK_CHOOSE(uint8_t, uint8_t, uint8_t)
#define MK_CHOOSE_COMPACT(S, E, M) MK_CHOOSE(mk_##S, mk_##S, uint16_t)
MK_COMPACTS(MK_CHOOSE_COMPACT)
#undef MK_CHOOSE_COMPACT

static inline int64_t mk_least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t mk_most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline void *mk_pointer(double slot) { return (void *)(uintptr_t)slot; }
static inline int64_t mk_int64(const double *slot) {
  int64_t value;
  memcpy(&value, slot, sizeof value);
  return value;
}
static inline void mk_fail(double *status, int64_t bad, int code) {
  if (bad && *status == 0) *status = code;
}

#endif
