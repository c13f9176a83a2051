// Matrices with no fewer rows than columns, by their columns: QR factors, and singular values and vectors.
#pragma once

#include <algorithm>

#include "qr.h"
#include "stack.h"

namespace maniple::solve {

inline double statusOf(Outcome outcome) { return outcome == Outcome::noMemory ? kStatusMemory : kStatusDiverged; }

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

// The singular values and vectors of the columns of `tall`, which has no more columns than rows: vectors of its long side as rows of
// `far`, of its short side as rows of `near`, or values alone.
Outcome decompose(Orthogonal& tall, const Rows& values, const Part* far, int64_t farRows, const Part* near);

}  // namespace maniple::solve
