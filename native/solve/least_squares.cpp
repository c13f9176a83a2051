// The routines lstsq_f64, lstsq_f32, pinv_f64 and pinv_f32, by singular values of which those of at most a share of the largest are taken as 0
// (stack.h has their parameters):
//
//     lstsq   A, B; X, sums of squares of B - A X by column, the rank, the singular values; scalars: B's columns, the share
//     pinv    A; its pseudo-inverse; a scalar: the share
#include <algorithm>

#include "../core/kernels.h"
#include "complex_matrix.h"
#include "tall.h"

namespace maniple::solve {
namespace {

// A = U S V, by U's columns as rows and V's rows.
struct Thin {
  const int64_t m, n, size, length;
  Orthogonal tall;
  Rows values, far, near;
  int64_t rank = 0;

  Thin(int64_t m, int64_t n)
      : m(m),
        n(n),
        size(std::min(m, n)),
        length(std::max(m, n)),
        tall(size, length, size),
        values(1, size),
        far(size, length),
        near(size, size) {}
  bool ready() const { return tall.ready() && values.ready() && far.ready() && near.ready(); }
  Part u() const { return m >= n ? far.part() : near.part(); }
  Part v() const { return m >= n ? near.part() : far.part(); }

  // Whether it could be done; `share` says which values are kept.
  template <typename T>
  bool decomposeUnit(double* P, int64_t which, double share) {
    const auto from = stackAt<T>(P, kA, which);
    load(tall.columns.part(), m >= n ? from.transposed() : from, size, length);
    if (!allFinite(tall.columns.part(), size, length)) {
      lines::fail(P, kStatusNotFinite);
      return false;
    }
    const Part one = far.part(), other = near.part();
    const Outcome outcome = decompose(tall, values, &one, size, &other);
    if (outcome != Outcome::done) lines::fail(P, statusOf(outcome));
    const double* const s = values.data();
    while (outcome == Outcome::done && rank < size && s[rank] > s[0] * share) rank++;
    return outcome == Outcome::done;
  }

  // Divides rows by their singular values, or drops them.
  void divide(const Part& rows, int64_t columns) const {
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = 0; j < columns; j++) rows.at(i, j) = i < rank ? rows.at(i, j) / values.data()[i] : 0 * rows.at(i, j);
  }
};

constexpr int kArgument = 4;
constexpr int slotOf(int argument) { return kA + argument * kArgument; }

template <typename T>
void pinvUnit(double* P, int64_t which) {
  Thin thin(static_cast<int64_t>(P[2]), static_cast<int64_t>(P[3]));
  const Rows x(thin.n, thin.m);
  if (!thin.ready() || !x.ready()) return lines::fail(P, kStatusMemory);
  if (!thin.template decomposeUnit<T>(P, which, P[slotOf(2)])) return;
  thin.divide(thin.u(), thin.m);
  multiply(x.part(), thin.v().transposed(), thin.u(), thin.n, thin.m, thin.size);
  save(stackAt<T>(P, slotOf(1), which), x.part(), thin.n, thin.m);
}

// Sums of squares of B - A X.
template <typename T>
void residuals(double* P, int64_t which, const Thin& thin, const Part& b, const Part& x, int64_t columns) {
  const Rows a(thin.m, thin.n);
  if (!a.ready()) return lines::fail(P, kStatusMemory);
  load(a.part(), stackAt<T>(P, kA, which), thin.m, thin.n);
  subtractProduct(b, a.part(), x, thin.m, columns, thin.n);
  const auto to = stackAt<T>(P, slotOf(3), which);
  for (int64_t j = 0; j < columns; j++) {
    double sum = 0;
    for (int64_t i = 0; i < thin.m; i++) sum += b.at(i, j) * b.at(i, j);
    to.at(0, j) = static_cast<T>(sum);
  }
}

template <typename T>
void lstsqUnit(double* P, int64_t which) {
  Thin thin(static_cast<int64_t>(P[2]), static_cast<int64_t>(P[3]));
  const int64_t columns = static_cast<int64_t>(P[slotOf(6)]);
  const Rows b(thin.m, columns), along(thin.size, columns), x(thin.n, columns);
  if (!thin.ready() || !b.ready() || !along.ready() || !x.ready()) return lines::fail(P, kStatusMemory);
  if (!thin.template decomposeUnit<T>(P, which, P[slotOf(6) + 1])) return;
  load(b.part(), stackAt<T>(P, slotOf(1), which), thin.m, columns);
  multiply(along.part(), thin.u(), b.part(), thin.size, columns, thin.m);
  thin.divide(along.part(), columns);
  multiply(x.part(), thin.v().transposed(), along.part(), thin.n, columns, thin.size);
  save(stackAt<T>(P, slotOf(2), which), x.part(), thin.n, columns);
  stackAt<T>(P, slotOf(4), which).at(0, 0) = static_cast<T>(thin.rank);
  save(stackAt<T>(P, slotOf(5), which), thin.values.part(), 1, thin.size);
  residuals<T>(P, which, thin, b.part(), x.part(), columns);
}

constexpr int kLstsqCrew = slotOf(6) + 2, kPinvCrew = slotOf(2) + 1;

template <typename T>
void lstsq(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kLstsqCrew, [P](int64_t u) { lstsqUnit<T>(P, u); });
}

template <typename T>
void pinv(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kPinvCrew, [P](int64_t u) { pinvUnit<T>(P, u); });
}

[[maybe_unused]] const bool registered = add<kLstsqCrew>("lstsq_f64", lstsq<double>, "lstsq_f32", lstsq<float>) &&
                                         add<kPinvCrew>("pinv_f64", pinv<double>, "pinv_f32", pinv<float>);

}  // namespace
}  // namespace maniple::solve
