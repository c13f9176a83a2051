#include "kernels.h"

#include <cstring>

#include "../core/cpu.h"
#include "compute.h"

namespace maniple::taskbench {

ComputeKernel computeKernel() noexcept {
#if defined(__x86_64__)
  switch (detectIsa()) {
    case Isa::avx512: return avx512::compute;
    case Isa::avx2: return avx2::compute;
    default: break;
  }
#endif
  return baseline::compute;
}

int64_t busyWait(int64_t iterations) noexcept {
  int64_t value = 113;
  for (int64_t i = 0; i < iterations; i++) value = value * 139 % 2147483647;
  return value;
}

void memoryBound(char* scratch, size_t bytes, int64_t samples, int64_t step, int64_t iterations) noexcept {
  const size_t sample = bytes / static_cast<size_t>(samples);
  for (int64_t i = 0; i < iterations; i++) {
    char* at = scratch + static_cast<size_t>((step * iterations + i) % samples) * sample;
    std::memcpy(at, at + sample / 2, sample / 2);
    __asm__ __volatile__("" ::: "memory");
  }
}

}  // namespace maniple::taskbench
