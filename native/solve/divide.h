// Eigenvalues of tridiagonal and singular values of bidiagonal matrices with their vectors, by divide and conquer (pair.h): nearly all of
// the work is matrix products.
#pragma once

#include "matrix.h"

namespace maniple::solve {

// d, the diagonal, becomes the eigenvalues, ascending, and the rows of `vectors` the eigenvectors; e, beside the diagonal, is
// destroyed.
Outcome divideSymmetric(double* d, double* e, int64_t size, const Part& vectors);

// The upper bidiagonal matrix is Uᵀ diag(d) V, for u = U and v = V; d descends.
Outcome divideBidiagonal(double* d, double* e, int64_t size, const Part& u, const Part& v);

}  // namespace maniple::solve
