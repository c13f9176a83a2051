#include "complex_factor.h"

#include <algorithm>
#include <cmath>

#include "../core/crew.h"
#include "lapack.h"

namespace maniple::solve {
namespace {

constexpr int64_t kSmall = 32;          // sizes that rows taken from rows do
constexpr int64_t kFewColumns = 8;      // that are eliminated one by one
constexpr int64_t kStrip = 128;         // rows of a triangle that are updated as a rectangle
constexpr int64_t kRowsAtOnce = 32;
constexpr int64_t kWorthSharing = 1 << 14;

int64_t half(int64_t size) { return (size / 2 + 7) / 8 * 8; }

// Row i less so many times row k of `from`, in columns [begin, begin + width).
void lessRow(const ComplexPart& to, int64_t i, Complex factor, const ComplexPart& from, int64_t k, int64_t begin, int64_t width) {
  turns().add(&to.re.at(i, begin), &to.im.at(i, begin), -factor.re, -factor.im, &from.re.at(k, begin), &from.im.at(k, begin), width);
}

void divideRow(const ComplexPart& x, int64_t i, Complex by, int64_t width) {
  for (int64_t j = 0; j < width; j++) x.put(i, j, x.at(i, j) / by);
}

void swapRows(const ComplexPart& a, int64_t i, int64_t k, int64_t columns) {
  for (const Part& part : {a.re, a.im}) std::swap_ranges(&part.at(i, 0), &part.at(i, 0) + columns, &part.at(k, 0));
}

double pivotSize(const ComplexPart& a, int64_t i, int64_t k) { return std::fabs(a.re.at(i, k)) + std::fabs(a.im.at(i, k)); }

struct Elimination {
  const ComplexPart& a;
  int64_t rows, columns;
  Pivots& pivots;
  const ComplexProducts& products;

  void few(int64_t from, int64_t to) const {
    for (int64_t k = from; k < to; k++) {
      int64_t pivot = k;
      for (int64_t i = k + 1; i < rows; i++)
        if (pivotSize(a, i, k) > pivotSize(a, pivot, k)) pivot = i;
      if (pivot != k) {
        swapRows(a, k, pivot, columns);
        std::swap(pivots.order[k], pivots.order[pivot]);
        pivots.sign = -pivots.sign;
      }
      const Complex top = a.at(k, k);
      if (top.re == 0 && top.im == 0) {
        pivots.singular = true;
        continue;
      }
      below(k, top, to);
    }
  }

  void below(int64_t k, Complex top, int64_t to) const {
    const int64_t count = rows - k - 1;
    Crew::eachPart(count, kRowsAtOnce, count * (to - k) >= kWorthSharing, [&](int64_t begin, int64_t end) {
      for (int64_t i = k + 1 + begin; i < k + 1 + end; i++) {
        const Complex factor = a.at(i, k) / top;
        a.put(i, k, factor);
        lessRow(a, i, factor, a, k, k + 1, to - k - 1);
      }
    });
  }

  void all(int64_t from, int64_t to) const {
    if (to - from <= (rows <= kSmall ? kSmall : kFewColumns)) return few(from, to);
    const int64_t middle = from + half(to - from);
    if (middle >= to) return few(from, to);
    all(from, middle);
    solveLower(a.from(from, from), true, false, a.from(from, middle), middle - from, to - middle, products);
    products.subtract(a.from(middle, middle), a.from(middle, from), a.from(from, middle), rows - middle, to - middle, middle - from);
    all(middle, to);
  }
};

bool choleskyFew(const ComplexPart& a, int64_t size) {
  for (int64_t k = 0; k < size; k++) {
    for (int64_t i = 0; i < k; i++) lessRow(a, k, a.at(i, k).conj(), a, i, k, size - k);
    const double square = a.re.at(k, k);
    if (!(square > 0)) return false;
    const double root = std::sqrt(square);
    for (int64_t j = k; j < size; j++) {
      a.re.at(k, j) /= root;
      a.im.at(k, j) /= root;
    }
    a.im.at(k, k) = 0;
  }
  return true;
}

bool ownCholesky(const ComplexPart& a, int64_t size, const ComplexProducts& products) {
  if (size <= kSmall) return choleskyFew(a, size);
  const int64_t top = half(size);
  if (!ownCholesky(a, top, products)) return false;
  solveLower(a.transposed(), false, true, a.from(0, top), top, size - top, products);
  for (int64_t i = top; i < size; i += kStrip) {
    const ComplexPart columns = a.from(0, i);
    products.subtract(a.from(i, i), columns.transposed(), columns, std::min(kStrip, size - i), size - i, top, true);
  }
  return ownCholesky(a.from(top, top), size - top, products);
}

}  // namespace

void solveLower(const ComplexPart& l, bool unit, bool conj, const ComplexPart& x, int64_t size, int64_t width,
                const ComplexProducts& products) {
  if (size > kSmall) {
    const int64_t top = half(size);
    solveLower(l, unit, conj, x, top, width, products);
    products.subtract(x.from(top, 0), l.from(top, 0), x, size - top, width, top, conj);
    return solveLower(l.from(top, top), unit, conj, x.from(top, 0), size - top, width, products);
  }
  for (int64_t i = 0; i < size; i++) {
    const auto element = [&](int64_t k) { return conj ? l.at(i, k).conj() : l.at(i, k); };
    for (int64_t k = 0; k < i; k++) lessRow(x, i, element(k), x, k, 0, width);
    if (!unit) divideRow(x, i, element(i), width);
  }
}

void solveUpper(const ComplexPart& u, bool unit, const ComplexPart& x, int64_t size, int64_t width,
                const ComplexProducts& products) {
  if (size > kSmall) {
    const int64_t top = half(size);
    solveUpper(u.from(top, top), unit, x.from(top, 0), size - top, width, products);
    products.subtract(x, u.from(0, top), x.from(top, 0), top, width, size - top);
    return solveUpper(u, unit, x, top, width, products);
  }
  for (int64_t i = size - 1; i >= 0; i--) {
    for (int64_t k = i + 1; k < size; k++) lessRow(x, i, u.at(i, k), x, k, 0, width);
    if (!unit) divideRow(x, i, u.at(i, i), width);
  }
}

void factor(const ComplexPart& a, int64_t rows, int64_t columns, Pivots& pivots, const ComplexProducts& products) {
  if (lapack::factor(a, rows, columns, pivots) == lapack::Called::done) return;
  const int64_t size = std::min(rows, columns);
  for (int64_t i = 0; i < rows; i++) pivots.order[i] = i;
  Elimination{a, rows, columns, pivots, products}.all(0, size);
  if (columns > size) solveLower(a, true, false, a.from(0, size), size, columns - size, products);
}

bool cholesky(const ComplexPart& a, int64_t size, const ComplexProducts& products) {
  const lapack::Called called = lapack::cholesky(a, size);
  const bool done = called == lapack::Called::done || called == lapack::Called::failed;
  return done ? called == lapack::Called::done : ownCholesky(a, size, products);
}

}  // namespace maniple::solve
