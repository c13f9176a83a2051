#include "reflectors.h"

#include <algorithm>
#include <cmath>

#include "vectors.h"

namespace maniple::solve {
namespace {

// Sums of squares inside are neither lost nor too large.
constexpr double kTiny = 1e-280, kHuge = 1e280;

double normOf(const double* x, int64_t length) {
  const double squares = vectors().dot(x, x, length);
  if ((squares > kTiny && squares < kHuge) || std::isnan(squares)) return std::sqrt(squares);
  double largest = 0, sum = 0;
  for (int64_t i = 0; i < length; i++) largest = std::max(largest, std::fabs(x[i]));
  if (largest == 0 || std::isinf(largest)) return largest;
  for (int64_t i = 0; i < length; i++) sum += (x[i] / largest) * (x[i] / largest);
  return largest * std::sqrt(sum);
}

}  // namespace

double reflect(double* x, int64_t length, double& tau) {
  const double first = x[0], rest = normOf(x + 1, length - 1);
  x[0] = 1;
  tau = 0;
  if (rest == 0) return first;
  const double beta = -std::copysign(std::hypot(first, rest), first), by = first - beta;
  tau = -by / beta;
  for (int64_t i = 1; i < length; i++) x[i] /= by;
  return beta;
}

// T of H = I - Vᵀ T V, V's rows the reflectors: upper triangular, its column j from the columns before it.
void Applied::combine(const Reflectors& h, int64_t from, int64_t to) {
  const int64_t size = to - from, at = from + h.shift;
  const Part v = h.v.from(from, at), t = t_.part(), products = products_.part();
  double column[kTogether];
  multiply(products, v, v.transposed(), size, size, h.length - at);
  for (int64_t j = 0; j < size; j++) {
    const double tau = h.tau[from + j];
    for (int64_t i = 0; i < j; i++) column[i] = -tau * products.at(i, j);
    for (int64_t i = 0; i < j; i++) {
      double sum = 0;
      for (int64_t k = i; k < j; k++) sum += t.at(i, k) * column[k];
      t.at(i, j) = sum;
    }
    for (int64_t i = j + 1; i < size; i++) t.at(i, j) = 0;
    t.at(j, j) = tau;
  }
}

void Applied::apply(const Reflectors& h, int64_t from, int64_t to, const Part& c, int64_t rows, bool transposed) {
  if (rows <= 0 || to <= from) return;
  const int64_t size = to - from, at = from + h.shift, length = h.length - at;
  const Part v = h.v.from(from, at), t = transposed ? t_.part() : t_.part().transposed();
  combine(h, from, to);
  multiply(first_.part(), c, v.transposed(), rows, size, length);
  multiply(second_.part(), first_.part(), t, rows, size, size);
  subtractProduct(c, second_.part(), v, rows, length, size);
}

void applyAll(const Reflectors& h, const Part& out, int64_t rows, Applied& work) {
  for (int64_t to = h.count; to > 0;) {
    const int64_t from = (to - 1) / kTogether * kTogether;
    work.apply(h, from, to, out.from(0, from + h.shift), rows, false);
    to = from;
  }
}

void accumulate(const Reflectors& h, const Part& out, int64_t rows, Applied& work) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < h.length; j++) out.at(i, j) = i == j ? 1.0 : 0.0;
  for (int64_t to = h.count; to > 0;) {
    const int64_t from = (to - 1) / kTogether * kTogether, at = from + h.shift;
    work.apply(h, from, to, out.from(at, at), rows - at, false);
    to = from;
  }
}

}  // namespace maniple::solve
