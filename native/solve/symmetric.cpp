#include "symmetric.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/crew.h"
#include "divide.h"
#include "lapack.h"
#include "reflectors.h"
#include "sweeps.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kPanel = 32;  // columns; their updates of the rest of the matrix are put off
constexpr int64_t kStrip = 64;  // rows of the upper triangle that are updated as a rectangle
constexpr int kMostSweeps = 60;  // for each eigenvalue, on average

// Rows of the triangle that parts of a product with it have: about as many elements each, cut by the size alone.
constexpr int64_t kMostParts = 8, kWorthCutting = 1 << 15;

// A panel's updates A - V Wᵀ - W Vᵀ, by rows: V above W, and W above V.
struct Panel {
  Rows left, right, parts;
  int64_t count = 0;
  explicit Panel(int64_t size) noexcept : left(2 * kPanel, size), right(2 * kPanel, size), parts(kMostParts, size) {}
  bool ready() const noexcept { return left.ready() && right.ready() && parts.ready(); }
  double* v(int64_t j) const { return left.at(j); }
  double* w(int64_t j) const { return right.at(j); }
};

// out = A x for the matrix's last `length` rows.
void multiplySymmetric(double* out, const Part& a, const double* x, int64_t length, const Rows& room) {
  const int64_t parts = std::min(kMostParts, length * length / 2 / kWorthCutting);
  if (parts < 2) return vectors().symmetric(out, a.data, a.row, x, length, length);
  // Where as much of the triangle lies above.
  const auto cut = [=](int64_t part) {
    const double below = std::sqrt(1 - static_cast<double>(part) / static_cast<double>(parts));
    return part == parts ? length : static_cast<int64_t>(static_cast<double>(length) * (1 - below)) / kPadding * kPadding;
  };
  Crew::each(parts, [&](int64_t part) {
    const int64_t from = cut(part), to = cut(part + 1);
    vectors().symmetric(room.at(part) + from, &a.at(from, from), a.row, x + from, length - from, to - from);
  });
  std::copy_n(room.at(0), length, out);
  for (int64_t part = 1; part < parts; part++) {
    const int64_t from = cut(part);
    vectors().add(out + from, 1, room.at(part) + from, length - from);
  }
}

// w = tau (A v - …), with the panel's updates that were put off, so that H A H = A - v wᵀ - w vᵀ. v begins at element `at`.
void companion(const Part& a, int64_t size, int64_t at, double tau, const Panel& panel) {
  const double* const v = panel.v(panel.count) + at;
  double* const w = panel.w(panel.count) + at;
  const int64_t length = size - at;
  const Vectors& with = vectors();
  multiplySymmetric(w, a.from(at, at), v, length, panel.parts);
  for (int64_t j = 0; j < panel.count; j++) {
    const double *vj = panel.v(j) + at, *wj = panel.w(j) + at;
    const double onV = with.dot(wj, v, length), onW = with.dot(vj, v, length);
    with.add(w, -onV, vj, length);
    with.add(w, -onW, wj, length);
  }
  for (int64_t i = 0; i < length; i++) w[i] *= tau;
  with.add(w, -0.5 * tau * with.dot(w, v, length), v, length);
}

// Column k: leaves its diagonal element and the one below it.
void reduceColumn(const Part& a, int64_t size, int64_t k, double* d, double* e, const Reflectors& h, Panel& panel) {
  double* const row = &a.at(k, k);
  const Vectors& with = vectors();
  for (int64_t j = 0; j < panel.count; j++) {
    with.add(row, -panel.w(j)[k], panel.v(j) + k, size - k);
    with.add(row, -panel.v(j)[k], panel.w(j) + k, size - k);
  }
  d[k] = row[0];
  double* const v = panel.v(panel.count);
  double* const w = panel.w(panel.count);
  std::fill_n(v, size, 0.0);
  std::fill_n(w, size, 0.0);
  std::copy_n(row + 1, size - k - 1, v + k + 1);
  e[k] = reflect(v + k + 1, size - k - 1, h.tau[k]);
  std::copy_n(v, size, &h.v.at(k, 0));
  companion(a, size, k + 1, h.tau[k], panel);
  panel.count++;
}

