// The routines of complex matrices, each in two parts (stack.h has their parameters):
//
//     complex_qr         A, Q, R; a scalar: Q's columns. R's diagonal is real and not negative
//     complex_svd        A, U, the real B, Vᴴ, of a matrix with no fewer rows than columns; a scalar: U's columns (condense.h)
//     complex_eigh       A (its lower triangle), Q, the real T
//     complex_cholesky   A (its lower triangle), L           complex_det, complex_slogdet   A, the number; the logarithm
//     complex_solve      A, B, X with A X = B: B's columns are the matrix's        complex_inv   A, X
#include <algorithm>
#include <cmath>

#include "../core/kernels.h"
#include "complex_factor.h"
#include "condense.h"
#include "lapack.h"
#include "stack.h"

namespace maniple::solve {
namespace {

// Slots of arguments behind A's two parts.
constexpr int kPart = 4, kResult = kA + 2 * kPart;
constexpr int slotOf(int result) { return kResult + result * kPart; }

Stack<double> resultAt(const double* P, int result, int64_t u) { return stackAt<double>(P, slotOf(result), u); }

void loadParts(const ComplexPart& to, const double* P, int64_t u, int64_t rows, int64_t columns, bool transposed = false) {
  const auto re = stackAt<double>(P, kA, u), im = stackAt<double>(P, kA + kPart, u);
  load(to.re, transposed ? re.transposed() : re, rows, columns);
  load(to.im, transposed ? im.transposed() : im, rows, columns);
}

void saveParts(const double* P, int result, int64_t u, const ComplexPart& from, int64_t rows, int64_t columns,
               bool transposed = false) {
  for (const int part : {0, 1}) {
    const auto to = resultAt(P, result + part, u);
    save(transposed ? to.transposed() : to, part == 0 ? from.re : from.im, rows, columns);
  }
}

// The lower triangle mirrored into a Hermitian matrix.
void mirror(const ComplexPart& a, int64_t n) {
  for (int64_t i = 0; i < n; i++) {
    a.im.at(i, i) = 0;
    for (int64_t j = i + 1; j < n; j++) a.put(i, j, a.at(j, i).conj());
  }
}

void saveR(const double* P, int64_t u, const ComplexPart& columns, const ComplexPart& q, int64_t size, int64_t n, int64_t m) {
  const auto re = resultAt(P, 2, u), im = resultAt(P, 3, u);
  for (int64_t i = 0; i < size; i++) {
    const Complex phase = i < n ? phaseOf(columns.at(i, i)) : Complex{1, 0};
    for (int64_t j = 0; j < n; j++) {
      const Complex x = i > j ? Complex{} : columns.at(j, i) * phase.conj();
      re.at(i, j) = x.re;
      im.at(i, j) = i == j ? 0 : x.im;
    }
    for (int64_t k = 0; k < m; k++) q.put(i, k, q.at(i, k) * phase);
  }
}

void qrUnit(double* P, int64_t u) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]), size = static_cast<int64_t>(P[slotOf(4)]);
  const int64_t count = std::min(m, n);
  const ComplexRows columns(n, m), v(count, m), q(size, m);
  const ComplexApplied work(std::max(n, size), m);
  if (!columns.ready() || !v.ready() || !q.ready() || !work.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadParts(columns.part(), P, u, n, m, true);
  const ComplexReflectors h{v.part(), count, m, 0};
  const ComplexPart vectors = q.part();
  const lapack::Called called = lapack::qr(columns.part(), n, m, &vectors, size);
  if (called == lapack::Called::absent) {
    factorColumns(columns.part(), n, h, work);
    accumulate(h, vectors, size, work);
  } else if (called != lapack::Called::done) {
    return lines::fail(P, kStatusMemory);
  }
  saveR(P, u, columns.part(), q.part(), size, n, m);
  saveParts(P, 0, u, q.part(), size, m, true);
}

void svdUnit(double* P, int64_t u) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]), far = static_cast<int64_t>(P[slotOf(5)]);
  const ComplexRows a(m, n), left(far, m), right(n, n);
  const Rows diagonals(2, n);
  if (!a.ready() || !left.ready() || !right.ready() || !diagonals.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadParts(a.part(), P, u, m, n);
  double *const d = diagonals.at(0), *const e = diagonals.at(1);
  if (!bidiagonal(a.part(), m, n, left.part(), far, d, e, right.part())) return lines::fail(P, kStatusMemory);
  saveParts(P, 0, u, left.part(), far, m, true);
  const auto b = resultAt(P, 2, u);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) b.at(i, j) = i == j ? d[i] : j == i + 1 ? e[i] : 0;
  saveParts(P, 3, u, right.part(), n, n);
}

void eighUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  const ComplexRows a(n, n), q(n, n);
  const Rows diagonals(2, n);
  if (!a.ready() || !q.ready() || !diagonals.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadParts(a.part(), P, u, n, n);
  mirror(a.part(), n);
  double *const d = diagonals.at(0), *const e = diagonals.at(1);
  if (!tridiagonal(a.part(), n, q.part(), d, e)) return lines::fail(P, kStatusMemory);
  saveParts(P, 0, u, q.part(), n, n, true);
  const auto t = resultAt(P, 2, u);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) t.at(i, j) = i == j ? d[i] : j == i + 1 ? e[i] : i == j + 1 ? e[j] : 0;
}

void choleskyUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  const ComplexRows a(n, n);
  const ComplexProducts products(n, n);
  if (!a.ready() || !products.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadParts(a.part(), P, u, n, n);
  mirror(a.part(), n);
  if (!cholesky(a.part(), n, products)) return lines::fail(P, kStatusIndefinite);
  const auto re = resultAt(P, 0, u), im = resultAt(P, 1, u);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      const Complex x = j > i ? Complex{} : a.part().at(j, i).conj();
      re.at(i, j) = x.re;
      im.at(i, j) = i == j ? 0 : x.im;
    }
}

// Calls body(pivots, factors, size, products), the matrix having been factored: `products` has memory for its size.
template <typename Body>
void withFactors(double* P, int64_t u, const Body& body) {
  const int64_t n = static_cast<int64_t>(P[2]);
  const ComplexRows a(n, n);
  const Rows order(1, n);
  const ComplexProducts products(n, n);
  if (!a.ready() || !order.ready() || !products.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  loadParts(a.part(), P, u, n, n);
  Pivots pivots{reinterpret_cast<int64_t*>(order.data())};
  factor(a.part(), n, n, pivots, products);
  body(pivots, a.part(), n, products);
}

void detUnit(double* P, int64_t u) {
  withFactors(P, u, [&](const Pivots& pivots, const ComplexPart& a, int64_t n, const ComplexProducts&) {
    Complex product{static_cast<double>(pivots.sign), 0};
    for (int64_t i = 0; i < n; i++) product = product * a.at(i, i);
    resultAt(P, 0, u).at(0, 0) = product.re;
    resultAt(P, 1, u).at(0, 0) = product.im;
  });
}

void slogdetUnit(double* P, int64_t u) {
  withFactors(P, u, [&](const Pivots& pivots, const ComplexPart& a, int64_t n, const ComplexProducts&) {
    Complex sign{static_cast<double>(pivots.sign), 0};
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
      const double size = a.at(i, i).size();
      sum += std::log(size);
      sign = size == 0 ? Complex{} : (1 / size) * (sign * a.at(i, i));
    }
    resultAt(P, 0, u).at(0, 0) = sign.re;
    resultAt(P, 1, u).at(0, 0) = sign.im;
    resultAt(P, 2, u).at(0, 0) = sum;
  });
}

// X = A⁻¹ B in an argument, of the rows of B that load(X, order of rows) puts in the order of the factors.
template <typename Load>
void solveInto(double* P, int64_t u, int result, int64_t width, const Load& load) {
  withFactors(P, u, [&](const Pivots& pivots, const ComplexPart& a, int64_t n, const ComplexProducts& products) {
    if (pivots.singular) return lines::fail(P, kStatusSingular);
    const ComplexRows x(n, width);
    if (!x.ready()) return lines::fail(P, kStatusMemory);
    load(x.part(), pivots.order);
    solveLower(a, true, false, x.part(), n, width, products);
    solveUpper(a, false, x.part(), n, width, products);
    saveParts(P, result, u, x.part(), n, width);
  });
}

void solveUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]), width = static_cast<int64_t>(P[3]);
  const auto re = resultAt(P, 0, u), im = resultAt(P, 1, u);
  solveInto(P, u, 2, width, [&](const ComplexPart& x, const int64_t* order) {
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < width; j++) x.put(i, j, {re.at(order[i], j), im.at(order[i], j)});
  });
}

void invUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  solveInto(P, u, 0, n, [&](const ComplexPart& x, const int64_t* order) {
    for (int64_t i = 0; i < n; i++) x.put(i, order[i], {1, 0});
  });
}

// `results`: how many arguments follow A; `scalars`: how many scalars.
template <void (*unit)(double*, int64_t), int results, int scalars = 0>
bool addComplex(const char* name) {
  constexpr int crew = slotOf(results) + scalars;
  return addRoutine(
      name, [](double* P, int64_t u0, int64_t u1) { eachMatrix(P, u0, u1, crew, [P](int64_t u) { unit(P, u); }); },
      endCrew<crew>);
}

[[maybe_unused]] const bool registered =
    addComplex<qrUnit, 4, 1>("complex_qr_f64") && addComplex<svdUnit, 5, 1>("complex_svd_f64") &&
    addComplex<eighUnit, 3>("complex_eigh_f64") && addComplex<choleskyUnit, 2>("complex_cholesky_f64") &&
    addComplex<detUnit, 2>("complex_det_f64") && addComplex<slogdetUnit, 3>("complex_slogdet_f64") &&
    addComplex<solveUnit, 4>("complex_solve_f64") && addComplex<invUnit, 2>("complex_inv_f64");

}  // namespace
}  // namespace maniple::solve
