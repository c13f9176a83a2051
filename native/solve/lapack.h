// Factorizations by LAPACK's routines, where the chosen library has them (gemm/blas.h): one thread in each. Matrices are kept by their columns, as
// rows, so that they are Fortran's as they are. Every function says that it has done nothing, Called::absent, where there is no library.
//
// Float32 matrices are factored as doubles, as by the addon's own routines.
#pragma once

#include "complex_matrix.h"
#include "factor.h"
#include "matrix.h"

namespace maniple::solve::lapack {

enum class Called { absent, done, failed, noMemory };

bool present();

// Of a call that was not absent.
inline Outcome outcomeOf(Called called) {
  return called == Called::done ? Outcome::done : called == Called::noMemory ? Outcome::noMemory : Outcome::diverged;
}

// Of a matrix kept by rows: L, U and the order of rows, as `factor` in factor.h.
Called factor(const Part& a, int64_t rows, int64_t columns, Pivots& pivots);
Called factor(const ComplexPart& a, int64_t rows, int64_t columns, Pivots& pivots);

// As `cholesky` in factor.h; failed: it is not positive definite.
Called cholesky(const Part& a, int64_t size);
Called cholesky(const ComplexPart& a, int64_t size);

// R in the first elements of the rows of `columns` (n x m), and so many columns of Q, unless that is null.
Called qr(const Part& columns, int64_t n, int64_t m, const Part* q, int64_t count);
Called qr(const ComplexPart& columns, int64_t n, int64_t m, const ComplexPart* q, int64_t count);

// As `symmetricEigen` in symmetric.h.
Called eigh(const Part& a, int64_t size, double* values, const Part* vectors);

// Of the matrix of `size` columns of length `length`, which has no fewer rows than columns: values in descending order, `far` columns of U, and V's
// columns, unless they are null.
Called svd(const Part& columns, int64_t size, int64_t length, double* values, const Part* u, int64_t far, const Part* v);

// Eigenvalues, and unless it is null eigenvectors as rows, of a matrix that is kept by rows.
Called eig(const Part& a, int64_t size, double* re, double* im, const ComplexPart* vectors);
Called eig(const ComplexPart& a, int64_t size, double* re, double* im, const ComplexPart* vectors);

}  // namespace maniple::solve::lapack
