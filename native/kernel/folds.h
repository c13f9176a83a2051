/*
 * Folds, in the tree that lib/ir/folds.ts fixes, as functions that a kernel instantiates for its types. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_FOLDS_H
#define MANIPLE_KERNEL_FOLDS_H
#include "base.h"
#include "parts.h"

#define MK_SUM(a, b) ((a) + (b))
#define MK_PROD(a, b) ((a) * (b))
#define MK_MIN(a, b) (((a) < (b)) | ((a) != (a)) ? (a) : (b))
#define MK_MAX(a, b) (((a) > (b)) | ((a) != (a)) ? (a) : (b))
#define MK_ANY(a, b) ((a) | (b))
#define MK_ALL(a, b) ((a) & (b))

#define MK_LANES(acc, name, identity) \
  acc name[8] = {identity, identity, identity, identity, identity, identity, identity, identity}

#define MK_LANE_TREE(NAME, acc, COMBINE)                                                                               \
  static inline acc mk_lanes_##NAME(const acc *lane) {                                                                 \
    const acc a = COMBINE(lane[0], lane[4]), b = COMBINE(lane[2], lane[6]);                                            \
    const acc c = COMBINE(lane[1], lane[5]), d = COMBINE(lane[3], lane[7]);                                            \
    const acc left = COMBINE(a, b), right = COMBINE(c, d);                                                             \
    return COMBINE(left, right);                                                                                       \
  }

/* mk_fold_NAME: one run of values; mk_finish_NAME: partials, run by run until one is left. */
#define MK_FOLD(NAME, value, acc, identity, COMBINE)                                                                   \
  MK_LANE_TREE(NAME, acc, COMBINE)                                                                                     \
  static __attribute__((noinline)) acc mk_fold_##NAME(const value *x, int64_t n) {                                     \
    acc lane[8] = {identity, identity, identity, identity, identity, identity, identity, identity};                    \
    for (; n >= 8; n -= 8, x += 8)                                                                                     \
      for (int l = 0; l < 8; l++) lane[l] = COMBINE(lane[l], (acc)x[l]);                                               \
    for (int l = 0; l < n; l++) lane[l] = COMBINE(lane[l], (acc)x[l]);                                                 \
    return mk_lanes_##NAME(lane);                                                                                      \
  }

/*
 * mk_fold_NAME for the number of bools that hold: in vectors of bytes, each of which holds 255 at most, which then are added up, eight bytes of
 * a word as four pairs.
 */
#define MK_COUNTS(NAME, acc)                                                                                           \
  MK_LANE_TREE(NAME, acc, MK_SUM)                                                                                      \
  static __attribute__((noinline)) acc mk_fold_##NAME(const uint8_t *x, int64_t n) {                                   \
    enum { many = 64 };                                                                                                \
    uint64_t count = 0;                                                                                                \
    while (n >= many) {                                                                                                \
      uint8_t lane[many] = {0};                                                                                        \
      uint64_t words[many / 8], pairs = 0;                                                                             \
      const int64_t steps = mk_least(n / many, 255);                                                                   \
      for (int64_t k = 0; k < steps; k++, x += many)                                                                   \
        for (int l = 0; l < many; l++) lane[l] += x[l] != 0;                                                           \
      n -= steps * many;                                                                                               \
      memcpy(words, lane, sizeof words);                                                                               \
      for (int k = 0; k < many / 8; k++)                                                                               \
        pairs += (words[k] & UINT64_C(0x00ff00ff00ff00ff)) + (words[k] >> 8 & UINT64_C(0x00ff00ff00ff00ff));           \
      count += (pairs * UINT64_C(0x0001000100010001)) >> 48;                                                           \
    }                                                                                                                  \
    for (int64_t i = 0; i < n; i++) count += x[i] != 0;                                                                \
    return (acc)count;                                                                                                 \
  }

/* Of twice as many extremes so many. The number is known, so that the loops are vectors without a rest. */
#define MK_HALVE(w, BEFORE)                                                                                            \
  for (int l = 0; l < (w); l++) {                                                                                      \
    best[l] = best[l + (w)] BEFORE best[l] ? best[l + (w)] : best[l];                                                  \
    odd[l] = odd[l + (w)] == odd[l + (w)] ? odd[l] : odd[l + (w)];                                                     \
  }

