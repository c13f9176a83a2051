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

// Four sums, so that one addition need not wait for the one before.
double dot(const double* x, const double* y, int64_t length) {
  V sums[kAtOnce];
  for (int v = 0; v < kAtOnce; v++) sums[v] = L::all(0);
  int64_t i = 0;
  for (; i + kAtOnce * L::width <= length; i += kAtOnce * L::width)
#pragma GCC unroll 4
    for (int v = 0; v < kAtOnce; v++) sums[v] = L::fma(L::load(x + i + v * L::width), L::load(y + i + v * L::width), sums[v]);
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

// Count vectors of each row. The row that two turns share stays in registers.
template <int Count>
void turnStrip(double* rows, int64_t row, const Sweep& sweep) {
  const bool up = sweep.step > 0;
  double* shared = rows + (up ? sweep.first : sweep.first + 1) * row;
  V kept[Count];
  for (int v = 0; v < Count; v++) kept[v] = L::load(shared + v * L::width);
  for (int64_t k = 0; k < sweep.count; k++, shared += sweep.step * row) {
    double* const other = shared + sweep.step * row;
    const double s = up ? sweep.turns[k].s : -sweep.turns[k].s;
    const V c = L::all(sweep.turns[k].c), with = L::all(s), against = L::all(-s);
#pragma GCC unroll 4
    for (int v = 0; v < Count; v++) {
      const V next = L::load(other + v * L::width);
      L::store(shared + v * L::width, L::fma(with, next, c * kept[v]));
      kept[v] = L::fma(against, kept[v], c * next);
    }
  }
  for (int v = 0; v < Count; v++) L::store(shared + v * L::width, kept[v]);
}

void turn(double* rows, int64_t row, int64_t columns, const Sweep* sweeps, int64_t count) {
  constexpr int64_t strip = kAtOnce * L::width;
  int64_t j = 0;
  for (; j + strip <= columns; j += strip)
    for (int64_t i = 0; i < count; i++) turnStrip<kAtOnce>(rows + j, row, sweeps[i]);
  for (; j < columns; j += L::width)
    for (int64_t i = 0; i < count; i++) turnStrip<1>(rows + j, row, sweeps[i]);
}

const Vectors vectorsHere = {dot, add, turn};

}  // namespace

const Vectors* JOIN(vectors_, MANIPLE_VARIANT)() { return &vectorsHere; }

}  // namespace maniple::solve
