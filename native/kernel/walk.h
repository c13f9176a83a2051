/*
 * Walks: a map over arguments that are contiguous along the last axis goes from row to row by adding strides. Finding each row's addresses from
 * its coordinates takes as long as computing some fifty elements of it, and a stencil has many arguments. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_WALK_H
#define MANIPLE_KERNEL_WALK_H
#include "packing.h"

/* Rows of n elements, one below the other, from p on: many whole rows, or a part of one. */
typedef struct {
  int64_t n, rows, left;
  mk_point p;
} mk_walk;

/* Whether all views have rows to walk along. */
static inline int mk_has_rows(const mk_view *views, int count, const mk_domain *d) {
  const int64_t n = d->size[MK_RANK - 1];
  for (int k = 0; k < count; k++)
    if (views[k].run < n) return 0;
  return n >= MK_GRAIN;
}

static inline mk_walk mk_walk_from(const mk_domain *d, int64_t flat, int64_t left) {
  mk_walk w = {.left = left, .p = mk_locate(d, flat)};
  const int64_t n = d->size[MK_RANK - 1], column = w.p.at[MK_RANK - 1];
  const int part = column != 0 || left < n;
  w.n = part ? mk_least(n - column, left) : n;
  w.rows = left == 0 ? 0 : part ? 1 : mk_least(left / n, d->size[MK_ROW] - w.p.at[MK_ROW]);
  return w;
}

/* The first rows of units [begin, end). */
static inline mk_walk mk_walk_of(const mk_domain *d, int64_t begin, int64_t end) {
  const int64_t flat = mk_start(d, begin);
  return mk_walk_from(d, flat, mk_start(d, end) - flat);
}

/* The rows behind these. */
static inline mk_walk mk_walk_on(const mk_domain *d, const mk_walk *w) {
  const int64_t done = w->n * w->rows;
  return mk_walk_from(d, w->p.flat + done, w->left - done);
}

#endif
