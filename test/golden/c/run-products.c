#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static inline __attribute__((always_inline)) int64_t fold0_2_of(const int dense, int64_t n, const mk_whole *w0, const mk_whole *w1, const mk_whole *w4, const int64_t *a2, const int64_t *a3, double *t2, const mk_whole *w6, int64_t first) {
  const double *g0 = w0->base;
  const int64_t g0n0 = w0->size[0], g0s0 = dense ? 1 : w0->stride[0];
  const int32_t *g1 = w1->base;
  const int64_t g1n0 = w1->size[0], g1s0 = dense ? 1 : w1->stride[0];
  const double *g4 = w4->base;
  const int64_t g4n0 = w4->size[0], g4s0 = dense ? 1 : w4->stride[0];
  const int32_t *g6 = w6->base;
  const int64_t g6n0 = w6->size[0], g6s0 = dense ? 1 : w6->stride[0];
  int64_t bad = 0;
  const int64_t length = mk_least(g0n0, g1n0);
  for (int64_t i = 0, end, number = dense ? mk_run_of(g6, first) : 0; i < n; i = end, number++) {
    end = n;
    if (dense) {
      const mk_run run = mk_run_at(g6, number);
      end = mk_least(n, run.end - first);
      if (run.width > 0) {
        mk_run_products_f64(t2 + i, end - i, run.width, run.offsets, g0 + mk_run_low(&run, first + i), g4 + first + i);
        continue;
      }
    }
    for (; i < end; i++) {
      int64_t low = a2[i], high = a3[i];
      mk_clip(&low, &high, length, &bad);
      mk_ahead(g0, low * g0s0 * (int64_t)sizeof *g0);
      mk_ahead(g1, low * g1s0 * (int64_t)sizeof *g1);
      double acc = 0.0;
      for (int64_t k = low; k < high; k++) {
        const double e0 = g0[k * g0s0];
        const int32_t e1 = g1[k * g1s0];
        const int64_t e2 = (int64_t)e1;
        const int64_t je3_0 = mk_index_rarely(e2, g4n0, &bad);
        const double e3 = g4[je3_0 * g4s0];
        const double e4 = e0 * e3;
        acc = MK_SUM(acc, (double)e4);
      }
      t2[i] = (double)acc;
    }
  }
  return bad;
}

static int64_t fold0_2(int64_t n, const mk_whole *w0, const mk_whole *w1, const mk_whole *w4, const int64_t *a2, const int64_t *a3, double *t2, const mk_whole *w6, int64_t first) {
  return w0->stride[0] == 1 && w1->stride[0] == 1 && w4->stride[0] == 1 && w6->stride[0] == 1 ? fold0_2_of(1, n, w0, w1, w4, a2, a3, t2, w6, first) : fold0_2_of(0, n, w0, w1, w4, a2, a3, t2, w6, first);
}

static void loop0_1(int64_t n, double *t2, double *o5) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const double v2 = t2[i];
    o5[i] = v2;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[3] = {
    mk_view_of(P + 8, &D, 1, 8),
    mk_view_of(P + 10, &D, 1, 8),
    mk_view_of(P + 15, &D, 1, 8),
  };
  const int64_t grain = mk_grain(A, 3, &D);
  const mk_whole w0 = mk_whole_of(P + 2, 1);
  const mk_whole w1 = mk_whole_of(P + 5, 1);
  const mk_whole w4 = mk_whole_of(P + 12, 1);
  const mk_whole w6 = mk_whole_of(P + 17, 1);
  MK_STRIP(int64_t, b2);
  MK_STRIP(int64_t, b3);
  MK_STRIP(double, b5);
  MK_STRIP(double, t2);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const int64_t *a2 = mk_in64(&A[0], b2, &D, &p, n);
        const int64_t *a3 = mk_in64(&A[1], b3, &D, &p, n);
        double *o5 = mk_out(&A[2], b5, &p);
        mk_fail(P, fold0_2(n, &w0, &w1, &w4, a2, a3, t2 + at, &w6, p.flat), 1);
        loop0_1(n, t2 + at, o5);
        mk_put64(o5, b5, &A[2], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
