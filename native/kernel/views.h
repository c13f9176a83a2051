/*
 * Views of arguments, and which of them are used in place; the rest are packed (packing.h). Part of kernel.h.
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

#endif
