// The routines gemm_f64, gemm_f32, gemm_i64, gemm_i32, and gemm_add_f64 and so on, which add to C: units of dense products, and which
// code computes them.
#include <cstring>

#include "../block/arena.h"
#include "../core/cpu.h"
#include "../core/kernels.h"
#include "blas.h"
#include "kernels.h"
#include "symmetric.h"

namespace maniple::gemm {

const Kernels<double>* doubles_baseline();
const Kernels<float>* floats_baseline();
#if defined(__x86_64__)
const Kernels<double>* doubles_avx2();
const Kernels<float>* floats_avx2();
const Kernels<double>* doubles_avx512();
const Kernels<float>* floats_avx512();
#endif

template <>
const Kernels<double>& kernels<double>() {
#if defined(__x86_64__)
  if (detectIsa() == Isa::avx512) return *doubles_avx512();
  if (detectIsa() == Isa::avx2) return *doubles_avx2();
#endif
  return *doubles_baseline();
}

template <>
const Kernels<float>& kernels<float>() {
#if defined(__x86_64__)
  if (detectIsa() == Isa::avx512) return *floats_avx512();
  if (detectIsa() == Isa::avx2) return *floats_avx2();
#endif
  return *floats_baseline();
}

namespace {

constexpr double kStatusMemory = 3;  // STATUS in lib/ir/kernel.ts

void fail(double* P) {
  uint64_t bits, expected = 0;
  std::memcpy(&bits, &kStatusMemory, sizeof bits);
  __atomic_compare_exchange_n(reinterpret_cast<uint64_t*>(P), &expected, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Unit u as a block of C: batches outside, then rows, then columns.
template <typename T>
Block blockOf(const Product<T>& p, int64_t u) {
  int64_t rows, columns;
  p.cut(&rows, &columns);
  int64_t across = (p.n + columns - 1) / columns, down = (p.m + rows - 1) / rows;
  int64_t j = u % across, i = u / across % down;
  Block b{u / across / down, i * rows, (i + 1) * rows, j * columns, (j + 1) * columns};
  if (b.i1 > p.m) b.i1 = p.m;
  if (b.j1 > p.n) b.j1 = p.n;
  return b;
}

// Units [u0, u1) of products with a vector: rows of A, or columns of B, one product at a time.
template <typename T>
void vectorUnits(const Product<T>& p, int64_t u0, int64_t u1) {
  const int64_t length = p.n == 1 ? p.m : p.n, step = p.vectorRows(), units = (length + step - 1) / step;
  for (int64_t u = u0; u < u1;) {
    const int64_t batch = u / units, first = u % units * step;
    const int64_t end = (batch + 1) * units < u1 ? (batch + 1) * units : u1;
    const int64_t rows = length - first < (end - u) * step ? length - first : (end - u) * step;
    if (p.n == 1) {
      kernels<T>().matrixVector(p.a.at(batch, first, 0), p.a.row, p.a.column, p.b.at(batch, 0, 0), p.b.row,
                                p.c.at(batch, first, 0), p.c.row, rows, p.k, p.into);
    } else {
      kernels<T>().matrixVector(p.b.at(batch, 0, first), p.b.column, p.b.row, p.a.at(batch, 0, 0), p.a.column,
                                p.c.at(batch, 0, first), p.c.column, rows, p.k, p.into);
    }
    u = end;
  }
}

// How many units there are: as gemmUnits in lib/device/routines.ts.
template <typename T>
int64_t unitsOf(const Product<T>& p) {
  int64_t rows, columns;
  p.cut(&rows, &columns);
  return p.batch * ((p.n + columns - 1) / columns) * ((p.m + rows - 1) / rows);
}

template <typename T, Into into>
void runFloats(double* P, int64_t u0, int64_t u1) {
  Product<T> p = Product<T>::read(P);
  p.into = into;
  if (p.vector()) return vectorUnits(p, u0, u1);
  void* scratch = nullptr;
  const auto compute = [&](const Product<T>& product, const Block& at) {
    if (blasBlock(product, at)) return true;
    if (scratch == nullptr) scratch = block::arena(scratchBytes<T>());
    if (scratch != nullptr) kernels<T>().block(product, at, scratch);
    return scratch != nullptr;
  };
  bool done = true;
  if (p.halves() && *blasName() == '\0') done = eachHalf(p, unitsOf(p), u0, u1, compute);
  else
    for (int64_t u = u0; u < u1 && done; u++) done = compute(p, blockOf(p, u));
  if (!done) fail(P);
}

// Integers wrap, so they are computed as unsigned; rows of B are streamed, a depth at a time that stays in the cache.
template <typename T>
void integerBlock(const Product<T>& p, const Block& at) {
  constexpr int64_t depth = 64;
  T sums[kColumns];
  const int64_t width = at.j1 - at.j0;
  for (int64_t d = 0; d == 0 || d < p.k; d += depth) {
    const bool fresh = d == 0 && p.into == Into::write;
    const int64_t end = d + depth < p.k ? d + depth : p.k;
    for (int64_t i = at.i0; i < at.i1; i++) {
      T* c = p.c.at(at.batch, i, at.j0);
      for (int64_t j = 0; j < width; j++) sums[j] = fresh ? T(0) : c[j * p.c.column];
      for (int64_t k = d; k < end; k++) {
        const T a = *p.a.at(at.batch, i, k);
        const T* b = p.b.at(at.batch, k, at.j0);
        if (p.b.column == 1) {
          for (int64_t j = 0; j < width; j++) sums[j] += a * b[j];
        } else {
          for (int64_t j = 0; j < width; j++) sums[j] += a * b[j * p.b.column];
        }
      }
      for (int64_t j = 0; j < width; j++) c[j * p.c.column] = sums[j];
    }
  }
}

template <typename T, Into into>
void runIntegers(double* P, int64_t u0, int64_t u1) {
  Product<T> p = Product<T>::read(P);
  p.into = into;
  for (int64_t u = u0; u < u1; u++) {
    if (!p.vector()) {
      integerBlock(p, blockOf(p, u));
      continue;
    }
    int64_t length = p.n == 1 ? p.m : p.n, step = p.vectorRows(), units = (length + step - 1) / step;
    int64_t first = u % units * step, last = first + step < length ? first + step : length;
    for (int64_t at = first; at < last; at += kColumns) {
      int64_t end = at + kColumns < last ? at + kColumns : last;
      Block b = p.n == 1 ? Block{u / units, at, end, 0, 1} : Block{u / units, 0, 1, at, end};
      integerBlock(p, b);
    }
  }
}

[[maybe_unused]] const bool registered = addRoutine("gemm_f64", runFloats<double, Into::write>, nullptr) &&
                        addRoutine("gemm_f32", runFloats<float, Into::write>, nullptr) &&
                        addRoutine("gemm_i64", runIntegers<uint64_t, Into::write>, nullptr) &&
                        addRoutine("gemm_i32", runIntegers<uint32_t, Into::write>, nullptr) &&
                        addRoutine("gemm_add_f64", runFloats<double, Into::add>, nullptr) &&
                        addRoutine("gemm_add_f32", runFloats<float, Into::add>, nullptr) &&
                        addRoutine("gemm_add_i64", runIntegers<uint64_t, Into::add>, nullptr) &&
                        addRoutine("gemm_add_i32", runIntegers<uint32_t, Into::add>, nullptr);

}  // namespace
}  // namespace maniple::gemm
