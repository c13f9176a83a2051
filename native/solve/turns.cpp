// Compiled once for each instruction set: see turns.h.
#include "turns.h"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)

namespace maniple::solve {
namespace {

void three(double* __restrict a, double* __restrict b, double* __restrict c, int64_t length, double t, double v2, double v3) {
  const double t2 = t * v2, t3 = t * v3;
  for (int64_t j = 0; j < length; j++) {
    const double sum = a[j] + v2 * b[j] + v3 * c[j];
    a[j] -= t * sum;
    b[j] -= t2 * sum;
    c[j] -= t3 * sum;
  }
}

void two(double* __restrict a, double* __restrict b, int64_t length, double t, double v2) {
  const double t2 = t * v2;
  for (int64_t j = 0; j < length; j++) {
    const double sum = a[j] + v2 * b[j];
    a[j] -= t * sum;
    b[j] -= t2 * sum;
  }
}

void plane(double* __restrict a, double* __restrict ai, double* __restrict b, double* __restrict bi, int64_t length, double c,
           double s, double si) {
  for (int64_t j = 0; j < length; j++) {
    const double x = a[j], xi = ai[j], y = b[j], yi = bi[j];
    a[j] = c * x + s * y - si * yi;
    ai[j] = c * xi + s * yi + si * y;
    b[j] = c * y - s * x - si * xi;
    bi[j] = c * yi - s * xi + si * x;
  }
}

void add(double* __restrict y, double* __restrict yi, double f, double fi, const double* __restrict x,
         const double* __restrict xi, int64_t length) {
  for (int64_t j = 0; j < length; j++) {
    const double re = x[j], im = xi[j];
    y[j] += f * re - fi * im;
    yi[j] += f * im + fi * re;
  }
}

void subtractTwo(double* __restrict y, double* __restrict yi, double f, double fi, const double* __restrict x,
                 const double* __restrict xi, double g, double gi, const double* __restrict z, const double* __restrict zi,
                 int64_t length) {
  for (int64_t j = 0; j < length; j++) {
    y[j] -= f * x[j] + fi * xi[j] + (g * z[j] + gi * zi[j]);
    yi[j] -= fi * x[j] - f * xi[j] + (gi * z[j] - g * zi[j]);
  }
}

const Turns turnsHere = {three, two, plane, add, subtractTwo};

}  // namespace

const Turns* JOIN(turns_, MANIPLE_VARIANT)() { return &turnsHere; }

}  // namespace maniple::solve
