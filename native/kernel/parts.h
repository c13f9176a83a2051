/*
 * Eight elements as vectors that the machine has. A vector of a wider type than that computes as well, but GCC keeps one that a loop changes from
 * step to step in memory, where each step waits for the one before to be stored: a sum of products took five times as long with AVX2.
 *
 *     AVX-512      0 1 2 3 4 5 6 7       MK_PARTS 1, of doubles
 *     AVX          0 1 2 3 | 4 5 6 7              2
 *     SSE2, Neon   0 1 | 2 3 | 4 5 | 6 7          4
 *
 * Part of kernel.h, and of the block tier, where no header with inline functions is included (native/block/primitives.cpp).
 */
#ifndef MANIPLE_KERNEL_PARTS_H
#define MANIPLE_KERNEL_PARTS_H
#include <string.h>

#if defined(__AVX512F__)
#define MK_VECTOR_BYTES 64
#elif defined(__AVX__)
#define MK_VECTOR_BYTES 32
#else
#define MK_VECTOR_BYTES 16
#endif

/* Elements of a part of eight, a constant: of `size` bytes each. */
#define MK_PART_OF(size) ((size) * 8 <= MK_VECTOR_BYTES ? 8 : MK_VECTOR_BYTES / (size))
#define MK_PART MK_PART_OF(8)
#define MK_PARTS (8 / MK_PART)

#if defined(__clang__)
#define MK_EACH_PART _Pragma("clang loop unroll(full)") for (int part = 0; part < MK_PARTS; part++)
#else
#define MK_EACH_PART _Pragma("GCC unroll 4") for (int part = 0; part < MK_PARTS; part++)
#endif

typedef double mk_part __attribute__((vector_size(8 * MK_PART)));

static inline mk_part mk_part_of(double x) { return x - (mk_part){0}; }
static inline mk_part mk_part_at(const double *x, int part) {
  mk_part v;
  memcpy(&v, x + part * MK_PART, sizeof v);
  return v;
}
static inline void mk_part_put(double *to, int part, mk_part v) { memcpy(to + part * MK_PART, &v, sizeof v); }
static inline mk_part mk_part_abs(mk_part v) {
  for (int l = 0; l < MK_PART; l++) v[l] = __builtin_fabs(v[l]);
  return v;
}
static inline mk_part mk_part_sqrt(mk_part v) {
  for (int l = 0; l < MK_PART; l++) v[l] = __builtin_sqrt(v[l]);
  return v;
}

#endif
