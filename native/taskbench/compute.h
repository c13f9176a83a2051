// The compute kernel's body; see compute_kernel.cpp.
#pragma once

#include <cstdint>

#define MANIPLE_COMPUTE(variant)             \
  namespace maniple::taskbench::variant {    \
  double compute(int64_t iterations) noexcept; \
  }
MANIPLE_COMPUTE(baseline)
MANIPLE_COMPUTE(avx2)
MANIPLE_COMPUTE(avx512)
#undef MANIPLE_COMPUTE
