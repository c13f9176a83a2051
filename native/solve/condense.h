// QR factors of complex matrices, and their reductions to *real* bidiagonal and tridiagonal ones by unitary matrices, whose singular values and
// eigenvalues the routines of real matrices find (Golub and Van Loan, Matrix Computations, 5.2, 5.4.8 and 8.3.1).
//
//     A = U B Vᴴ, B bidiagonal        A = Q T Qᴴ, T tridiagonal, for a Hermitian A
//
// Orthonormal columns are kept as rows.
#pragma once

#include "complex_reflectors.h"

namespace maniple::solve {

// Leaves R's column j in the first elements of row j of `columns` (n x m), and the reflectors, least(m, n) of them, in `h`; h.v is all zeros
// before.
void factorColumns(const ComplexPart& columns, int64_t n, const ComplexReflectors& h, const ComplexApplied& work);

// Of a matrix with no fewer rows than columns, which is destroyed: the first `far` columns of U, the diagonals d and e of B, and the conjugate
// of V.
bool bidiagonal(const ComplexPart& a, int64_t rows, int64_t columns, const ComplexPart& u, int64_t far, double* d, double* e,
                const ComplexPart& v);

// Of a Hermitian matrix, all of its elements, which are destroyed: Q, and the diagonals of T.
bool tridiagonal(const ComplexPart& a, int64_t size, const ComplexPart& q, double* d, double* e);

}  // namespace maniple::solve
