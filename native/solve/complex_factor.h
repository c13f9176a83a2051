// Dense direct methods on complex matrices, by halves as in factor.h.
#pragma once

#include "complex_matrix.h"
#include "factor.h"

namespace maniple::solve {

// X = L⁻¹ X and X = U⁻¹ X, or with the triangles' conjugates. `products` has memory for size x size.
void solveLower(const ComplexPart& l, bool unit, bool conj, const ComplexPart& x, int64_t size, int64_t width,
                const ComplexProducts& products);
void solveUpper(const ComplexPart& u, bool unit, const ComplexPart& x, int64_t size, int64_t width,
                const ComplexProducts& products);

// As in factor.h; the size of a pivot is the sum of its parts' sizes. `products` has memory for rows x columns.
void factor(const ComplexPart& a, int64_t rows, int64_t columns, Pivots& pivots, const ComplexProducts& products);

// U with Uᴴ U = A in place of A's upper triangle; false unless A is positive definite.
bool cholesky(const ComplexPart& a, int64_t size, const ComplexProducts& products);

}  // namespace maniple::solve
