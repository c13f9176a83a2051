/*
 * Packing: elements of views that are not used in place, between memory and strips. Rows of a few elements are moved many at a time, and
 * rows of one element as the column that they are. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_PACKING_H
#define MANIPLE_KERNEL_PACKING_H
#include "views.h"

/* The axis that numbers rows. */
#define MK_ROW (MK_RANK - 2)

/* The axis before it, where there is one. */
#define MK_OVER (MK_RANK > 2 ? MK_RANK - 3 : 0)

/* Rows of so many elements at most are moved many at a time; rows of one value if they are shorter. */
#define MK_SHORT 31
#define MK_SAME 8

/* Functions that gain nothing by vectors and unrolled loops, which take compilers long. */
#if defined(__GNUC__) && !defined(__clang__)
#define MK_BRIEF __attribute__((noinline, optimize("O1")))
#else
#define MK_BRIEF __attribute__((noinline))
#endif

/* Carries coordinates from the row axis to the axes before it. */
static inline void mk_carry(const mk_domain *d, int64_t *at) {
  for (int a = MK_ROW; a > 0 && at[a] == d->size[a]; a--) {
    at[a] = 0;
    at[a - 1]++;
  }
}

/*
 * `times` groups of `rows` rows of so many bytes, for elements of all sizes. `over` and `under` are how far groups and rows are apart, in
 * the target and in the source. Usual lengths have loops of their own, others go by pieces of powers of two.
 */
#define MK_LINES(BODY)                                                                                                 \
  for (; times > 0; times--, to += over[0], from += under[0])                                                          \
    for (int64_t r = 0; r < rows; r++) {                                                                               \
      char *at = to + r * over[1];                                                                                     \
      const char *row = from + r * under[1];                                                                           \
      BODY                                                                                                             \
    }
#define MK_LINES_OF(n) if (bytes == n) MK_LINES(memcpy(at, row, n);) else
#define MK_PIECE(n)                                                                                                    \
  if (bytes & n) {                                                                                                     \
    memcpy(at, row, n);                                                                                                \
    row += n;                                                                                                          \
    at += n;                                                                                                           \
  }
static MK_BRIEF void mk_rows(char *to, const int64_t *over, const char *from, const int64_t *under,
                                              int64_t bytes, int64_t rows, int64_t times) {
  MK_LINES_OF(8) MK_LINES_OF(16) MK_LINES_OF(24) MK_LINES_OF(32) MK_LINES_OF(64) MK_LINES_OF(128)
  MK_LINES(__asm__ volatile("" : "+r"(bytes)); /* one loop for all lengths */
           MK_PIECE(128) MK_PIECE(64) MK_PIECE(32) MK_PIECE(16) MK_PIECE(8) MK_PIECE(4) MK_PIECE(2) MK_PIECE(1))
}

