// Eigenvalues and eigenvectors of any square matrix, real or complex: Hessenberg form by Householder reflectors, Schur form by QR steps
// (Golub and Van Loan, Matrix Computations, 7.4 to 7.6), eigenvectors by back substitution.
//
//     A = Q T Qᴴ       real: T has blocks of two rows for pairs of complex eigenvalues       eigenvectors: Q x with T x = t x
//
// Q is kept by its columns, as rows.
#pragma once

#include "complex_matrix.h"
#include "matrix.h"

namespace maniple::solve {

// Divides columns and multiplies rows by powers of two, so that a row and its column are about as long (James, Langou and Lowery, On matrix
// balancing and eigenvector computation, 2014); `by` gets the factors of eigenvectors.
void balance(const Part& a, int64_t size, double* by);
void balance(const ComplexPart& a, int64_t size, double* by);

// Hessenberg form in place of A, and Q unless it is null; false without memory.
bool hessenberg(const Part& a, int64_t size, const Part* q);
bool hessenberg(const ComplexPart& a, int64_t size, const ComplexPart* q);

// Eigenvalues of a Hessenberg matrix; with Q, which goes on from the matrix's own, also the Schur form in its place.
Outcome schur(const Part& h, int64_t size, double* re, double* im, const Part* q);
Outcome schur(const ComplexPart& h, int64_t size, double* re, double* im, const ComplexPart* q);

// Eigenvectors x of T, as rows: vector j has zeros behind its element j. The second of a pair is not computed.
void triangularVectors(const Part& t, int64_t size, const double* re, const double* im, const ComplexPart& x);
void triangularVectors(const ComplexPart& t, int64_t size, const ComplexPart& x);

}  // namespace maniple::solve
