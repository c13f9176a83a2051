// The work inside a task, compiled for every instruction set that the build knows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maniple::taskbench {

/// 64 numbers, a = a·a + a per iteration, then their product: 128 · iterations + 64 operations.
using ComputeKernel = double (*)(int64_t iterations);

/// The widest that this machine runs.
ComputeKernel computeKernel() noexcept;

/// A chain of integer multiplications and remainders.
int64_t busyWait(int64_t iterations) noexcept;

/// Copies half of each sample in turn onto the sample's second half: bytes · iterations / samples in all.
void memoryBound(char* scratch, size_t bytes, int64_t samples, int64_t step, int64_t iterations) noexcept;

}  // namespace maniple::taskbench
