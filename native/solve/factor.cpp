#include "factor.h"

#include <algorithm>
#include <cmath>

#include "../core/crew.h"
#include "lapack.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kSmall = 64;  // sizes that rows taken from rows do
constexpr int64_t kFewColumns = 16;  // of a larger matrix that are eliminated one by one
constexpr int64_t kColumnsAtOnce = 256;  // right-hand sides that a thread solves for: whole vectors of every variant
constexpr int64_t kWorthSharing = 1 << 19;  // multiplications
constexpr int64_t kStrip = 128;  // rows of a triangle that are updated as a rectangle

int64_t half(int64_t size) { return (size / 2 + 7) / 8 * 8; }

struct Sizes {
  int64_t rows, columns;
};

// Columns [from, to) of the matrix; its rows from `from` on are not yet eliminated.
void factorFew(const Part& a, const Sizes& sizes, int64_t from, int64_t to, Pivots& pivots) {
  const int64_t rows = sizes.rows;
  for (int64_t k = from; k < to; k++) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < rows; i++)
      if (std::fabs(a.at(i, k)) > std::fabs(a.at(pivot, k))) pivot = i;
    if (pivot != k) {
      std::swap_ranges(&a.at(k, 0), &a.at(k, 0) + sizes.columns, &a.at(pivot, 0));
      std::swap(pivots.order[k], pivots.order[pivot]);
      pivots.sign = -pivots.sign;
    }
    const double top = a.at(k, k);
    if (top == 0) {
      pivots.singular = true;
      continue;
    }
    if (k + 1 < rows) vectors().eliminate(&a.at(k + 1, k), a.row, rows - k - 1, &a.at(k, k), to - k - 1);
  }
}

void factorColumns(const Part& a, const Sizes& sizes, int64_t from, int64_t to, Pivots& pivots) {
  if (to - from <= (sizes.rows <= kSmall ? kSmall : kFewColumns)) return factorFew(a, sizes, from, to, pivots);
  const int64_t middle = from + half(to - from);
  factorColumns(a, sizes, from, middle, pivots);
  solveLower(a.from(from, from), true, a.from(from, middle), middle - from, to - middle);
  subtractProduct(a.from(middle, middle), a.from(middle, from), a.from(from, middle), sizes.rows - middle,
                  to - middle, middle - from);
  factorColumns(a, sizes, middle, to, pivots);
}

// One right-hand side, forwards or backwards through a small triangle, by columns: each step needs one element of x only.
template <bool forwards>
void solveVector(const Part& triangle, bool unit, const Part& x, int64_t size) {
  for (int64_t step = 0; step < size; step++) {
    const int64_t i = forwards ? step : size - 1 - step;
    if (!unit) x.at(i, 0) /= triangle.at(i, i);
    const double found = x.at(i, 0);
    for (int64_t k = forwards ? i + 1 : 0; k < (forwards ? size : i); k++) x.at(k, 0) -= triangle.at(k, i) * found;
  }
}

bool choleskyFew(const Part& a, int64_t size) {
  for (int64_t k = 0; k < size; k++) {
    double* const row = &a.at(k, k);
    vectors().subtractRows(row, &a.at(0, k), a.row, &a.at(0, k), a.row, k, size - k);
    if (!(*row > 0)) return false;
    const double root = std::sqrt(*row);
    for (int64_t j = 0; j < size - k; j++) row[j] /= root;
  }
  return true;
}

// Calls body(columns, how many) for all right-hand sides, on a crew if they are worth it: they know nothing of each other.
template <typename Body>
void eachStrip(const Part& x, int64_t size, int64_t width, const Body& body) {
  if (width <= kColumnsAtOnce || size * size / 2 * width < kWorthSharing) return body(x, width);
  Crew::each((width + kColumnsAtOnce - 1) / kColumnsAtOnce, [&](int64_t u) {
    body(x.from(0, u * kColumnsAtOnce), std::min(kColumnsAtOnce, width - u * kColumnsAtOnce));
  });
}

void lower(const Part& l, bool unit, const Part& x, int64_t size, int64_t width) {
  if (size > kSmall) {
    const int64_t top = half(size);
    lower(l, unit, x, top, width);
    subtractProduct(x.from(top, 0), l.from(top, 0), x, size - top, width, top);
    return lower(l.from(top, top), unit, x.from(top, 0), size - top, width);
  }
  if (width == 1) return solveVector<true>(l, unit, x, size);
  for (int64_t i = 0; i < size; i++) {
    vectors().subtractRows(&x.at(i, 0), &l.at(i, 0), l.column, x.data, x.row, i, width);
    for (int64_t j = 0; j < width && !unit; j++) x.at(i, j) /= l.at(i, i);
  }
}

void upper(const Part& u, const Part& x, int64_t size, int64_t width) {
  if (size > kSmall) {
    const int64_t top = half(size);
    upper(u.from(top, top), x.from(top, 0), size - top, width);
    subtractProduct(x, u.from(0, top), x.from(top, 0), top, width, size - top);
    return upper(u, x, top, width);
  }
  if (width == 1) return solveVector<false>(u, false, x, size);
  for (int64_t i = size - 1; i >= 0; i--) {
    vectors().subtractRows(&x.at(i, 0), &u.at(i, i) + u.column, u.column, x.data + (i + 1) * x.row, x.row, size - 1 - i, width);
    for (int64_t j = 0; j < width; j++) x.at(i, j) /= u.at(i, i);
  }
}

bool ownCholesky(const Part& a, int64_t size) {
  if (size <= kSmall) return choleskyFew(a, size);
  const int64_t top = half(size);
  if (!ownCholesky(a, top)) return false;
  const Part right = a.from(0, top);
  solveLower(a.transposed(), false, right, top, size - top);
  for (int64_t i = top; i < size; i += kStrip) {
    const Part columns = a.from(0, i);
    subtractProduct(a.from(i, i), columns.transposed(), columns, std::min(kStrip, size - i), size - i, top);
  }
  return ownCholesky(a.from(top, top), size - top);
}

}  // namespace

void solveLower(const Part& l, bool unit, const Part& x, int64_t size, int64_t width) {
  eachStrip(x, size, width, [&](const Part& some, int64_t columns) { lower(l, unit, some, size, columns); });
}

void solveUpper(const Part& u, const Part& x, int64_t size, int64_t width) {
  eachStrip(x, size, width, [&](const Part& some, int64_t columns) { upper(u, some, size, columns); });
}

void factor(const Part& a, int64_t rows, int64_t columns, Pivots& pivots) {
  if (lapack::factor(a, rows, columns, pivots) == lapack::Called::done) return;
  const int64_t size = std::min(rows, columns);
  for (int64_t i = 0; i < rows; i++) pivots.order[i] = i;
  factorColumns(a, {rows, columns}, 0, size, pivots);
  if (columns > size) solveLower(a, true, a.from(0, size), size, columns - size);
}

bool cholesky(const Part& a, int64_t size) {
  const lapack::Called called = lapack::cholesky(a, size);
  const bool done = called == lapack::Called::done || called == lapack::Called::failed;
  return done ? called == lapack::Called::done : ownCholesky(a, size);
}

}  // namespace maniple::solve
