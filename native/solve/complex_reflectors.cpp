#include "complex_reflectors.h"

#include <algorithm>
#include <cmath>

#include "../core/crew.h"

namespace maniple::solve {

Complex reflectComplex(double* x, double* xi, int64_t length) {
  double largest = 0, rest = 0;
  for (int64_t i = 0; i < length; i++) largest = std::max({largest, std::fabs(x[i]), std::fabs(xi[i])});
  const Complex top{length > 0 ? x[0] : 0, length > 0 ? xi[0] : 0};
  const auto nothing = [&] {
    std::fill_n(x, length, 0.0);
    std::fill_n(xi, length, 0.0);
    return top;
  };
  if (largest == 0) return nothing();
  for (int64_t i = 0; i < length; i++) {
    x[i] /= largest;
    xi[i] /= largest;
    if (i > 0) rest += x[i] * x[i] + xi[i] * xi[i];
  }
  if (rest == 0) return nothing();
  const Complex at{x[0], xi[0]}, phase = phaseOf(at);
  const double first = at.size(), norm = std::sqrt(first * first + rest);
  const double by = std::sqrt(((first + norm) * (first + norm) + rest) / 2);
  x[0] = at.re + phase.re * norm;
  xi[0] = at.im + phase.im * norm;
  for (int64_t i = 0; i < length; i++) {
    x[i] /= by;
    xi[i] /= by;
  }
  return -(largest * norm) * phase;
}

constexpr int64_t kRowsAtOnce = 32, kColumnsAtOnce = 128;
constexpr int64_t kWorthSharing = 1 << 15;  // elements

void reflectFromRight(const ComplexPart& a, int64_t rows, const double* v, const double* vi, int64_t length) {
  Crew::eachPart(rows, kRowsAtOnce, rows * length >= kWorthSharing, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; i++) {
      double *const row = &a.re.at(i, 0), *const rowI = &a.im.at(i, 0);
      const Complex s = plainProduct(row, rowI, v, vi, length);
      turns().subtractTwo(row, rowI, s.re, s.im, v, vi, 0, 0, v, vi, length);
    }
  });
}

void reflectFromLeft(const ComplexPart& a, const double* v, const double* vi, int64_t length, int64_t columns,
                     const ComplexPart& sums) {
  Crew::eachPart(columns, kColumnsAtOnce, length * columns >= kWorthSharing, [&](int64_t from, int64_t to) {
    double *const s = sums.re.data + from, *const si = sums.im.data + from;
    const int64_t width = to - from;
    std::fill_n(s, width, 0.0);
    std::fill_n(si, width, 0.0);
    for (int64_t i = 0; i < length; i++) turns().add(s, si, v[i], -vi[i], &a.re.at(i, from), &a.im.at(i, from), width);
    for (int64_t i = 0; i < length; i++) turns().add(&a.re.at(i, from), &a.im.at(i, from), -v[i], -vi[i], s, si, width);
  });
}

// T of H = I - Vᵀ T conj(V), V's rows the reflectors: upper triangular with ones on its diagonal, column j from the columns before it.
void ComplexApplied::combine(const ComplexReflectors& h, int64_t from, int64_t to) const {
  const int64_t size = to - from, at = from + h.shift;
  const ComplexPart v = h.v.from(from, at), t = t_.part(), inner = inner_.part();
  Complex column[kTogether];
  // inner(i, j) is the sum of conj(v_i) v_j.
  products_.multiply(inner, v, v.transposed(), size, size, h.length - at, true);
  for (int64_t j = 0; j < size; j++) {
    for (int64_t i = 0; i < j; i++) column[i] = -1 * inner.at(i, j);
    for (int64_t i = 0; i < j; i++) {
      Complex sum;
      for (int64_t k = i; k < j; k++) sum = sum + t.at(i, k) * column[k];
      t.put(i, j, sum);
    }
    for (int64_t i = j + 1; i < size; i++) t.put(i, j, {});
    t.put(j, j, {1, 0});
  }
}

void ComplexApplied::apply(const ComplexReflectors& h, int64_t from, int64_t to, const ComplexPart& c, int64_t rows,
                           bool adjoint) const {
  if (rows <= 0 || to <= from) return;
  const int64_t size = to - from, at = from + h.shift, length = h.length - at;
  const ComplexPart v = h.v.from(from, at), first = first_.part(), second = second_.part();
  combine(h, from, to);
  // C's rows are columns x: x - V T Vᴴ x, transposed.
  products_.multiply(first, c, v.transposed(), rows, size, length, false, true);
  if (adjoint) products_.multiply(second, first, t_.part(), rows, size, size, false, true);
  else products_.multiply(second, first, t_.part().transposed(), rows, size, size);
  products_.subtract(c, second, v, rows, length, size);
}

void applyAll(const ComplexReflectors& h, const ComplexPart& out, int64_t rows, const ComplexApplied& work) {
  for (int64_t to = h.count; to > 0;) {
    const int64_t from = (to - 1) / kTogether * kTogether;
    work.apply(h, from, to, out.from(0, from + h.shift), rows, false);
    to = from;
  }
}

void accumulate(const ComplexReflectors& h, const ComplexPart& out, int64_t rows, const ComplexApplied& work) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < h.length; j++) out.put(i, j, {i == j ? 1.0 : 0.0, 0});
  for (int64_t to = h.count; to > 0;) {
    const int64_t from = (to - 1) / kTogether * kTogether, at = from + h.shift;
    work.apply(h, from, to, out.from(at, at), rows - at, false);
    to = from;
  }
}

}  // namespace maniple::solve
