/*
 * Columns of a matrix with short rows: four that lie beside each other are packed together, by transposing four rows at a time in
 * registers. One at a time, each would touch every row again. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_UNZIP_H
#define MANIPLE_KERNEL_UNZIP_H
#include "views.h"

#if !defined(__cplusplus) && (defined(__clang__) || __GNUC__ >= 12)
typedef uint64_t mk_four __attribute__((vector_size(32)));
static inline mk_four mk_four_at(const char *from) {
  mk_four v;
  memcpy(&v, from, sizeof v);
  return v;
}
#define MK_PAIRS(a, b, k, l, m, n) __builtin_shufflevector(a, b, k, l, m, n)

/* Elements of n rows, which are `step` bytes apart, into a strip for each of four columns. */
static __attribute__((noinline)) void mk_unzip_four(uint64_t *const *to, const char *row, int64_t step, int64_t n) {
  int64_t i = 0;
  for (; i + 4 <= n; i += 4, row += 4 * step) {
    const mk_four a = mk_four_at(row), b = mk_four_at(row + step), c = mk_four_at(row + 2 * step), d = mk_four_at(row + 3 * step);
    const mk_four even = MK_PAIRS(a, b, 0, 4, 2, 6), odd = MK_PAIRS(a, b, 1, 5, 3, 7);
    const mk_four even2 = MK_PAIRS(c, d, 0, 4, 2, 6), odd2 = MK_PAIRS(c, d, 1, 5, 3, 7);
    const mk_four columns[4] = {MK_PAIRS(even, even2, 0, 1, 4, 5), MK_PAIRS(odd, odd2, 0, 1, 4, 5),
                                MK_PAIRS(even, even2, 2, 3, 6, 7), MK_PAIRS(odd, odd2, 2, 3, 6, 7)};
    for (int k = 0; k < 4; k++) memcpy(to[k] + i, &columns[k], sizeof columns[k]);
  }
  for (; i < n; i++, row += step)
    for (int k = 0; k < 4; k++) memcpy(to[k] + i, row + 8 * k, 8);
}

static inline int mk_beside(const mk_view *a, const mk_view *b) {
  return !a->dense && !b->dense && a->stride[MK_RANK - 1] == b->stride[MK_RANK - 1] && b->base == a->base + 8;
}

/* Packs a segment's elements of 8 bytes, of those of some views that lie beside each other in a domain of one axis. */
static inline void mk_unzip(mk_view *views, const int *which, uint64_t *const *strips, int count, const mk_point *p, int64_t n) {
  for (int k = 0; k < count;) {
    mk_view *const v[4] = {&views[which[k]], &views[which[mk_least(k + 1, count - 1)]], &views[which[mk_least(k + 2, count - 1)]],
                           &views[which[mk_least(k + 3, count - 1)]]};
    const int four = mk_beside(v[0], v[1]) && mk_beside(v[1], v[2]) && mk_beside(v[2], v[3]);
    if (four) mk_unzip_four(strips + k, mk_address(v[0], p), v[0]->stride[MK_RANK - 1], n);
    for (int i = 0; i < (four ? 4 : 1); i++, k++) v[i]->unzipped = four;
  }
}
#else
#define mk_unzip(views, which, strips, count, p, n) (void)0
#endif

#endif
