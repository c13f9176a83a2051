// The routines solve_f64 …: linear equations, inverses, determinants and Cholesky factors (stack.h has their parameters).
#include <algorithm>
#include <cmath>

#include "../core/kernels.h"
#include "factor.h"
#include "stack.h"

namespace maniple::solve {
namespace {

// Memory for a square matrix, columns of a second matrix, and an order of rows.
struct Work {
  int64_t n, m;
  lines::Scratch scratch;

  Work(int64_t size, int64_t columns)
      : n(size), m(columns), scratch(static_cast<std::size_t>(n * (n + m + 1)) * sizeof(double)) {}
  bool ready() const { return scratch.get() != nullptr && prepare(); }
  Part square() const { return {reinterpret_cast<double*>(scratch.get()), n, 1}; }
  Part columns() const { return {square().data + n * n, m, 1}; }
  int64_t* order() const { return reinterpret_cast<int64_t*>(square().data + n * (n + m)); }
};

// Calls body(work, unit) for each unit, with memory for a matrix of `columns` columns.
template <typename Body>
void withWork(double* P, int64_t u0, int64_t u1, int64_t columns, int crew, const Body& body) {
  const auto some = [&](int64_t from, int64_t to) {
    const Work work(static_cast<int64_t>(P[2]), columns);
    if (!work.ready()) return lines::fail(P, kStatusMemory);
    for (int64_t u = from; u < to; u++) body(work, u);
  };
  if (static_cast<int64_t>(P[1]) == 1) return Crew::unit(P + crew, prepare(), [&] { some(0, 1); });
  some(u0, u1);
}

// The factors of matrix u, in place of work's square.
template <typename T>
Pivots factorUnit(const double* P, const Work& work, int64_t u) {
  Pivots pivots{work.order()};
  load(work.square(), stackAt<T>(P, kA, u), work.n, work.n);
  factor(work.square(), work.n, work.n, pivots);
  return pivots;
}

// x = A⁻¹ B, where `right` gives the elements of B.
template <typename T, typename Right>
void solveUnit(double* P, const Work& work, int slot, int64_t u, Right right) {
  const Pivots pivots = factorUnit<T>(P, work, u);
  if (pivots.singular) return lines::fail(P, kStatusSingular);
  const Part x = work.columns();
  for (int64_t i = 0; i < work.n; i++)
    for (int64_t j = 0; j < work.m; j++) x.at(i, j) = right(pivots.order[i], j);
  solveLower(work.square(), true, x, work.n, work.m);
  solveUpper(work.square(), x, work.n, work.m);
  save(stackAt<T>(P, slot, u), x, work.n, work.m);
}

template <typename T>
void solve(double* P, int64_t u0, int64_t u1) {
  withWork(P, u0, u1, static_cast<int64_t>(P[3]), kFourth, [P](const Work& work, int64_t u) {
    const auto b = stackAt<T>(P, kSecond, u);
    solveUnit<T>(P, work, kThird, u, [&](int64_t i, int64_t j) { return static_cast<double>(b.at(i, j)); });
  });
}

template <typename T>
void invert(double* P, int64_t u0, int64_t u1) {
  withWork(P, u0, u1, static_cast<int64_t>(P[2]), kThird, [P](const Work& work, int64_t u) {
    solveUnit<T>(P, work, kSecond, u, [](int64_t i, int64_t j) { return i == j ? 1.0 : 0.0; });
  });
}

template <typename T>
void determinant(double* P, int64_t u0, int64_t u1) {
  withWork(P, u0, u1, 0, kThird, [P](const Work& work, int64_t u) {
    double product = factorUnit<T>(P, work, u).sign;
    for (int64_t i = 0; i < work.n; i++) product *= work.square().at(i, i);
    stackAt<T>(P, kSecond, u).at(0, 0) = static_cast<T>(product);
  });
}

// The determinant's sign and the logarithm of its absolute value, which neither overflows nor vanishes.
template <typename T>
void logDeterminant(double* P, int64_t u0, int64_t u1) {
  withWork(P, u0, u1, 0, kFourth, [P](const Work& work, int64_t u) {
    double sign = factorUnit<T>(P, work, u).sign, sum = 0;
    for (int64_t i = 0; i < work.n; i++) {
      const double pivot = work.square().at(i, i);
      sum += std::log(std::fabs(pivot));
      sign = pivot == 0 ? 0 : pivot < 0 ? -sign : pivot > 0 ? sign : pivot;
    }
    stackAt<T>(P, kSecond, u).at(0, 0) = static_cast<T>(sign);
    stackAt<T>(P, kThird, u).at(0, 0) = static_cast<T>(sum);
  });
}

template <typename T>
void factorPositive(double* P, int64_t u0, int64_t u1) {
  withWork(P, u0, u1, 0, kThird, [P](const Work& work, int64_t u) {
    const Part a = work.square();
    const auto from = stackAt<T>(P, kA, u), to = stackAt<T>(P, kSecond, u);
    load(a, from.transposed(), work.n, work.n);
    if (!cholesky(a, work.n)) return lines::fail(P, kStatusIndefinite);
    for (int64_t i = 1; i < work.n; i++) std::fill_n(&a.at(i, 0), i, 0.0);
    save(to.transposed(), a, work.n, work.n);
  });
}

[[maybe_unused]] const bool registered = add<kFourth>("solve_f64", solve<double>, "solve_f32", solve<float>) &&
                                         add<kThird>("inv_f64", invert<double>, "inv_f32", invert<float>) &&
                                         add<kThird>("det_f64", determinant<double>, "det_f32", determinant<float>) &&
                                         add<kFourth>("slogdet_f64", logDeterminant<double>, "slogdet_f32", logDeterminant<float>) &&
                                         add<kThird>("cholesky_f64", factorPositive<double>, "cholesky_f32", factorPositive<float>);

}  // namespace
}  // namespace maniple::solve
