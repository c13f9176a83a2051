#include "matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../block/arena.h"
#include "../core/cpu.h"
#include "../core/crew.h"
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

constexpr int64_t kWorthSharing = 1 << 18;  // multiplications of a product
constexpr int64_t kSharedRows = 96;         // of a part of one: whole tiles of every variant
constexpr int64_t kSharedLines = 64;        // of a part of a product with a vector

// Blocks that a crew shares: an element's bits do not depend on its block.
void compute(const gemm::Product<double>& p) {
  const bool shared = p.m * p.n * p.k >= kWorthSharing;
  const int64_t rows = shared ? std::max(kSharedRows, std::min(gemm::kRows, p.m / 8 / kSharedRows * kSharedRows)) : gemm::kRows;
  const int64_t across = (p.n + gemm::kColumns - 1) / gemm::kColumns, down = (p.m + rows - 1) / rows;
  const auto part = [&](int64_t u) {
    const int64_t i = u / across * rows, j = u % across * gemm::kColumns;
    const gemm::Block at{0, i, std::min(p.m, i + rows), j, std::min(p.n, j + gemm::kColumns)};
    gemm::kernels<double>().block(p, at, block::arena(gemm::scratchBytes<double>()));
  };
  if (shared) return Crew::each(across * down, part);
  for (int64_t u = 0; u < across * down; u++) part(u);
}

gemm::Product<double> productOf(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  return {rows, columns, depth, 1, {a.data, 0, a.row, a.column}, {b.data, 0, b.row, b.column}, {c.data, 0, c.row, c.column}};
}

int64_t padded(int64_t columns) { return (columns + kPadding - 1) / kPadding * kPadding; }

}  // namespace

bool prepare() { return block::arena(gemm::scratchBytes<double>()) != nullptr; }

void multiply(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  compute(productOf(c, a, b, rows, columns, depth));
}

void subtractProduct(const Part& c, const Part& a, const Part& b, int64_t rows, int64_t columns, int64_t depth) {
  auto p = productOf(c, a, b, rows, columns, depth);
  p.into = gemm::Into::subtract;
  compute(p);
}

void multiplyVector(double* out, const Part& a, const double* x, int64_t rows, int64_t columns) {
  const int64_t lines = rows * columns >= kWorthSharing / 4 ? kSharedLines : rows;
  Crew::each(lines == 0 ? 0 : (rows + lines - 1) / lines, [&](int64_t u) {
    const Part some = a.from(u * lines, 0);
    const int64_t count = std::min(lines, rows - u * lines);
    gemm::kernels<double>().matrixVector(some.data, a.row, a.column, x, 1, out + u * lines, 1, count, columns,
                                            gemm::Into::write);
  });
}

void rotate(double* a, double* b, int64_t length, double c, double s) {
  for (int64_t i = 0; i < length; i++) {
    const double one = a[i], other = b[i];
    a[i] = c * one + s * other;
    b[i] = c * other - s * one;
  }
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
