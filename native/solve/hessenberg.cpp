// Balancing, and the reduction to Hessenberg form: each reflector is applied from the right by rows and from the left by groups of columns,
// which a crew shares.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/crew.h"
#include "complex_reflectors.h"
#include "general.h"
#include "reflectors.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kRowsAtOnce = 32, kColumnsAtOnce = 128;
constexpr int64_t kWorthSharing = 1 << 15;  // elements

double squareAt(const Part& a, int64_t i, int64_t j) { return a.at(i, j) * a.at(i, j); }
double squareAt(const ComplexPart& a, int64_t i, int64_t j) { return squareAt(a.re, i, j) + squareAt(a.im, i, j); }

void scaleBy(const Part& a, int64_t size, int64_t k, double row, double column) {
  for (int64_t j = 0; j < size; j++) a.at(k, j) *= row;
  for (int64_t i = 0; i < size; i++) a.at(i, k) *= column;
}
void scaleBy(const ComplexPart& a, int64_t size, int64_t k, double row, double column) {
  scaleBy(a.re, size, k, row, column);
  scaleBy(a.im, size, k, row, column);
}

// One round; whether anything changed.
template <typename Matrix>
bool balanceOnce(const Matrix& a, int64_t size, double* by) {
  constexpr double kEnough = 0.95, kSmallest = 1e-140, kLargest = 1e140;
  bool changed = false;
  for (int64_t k = 0; k < size; k++) {
    double row = 0, column = 0;
    for (int64_t j = 0; j < size; j++) {
      row += squareAt(a, k, j);
      column += squareAt(a, j, k);
    }
    row = std::sqrt(row);
    column = std::sqrt(column);
    if (row == 0 || column == 0) continue;
    // The power of two nearest to the root of their ratio.
    const double factor = std::exp2(std::round(std::log2(row / column) / 2));
    const double sum = row + column;
    if (row / factor + column * factor >= kEnough * sum) continue;
    if (by[k] * factor < kSmallest || by[k] * factor > kLargest) continue;
    by[k] *= factor;
    scaleBy(a, size, k, 1 / factor, factor);
    changed = true;
  }
  return changed;
}

template <typename Matrix>
void balanceAll(const Matrix& a, int64_t size, double* by) {
  constexpr int kMostRounds = 20;
  std::fill_n(by, size, 1.0);
  for (int round = 0; round < kMostRounds && balanceOnce(a, size, by); round++) {
  }
}

void reduceColumn(const Part& a, int64_t size, int64_t k, double* v, double* sums, double& tau) {
  const int64_t length = size - k - 1;
  for (int64_t i = 0; i < length; i++) v[i] = a.at(k + 1 + i, k);
  const double beta = reflect(v, length, tau);
  a.at(k + 1, k) = beta;
  for (int64_t i = k + 2; i < size; i++) a.at(i, k) = 0;
  if (tau == 0) return;
  const bool shared = size * length >= kWorthSharing;
  Crew::eachPart(size, kRowsAtOnce, shared, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; i++) {
      double* const row = &a.at(i, k + 1);
      vectors().add(row, -tau * vectors().dot(row, v, length), v, length);
    }
  });
  Crew::eachPart(length, kColumnsAtOnce, shared, [&](int64_t from, int64_t to) {
    std::fill(sums + from, sums + to, 0.0);
    for (int64_t i = 0; i < length; i++) vectors().add(sums + from, v[i], &a.at(k + 1 + i, k + 1 + from), to - from);
    for (int64_t i = 0; i < length; i++) vectors().add(&a.at(k + 1 + i, k + 1 + from), -tau * v[i], sums + from, to - from);
  });
}

void reduceColumn(const ComplexPart& a, int64_t size, int64_t k, double* v, double* vi, const ComplexPart& sums) {
  const int64_t length = size - k - 1;
  for (int64_t i = 0; i < length; i++) {
    v[i] = a.re.at(k + 1 + i, k);
    vi[i] = a.im.at(k + 1 + i, k);
  }
  a.put(k + 1, k, reflectComplex(v, vi, length));
  for (int64_t i = k + 2; i < size; i++) a.put(i, k, {});
  if (v[0] == 0 && vi[0] == 0) return;
  const ComplexPart rest = a.from(0, k + 1);
  reflectFromRight(rest, size, v, vi, length);
  reflectFromLeft(rest.from(k + 1, 0), v, vi, length, length, sums);
}

}  // namespace

void balance(const Part& a, int64_t size, double* by) { balanceAll(a, size, by); }
void balance(const ComplexPart& a, int64_t size, double* by) { balanceAll(a, size, by); }

bool hessenberg(const Part& a, int64_t size, const Part* q) {
  const int64_t count = std::max(int64_t{0}, size - 2);
  const Rows v(count, size), tau(1, count), sums(1, size);
  Applied work(size);
  if (!v.ready() || !tau.ready() || !sums.ready() || !work.ready()) return false;
  const Reflectors h{v.part(), tau.data(), count, size, 1};
  for (int64_t k = 0; k < count; k++) reduceColumn(a, size, k, v.at(k) + k + 1, sums.data(), tau.data()[k]);
  if (q != nullptr) accumulate(h, *q, size, work);
  return true;
}

bool hessenberg(const ComplexPart& a, int64_t size, const ComplexPart* q) {
  const int64_t count = std::max(int64_t{0}, size - 2);
  const ComplexRows rows(count, size), sums(1, size);
  const ComplexApplied work(size, size);
  if (!rows.ready() || !sums.ready() || !work.ready()) return false;
  const ComplexPart v = rows.part();
  for (int64_t k = 0; k < count; k++)
    reduceColumn(a, size, k, &v.re.at(k, k + 1), &v.im.at(k, k + 1), sums.part());
  if (q != nullptr) accumulate({v, count, size, 1}, *q, size, work);
  return true;
}

}  // namespace maniple::solve
