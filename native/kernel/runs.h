/*
 * Runs of rows of a sparse matrix whose columns are the same relative to the row (`RowRuns` in lib/ir/kernel.ts): their
 * products with a vector, eight rows at once, without reading a column. Each row is summed in order. Part of kernel.h, and
 * of the block tier.
 */
#ifndef MANIPLE_KERNEL_RUNS_H
#define MANIPLE_KERNEL_RUNS_H
#include <stdint.h>
#include <string.h>

typedef struct {
  int64_t end;             /* the row after the last one */
  int64_t width;           /* elements in a row; 0 where nothing is known of the rows */
  const int32_t *offsets;  /* of each element's column from the row */
} mk_run;

/* The run that a row lies in. */
static inline mk_run mk_run_at(const int32_t *table, int64_t row) {
  const int32_t *runs = table + 1;
  int64_t low = 0, high = table[0] - 1;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (runs[3 * middle] > row) high = middle;
    else low = middle + 1;
  }
  mk_run run;
  run.end = runs[3 * low];
  run.width = runs[3 * low + 1];
  run.offsets = table + runs[3 * low + 2];
  return run;
}

#define MK_RUN_AHEAD 8192 /* bytes from what is read to what is asked for */

/* out[i] for n rows of m values each; `values` and `x` begin at the first row's. */
#define MK_RUN_PRODUCTS(NAME, type)                                                                                    \
  static inline void mk_run_products_##NAME(type *out, int64_t n, int64_t m, const int32_t *offsets,                   \
                                            const type *values, const type *x) {                                       \
    typedef type mk_eight __attribute__((vector_size(8 * sizeof(type))));                                              \
    typedef double mk_sums __attribute__((vector_size(64)));                                                           \
    const int64_t bytes = 8 * m * (int64_t)sizeof(type);                                                               \
    int64_t i = 0;                                                                                                     \
    for (; i + 8 <= n; i += 8, values += 8 * m, x += 8) {                                                              \
      for (int64_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)values + at + MK_RUN_AHEAD);         \
      mk_sums sums = {0};                                                                                              \
      for (int64_t j = 0; j < m; j++) {                                                                                \
        const type *v = values + j;                                                                                    \
        const mk_eight a = {v[0], v[m], v[2 * m], v[3 * m], v[4 * m], v[5 * m], v[6 * m], v[7 * m]};                   \
        mk_eight b;                                                                                                    \
        memcpy(&b, x + offsets[j], sizeof b);                                                                          \
        sums += __builtin_convertvector(a * b, mk_sums);                                                               \
      }                                                                                                                \
      const mk_eight results = __builtin_convertvector(sums, mk_eight);                                                \
      memcpy(out + i, &results, sizeof results);                                                                       \
    }                                                                                                                  \
    for (; i < n; i++, values += m, x++) {                                                                             \
      double sum = 0;                                                                                                  \
      for (int64_t j = 0; j < m; j++) sum += (double)(type)(values[j] * x[offsets[j]]);                                \
      out[i] = (type)sum;                                                                                              \
    }                                                                                                                  \
  }

MK_RUN_PRODUCTS(f64, double)
MK_RUN_PRODUCTS(f32, float)

#endif
