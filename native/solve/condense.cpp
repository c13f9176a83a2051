#include "condense.h"

#include <algorithm>
#include <cmath>

#include "../core/crew.h"

namespace maniple::solve {
namespace {

constexpr int64_t kFew = 8;  // columns that are reflected one by one

void factorFew(const ComplexPart& columns, const ComplexReflectors& h, int64_t from, int64_t to) {
  for (int64_t j = from; j < to; j++) {
    double *const v = &h.v.re.at(j, j), *const vi = &h.v.im.at(j, j);
    const int64_t length = h.length - j;
    std::copy_n(&columns.re.at(j, j), length, v);
    std::copy_n(&columns.im.at(j, j), length, vi);
    columns.put(j, j, reflectComplex(v, vi, length));
    for (int64_t k = j + 1; k < to; k++) {
      double *const x = &columns.re.at(k, j), *const xi = &columns.im.at(k, j);
      const Complex along = innerProduct(v, vi, x, xi, length);
      turns().add(x, xi, -along.re, -along.im, v, vi, length);
    }
  }
}

void factorSome(const ComplexPart& columns, const ComplexReflectors& h, int64_t from, int64_t to, const ComplexApplied& work) {
  if (to - from <= kFew) return factorFew(columns, h, from, to);
  const int64_t middle = from + (to - from) / 2;
  factorSome(columns, h, from, middle, work);
  work.apply(h, from, middle, columns.from(middle, from), to - middle, true);
  factorSome(columns, h, middle, to, work);
}

// Multiplies a row by a number of length 1.
void turnRow(const ComplexPart& m, int64_t row, int64_t length, Complex by) {
  for (int64_t i = 0; i < length; i++) m.put(row, i, m.at(row, i) * by);
}

// A - v wᴴ - w vᴴ = (I - v vᴴ) A (I - v vᴴ) in A's place; w is memory for a vector.
void reflectBoth(const ComplexPart& a, int64_t size, const double* v, const double* vi, double* w, double* wi) {
  constexpr int64_t kRowsAtOnce = 32, kWorthSharing = 1 << 15;
  const auto eachRow = [&](const auto& body) {
    Crew::eachPart(size, kRowsAtOnce, size * size >= kWorthSharing, [&](int64_t from, int64_t to) {
      for (int64_t i = from; i < to; i++) body(i);
    });
  };
  eachRow([&](int64_t i) {
    const Complex sum = plainProduct(&a.re.at(i, 0), &a.im.at(i, 0), v, vi, size);
    w[i] = sum.re;
    wi[i] = sum.im;
  });
  const double along = innerProduct(v, vi, w, wi, size).re / 2;
  turns().add(w, wi, -along, 0, v, vi, size);
  eachRow([&](int64_t i) {
    turns().subtractTwo(&a.re.at(i, 0), &a.im.at(i, 0), v[i], vi[i], w, wi, w[i], wi[i], v, vi, size);
  });
}

}  // namespace

void factorColumns(const ComplexPart& columns, int64_t n, const ComplexReflectors& h, const ComplexApplied& work) {
  for (int64_t from = 0; from < h.count; from += kTogether) {
    const int64_t to = std::min(h.count, from + kTogether);
    factorSome(columns, h, from, to, work);
    work.apply(h, from, to, columns.from(to, from), n - to, true);
  }
}

bool bidiagonal(const ComplexPart& a, int64_t rows, int64_t columns, const ComplexPart& u, int64_t far, double* d, double* e,
                const ComplexPart& v) {
  const int64_t count = std::max(int64_t{0}, columns - 1);
  const ComplexRows left(columns, rows), right(count, columns), sums(1, columns);
  const ComplexApplied work(std::max(far, columns), rows);
  if (!left.ready() || !right.ready() || !sums.ready() || !work.ready()) return false;
  const ComplexPart x = left.part(), y = right.part();
  Complex turn{1, 0};
  for (int64_t k = 0; k < columns; k++) {
    double *const p = &x.re.at(k, k), *const pi = &x.im.at(k, k);
    for (int64_t i = k; i < rows; i++) {
      p[i - k] = a.re.at(i, k);
      pi[i - k] = a.im.at(i, k);
    }
    const Complex top = reflectComplex(p, pi, rows - k);
    a.put(k, k, top);
    reflectFromLeft(a.from(k, k + 1), p, pi, rows - k, columns - k - 1, sums.part());
    if (k + 1 >= columns) break;
    double *const q = &y.re.at(k, k + 1), *const qi = &y.im.at(k, k + 1);
    for (int64_t j = k + 1; j < columns; j++) {
      q[j - k - 1] = a.re.at(k, j);
      qi[j - k - 1] = -a.im.at(k, j);
    }
    const Complex beside = reflectComplex(q, qi, columns - k - 1).conj();
    reflectFromRight(a.from(k + 1, k + 1), rows - k - 1, q, qi, columns - k - 1);
    a.put(k, k + 1, beside);
  }
  accumulate({x, columns, rows, 0}, u, far, work);
  accumulate({y, count, columns, 1}, v, columns, work);
  for (int64_t k = 0; k < columns; k++) {
    const Complex top = a.at(k, k) * turn, phase = phaseOf(top);
    d[k] = top.size();
    if (k < far) turnRow(u, k, rows, phase);
    turnRow(v, k, columns, turn);
    if (k + 1 == columns) break;
    const Complex beside = a.at(k, k + 1) * phase.conj();
    e[k] = beside.size();
    turn = phaseOf(beside).conj();
  }
  for (int64_t i = 0; i < columns; i++)
    for (int64_t j = 0; j < columns; j++) v.im.at(i, j) = -v.im.at(i, j);
  return true;
}

bool tridiagonal(const ComplexPart& a, int64_t size, const ComplexPart& q, double* d, double* e) {
  const int64_t count = std::max(int64_t{0}, size - 2);
  const ComplexRows rows(count, size), w(1, size);
  const ComplexApplied work(size, size);
  if (!rows.ready() || !w.ready() || !work.ready()) return false;
  const ComplexPart v = rows.part();
  for (int64_t k = 0; k < count; k++) {
    double *const x = &v.re.at(k, k + 1), *const xi = &v.im.at(k, k + 1);
    const int64_t length = size - k - 1;
    for (int64_t i = 0; i < length; i++) {
      x[i] = a.re.at(k + 1 + i, k);
      xi[i] = a.im.at(k + 1 + i, k);
    }
    a.put(k + 1, k, reflectComplex(x, xi, length));
    if (x[0] != 0 || xi[0] != 0) reflectBoth(a.from(k + 1, k + 1), length, x, xi, w.part().re.data, w.part().im.data);
  }
  accumulate({v, count, size, 1}, q, size, work);
  Complex turn{1, 0};
  for (int64_t k = 0; k < size; k++) {
    d[k] = a.re.at(k, k);
    turnRow(q, k, size, turn);
    if (k + 1 == size) break;
    const Complex beside = a.at(k + 1, k) * turn;
    e[k] = beside.size();
    turn = phaseOf(beside);
  }
  return true;
}

}  // namespace maniple::solve
