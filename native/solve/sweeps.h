// Plane rotations that an iteration makes one by one, kept until there are enough to turn rows by many of them at a time.
#pragma once

#include "matrix.h"
#include "vectors.h"

namespace maniple::solve {

class Sweeps {
 public:
  // For rows of `columns` elements, `size` of them; without rows nothing is kept.
  Sweeps(const Part* rows, int64_t size, int64_t columns) noexcept
      : rows_(rows), columns_(columns), turns_(rows == nullptr ? 0 : kKept, 2 * size) {}
  bool ready() const noexcept { return rows_ == nullptr || turns_.ready(); }

  // Begins with rows first and first + 1; `step` as in Sweep.
  void begin(int64_t first, int64_t step) {
    if (rows_ == nullptr) return;
    if (count_ == kKept) flush();
    sweeps_[count_] = {reinterpret_cast<Turn*>(turns_.at(count_)), first, step, 0};
    count_++;
  }
  void push(double c, double s) {
    if (rows_ == nullptr) return;
    Sweep& last = sweeps_[count_ - 1];
    reinterpret_cast<Turn*>(turns_.at(count_ - 1))[last.count++] = {c, s};
  }
  void flush() {
    if (count_ > 0) vectors().turn(rows_->data, rows_->row, columns_, sweeps_, count_);
    count_ = 0;
  }

 private:
  static constexpr int64_t kKept = 64;
  const Part* rows_;
  int64_t columns_, count_ = 0;
  Rows turns_;
  Sweep sweeps_[kKept];
};

}  // namespace maniple::solve
