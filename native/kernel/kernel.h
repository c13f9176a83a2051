/*
 * What emitted kernels share: how a domain is cut into units (lib/ir/layout.ts), how views are walked, how folds combine
 * (lib/ir/folds.ts). An emitted file defines MK_RANK, includes this, and holds one plain loop over dense operands for each
 * stretch of nodes:
 *
 *     unit      a flat range of the row-major domain; a point task runs some
 *      └ block  at most MK_BLOCK elements of it, whose folded values fill strips
 *         └ segment  a piece of the block over which dense views are contiguous
 *
 * A view that is not contiguous over a segment is packed into a strip first (and unpacked from one, when it is written),
 * so that a loop has one form, whatever the strides are. Everything is static: unused parts cost nothing.
 */
#ifndef MANIPLE_KERNEL_H
#define MANIPLE_KERNEL_H
#include <stdint.h>
#include <string.h>
#include "vmath.h"

#define MK_BLOCK 1024
#define MK_OUTER_BLOCKS 64
/* Shorter contiguous runs are packed several to a strip: a loop's start costs more than a copy in the first-level cache. */
#define MK_GRAIN 32
#define MK_STRIP(type, name) _Alignas(64) type name[MK_BLOCK]

/* Before a loop: no element's store is another element's load. */
#if defined(__clang__)
#define MK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define MK_INDEPENDENT _Pragma("GCC ivdep")
#endif

enum { MK_MAP, MK_FULL, MK_INNER, MK_OUTER };

typedef struct {
  int64_t size[MK_RANK];
  int64_t rows, inner, rows_per_unit, strips, total, units;
  int structure;
} mk_domain;

/* The first element of a segment: its flat number and its coordinates. */
typedef struct {
  int64_t flat, at[MK_RANK];
} mk_point;

typedef struct {
  char *base;
  int64_t stride[MK_RANK];
  int64_t run; /* aligned runs of so many elements are contiguous */
  int dense;   /* segments are inside runs, and used in place */
  int repeats; /* all elements are one and the same */
  int filled;  /* its strip holds that element already */
} mk_view;

typedef struct {
  const void *base;
  int64_t size[MK_WHOLE];
  int64_t stride[MK_WHOLE];
} mk_whole;

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

/* ---- domains ---- */

/* Axes are right-aligned in MK_RANK, which is 2 at least: a domain of fewer has leading axes of size 1. */
static inline mk_domain mk_axes(const double *sizes, int rank) {
  mk_domain d = {.total = 1};
  for (int a = 0; a < MK_RANK; a++) {
    const int k = a - (MK_RANK - rank);
    d.size[a] = k < 0 ? 1 : (int64_t)sizes[k];
    d.total *= d.size[a];
  }
  return d;
}

static inline mk_domain mk_domain_of(const double *sizes, int rank, int row_rank, int structure) {
  mk_domain d = mk_axes(sizes, rank);
  d.structure = structure;
  d.rows = d.inner = d.strips = 1;
  for (int a = 0; a < rank; a++) *(a < row_rank ? &d.rows : &d.inner) *= (int64_t)sizes[a];
  d.rows_per_unit = mk_most(1, MK_BLOCK / mk_most(1, d.inner));
  if (structure == MK_OUTER) d.rows_per_unit = mk_most(d.rows_per_unit, (d.rows + MK_OUTER_BLOCKS - 1) / MK_OUTER_BLOCKS);
  d.units = (d.rows + d.rows_per_unit - 1) / d.rows_per_unit;
  if (structure == MK_MAP || structure == MK_FULL) {
    if (d.total == 0) d.units = 0;
    if (d.inner >= MK_BLOCK) {
      d.strips = (d.inner + MK_BLOCK - 1) / MK_BLOCK;
      d.rows_per_unit = 1;
      d.units = d.total == 0 ? 0 : d.rows * d.strips;
    }
  }
  return d;
}

/* First flat element of a unit; of unit `units`, the end. */
static inline int64_t mk_start(const mk_domain *d, int64_t unit) {
  if (d->strips == 1) return mk_least(unit * d->rows_per_unit * d->inner, d->total);
  const int64_t row = unit / d->strips;
  return row * d->inner + (unit - row * d->strips) * MK_BLOCK;
}

/* ---- blocks: a unit's elements, MK_BLOCK at a time; blocks hold whole rows, or strips of one row ---- */

typedef struct {
  int64_t flat, n;
  int64_t start, end, column;
} mk_block;

/* Rows whose accumulators would not stay in the second-level cache. */
static inline int mk_wide(const mk_domain *d) { return d->structure == MK_OUTER && d->inner > 32 * MK_BLOCK; }

static inline int64_t mk_block_size(const mk_domain *d, const mk_block *b) {
  if (mk_wide(d)) return mk_least(MK_BLOCK, d->inner - b->column);
  if (d->inner > MK_BLOCK) return mk_least(mk_least(MK_BLOCK, d->inner - b->flat % d->inner), b->end - b->flat);
  return mk_least(MK_BLOCK / mk_most(1, d->inner) * d->inner, b->end - b->flat);
}

