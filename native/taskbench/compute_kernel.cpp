// Compiled once for each variant. The 64 numbers stay in registers where there are enough; the product is a tree, for a
// chain of 64 multiplications would take longer than many tasks.
#include "compute.h"

namespace maniple::taskbench::MANIPLE_VARIANT {

namespace {
#if defined(__AVX512F__)
constexpr int kLanes = 8;
#elif defined(__AVX2__)
constexpr int kLanes = 4;
#else
constexpr int kLanes = 2;
#endif
constexpr int kVectors = 64 / kLanes;
typedef double Vector __attribute__((vector_size(kLanes * sizeof(double))));
}  // namespace

double compute(int64_t iterations) noexcept {
  Vector a[kVectors];
  for (int i = 0; i < kVectors; i++) a[i] = Vector{} + 1.2345;
  for (int64_t k = 0; k < iterations; k++)
    for (int i = 0; i < kVectors; i++) a[i] = a[i] * a[i] + a[i];
  for (int half = kVectors / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) a[i] *= a[i + half];
  double product = 1;
  for (int lane = 0; lane < kLanes; lane++) product *= a[0][lane];
  return product;
}

}  // namespace maniple::taskbench::MANIPLE_VARIANT
