#include "secular.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/crew.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int kMostSteps = 100;
constexpr int kFastSteps = 12;  // after so many every second one halves
constexpr int64_t kRoots = 8, kColumns = 64;  // of a part

// f at a distance from the origin, in two parts: poles up to `split`, and poles after it.
struct Value {
  double low, lowSlope, high, highSlope, all, error;
};

struct Search {
  const Secular& s;
  double* const deltas;  // poles less the origin
  const int64_t split;
  int64_t origin = 0;
  double low = 0, high = 0, at = 0;

  void setOrigin(int64_t to) {
    origin = to;
    for (int64_t j = 0; j < s.count; j++) deltas[j] = s.between(j, to);
  }
  Value value(double x) const {
    Value v;
    vectors().poles(s.weights, deltas, x, split + 1, &v.low, &v.lowSlope);
    vectors().poles(s.weights + split + 1, deltas + split + 1, x, s.count - split - 1, &v.high, &v.highSlope);
    v.all = 1 / s.rho + v.low + v.high;
    v.error = 8 * (std::fabs(v.low) + std::fabs(v.high)) + 1 / s.rho + std::fabs(x) * (v.lowSlope + v.highSlope);
    return v;
  }
  // A point inside, on the scale of the distance from the origin.
  double middle() const {
    const double a = std::fabs(low), b = std::fabs(high), sign = high > 0 ? 1 : -1;
    const double least = std::min(a, b), most = std::max(a, b);
    if (least == 0) return sign * most / 256;
    return least * 4 < most ? sign * std::sqrt(least) * std::sqrt(most) : low + (high - low) / 2;
  }
  bool inside(double x) const { return x > low && x < high; }
};

// The zero of c x² - a x + b that continues from 0, or behind the last pole the other.
double zeroOf(double a, double b, double c, bool last) {
  const double root = std::sqrt(std::max(0.0, a * a - 4 * b * c));
  if (last) return a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
  return a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
}

// The origin, the bounds and a first guess: the terms of distant poles are taken as constant.
void begin(Search& f, int64_t i) {
  const Secular& s = f.s;
  const bool last = i == s.count - 1;
  const int64_t left = f.split, right = left + 1;
  f.setOrigin(i);
  if (last) {
    double sum = 0;
    for (int64_t j = 0; j < s.count; j++) sum += s.weights[j];
    f.high = s.rho * sum * (1 + 4 * DBL_EPSILON * static_cast<double>(s.count));
  } else {
    f.high = f.deltas[i + 1] / 2;
  }
  const double middle = last ? f.high / 2 : f.high, gap = f.deltas[right] - f.deltas[left];
  const double here = f.value(middle).all;
  const double wl = s.weights[left], wr = s.weights[right];
  const double rest = here - wl / (f.deltas[left] - middle) - wr / (f.deltas[right] - middle);
  if (!last && here < 0) {
    f.setOrigin(i + 1);
    f.low = f.deltas[i] / 2;
    f.high = 0;
  }
  if (last) f.at = zeroOf(wl + wr - rest * gap, -wr * gap, rest, true);
  else if (f.origin == i) f.at = zeroOf(rest * gap + wl + wr, wl * gap, rest, false);
  else f.at = -zeroOf(rest * gap - wl - wr, -wr * gap, rest, true);
  if (!f.inside(f.at)) f.at = f.middle();
}

// Steps of f's rational model with a pole on either side (Li, Solving secular equations stably and efficiently, 1994), inside bounds.
double iterate(Search& f, bool last) {
  for (int step = 0; step < kMostSteps; step++) {
    const Value v = f.value(f.at);
    if (std::fabs(v.all) <= DBL_EPSILON * v.error) break;
    (v.all < 0 ? f.low : f.high) = f.at;
    if (f.high - f.low <= 2 * DBL_EPSILON * std::max(std::fabs(f.low), std::fabs(f.high))) break;
    const double left = f.deltas[f.split] - f.at, right = f.deltas[f.split + 1] - f.at;
    const double a = (left + right) * v.all - left * right * (v.lowSlope + v.highSlope);
    const double move = zeroOf(a, left * right * v.all, v.all - left * v.lowSlope - right * v.highSlope, last);
    double next = f.at + (move * v.all < 0 ? move : -v.all / (v.lowSlope + v.highSlope));
    if (!f.inside(next) || (step > kFastSteps && step % 2 == 0)) next = f.middle();
    if (next == f.at || !f.inside(next)) break;
    f.at = next;
  }
  return f.at;
}

double findRoot(const Secular& s, int64_t i, double* gaps) {
  const bool last = i == s.count - 1;
  double at = s.rho * s.weights[0];
  int64_t origin = 0;
  if (s.count == 1) {
    gaps[0] = 0;
  } else {
    Search f{s, gaps, last ? i - 1 : i};
    begin(f, i);
    at = iterate(f, last);
    origin = f.origin;
  }
  for (int64_t j = 0; j < s.count; j++) gaps[j] -= at;
  const double d = s.d[origin];
  return s.squared ? d + at / (d + std::sqrt(d * d + at)) : d + at;
}

// The z of columns [from, to) that has exactly these roots (Löwner's formula).
void renew(const Secular& s, const Part& gaps, int64_t from, int64_t to) {
  double products[kColumns];
  for (int64_t j = from; j < to; j++) products[j - from] = 1;
  for (int64_t i = 0; i < s.count; i++) {
    const double* const gap = &gaps.at(i, 0);
    const auto others = [&](int64_t first, int64_t end) {
      for (int64_t j = first; j < end; j++) products[j - from] *= gap[j] / s.between(j, i);
    };
    const bool own = i >= from && i < to;
    others(from, own ? i : to);
    if (!own) continue;
    products[i - from] *= -gap[i] / s.rho;
    others(i + 1, to);
  }
  for (int64_t j = from; j < to; j++) s.z[j] = std::copysign(std::sqrt(std::fabs(products[j - from])), s.z[j]);
}

}  // namespace

void solveSecular(const Secular& s, const Part& gaps, double* roots) {
  for (int64_t j = 0; j < s.count; j++) s.weights[j] = s.z[j] * s.z[j];
  Crew::each((s.count + kRoots - 1) / kRoots, [&](int64_t part) {
    for (int64_t i = part * kRoots; i < std::min(s.count, (part + 1) * kRoots); i++) roots[i] = findRoot(s, i, &gaps.at(i, 0));
  });
  Crew::each((s.count + kColumns - 1) / kColumns,
             [&](int64_t part) { renew(s, gaps, part * kColumns, std::min(s.count, (part + 1) * kColumns)); });
}

}  // namespace maniple::solve
