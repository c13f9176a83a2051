#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static inline __attribute__((always_inline)) int64_t loop0_of(const int dense, int64_t n, const int64_t *a1, const mk_whole *w0, double *o2) {
  const double *g0 = w0->base;
  const int64_t g0n0 = w0->size[0], g0s0 = dense ? 1 : w0->stride[0];
  int64_t bad = 0;
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v0 = a1[i];
    const int64_t j1_0 = mk_index(v0, g0n0, &bad);
    const double v1 = g0[j1_0 * g0s0];
    o2[i] = v1;
  }
  return bad;
}

static int64_t loop0(int64_t n, const int64_t *a1, const mk_whole *w0, double *o2) {
  return w0->stride[0] == 1 ? loop0_of(1, n, a1, w0, o2) : loop0_of(0, n, a1, w0, o2);
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[2] = {
    mk_view_of(P + 5, &D, 1, 8),
    mk_view_of(P + 7, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 2, &D);
  const mk_whole w0 = mk_whole_of(P + 2, 1);
  if (mk_contiguous(A, 2, &D)) {
    const mk_point p = mk_locate(&D, mk_start(&D, begin));
    const int64_t n = mk_start(&D, end) - p.flat;
    const int64_t *a1 = (void *)mk_address(&A[0], &p);
    double *o2 = (void *)mk_address(&A[1], &p);
    mk_fail(P, loop0(n, a1, &w0, o2), 1);
    return;
  }
  MK_STRIP(int64_t, b1);
  MK_STRIP(double, b2);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const int64_t *a1 = mk_in64(&A[0], b1, &D, &p, n);
        double *o2 = mk_out(&A[1], b2, &p);
        mk_fail(P, loop0(n, a1, &w0, o2), 1);
        mk_put64(o2, b2, &A[1], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
