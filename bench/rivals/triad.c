/* STREAM's triad, a = b + s * c: the memory bandwidth that this machine gives to a plain loop. */
#include "side.h"

static long n;
static double *a, *b, *c;

double prepare(long size) {
  n = size;
  a = array(n), b = array(n), c = array(n);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) a[i] = 0, b[i] = 1, c[i] = 2;
  return 3.0 * 8.0 * (double)n;
}

void run(void) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
}

int result(double *out) {
  out[0] = a[n / 2];
  return 1;
}
