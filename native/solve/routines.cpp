// The routines solve_f64 …: a unit is one matrix of a stack, computed in doubles.
//
//     P: 0 status   1 batch   2 rows of A   3 columns of the result   4 A's address   5 6 7 A's strides: batch, row, column
//        then four slots each: the right-hand sides (`solve` alone), the result
#include <cstddef>

#include "../core/kernels.h"
#include "../lines/lines.h"
#include "factor.h"

namespace maniple::solve {
namespace {

constexpr int kA = 4, kSecond = 8, kThird = 12;
// STATUS in lib/ir/kernel.ts.
constexpr double kStatusMemory = 3;
constexpr double kStatusSingular = 4;
constexpr double kStatusIndefinite = 5;

// Element (i, j) of matrix `which` of the stack at a slot.
template <typename T>
struct Stack {
  T* data;
  int64_t row, column;

  Stack(const double* P, int slot, int64_t which)
      : data(reinterpret_cast<T*>(static_cast<uintptr_t>(P[slot])) + which * static_cast<int64_t>(P[slot + 1])),
        row(static_cast<int64_t>(P[slot + 2])),
        column(static_cast<int64_t>(P[slot + 3])) {}
  T& at(int64_t i, int64_t j) const { return data[i * row + j * column]; }
};

template <typename T>
void load(const Part& to, const Stack<T>& from, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) to.at(i, j) = from.at(i, j);
}

template <typename T>
void save(const Stack<T>& to, const Part& from, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) to.at(i, j) = static_cast<T>(from.at(i, j));
}

// Memory for a square matrix, the columns of another, and an order of rows.
struct Work {
  int64_t n, m;
  lines::Scratch scratch;

  Work(const double* P, int64_t columns)
      : n(static_cast<int64_t>(P[2])), m(columns), scratch(static_cast<std::size_t>(n * (n + m + 1)) * sizeof(double)) {}
  bool ready() const { return scratch.get() != nullptr && prepare(); }
  Part square() const { return {reinterpret_cast<double*>(scratch.get()), n, 1}; }
  Part columns() const { return {square().data + n * n, m, 1}; }
  int64_t* order() const { return reinterpret_cast<int64_t*>(square().data + n * (n + m)); }
};

// x = A⁻¹ B with the factors of A, where `right` gives the rows of B.
template <typename T, typename Row>
void solveFactored(double* P, const Work& work, int slot, int64_t which, Row right) {
  Pivots pivots{work.order()};
  const Part x = work.columns();
  factor(work.square(), work.n, pivots);
  if (pivots.singular) return lines::fail(P, kStatusSingular);
  for (int64_t i = 0; i < work.n; i++)
    for (int64_t j = 0; j < work.m; j++) x.at(i, j) = right(pivots.order[i], j);
  solveLower(work.square(), true, x, work.n, work.m);
  solveUpper(work.square(), x, work.n, work.m);
  save(Stack<T>(P, slot, which), x, work.n, work.m);
}

template <typename T>
void solve(double* P, int64_t u0, int64_t u1) {
  const Work work(P, static_cast<int64_t>(P[3]));
  if (!work.ready()) return lines::fail(P, kStatusMemory);
  for (int64_t u = u0; u < u1; u++) {
    const Stack<T> b(P, kSecond, u);
    load(work.square(), Stack<T>(P, kA, u), work.n, work.n);
    solveFactored<T>(P, work, kThird, u, [&](int64_t i, int64_t j) { return static_cast<double>(b.at(i, j)); });
  }
}

template <typename T>
void invert(double* P, int64_t u0, int64_t u1) {
  const Work work(P, static_cast<int64_t>(P[2]));
  if (!work.ready()) return lines::fail(P, kStatusMemory);
  for (int64_t u = u0; u < u1; u++) {
    load(work.square(), Stack<T>(P, kA, u), work.n, work.n);
    solveFactored<T>(P, work, kSecond, u, [](int64_t i, int64_t j) { return i == j ? 1.0 : 0.0; });
  }
}

template <typename T>
void determinant(double* P, int64_t u0, int64_t u1) {
  const Work work(P, 0);
  if (!work.ready()) return lines::fail(P, kStatusMemory);
  for (int64_t u = u0; u < u1; u++) {
    const Part a = work.square();
    Pivots pivots{work.order()};
    load(a, Stack<T>(P, kA, u), work.n, work.n);
    factor(a, work.n, pivots);
    double product = pivots.sign;
    for (int64_t i = 0; i < work.n; i++) product *= a.at(i, i);
    Stack<T>(P, kSecond, u).at(0, 0) = static_cast<T>(product);
  }
}

template <typename T>
void factorPositive(double* P, int64_t u0, int64_t u1) {
  const Work work(P, 0);
  if (!work.ready()) return lines::fail(P, kStatusMemory);
  for (int64_t u = u0; u < u1; u++) {
    const Part a = work.square();
    const Stack<T> from(P, kA, u), to(P, kSecond, u);
    for (int64_t i = 0; i < work.n; i++)
      for (int64_t j = 0; j < work.n; j++) a.at(i, j) = j < i ? 0.0 : from.at(j, i);
    if (!cholesky(a, work.n)) return lines::fail(P, kStatusIndefinite);
    for (int64_t i = 0; i < work.n; i++)
      for (int64_t j = 0; j < work.n; j++) to.at(i, j) = j > i ? T(0) : static_cast<T>(a.at(j, i));
  }
}

[[maybe_unused]] const bool registered =
    addRoutine("solve_f64", solve<double>, nullptr) && addRoutine("solve_f32", solve<float>, nullptr) &&
    addRoutine("inv_f64", invert<double>, nullptr) && addRoutine("inv_f32", invert<float>, nullptr) &&
    addRoutine("det_f64", determinant<double>, nullptr) && addRoutine("det_f32", determinant<float>, nullptr) &&
    addRoutine("cholesky_f64", factorPositive<double>, nullptr) && addRoutine("cholesky_f32", factorPositive<float>, nullptr);

}  // namespace
}  // namespace maniple::solve