/*
 * mk_fold_NAME for minima and maxima. mk_exact_NAME: four stretches of a run fold side by side, as each step waits for the one
 * before it; a lane's stretches combine in their order, which gives the bits of the lane alone, down to the sign of a zero. The order
 * matters only where there are NaNs or zeros of both signs: mk_fold_NAME first folds without an order, with so many extremes at once that
 * no step waits; its last vectors overlap, as values may be seen twice.
 */
#define MK_EXTREME(NAME, value, identity, COMBINE, BEFORE)                                                             \
  enum { mk_width_##NAME = MK_PART_OF(sizeof(value)) };                                                                \
  typedef value mk_part_##NAME __attribute__((vector_size(MK_PART_OF(sizeof(value)) * sizeof(value))));                \
  static inline __attribute__((always_inline)) void mk_meet_##NAME(mk_part_##NAME *a, const void *x) {                 \
    mk_part_##NAME b;                                                                                                  \
    memcpy(&b, x, sizeof b);                                                                                           \
    const __typeof__(b < b) stays = (*a BEFORE b) | (*a != *a);                                                        \
    *a = (mk_part_##NAME)((stays & (__typeof__(stays))*a) | (~stays & (__typeof__(stays))b));                          \
  }                                                                                                                    \
  MK_LANE_TREE(NAME, value, COMBINE)                                                                                   \
  static __attribute__((noinline)) value mk_exact_##NAME(const value *x, int64_t n) {                                  \
    MK_LANES(value, lane, identity);                                                                                   \
    const int64_t stretch = n / 32 * 8;                                                                                \
    for (int at = 0; at < 8; at += mk_width_##NAME) {                                                                  \
      const value *from = x + at;                                                                                      \
      mk_part_##NAME a, b, c, d;                                                                                       \
      memcpy(&a, lane + at, sizeof a);                                                                                 \
      b = c = d = a;                                                                                                   \
      for (int64_t i = 0; i < stretch; i += 8) {                                                                       \
        mk_meet_##NAME(&a, from + i);                                                                                  \
        mk_meet_##NAME(&b, from + stretch + i);                                                                        \
        mk_meet_##NAME(&c, from + 2 * stretch + i);                                                                    \
        mk_meet_##NAME(&d, from + 3 * stretch + i);                                                                    \
      }                                                                                                                \
      mk_meet_##NAME(&a, &b);                                                                                          \
      mk_meet_##NAME(&a, &c);                                                                                          \
      mk_meet_##NAME(&a, &d);                                                                                          \
      for (int64_t i = 4 * stretch; i + 8 <= n; i += 8) mk_meet_##NAME(&a, from + i);                                  \
      memcpy(lane + at, &a, sizeof a);                                                                                 \
    }                                                                                                                  \
    const int64_t i = n / 8 * 8;                                                                                       \
    for (int l = 0; i + l < n; l++) lane[l] = COMBINE(lane[l], x[i + l]);                                              \
    return mk_lanes_##NAME(lane);                                                                                      \
  }                                                                                                                    \
  /* Whether there is a zero with a sign. */                                                                           \
  static int mk_minus_##NAME(const value *x, int64_t n) {                                                              \
    int any = 0;                                                                                                       \
    for (int64_t i = 0; i < n; i++) any |= (x[i] == 0) & (copysign(1.0, (double)x[i]) < 0);                            \
    return any;                                                                                                        \
  }                                                                                                                    \
  static __attribute__((noinline)) value mk_fold_##NAME(const value *x, int64_t n) {                                   \
    enum { many = 256 / sizeof(value) };                                                                               \
    if (n < many) return mk_exact_##NAME(x, n);                                                                        \
    value best[many], odd[many];                                                                                       \
    for (int l = 0; l < many; l++) best[l] = odd[l] = x[l];                                                            \
    for (int64_t i = many; i < n; i += many) {                                                                         \
      const value *next = x + mk_least(i, n - many);                                                                   \
      for (int l = 0; l < many; l++) {                                                                                 \
        best[l] = next[l] BEFORE best[l] ? next[l] : best[l];                                                          \
        odd[l] = next[l] == next[l] ? odd[l] : next[l];                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    MK_HALVE(many / 2, BEFORE)                                                                                         \
    MK_HALVE(many / 4, BEFORE)                                                                                         \
    MK_HALVE(many / 8, BEFORE)                                                                                         \
    MK_HALVE(many / 16, BEFORE)                                                                                        \
    MK_HALVE(many / 32, BEFORE)                                                                                        \
    MK_HALVE(many / 64, BEFORE)                                                                                        \
    MK_HALVE(many / 128, BEFORE)                                                                                       \
    MK_HALVE(many / 256, BEFORE)                                                                                       \
    const value m = best[0];                                                                                           \
    int strange = odd[0] != odd[0];                                                                                    \
    if ((value)0.5 != 0 && m == 0) strange = strange || mk_minus_##NAME(x, n);                                         \
    return strange ? mk_exact_##NAME(x, n) : m;                                                                        \
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
#define MK_FEW 32
#define MK_ROWS(NAME, value, acc, result, identity, COMBINE)                                                           \
  static inline __attribute__((always_inline)) void mk_few_##NAME(const int m, result *r, const value *x, int64_t rows) {\
    for (int64_t i = 0; i < rows; i++) {                                                                               \
      acc lane[8];                                                                                                     \
      for (int l = 0; l < 8; l++) lane[l] = l < m ? COMBINE(identity, (acc)x[i * m + l]) : identity;                   \
      for (int k = 8; k < m; k++) lane[k % 8] = COMBINE(lane[k % 8], (acc)x[i * m + k]);                               \
      r[i] = mk_lanes_##NAME(lane);                                                                                    \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_rows_##NAME(result *restrict r, const value *restrict x, int64_t m, int64_t rows) {\
    if (m == 1) mk_few_##NAME(1, r, x, rows);                                                                          \
    else if (m == 2) mk_few_##NAME(2, r, x, rows);                                                                     \
    else if (m == 3) mk_few_##NAME(3, r, x, rows);                                                                     \
    else if (m == 4) mk_few_##NAME(4, r, x, rows);                                                                     \
    else if (m == 8) mk_few_##NAME(8, r, x, rows);                                                                     \
    else if (m == 16) mk_few_##NAME(16, r, x, rows);                                                                   \
    else for (int64_t i = 0; i < rows; i++) r[i] = mk_fold_##NAME(x + i * m, m);                                       \
  }

/* mk_columns_NAME: adds a block's values, which start at a column, to a row of accumulators; a short one in registers. */
#define MK_COLUMNS(NAME, value, acc, COMBINE)                                                                          \
  static inline __attribute__((always_inline)) void mk_narrow_##NAME(const int m, acc *restrict row,                   \
                                                                     const value *restrict x, int64_t n) {             \
    acc sum[16];                                                                                                       \
    for (int i = 0; i < m; i++) sum[i] = row[i];                                                                       \
    for (int64_t k = 0; k < n; k += m)                                                                                 \
      for (int i = 0; i < m; i++) sum[i] = COMBINE(sum[i], (acc)x[k + i]);                                             \
    for (int i = 0; i < m; i++) row[i] = sum[i];                                                                       \
  }                                                                                                                    \
  static void mk_columns_##NAME(acc *restrict row, const value *restrict x, int64_t column, int64_t inner, int64_t n) { \
    if (inner == 8) return mk_narrow_##NAME(8, row, x, n);                                                             \
    if (inner == 16) return mk_narrow_##NAME(16, row, x, n);                                                           \
    for (int64_t k = 0, m; k < n; k += m, column = 0) {                                                                \
      m = mk_least(inner - column, n - k);                                                                             \
      for (int64_t i = 0; i < m; i++) row[column + i] = COMBINE(row[column + i], (acc)x[k + i]);                       \
    }                                                                                                                  \
  }

