// Two halves of a tridiagonal matrix, each without a part of the element between them:
//
//     T = [ T1    ] + rho v vᵀ,   v = (0 … 0 1 ±1 0 … 0)        Qᵀ T Q = D + rho z zᵀ,   z = Qᵀ v
//         [    T2 ]
#include <algorithm>
#include <atomic>
#include <cfloat>
#include <cmath>

#include "divide.h"
#include "pair.h"
#include "symmetric.h"
#include "vectors.h"

namespace maniple::solve {
namespace {

constexpr int64_t kSomeRoots = 8;

struct Tridiagonal {
  double *d, *e;
  const Part vectors;
  const PairRoom& room;
  const Part factors;
  std::atomic<Outcome>& outcome;

  void leaf(int64_t from, int64_t to) const;
  void join(int64_t from, int64_t middle, int64_t to) const;
  void deflate(Pair& pair, double rho, double tolerance) const;
};

void Tridiagonal::leaf(int64_t from, int64_t to) const {
  const int64_t size = to - from;
  const Rows rows(size, size);
  double beside[2 * Halves::kLeaf];
  if (!rows.ready()) return outcome.store(Outcome::noMemory);
  const Part part = rows.part();
  for (int64_t i = 0; i < size; i++) part.at(i, i) = 1;
  std::copy_n(e + from, size, beside);
  const Outcome found = iterateSymmetric(d + from, beside, size, part);
  if (found != Outcome::done) return outcome.store(found);
  for (int64_t i = 0; i < size; i++) std::copy_n(&part.at(i, 0), size, &vectors.at(from + i, from));
}

void Tridiagonal::deflate(Pair& pair, double rho, double tolerance) const {
  pair.deflate(0, tolerance / rho, [&](int64_t before, int64_t row, double c, double s) {
    double &one = pair.d[before], &other = pair.d[row];
    if (std::fabs((other - one) * c * s) > tolerance) return false;
    const double low = one * c * c + other * s * s, high = one * s * s + other * c * c;
    one = low;
    other = high;
    const int64_t at = pair.d - d;
    rotate(&vectors.at(at + before, at), &vectors.at(at + row, at), pair.size, c, s);
    return true;
  });
}

void Tridiagonal::join(int64_t from, int64_t middle, int64_t to) const {
  if (outcome.load(std::memory_order_relaxed) != Outcome::done) return;
  const double between = e[middle - 1], rho = 2 * std::fabs(between);
  const int64_t left = middle - from;
  Pair pair(room, d + from, from, to - from);
  double most = 0, mostZ = 0;
  for (int64_t i = 0; i < pair.size; i++) {
    const bool first = i < left;
    const double value = first ? vectors.at(from + i, middle - 1) : vectors.at(from + i, middle);
    pair.z[i] = (first || between > 0 ? value : -value) * std::sqrt(0.5);
    pair.side[i] = first ? Side::left : Side::right;
    most = std::max(most, std::fabs(pair.d[i]));
    mostZ = std::max(mostZ, std::fabs(pair.z[i]));
  }
  const double tolerance = 8 * DBL_EPSILON * std::max(most, mostZ);
  pair.sort(left, left);
  deflate(pair, rho, tolerance);
  const Part rows = factors.from(from, 0);
  const Secular s = pair.solve(rho, false);
  Crew::each((pair.kept + kSomeRoots - 1) / kSomeRoots, [&](int64_t part) {
    for (int64_t i = part * kSomeRoots; i < std::min(pair.kept, (part + 1) * kSomeRoots); i++) {
      double* const gap = &pair.gaps().at(i, 0);
      for (int64_t j = 0; j < pair.kept; j++) gap[j] = s.z[j] / gap[j];
      const double by = 1 / std::sqrt(solve::vectors().dot(gap, gap, pair.kept));
      for (int64_t j = 0; j < pair.kept; j++) rows.at(i, pair.place(j)) = gap[j] * by;
    }
  });
  pair.rank();
  pair.combine(vectors.from(from, from), rows, left, pair.size);
}

}  // namespace

Outcome divideSymmetric(double* d, double* e, int64_t size, const Part& vectors) {
  const Halves halves(size);
  const PairRoom room(size);
  const Rows factors(size, size);
  if (!room.ready() || !factors.ready()) return Outcome::noMemory;
  for (int64_t i = 0; i < size; i++) std::fill_n(&vectors.at(i, 0), size, 0.0);
  for (int64_t w = 1; w < int64_t{1} << halves.levels; w++) {
    const int64_t at = halves.begin(halves.levels, w);
    d[at - 1] -= std::fabs(e[at - 1]);
    d[at] -= std::fabs(e[at - 1]);
  }
  std::atomic<Outcome> outcome{Outcome::done};
  const Tridiagonal t{d, e, vectors, room, factors.part(), outcome};
  halves.conquer([&](int64_t from, int64_t to) { t.leaf(from, to); },
                 [&](int64_t from, int64_t middle, int64_t to) { t.join(from, middle, to); });
  return outcome.load();
}

}  // namespace maniple::solve
