// Dense products by the addon's routines, against sums in plain loops: values are small integers, so that results are exact
// in any order of summation; and all strides, edges of blocks, and orders of units. Routines named gemm_add_… add to what C has.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "../core/kernels.h"
#include "../gemm/product.h"
#include "check.h"

namespace maniple::test {

inline uint64_t state = 12345;
inline int64_t small() {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<int64_t>(state >> 60) - 8;
}

inline int64_t unitsOf(int64_t m, int64_t n, int64_t k, int64_t batch) {
  auto parts = [](int64_t all, int64_t part) { return (all + part - 1) / part; };
  if (m == 1 || n == 1) {
    int64_t rows = gemm::kVectorElements / (k > 0 ? k : 1);
    return batch * parts(n == 1 ? m : n, rows > gemm::kVectorRows ? rows : gemm::kVectorRows);
  }
  gemm::Product<double> p{};
  p.m = m, p.n = n, p.k = k, p.batch = batch;
  int64_t rows, columns;
  p.cut(&rows, &columns);
  return batch * parts(m, rows) * parts(n, columns);
}

// How a matrix lies in memory.
enum class Order { rows, columns, spread, reversed, broadcast };

template <typename T>
struct Operand {
  std::shared_ptr<std::vector<T>> elements = std::make_shared<std::vector<T>>();
  int64_t offset = 0, batch, row, column;

