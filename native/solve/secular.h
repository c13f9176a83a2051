// Eigenvalues of D + rho z zᵀ, and vectors that are orthogonal however close the eigenvalues are (Gu and Eisenstat, A divide-and-conquer
// algorithm for the symmetric tridiagonal eigenproblem, 1995). Root i lies between the poles d_i and d_(i + 1):
//
//     f(x) = 1 / rho + Σ z_j² / (d_j - x) = 0
//
// It is kept by its distance from the nearer pole, and with it all d_j - x, to full relative accuracy. Then z is made anew, so that these
// roots are exactly the eigenvalues of D + rho z zᵀ.
#pragma once

#include "matrix.h"

namespace maniple::solve {

struct Secular {
  int64_t count;
  const double* d;  // ascending, distinct
  double* z;        // none is zero
  double* weights;  // room for z²
  double rho;       // positive
  bool squared;     // poles are d², and rho is 1

  // Pole i less pole j.
  double between(int64_t i, int64_t j) const { return squared ? (d[i] - d[j]) * (d[i] + d[j]) : d[i] - d[j]; }
};

// Row i of `gaps` becomes d_j - x_i; `roots` the x_i, their roots if `squared`; z is made anew.
void solveSecular(const Secular& s, const Part& gaps, double* roots);

}  // namespace maniple::solve
