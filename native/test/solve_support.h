// Matrices of doubles for tests of native/solve, and calls of its routines.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "../core/kernels.h"
#include "check.h"

namespace maniple::test {

// Row-major.
struct Matrix {
  int64_t rows, columns;
  std::vector<double> values;
  Matrix(int64_t rows, int64_t columns) : rows(rows), columns(columns), values(static_cast<std::size_t>(rows * columns)) {}
  double& at(int64_t i, int64_t j) { return values[static_cast<std::size_t>(i * columns + j)]; }
  double at(int64_t i, int64_t j) const { return values[static_cast<std::size_t>(i * columns + j)]; }
};

inline Matrix noise(int64_t rows, int64_t columns) {
  static uint64_t state = 7;
  Matrix m(rows, columns);
  for (double& x : m.values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
  }
  return m;
}

inline Matrix transposed(const Matrix& a) {
  Matrix t(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; i++)
    for (int64_t j = 0; j < a.columns; j++) t.at(j, i) = a.at(i, j);
  return t;
}

UNWATCHED inline void addProduct(int64_t m, int64_t k, int64_t n, const double* a, const double* b, double* c) {
  for (int64_t i = 0; i < m; i++)
    for (int64_t d = 0; d < k; d++)
      for (int64_t j = 0; j < n; j++) c[i * n + j] += a[i * k + d] * b[d * n + j];
}

inline Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.columns);
  addProduct(a.rows, a.columns, b.columns, a.values.data(), b.values.data(), c.values.data());
  return c;
}

inline Matrix diagonal(const Matrix& values, int64_t rows, int64_t columns) {
  Matrix d(rows, columns);
  for (int64_t i = 0; i < std::min(rows, columns); i++) d.at(i, i) = values.values[static_cast<std::size_t>(i)];
  return d;
}

inline double distance(const Matrix& a, const Matrix& b) {
  double most = a.rows == b.rows && a.columns == b.columns ? 0 : 1e300;
  for (std::size_t i = 0; most < 1e300 && i < a.values.size(); i++) {
    const double d = std::fabs(a.values[i] - b.values[i]);
    most = d <= most ? most : d;
  }
  return most;
}

inline Matrix identity(int64_t n) {
  Matrix m(n, n);
  for (int64_t i = 0; i < n; i++) m.at(i, i) = 1;
  return m;
}

inline bool orthogonal(const Matrix& q, double tolerance) { return distance(product(transposed(q), q), identity(q.columns)) < tolerance; }

// Runs a routine on a stack of one matrix, by as many threads, each with units of its own; returns its status.
inline double call(const std::string& name, int64_t rows, int64_t columns, const std::vector<Matrix*>& args, const std::vector<double>& scalars = {0},
                   int threads = 1) {
  std::vector<double> P = {0, 1, static_cast<double>(rows), static_cast<double>(columns)};
  for (Matrix* m : args) {
    P.push_back(static_cast<double>(reinterpret_cast<uintptr_t>(m->values.data())));
    P.push_back(static_cast<double>(m->rows * m->columns));
    P.push_back(static_cast<double>(m->columns));
    P.push_back(1);
  }
  P.insert(P.end(), scalars.begin(), scalars.end());
  P.push_back(0);
  const Kernel* kernel = kernelAt(routineNumber(name.c_str()));
  CHECK(kernel != nullptr);
  if (kernel == nullptr) return -1;
  std::vector<std::thread> others;
  for (int i = 1; i < threads; i++) others.emplace_back([&, i] { kernel->run(P.data(), i, i + 1); });
  kernel->run(P.data(), 0, 1);
  for (std::thread& other : others) other.join();
  kernel->finish(P.data());
  return P[0];
}

// ThreadSanitizer slows all of this down fifteenfold, and has something to find only where there are threads; AddressSanitizer finds in
// matrices of some blocks what it would find in larger ones.
#if defined(__SANITIZE_THREAD__)
constexpr bool kThreadsAlone = true;
constexpr int64_t kTogether[] = {130};
constexpr int64_t kClusters[] = {105};
#elif defined(__SANITIZE_ADDRESS__)
constexpr bool kThreadsAlone = false;
constexpr int64_t kTogether[] = {130};
constexpr int64_t kClusters[] = {105, 210};
#else
constexpr bool kThreadsAlone = false;
constexpr int64_t kTogether[] = {130, 300};
constexpr int64_t kClusters[] = {105, 210, 333};
#endif

}  // namespace maniple::test
