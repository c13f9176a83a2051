// Schur form of complex Hessenberg matrices by single steps with Wilkinson's shifts (LAPACK's zlahqr; Golub and Van Loan, Matrix Computations,
// 7.5).
#include <cfloat>
#include <cmath>

#include "chase.h"
#include "general.h"

namespace maniple::solve {
namespace {

constexpr int kMostSteps = 60;  // for each eigenvalue; every tenth takes an exceptional shift

// Rows become c a + s b and c b - s̄ a.
struct ComplexStep {
  int64_t at;
  double c;
  Complex s;
  int64_t reach() const { return 2; }
};

void turnPair(const ComplexPart& h, int64_t at, double c, Complex s, int64_t from, int64_t to) {
  double *const a = &h.re.at(at, from), *const ai = &h.im.at(at, from);
  turns().plane(a, ai, a + h.re.row, ai + h.im.row, to - from, c, s.re, s.im);
}

void turnRows(const ComplexPart& h, const ComplexStep& step, int64_t from, int64_t to) {
  turnPair(h, step.at, step.c, step.s, from, to);
}

// Columns become c a + s̄ b and c b - s a.
void turnColumns(const ComplexPart& h, const ComplexStep& step, int64_t from, int64_t to) {
  const double c = step.c, s = step.s.re, t = -step.s.im;
  double *x = &h.re.at(from, step.at), *y = &h.im.at(from, step.at);
  for (int64_t i = from; i < to; i++, x += h.re.row, y += h.im.row) {
    const double a = x[0], ai = y[0], b = x[1], bi = y[1];
    x[0] = c * a + s * b - t * bi;
    y[0] = c * ai + s * bi + t * b;
    x[1] = c * b - s * a - t * ai;
    y[1] = c * bi - s * ai + t * a;
  }
}

void turnVectors(const ComplexPart& q, const ComplexStep& step, int64_t from, int64_t to) {
  turnPair(q, step.at, step.c, step.s.conj(), from, to);
}

using ComplexChase = Chase<ComplexPart, ComplexStep>;

double sizeAt(const ComplexPart& h, int64_t i, int64_t j) { return std::fabs(h.re.at(i, j)) + std::fabs(h.im.at(i, j)); }

bool negligible(const ComplexPart& h, int64_t k) {
  const double below = sizeAt(h, k, k - 1), around = sizeAt(h, k, k) + sizeAt(h, k - 1, k - 1);
  return below <= std::max(DBL_MIN / DBL_EPSILON, DBL_EPSILON * around);
}

// The eigenvalue of the last two rows and columns that is closer to the last element.
Complex shiftOf(const ComplexPart& h, int64_t last, int steps) {
  const Complex d = h.at(last, last);
  if (steps > 0 && steps % 10 == 0) return d + Complex{0.75 * sizeAt(h, last, last - 1), 0};
  const Complex half = 0.5 * (h.at(last - 1, last - 1) - d);
  Complex root = rootOf(half * half + h.at(last - 1, last) * h.at(last, last - 1));
  if (half.re * root.re + half.im * root.im > 0) root = -1 * root;
  return d + half + root;
}

// The turn that makes (r, 0) of (f, g).
ComplexStep turnOf(int64_t at, Complex f, Complex g, Complex* r) {
  const double first = f.size(), length = std::hypot(first, g.size());
  if (length == 0) {
    *r = f;
    return {at, 1, {}};
  }
  if (length < 0x1p-960) {
    const ComplexStep step = turnOf(at, 0x1p600 * f, 0x1p600 * g, r);
    *r = 0x1p-600 * *r;
    return step;
  }
  const Complex phase = phaseOf(f);
  *r = length * phase;
  return {at, first / length, (1 / length) * (phase * g.conj())};
}

void sweep(ComplexChase& chase, const ComplexPart& h, int64_t first, int64_t last, int steps) {
  const Complex shift = shiftOf(h, last, steps);
  chase.begin(first, last);
  Complex f = h.at(first, first) - shift, g = h.at(first + 1, first), r;
  for (int64_t k = first; k < last; k++) {
    if (k > first) {
      f = h.at(k, k - 1);
      g = h.at(k + 1, k - 1);
    }
    const ComplexStep step = turnOf(k, f, g, &r);
    if (k > first) {
      h.put(k, k - 1, r);
      h.put(k + 1, k - 1, {});
    }
    chase.push(step);
  }
  chase.end();
}

}  // namespace

Outcome schur(const ComplexPart& h, int64_t size, double* re, double* im, const ComplexPart* q) {
  ComplexChase chase(h, size, q);
  if (!chase.ready()) return Outcome::noMemory;
  int steps = 0;
  for (int64_t last = size - 1; last >= 0;) {
    int64_t first = last;
    while (first > 0 && !negligible(h, first)) first--;
    if (first > 0) h.put(first, first - 1, {});
    if (first < last) {
      if (steps == kMostSteps) return Outcome::diverged;
      sweep(chase, h, first, last, steps++);
      continue;
    }
    re[last] = h.re.at(last, last);
    im[last] = h.im.at(last, last);
    last--;
    steps = 0;
  }
  chase.flush();
  return Outcome::done;
}

}  // namespace maniple::solve
