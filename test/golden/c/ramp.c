#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0(int64_t n, const int64_t *x0, int64_t s0, const int64_t *x1, int64_t *o0) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v0 = x0[i];
    const int64_t v1 = s0;
    const int64_t v2 = mk_mul_i64(v0, v1);
    const int64_t v3 = x1[i];
    const int64_t v4 = mk_add_i64(v2, v3);
    o0[i] = v4;
  }
}

static void loop0_row(int64_t n, int64_t c0, int64_t s0, int64_t c1, int64_t *o0) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v0 = c0;
    const int64_t v1 = s0;
    const int64_t v2 = mk_mul_i64(v0, v1);
    const int64_t v3 = c1 + i;
    const int64_t v4 = mk_add_i64(v2, v3);
    o0[i] = v4;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 2, 1, MK_MAP);
  mk_view A[1] = {
    mk_view_of(P + 3, &D, 2, 8),
  };
  const int64_t grain = mk_grain(A, 1, &D);
  const int64_t s0 = mk_int64(P + 6);
  MK_STRIP(int64_t, b0);
  MK_STRIP(int64_t, x0);
  MK_STRIP(int64_t, x1);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const int one_row = p.at[1] + n <= D.size[1];
        if (!one_row) mk_coordinates(x0, 0, &D, &p, n);
        if (!one_row) mk_coordinates(x1, 1, &D, &p, n);
        int64_t *o0 = mk_out(&A[0], b0, &p);
        if (one_row) loop0_row(n, p.at[0], s0, p.at[1], o0);
        else loop0(n, x0, s0, x1, o0);
        mk_put64(o0, b0, &A[0], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
