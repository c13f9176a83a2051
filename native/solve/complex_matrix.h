// Parts of complex matrices: their real and their imaginary elements, each a matrix of its own, so that complex products are real ones.
#pragma once

#include <cmath>

#include "matrix.h"
#include "turns.h"

namespace maniple::solve {

struct Complex {
  double re = 0, im = 0;

  Complex conj() const { return {re, -im}; }
  double size() const { return std::hypot(re, im); }
};
inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
inline Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }

// a / b by the larger part of b, which neither overflows nor vanishes midway (Smith, 1962).
Complex operator/(Complex a, Complex b);
// The square root with a real part of at least 0.
Complex rootOf(Complex a);
// a over its length; 1 for 0.
Complex phaseOf(Complex a);

struct ComplexPart {
  Part re, im;

  Complex at(int64_t i, int64_t j) const { return {re.at(i, j), im.at(i, j)}; }
  void put(int64_t i, int64_t j, Complex x) const {
    re.at(i, j) = x.re;
    im.at(i, j) = x.im;
  }
  ComplexPart from(int64_t i, int64_t j) const { return {re.from(i, j), im.from(i, j)}; }
  ComplexPart transposed() const { return {re.transposed(), im.transposed()}; }
};

// Rows of zeros.
class ComplexRows {
 public:
  ComplexRows(int64_t rows, int64_t columns) noexcept : re_(rows, columns), im_(rows, columns) {}
  bool ready() const noexcept { return re_.ready() && im_.ready(); }
  ComplexPart part() const noexcept { return {re_.part(), im_.part()}; }

 private:
  Rows re_, im_;
};

// Complex products, with memory for a factor of as many elements: C = C - A B, with conj(A) or conj(B) if wished, and C = A B.
class ComplexProducts {
 public:
  ComplexProducts(int64_t rows, int64_t depth) noexcept : negated_(1, rows * depth) {}
  bool ready() const noexcept { return negated_.ready(); }
  void subtract(const ComplexPart& c, const ComplexPart& a, const ComplexPart& b, int64_t rows, int64_t columns, int64_t depth,
                bool conjA = false, bool conjB = false) const;
  void multiply(const ComplexPart& c, const ComplexPart& a, const ComplexPart& b, int64_t rows, int64_t columns, int64_t depth,
                bool conjA = false, bool conjB = false) const;

 private:
  Rows negated_;
};

// The sum of conj(x) y over contiguous elements.
Complex innerProduct(const double* x, const double* xi, const double* y, const double* yi, int64_t length);
// The sum of x y.
Complex plainProduct(const double* x, const double* xi, const double* y, const double* yi, int64_t length);

// Divides by a power of two, which it returns, so that the largest component is about 1.
double scaled(const ComplexPart& a, int64_t rows, int64_t columns);

bool allFinite(const Part& a, int64_t rows, int64_t columns);
inline bool allFinite(const ComplexPart& a, int64_t rows, int64_t columns) {
  return allFinite(a.re, rows, columns) && allFinite(a.im, rows, columns);
}

}  // namespace maniple::solve
