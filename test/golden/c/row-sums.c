#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

MK_FOLD(sum_float32, float, double, 0.0, MK_SUM)
MK_ROWS(sum_float32, float, double, float, 0.0, MK_SUM)
MK_EXTREME(max_float32, float, -(float)INFINITY, MK_MAX, >)
MK_FIND(argmax_float32, float, max_float32, >)

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 2, 1, MK_INNER);
  mk_view A[1] = {
    mk_view_of(P + 3, &D, 2, 4),
  };
  mk_settle(A, 1, &D);
  const mk_domain rows = mk_axes(P + 1, 1);
  mk_view R0 = mk_view_of(P + 6, &rows, 1, 4);
  MK_STRIP(float, r0);
  mk_view R1 = mk_view_of(P + 8, &rows, 1, 8);
  MK_STRIP(int64_t, r1);
  MK_STRIP(float, b0);
  for (int64_t u = begin; u < end; u++) {
    int64_t row = 0, column = 0;
    double acc0 = 0.0;
    float extreme1 = 0;
    int64_t best1 = -1;
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      const mk_point p = mk_locate(&D, b.flat);
      const float *t0 = mk_in32(&A[0], b0, &D, &p, b.n);
      if (D.inner <= MK_FEW) {
        mk_rows_sum_float32(r0 + row, t0, D.inner, b.n / D.inner);
        mk_finds_argmax_float32(r1 + row, t0, D.inner, b.n / D.inner);
        row += b.n / D.inner;
        continue;
      }
      for (int64_t k = 0, m; k < b.n; k += m) {
        m = mk_least(D.inner - column, b.n - k);
        const double run0 = mk_fold_sum_float32(t0 + k, m);
        acc0 = column == 0 ? run0 : MK_SUM(acc0, run0);
        if (column == 0) best1 = -1;
        mk_find_argmax_float32(t0 + k, m, column, &extreme1, &best1);
        column += m;
        if (column < D.inner) continue;
        r0[row] = acc0;
        r1[row] = best1;
        row++;
        column = 0;
      }
    }
    const int64_t above = u * D.rows_per_unit, count = mk_least(D.rows_per_unit, D.rows - above);
    for (; row < count; row++) { r0[row] = 0.0; r1[row] = 0; }
    const mk_point place = mk_locate(&rows, above);
    mk_unpack32((const void *)r0, &R0, &rows, place, count);
    mk_unpack64((const void *)r1, &R1, &rows, place, count);
  }
}

void kernel_finish(double *P) { (void)P; }
