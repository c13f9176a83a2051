/*
 * Arguments that are gathered from: their slots are pointer, sizes, strides. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_WHOLE_H
#define MANIPLE_KERNEL_WHOLE_H
#include "base.h"

typedef struct {
  const void *base;
  int64_t size[MK_WHOLE];
  int64_t stride[MK_WHOLE];
} mk_whole;


static inline mk_whole mk_whole_of(const double *slots, int rank) {
  static const uint64_t nothing;
  mk_whole w = {.base = mk_pointer(slots[0])};
  for (int a = 0; a < rank; a++) {
    w.size[a] = (int64_t)slots[1 + a];
    w.stride[a] = (int64_t)slots[1 + rank + a];
    if (w.size[a] == 0) w.base = &nothing;
  }
  return w;
}

/* An index counts from the end when it is negative; one outside is noted and 0 taken instead. */
static inline int64_t mk_index(int64_t i, int64_t size, int64_t *bad) {
  const int64_t j = i + (i < 0 ? size : 0);
  const int64_t outside = (uint64_t)j >= (uint64_t)size;
  *bad |= outside;
  return outside ? 0 : j;
}

/* mk_index where a branch is cheaper than a selection: in loops that are not vectorized. */
static inline int64_t mk_index_rarely(int64_t i, int64_t size, int64_t *bad) {
  return __builtin_expect((uint64_t)i < (uint64_t)size, 1) ? i : mk_index(i, size, bad);
}

/* Clips a segment [low, high) to [0, size); notes in `bad` whether elements were outside. */
static inline void mk_clip(int64_t *low, int64_t *high, int64_t size, int64_t *bad) {
  if (*low >= *high || (*low >= 0 && *high <= size)) return;
  *bad = 1;
  *low = mk_most(*low, 0);
  *high = mk_least(*high, size);
}

/*
 * Fetches the elements of an argument that a later segment will read: segments mostly lie one after the next, and the processor's own
 * prefetching ends with each page. The address may lie outside of the argument.
 */
static inline void mk_ahead(const void *base, int64_t bytes) {
  __builtin_prefetch((const void *)((uintptr_t)base + (uintptr_t)bytes + 4096));
}

#endif
