/* Black-Scholes as one hand-written loop. */
#include "side.h"

static long n;
static double *S, *X, *T, *R, *V, *call, *put;

double prepare(long size) {
  n = size;
  S = array(n), X = array(n), T = array(n), R = array(n), V = array(n), call = array(n), put = array(n);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; i++) {
    S[i] = 50 + 100 * spread(i, 0.6180339887498949, 0.1);
    X[i] = 50 + 100 * spread(i, 0.7548776662466927, 0.3);
    T[i] = 0.1 + 2 * spread(i, 0.5698402909980532, 0.5);
    R[i] = 0.01 + 0.04 * spread(i, 0.8191725133961645, 0.7);
    V[i] = 0.1 + 0.4 * spread(i, 0.6710436067037893, 0.9);
    call[i] = put[i] = 0;
  }
  return 7.0 * 8.0 * (double)n;
}

static inline double cnd(double d) {
  const double k = 1.0 / (1.0 + 0.2316419 * fabs(d));
  const double poly = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  const double c = 0.39894228040143267793994605993438 * exp(-0.5 * d * d) * poly;
  return d > 0 ? 1.0 - c : c;
}

void run(void) {
#pragma omp parallel for simd schedule(static)
  for (long i = 0; i < n; i++) {
    const double root = sqrt(T[i]);
    const double d1 = (log(S[i] / X[i]) + (R[i] + 0.5 * V[i] * V[i]) * T[i]) / (V[i] * root);
    const double d2 = d1 - V[i] * root;
    const double n1 = cnd(d1), n2 = cnd(d2);
    const double discounted = X[i] * exp(-R[i] * T[i]);
    call[i] = S[i] * n1 - discounted * n2;
    put[i] = discounted * (1.0 - n2) - S[i] * (1.0 - n1);
  }
}

int result(double *out) {
  double calls = 0, puts = 0;
  for (long i = 0; i < n; i++) calls += call[i], puts += put[i];
  out[0] = calls, out[1] = puts, out[2] = call[0], out[3] = call[n / 2], out[4] = put[n - 1];
  return 5;
}
