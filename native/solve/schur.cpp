// Schur form of real Hessenberg matrices by double steps with the shifts of Francis, and the split of its blocks of two rows (LAPACK's
// dlahqr and dlanv2; Golub and Van Loan, Matrix Computations, 7.5).
#include <cfloat>
#include <cmath>

#include "chase.h"
#include "general.h"
#include "reflectors.h"

namespace maniple::solve {
namespace {

constexpr int kMostSteps = 60;  // for each eigenvalue; every tenth takes exceptional shifts

// By I - t w wᵀ, w = (1, v2, v3), of three rows or two; of one "row" it is the plane rotation of two: c, s in place of t, v2.
struct RealStep {
  int64_t at, rows;
  double t, v2, v3;
  int64_t reach() const { return rows; }
};

void turnRows(const Part& h, const RealStep& step, int64_t from, int64_t to) {
  double* const a = &h.at(step.at, from);
  double* const b = a + h.row;
  if (step.rows == 3) turns().three(a, b, b + h.row, to - from, step.t, step.v2, step.v3);
  else if (step.rows == 2) turns().two(a, b, to - from, step.t, step.v2);
  else rotate(a, b, to - from, step.t, step.v2);
}

void turnColumns(const Part& h, const RealStep& step, int64_t from, int64_t to) {
  const double t = step.t, v2 = step.v2, v3 = step.v3, t2 = t * v2, t3 = t * v3;
  double* x = &h.at(from, step.at);
  if (step.rows == 3) {
    for (int64_t i = from; i < to; i++, x += h.row) {
      const double sum = x[0] + v2 * x[1] + v3 * x[2];
      x[0] -= t * sum;
      x[1] -= t2 * sum;
      x[2] -= t3 * sum;
    }
  } else if (step.rows == 2) {
    for (int64_t i = from; i < to; i++, x += h.row) {
      const double sum = x[0] + v2 * x[1];
      x[0] -= t * sum;
      x[1] -= t2 * sum;
    }
  } else {
    for (int64_t i = from; i < to; i++, x += h.row) {
      const double a = x[0], b = x[1];
      x[0] = t * a + v2 * b;
      x[1] = t * b - v2 * a;
    }
  }
}

void turnVectors(const Part& q, const RealStep& step, int64_t from, int64_t to) { turnRows(q, step, from, to); }

using RealChase = Chase<Part, RealStep>;

bool negligible(const Part& h, int64_t size, int64_t k) {
  const double below = std::fabs(h.at(k, k - 1));
  if (below <= DBL_MIN / DBL_EPSILON) return true;
  double around = std::fabs(h.at(k - 1, k - 1)) + std::fabs(h.at(k, k));
  if (around == 0) {
    if (k >= 2) around += std::fabs(h.at(k - 1, k - 2));
    if (k + 1 < size) around += std::fabs(h.at(k + 1, k));
  }
  if (below > DBL_EPSILON * around) return false;
  // Ahues and Tisseur's test, which matters for graded matrices.
  const double above = std::fabs(h.at(k - 1, k)), gap = std::fabs(h.at(k - 1, k - 1) - h.at(k, k)), d = std::fabs(h.at(k, k));
  const double larger = std::max(below, above), smaller = std::min(below, above);
  const double high = std::max(d, gap), low = std::min(d, gap), sum = high + larger;
  return smaller * (larger / sum) <= std::max(DBL_MIN / DBL_EPSILON, DBL_EPSILON * (low * (high / sum)));
}

struct Shifts {
  double re1, im1, re2, im2;
};

// The eigenvalues of a block of two rows; of two real ones twice the one closer to the last element.
Shifts shiftsOf(double a, double b, double c, double d) {
  const double scale = std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d);
  if (scale == 0) return {};
  a /= scale;
  b /= scale;
  c /= scale;
  d /= scale;
  const double middle = (a + d) / 2, det = (a - middle) * (d - middle) - b * c, root = std::sqrt(std::fabs(det));
  if (det >= 0) return {middle * scale, root * scale, middle * scale, -root * scale};
  const double one = middle + root, other = middle - root;
  const double closer = (std::fabs(one - d) <= std::fabs(other - d) ? one : other) * scale;
  return {closer, 0, closer, 0};
}

Shifts shiftsFor(const Part& h, int64_t first, int64_t last, int steps) {
  constexpr double kDiagonal = 0.75, kBeside = -0.4375;
  if (steps % 20 == 10) {
    const double s = std::fabs(h.at(first + 1, first)) + std::fabs(h.at(first + 2, first + 1)), d = kDiagonal * s + h.at(first, first);
    return shiftsOf(d, kBeside * s, s, d);
  }
  if (steps > 0 && steps % 20 == 0) {
    const double s = std::fabs(h.at(last, last - 1)) + std::fabs(h.at(last - 1, last - 2)), d = kDiagonal * s + h.at(last, last);
    return shiftsOf(d, kBeside * s, s, d);
  }
  return shiftsOf(h.at(last - 1, last - 1), h.at(last - 1, last), h.at(last, last - 1), h.at(last, last));
}

// The row that a sweep begins at, below two small elements in a row if there are such, and its first vector.
int64_t startOf(const Part& h, int64_t first, int64_t last, const Shifts& s, double* v) {
  for (int64_t m = last - 2;; m--) {
    const double a = h.at(m, m), d = h.at(m + 1, m + 1), c = h.at(m + 1, m);
    const double size = std::fabs(a - s.re2) + std::fabs(s.im2) + std::fabs(c), below = c / size;
    v[0] = below * h.at(m, m + 1) + (a - s.re1) * ((a - s.re2) / size) - s.im1 * (s.im2 / size);
    v[1] = below * (a + d - s.re1 - s.re2);
    v[2] = below * h.at(m + 2, m + 1);
    const double sum = std::fabs(v[0]) + std::fabs(v[1]) + std::fabs(v[2]);
    for (int i = 0; i < 3; i++) v[i] /= sum;
    if (m == first) return m;
    const double around = std::fabs(h.at(m - 1, m - 1)) + std::fabs(a) + std::fabs(d);
    if (std::fabs(h.at(m, m - 1)) * (std::fabs(v[1]) + std::fabs(v[2])) <= DBL_EPSILON * std::fabs(v[0]) * around) return m;
  }
}

void sweep(RealChase& chase, const Part& h, int64_t first, int64_t last, int steps) {
  double v[3], tau;
  const int64_t start = startOf(h, first, last, shiftsFor(h, first, last, steps), v);
  chase.begin(first, last);
  for (int64_t k = start; k < last; k++) {
    const int64_t rows = std::min(int64_t{3}, last - k + 1);
    if (k > start)
      for (int64_t i = 0; i < rows; i++) v[i] = h.at(k + i, k - 1);
    const double beta = reflect(v, rows, tau);
    if (k > start) {
      h.at(k, k - 1) = beta;
      for (int64_t i = 1; i < rows; i++) h.at(k + i, k - 1) = 0;
    } else if (k > first) {
      h.at(k, k - 1) *= 1 - tau;
    }
    chase.push({k, rows, tau, v[1], rows == 3 ? v[2] : 0});
  }
  chase.end();
}

// A block of two rows, and its turn into one with equal diagonal elements and eigenvalues that are not real, or a triangular one.
struct Block {
  double a, b, c, d, cosine = 1, sine = 0;

