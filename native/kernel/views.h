/*
 * Views of arguments: which are used in place, and how the rest are packed. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_VIEWS_H
#define MANIPLE_KERNEL_VIEWS_H
#include "domain.h"

/* Shorter contiguous runs are packed several to a strip: a loop's start costs more than a copy in the first-level cache. */
#define MK_GRAIN 32

typedef struct {
  char *base;
  int64_t stride[MK_RANK];
  int64_t run; /* aligned runs of so many elements are contiguous */
  int dense;   /* segments are inside runs, and used in place */
  int size;    /* bytes of an element */
  int streamed; /* written past the caches (streams.h) */
  int64_t cycle;  /* elements that are this far apart are the same; of a view without such, all there are */
  int together;   /* its elements are moved between memory and its strip with its neighbours' elements (columns.h) */
  int64_t filled; /* its strip holds so many elements already, from a multiple of the cycle on */
} mk_view;

static inline mk_view mk_view_at(double pointer, const double *strides, const mk_domain *d, int rank, int size) {
  mk_view v = {.base = (char *)mk_pointer(pointer), .run = 1, .size = size, .cycle = 1};
  int64_t after = 1;
  int dense = 1;
  for (int a = MK_RANK - 1; a >= 0; a--) {
    const int k = a - (MK_RANK - rank);
    v.stride[a] = k < 0 ? 0 : (int64_t)strides[k] * size;
    if (d->size[a] == 1) continue;
    after *= d->size[a];
    if (v.stride[a] != 0) v.cycle = after;
    dense = dense && v.stride[a] == v.run * size;
    if (dense) v.run *= d->size[a];
  }
  return v;
}

/* `slots` are a view's pointer and its strides. */
static inline mk_view mk_view_of(const double *slots, const mk_domain *d, int rank, int size) {
  return mk_view_at(slots[0], slots + 1, d, rank, size);
}

/*
 * Settles which views are used in place, and how long a segment is at most: runs nest, so that segments which keep inside
 * the shortest run worth a loop keep inside all longer ones.
 */
static inline int64_t mk_grain(mk_view *views, int count, const mk_domain *d) {
  int64_t grain = INT64_MAX;
  for (int k = 0; k < count; k++) {
    views[k].dense = views[k].run >= MK_GRAIN || views[k].run == d->total;
    if (views[k].dense) grain = mk_least(grain, views[k].run);
  }
  return grain;
}

/* Settles which views are used in place by segments that are whole blocks: strips of a row, or rows of over half a block. */
static inline void mk_settle(mk_view *views, int count, const mk_domain *d) {
  for (int k = 0; k < count; k++)
    views[k].dense = views[k].run == d->total || (2 * d->inner > MK_BLOCK && views[k].run >= d->inner);
}

/* A segment's length from `flat` on, of `left` elements. */
static inline int64_t mk_segment(const mk_domain *d, int64_t grain, int64_t flat, int64_t left) {
  return grain >= d->total ? left : mk_least(left, grain - flat % grain);
}

/* Whether all views are the domain's elements in order, without gaps. */
static inline int mk_contiguous(const mk_view *views, int count, const mk_domain *d) {
  for (int k = 0; k < count; k++)
    if (views[k].run != d->total) return 0;
  return 1;
}

static inline char *mk_address(const mk_view *v, const mk_point *p) {
  char *address = v->base;
  for (int a = 0; a < MK_RANK; a++) address += p->at[a] * v->stride[a];
  return address;
}

/* The axis that numbers rows. */
#define MK_ROW (MK_RANK - 2)

/* The axis before it, where there is one. */
#define MK_OVER (MK_RANK > 2 ? MK_RANK - 3 : 0)

/* Rows of so many elements at most are copied by pieces of powers of two. */
#define MK_SHORT 8
#define MK_PIECE(n)                      \
  {                                      \
    memcpy(to, row, (n) * sizeof *row);  \
    row += n;                            \
    to += n;                             \
  }

/* Carries coordinates from the row axis to the axes before it. */
static inline void mk_carry(const mk_domain *d, int64_t *at) {
  for (int a = MK_ROW; a > 0 && at[a] == d->size[a]; a--) {
    at[a] = 0;
    at[a - 1]++;
  }
}

#define MK_PACKING(bits)                                                                                               \
  /* One row's elements, `step` apart, into a strip. Rows of a few elements are not worth a vectorized loop's start. */\
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
  /* `times` groups of `rows` rows of m elements each into a strip; `in` is 1, or 0 for rows of one value. */          \
  static void mk_short##bits(uint##bits##_t *to, const char *group, const int64_t *apart, int64_t m, int64_t in,       \
                             int64_t rows, int64_t times) {                                                            \
    for (int64_t g = 0; g < times; g++, group += apart[0]) {                                                           \
      const char *from = group;                                                                                        \
      for (int64_t r = 0; r < rows; r++, from += apart[1]) {                                                           \
        const uint##bits##_t *row = (const uint##bits##_t *)from;                                                      \
        uint##bits##_t same[MK_SHORT];                                                                                 \
        if (in == 0) {                                                                                                 \
          for (int i = 0; i < MK_SHORT; i++) same[i] = *row;                                                           \
          row = same;                                                                                                  \
        }                                                                                                              \
        __asm__ volatile("" : "+r"(m)); /* one loop for all lengths */                                                 \
        if (m & 8) MK_PIECE(8)                                                                                         \
        if (m & 4) MK_PIECE(4)                                                                                         \
        if (m & 2) MK_PIECE(2)                                                                                         \
        if (m & 1) MK_PIECE(1)                                                                                         \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  /* Packs whole short rows, as many of n elements as there are; returns how many elements that was. */                \
  static int64_t mk_packed##bits(uint##bits##_t *to, const mk_view *v, const mk_domain *d, mk_point *p, int64_t n) {   \
    const int64_t m = d->size[MK_RANK - 1], step = v->stride[MK_RANK - 1] / (bits / 8), count = d->size[MK_ROW];       \
    if (m > MK_SHORT || p->at[MK_RANK - 1] != 0 || (step != 0 && step != 1)) return 0;                                 \
    const int64_t apart[2] = {v->stride[MK_OVER], v->stride[MK_ROW]};                                                  \
    const int64_t all = n / m;                                                                                         \
    for (int64_t left = all, rows, times; left > 0; left -= rows * times) {                                            \
      rows = mk_least(left, count - p->at[MK_ROW]);                                                                    \
      times = MK_RANK > 2 && rows == count ? mk_least(left / count, d->size[MK_OVER] - p->at[MK_OVER]) : 1;            \
      mk_short##bits(to, mk_address(v, p), apart, m, step, rows, times);                                               \
      to += m * rows * times;                                                                                          \
      p->at[MK_ROW] += rows;                                                                                           \
      p->at[MK_OVER] += times - 1;                                                                                     \
      mk_carry(d, p->at);                                                                                              \
    }                                                                                                                  \
    return all * m;                                                                                                    \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_pack##bits(uint##bits##_t *to, const mk_view *v, const mk_domain *d,        \
                                                      mk_point p, int64_t n) {                                         \
    const int64_t step = v->stride[MK_RANK - 1] / (bits / 8);                                                          \
    const int64_t packed = mk_packed##bits(to, v, d, &p, n);                                                           \
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
    const int64_t step = v->stride[MK_RANK - 1] / (bits / 8);                                                          \
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
    const int again = v->cycle < d->total && v->cycle <= MK_BLOCK / 2 && p->flat % v->cycle == 0;                       \
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
