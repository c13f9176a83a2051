// Singular values and vectors of square matrices: a bidiagonal matrix by Householder reflectors from both sides, half the work
// in matrix products (Dongarra, Sorensen and Hammarling, 1989), then implicit QR with shifts, or without one where that is
// more accurate (Demmel and Kahan, Accurate singular values of bidiagonal matrices, 1990).
#pragma once

#include "matrix.h"
#include "sweeps.h"

namespace maniple::solve {

// A = U diag(values) V. Destroys the matrix. `values` come in descending order; `u` and `v` (size x size, rows padded as Rows
// are), unless they are null, get the columns of U as rows and the rows of V. The elements must be finite.
Outcome singularValues(const Part& a, int64_t size, double* values, const Part* u, const Part* v);

// U and V of the bidiagonal matrix, and its diagonal and the elements above that.
bool reduceToBidiagonal(const Part& a, int64_t size, double* d, double* e, const Part* u, const Part* v);

// Makes e zero by rotations of rows of `left` and `right`; d's signs and order are as they come. False if it does not converge.
bool diagonalize(double* d, double* e, int64_t size, Sweeps& left, Sweeps& right);

}  // namespace maniple::solve