#define MK_PACKING(bits)                                                                                               \
  /* One row's elements, `step` apart, into a strip. Rows of a few elements are not worth a vectorized loop's start. */ \
  static inline __attribute__((always_inline)) void mk_row##bits(uint##bits##_t *to, int64_t out,                      \
                                                                 const uint##bits##_t *from, int64_t in, int64_t n) {  \
    if (n < 16) {                                                                                                      \
      for (int64_t i = 0; i < n; i++) {                                                                                \
        to[i * out] = from[i * in];                                                                                    \
        __asm__ volatile("");                                                                                          \
      }                                                                                                                \
    } else if (in == 1 && out == 1) {                                                                                  \
      memcpy(to, from, n * (bits / 8));                                                                                \
    } else if (in == 0) {                                                                                              \
      const uint##bits##_t value = *from;                                                                              \
      for (int64_t i = 0; i < n; i++) to[i] = value;                                                                   \
    } else {                                                                                                           \
      for (int64_t i = 0; i < n; i++) to[i * out] = from[i * in];                                                      \
    }                                                                                                                  \
  }                                                                                                                    \
  /* As mk_rows, of rows of one value, into a strip. */                                                                \
  static inline __attribute__((always_inline)) void mk_fill##bits(uint##bits##_t *to, const char *from,                \
                                                                  const int64_t *under, const int64_t m,               \
                                                                  int64_t rows, int64_t times) {                       \
    for (; times > 0; times--, from += under[0]) {                                                                     \
      const char *row = from;                                                                                          \
      for (int64_t r = 0; r < rows; r++, to += m, row += under[1])                                                     \
        for (int64_t i = 0; i < m; i++) to[i] = *(const uint##bits##_t *)row;                                          \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_same##bits(uint##bits##_t *to, const char *from, const int64_t *under,      \
                                                      int64_t m, int64_t rows, int64_t times) {                        \
    if (m == 2) mk_fill##bits(to, from, under, 2, rows, times);                                                        \
    else if (m == 4) mk_fill##bits(to, from, under, 4, rows, times);                                                   \
    else mk_fill##bits(to, from, under, m, rows, times);                                                               \
  }                                                                                                                    \
  /* Moves whole short rows between a strip and memory, as many of n elements as there are; returns of how many. */    \
  static MK_BRIEF int64_t mk_moved##bits(char *strip, const mk_view *v, const mk_domain *d,                            \
                                                          mk_point *p, int64_t n, int out) {                           \
    const int64_t m = d->size[MK_RANK - 1], step = v->stride[MK_RANK - 1], count = d->size[MK_ROW];                    \
    const int same = step == 0;                                                                                        \
    if (m > (same ? MK_SAME : MK_SHORT) || p->at[MK_RANK - 1] != 0 || !(same ? !out : step == bits / 8)) return 0;     \
    const int64_t apart[2] = {v->stride[MK_OVER], v->stride[MK_ROW]}, length = m * (bits / 8), all = n / m;            \
    for (int64_t left = all, rows, times; left > 0; left -= rows * times) {                                            \
      rows = mk_least(left, count - p->at[MK_ROW]);                                                                    \
      times = MK_RANK > 2 && rows == count ? mk_least(left / count, d->size[MK_OVER] - p->at[MK_OVER]) : 1;            \
      const int64_t dense[2] = {rows * length, length};                                                                \
      if (out) mk_rows(mk_address(v, p), apart, strip, dense, length, rows, times);                                    \
      else if (same) mk_same##bits((uint##bits##_t *)strip, mk_address(v, p), apart, m, rows, times);                  \
      else mk_rows(strip, dense, mk_address(v, p), apart, length, rows, times);                                        \
      strip += length * rows * times;                                                                                  \
      p->at[MK_ROW] += rows;                                                                                           \
      p->at[MK_OVER] += times - 1;                                                                                     \
      mk_carry(d, p->at);                                                                                              \
    }                                                                                                                  \
    return all * m;                                                                                                    \
  }                                                                                                                    \
  static MK_BRIEF void mk_line##bits(uint##bits##_t *to, int64_t out, const uint##bits##_t *from,                      \
                                                      int64_t in, int64_t n) {                                         \
    for (int64_t i = 0; i < n; i++) to[i * out] = from[i * in];                                                        \
  }                                                                                                                    \
  /* Rows of one element are the elements of a column. */                                                              \
  static void mk_column##bits(uint##bits##_t *strip, const mk_view *v, const mk_domain *d, mk_point *p, int64_t n,     \
                              int out) {                                                                               \
    const int64_t step = v->stride[MK_ROW] / (bits / 8);                                                               \
    for (int64_t m; n > 0; strip += m, n -= m, p->at[MK_ROW] += m, mk_carry(d, p->at)) {                               \
      m = mk_least(n, d->size[MK_ROW] - p->at[MK_ROW]);                                                                \
      uint##bits##_t *const memory = (uint##bits##_t *)mk_address(v, p);                                               \
      if (out) mk_line##bits(memory, step, strip, 1, m);                                                               \
      else mk_line##bits(strip, 1, memory, step, m);                                                                   \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_pack##bits(uint##bits##_t *to, const mk_view *v, const mk_domain *d,        \
                                                      mk_point p, int64_t n) {                                         \
    if (d->size[MK_RANK - 1] == 1) { mk_column##bits(to, v, d, &p, n, 0); return; }                                    \
    const int64_t step = v->stride[MK_RANK - 1] / (bits / 8);                                                          \
    const int64_t packed = mk_moved##bits((char *)to, v, d, &p, n, 0);                                                 \
    to += packed;                                                                                                      \
    n -= packed;                                                                                                       \
    for (int64_t rows; n > 0; p.at[MK_ROW] += rows, mk_carry(d, p.at)) {                                               \
      const char *from = mk_address(v, &p);                                                                            \
      for (rows = 0; n > 0 && rows < d->size[MK_ROW] - p.at[MK_ROW]; rows++) {                                         \
        const int64_t m = mk_least(n, d->size[MK_RANK - 1] - p.at[MK_RANK - 1]);                                       \
        mk_row##bits(to, 1, (const uint##bits##_t *)from, step, m);                                                    \
        from += v->stride[MK_ROW] - p.at[MK_RANK - 1] * v->stride[MK_RANK - 1];                                        \
        p.at[MK_RANK - 1] = 0;                                                                                         \
        to += m;                                                                                                       \
        n -= m;                                                                                                        \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_unpack##bits(const uint##bits##_t *from, const mk_view *v,                  \
                                                        const mk_domain *d, mk_point p, int64_t n) {                   \
    if (v->run == d->total) {                                                                                          \
      memcpy(mk_address(v, &p), from, n * (bits / 8));                                                                 \
      return;                                                                                                          \
    }                                                                                                                  \
    if (d->size[MK_RANK - 1] == 1) { mk_column##bits((uint##bits##_t *)from, v, d, &p, n, 1); return; }                \
    const int64_t step = v->stride[MK_RANK - 1] / (bits / 8);                                                          \
    const int64_t unpacked = mk_moved##bits((char *)from, v, d, &p, n, 1);                                             \
    from += unpacked;                                                                                                  \
    n -= unpacked;                                                                                                     \
    for (int64_t rows; n > 0; p.at[MK_ROW] += rows, mk_carry(d, p.at)) {                                               \
      char *to = mk_address(v, &p);                                                                                    \
      for (rows = 0; n > 0 && rows < d->size[MK_ROW] - p.at[MK_ROW]; rows++) {                                         \
        const int64_t m = mk_least(n, d->size[MK_RANK - 1] - p.at[MK_RANK - 1]);                                       \
        mk_row##bits((uint##bits##_t *)to, step, from, 1, m);                                                          \
        to += v->stride[MK_ROW] - p.at[MK_RANK - 1] * v->stride[MK_RANK - 1];                                          \
        p.at[MK_RANK - 1] = 0;                                                                                         \
        from += m;                                                                                                     \
        n -= m;                                                                                                        \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  /* Where a segment's operands are: in place, or packed into `strip`. */                                              \
  static inline const void *mk_in##bits(mk_view *v, void *strip, const mk_domain *d, const mk_point *p, int64_t n) {   \
    if (v->dense) return mk_address(v, p);                                                                             \
    if (v->together) return strip;                                                                                     \
    const int again = v->cycle < d->total && v->cycle <= MK_BLOCK / 2 && p->flat % v->cycle == 0;                      \
    if (again && n <= v->filled) return strip;                                                                         \
    const int64_t m = again ? mk_least(MK_BLOCK, d->total - p->flat) : n;                                              \
    v->filled = again ? m : 0;                                                                                         \
    mk_pack##bits((uint##bits##_t *)strip, v, d, *p, m);                                                               \
    return strip;                                                                                                      \
  }                                                                                                                    \
  /* Writes a strip of results to where they belong, unless they were computed in place. */                            \
  static inline void mk_put##bits(const void *results, const void *strip, const mk_view *v, const mk_domain *d,        \
                                  const mk_point *p, int64_t n) {                                                      \
    if (results == strip && !v->together) mk_unpack##bits((const uint##bits##_t *)strip, v, d, *p, n);                 \
  }
MK_PACKING(8)
MK_PACKING(16)
MK_PACKING(32)
MK_PACKING(64)

/* Where a segment's results go: in place, or to `strip`, for mk_put. */
static inline void *mk_out(const mk_view *v, void *strip, const mk_point *p) {
  return v->dense && !v->streamed ? mk_address(v, p) : strip;
}

/* Coordinates of a segment's elements along an axis. */
static __attribute__((noinline)) void mk_coordinates(int64_t *to, int axis, const mk_domain *d, const mk_point *p, int64_t n) {
  int64_t after = 1;
  for (int a = axis + 1; a < MK_RANK; a++) after *= d->size[a];
  int64_t c = p->at[axis], left = after - p->flat % after;
  const int64_t steps = after == 1;
  while (n > 0) {
    const int64_t m = mk_least(n, steps ? d->size[axis] - c : left);
    for (int64_t i = 0; i < m; i++) to[i] = c + i * steps;
    to += m;
    n -= m;
    left = after;
    c = steps ? 0 : c + 1 == d->size[axis] ? 0 : c + 1;
  }
}

#endif
