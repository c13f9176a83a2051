#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0(int64_t n, const double *a0, const double *a1, double s0, double *o2) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v0 = a0[i];
    const double v1 = a1[i];
    const double v2 = s0;
    const double v3 = v0 * v2;
    const double v4 = v3 + v1;
    o2[i] = v4;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[3] = {
    mk_view_of(P + 2, &D, 1, 8),
    mk_view_of(P + 4, &D, 1, 8),
    mk_view_of(P + 6, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 3, &D);
  const mk_streams S = mk_streams_of(A, 3, 0x4, &D);
  const double s0 = (double)P[8];
  if (!S.first && mk_contiguous(A, 3, &D)) {
    const mk_point p = mk_locate(&D, mk_start(&D, begin));
    const int64_t n = mk_start(&D, end) - p.flat;
    const double *a0 = (void *)mk_address(&A[0], &p);
    const double *a1 = (void *)mk_address(&A[1], &p);
    double *o2 = (void *)mk_address(&A[2], &p);
    loop0(n, a0, a1, s0, o2);
    return;
  }
  MK_STRIP(double, b0);
  MK_STRIP(double, b1);
  MK_STRIP(double, b2);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const double *a0 = mk_in64(&A[0], b0, &D, &p, n);
        const double *a1 = mk_in64(&A[1], b1, &D, &p, n);
        double *o2 = mk_out(&A[2], b2, &p);
        loop0(n, a0, a1, s0, o2);
        if (!mk_stream_out(&S, &A[2], b2, &p, n)) mk_put64(o2, b2, &A[2], &D, &p, n);
      }
    }
  }
  if (S.first) mk_fence();
}

void kernel_finish(double *P) { (void)P; }
