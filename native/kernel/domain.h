/*
 * Domains, and how they are cut into units (lib/ir/layout.ts), blocks and points. Part of kernel.h.
 */
#ifndef MANIPLE_KERNEL_DOMAIN_H
#define MANIPLE_KERNEL_DOMAIN_H
#include "base.h"

#define MK_OUTER_BLOCKS 64
#define MK_SHORT_ROW 32
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
  if (structure == MK_OUTER) {
    if (d.inner <= MK_SHORT_ROW) d.rows_per_unit = MK_BLOCK;
    d.rows_per_unit = mk_most(d.rows_per_unit, (d.rows + MK_OUTER_BLOCKS - 1) / MK_OUTER_BLOCKS);
  }
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

/* Rows so long that their accumulators would not stay in the second-level cache. */
static inline int mk_wide(const mk_domain *d) { return d->structure == MK_OUTER && d->inner > 32 * MK_BLOCK; }

static inline int64_t mk_block_size(const mk_domain *d, const mk_block *b) {
  if (mk_wide(d)) return mk_least(MK_BLOCK, d->inner - b->column);
  if (d->inner == 1 && (d->structure == MK_OUTER || d->structure == MK_MAP)) return mk_least(MK_SINGLES, b->end - b->flat);
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

#endif
