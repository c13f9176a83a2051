// An upper bidiagonal matrix without its middle row, which is α at the end of the left block's columns and β at the beginning of the
// right block's (Gu and Eisenstat, A divide-and-conquer algorithm for the bidiagonal SVD, 1995). Blocks but the last have a column more
// than rows, so a vector of V without a value:
//
//     B = [ B1       ]      Uᵀ B V = [ z0 z1 z2 … ]   z = (α last column of V1, β first column of V2)
//         [    α β   ]               [    d1      ]   singular values are roots of 1 + Σ z_j² / (d_j² - x²) = 0, d_0 = 0
//         [       B2 ]               [       d2 … ]
//
// Block w of a level has the rows from begin(level, w) on; the one after its last is the middle row of a pair, so the size is one more.
#include <algorithm>
#include <atomic>
#include <cfloat>
#include <cmath>

#include "divide.h"
#include "pair.h"
#include "singular.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kSomeRoots = 8;

struct Bidiagonal {
  double *d, *e;
  const int64_t size;
  const Part u, v;
  const PairRoom& room;
  const Part ofU, ofV;  // factors of new vectors
  std::atomic<Outcome>& outcome;

  void leaf(int64_t from, int64_t to) const;
  void join(int64_t from, int64_t middle, int64_t to) const;
  double null(int64_t row, int64_t last, double alpha, double beta, double tolerance) const;
  void makeFactors(const Pair& pair, const Secular& s, int64_t from) const;
};

// Turns the column beyond the rows into the columns before it, from the last row up; row `size` of v becomes the vector without a value.
void dropColumn(double* d, double* e, int64_t size, const Part& v) {
  double beyond = e[size - 1];
  for (int64_t i = size - 1; i >= 0 && beyond != 0; i--) {
    const double length = std::hypot(d[i], beyond), c = d[i] / length, s = beyond / length;
    d[i] = length;
    rotate(&v.at(i, 0), &v.at(size, 0), size + 1, c, s);
    if (i == 0) break;
    beyond = -s * e[i - 1];
    e[i - 1] *= c;
  }
}

void Bidiagonal::leaf(int64_t from, int64_t to) const {
  const int64_t rows = to - from - 1, columns = to > size ? rows : rows + 1;
  const Rows left(rows, rows), right(columns, columns);
  double values[2 * Halves::kLeaf], beside[2 * Halves::kLeaf];
  int64_t order[2 * Halves::kLeaf];
  if (!left.ready() || !right.ready()) return outcome.store(Outcome::noMemory);
  const Part mine = left.part(), other = right.part();
  for (int64_t i = 0; i < rows; i++) mine.at(i, i) = 1;
  for (int64_t i = 0; i < columns; i++) other.at(i, i) = 1;
  std::copy_n(d + from, rows, values);
  std::copy_n(e + from, rows, beside);
  if (columns > rows) dropColumn(values, beside, rows, other);
  const Outcome found = iterateBidiagonal(values, beside, rows, &mine, &other, columns);
  if (found != Outcome::done) return outcome.store(found);
  for (int64_t i = 0; i < rows; i++) order[i] = i;
  std::sort(order, order + rows, [&](int64_t a, int64_t b) {
    const double x = std::fabs(values[a]), y = std::fabs(values[b]);
    return x != y ? x < y : a < b;
  });
  for (int64_t i = 0; i < rows; i++) {
    const int64_t row = order[i];
    const double sign = std::signbit(values[row]) ? -1 : 1;
    d[from + i] = std::fabs(values[row]);
    std::copy_n(&mine.at(row, 0), rows, &u.at(from + i, from));
    for (int64_t j = 0; j < columns; j++) v.at(from + i, from + j) = sign * other.at(row, j);
  }
  if (columns > rows) std::copy_n(&other.at(rows, 0), columns, &v.at(from + rows, from));
}

// z of the middle row: the vectors without a value of both halves are turned into one that the row meets, and one that it does not.
double Bidiagonal::null(int64_t row, int64_t last, double alpha, double beta, double tolerance) const {
  const double left = alpha * v.at(row, row);
  if (last >= size) return std::fabs(left) <= tolerance ? tolerance : left;
  const double right = beta * v.at(last, row + 1), all = std::hypot(left, right);
  if (all <= tolerance) return tolerance;
  rotate(&v.at(row, 0), &v.at(last, 0), size, left / all, right / all);
  return all;
}

