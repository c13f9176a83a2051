// Parts of matrices of doubles, and their products by the kernels of native/gemm.
#pragma once

#include <cstdint>

#include "../lines/lines.h"

namespace maniple::solve {

// Part of a matrix. Elements of a row are contiguous where it is written to.
struct Part {
  double* data;
  int64_t row, column;  // strides in elements

  double& at(int64_t i, int64_t j) const { return data[i * row + j * column]; }
  Part from(int64_t i, int64_t j) const { return {data + i * row + j * column, row, column}; }
  Part transposed() const { return {data, column, row}; }
};

// Products need memory of this thread (block/arena.h): false when there is none.
bool prepare();

// C = A B, and C = C - A B, for C of rows x columns.
void multiply(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth);
void subtractProduct(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth);

// out = A x.
void multiplyVector(double* out, const Part& a, const double* x, int64_t rows, int64_t columns);

// Of two rows c a + s b, and c b - s a.
void rotate(double* a, double* b, int64_t length, double c, double s);

// Divides a matrix by a power of two, which it returns, so that its largest element is about 1.
double scaled(const Part& a, int64_t rows, int64_t columns);

// Rows of zeros in memory of the pool, each beginning at a whole vector.
class Rows {
 public:
  Rows(int64_t rows, int64_t columns) noexcept;
  bool ready() const noexcept { return scratch_.get() != nullptr; }
  Part part() const noexcept { return {data(), row_, 1}; }
  double* data() const noexcept { return reinterpret_cast<double*>(scratch_.get()); }
  double* at(int64_t row) const noexcept { return data() + row * row_; }

 private:
  int64_t row_;
  lines::Scratch scratch_;
};

// The outcome of a factorization.
enum class Outcome { done, noMemory, diverged };

}  // namespace maniple::solve
