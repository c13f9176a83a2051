#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

MK_SCATTER(sum_float64, double, double, MK_SUM)
MK_SCATTER(sum_int64, int64_t, int64_t, MK_SUM)

static void loop0(int64_t n, const int64_t *a0, const double *a1, int64_t *t0, double *t3, int64_t *t4) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v0 = a0[i];
    const double v1 = a1[i];
    const double v2 = 2.0;
    const double v3 = v1 * v2;
    const int64_t v4 = INT64_C(1);
    t0[i] = v0;
    t3[i] = v3;
    t4[i] = v4;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_OUTER);
  mk_view A[2] = {
    mk_view_of(P + 2, &D, 1, 8),
    mk_view_of(P + 4, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 2, &D);
  double *partial0 = mk_pointer(P[12]);
  const int64_t bins0 = (int64_t)P[7];
  int64_t *partial1 = mk_pointer(P[13]);
  const int64_t bins1 = (int64_t)P[10];
  MK_STRIP(int64_t, b0);
  MK_STRIP(double, b1);
  MK_STRIP(int64_t, t0);
  MK_STRIP(double, t3);
  MK_STRIP(int64_t, t4);
  for (int64_t u = begin; u < end; u++) {
    double *row0 = partial0 + u * bins0;
    for (int64_t i = 0; i < bins0; i++) row0[i] = 0.0;
    int64_t *row1 = partial1 + u * bins1;
    for (int64_t i = 0; i < bins1; i++) row1[i] = INT64_C(0);
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const int64_t *a0 = mk_in64(&A[0], b0, &D, &p, n);
        const double *a1 = mk_in64(&A[1], b1, &D, &p, n);
        loop0(n, a0, a1, t0 + at, t3 + at, t4 + at);
      }
      mk_fail(P, mk_scatter_sum_float64(row0, bins0, t0, t3, b.n), 1);
      mk_fail(P, mk_scatter_sum_int64(row1, bins1, t0, t4, b.n), 1);
    }
  }
}

void kernel_finish(double *P) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_OUTER);
  {
    const double *partial = mk_pointer(P[12]);
    const mk_domain columns = mk_axes(P + 7, 1);
    const mk_view C = mk_view_at(P[6], P + 8, &columns, 1, 8);
    MK_STRIP(double, acc);
    MK_STRIP(double, r);
    for (int64_t c = 0, n; c < columns.total; c += n) {
      n = mk_least(MK_BLOCK, columns.total - c);
      for (int64_t i = 0; i < n; i++) acc[i] = 0.0;
      for (int64_t u = 0; u < D.units; u++)
        for (int64_t i = 0; i < n; i++) acc[i] = MK_SUM(acc[i], partial[u * columns.total + c + i]);
      for (int64_t i = 0; i < n; i++) r[i] = acc[i];
      mk_unpack64((const void *)r, &C, &columns, mk_locate(&columns, c), n);
    }
  }
  {
    const int64_t *partial = mk_pointer(P[13]);
    const mk_domain columns = mk_axes(P + 10, 1);
    const mk_view C = mk_view_at(P[9], P + 11, &columns, 1, 8);
    MK_STRIP(int64_t, acc);
    MK_STRIP(int64_t, r);
    for (int64_t c = 0, n; c < columns.total; c += n) {
      n = mk_least(MK_BLOCK, columns.total - c);
      for (int64_t i = 0; i < n; i++) acc[i] = INT64_C(0);
      for (int64_t u = 0; u < D.units; u++)
        for (int64_t i = 0; i < n; i++) acc[i] = MK_SUM(acc[i], partial[u * columns.total + c + i]);
      for (int64_t i = 0; i < n; i++) r[i] = acc[i];
      mk_unpack64((const void *)r, &C, &columns, mk_locate(&columns, c), n);
    }
  }
}
