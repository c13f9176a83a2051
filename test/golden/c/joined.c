#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0_0(int64_t n, const double *a0, double *t2, double *t3) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v0 = a0[i];
    const double v1 = v0 * v0;
    const double v2 = mk_exp(v1);
    const double v3 = -v0;
    t2[i] = v2;
    t3[i] = v3;
  }
}

static void loop0_1(int64_t n, const double *a0, double *t2, double *t4, double *o1) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v0 = a0[i];
    const double v2 = t2[i];
    const double v4 = t4[i];
    const double v5 = v2 / v4;
    const double v6 = v5 + v0;
    o1[i] = v6;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[2] = {
    mk_view_of(P + 2, &D, 1, 8),
    mk_view_of(P + 4, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 2, &D);
  MK_STRIP(double, b0);
  MK_STRIP(double, b1);
  MK_STRIP(double, t2);
  MK_STRIP(double, t3);
  MK_STRIP(double, t4);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const double *a0 = mk_in64(&A[0], b0, &D, &p, n);
        double *o1 = mk_out(&A[1], b1, &p);
        loop0_0(n, a0, t2 + at, t3 + at);
        mk_exp_strip(t4 + at, t3 + at, n);
        loop0_1(n, a0, t2 + at, t4 + at, o1);
        mk_put64(o1, b1, &A[1], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
