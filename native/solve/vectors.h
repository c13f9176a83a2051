// Vector operations of dense factorizations, compiled for several instruction sets (native/sources.txt).
#pragma once

#include <cstdint>

namespace maniple::solve {

// Rows that are turned have room for whole vectors of every variant.
constexpr int64_t kPadding = 8;

struct Turn {
  double c, s;
};

// Plane rotations of rows that follow on each other: of rows (first, first + 1), then of the pair `step` (1 or -1) further.
// Each makes of rows a and b, the lower number first: c a + s b and c b - s a.
struct Sweep {
  const Turn* turns;
  int64_t first, step, count;
};

struct Vectors {
  double (*dot)(const double* x, const double* y, int64_t length);
  // y = y + factor x.
  void (*add)(double* y, double factor, const double* x, int64_t length);
  // Of `count` rows that begin `row` apart: divides the first element by the pivot row's, and takes so many times the pivot row from
  // the `width` elements behind it.
  void (*eliminate)(double* rows, int64_t row, int64_t count, const double* pivot, int64_t width);
  // y = y less the sum of `count` rows that begin `row` apart, times factors that are `step` apart.
  void (*subtractRows)(double* y, const double* factors, int64_t step, const double* rows, int64_t row, int64_t count,
                       int64_t width);
  // Turns rows of `columns` elements, which begin `row` apart, by each sweep.
  void (*turn)(double* rows, int64_t row, int64_t columns, const Sweep* sweeps, int64_t count);
  // The sums of weights / (poles - x), and of weights / (poles - x)².
  void (*poles)(const double* weights, const double* poles, double x, int64_t length, double* sum, double* slope);
  // out = A x for a symmetric matrix given by its upper triangle: the terms of its first `rows` rows, and of the columns that mirror
  // them.
  void (*symmetric)(double* out, const double* matrix, int64_t row, const double* x, int64_t size, int64_t rows);
};

// The widest that this machine runs.
const Vectors& vectors();

}  // namespace maniple::solve
