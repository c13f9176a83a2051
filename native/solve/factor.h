// Dense direct methods on row-major matrices of doubles, by halves, so that nearly all their work is matrix products (Toledo,
// Locality of reference in LU decomposition with partial pivoting, 1997):
//
//     ┌─────┬─────┐   1. factor the left half
//     │ A11 │ A12 │   2. A12 = L11⁻¹ A12
//     ├─────┼─────┤   3. A22 = A22 - L21 A12
//     │ A21 │ A22 │   4. factor the rest of the right half
//     └─────┴─────┘
#pragma once

#include "matrix.h"

namespace maniple::solve {

// X = L⁻¹ X for the lower triangle of L, with ones on its diagonal if `unit`; and X = U⁻¹ X.
void solveLower(const Part& l, bool unit, const Part& x, int64_t size, int64_t width);
void solveUpper(const Part& u, const Part& x, int64_t size, int64_t width);

// L below the diagonal and U on and above it, in place of the matrix, with partial pivoting. Row i of the product is row order[i] of the
// matrix; elements of a row are contiguous.
struct Pivots {
  int64_t* order;
  int sign = 1;
  bool singular = false;
};
void factor(const Part& a, int64_t rows, int64_t columns, Pivots& pivots);

// U with Uᵀ U = A in place of A's upper triangle; false unless A is positive definite.
bool cholesky(const Part& a, int64_t size);

}  // namespace maniple::solve