// The upper triangle alone: nothing else is read.
void updateRest(const Part& a, int64_t size, int64_t at, Panel& panel) {
  for (int64_t j = 0; j < panel.count; j++) {
    std::copy_n(panel.w(j), size, panel.left.at(panel.count + j));
    std::copy_n(panel.v(j), size, panel.right.at(panel.count + j));
  }
  Crew::each((size - at + kStrip - 1) / kStrip, [&](int64_t strip) {
    const int64_t i = at + strip * kStrip;
    const Part rows = panel.left.part().from(0, i).transposed();
    subtractProduct(a.from(i, i), rows, panel.right.part().from(0, i), std::min(kStrip, size - i), size - i, 2 * panel.count);
  });
  panel.count = 0;
}

void tridiagonalize(const Part& a, int64_t size, double* d, double* e, const Reflectors& h, Panel& panel) {
  for (int64_t k = 0; k + 1 < size; k++) {
    reduceColumn(a, size, k, d, e, h, panel);
    if (panel.count == kPanel) updateRest(a, size, k + 1, panel);
  }
  if (panel.count > 0) updateRest(a, size, size - 1, panel);
  d[size - 1] = a.at(size - 1, size - 1);
}

// One implicit QL sweep on rows [first, last], with a shift from the corner at `first`.
void sweep(double* d, double* e, int64_t first, int64_t last, Sweeps& turns) {
  const double half = (d[first + 1] - d[first]) / (2 * e[first]);
  double g = d[last] - d[first] + e[first] / (half + std::copysign(std::hypot(half, 1), half));
  double s = 1, c = 1, p = 0;
  turns.begin(last - 1, -1);
  for (int64_t i = last - 1; i >= first; i--) {
    const double f = s * e[i], b = c * e[i], r = std::sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r == 0) {
      d[i + 1] -= p;
      e[last] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    const double t = (d[i] - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    turns.push(c, -s);
  }
  d[first] -= p;
  e[first] = g;
  e[last] = 0;
}

// e has a place more than there are elements beside the diagonal.
bool iterate(double* d, double* e, int64_t size, Sweeps& turns) {
  int64_t left = kMostSweeps * size;
  e[size - 1] = 0;
  for (int64_t first = 0; first < size; first++) {
    for (;;) {
      int64_t last = first;
      while (last + 1 < size &&
             std::fabs(e[last]) > DBL_EPSILON * (std::fabs(d[last]) + std::fabs(d[last + 1])) + DBL_MIN)
        last++;
      if (last == first) break;
      if (left-- == 0) return false;
      sweep(d, e, first, last, turns);
    }
  }
  turns.flush();
  return true;
}

// Selection: as many exchanges of rows as there are.
void sortAscending(double* d, int64_t size, const Part& rows) {
  for (int64_t i = 0; i < size; i++) {
    const int64_t least = std::min_element(d + i, d + size) - d;
    if (least == i) continue;
    std::swap(d[i], d[least]);
    std::swap_ranges(&rows.at(i, 0), &rows.at(i, 0) + size, &rows.at(least, 0));
  }
}

}  // namespace

Outcome iterateSymmetric(double* d, double* e, int64_t size, const Part& vectors) {
  Sweeps turns(&vectors, size, (size + kPadding - 1) / kPadding * kPadding);
  if (!turns.ready()) return Outcome::noMemory;
  if (!iterate(d, e, size, turns)) return Outcome::diverged;
  sortAscending(d, size, vectors);
  return Outcome::done;
}

Outcome symmetricEigen(const Part& a, int64_t size, double* values, const Part* vectors) {
  if (size == 0) return Outcome::done;
  const lapack::Called called = lapack::eigh(a, size, values, vectors);
  if (called != lapack::Called::absent) return lapack::outcomeOf(called);
  const double by = scaled(a, size, size);
  Rows beside(1, size), tau(1, size), v(size, size);
  Panel panel(size);
  Applied work(size);
  if (!beside.ready() || !tau.ready() || !v.ready() || !panel.ready() || !work.ready()) return Outcome::noMemory;
  const Reflectors h{v.part(), tau.data(), size - 1, size, 1};
  tridiagonalize(a, size, values, beside.data(), h, panel);
  const Outcome outcome = vectors == nullptr ? symmetricValues(values, beside.data(), size)
                                             : divideSymmetric(values, beside.data(), size, *vectors);
  if (outcome != Outcome::done) return outcome;
  if (vectors != nullptr) applyAll(h, *vectors, size, work);
  for (int64_t i = 0; i < size; i++) values[i] *= by;
  return Outcome::done;
}

}  // namespace maniple::solve
