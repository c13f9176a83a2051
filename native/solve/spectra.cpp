// The routines qr_f64 …, eigh_f64 …, svd_f64 … (stack.h has their parameters):
//
//     qr       A, Q, R; a scalar: Q's columns                eigh        A (its lower triangle), values, vectors
//     qr_r     A, R                                          eigvalsh    A, values
//     svd      A, U, values, V; a scalar: the larger of      svdvals     A, values
//              U's columns and V's rows
//
// Values are matrices of one row.
#include <algorithm>
#include <cmath>

#include "../core/kernels.h"
#include "lapack.h"
#include "qr.h"
#include "singular.h"
#include "stack.h"
#include "symmetric.h"

namespace maniple::solve {
namespace {

constexpr int kNoSlot = 0;

double statusOf(Outcome outcome) { return outcome == Outcome::noMemory ? kStatusMemory : kStatusDiverged; }

// A matrix of `length` rows by its `count` columns, and its QR factors.
struct Orthogonal {
  int64_t count, length, found;
  Rows columns, v, tau;
  Applied work;

  Orthogonal(int64_t count, int64_t length, int64_t rows) noexcept
      : count(count),
        length(length),
        found(std::min(count, length)),
        columns(count, length),
        v(found, length),
        tau(1, found),
        work(std::max(count, rows)) {}
  bool ready() const { return columns.ready() && v.ready() && tau.ready() && work.ready() && prepare(); }
  Reflectors reflectors() const { return {v.part(), tau.data(), found, length, 0}; }
  void factor() { factorColumns(columns.part(), count, reflectors(), work); }
};

// With slots for Q, of `rows` columns, or none, and R.
template <typename T>
void factorUnit(double* P, int64_t u, int slotQ, int slotR, int64_t rows) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]);
  Orthogonal factors(n, m, rows);
  const Rows q(slotQ == kNoSlot ? 0 : rows, m);
  if (!factors.ready() || !q.ready()) return lines::fail(P, kStatusMemory);
  const Part columns = factors.columns.part();
  load(columns, stackAt<T>(P, kA, u).transposed(), n, m);
  const Part vectors = q.part();
  const lapack::Called called = lapack::qr(columns, n, m, slotQ == kNoSlot ? nullptr : &vectors, rows);
  const bool own = called == lapack::Called::absent;
  if (own) factors.factor();
  else if (called != lapack::Called::done) return lines::fail(P, statusOf(lapack::outcomeOf(called)));
  const auto r = stackAt<T>(P, slotR, u);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < n; j++) r.at(i, j) = i <= j ? static_cast<T>(columns.at(j, i)) : T(0);
  if (slotQ == kNoSlot) return;
  if (own) accumulate(factors.reflectors(), vectors, rows, factors.work);
  save(stackAt<T>(P, slotQ, u).transposed(), vectors, rows, m);
}

constexpr int kQrCrew = kFourth + 1, kRCrew = kThird;

template <typename T>
void qr(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kQrCrew, [P](int64_t u) { factorUnit<T>(P, u, kSecond, kThird, static_cast<int64_t>(P[kFourth])); });
}

template <typename T>
void onlyR(double* P, int64_t u0, int64_t u1) {
  const int64_t rows = static_cast<int64_t>(std::min(P[2], P[3]));
  eachMatrix(P, u0, u1, kRCrew, [P, rows](int64_t u) { factorUnit<T>(P, u, kNoSlot, kSecond, rows); });
}

template <typename T, bool withVectors>
void eighUnit(double* P, int64_t u) {
  const int64_t n = static_cast<int64_t>(P[2]);
  const Rows a(n, n), values(1, n), rows(withVectors ? n : 0, n);
  if (!a.ready() || !values.ready() || !rows.ready() || !prepare()) return lines::fail(P, kStatusMemory);
  const auto from = stackAt<T>(P, kA, u);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = i; j < n; j++) a.part().at(i, j) = from.at(j, i);
  if (!allFinite(a.part(), n, n)) return lines::fail(P, kStatusNotFinite);
  const Part vectors = rows.part();
  const Outcome outcome = symmetricEigen(a.part(), n, values.data(), withVectors ? &vectors : nullptr);
  if (outcome != Outcome::done) return lines::fail(P, statusOf(outcome));
  save(stackAt<T>(P, kSecond, u), values.part(), 1, n);
  if (withVectors) save(stackAt<T>(P, kThird, u).transposed(), vectors, n, n);
}

template <bool withVectors>
constexpr int kEighCrew = withVectors ? kFourth : kThird;