  Operand(int64_t batches, int64_t rows, int64_t columns, Order order) {
    row = order == Order::columns ? 1 : columns + 3;
    column = order == Order::columns ? rows + 2 : 1;
    if (order == Order::spread) row = 2 * columns + 1, column = 2;
    int64_t size = (rows + 2) * (2 * columns + 4) + rows * columns;
    batch = order == Order::broadcast ? 0 : size;
    elements->resize(size * batches + 16);
    for (T& x : *elements) x = static_cast<T>(small());
    if (order == Order::reversed) {
      offset = (rows - 1) * row + (columns - 1);
      row = -row;
      column = -1;
    }
  }
  // A view of the transposed matrix: no element moves.
  Operand transposed() const {
    Operand other = *this;
    std::swap(other.row, other.column);
    return other;
  }
  const T* first() const { return elements->data() + offset; }
  void write(double* P, int slot) const {
    P[slot] = static_cast<double>(reinterpret_cast<uintptr_t>(elements->data() + offset));
    P[slot + 1] = static_cast<double>(batch);
    P[slot + 2] = static_cast<double>(row);
    P[slot + 3] = static_cast<double>(column);
  }
};

// A row of a matrix times a column of a second one.
template <typename T>
UNWATCHED inline T dot(int64_t k, const T* left, int64_t column, const T* right, int64_t row, T sum) {
  for (int64_t d = 0; d < k; d++) sum += left[d * column] * right[d * row];
  return sum;
}

template <typename T>
inline void multiply(const char* routine, int64_t batch, int64_t m, int64_t n, int64_t k, const Operand<T>& left,
                     const Operand<T>& right, const Operand<T>& out) {
  double P[17] = {0, double(m), double(n), double(k), double(batch)};
  left.write(P, gemm::kA);
  right.write(P, gemm::kB);
  out.write(P, gemm::kC);
  const bool adds = std::strncmp(routine, "gemm_add_", 9) == 0;
  Operand<T> before = out;
  before.elements = std::make_shared<std::vector<T>>(*out.elements);
  const Kernel* kernel = kernelAt(routineNumber(routine));
  CHECK(kernel != nullptr);
  if (kernel == nullptr) return;
  for (int64_t end = unitsOf(m, n, k, batch), some = 1; end > 0; some = some % 3 + 1) {
    const int64_t from = end > some ? end - some : 0;
    kernel->run(P, from, end);
    end = from;
  }
  CHECK(P[0] == 0);
  int64_t wrong = 0;
  for (int64_t e = 0; e < batch; e++)
    for (int64_t i = 0; i < m; i++)
      for (int64_t j = 0; j < n; j++) {
        const int64_t place = e * out.batch + i * out.row + j * out.column;
        const T* row = left.first() + e * left.batch + i * left.row;
        const T* column = right.first() + e * right.batch + j * right.column;
        wrong += out.first()[place] != dot(k, row, left.column, column, right.row, adds ? before.first()[place] : T(0));
      }
  if (wrong != 0) std::fprintf(stderr, "%s %lldx%lldx%lld\n", routine, (long long)m, (long long)n, (long long)k);
  CHECK(wrong == 0);
}

template <typename T>
inline void product(const char* routine, int64_t batch, int64_t m, int64_t n, int64_t k, Order a, Order b, Order c) {
  multiply<T>(routine, batch, m, n, k, {batch, m, k, a}, {batch, k, n, b}, {batch, m, n, c});
}

// A matrix times its own transpose.
template <typename T>
inline void squared(const char* routine, int64_t batch, int64_t n, int64_t k, Order a, Order c) {
  const Operand<T> left(batch, n, k, a);
  multiply<T>(routine, batch, n, n, k, left, left.transposed(), {batch, n, n, c});
}

// A product of fractions with a vector has the same bits in one call for all units as in a call for each, where rows begin elsewhere.
template <typename T>
inline void alike(const char* routine, int64_t m, int64_t k, Order order) {
  const Operand<T> left(1, m, k, order), right(1, k, 1, Order::rows);
  for (T& x : *left.elements) x /= 7;
  const int64_t units = unitsOf(m, 1, k, 1);
  std::vector<T> results[2];
  for (auto& found : results) {
    Operand<T> out(1, m, 1, Order::rows);
    for (T& x : *out.elements) x = 0;
    double P[17] = {0, double(m), 1, double(k), 1};
    left.write(P, gemm::kA);
    right.write(P, gemm::kB);
    out.write(P, gemm::kC);
    const Kernel* kernel = kernelAt(routineNumber(routine));
    if (&found == results) kernel->run(P, 0, units);
    else
      for (int64_t u = 0; u < units; u++) kernel->run(P, u, u + 1);
    for (int64_t i = 0; i < m; i++) found.push_back(out.first()[i * out.row]);
  }
  CHECK(std::memcmp(results[0].data(), results[1].data(), m * sizeof(T)) == 0);
}

// Rows of all lengths up to three times as many as two vectors have, and of some that are read in several strips.
template <typename T>
inline void vectors(const char* routine) {
  for (int64_t k = 1; k <= 100; k++) {
    product<T>(routine, 1, 19, 1, k, Order::rows, Order::rows, Order::rows);
    product<T>(routine, 1, 1, 9, k, Order::spread, Order::columns, Order::rows);
  }
  for (int64_t k : {67, 160, 999, 4099})
    for (Order order : {Order::rows, Order::columns}) alike<T>(routine, gemm::kVectorElements / k * 2 + 45, k, order);
}

template <typename T>
inline void shapes(const char* routine) {
  const Order orders[] = {Order::rows, Order::columns, Order::spread, Order::reversed};
  for (Order a : orders)
    for (Order b : orders) {
      product<T>(routine, 1, 17, 29, 13, a, b, Order::rows);
      product<T>(routine, 1, 1, 200, 70, a, b, Order::rows);
      product<T>(routine, 1, 300, 1, 45, a, b, Order::rows);
      product<T>(routine, 3, 77, 1, 2100, a, b, Order::rows);
      product<T>(routine, 2, 1, 77, 2100, a, b, Order::rows);
      product<T>(routine, 1, 61, 16, 300, a, b, Order::rows);
      product<T>(routine, 2, 2, 3, 2100, a, b, Order::rows);
      product<T>(routine, 1, 16, 2, 70, a, b, Order::columns);
    }
  for (Order a : orders) {
    squared<T>(routine, 1, 31, 9, a, Order::rows);
    squared<T>(routine, 2, 5, 2100, a, Order::rows);
    squared<T>(routine, 2, 61, 300, a, Order::columns);
    squared<T>(routine, 1, 277, 270, a, Order::rows);
  }
  squared<T>(routine, 1, 1030, 33, Order::columns, Order::spread);
  squared<T>(routine, 3, 40, 50, Order::broadcast, Order::rows);
  product<T>(routine, 1, 243, 485, 259, Order::rows, Order::columns, Order::rows);
  product<T>(routine, 1, 277, 291, 260, Order::columns, Order::rows, Order::rows);
  product<T>(routine, 1, 515, 521, 3, Order::rows, Order::rows, Order::columns);
  product<T>(routine, 3, 9, 25, 300, Order::rows, Order::broadcast, Order::rows);
  product<T>(routine, 2, 8, 24, 7, Order::broadcast, Order::rows, Order::columns);
  product<T>(routine, 2, 1100, 1, 4200, Order::rows, Order::rows, Order::rows);
  product<T>(routine, 2, 1, 1100, 4100, Order::rows, Order::rows, Order::spread);
  product<T>(routine, 1, 1, 1, 5000, Order::rows, Order::columns, Order::rows);
  product<T>(routine, 1, 3, 4, 0, Order::rows, Order::rows, Order::rows);
  product<T>(routine, 1, 3, 1, 0, Order::rows, Order::rows, Order::rows);
  product<T>(routine, 1, 1, 3, 1, Order::rows, Order::rows, Order::columns);
}

}  // namespace maniple::test
