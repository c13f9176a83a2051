// Householder reflectors H = I - tau v vᵀ (Golub and Van Loan, Matrix Computations, 5.1), several at a time as I - V T Vᵀ (5.2.3),
// so that nearly all the work is matrix products. A matrix is kept by its transpose, its columns as rows, which are contiguous.
#pragma once

#include "matrix.h"

namespace maniple::solve {

// Reflectors that are made and applied together.
constexpr int64_t kTogether = 64;

// Makes H with H x = beta e_0 and returns beta; x becomes v, which begins with 1.
double reflect(double* x, int64_t length, double& tau);

// H_0, H_1, … over `length` elements; row j of `v` is v_j, with zeros before element j + shift, where it has its 1.
struct Reflectors {
  Part v;
  double* tau;
  int64_t count, length, shift;
};

// Memory for applying groups of reflectors, no more than `rows` in all, to as many rows as that.
class Applied {
 public:
  explicit Applied(int64_t rows) noexcept : Applied(rows, rows < kTogether ? rows : kTogether) {}
  bool ready() const noexcept { return first_.ready() && second_.ready() && t_.ready() && products_.ready(); }
  // The rows of C (rows x length, beginning where v_from has its 1), as columns of a matrix X: H X, or Hᵀ X, for
  // H = H_from … H_(to - 1), at most kTogether of them.
  void apply(const Reflectors& h, int64_t from, int64_t to, const Part& c, int64_t rows, bool transposed);

 private:
  Applied(int64_t rows, int64_t together) noexcept
      : first_(rows, together), second_(rows, together), t_(together, together), products_(together, together) {}
  void combine(const Reflectors& h, int64_t from, int64_t to);
  Rows first_, second_, t_, products_;
};

// The rows of `out`, as columns of a matrix X: H_0 H_1 … X.
void applyAll(const Reflectors& h, const Part& out, int64_t rows, Applied& work);

// The first `rows` columns of H_0 H_1 …, as rows.
void accumulate(const Reflectors& h, const Part& out, int64_t rows, Applied& work);

}  // namespace maniple::solve
