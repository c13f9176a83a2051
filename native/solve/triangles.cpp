// The routines lu_f64 … and solveTriangular_f64 …, and of complex matrices complex_lu_f64 and complex_solveTriangular_f64, each argument in two
// parts (stack.h has their parameters):
//
//     lu                A; a row of places, so that row i of the matrix is row places[i] of L U; L, U; a scalar: 1 has L's rows in A's order
//     solveTriangular   A, B; X with A X = B; a scalar: 1 for the lower triangle, and 2 for ones on the diagonal, which is not read
#include <algorithm>

#include "../core/kernels.h"
#include "complex_factor.h"
#include "stack.h"

namespace maniple::solve {
namespace {

// A matrix of its own, of real elements or complex ones, beside stacks of T.
template <typename T>
struct RealSort {
  using Element = T;
  static constexpr int parts = 1;
  Rows rows;
  RealSort(int64_t count, int64_t columns) : rows(count, columns) {}
  bool ready() const { return rows.ready(); }
  Part part() const { return rows.part(); }
  Part part(int) const { return rows.part(); }
};

struct ComplexSort {
  using Element = double;
  static constexpr int parts = 2;
  ComplexRows rows;
  ComplexProducts products;
  ComplexSort(int64_t count, int64_t columns) : rows(count, columns), products(count, columns) {}
  bool ready() const { return rows.ready() && products.ready(); }
  ComplexPart part() const { return rows.part(); }
  Part part(int which) const { return which == 0 ? rows.part().re : rows.part().im; }
};

template <typename T>
void factorOf(const RealSort<T>& a, int64_t m, int64_t n, Pivots& pivots) {
  factor(a.part(), m, n, pivots);
}
void factorOf(const ComplexSort& a, int64_t m, int64_t n, Pivots& pivots) { factor(a.part(), m, n, pivots, a.products); }

// The solution in place of x, for the triangle in `t`, whose diagonal is ones if `unit`.
template <typename T>
void solveOf(const RealSort<T>& t, bool lower, bool unit, const Part& x, int64_t n, int64_t width) {
  if (lower) solveLower(t.part(), unit, x, n, width);
  else solveUpper(t.part(), x, n, width);
}
void solveOf(const ComplexSort& t, bool lower, bool unit, const ComplexPart& x, int64_t n, int64_t width) {
  if (lower) solveLower(t.part(), unit, false, x, n, width, t.products);
  else solveUpper(t.part(), unit, x, n, width, t.products);
}

// Argument number `which` of the routine, and its part.
template <typename Sort>
Stack<typename Sort::Element> argument(const double* P, int which, int part, int64_t u) {
  return stackAt<typename Sort::Element>(P, kA + 4 * (which * Sort::parts + part), u);
}

template <typename Sort>
constexpr int scalarSlot(int arguments) {
  return kA + 4 * arguments * Sort::parts;
}

// L and U of A's factors, part by part: L's rows in the order of the product, or of the matrix.
template <typename Sort>
void saveFactors(const double* P, int64_t u, const Sort& a, const int64_t* order, bool permutes) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]), size = std::min(m, n);
  for (int part = 0; part < Sort::parts; part++) {
    const Part from = a.part(part);
    const auto l = argument<Sort>(P, 2, part, u), upper = argument<Sort>(P, 3, part, u);
    using T = typename Sort::Element;
    for (int64_t i = 0; i < m; i++) {
      const int64_t row = permutes ? order[i] : i;
      for (int64_t j = 0; j < size; j++)
        l.at(row, j) = j < i ? static_cast<T>(from.at(i, j)) : static_cast<T>(i == j && part == 0 ? 1 : 0);
    }
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = 0; j < n; j++) upper.at(i, j) = j >= i ? static_cast<T>(from.at(i, j)) : T(0);
  }
}

template <typename Sort>
void luUnit(double* P, int64_t u) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]);
  const Sort a(m, n);
  const Rows room(1, m);
  if (!a.ready() || !room.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  for (int part = 0; part < Sort::parts; part++) load(a.part(part), argument<Sort>(P, 0, part, u), m, n);
  if (!allFinite(a.part(), m, n)) return lines::fail(P, kStatusNotFinite);
  Pivots pivots{reinterpret_cast<int64_t*>(room.data())};
  factorOf(a, m, n, pivots);
  const auto places = argument<Sort>(P, 1, 0, u);
  for (int64_t i = 0; i < m; i++) places.at(0, pivots.order[i]) = static_cast<typename Sort::Element>(i);
  if constexpr (Sort::parts == 2) {
    const auto none = argument<Sort>(P, 1, 1, u);
    for (int64_t i = 0; i < m; i++) none.at(0, i) = 0;
  }
  saveFactors(P, u, a, pivots.order, P[scalarSlot<Sort>(4)] == 1);
}

template <typename Sort>
void solveUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]), width = static_cast<int64_t>(P[3]);
  const int how = static_cast<int>(P[scalarSlot<Sort>(3)]);
  const bool lower = (how & 1) != 0, unit = (how & 2) != 0;
  const Sort t(n, n), x(n, width);
  if (!t.ready() || !x.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  for (int part = 0; part < Sort::parts; part++) {
    const auto a = argument<Sort>(P, 0, part, u);
    const Part to = t.part(part);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = lower ? 0 : i; j < (lower ? i + 1 : n); j++)
        to.at(i, j) = i == j && unit ? (part == 0 ? 1.0 : 0.0) : static_cast<double>(a.at(i, j));
    load(x.part(part), argument<Sort>(P, 1, part, u), n, width);
  }
  if (!allFinite(t.part(), n, n) || !allFinite(x.part(), n, width)) return lines::fail(P, kStatusNotFinite);
  for (int64_t i = 0; i < n; i++) {
    bool isZero = true;
    for (int part = 0; part < Sort::parts; part++) isZero = isZero && t.part(part).at(i, i) == 0;
    if (isZero) return lines::fail(P, kStatusSingular);
  }
  solveOf(t, lower, unit, x.part(), n, width);
  for (int part = 0; part < Sort::parts; part++) save(argument<Sort>(P, 2, part, u), x.part(part), n, width);
}

template <typename Sort>
bool addTriangles(const char* lu, const char* solve) {
  constexpr int luCrew = scalarSlot<Sort>(4) + 1, solveCrew = scalarSlot<Sort>(3) + 1;
  const auto factors = [](double* P, int64_t u0, int64_t u1) {
    eachMatrix(P, u0, u1, luCrew, [P](int64_t u) { luUnit<Sort>(P, u); });
  };
  const auto solves = [](double* P, int64_t u0, int64_t u1) {
    eachMatrix(P, u0, u1, solveCrew, [P](int64_t u) { solveUnit<Sort>(P, u); });
  };
  return addRoutine(lu, factors, endCrew<luCrew>) && addRoutine(solve, solves, endCrew<solveCrew>);
}

[[maybe_unused]] const bool registered = addTriangles<RealSort<double>>("lu_f64", "solveTriangular_f64") &&
                                         addTriangles<RealSort<float>>("lu_f32", "solveTriangular_f32") &&
                                         addTriangles<ComplexSort>("complex_lu_f64", "complex_solveTriangular_f64");

}  // namespace
}  // namespace maniple::solve
