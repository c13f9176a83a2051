/* NAS Parallel Benchmark MG: four V-cycles for a 3-D Poisson problem with periodic borders, as loops that keep lines of sums in a cache. */
#include "side.h"

#define CYCLES 4
#define LEVELS 10
static const double A[] = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12}, C[] = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
static int levels;
static long n;
static double *u[LEVELS], *r[LEVELS], *v;

/* The line (k, j) of a grid of m points a side with their borders. */
#define LINE(x, m, k, j) ((x) + ((k) * (m) + (j)) * (m))

static void wrap(double *x, long m) {
#pragma omp parallel for
  for (long k = 1; k < m - 1; k++) {
    for (long j = 1; j < m - 1; j++) {
      double *line = LINE(x, m, k, j);
      line[0] = line[m - 2], line[m - 1] = line[1];
    }
    memcpy(LINE(x, m, k, 0), LINE(x, m, k, m - 2), 8 * (size_t)m);
    memcpy(LINE(x, m, k, m - 1), LINE(x, m, k, 1), 8 * (size_t)m);
  }
  memcpy(LINE(x, m, 0, 0), LINE(x, m, m - 2, 0), 8 * (size_t)(m * m));
  memcpy(LINE(x, m, m - 1, 0), LINE(x, m, 1, 0), 8 * (size_t)(m * m));
}

/* Sums of the four lines beside a line, and of the four behind its edges. */
static void beside(const double *x, long m, long k, long j, double *restrict faces, double *restrict edges) {
  const double *w = LINE(x, m, k, j - 1), *e = LINE(x, m, k, j + 1), *s = LINE(x, m, k - 1, j), *t = LINE(x, m, k + 1, j);
  const double *sw = LINE(x, m, k - 1, j - 1), *se = LINE(x, m, k - 1, j + 1), *tw = LINE(x, m, k + 1, j - 1), *te = LINE(x, m, k + 1, j + 1);
  for (long i = 0; i < m; i++) faces[i] = w[i] + e[i] + s[i] + t[i], edges[i] = sw[i] + se[i] + tw[i] + te[i];
}

static void residual(const double *x, const double *b, double *rest, long m) {
#pragma omp parallel
  {
    double faces[m], edges[m];
#pragma omp for
    for (long k = 1; k < m - 1; k++)
      for (long j = 1; j < m - 1; j++) {
        beside(x, m, k, j, faces, edges);
        const double *here = LINE(x, m, k, j), *right = LINE(b, m, k, j);
        double *out = LINE(rest, m, k, j);
        for (long i = 1; i < m - 1; i++)
          out[i] = right[i] - A[0] * here[i] - A[2] * (edges[i] + faces[i - 1] + faces[i + 1]) - A[3] * (edges[i - 1] + edges[i + 1]);
      }
  }
  wrap(rest, m);
}

static void smooth(const double *rest, double *x, long m) {
#pragma omp parallel
  {
    double faces[m], edges[m];
#pragma omp for
    for (long k = 1; k < m - 1; k++)
      for (long j = 1; j < m - 1; j++) {
        beside(rest, m, k, j, faces, edges);
        const double *here = LINE(rest, m, k, j);
        double *out = LINE(x, m, k, j);
        for (long i = 1; i < m - 1; i++)
          out[i] += C[0] * here[i] + C[1] * (here[i - 1] + here[i + 1] + faces[i]) + C[2] * (edges[i] + faces[i - 1] + faces[i + 1]);
      }
  }
  wrap(x, m);
}

static void restricted(const double *fine, double *coarse, long m) {
  const long c = m / 2 + 1;
#pragma omp parallel
  {
    double faces[m], edges[m];
#pragma omp for
    for (long k = 1; k < c - 1; k++)
      for (long j = 1; j < c - 1; j++) {
        beside(fine, m, 2 * k, 2 * j, faces, edges);
        const double *here = LINE(fine, m, 2 * k, 2 * j);
        double *out = LINE(coarse, c, k, j);
        for (long i = 1; i < c - 1; i++) {
          const long f = 2 * i;
          out[i] = 0.5 * here[f] + 0.25 * (here[f - 1] + here[f + 1] + faces[f]) + 0.125 * (faces[f - 1] + faces[f + 1] + edges[f]) +
                   0.0625 * (edges[f - 1] + edges[f + 1]);
        }
      }
  }
  wrap(coarse, c);
}

