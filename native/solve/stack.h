// How routines on stacks of matrices see their arguments: a unit is one matrix, computed in doubles.
//
//     P: 0 status   1 batch   2 rows of A   3 columns   4 A's address   5 6 7 A's strides: batch, row, column
//        then four slots for each further argument, the scalars, and last the state of a crew (core/crew.h): a stack of one large
//        matrix has several units, which share the work on it (lib/device/routines.ts)
#pragma once

#include <cstddef>
#include <type_traits>

#include "../core/crew.h"
#include "../core/kernels.h"
#include "matrix.h"

namespace maniple::solve {

constexpr int kA = 4, kSecond = 8, kThird = 12, kFourth = 16;
// STATUS in lib/ir/kernel.ts.
constexpr double kStatusMemory = 3;
constexpr double kStatusSingular = 4;
constexpr double kStatusIndefinite = 5;
constexpr double kStatusNotFinite = 7;
constexpr double kStatusDiverged = 8;

// A matrix of a stack.
template <typename T>
struct Stack {
  T* data;
  int64_t row, column;

  T& at(int64_t i, int64_t j) const { return data[i * row + j * column]; }
  Stack transposed() const { return {data, column, row}; }
};

template <typename T>
Stack<T> stackAt(const double* P, int slot, int64_t which) {
  return {reinterpret_cast<T*>(static_cast<uintptr_t>(P[slot])) + which * static_cast<int64_t>(P[slot + 1]),
          static_cast<int64_t>(P[slot + 2]), static_cast<int64_t>(P[slot + 3])};
}

// Copies a few columns at a time: where one of the two goes along its columns, its lines stay in the cache for several rows.
template <typename To, typename From>
void copy(const To& to, const From& from, int64_t rows, int64_t columns) {
  constexpr int64_t tile = 16;
  const int64_t width = from.column == 1 && to.column == 1 ? columns : tile;
  for (int64_t left = 0; left < columns; left += width) {
    const int64_t right = left + width < columns ? left + width : columns;
    for (int64_t i = 0; i < rows; i++) {
      auto* target = &to.at(i, left);
      const auto* source = &from.at(i, left);
      for (int64_t j = left; j < right; j++, target += to.column, source += from.column)
        *target = static_cast<std::decay_t<decltype(*target)>>(*source);
    }
  }
}

template <typename T>
void load(const Part& to, const Stack<T>& from, int64_t rows, int64_t columns) {
  copy(to, from, rows, columns);
}

template <typename T>
void save(const Stack<T>& to, const Part& from, int64_t rows, int64_t columns) {
  copy(to, from, rows, columns);
}

// Calls body(which) for the matrices of units [u0, u1). `state`: the crew's slot.
template <typename Body>
void eachMatrix(double* P, int64_t u0, int64_t u1, int state, const Body& body) {
  if (static_cast<int64_t>(P[1]) == 1) return Crew::unit(P + state, prepare(), [&] { body(0); });
  for (int64_t u = u0; u < u1; u++) body(u);
}

template <int state>
void endCrew(double* P) {
  Crew::reset(P + state);
}

// Enters a routine for either type.
template <int state>
bool add(const char* ofDoubles, Run doubles, const char* ofFloats, Run floats) {
  return addRoutine(ofDoubles, doubles, endCrew<state>) && addRoutine(ofFloats, floats, endCrew<state>);
}

}  // namespace maniple::solve
