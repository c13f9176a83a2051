#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0_0(int64_t n, int64_t first, int64_t s0, int64_t *t0, int64_t *t1) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v0 = first + i;
    const int64_t v1 = s0;
    t0[i] = v0;
    t1[i] = v1;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[1] = {
    mk_view_of(P + 2, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 1, &D);
  const int64_t s0 = mk_int64(P + 4);
  MK_STRIP(double, b0);
  MK_STRIP(int64_t, t0);
  MK_STRIP(int64_t, t1);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        double *o0 = mk_out(&A[0], b0, &p);
        loop0_0(n, p.flat, s0, t0 + at, t1 + at);
        mk_uniform_strip(o0, t0 + at, t1 + at, n);
        mk_put64(o0, b0, &A[0], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
