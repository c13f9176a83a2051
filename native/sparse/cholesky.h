// Cholesky factors of sparse symmetric, positive definite matrices, by the multifrontal method (Duff and Reid 1983; Liu 1992). Columns of L
// with nearly the same rows are one supernode, a dense panel; a supernode's front is its panel and what it takes from columns of its
// ancestors, which goes to its parent's front:
//
//     front      columns   rest            panel = rows of U = Lᵀ, over the columns and then the rows below
//     columns    U11       U12             update = minus U12ᵀ U12, the upper triangle, kept on a stack until the parent adds it
//     rest                 update
#pragma once

#include "pattern.h"

namespace maniple::sparse {

struct Supernodes {
  Ints order, place;  // row order[k] of the matrix is row k of the factor; place is the inverse
  Ints first;         // column that each begins with, and the number of columns
  Ints parent;        // -1 for roots
  Longs pointer;      // where its rows below begin
  Ints rows;          // below its columns, ascending

  int32_t count() const { return static_cast<int32_t>(parent.size()); }
  int64_t columns(int32_t s) const { return first[s + 1] - first[s]; }
  int64_t below(int32_t s) const { return pointer[s + 1] - pointer[s]; }
  // Elements of all panels.
  int64_t elements() const;
  // Multiplications of the factorization.
  double work() const;
};

// For a symmetric matrix, of which both halves are given, and an order that fills in little; makes it a postorder of the elimination tree.
Supernodes analyse(const Matrix& a, const Ints& order);

enum class Factored { done, noMemory, indefinite };

// The panels, one behind the other.
Factored factorPositive(const Matrix& a, const Supernodes& nodes, double* panels);

// x = A⁻¹ x for a vector in the factor's order. `rows` to `columns`: as in Supernodes, `nodes` of them.
struct Panels {
  int32_t nodes;
  const int32_t* first;
  const int32_t* below;  // how many rows are below each
  const int32_t* rows;
  const double* values;
};
void solvePositive(const Panels& panels, double* x, double* spare);

}  // namespace maniple::sparse