static inline mk_block mk_first(const mk_domain *d, int64_t unit) {
  mk_block b = {.start = mk_start(d, unit), .end = mk_start(d, unit + 1)};
  b.flat = b.start;
  b.n = b.flat < b.end ? mk_block_size(d, &b) : 0;
  return b;
}

/* Fold-outer units of wide rows go down one strip of columns before the next. */
static inline void mk_next(const mk_domain *d, mk_block *b) {
  b->flat += mk_wide(d) ? d->inner : b->n;
  if (mk_wide(d) && b->flat >= b->end) {
    b->column += MK_BLOCK;
    b->flat = b->column < d->inner ? b->start + b->column : b->end;
  }
  b->n = b->flat < b->end ? mk_block_size(d, b) : 0;
}

static inline mk_point mk_locate(const mk_domain *d, int64_t flat) {
  mk_point p = {.flat = flat};
  for (int a = MK_RANK - 1; a > 0; a--) {
    const int64_t q = flat / d->size[a];
    p.at[a] = flat - q * d->size[a];
    flat = q;
  }
  p.at[0] = flat;
  return p;
}

/* ---- views ---- */

/* `slots` are a view's pointer and its strides. */
static inline mk_view mk_view_of(const double *slots, const mk_domain *d, int rank, int size) {
  mk_view v = {.base = (char *)mk_pointer(slots[0]), .run = 1, .repeats = 1};
  int dense = 1;
  for (int a = MK_RANK - 1; a >= 0; a--) {
    const int k = a - (MK_RANK - rank);
    v.stride[a] = k < 0 ? 0 : (int64_t)slots[1 + k] * size;
    if (d->size[a] == 1) continue;
    if (v.stride[a] != 0) v.repeats = 0;
    dense = dense && v.stride[a] == v.run * size;
    if (dense) v.run *= d->size[a];
  }
  return v;
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

/* The same for segments that are whole blocks: strips of a row, or single rows that leave no room for another. */
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

/* The axis whose steps go from row to row. */
#define MK_ROW (MK_RANK - 2)

/* Carries coordinates from the row axis to those before it. */
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
  static __attribute__((noinline)) void mk_pack##bits(uint##bits##_t *to, const mk_view *v, const mk_domain *d,        \
                                                      mk_point p, int64_t n) {                                         \
    const int64_t step = v->stride[MK_RANK - 1] / (bits / 8);                                                          \
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
    if (v->dense) return mk_address(v, p);                                                                    \
    if (v->filled) return strip;                                                                                       \
    v->filled = v->repeats;                                                                                            \
    mk_pack##bits((uint##bits##_t *)strip, v, d, *p, v->repeats ? mk_least(MK_BLOCK, d->total - p->flat) : n);         \
    return strip;                                                                                                      \
  }                                                                                                                    \
  /* Writes a strip of results to where they belong, unless they were computed in place. */                            \
  static inline void mk_put##bits(const void *results, const void *strip, const mk_view *v, const mk_domain *d,        \
                                  const mk_point *p, int64_t n) {                                                      \
    if (results == strip) mk_unpack##bits((const uint##bits##_t *)strip, v, d, *p, n);                                 \
  }
MK_PACKING(8)
MK_PACKING(32)
MK_PACKING(64)

