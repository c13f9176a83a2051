// Eigenvectors of Schur forms, row by row upwards (LAPACK's dtrevc and ztrevc; Golub and Van Loan, Matrix Computations, 7.6.4). Eigenvalues that are
// equal to rounding are told apart by rounding of the largest element; a vector that grows is divided.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/crew.h"
#include "general.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr double kLargest = 1e100;
constexpr int64_t kVectorsAtOnce = 8;

// One vector, of so many elements.
struct Vector {
  double *re, *im;

  Complex operator[](int64_t i) const { return {re[i], im[i]}; }
  void put(int64_t i, Complex x) const {
    re[i] = x.re;
    im[i] = x.im;
  }
  void keepSmall(int64_t from, int64_t to) const {
    double most = 0;
    for (int64_t i = from; i < std::min(from + 2, to); i++) most = std::max({most, std::fabs(re[i]), std::fabs(im[i])});
    if (most <= kLargest) return;
    for (int64_t i = from; i < to; i++) {
      re[i] /= most;
      im[i] /= most;
    }
  }
};

Complex apart(Complex gap, double least) { return std::fabs(gap.re) + std::fabs(gap.im) < least ? Complex{least, 0} : gap; }

double largestOf(const Part& t, int64_t size) {
  double most = 0;
  for (int64_t i = 0; i < size; i++)
    for (int64_t j = i > 0 ? i - 1 : 0; j < size; j++) most = std::max(most, std::fabs(t.at(i, j)));
  return most;
}

// The sum over row i of T and the vector's elements [from, to).
Complex rowTimes(const Part& t, int64_t i, const Vector& x, int64_t from, int64_t to, bool isReal) {
  const double* const row = &t.at(i, from);
  return {vectors().dot(row, x.re + from, to - from), isReal ? 0 : vectors().dot(row, x.im + from, to - from)};
}

// Rows i and i + 1, a block with equal diagonal elements.
void solveBlock(const Part& t, int64_t i, Complex value, const Vector& x, Complex r, Complex s, double least) {
  const Complex a = Complex{t.at(i, i), 0} - value, d = Complex{t.at(i + 1, i + 1), 0} - value;
  const double b = t.at(i, i + 1), c = t.at(i + 1, i);
  const auto size = [](Complex z) { return std::fabs(z.re) + std::fabs(z.im); };
  // Elimination with the larger of the first column as its pivot.
  if (size(a) >= std::fabs(c)) {
    const Complex f = Complex{c, 0} / a;
    x.put(i + 1, (s - f * r) / apart(d - b * f, least));
    x.put(i, (r - b * x[i + 1]) / a);
  } else {
    const Complex f = (1 / c) * a;
    x.put(i + 1, (r - f * s) / apart(Complex{b, 0} - f * d, least));
    x.put(i, (1 / c) * (s - d * x[i + 1]));
  }
}

// Vector j, or of a pair the vector of its first eigenvalue, whose rows are j and j + 1.
void vectorOf(const Part& t, int64_t j, double re, double im, const Vector& x, double least) {
  const bool isReal = im == 0;
  const int64_t end = isReal ? j + 1 : j + 2;
  const Complex value{re, im};
  if (isReal) {
    x.put(j, {1, 0});
  } else if (std::fabs(t.at(j, j + 1)) >= std::fabs(t.at(j + 1, j))) {
    x.put(j, {1, 0});
    x.put(j + 1, {0, im / t.at(j, j + 1)});
  } else {
    x.put(j, {-im / t.at(j + 1, j), 0});
    x.put(j + 1, {0, 1});
  }
  for (int64_t i = j - 1; i >= 0; i--) {
    const Complex right = -1 * rowTimes(t, i, x, i + 1, end, isReal);
    if (i == 0 || t.at(i, i - 1) == 0) {
      x.put(i, right / apart(Complex{t.at(i, i), 0} - value, least));
    } else {
      i--;
      solveBlock(t, i, value, x, -1 * rowTimes(t, i, x, i + 2, end, isReal), right, least);
    }
    x.keepSmall(i, end);
  }
}

void vectorOf(const ComplexPart& t, int64_t j, const Vector& x, double least) {
  const Complex value = t.at(j, j);
  x.put(j, {1, 0});
  for (int64_t i = j - 1; i >= 0; i--) {
    const Complex sum = plainProduct(&t.re.at(i, i + 1), &t.im.at(i, i + 1), x.re + i + 1, x.im + i + 1, j - i);
    x.put(i, (-1 * sum) / apart(t.at(i, i) - value, least));
    x.keepSmall(i, j + 1);
  }
}

// Calls body(j, vector j), on a crew.
template <typename Body>
void eachVector(const ComplexPart& x, int64_t size, const Body& body) {
  Crew::each((size + kVectorsAtOnce - 1) / kVectorsAtOnce, [&](int64_t u) {
    for (int64_t j = u * kVectorsAtOnce; j < std::min(size, (u + 1) * kVectorsAtOnce); j++)
      body(j, Vector{&x.re.at(j, 0), &x.im.at(j, 0)});
  });
}

}  // namespace

void triangularVectors(const Part& t, int64_t size, const double* re, const double* im, const ComplexPart& x) {
  const double least = std::max(DBL_EPSILON * largestOf(t, size), DBL_MIN / DBL_EPSILON);
  eachVector(x, size, [&](int64_t j, const Vector& vector) {
    if (im[j] >= 0) vectorOf(t, j, re[j], im[j], vector, least);
  });
}

void triangularVectors(const ComplexPart& t, int64_t size, const ComplexPart& x) {
  const double largest = std::max(largestOf(t.re, size), largestOf(t.im, size));
  const double least = std::max(DBL_EPSILON * largest, DBL_MIN / DBL_EPSILON);
  eachVector(x, size, [&](int64_t j, const Vector& vector) { vectorOf(t, j, vector, least); });
}

}  // namespace maniple::solve
