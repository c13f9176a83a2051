// QR steps on Hessenberg matrices with their far parts put off. A step turns rows and columns of the window [first, last] that is still
// iterated on; the parts right of the window and above it, and Q, wait until there are several sweeps of steps, and a group of columns or rows
// that stays in a cache is turned by all of them. A crew shares the groups.
//
//        first  last
//      ┌─────┬────┬─────┐
//      │     │ b  │     │     at once: the window; of its columns only the rows near the step, the rows above at the end of a sweep
//      ├─────┼────┼─────┤     put off: a, turned by rows; b, turned by columns; Q's columns, which are kept as rows
//      │     │ \  │  a  │
//      ├─────┼────┼─────┤
#pragma once

#include <algorithm>

#include "../core/crew.h"
#include "matrix.h"

namespace maniple::solve {

// Step: a turn of `reach` or fewer rows from row `at` on, with turnRows(matrix, step, from, to) of columns [from, to), turnColumns of rows
// [from, to), and turnVectors of columns of Q.
template <typename Matrix, typename Step>
class Chase {
 public:
  Chase(const Matrix& h, int64_t size, const Matrix* q) noexcept
      : h_(h), size_(size), q_(q), steps_(q == nullptr ? 1 : kKept, (size + 1) * kWords) {}
  bool ready() const noexcept { return steps_.ready(); }

  void begin(int64_t first, int64_t last) {
    if (q_ == nullptr) count_ = 0;
    else if (count_ == kKept) flush();
    sweeps_[count_++] = {first, last, 0};
  }

  // Turns the window's rows, and its columns from the step's first row on.
  void push(const Step& step) {
    Sweep& sweep = sweeps_[count_ - 1];
    stepsOf(count_ - 1)[sweep.count++] = step;
    turnRows(h_, step, step.at, sweep.last + 1);
    turnColumns(h_, step, step.at, std::min(step.at + step.reach(), sweep.last) + 1);
  }

  // The columns of the window above the steps.
  void end() {
    const Sweep& sweep = sweeps_[count_ - 1];
    const Step* const steps = stepsOf(count_ - 1);
    const int64_t rows = sweep.last - sweep.first;
    Crew::eachPart(rows, kRows, rows * rows >= kWorthSharing, [&](int64_t from, int64_t to) {
      for (int64_t k = 0; k < sweep.count; k++) {
        const int64_t below = std::min(sweep.first + to, steps[k].at);
        if (sweep.first + from < below) turnColumns(h_, steps[k], sweep.first + from, below);
      }
    });
  }

  // Turns the parts that were put off.
  void flush() {
    if (q_ == nullptr || count_ == 0) return;
    const bool shared = size_ * count_ * kWords >= kWorthSharing / 8;
    Crew::eachPart(size_, kColumns, shared, [&](int64_t from, int64_t to) {
      each([&](const Sweep& sweep, const Step& step) {
        const int64_t right = std::max(from, sweep.last + 1);
        if (right < to) turnRows(h_, step, right, to);
        turnVectors(*q_, step, from, to);
      });
    });
    Crew::eachPart(size_, kRows, shared, [&](int64_t from, int64_t to) {
      each([&](const Sweep& sweep, const Step& step) {
        const int64_t below = std::min(to, sweep.first);
        if (from < below) turnColumns(h_, step, from, below);
      });
    });
    count_ = 0;
  }

 private:
  static constexpr int64_t kKept = 32, kColumns = 128, kRows = 16, kWorthSharing = 1 << 14;
  static constexpr int64_t kWords = sizeof(Step) / sizeof(double);
  struct Sweep {
    int64_t first, last, count;
  };

  template <typename Body>
  void each(const Body& body) const {
    for (int64_t s = 0; s < count_; s++)
      for (int64_t k = 0; k < sweeps_[s].count; k++) body(sweeps_[s], stepsOf(s)[k]);
  }

  Step* stepsOf(int64_t sweep) const { return reinterpret_cast<Step*>(steps_.at(sweep)); }

  const Matrix h_;
  const int64_t size_;
  const Matrix* const q_;
  const Rows steps_;
  int64_t count_ = 0;
  Sweep sweeps_[kKept];
};

}  // namespace maniple::solve