  void turnToReal() {
    const double root = std::sqrt(std::fabs(b)) * std::sqrt(std::fabs(c)), p = std::copysign(root, c);
    const double by = 1 / std::sqrt(std::fabs(b + c)), cs = std::sqrt(std::fabs(b)) * by, sn = std::sqrt(std::fabs(c)) * by;
    const double middle = a, old = cosine;
    a = middle + p;
    d = middle - p;
    b -= c;
    c = 0;
    cosine = old * cs - sine * sn;
    sine = old * sn + sine * cs;
  }

  void equalize(double difference, double p) {
    const double sigma = b + c, tau = std::hypot(sigma, difference);
    cosine = std::sqrt((1 + std::fabs(sigma) / tau) / 2);
    sine = -(p / (tau * cosine)) * std::copysign(1, sigma);
    const double aa = a * cosine + b * sine, bb = b * cosine - a * sine;
    const double cc = c * cosine + d * sine, dd = d * cosine - c * sine;
    b = bb * cosine + dd * sine;
    c = cc * cosine - aa * sine;
    a = d = (aa * cosine + cc * sine + (dd * cosine - bb * sine)) / 2;
    if (c == 0) return;
    if (b != 0) {
      if ((b < 0) == (c < 0)) turnToReal();
      return;
    }
    b = -c;
    c = 0;
    const double old = cosine;
    cosine = -sine;
    sine = old;
  }

  void standardize() {
    constexpr double kApart = 4;
    if (c == 0) return;
    if (b == 0) {
      cosine = 0;
      sine = 1;
      std::swap(a, d);
      b = -c;
      c = 0;
      return;
    }
    const double difference = a - d;
    if (difference == 0 && (b < 0) != (c < 0)) return;
    const double p = difference / 2, larger = std::max(std::fabs(b), std::fabs(c));
    const double smaller = std::min(std::fabs(b), std::fabs(c)) * std::copysign(1, b) * std::copysign(1, c);
    const double scale = std::max(std::fabs(p), larger), under = (p / scale) * p + (larger / scale) * smaller;
    if (under < kApart * DBL_EPSILON) return equalize(difference, p);
    const double z = p + std::copysign(std::sqrt(scale) * std::sqrt(under), p), tau = std::hypot(c, z);
    a = d + z;
    d -= (larger / z) * smaller;
    cosine = z / tau;
    sine = c / tau;
    b -= c;
    c = 0;
  }
};

void splitBlock(RealChase& chase, const Part& h, int64_t k, double* re, double* im, bool withVectors) {
  Block block{h.at(k, k), h.at(k, k + 1), h.at(k + 1, k), h.at(k + 1, k + 1)};
  block.standardize();
  if (withVectors && block.sine != 0) {
    chase.begin(k, k + 1);
    chase.push({k, 1, block.cosine, block.sine, 0});
  }
  h.at(k, k) = re[k] = block.a;
  h.at(k, k + 1) = block.b;
  h.at(k + 1, k) = block.c;
  h.at(k + 1, k + 1) = re[k + 1] = block.d;
  im[k] = block.c == 0 ? 0 : std::sqrt(std::fabs(block.b)) * std::sqrt(std::fabs(block.c));
  im[k + 1] = -im[k];
}

}  // namespace

Outcome schur(const Part& h, int64_t size, double* re, double* im, const Part* q) {
  RealChase chase(h, size, q);
  if (!chase.ready()) return Outcome::noMemory;
  int steps = 0;
  for (int64_t last = size - 1; last >= 0;) {
    int64_t first = last;
    while (first > 0 && !negligible(h, size, first)) first--;
    if (first > 0) h.at(first, first - 1) = 0;
    if (first + 1 < last) {
      if (steps == kMostSteps) return Outcome::diverged;
      sweep(chase, h, first, last, steps++);
      continue;
    }
    if (first == last) {
      re[last] = h.at(last, last);
      im[last] = 0;
    } else {
      splitBlock(chase, h, first, re, im, q != nullptr);
    }
    last = first - 1;
    steps = 0;
  }
  chase.flush();
  return Outcome::done;
}

}  // namespace maniple::solve
