// LU factors of sparse matrices, column by column (Gilbert and Peierls 1988): the places of a column's entries are found by a search in the
// graph of L, so that the work is that of the arithmetic. The graph is pruned where a column of L and a row of U meet (Eisenstat and Liu 1993).
// Among the candidates for a pivot the diagonal's is taken if it is at least `threshold` times the largest.
//
//     L has ones on its diagonal, which are not kept; U's diagonal is kept apart:  row rowOrder[k], column columnOrder[k] of A is pivot k.
#pragma once

#include "pattern.h"

namespace maniple::sparse {

struct Triangle {
  Longs pointer;
  Ints index;  // rows, in the order of the pivots
  Doubles value;
};

struct LU {
  Ints rowOrder, columnOrder;
  Triangle lower, upper;  // by columns, without their diagonals
  Doubles diagonal;       // of U
};

struct LuOptions {
  double threshold = 1;
  // Entries that are smaller than this share of their column's greatest are left out: an incomplete factorization.
  double drop = 0;
  // Of an incomplete one: the most entries of L and U, as a multiple of the matrix's.
  double fill = 0;
};

// singular: no pivot but 0; notFinite: NaN or infinity.
enum class LuResult { done, singular, notFinite };

// Of the matrix with these columns.
LuResult factor(const Matrix& columns, const Ints& order, const LuOptions& options, LU& lu);

// Of both triangles as they are kept for good (blob.h).
struct Triangles {
  int32_t size;
  const int32_t *lowerPointer, *lowerIndex, *upperPointer, *upperIndex;
  const double *lower, *upper, *diagonal;
};
// x = (L U)⁻¹ x, and x = (Uᵀ Lᵀ)⁻¹ x for a vector in the order of the pivots.
void solveTriangles(const Triangles& t, double* x);
void solveTransposed(const Triangles& t, double* x);

}  // namespace maniple::sparse
