#include "singular.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>

#include "divide.h"
#include "sweeps.h"

namespace maniple::solve {
namespace {

constexpr int kMostSweeps = 60;  // for each singular value, on average
constexpr double kTolerance = 90 * DBL_EPSILON;  // about eps^(-1/8) eps
constexpr double kTiny = 1e-140;

// c and s with c f + s g = r and c g - s f = 0.
struct Plane {
  double c = 1, s = 0, r;
  Plane(double f, double g) : r(f) {
    if (g == 0) return;
    if (f == 0) {
      c = 0;
      s = 1;
      r = g;
      return;
    }
    const double larger = std::max(std::fabs(f), std::fabs(g));
    const double length = larger < kTiny ? std::hypot(f, g) : std::sqrt(f * f + g * g);
    r = std::copysign(length, f);
    c = std::fabs(f) / length;
    s = g / r;
  }
};

// The smaller singular value of [[f, g], [0, h]].
double smaller(double f, double g, double h) {
  const double a = std::fabs(f), b = std::fabs(g), c = std::fabs(h);
  const double low = std::min(a, c), high = std::max(a, c);
  if (low == 0) return 0;
  const double sum = 1 + low / high, difference = (high - low) / high;
  if (b < high) {
    const double ratio = (b / high) * (b / high);
    return low * (2 / (std::sqrt(sum * sum + ratio) + std::sqrt(difference * difference + ratio)));
  }
  const double ratio = high / b;
  if (ratio == 0) return low * high / b;
  const double x = sum * ratio, y = difference * ratio;
  return 2 * (low * (1 / (std::sqrt(1 + x * x) + std::sqrt(1 + y * y)))) * ratio;
}

// The active part of the matrix, rows [first, last], with the direction of its sweeps and the bound below which elements are zero.
struct Block {
  double *d, *e;
  int64_t first = -1, last = -1;
  bool down = true;
  double zero;

  int64_t step() const { return down ? 1 : -1; }
  int64_t from() const { return down ? first : last; }
  int64_t to() const { return down ? last : first; }
  // Where the element between rows i and i + step() stands in e.
  int64_t beside(int64_t i) const { return down ? i : i - 1; }
};

// The rotations of one sweep: `p` of columns and `q` of rows where it goes down, the other way round where it goes up.
struct Recorder {
  const bool down;
  Sweeps &left, &right;

