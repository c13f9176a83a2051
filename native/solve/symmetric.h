// Eigenvalues and eigenvectors of real symmetric matrices: a tridiagonal matrix by Householder reflectors, half the work in
// matrix products (Dongarra, Sorensen and Hammarling, Block reduction of matrices to condensed forms, 1989), then implicit QL
// (Golub and Van Loan, Matrix Computations, 8.3).
#pragma once

#include "matrix.h"

namespace maniple::solve {

// Reads the upper triangle, and destroys the matrix. `values` come in ascending order; the rows of `vectors` (size x size, rows padded as
// Rows are) become the eigenvectors, in the same order, unless it is null. The elements must be finite.
Outcome symmetricEigen(const Part& a, int64_t size, double* values, const Part* vectors);

// Of the tridiagonal matrix: d becomes the eigenvalues, in ascending order, and `vectors` is multiplied by the
// eigenvectors from the left; e, which has a place more than there are elements beside the diagonal, is destroyed.
Outcome iterateSymmetric(double* d, double* e, int64_t size, const Part& vectors);

// The eigenvalues alone of the tridiagonal matrix; its elements must be about 1 or less.
Outcome symmetricValues(double* d, double* e, int64_t size);

}  // namespace maniple::solve