static void interpolated(const double *coarse, double *fine, long m) {
  const long c = m / 2 + 1;
#pragma omp parallel
  {
    double sum[c];
#pragma omp for
    for (long k = 1; k < m - 1; k++)
      for (long j = 1; j < m - 1; j++) {
        const long hk = (k + 1) / 2, hj = (j + 1) / 2, lk = k / 2, lj = j / 2;
        const double *a = LINE(coarse, c, hk, hj), *b = LINE(coarse, c, hk, lj), *d = LINE(coarse, c, lk, hj), *e = LINE(coarse, c, lk, lj);
        for (long i = 0; i < c; i++) sum[i] = (a[i] + b[i] + d[i] + e[i]) * 0.25;
        double *out = LINE(fine, m, k, j);
        for (long i = 1; i < c - 1; i++) out[2 * i] += sum[i], out[2 * i - 1] += 0.5 * (sum[i] + sum[i - 1]);
      }
  }
  wrap(fine, m);
}

static long side(int level) { return (2L << level) + 2; }
static void clear(double *x, long m) { memset(x, 0, 8 * (size_t)(m * m * m)); }

static const double *keys;
static int ascending(const void *a, const void *b) {
  const double x = keys[*(const long *)a], y = keys[*(const long *)b];
  return (x > y) - (x < y);
}

static void charge(void) {
  const long count = n * n * n, m = n + 2;
  double *random = array(count);
  long *order = (long *)array(count);
  unsigned long x = 314159265;
  for (long i = 0; i < count; i++) {
    x = x * 1220703125UL & ((1UL << 46) - 1);
    random[i] = (double)x, order[i] = i;
  }
  keys = random;
  qsort(order, (size_t)count, sizeof *order, ascending);
  for (int t = 0; t < 10; t++)
    for (int end = 0; end < 2; end++) {
      const long at = order[end ? count - 1 - t : t];
      LINE(v, m, at / (n * n) + 1, at / n % n + 1)[at % n + 1] = end ? 1 : -1;
    }
  wrap(v, m);
  free(random), free(order);
}

double prepare(long size) {
  n = size;
  while ((2L << levels) <= n) levels++;
  for (int k = 0; k < levels; k++) {
    const long m = side(k);
    u[k] = array(m * m * m), r[k] = array(m * m * m);
    clear(u[k], m), clear(r[k], m);
  }
  v = array(side(levels - 1) * side(levels - 1) * side(levels - 1));
  clear(v, side(levels - 1));
  charge();
  return 0;
}

void run(void) {
  const int top = levels - 1;
  clear(u[top], side(top));
  residual(u[top], v, r[top], side(top));
  for (int it = 0; it < CYCLES; it++) {
    for (int k = top; k > 0; k--) restricted(r[k], r[k - 1], side(k));
    clear(u[0], side(0));
    smooth(r[0], u[0], side(0));
    for (int k = 1; k <= top; k++) {
      if (k < top) clear(u[k], side(k));
      interpolated(u[k - 1], u[k], side(k));
      residual(u[k], k == top ? v : r[k], r[k], side(k));
      smooth(r[k], u[k], side(k));
    }
    residual(u[top], v, r[top], side(top));
  }
}

int result(double *out) {
  const long m = n + 2;
  double sum = 0;
  for (long k = 1; k < m - 1; k++)
    for (long j = 1; j < m - 1; j++)
      for (long i = 1; i < m - 1; i++) sum += LINE(r[levels - 1], m, k, j)[i] * LINE(r[levels - 1], m, k, j)[i];
  out[0] = sqrt(sum / (double)(n * n * n)), out[1] = LINE(u[levels - 1], m, 1, 1)[1];
  return 2;
}
