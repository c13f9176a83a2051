// Singular values and vectors of square matrices: a bidiagonal matrix by Householder reflectors from both sides, half the work
// in matrix products (Dongarra, Sorensen and Hammarling, 1989), then divide and conquer (divide.h), or for small ones and values
// alone implicit QR with shifts, or without one where that is more accurate (Demmel and Kahan, Accurate singular values of
// bidiagonal matrices, 1990).
#pragma once

#include "matrix.h"
#include "reflectors.h"

namespace maniple::solve {

// A = U diag(values) V. Destroys the matrix. `values` come in descending order; `u` and `v` (size x size, rows padded as Rows
// are), unless they are null, get the columns of U as rows and the rows of V. The elements must be finite.
Outcome singularValues(const Part& a, int64_t size, double* values, const Part* u, const Part* v);

// Reduces a matrix to a bidiagonal one: its diagonal d, the elements e above it, and the reflectors from both sides.
bool reduceToBidiagonal(const Part& a, int64_t size, double* d, double* e, const Reflectors& left, const Reflectors& right);

// Makes e zero by rotations of rows of u, and of v, which has `columns` columns, unless they are null; d is neither sorted nor made
// positive.
Outcome iterateBidiagonal(double* d, double* e, int64_t size, const Part* u, const Part* v, int64_t columns);

}  // namespace maniple::solve
