#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

MK_COLUMNS(min_float64, double, double, MK_MIN)

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 2, 1, MK_OUTER);
  mk_view A[1] = {
    mk_view_of(P + 3, &D, 2, 8),
  };
  mk_settle(A, 1, &D);
  double *partial0 = mk_pointer(P[8]);
  MK_STRIP(double, b0);
  for (int64_t u = begin; u < end; u++) {
    double *row0 = partial0 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row0[i] = (double)INFINITY;
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      const mk_point p = mk_locate(&D, b.flat);
      const double *t0 = mk_in64(&A[0], b0, &D, &p, b.n);
      mk_columns_min_float64(row0, t0, b.flat % D.inner, D.inner, b.n);
    }
  }
}

void kernel_finish(double *P) {
  const mk_domain D = mk_domain_of(P + 1, 2, 1, MK_OUTER);
  {
    const double *partial = mk_pointer(P[8]);
    const mk_domain columns = mk_axes(P + 2, 1);
    const mk_view C = mk_view_of(P + 6, &columns, 1, 8);
    MK_STRIP(double, acc);
    MK_STRIP(double, r);
    for (int64_t c = 0, n; c < columns.total; c += n) {
      n = mk_least(MK_BLOCK, columns.total - c);
      for (int64_t i = 0; i < n; i++) acc[i] = (double)INFINITY;
      for (int64_t u = 0; u < D.units; u++)
        for (int64_t i = 0; i < n; i++) acc[i] = MK_MIN(acc[i], partial[u * columns.total + c + i]);
      for (int64_t i = 0; i < n; i++) r[i] = acc[i];
      mk_unpack64((const void *)r, &C, &columns, mk_locate(&columns, c), n);
    }
  }
}
