#include "complex_matrix.h"

#include <algorithm>
#include <cmath>

#include "../core/cpu.h"
#include "vectors.h"

namespace maniple::solve {

const Turns* turns_baseline();
#if defined(__x86_64__)
const Turns* turns_avx2();
const Turns* turns_avx512();
#endif

const Turns& turns() {
#if defined(__x86_64__)
  if (detectIsa() == Isa::avx512) return *turns_avx512();
  if (detectIsa() == Isa::avx2) return *turns_avx2();
#endif
  return *turns_baseline();
}

Complex operator/(Complex a, Complex b) {
  if (std::fabs(b.re) >= std::fabs(b.im)) {
    const double ratio = b.re == 0 ? 0 : b.im / b.re, by = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / by, (a.im - a.re * ratio) / by};
  }
  const double ratio = b.re / b.im, by = b.im + b.re * ratio;
  return {(a.re * ratio + a.im) / by, (a.im * ratio - a.re) / by};
}

Complex rootOf(Complex a) {
  const double length = a.size();
  if (length == 0) return {};
  const double half = std::sqrt((length + std::fabs(a.re)) / 2), other = a.im / (2 * half);
  return a.re >= 0 ? Complex{half, other} : Complex{std::fabs(other), std::copysign(half, a.im)};
}

Complex phaseOf(Complex a) {
  const double length = a.size();
  // Subnormal numbers have too few digits for a quotient of length 1.
  if (length > 0 && length < 0x1p-960) return phaseOf(0x1p600 * a);
  return length == 0 ? Complex{1, 0} : Complex{a.re / length, a.im / length};
}

void ComplexProducts::subtract(const ComplexPart& c, const ComplexPart& a, const ComplexPart& b, int64_t rows, int64_t columns,
                               int64_t depth, bool conjA, bool conjB) const {
  if (rows <= 0 || columns <= 0 || depth <= 0) return;
  // A's imaginary elements with the other sign.
  const Part other{negated_.data(), depth, 1};
  for (int64_t i = 0; i < rows; i++)
    for (int64_t k = 0; k < depth; k++) other.at(i, k) = -a.im.at(i, k);
  const Part& plus = conjA ? other : a.im;
  const Part& minus = conjA ? a.im : other;
  subtractProduct(c.re, a.re, b.re, rows, columns, depth);
  subtractProduct(c.re, conjB ? plus : minus, b.im, rows, columns, depth);
  subtractProduct(c.im, plus, b.re, rows, columns, depth);
  if (!conjB) return subtractProduct(c.im, a.re, b.im, rows, columns, depth);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t k = 0; k < depth; k++) other.at(i, k) = -a.re.at(i, k);
  subtractProduct(c.im, other, b.im, rows, columns, depth);
}

void ComplexProducts::multiply(const ComplexPart& c, const ComplexPart& a, const ComplexPart& b, int64_t rows, int64_t columns,
                               int64_t depth, bool conjA, bool conjB) const {
  for (const Part& part : {c.re, c.im})
    for (int64_t i = 0; i < rows; i++) std::fill_n(&part.at(i, 0), columns, 0.0);
  subtract(c, a, b, rows, columns, depth, conjA, conjB);
  for (const Part& part : {c.re, c.im})
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++) part.at(i, j) = -part.at(i, j);
}

Complex innerProduct(const double* x, const double* xi, const double* y, const double* yi, int64_t length) {
  const Vectors& with = vectors();
  return {with.dot(x, y, length) + with.dot(xi, yi, length), with.dot(x, yi, length) - with.dot(xi, y, length)};
}

Complex plainProduct(const double* x, const double* xi, const double* y, const double* yi, int64_t length) {
  const Vectors& with = vectors();
  return {with.dot(x, y, length) - with.dot(xi, yi, length), with.dot(x, yi, length) + with.dot(xi, y, length)};
}

double scaled(const ComplexPart& a, int64_t rows, int64_t columns) {
  double largest = 0;
  for (const Part& part : {a.re, a.im})
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++) largest = std::max(largest, std::fabs(part.at(i, j)));
  if (largest == 0) return 1;
  const double by = std::exp2(std::ilogb(largest));
  for (const Part& part : {a.re, a.im})
    for (int64_t i = 0; i < rows; i++)
      for (int64_t j = 0; j < columns; j++) part.at(i, j) /= by;
  return by;
}

bool allFinite(const Part& a, int64_t rows, int64_t columns) {
  double difference = 0;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) difference += a.at(i, j) - a.at(i, j);
  return difference == 0;
}

}  // namespace maniple::solve
