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
#include "stack.h"
#include "symmetric.h"
#include "tall.h"

namespace maniple::solve {
namespace {

constexpr int kNoSlot = 0;

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
