// How routines on stacks of matrices see their arguments: a unit is one matrix, computed in doubles.
//
//     P: 0 status   1 batch   2 rows of A   3 columns   4 A's address   5 6 7 A's strides: batch, row, column
//        then four slots for each further argument, and the scalars
#pragma once

#include <cstddef>

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

template <typename T>
void load(const Part& to, const Stack<T>& from, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) to.at(i, j) = from.at(i, j);
}

template <typename T>
void save(const Stack<T>& to, const Part& from, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++) to.at(i, j) = static_cast<T>(from.at(i, j));
}

}  // namespace maniple::solve
