#define MK_RANK 2
#define MK_WHOLE 1
#include "kernel.h"

static void loop0_0(int64_t n, const int64_t *a1, const int32_t *a0, uint8_t *t3, int64_t *t5) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const int64_t v1 = a1[i];
    const int64_t v2 = (int64_t)a0[i];
    const _Bool v3 = v2 < v1;
    const int64_t v5 = INT64_C(7);
    t3[i] = v3;
    t5[i] = v5;
  }
}

static void loop0_1(int64_t n, uint8_t *t3, const int32_t *a0, int64_t *t6, float *o2, uint8_t *o3) {
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    const _Bool v3 = t3[i] != 0;
    const float v4 = (float)a0[i];
    const int64_t v6 = t6[i];
    const float v7 = (float)v6;
    const float v8 = v3 ? v4 : v7;
    o2[i] = v8;
    o3[i] = v3;
  }
}

void kernel_run(double *P, int64_t begin, int64_t end) {
  const mk_domain D = mk_domain_of(P + 1, 1, 1, MK_MAP);
  mk_view A[4] = {
    mk_view_of(P + 2, &D, 1, 4),
    mk_view_of(P + 4, &D, 1, 8),
    mk_view_of(P + 6, &D, 1, 4),
    mk_view_of(P + 8, &D, 1, 1),
  };
  const int64_t grain = mk_grain(A, 4, &D);
  MK_STRIP(int32_t, b0);
  MK_STRIP(int64_t, b1);
  MK_STRIP(float, b2);
  MK_STRIP(uint8_t, b3);
  MK_STRIP(uint8_t, t3);
  MK_STRIP(int64_t, t5);
  MK_STRIP(int64_t, t6);
  for (int64_t u = begin; u < end; u++) {
    for (mk_block b = mk_first(&D, u); b.n > 0; mk_next(&D, &b)) {
      for (int64_t at = 0, n; at < b.n; at += n) {
        n = mk_segment(&D, grain, b.flat + at, b.n - at);
        const mk_point p = mk_locate(&D, b.flat + at);
        const int32_t *a0 = mk_in32(&A[0], b0, &D, &p, n);
        const int64_t *a1 = mk_in64(&A[1], b1, &D, &p, n);
        float *o2 = mk_out(&A[2], b2, &p);
        uint8_t *o3 = mk_out(&A[3], b3, &p);
        loop0_0(n, a1, a0, t3 + at, t5 + at);
        mk_mod_i64_strip(t6 + at, a1, t5 + at, n);
        loop0_1(n, t3 + at, a0, t6 + at, o2, o3);
        mk_put32(o2, b2, &A[2], &D, &p, n);
        mk_put8(o3, b3, &A[3], &D, &p, n);
      }
    }
  }
}

void kernel_finish(double *P) { (void)P; }
