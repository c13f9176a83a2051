/* MTTKRP as loops by hand, products added up where they are made. */
#include "side.h"

#define RANK 32

static long n;
static double *B, *C, *D, *A;

double prepare(long size) {
  n = size;
  B = array(n * n * n), C = array(n * RANK), D = array(n * RANK), A = array(n * RANK);
  for (long x = 0; x < n * n * n; x++) B[x] = spread(x, 0.6180339887498949, 0.1);
  for (long x = 0; x < n * RANK; x++) {
    C[x] = spread(x, 0.7548776662466927, 0.3);
    D[x] = spread(x, 0.5698402909980532, 0.5);
    A[x] = 0;
  }
  return 0;
}

void run(void) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) {
    double sum[RANK] = {0};
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        const double b = B[(i * n + j) * n + k];
        for (long l = 0; l < RANK; l++) sum[l] += b * C[j * RANK + l] * D[k * RANK + l];
      }
    for (long l = 0; l < RANK; l++) A[i * RANK + l] = sum[l];
  }
}

int result(double *out) {
  double sum = 0, most = A[0], least = A[0];
  for (long x = 0; x < n * RANK; x++) {
    sum += A[x];
    most = A[x] > most ? A[x] : most;
    least = A[x] < least ? A[x] : least;
  }
  out[0] = sum, out[1] = most, out[2] = least;
  return 3;
}
