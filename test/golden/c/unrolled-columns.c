#define MK_RANK 2
#define MK_WHOLE 1
#define MK_SINGLES 512
#include "kernel.h"

static __attribute__((noinline)) void singles0(int64_t n, double *row0, const double *x0, double *row1, const double *x1, double *row2, const double *x2, double *row3, const double *x3, double *row4, const double *x4, double *row5, const double *x5, double *row6, const double *x6, double *row7, const double *x7) {
  double acc0 = *row0;
  double acc1 = *row1;
  double acc2 = *row2;
  double acc3 = *row3;
  double acc4 = *row4;
  double acc5 = *row5;
  double acc6 = *row6;
  double acc7 = *row7;
  for (int64_t i = 0; i < n; i++) {
    acc0 = MK_SUM(acc0, (double)x0[i]);
    acc1 = MK_SUM(acc1, (double)x1[i]);
    acc2 = MK_SUM(acc2, (double)x2[i]);
    acc3 = MK_SUM(acc3, (double)x3[i]);
    acc4 = MK_MIN(acc4, (double)x4[i]);
    acc5 = MK_MIN(acc5, (double)x5[i]);
    acc6 = MK_MIN(acc6, (double)x6[i]);
    acc7 = MK_MIN(acc7, (double)x7[i]);
  }
  *row0 = acc0;
  *row1 = acc1;
  *row2 = acc2;
  *row3 = acc3;
  *row4 = acc4;
  *row5 = acc5;
  *row6 = acc6;
  *row7 = acc7;
}

static void loop0(int64_t n, const double *a0, const double *a1, const double *a2, const double *a3, double *t2, double *t3, double *t6, double *t7, double *t10, double *t11, double *t14, double *t15) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v0 = a0[i];
    const double v1 = a0[i];
    const double v2 = v0 * v1;
    const double v3 = a0[i];
    const double v4 = a1[i];
    const double v5 = a1[i];
    const double v6 = v4 * v5;
    const double v7 = a1[i];
    const double v8 = a2[i];
    const double v9 = a2[i];
    const double v10 = v8 * v9;
    const double v11 = a2[i];
    const double v12 = a3[i];
    const double v13 = a3[i];
    const double v14 = v12 * v13;
    const double v15 = a3[i];
    t2[i] = v2;
    t3[i] = v3;
    t6[i] = v6;
    t7[i] = v7;
    t10[i] = v10;
    t11[i] = v11;
    t14[i] = v14;
    t15[i] = v15;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_OUTER);
  mk_view A[4] = {
    mk_view_of(P + 2, &D, 1, 8),
    mk_view_of(P + 4, &D, 1, 8),
    mk_view_of(P + 6, &D, 1, 8),
    mk_view_of(P + 8, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 4, &D);
  double *partial0 = mk_pointer(P[18]);
  double *partial1 = mk_pointer(P[19]);
  double *partial2 = mk_pointer(P[20]);
  double *partial3 = mk_pointer(P[21]);
  double *partial4 = mk_pointer(P[22]);
  double *partial5 = mk_pointer(P[23]);
  double *partial6 = mk_pointer(P[24]);
  double *partial7 = mk_pointer(P[25]);
  MK_STRIP(double, b0);
  MK_STRIP(double, b1);
  MK_STRIP(double, b2);
  MK_STRIP(double, b3);
  MK_STRIP(double, t2);
  MK_STRIP(double, t3);
  MK_STRIP(double, t6);
  MK_STRIP(double, t7);
  MK_STRIP(double, t10);
  MK_STRIP(double, t11);
  MK_STRIP(double, t14);
  MK_STRIP(double, t15);
  mk_column in[] = {{&A[0], b0}, {&A[1], b1}, {&A[2], b2}, {&A[3], b3}};
  const int fours_in = mk_fours(in, 4);
  for (int64_t u = begin; u < end; u++) {
    double *row0 = partial0 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row0[i] = 0.0;
    double *row1 = partial1 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row1[i] = 0.0;
    double *row2 = partial2 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row2[i] = 0.0;
    double *row3 = partial3 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row3[i] = 0.0;
    double *row4 = partial4 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row4[i] = (double)INFINITY;
    double *row5 = partial5 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row5[i] = (double)INFINITY;
    double *row6 = partial6 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row6[i] = (double)INFINITY;
    double *row7 = partial7 + u * D.inner;
    for (int64_t i = 0; i < D.inner; i++) row7[i] = (double)INFINITY;
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        mk_unzip(in, fours_in, &p, n);
        const double *a0 = mk_in64(&A[0], b0, &D, &p, n);
        const double *a1 = mk_in64(&A[1], b1, &D, &p, n);
        const double *a2 = mk_in64(&A[2], b2, &D, &p, n);
        const double *a3 = mk_in64(&A[3], b3, &D, &p, n);
        loop0(n, a0, a1, a2, a3, t2 + at, t3 + at, t6 + at, t7 + at, t10 + at, t11 + at, t14 + at, t15 + at);
      }
      singles0(b.n, row0, t2, row1, t6, row2, t10, row3, t14, row4, t3, row5, t7, row6, t11, row7, t15);
    }
  }
}

void kernel_finish(double *P) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_OUTER);
  {
    const double *partial = mk_pointer(P[18]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 10, &columns, 0, 8);
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
    const double *partial = mk_pointer(P[19]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 11, &columns, 0, 8);
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
    const double *partial = mk_pointer(P[20]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 12, &columns, 0, 8);
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
    const double *partial = mk_pointer(P[21]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 13, &columns, 0, 8);
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
    const double *partial = mk_pointer(P[22]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 14, &columns, 0, 8);
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
  {
    const double *partial = mk_pointer(P[23]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 15, &columns, 0, 8);
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
  {
    const double *partial = mk_pointer(P[24]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 16, &columns, 0, 8);
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
  {
    const double *partial = mk_pointer(P[25]);
    const mk_domain columns = mk_axes(P + 2, 0);
    const mk_view C = mk_view_of(P + 17, &columns, 0, 8);
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