template <typename T, bool withVectors>
void eigh(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kEighCrew<withVectors>, [P](int64_t u) { eighUnit<T, withVectors>(P, u); });
}

// The singular values and vectors of the columns of `tall`, which has no more columns than rows: vectors of its long side as rows of
// `far`, of its short side as rows of `near`, or values alone.
Outcome decompose(Orthogonal& tall, const Rows& values, const Part* far, int64_t farRows, const Part* near) {
  const int64_t size = tall.count;
  const Part columns = tall.columns.part();
  const bool square = tall.count == tall.length;
  const lapack::Called called = lapack::svd(columns, size, tall.length, values.data(), far, farRows, near);
  if (called != lapack::Called::absent) return lapack::outcomeOf(called);
  if (!square) {
    tall.factor();
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = i + 1; j < size; j++) columns.at(i, j) = 0;
  }
  // The rows are columns, so left and right are exchanged.
  if (square || far == nullptr) return singularValues(columns, size, values.data(), near, far);
  const Rows small(size, size), q(farRows, tall.length);
  if (!small.ready() || !q.ready()) return Outcome::noMemory;
  const Part inner = small.part();
  const Outcome outcome = singularValues(columns, size, values.data(), near, &inner);
  if (outcome != Outcome::done) return outcome;
  accumulate(tall.reflectors(), q.part(), farRows, tall.work);
  if (size > 0) multiply(*far, inner, q.part(), size, tall.length, size);
  for (int64_t i = size; i < farRows; i++) std::copy_n(q.at(i), tall.length, &far->at(i, 0));
  return Outcome::done;
}

template <typename T, bool withVectors>
void svdUnit(double* P, int64_t u) {
  const int64_t m = static_cast<int64_t>(P[2]), n = static_cast<int64_t>(P[3]);
  const int64_t size = std::min(m, n), length = std::max(m, n);
  const int64_t farRows = withVectors ? static_cast<int64_t>(P[kFourth + 4]) : 0;
  Orthogonal tall(size, length, farRows);
  const Rows values(1, size), farRoom(farRows, length), nearRoom(withVectors ? size : 0, size);
  if (!tall.ready() || !values.ready() || !farRoom.ready() || !nearRoom.ready()) return lines::fail(P, kStatusMemory);
  const auto from = stackAt<T>(P, kA, u);
  load(tall.columns.part(), m >= n ? from.transposed() : from, size, length);
  if (!allFinite(tall.columns.part(), size, length)) return lines::fail(P, kStatusNotFinite);
  const Part far = farRoom.part(), near = nearRoom.part();
  const Outcome outcome =
      withVectors ? decompose(tall, values, &far, farRows, &near) : decompose(tall, values, nullptr, 0, nullptr);
  if (outcome != Outcome::done) return lines::fail(P, statusOf(outcome));
  save(stackAt<T>(P, withVectors ? kThird : kSecond, u), values.part(), 1, size);
  if (!withVectors) return;
  save(stackAt<T>(P, kSecond, u).transposed(), m >= n ? far : near, m >= n ? farRows : size, m);
  save(stackAt<T>(P, kFourth, u), m >= n ? near : far, m >= n ? size : farRows, n);
}

template <bool withVectors>
constexpr int kSvdCrew = withVectors ? kFourth + 5 : kThird;

template <typename T, bool withVectors>
void svd(double* P, int64_t u0, int64_t u1) {
  eachMatrix(P, u0, u1, kSvdCrew<withVectors>, [P](int64_t u) { svdUnit<T, withVectors>(P, u); });
}

template <bool vectors>
bool addSpectra(const char* eigh64, const char* eigh32, const char* svd64, const char* svd32) {
  return add<kEighCrew<vectors>>(eigh64, eigh<double, vectors>, eigh32, eigh<float, vectors>) &&
         add<kSvdCrew<vectors>>(svd64, svd<double, vectors>, svd32, svd<float, vectors>);
}

[[maybe_unused]] const bool registered = add<kQrCrew>("qr_f64", qr<double>, "qr_f32", qr<float>) &&
                                         add<kRCrew>("qr_r_f64", onlyR<double>, "qr_r_f32", onlyR<float>) &&
                                         addSpectra<true>("eigh_f64", "eigh_f32", "svd_f64", "svd_f32") &&
                                         addSpectra<false>("eigvalsh_f64", "eigvalsh_f32", "svdvals_f64", "svdvals_f32");

}  // namespace
}  // namespace maniple::solve
