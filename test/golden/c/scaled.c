#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0(int64_t n, double q2, const double *a2, double *o3) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v2 = q2;
    const double v3 = a2[i];
    const double v4 = v3 * v2;
    o3[i] = v4;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[2] = {
    mk_view_of(P + 4, &D, 1, 8),
    mk_view_of(P + 6, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 2, &D);
  const mk_streams S = mk_streams_of(A, 2, 0x2, &D);
  const double q0 = *(const double *)mk_pointer(P[2]);
  const double q1 = *(const double *)mk_pointer(P[3]);
  const double q2 = q0 / q1;
  if (!S.first && mk_contiguous(A, 2, &D)) {
    const mk_point p = mk_locate(&D, mk_start(&D, begin));
    const int64_t n = mk_start(&D, end) - p.flat;
    const double *a2 = (void *)mk_address(&A[0], &p);
    double *o3 = (void *)mk_address(&A[1], &p);
    loop0(n, q2, a2, o3);
    return;
  }
  MK_STRIP(double, b2);
  MK_STRIP(double, b3);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const double *a2 = mk_in64(&A[0], b2, &D, &p, n);
        double *o3 = mk_out(&A[1], b3, &p);
        loop0(n, q2, a2, o3);
        if (!mk_stream_out(&S, &A[1], b3, &p, n)) mk_put64(o3, b3, &A[1], &D, &p, n);
      }
    }
  }
  if (S.first) mk_fence();
}

void kernel_finish(double *P) {
  const double q0 = *(const double *)mk_pointer(P[2]);
  const double q1 = *(const double *)mk_pointer(P[3]);
  const double q2 = q0 / q1;
  *(double *)mk_pointer(P[8]) = q2;
}
