/*
 * Runs of rows of a sparse matrix with equal columns relative to the row (`RowRuns` in lib/ir/kernel.ts): their products with a vector,
 * eight rows at once, without reading a column. Each row is summed in order. Part of kernel.h, and of the block tier.
 */
#ifndef MANIPLE_KERNEL_RUNS_H
#define MANIPLE_KERNEL_RUNS_H
#include <stdint.h>
#include <string.h>

#include "parts.h"

typedef struct {
  int64_t end;             /* the row after the last one */
  int64_t width;           /* elements in a row; 0 where nothing is known of the rows */
  const int32_t *offsets;  /* of each element's column from the row */
  int64_t last;            /* where the element after its last one is */
} mk_run;

#define MK_RUN_WORDS 4

/* The number of the run that a row lies in. */
static inline int64_t mk_run_of(const int32_t *table, int64_t row) {
  const int32_t *runs = table + 1;
  int64_t low = 0, high = table[0] - 1;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (runs[MK_RUN_WORDS * middle] > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

static inline mk_run mk_run_at(const int32_t *table, int64_t number) {
  const int32_t *words = table + 1 + MK_RUN_WORDS * number;
  mk_run run;
  run.end = words[0];
  run.width = words[1];
  run.offsets = table + words[2];
  run.last = words[3];
  return run;
}

/* Where a row's first element is. */
static inline int64_t mk_run_low(const mk_run *run, int64_t row) { return run->last - (run->end - row) * run->width; }

#define MK_RUN_AHEAD 8192 /* bytes from the elements that are read to the ones that are fetched */

/*
 * Eight rows' element `column`, of an odd number m of elements a row: their places are eight different ones modulo 8, so that
 * they are selected from the m vectors that the rows fill, and then put in order.
 *
 *     m = 3, column 1    · 1 · · 4 · · 7   · · a · · d · ·   g · · j · · m ·   ->   g 1 a j 4 d m 7   ->   1 4 7 a d g j m
 */
#if defined(__AVX512F__) && (defined(__clang__) || __GNUC__ >= 12)
#define MK_RUN_PLACE(m, j, q, l) ((8 * (q) + (l)) % (m) == (j) ? 8 + (l) : (l))
#define MK_RUN_TAKE(a, v, m, j, q)                                                                                     \
  __builtin_shufflevector(a, v, MK_RUN_PLACE(m, j, q, 0), MK_RUN_PLACE(m, j, q, 1), MK_RUN_PLACE(m, j, q, 2),          \
                          MK_RUN_PLACE(m, j, q, 3), MK_RUN_PLACE(m, j, q, 4), MK_RUN_PLACE(m, j, q, 5),                \
                          MK_RUN_PLACE(m, j, q, 6), MK_RUN_PLACE(m, j, q, 7))
#define MK_RUN_ORDER(a, m, j)                                                                                          \
  __builtin_shufflevector(a, a, (j) % 8, ((m) + (j)) % 8, (2 * (m) + (j)) % 8, (3 * (m) + (j)) % 8,                    \
                          (4 * (m) + (j)) % 8, (5 * (m) + (j)) % 8, (6 * (m) + (j)) % 8, (7 * (m) + (j)) % 8)
#define MK_RUN_TAKE3(m, j) MK_RUN_TAKE(MK_RUN_TAKE(v[0], v[1], m, j, 1), v[2], m, j, 2)
#define MK_RUN_TAKE5(m, j) MK_RUN_TAKE(MK_RUN_TAKE(MK_RUN_TAKE3(m, j), v[3], m, j, 3), v[4], m, j, 4)
#define MK_RUN_TAKE7(m, j) MK_RUN_TAKE(MK_RUN_TAKE(MK_RUN_TAKE5(m, j), v[5], m, j, 5), v[6], m, j, 6)
#define MK_RUN_STEP(m, j)                                                                                              \
  do {                                                                                                                 \
    memcpy(&b, x + offsets[j], sizeof b);                                                                              \
    sums += __builtin_convertvector(MK_RUN_ORDER(MK_RUN_TAKE##m(m, j), m, j) * b, mk_part);                            \
  } while (0)
#define MK_RUN_STEPS3(m) MK_RUN_STEP(m, 0); MK_RUN_STEP(m, 1); MK_RUN_STEP(m, 2)
#define MK_RUN_STEPS5(m) MK_RUN_STEPS3(m); MK_RUN_STEP(m, 3); MK_RUN_STEP(m, 4)
#define MK_RUN_STEPS7(m) MK_RUN_STEPS5(m); MK_RUN_STEP(m, 5); MK_RUN_STEP(m, 6)
#define MK_RUN_ODD(m)                                                                                                  \
  case m: {                                                                                                            \
    mk_values v[m], b;                                                                                                 \
    for (int q = 0; q < m; q++) memcpy(&v[q], values + 8 * q, sizeof v[q]);                                            \
    MK_RUN_STEPS##m(m);                                                                                                \
    break;                                                                                                             \
  }
#define MK_RUN_ODDS MK_RUN_ODD(3) MK_RUN_ODD(5) MK_RUN_ODD(7)
#else
#define MK_RUN_ODDS
#endif

/* An element of as many rows as a part has; v: of the first one. */
#if MK_PART == 8
#define MK_RUN_COLUMN(v, m) {(v)[0], (v)[m], (v)[2 * (m)], (v)[3 * (m)], (v)[4 * (m)], (v)[5 * (m)], (v)[6 * (m)], (v)[7 * (m)]}
#elif MK_PART == 4
#define MK_RUN_COLUMN(v, m) {(v)[0], (v)[m], (v)[2 * (m)], (v)[3 * (m)]}
#else
#define MK_RUN_COLUMN(v, m) {(v)[0], (v)[m]}
#endif

/* out[i] for n rows of m values each; `values` and `x` begin at the first row's. The last eight rows may overlap the ones before. */
#define MK_RUN_PRODUCTS(NAME, type)                                                                                    \
  static inline __attribute__((always_inline)) void mk_run_part_##NAME(type *out, const int64_t m,                     \
                                                                       const int32_t *offsets, const type *values,     \
                                                                       const type *x) {                                \
    typedef type mk_values __attribute__((vector_size(MK_PART * sizeof(type))));                                       \
    mk_part sums = {0};                                                                                                \
    switch (m) {                                                                                                       \
      MK_RUN_ODDS                                                                                                      \
      default:                                                                                                         \
        for (int64_t j = 0; j < m; j++) {                                                                              \
          const mk_values a = MK_RUN_COLUMN(values + j, m);                                                            \
          mk_values b;                                                                                                 \
          memcpy(&b, x + offsets[j], sizeof b);                                                                        \
          sums += __builtin_convertvector(a * b, mk_part);                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    const mk_values results = __builtin_convertvector(sums, mk_values);                                                \
    memcpy(out, &results, sizeof results);                                                                             \
  }                                                                                                                    \
  static inline __attribute__((always_inline)) void mk_run_rows_##NAME(type *out, int64_t n, const int64_t m,          \
                                                                       const int32_t *offsets, const type *values,     \
                                                                       const type *x) {                                \
    const int64_t bytes = 8 * m * (int64_t)sizeof(type);                                                               \
    for (int64_t i = 0; i < n; i += 8) {                                                                               \
      const int64_t k = i + 8 <= n ? i : n - 8;                                                                        \
      const type *v = values + k * m;                                                                                  \
      for (int64_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)v + at + MK_RUN_AHEAD);              \
      for (int at = 0; at < 8; at += MK_PART) mk_run_part_##NAME(out + k + at, m, offsets, v + at * m, x + k + at);    \
    }                                                                                                                  \
  }                                                                                                                    \
  static inline void mk_run_products_##NAME(type *out, int64_t n, int64_t m, const int32_t *offsets,                   \
                                            const type *values, const type *x) {                                       \
    if (n >= 8) {                                                                                                      \
      if (m == 3) mk_run_rows_##NAME(out, n, 3, offsets, values, x);                                                   \
      else if (m == 5) mk_run_rows_##NAME(out, n, 5, offsets, values, x);                                              \
      else if (m == 7) mk_run_rows_##NAME(out, n, 7, offsets, values, x);                                              \
      else mk_run_rows_##NAME(out, n, m, offsets, values, x);                                                          \
      return;                                                                                                          \
    }                                                                                                                  \
    for (int64_t i = 0; i < n; i++, values += m, x++) {                                                                \
      double sum = 0;                                                                                                  \
      for (int64_t j = 0; j < m; j++) sum += (double)(type)(values[j] * x[offsets[j]]);                                \
      out[i] = (type)sum;                                                                                              \
    }                                                                                                                  \
  }

MK_RUN_PRODUCTS(f64, double)
MK_RUN_PRODUCTS(f32, float)

#endif
