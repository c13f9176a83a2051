// Two and three rows turned together, and complex ones: the inner loops of QR steps and of complex factorizations, compiled for several
// instruction sets (native/sources.txt). No multiply and add is contracted, so that all of them give the same bits.
#pragma once

#include <cstdint>

namespace maniple::solve {

struct Turns {
  // By I - t w wᵀ from the left, w = (1, v2, v3), or (1, v2) of two rows.
  void (*three)(double* a, double* b, double* c, int64_t length, double t, double v2, double v3);
  void (*two)(double* a, double* b, int64_t length, double t, double v2);
  // Complex rows a and b become c a + s b and c b - s̄ a; a row is its real elements and its imaginary ones.
  void (*plane)(double* a, double* ai, double* b, double* bi, int64_t length, double c, double s, double si);
  // y = y + f x, complex.
  void (*add)(double* y, double* yi, double f, double fi, const double* x, const double* xi, int64_t length);
  // y = y - (f conj(x) + g conj(z)), complex.
  void (*subtractTwo)(double* y, double* yi, double f, double fi, const double* x, const double* xi, double g, double gi,
                      const double* z, const double* zi, int64_t length);
};

// The widest that this machine runs.
const Turns& turns();

}  // namespace maniple::solve
