// Compiled once for each instruction set: see vectors.h.
#include "vectors.h"

#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
#define INLINE static inline __attribute__((always_inline))

namespace maniple::solve {
namespace {

#include "../gemm/lanes.h"

using L = Lanes<double>;
using V = L::V;

constexpr int kAtOnce = 4;

#include "plane_rotations.h"

// Four sums, so that one addition need not wait for the one before.
double dot(const double* x, const double* y, int64_t length) {
  V sums[kAtOnce];
  for (int v = 0; v < kAtOnce; v++) sums[v] = L::all(0);
  int64_t i = 0;
  for (; i + kAtOnce * L::width <= length; i += kAtOnce * L::width)
#pragma GCC unroll 4
    for (int v = 0; v < kAtOnce; v++) sums[v] = L::fma(L::load(x + i + v * L::width), L::load(y + i + v * L::width), sums[v]);
#pragma GCC unroll 4
  for (int v = 0; v + 1 < kAtOnce; v++)
    if (i + L::width <= length) {
      sums[v] = L::fma(L::load(x + i), L::load(y + i), sums[v]);
      i += L::width;
    }
  double lanes[L::width], total = 0;
  L::store(lanes, (sums[0] + sums[1]) + (sums[2] + sums[3]));
  for (int l = 0; l < L::width; l++) total += lanes[l];
  for (; i < length; i++) total += x[i] * y[i];
  return total;
}

void add(double* y, double factor, const double* x, int64_t length) {
  const V f = L::all(factor);
  int64_t i = 0;
  for (; i + L::width <= length; i += L::width) L::store(y + i, L::fma(f, L::load(x + i), L::load(y + i)));
  for (; i < length; i++) y[i] += factor * x[i];
}

// Elements [from, width) of a row less so many times the pivot row's.
INLINE void takeRest(double* values, double factor, const double* pivot, int64_t from, int64_t width) {
#if defined(__AVX512F__)
  const __mmask8 some = static_cast<__mmask8>((1u << (width - from)) - 1);
  const V left = _mm512_maskz_loadu_pd(some, values + from), taken = _mm512_maskz_loadu_pd(some, pivot + from);
  _mm512_mask_storeu_pd(values + from, some, L::fma(L::all(-factor), taken, left));
#else
  for (int64_t j = from; j < width; j++) values[j] -= factor * pivot[j];
#endif
}

// Of Whole whole vectors and less than one more.
template <int Whole>
INLINE void eliminateRows(double* rows, int64_t row, int64_t count, const double* pivot, int64_t width) {
  const double top = *pivot++;
  V above[Whole + 1];
  for (int v = 0; v < Whole; v++) above[v] = L::load(pivot + v * L::width);
  for (int64_t i = 0; i < count; i++) {
    double* const first = rows + i * row;
    const double factor = *first /= top;
    const V by = L::all(-factor);
#pragma GCC unroll 8
    for (int v = 0; v < Whole; v++) L::store(first + 1 + v * L::width, L::fma(by, above[v], L::load(first + 1 + v * L::width)));
    if (width > Whole * L::width) takeRest(first + 1, factor, pivot, Whole * L::width, width);
  }
}

void eliminateWide(double* rows, int64_t row, int64_t count, const double* pivot, int64_t width) {
  const int64_t whole = width / L::width * L::width;
  for (int64_t i = 0; i < count; i++) {
    double* const first = rows + i * row;
    const double factor = *first /= *pivot;
    add(first + 1, -factor, pivot + 1, whole);
    if (whole < width) takeRest(first + 1, factor, pivot + 1, whole, width);
  }
}

void eliminate(double* rows, int64_t row, int64_t count, const double* pivot, int64_t width) {
  const int64_t whole = width / L::width;
  if (whole > 3) return eliminateWide(rows, row, count, pivot, width);
  if (whole == 0) return eliminateRows<0>(rows, row, count, pivot, width);
  if (whole == 1) return eliminateRows<1>(rows, row, count, pivot, width);
  if (whole == 2) return eliminateRows<2>(rows, row, count, pivot, width);
  eliminateRows<3>(rows, row, count, pivot, width);
}

// Some rows of a matrix and their factors, `step` apart.
struct Taken {
  const double* factors;
  int64_t step;
  const double* rows;
  int64_t row, count;
};

// Count vectors at column j of a row, less so many times the rows taken from it.
template <int Count>
INLINE void lessRows(double* out, const double* y, const Taken& taken, int64_t j) {
  V left[Count];
#pragma GCC unroll 8
  for (int v = 0; v < Count; v++) left[v] = L::load(y + j + v * L::width);
  const double* from = taken.rows + j;
  for (int64_t k = 0; k < taken.count; k++, from += taken.row) {
    const V by = L::all(-taken.factors[k * taken.step]);
#pragma GCC unroll 8
    for (int v = 0; v < Count; v++) left[v] = L::fma(by, L::load(from + v * L::width), left[v]);
  }
#pragma GCC unroll 8
  for (int v = 0; v < Count; v++) L::store(out + v * L::width, left[v]);
}

// The last vector may overlap the one before, so it is computed from y as it was.
void subtractRows(double* y, const double* factors, int64_t step, const double* rows, int64_t row, int64_t count, int64_t width) {
  const Taken taken{factors, step, rows, row, count};
  if (width < L::width) {
    for (int64_t k = 0; k < count; k++)
      for (int64_t j = 0; j < width; j++) y[j] -= factors[k * step] * rows[k * row + j];
    return;
  }
  double last[L::width];
  const int64_t end = width - L::width;
  lessRows<1>(last, y, taken, end);
  int64_t j = 0;
  for (; j + 8 * L::width <= width; j += 8 * L::width) lessRows<8>(y + j, y, taken, j);
  for (; j + 4 * L::width <= width; j += 4 * L::width) lessRows<4>(y + j, y, taken, j);
  if (j + 2 * L::width <= width) lessRows<2>(y + j, y, taken, j), j += 2 * L::width;
  if (j < end) lessRows<1>(y + j, y, taken, j);
  __builtin_memcpy(y + end, last, sizeof last);
}

// Some rows of an upper triangle, from column j on: adds their products with x to `sums`, and their multiples by `factors` to out.
template <int Count>
void someRows(const double* matrix, int64_t row, const double* x, const double* factors, int64_t length, double* out, double* sums) {
  V total[Count], factor[Count];
  for (int r = 0; r < Count; r++) {
    total[r] = L::all(0);
    factor[r] = L::all(factors[r]);
  }
  int64_t i = 0;
  for (; i + L::width <= length; i += L::width) {
    const V with = L::load(x + i);
    V result = L::load(out + i);
#pragma GCC unroll 4
    for (int r = 0; r < Count; r++) {
      const V values = L::load(matrix + r * row + i);
      total[r] = L::fma(values, with, total[r]);
      result = L::fma(values, factor[r], result);
    }
    L::store(out + i, result);
  }
  for (int r = 0; r < Count; r++) {
    double lanes[L::width];
    L::store(lanes, total[r]);
    for (int l = 0; l < L::width; l++) sums[r] += lanes[l];
    for (int64_t j = i; j < length; j++) {
      sums[r] += matrix[r * row + j] * x[j];
      out[j] += matrix[r * row + j] * factors[r];
    }
  }
}

void symmetric(double* out, const double* matrix, int64_t row, const double* x, int64_t size, int64_t rows) {
  constexpr int64_t some = 4;
  for (int64_t i = 0; i < size; i++) out[i] = 0;
  for (int64_t i = 0; i < rows; i += some) {
    const int64_t count = rows - i < some ? rows - i : some, rest = size - i - count;
    double sums[some] = {};
    // The corner, then the columns behind it.
    for (int64_t r = 0; r < count; r++) {
      const double* const values = matrix + (i + r) * row + i;
      sums[r] += values[r] * x[i + r];
      for (int64_t j = r + 1; j < count; j++) {
        sums[r] += values[j] * x[i + j];
        sums[j] += values[j] * x[i + r];
      }
    }
    const double* const beside = matrix + i * row + i + count;
    const double* const with = x + i + count;
    if (count == some && rest > 0) someRows<some>(beside, row, with, x + i, rest, out + i + count, sums);
    for (int64_t r = 0; r < count && count < some; r++)
      someRows<1>(beside + r * row, row, with, x + i + r, rest, out + i + count, sums + r);
    for (int64_t r = 0; r < count; r++) out[i + r] += sums[r];
  }
}

void poles(const double* weights, const double* poles, double x, int64_t length, double* sum, double* slope) {
  const V at = L::all(x);
  V sums[2] = {L::all(0), L::all(0)}, slopes[2] = {L::all(0), L::all(0)};
  int64_t i = 0;
  for (; i + 2 * L::width <= length; i += 2 * L::width)
    for (int v = 0; v < 2; v++) {
      const V gap = L::load(poles + i + v * L::width) - at;
      const V part = L::load(weights + i + v * L::width) / gap;
      sums[v] = sums[v] + part;
      slopes[v] = slopes[v] + part / gap;
    }
  double lanes[2][L::width];
  L::store(lanes[0], sums[0] + sums[1]);
  L::store(lanes[1], slopes[0] + slopes[1]);
  *sum = *slope = 0;
  for (int l = 0; l < L::width; l++) {
    *sum += lanes[0][l];
    *slope += lanes[1][l];
  }
  for (; i < length; i++) {
    const double part = weights[i] / (poles[i] - x);
    *sum += part;
    *slope += part / (poles[i] - x);
  }
}

const Vectors vectorsHere = {dot, add, eliminate, subtractRows, turn, poles, symmetric};

}  // namespace

const Vectors* JOIN(vectors_, MANIPLE_VARIANT)() { return &vectorsHere; }

}  // namespace maniple::solve
