// Direct solution: which factorization a matrix gets, and factors as they are kept, in an array of integers and one of doubles.
//
//     LU          0   size   entries of L   of U     row order, column order, pointers of L, of U, rows of L, of U    | L, U, U's diagonal
//     Cholesky    1   size   supernodes     rows     order, first columns, rows below each, those rows                | panels
#pragma once

#include "pattern.h"

namespace maniple::sparse {

enum class Method { automatic, general, positive };
enum class Result { done, noMemory, singular, indefinite, notFinite };

struct Factors {
  Ints index;
  Doubles value;
};

// Cholesky factors of a symmetric matrix with a positive diagonal, if it has them, otherwise LU factors; or the one that is asked for.
Result factorize(const Matrix& a, Method method, Factors& factors);

// LU factors without small entries, as the incomplete factorization of LuOptions.
Result factorizeIncompletely(const Matrix& a, double drop, double fill, Factors& factors);

// A vector, or a column of a matrix.
template <typename T>
struct Strided {
  T* data;
  int64_t step;
  T& operator[](int64_t i) const { return data[i * step]; }
};

// x = A⁻¹ b, or with the transpose. `spare`: room for twice the size. b and x may be one.
void apply(const int32_t* index, const double* value, bool transposed, Strided<const double> b, Strided<double> x, double* spare);

}  // namespace maniple::sparse