  Recorder(const Block& b, Sweeps& left, Sweeps& right) : down(b.down), left(left), right(right) {
    for (Sweeps* side : {&right, &left}) side->begin(b.beside(b.from()), b.step());
  }
  void push(const Plane& p, const Plane& q) {
    right.push(down ? p.c : q.c, down ? p.s : -q.s);
    left.push(down ? q.c : p.c, down ? q.s : -p.s);
  }
};

// A sweep without a shift: as accurate for small singular values as for large ones.
void sweepPlain(const Block& b, Sweeps& left, Sweeps& right) {
  double *const d = b.d, *const e = b.e;
  double c = 1, oldC = 1, oldS = 0;
  const int64_t step = b.step(), from = b.from(), to = b.to();
  Recorder record(b, left, right);
  for (int64_t i = from; i != to; i += step) {
    const int64_t k = b.beside(i);
    const Plane p(d[i] * c, e[k]);
    if (i != from) e[k - step] = oldS * p.r;
    const Plane q(oldC * p.r, d[i + step] * p.s);
    d[i] = q.r;
    c = p.c;
    oldC = q.c;
    oldS = q.s;
    record.push(p, q);
  }
  const double h = d[to] * c;
  d[to] = h * oldC;
  e[b.beside(to - step)] = h * oldS;
}

void sweepShifted(const Block& b, double shift, Sweeps& left, Sweeps& right) {
  double *const d = b.d, *const e = b.e;
  const int64_t step = b.step(), from = b.from(), to = b.to();
  double f = (std::fabs(d[from]) - shift) * (std::copysign(1, d[from]) + shift / d[from]), g = e[b.beside(from)];
  Recorder record(b, left, right);
  for (int64_t i = from; i != to; i += step) {
    const int64_t k = b.beside(i);
    const Plane p(f, g);
    if (i != from) e[k - step] = p.r;
    f = p.c * d[i] + p.s * e[k];
    e[k] = p.c * e[k] - p.s * d[i];
    g = p.s * d[i + step];
    d[i + step] *= p.c;
    const Plane q(f, g);
    d[i] = q.r;
    f = q.c * e[k] + q.s * d[i + step];
    d[i + step] = q.c * d[i + step] - q.s * e[k];
    if (i + step != to) {
      g = q.s * e[k + step];
      e[k + step] *= q.c;
    }
    record.push(p, q);
  }
  e[b.beside(to - step)] = f;
}

// Whether an element beside the diagonal could be left out; else `smallest` is a bound on the block's singular values.
bool split(const Block& b, double* smallest) {
  double *const d = b.d, *const e = b.e;
  const int64_t step = b.step(), from = b.from(), to = b.to();
  double& end = e[b.beside(to - step)];
  if (std::fabs(end) <= kTolerance * std::fabs(d[to])) {
    end = 0;
    return true;
  }
  double mu = std::fabs(d[from]);
  *smallest = mu;
  for (int64_t i = from; i != to; i += step) {
    double& between = e[b.beside(i)];
    if (std::fabs(between) <= kTolerance * mu) {
      between = 0;
      return true;
    }
    mu = std::fabs(d[i + step]) * (mu / (mu + std::fabs(between)));
    *smallest = std::min(*smallest, mu);
  }
  return false;
}

// The bound below which elements are negligible beside the smallest singular value.
double threshold(const double* d, const double* e, int64_t size) {
  double mu = std::fabs(d[0]), least = mu;
  for (int64_t i = 1; i < size && least > 0; i++) {
    mu = std::fabs(d[i]) * (mu / (mu + std::fabs(e[i - 1])));
    least = std::min(least, mu);
  }
  const double n = static_cast<double>(size);
  return std::max(kTolerance * (least / std::sqrt(n)), 6 * n * n * DBL_MIN);
}

// Finds the block that ends at `last` and its largest element; false when `last` stands alone.
bool findBlock(Block& b, int64_t last, double* largest) {
  int64_t first = last;
  if (std::fabs(b.d[last]) <= b.zero) b.d[last] = 0;
  *largest = std::fabs(b.d[last]);
  for (; first > 0; first--) {
    const double above = std::fabs(b.d[first - 1]), beside = std::fabs(b.e[first - 1]);
    if (above <= b.zero) b.d[first - 1] = 0;
    if (beside <= b.zero) {
      b.e[first - 1] = 0;
      break;
    }
    *largest = std::max({*largest, above, beside});
  }
  if (first == last) return false;
  if (first > b.last || last < b.first) b.down = std::fabs(b.d[first]) >= std::fabs(b.d[last]);
  b.first = first;
  b.last = last;
  return true;
}

double shiftOf(const Block& b, int64_t size, double smallest, double largest) {
  const double* const d = b.d;
  if (static_cast<double>(size) * kTolerance * (smallest / largest) <= std::max(DBL_EPSILON, 0.01 * kTolerance)) return 0;
  const double start = std::fabs(d[b.from()]);
  const int64_t corner = std::min(b.to(), b.to() - b.step());
  const double shift = smaller(d[corner], b.e[corner], d[corner + 1]);
  const double part = start > 0 ? shift / start : 1;
  return part * part < DBL_EPSILON ? 0 : shift;
}

bool diagonalize(double* d, double* e, int64_t size, Sweeps& left, Sweeps& right) {
  Block b{d, e, -1, -1, true, threshold(d, e, size)};
  int64_t attempts = kMostSweeps * size;
  for (int64_t last = size - 1; last > 0;) {
    double smallest, largest;
    if (!findBlock(b, last, &largest)) {
      last--;
      continue;
    }
    if (split(b, &smallest)) continue;
    if (attempts-- == 0) return false;
    const double shift = shiftOf(b, size, smallest, largest);
    if (shift == 0) sweepPlain(b, left, right);
    else sweepShifted(b, shift, left, right);
    double& end = e[b.beside(b.to() - b.step())];
    if (std::fabs(end) <= b.zero) end = 0;
  }
  left.flush();
  right.flush();
  return true;
}

}  // namespace

Outcome iterateBidiagonal(double* d, double* e, int64_t size, const Part* u, const Part* v, int64_t columns) {
  const auto padded = [](int64_t length) { return (length + kPadding - 1) / kPadding * kPadding; };
  Sweeps left(u, size, padded(size)), right(v, size, padded(columns));
  if (!left.ready() || !right.ready()) return Outcome::noMemory;
  return diagonalize(d, e, size, left, right) ? Outcome::done : Outcome::diverged;
}

Outcome singularValues(const Part& a, int64_t size, double* values, const Part* u, const Part* v) {
  if (size == 0) return Outcome::done;
  const double by = scaled(a, size, size);
  Rows beside(1, size), onLeft(size, size), onRight(size, size), tau(2, size);
  Applied work(size);
  if (!beside.ready() || !onLeft.ready() || !onRight.ready() || !tau.ready() || !work.ready()) return Outcome::noMemory;
  const Reflectors left{onLeft.part(), tau.at(0), size, size, 0};
  const Reflectors right{onRight.part(), tau.at(1), size - 1, size, 1};
  if (!reduceToBidiagonal(a, size, values, beside.data(), left, right)) return Outcome::noMemory;
  const Outcome outcome = u == nullptr ? iterateBidiagonal(values, beside.data(), size, nullptr, nullptr, size)
                                       : divideBidiagonal(values, beside.data(), size, *u, *v);
  if (outcome != Outcome::done) return outcome;
  if (u == nullptr) {
    for (int64_t i = 0; i < size; i++) values[i] = std::fabs(values[i]);
    std::sort(values, values + size, std::greater<double>());
  } else {
    applyAll(left, *u, size, work);
    applyAll(right, *v, size, work);
  }
  for (int64_t i = 0; i < size; i++) values[i] *= by;
  return Outcome::done;
}

}  // namespace maniple::solve
