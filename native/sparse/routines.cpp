// The routines sparse_solve, sparse_factor, sparse_take and sparse_apply: direct solution with sparse matrices. Each is one unit of work, which
// a crew (core/crew.h) shares: a launch has several units for it.
//
//     P: 0 status   1 one   2 3 sizes for the cost of the launch (lib/device/routines.ts), then arguments: address and strides
//     solve    4 pointers   6 columns   8 values   10 b (n, k)   13 x (n, k)   16 method   17 the crew's state
//     factor   4 pointers   6 columns   8 values   10 ticket (4)   12 method, or 3: incomplete   13 14 drop, fill   15 the crew's state
//     take     4 ticket   6 the factors' integers   8 their doubles   10 the crew's state
//     apply    4 integers   6 doubles   8 b   11 x   14 whether it is the transpose's   15 the crew's state
//
// How large factors are is known when they are made. They wait in a table, under the number in the ticket (number, integers, doubles), until
// there are arrays that take them.
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

#include "../core/crew.h"
#include "../core/kernels.h"
#include "../lines/lines.h"
#include "../solve/stack.h"
#include "direct.h"

namespace maniple::sparse {
namespace {

constexpr int kSolveCrew = 17, kFactorCrew = 15, kTakeCrew = 10, kApplyCrew = 15;
constexpr double kIncomplete = 3;

template <typename T>
T* addressOf(const double* P, int slot) {
  return reinterpret_cast<T*>(static_cast<uintptr_t>(P[slot]));
}

std::mutex lock;
double last = 0;

std::unordered_map<double, std::unique_ptr<Factors>>& waiting() {
  static std::unordered_map<double, std::unique_ptr<Factors>> table;
  return table;
}

void report(double* P, Result result) {
  switch (result) {
    case Result::done: return;
    case Result::noMemory: return lines::fail(P, solve::kStatusMemory);
    case Result::singular: return lines::fail(P, solve::kStatusSingular);
    case Result::indefinite: return lines::fail(P, solve::kStatusIndefinite);
    case Result::notFinite: return lines::fail(P, solve::kStatusNotFinite);
  }
}

// Calls body(), which may throw where memory is out, on the thread that leads the crew.
template <typename Body>
void asCrew(double* P, int state, const Body& body) {
  Crew::unit(P + state, true, [&] {
    try {
      body();
    } catch (const std::bad_alloc&) {
      lines::fail(P, solve::kStatusMemory);
    }
  });
}

Matrix matrixAt(const double* P, int64_t size) {
  return {static_cast<int32_t>(size), addressOf<const int32_t>(P, 4), addressOf<const int32_t>(P, 6), addressOf<const double>(P, 8)};
}

// Solves for the columns of b, which know nothing of each other.
void applyAll(double* P, const int32_t* index, const double* value, int from, int to, bool transposed) {
  const int64_t size = index[1], columns = static_cast<int64_t>(P[3]);
  const auto step = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  Crew::each(columns, [&](int64_t j) {
    const lines::Scratch spare(static_cast<std::size_t>(2 * size + 1) * sizeof(double));
    if (spare.get() == nullptr) return lines::fail(P, solve::kStatusMemory);
    apply(index, value, transposed, {addressOf<const double>(P, from) + j * step(from + 2), step(from + 1)},
          {addressOf<double>(P, to) + j * step(to + 2), step(to + 1)}, reinterpret_cast<double*>(spare.get()));
  });
}

void solveAtOnce(double* P, int64_t, int64_t) {
  asCrew(P, kSolveCrew, [P] {
    Factors factors;
    const Result result = factorize(matrixAt(P, static_cast<int64_t>(P[2])), static_cast<Method>(static_cast<int>(P[16])), factors);
    if (result != Result::done) return report(P, result);
    applyAll(P, factors.index.data(), factors.value.data(), 10, 13, false);
  });
}

void factorOnly(double* P, int64_t, int64_t) {
  asCrew(P, kFactorCrew, [P] {
    auto factors = std::make_unique<Factors>();
    const Matrix a = matrixAt(P, static_cast<int64_t>(P[2]));
    const bool incomplete = P[12] == kIncomplete;
    const Result result = incomplete ? factorizeIncompletely(a, P[13], P[14], *factors)
                                     : factorize(a, static_cast<Method>(static_cast<int>(P[12])), *factors);
    if (result != Result::done) return report(P, result);
    double* const ticket = addressOf<double>(P, 10);
    ticket[1] = static_cast<double>(factors->index.size());
    ticket[2] = static_cast<double>(factors->value.size());
    const std::lock_guard<std::mutex> guard(lock);
    ticket[0] = ++last;
    waiting()[last] = std::move(factors);
  });
}

// Moves factors into arrays of just their sizes; others drop them.
void take(double* P, int64_t, int64_t) {
  asCrew(P, kTakeCrew, [P] {
    std::unique_ptr<Factors> factors;
    {
      const std::lock_guard<std::mutex> guard(lock);
      const auto found = waiting().find(*addressOf<const double>(P, 4));
      if (found == waiting().end()) return;
      factors = std::move(found->second);
      waiting().erase(found);
    }
    if (static_cast<double>(factors->index.size()) != P[2] || static_cast<double>(factors->value.size()) != P[3]) return;
    std::copy(factors->index.begin(), factors->index.end(), addressOf<int32_t>(P, 6));
    std::copy(factors->value.begin(), factors->value.end(), addressOf<double>(P, 8));
  });
}

void applyFactors(double* P, int64_t, int64_t) {
  asCrew(P, kApplyCrew, [P] { applyAll(P, addressOf<const int32_t>(P, 4), addressOf<const double>(P, 6), 8, 11, P[14] != 0); });
}

[[maybe_unused]] const bool registered = addRoutine("sparse_solve", solveAtOnce, solve::endCrew<kSolveCrew>) &&
                                         addRoutine("sparse_factor", factorOnly, solve::endCrew<kFactorCrew>) &&
                                         addRoutine("sparse_take", take, solve::endCrew<kTakeCrew>) &&
                                         addRoutine("sparse_apply", applyFactors, solve::endCrew<kApplyCrew>);

}  // namespace
}  // namespace maniple::sparse
