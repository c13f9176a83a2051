// QL without square roots, on the squares of the elements beside the diagonal: for eigenvalues alone (Pal, Walker and Kahan's form;
// Parlett, The Symmetric Eigenvalue Problem, 8.15). A turn waits for a division and some products, not for a root and a division.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "symmetric.h"

namespace maniple::solve {
namespace {

constexpr int kMostSweeps = 60;  // for each eigenvalue, on average

// One sweep on rows [first, last], with the shift of `sweep` in symmetric.cpp.
void sweep(double* d, double* squares, int64_t first, int64_t last) {
  const double beside = std::sqrt(squares[first]), half = (d[first + 1] - d[first]) / (2 * beside);
  const double shift = d[first] - beside / (half + std::copysign(std::hypot(half, 1), half));
  double c = 1, s = 0, gamma = d[last] - shift, p = gamma * gamma;
  for (int64_t i = last - 1; i >= first; i--) {
    const double square = squares[i], r = p + square, before = c, old = gamma;
    if (i + 1 < last) squares[i + 1] = s * r;
    // gamma² / c; the division does not wait for gamma.
    const double inverse = r / p;
    const bool turns = p > DBL_MIN;
    c = p / r;
    s = square / r;
    gamma = c * (d[i] - shift) - s * old;
    d[i + 1] = old + (d[i] - gamma);
    p = turns ? gamma * gamma * inverse : before * square;
  }
  squares[first] = s * p;
  d[first] = shift + gamma;
}

bool negligible(double square, double a, double b) {
  const double least = DBL_EPSILON * (std::fabs(a) + std::fabs(b));
  return square <= least * least + DBL_MIN;
}

}  // namespace

Outcome symmetricValues(double* d, double* e, int64_t size) {
  for (int64_t i = 0; i + 1 < size; i++) e[i] *= e[i];
  int64_t left = kMostSweeps * size;
  for (int64_t first = 0; first < size; first++) {
    for (;;) {
      int64_t last = first;
      while (last + 1 < size && !negligible(e[last], d[last], d[last + 1])) last++;
      if (last == first) break;
      if (last + 1 < size) e[last] = 0;
      if (left-- == 0) return Outcome::diverged;
      sweep(d, e, first, last);
    }
  }
  std::sort(d, d + size);
  return Outcome::done;
}

}  // namespace maniple::solve