void Bidiagonal::makeFactors(const Pair& pair, const Secular& s, int64_t from) const {
  const Part onU = ofU.from(from, 0), onV = ofV.from(from, 0);
  const auto root = [&](int64_t i) {
    double* const gap = &pair.gaps().at(i, 0);
    for (int64_t j = 0; j < s.count; j++) gap[j] = s.z[j] / gap[j];
    const double byV = 1 / std::sqrt(vectors().dot(gap, gap, s.count));
    for (int64_t j = 0; j < s.count; j++) onV.at(i, pair.place(j)) = gap[j] * byV;
    gap[0] = -1;
    for (int64_t j = 1; j < s.count; j++) gap[j] *= s.d[j];
    const double byU = 1 / std::sqrt(vectors().dot(gap, gap, s.count));
    for (int64_t j = 0; j < s.count; j++) onU.at(i, pair.place(j)) = gap[j] * byU;
  };
  Crew::each((s.count + kSomeRoots - 1) / kSomeRoots, [&](int64_t part) {
    for (int64_t i = part * kSomeRoots; i < std::min(s.count, (part + 1) * kSomeRoots); i++) root(i);
  });
}

void Bidiagonal::join(int64_t from, int64_t middle, int64_t to) const {
  if (outcome.load(std::memory_order_relaxed) != Outcome::done) return;
  const int64_t row = middle - 1, last = to - 1, left = row - from, columns = std::min(to, size) - from;
  const double alpha = d[row], beta = row + 1 < size ? e[row] : 0;
  Pair pair(room, d + from, from, last - from);
  pair.d[left] = 0;
  double most = std::max(std::fabs(alpha), std::fabs(beta));
  for (int64_t i = 0; i < pair.size; i++) most = std::max(most, pair.d[i]);
  const double tolerance = 64 * DBL_EPSILON * most;
  // Of U, the middle row stands for itself.
  u.at(row, row) = 1;
  if (most == 0) return;
  pair.z[left] = null(row, last, alpha, beta, tolerance);
  pair.side[left] = Side::both;
  for (int64_t i = 0; i < pair.size; i++) {
    if (i == left) continue;
    pair.z[i] = i < left ? alpha * v.at(from + i, row) : beta * v.at(from + i, middle);
    pair.side[i] = i < left ? Side::left : Side::right;
  }
  pair.sort(left, middle - from);
  pair.deflate(1, tolerance, [&](int64_t before, int64_t after, double c, double s) {
    if (std::fabs(pair.d[after] - pair.d[before]) > tolerance) return false;
    for (const Part& rows : {u, v}) rotate(&rows.at(from + before, from), &rows.at(from + after, from), columns, c, s);
    return true;
  });
  if (pair.kept > 1) pair.d[pair.order[1]] = std::max(pair.d[pair.order[1]], tolerance / 2);
  const Secular s = pair.solve(1, true);
  makeFactors(pair, s, from);
  pair.rank();
  pair.combine(u.from(from, from), ofU.from(from, 0), left, pair.size);
  pair.combine(v.from(from, from), ofV.from(from, 0), middle - from, columns);
}

}  // namespace

Outcome divideBidiagonal(double* d, double* e, int64_t size, const Part& u, const Part& v) {
  const Halves halves(size + 1);
  const PairRoom room(size);
  const Rows ofU(size, size), ofV(size, size);
  if (!room.ready() || !ofU.ready() || !ofV.ready()) return Outcome::noMemory;
  for (const Part& rows : {u, v})
    for (int64_t i = 0; i < size; i++) std::fill_n(&rows.at(i, 0), size, 0.0);
  std::atomic<Outcome> outcome{Outcome::done};
  const Bidiagonal b{d, e, size, u, v, room, ofU.part(), ofV.part(), outcome};
  halves.conquer([&](int64_t from, int64_t to) { b.leaf(from, to); },
                 [&](int64_t from, int64_t middle, int64_t to) { b.join(from, middle, to); });
  std::reverse(d, d + size);
  for (const Part& rows : {u, v})
    for (int64_t i = 0; i < size / 2; i++) std::swap_ranges(&rows.at(i, 0), &rows.at(i, 0) + size, &rows.at(size - 1 - i, 0));
  return outcome.load();
}

}  // namespace maniple::solve
