/*
 * What the parts of kernel.h share: strips, slots, small arithmetic.
 */
#ifndef MANIPLE_KERNEL_BASE_H
#define MANIPLE_KERNEL_BASE_H
#include <stdint.h>
#include <string.h>

#define MK_BLOCK 1024
/* A line more than a block: strips a power of two apart would all share the same few places of a cache. */
#define MK_STRIP(type, name) _Alignas(64) type name[MK_BLOCK + 64 / sizeof(type)]
/* Rows of one element that outer folds take at a time; an emitted file with many strips has fewer, so that they stay in the cache. */
#ifndef MK_SINGLES
#define MK_SINGLES MK_BLOCK
#endif

/*
 * Before a loop: no element's store is another element's load. With MK_EXACT, loops run over a few elements, as many as the compiler
 * knows: it is to vectorize them rather than write them out.
 */
#if defined(__clang__)
#define MK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(MK_EXACT)
#define MK_INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#else
#define MK_INDEPENDENT _Pragma("GCC ivdep")
#endif

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
