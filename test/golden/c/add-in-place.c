#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0(int64_t n, const double *a0, const double *a1, double *o0) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v0 = a0[i];
    const double v1 = a1[i];
    const double v2 = v0 + v1;
    o0[i] = v2;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 2, 1, MK_MAP);
  mk_view A[2] = {
    mk_view_of(P + 3, &D, 2, 8),
    mk_view_of(P + 6, &D, 2, 8),
  };
  const int64_t grain = mk_grain(A, 2, &D);
  if (mk_contiguous(A, 2, &D)) {
    const mk_point p = mk_locate(&D, mk_start(&D, begin));
    const int64_t n = mk_start(&D, end) - p.flat;
    const double *a0 = (void *)mk_address(&A[0], &p);
    double *o0 = (void *)mk_address(&A[0], &p);
    const double *a1 = (void *)mk_address(&A[1], &p);
    loop0(n, a0, a1, o0);
    return;
  }
  if (mk_has_rows(A, 2, &D)) {
    for (mk_walk w = mk_walk_of(&D, begin, end); w.rows > 0; w = mk_walk_on(&D, &w)) {
      const int64_t n = w.n;
      const double *a0 = (void *)mk_address(&A[0], &w.p);
      double *o0 = (void *)mk_address(&A[0], &w.p);
      const double *a1 = (void *)mk_address(&A[1], &w.p);
      for (int64_t row = 0; row < w.rows; row++) {
        loop0(n, a0, a1, o0);
        a0 = (void *)((char *)a0 + A[0].stride[MK_ROW]);
        o0 = (void *)((char *)o0 + A[0].stride[MK_ROW]);
        a1 = (void *)((char *)a1 + A[1].stride[MK_ROW]);
      }
    }
    return;
  }
  MK_STRIP(double, b0);
  MK_STRIP(double, b1);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const double *a0 = mk_in64(&A[0], b0, &D, &p, n);
        double *o0 = mk_out(&A[0], b0, &p);
        const double *a1 = mk_in64(&A[1], b1, &D, &p, n);
        loop0(n, a0, a1, o0);
        mk_put64(o0, b0, &A[0], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
