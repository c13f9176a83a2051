// Complex Householder reflectors H = I - v vᴴ, v of length √2, which are their own inverses; several at a time as I - V T Vᴴ. As in
// reflectors.h a matrix is kept by its columns, as rows.
#pragma once

#include <algorithm>

#include "complex_matrix.h"
#include "reflectors.h"

namespace maniple::solve {

// x becomes the v with H x = beta e_0, and beta is returned; v is 0 where nothing is to be cleared.
Complex reflectComplex(double* x, double* xi, int64_t length);

// A (I - v vᴴ) for `rows` rows of A; and (I - v vᴴ) A for v of so many elements and as many rows of A, of so many columns, with `sums` for a row. A
// crew shares rows and columns.
void reflectFromRight(const ComplexPart& a, int64_t rows, const double* v, const double* vi, int64_t length);
void reflectFromLeft(const ComplexPart& a, const double* v, const double* vi, int64_t length, int64_t columns,
                     const ComplexPart& sums);

// H_0, H_1, … over `length` elements; row j of `v` is v_j, with zeros before element j + shift.
struct ComplexReflectors {
  ComplexPart v;
  int64_t count, length, shift;
};

// Memory for applying groups of reflectors to no more than `rows` rows of no more than `length` elements.
class ComplexApplied {
 public:
  ComplexApplied(int64_t rows, int64_t length) noexcept
      : first_(rows, kTogether),
        second_(rows, kTogether),
        t_(kTogether, kTogether),
        inner_(kTogether, kTogether),
        products_(std::max(rows, kTogether), std::max(length, kTogether)) {}
  bool ready() const noexcept {
    return first_.ready() && second_.ready() && t_.ready() && inner_.ready() && products_.ready();
  }
  // The rows of C, beginning where v_from has its first element, as columns of a matrix X: H X, or Hᴴ X, for H = H_from … H_(to - 1), at
  // most kTogether of them.
  void apply(const ComplexReflectors& h, int64_t from, int64_t to, const ComplexPart& c, int64_t rows, bool adjoint) const;

 private:
  void combine(const ComplexReflectors& h, int64_t from, int64_t to) const;
  ComplexRows first_, second_, t_, inner_;
  ComplexProducts products_;
};

// The rows of `out`, as columns of a matrix X: H_0 H_1 … X.
void applyAll(const ComplexReflectors& h, const ComplexPart& out, int64_t rows, const ComplexApplied& work);

// The first `rows` columns of H_0 H_1 …, as rows.
void accumulate(const ComplexReflectors& h, const ComplexPart& out, int64_t rows, const ComplexApplied& work);

}  // namespace maniple::solve
