#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

MK_FOLD(sum_float64, double, double, 0.0, MK_SUM)
MK_FINISH(sum_float64, double, 0.0)

static void loop0(int64_t n, const double *a0, double s0, const double *a1, double *o0, double *r0) {
  mk_part sum0[MK_PARTS];
  MK_EACH_PART sum0[part] = mk_part_of(0.0);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    MK_EACH_PART {
      const mk_part v0 = mk_part_at(&a0[i], part);
      const mk_part v1 = mk_part_of(s0);
      const mk_part v2 = mk_part_at(&a1[i], part);
      const mk_part v3 = v1 * v2;
      const mk_part v4 = v0 - v3;
      const mk_part v5 = v4 * v4;
      mk_part_put(&o0[i], part, v4);
      sum0[part] = MK_SUM(sum0[part], v5);
    }
  }
  double lane0[8];
  MK_EACH_PART mk_part_put(lane0, part, sum0[part]);
  for (int l = 0; i < n; i++, l++) {
    const double v0 = a0[i];
    const double v1 = s0;
    const double v2 = a1[i];
    const double v3 = v1 * v2;
    const double v4 = v0 - v3;
    const double v5 = v4 * v4;
    o0[i] = v4;
    lane0[l] = MK_SUM(lane0[l], v5);
  }
  *r0 = mk_lanes_sum_float64(lane0);
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_FULL);
  mk_view A[2] = {
    mk_view_of(P + 2, &D, 1, 8),
    mk_view_of(P + 4, &D, 1, 8),
  };
  mk_settle(A, 2, &D);
  const double s0 = (double)P[7];
  double *partial0 = mk_pointer(P[8]);
  MK_STRIP(double, b0);
  MK_STRIP(double, b1);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      const int64_t at = 0, n = b.n;
      const mk_point p = mk_locate(&D, b.flat);
      const double *a0 = mk_in64(&A[0], b0, &D, &p, n);
      double *o0 = mk_out(&A[0], b0, &p);
      const double *a1 = mk_in64(&A[1], b1, &D, &p, n);
      loop0(n, a0, s0, a1, o0, partial0 + u);
      mk_put64(o0, b0, &A[0], &D, &p, n);
    }
  }
}

void kernel_finish(double *P) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_FULL);
  *(double *)mk_pointer(P[6]) = mk_finish_sum_float64(mk_pointer(P[8]), D.units);
}