/* Where a segment's results go: in place, or to `strip`, for mk_put. */
static inline void *mk_out(const mk_view *v, void *strip, const mk_point *p) {
  return v->dense ? mk_address(v, p) : strip;
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

/* ---- arguments that are gathered from: slots are pointer, sizes, strides ---- */

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

/* The same where a branch is cheaper than a selection: in loops that are not vectorized. */
static inline int64_t mk_index_rarely(int64_t i, int64_t size, int64_t *bad) {
  return __builtin_expect((uint64_t)i < (uint64_t)size, 1) ? i : mk_index(i, size, bad);
}

/* A segment [low, high) lies inside [0, size); what is outside is noted and left out. */
static inline void mk_clip(int64_t *low, int64_t *high, int64_t size, int64_t *bad) {
  if (*low >= *high || (*low >= 0 && *high <= size)) return;
  *bad = 1;
  *low = mk_most(*low, 0);
  *high = mk_least(*high, size);
}

/* ---- folds ---- */

#define MK_SUM(a, b) ((a) + (b))
#define MK_PROD(a, b) ((a) * (b))
#define MK_MIN(a, b) (((a) < (b)) | ((a) != (a)) ? (a) : (b))
#define MK_MAX(a, b) (((a) > (b)) | ((a) != (a)) ? (a) : (b))
#define MK_ANY(a, b) ((a) | (b))
#define MK_ALL(a, b) ((a) & (b))

/* The eight accumulators of a loop that folds while it computes: see mk_lanes_NAME. */
#define MK_LANES(acc, name, identity) \
  acc name[8] = {identity, identity, identity, identity, identity, identity, identity, identity}

/* mk_fold_NAME: one run of values; mk_finish_NAME: partials, run by run until one is left. */
#define MK_FOLD(NAME, value, acc, identity, COMBINE)                                                                   \
  static inline acc mk_lanes_##NAME(const acc *lane) {                                                                 \
    const acc a = COMBINE(lane[0], lane[4]), b = COMBINE(lane[2], lane[6]);                                            \
    const acc c = COMBINE(lane[1], lane[5]), d = COMBINE(lane[3], lane[7]);                                            \
    const acc left = COMBINE(a, b), right = COMBINE(c, d);                                                             \
    return COMBINE(left, right);                                                                                       \
  }                                                                                                                    \
  static __attribute__((noinline)) acc mk_fold_##NAME(const value *x, int64_t n) {                                     \
    acc lane[8] = {identity, identity, identity, identity, identity, identity, identity, identity};                    \
    for (; n >= 8; n -= 8, x += 8)                                                                                     \
      for (int l = 0; l < 8; l++) lane[l] = COMBINE(lane[l], (acc)x[l]);                                               \
    for (int l = 0; l < n; l++) lane[l] = COMBINE(lane[l], (acc)x[l]);                                                 \
    return mk_lanes_##NAME(lane);                                                                                      \
  }

#define MK_FINISH(NAME, acc, identity)                                                                                 \
  static acc mk_finish_##NAME(acc *partial, int64_t n) {                                                               \
    if (n == 0) return identity;                                                                                       \
    for (int64_t k; n > 1; n = k)                                                                                      \
      for (k = 0; k * MK_BLOCK < n; k++)                                                                               \
        partial[k] = mk_fold_##NAME(partial + k * MK_BLOCK, mk_least(MK_BLOCK, n - k * MK_BLOCK));                     \
    return partial[0];                                                                                                 \
  }

/* mk_rows_NAME: rows of 1 to MK_FEW values each, many at a time; the same tree as mk_fold_NAME's. */
#define MK_FEW 4
#define MK_ROWS(NAME, value, acc, result, identity, COMBINE)                                                           \
  static inline __attribute__((always_inline)) void mk_few_##NAME(const int m, result *r, const value *x, int64_t rows) {\
    for (int64_t i = 0; i < rows; i++) {                                                                               \
      acc lane[8];                                                                                                     \
      for (int l = 0; l < 8; l++) lane[l] = l < m ? COMBINE(identity, (acc)x[i * m + l]) : identity;                   \
      r[i] = mk_lanes_##NAME(lane);                                                                                    \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_rows_##NAME(result *restrict r, const value *restrict x, int64_t m, int64_t rows) {\
    if (m == 1) mk_few_##NAME(1, r, x, rows);                                                                          \
    else if (m == 2) mk_few_##NAME(2, r, x, rows);                                                                     \
    else if (m == 3) mk_few_##NAME(3, r, x, rows);                                                                     \
    else mk_few_##NAME(4, r, x, rows);                                                                                 \
  }

/* mk_columns_NAME: adds a block's values, which start at a column, to a row of accumulators. */
#define MK_COLUMNS(NAME, value, acc, COMBINE)                                                                          \
  static void mk_columns_##NAME(acc *restrict row, const value *restrict x, int64_t column, int64_t inner, int64_t n) { \
    for (int64_t k = 0, m; k < n; k += m, column = 0) {                                                                \
      m = mk_least(inner - column, n - k);                                                                             \
      for (int64_t i = 0; i < m; i++) row[column + i] = COMBINE(row[column + i], (acc)x[k + i]);                       \
    }                                                                                                                  \
  }

/* mk_find_NAME: keeps the first extreme of a row that is seen in pieces; *best is -1 at a row's start. */
#define MK_FIND(NAME, value, FOLD, BEFORE)                                                                             \
  static __attribute__((noinline)) void mk_find_##NAME(const value *x, int64_t n, int64_t column, value *extreme,      \
                                                       int64_t *best) {                                                \
    const value m = mk_fold_##FOLD(x, n);                                                                              \
    if (*best >= 0 && !(m BEFORE *extreme) && !(m != m && *extreme == *extreme)) return;                               \
    int64_t i = 0;                                                                                                     \
    for (int found = 0; i + 8 <= n; i += 8) {                                                                          \
      for (int l = 0; l < 8; l++) found |= (x[i + l] == m) | (x[i + l] != x[i + l]);                                   \
      if (found) break;                                                                                                \
    }                                                                                                                  \
    while (x[i] != m && x[i] == x[i]) i++;                                                                             \
    *extreme = m;                                                                                                      \
    *best = column + i;                                                                                                \
  }

#endif