/* mk_scatter_NAME: values into a row of accumulators, each where its index says; whether any index was outside. */
#define MK_SCATTER(NAME, value, acc, COMBINE)                                                                          \
  static __attribute__((noinline)) int64_t mk_scatter_##NAME(acc *restrict row, int64_t bins,                          \
                                                             const int64_t *restrict index, const value *restrict x,   \
                                                             int64_t n) {                                              \
    int64_t bad = 0;                                                                                                   \
    for (int64_t i = 0; i < n; i++) {                                                                                  \
      const int64_t k = index[i] + (index[i] < 0 ? bins : 0);                                                          \
      if ((uint64_t)k < (uint64_t)bins) row[k] = COMBINE(row[k], (acc)x[i]);                                           \
      else bad = 1;                                                                                                    \
    }                                                                                                                  \
    return bad;                                                                                                        \
  }

/*
 * mk_find_NAME: keeps the first extreme of a row that is seen in pieces; *best is -1 at a row's start. mk_finds_NAME: the first
 * extremes of rows of at most MK_FEW values each, one value after the other: rows do not wait for each other.
 */
#define MK_FIND(NAME, value, FOLD, BEFORE)                                                                             \
  /* Whether any of 64 values is m, or not a number. */                                                                \
  static inline __attribute__((always_inline)) int mk_holds_##NAME(const value *x, value m) {                          \
    mk_part_##FOLD same, some;                                                                                         \
    for (int l = 0; l < mk_width_##FOLD; l++) same[l] = m;                                                             \
    memcpy(&some, x, sizeof some);                                                                                     \
    __typeof__(some < some) hits = (some == same) | (some != some);                                                    \
    for (int k = mk_width_##FOLD; k < 64; k += mk_width_##FOLD) {                                                      \
      memcpy(&some, x + k, sizeof some);                                                                               \
      hits = hits | (some == same) | (some != some);                                                                   \
    }                                                                                                                  \
    uint64_t words[sizeof hits / 8], any = 0;                                                                          \
    memcpy(words, &hits, sizeof hits);                                                                                 \
    for (unsigned k = 0; k < sizeof hits / 8; k++) any |= words[k];                                                    \
    return any != 0;                                                                                                   \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_find_##NAME(const value *x, int64_t n, int64_t column, value *extreme,      \
                                                       int64_t *best) {                                                \
    const value m = mk_fold_##FOLD(x, n);                                                                              \
    if (*best >= 0 && !(m BEFORE *extreme) && !(m != m && *extreme == *extreme)) return;                               \
    int64_t i = 0;                                                                                                     \
    while (i + 64 <= n && !mk_holds_##NAME(x + i, m)) i += 64;                                                         \
    while (x[i] != m && x[i] == x[i]) i++;                                                                             \
    *extreme = m;                                                                                                      \
    *best = column + i;                                                                                                \
  }                                                                                                                    \
  static inline __attribute__((always_inline)) void mk_find_few_##NAME(const int64_t m, int64_t *restrict best,        \
                                                                       const value *restrict x, int64_t rows) {        \
    for (int64_t r = 0; r < rows; r++, x += m) {                                                                       \
      value extreme = x[0];                                                                                            \
      int64_t at = 0;                                                                                                  \
      for (int64_t i = 1; i < m; i++) {                                                                                \
        const int better = (x[i] BEFORE extreme) | ((x[i] != x[i]) & (extreme == extreme));                            \
        extreme = better ? x[i] : extreme;                                                                             \
        at = better ? i : at;                                                                                          \
      }                                                                                                                \
      best[r] = at;                                                                                                    \
    }                                                                                                                  \
  }                                                                                                                    \
  static __attribute__((noinline)) void mk_finds_##NAME(int64_t *best, const value *x, int64_t m, int64_t rows) {      \
    if (m == 2) mk_find_few_##NAME(2, best, x, rows);                                                                  \
    else if (m == 3) mk_find_few_##NAME(3, best, x, rows);                                                             \
    else if (m == 4) mk_find_few_##NAME(4, best, x, rows);                                                             \
    else if (m == 8) mk_find_few_##NAME(8, best, x, rows);                                                             \
    else mk_find_few_##NAME(m, best, x, rows);                                                                         \
  }

#endif
