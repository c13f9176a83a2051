#include "matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../block/arena.h"
#include "../core/cpu.h"
#include "../gemm/kernels.h"
#include "vectors.h"

namespace maniple::solve {

const Vectors* vectors_baseline();
#if defined(__x86_64__)
const Vectors* vectors_avx2();
const Vectors* vectors_avx512();
#endif

const Vectors& vectors() {
#if defined(__x86_64__)
  if (detectIsa() == Isa::avx512) return *vectors_avx512();
  if (detectIsa() == Isa::avx2) return *vectors_avx2();
#endif
  return *vectors_baseline();
}

namespace {

void compute(const gemm::Product<double>& p) {
  void* const scratch = block::arena(gemm::scratchBytes<double>());
  for (int64_t i = 0; i < p.m; i += gemm::kRows)
    for (int64_t j = 0; j < p.n; j += gemm::kColumns) {
      const gemm::Block at{0, i, std::min(p.m, i + gemm::kRows), j, std::min(p.n, j + gemm::kColumns)};
      gemm::kernels<double>().block(p, at, scratch);
    }
}

gemm::Product<double> productOf(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  return {rows, columns, depth, 1, {a.data, 0, a.row, a.column}, {b.data, 0, b.row, b.column}, {c.data, 0, c.row, c.column}, false};
}

int64_t padded(int64_t columns) { return (columns + kPadding - 1) / kPadding * kPadding; }

}  // namespace

bool prepare() { return block::arena(gemm::scratchBytes<double>()) != nullptr; }

void multiply(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  compute(productOf(c, a, b, rows, columns, depth));
}

void subtractProduct(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  auto p = productOf(c, a, b, rows, columns, depth);
  p.subtract = true;
  compute(p);
}

void multiplyVector(double* out, const Part& a, const double* x, int64_t rows, int64_t columns) {
  gemm::kernels<double>().matrixVector(a.data, a.row, a.column, x, 1, out, 1, rows, columns);
}

double scaled(const Part& a, int64_t rows, int64_t columns) {
  double largest = 0;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) largest = std::max(largest, std::fabs(a.at(i, j)));
  if (largest == 0) return 1;
  const double by = std::exp2(std::ilogb(largest));
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) a.at(i, j) /= by;
  return by;
}

Rows::Rows(int64_t rows, int64_t columns) noexcept
    : row_(padded(columns)), scratch_(static_cast<std::size_t>(rows * padded(columns)) * sizeof(double)) {
  if (ready()) std::memset(scratch_.get(), 0, static_cast<std::size_t>(rows * row_) * sizeof(double));
}

}  // namespace maniple::solve
