// Which tasks one Task Bench graph has, and which inputs each one reads. Facts of the public benchmark
// (StanfordLegion/task-bench; Slaughter et al. 2020).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maniple::taskbench {

/// In the order of TYPES in lib/taskbench/flags.ts; likewise the kernels.
enum class Type : int32_t {
  kTrivial, kNoComm, kStencil1d, kStencil1dPeriodic, kDom, kTree, kFft, kAllToAll, kNearest, kSpread, kRandomNearest,
};
enum class KernelType : int32_t { kEmpty, kBusyWait, kComputeBound, kMemoryBound, kLoadImbalance };

struct Spec {
  int64_t index = 0;  // among the graphs of a run
  Type type = Type::kTrivial;
  int64_t width = 4, steps = 4;
  int64_t radix = 3, period = 0;
  double fraction = 0.25;
  KernelType kernel = KernelType::kEmpty;
  int64_t iterations = 0;
  size_t output = 16;
  size_t scratch = 0;
  int64_t samples = 16;
  double imbalance = 0;
  int64_t fields = 4;  // depth of the ring of outputs

  int64_t offsetAt(int64_t step) const;
  int64_t widthAt(int64_t step) const;
  bool has(int64_t step, int64_t point) const {
    return step >= 0 && step < steps && point >= offsetAt(step) && point < offsetAt(step) + widthAt(step);
  }
  /// Steps with the same number in [0, patterns()) have the same dependences, but for points that do not exist.
  int64_t pattern(int64_t step) const;
  int64_t patterns() const;
  /// Points of step − 1 that (step, point) reads, in the benchmark's order; not yet confined to points that exist.
  void candidates(int64_t step, int64_t point, std::vector<int64_t>& out) const;
  /// The points among `candidates` that exist: none at step 0.
  void inputs(int64_t step, int64_t point, std::vector<int64_t>& out) const;
  /// Iterations that the task's kernel runs.
  int64_t iterationsOf(int64_t step, int64_t point) const;
  /// Floating point operations of one task of the compute kernels with `iterations`; 0 for other kernels.
  double flopsOf(int64_t step, int64_t point) const;
  /// Bytes that one task of the memory kernel moves; 0 for other kernels.
  int64_t bytesOf() const;
  int64_t tasks() const;
};

}  // namespace maniple::taskbench
