/*
 * Columns of a matrix with short rows: four that lie beside each other are packed together, by transposing four rows at a time in
 * registers, and written together. One at a time, each would touch every row again. Part of kernel.h.
 *
 *     a0 b0 c0 d0 …         a0 a1 a2 a3 …
 *     a1 b1 c1 d1 …    ⇄    b0 b1 b2 b3 …
 *     a2 b2 c2 d2 …         c0 c1 c2 c3 …      rows in memory on the left, strips on the right
 *     a3 b3 c3 d3 …         d0 d1 d2 d3 …
 */
#ifndef MANIPLE_KERNEL_COLUMNS_H
#define MANIPLE_KERNEL_COLUMNS_H
#include "views.h"

/* A view of a domain of one axis, and its strip. */
typedef struct {
  mk_view *view;
  void *strip;
} mk_column;

#if !defined(__cplusplus) && (defined(__clang__) || __GNUC__ >= 12)
#define MK_PAIRS(a, b, k, l, m, n) __builtin_shufflevector(a, b, k, l, m, n)

#define MK_FOURS(bits)                                                                                                 \
  typedef uint##bits##_t mk_four##bits __attribute__((vector_size(bits / 2)));                                         \
  static inline mk_four##bits mk_four_at##bits(const void *from) {                                                     \
    mk_four##bits v;                                                                                                   \
    memcpy(&v, from, sizeof v);                                                                                        \
    return v;                                                                                                          \
  }                                                                                                                    \
  static inline void mk_turn##bits(mk_four##bits *v) {                                                                 \
    const mk_four##bits even = MK_PAIRS(v[0], v[1], 0, 4, 2, 6), odd = MK_PAIRS(v[0], v[1], 1, 5, 3, 7);               \
    const mk_four##bits even2 = MK_PAIRS(v[2], v[3], 0, 4, 2, 6), odd2 = MK_PAIRS(v[2], v[3], 1, 5, 3, 7);             \
    v[0] = MK_PAIRS(even, even2, 0, 1, 4, 5);                                                                          \
    v[1] = MK_PAIRS(odd, odd2, 0, 1, 4, 5);                                                                            \
    v[2] = MK_PAIRS(even, even2, 2, 3, 6, 7);                                                                          \
    v[3] = MK_PAIRS(odd, odd2, 2, 3, 6, 7);                                                                            \
  }                                                                                                                    \
  /* n rows of four columns into their strips. */                                                                      \
  static __attribute__((noinline)) void mk_unzip##bits(const mk_column *c, const mk_point *p, int64_t n) {             \
    uint##bits##_t *const to[4] = {c[0].strip, c[1].strip, c[2].strip, c[3].strip};                                    \
    const char *row = mk_address(c->view, p);                                                                          \
    const int64_t step = c->view->stride[MK_RANK - 1];                                                                 \
    int64_t i = 0;                                                                                                     \
    for (; i + 4 <= n; i += 4, row += 4 * step) {                                                                      \
      mk_four##bits v[4] = {mk_four_at##bits(row), mk_four_at##bits(row + step), mk_four_at##bits(row + 2 * step),     \
                            mk_four_at##bits(row + 3 * step)};                                                         \
      mk_turn##bits(v);                                                                                                \
      for (int k = 0; k < 4; k++) memcpy(to[k] + i, &v[k], sizeof v[k]);                                               \
    }                                                                                                                  \
    for (; i < n; i++, row += step)                                                                                    \
      for (int k = 0; k < 4; k++) memcpy(to[k] + i, row + bits / 8 * k, bits / 8);                                     \
  }                                                                                                                    \
  /* Strips of four columns into n rows. */                                                                            \
  static __attribute__((noinline)) void mk_zip##bits(const mk_column *c, const mk_point *p, int64_t n) {               \
    const uint##bits##_t *const from[4] = {c[0].strip, c[1].strip, c[2].strip, c[3].strip};                            \
    char *row = mk_address(c->view, p);                                                                                \
    const int64_t step = c->view->stride[MK_RANK - 1];                                                                 \
    int64_t i = 0;                                                                                                     \
    for (; i + 4 <= n; i += 4, row += 4 * step) {                                                                      \
      mk_four##bits v[4] = {mk_four_at##bits(from[0] + i), mk_four_at##bits(from[1] + i), mk_four_at##bits(from[2] + i), \
                            mk_four_at##bits(from[3] + i)};                                                            \
      mk_turn##bits(v);                                                                                                \
      for (int k = 0; k < 4; k++) memcpy(row + k * step, &v[k], sizeof v[k]);                                          \
    }                                                                                                                  \
    for (; i < n; i++, row += step)                                                                                    \
      for (int k = 0; k < 4; k++) memcpy(row + bits / 8 * k, from[k] + i, bits / 8);                                   \
  }
MK_FOURS(32)
MK_FOURS(64)

static inline int mk_beside(const mk_view *a, const mk_view *b) {
  return !b->dense && a->size == b->size && a->stride[MK_RANK - 1] == b->stride[MK_RANK - 1] && b->base == a->base + a->size;
}

/* Brings columns that lie beside each other to the front, by fours; returns how many fours there are. */
static int mk_fours(mk_column *c, int count) {
  for (int i = 1; i < count; i++) {
    const mk_column one = c[i];
    int k = i;
    for (; k > 0 && c[k - 1].view->base > one.view->base; k--) c[k] = c[k - 1];
    c[k] = one;
  }
  int fours = 0;
  for (int i = 0; i + 4 <= count;) {
    const mk_column four[4] = {c[i], c[i + 1], c[i + 2], c[i + 3]};
    int together = !four[0].view->dense;
    for (int k = 1; k < 4; k++) together = together && mk_beside(four[k - 1].view, four[k].view);
    i += together ? 4 : 1;
    if (!together) continue;
    for (int k = 0; k < 4; k++) four[k].view->together = 1;
    memcpy(c + 4 * fours++, four, sizeof four);
  }
  return fours;
}

/* Packs a segment's elements of so many fours. */
static inline void mk_unzip(const mk_column *c, int fours, const mk_point *p, int64_t n) {
  for (int k = 0; k < fours; k++, c += 4) c->view->size == 8 ? mk_unzip64(c, p, n) : mk_unzip32(c, p, n);
}

/* Writes them. */
static inline void mk_zip(const mk_column *c, int fours, const mk_point *p, int64_t n) {
  for (int k = 0; k < fours; k++, c += 4) c->view->size == 8 ? mk_zip64(c, p, n) : mk_zip32(c, p, n);
}
#else
static inline int mk_fours(const mk_column *c, int count) { return (void)c, (void)count, 0; }
#define mk_unzip(columns, fours, p, n) (void)(fours)
#define mk_zip(columns, fours, p, n) (void)(fours)
#endif

#endif
