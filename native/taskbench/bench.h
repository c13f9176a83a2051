// One Task Bench graph with its buffers, ready to run: a task is a node's argument. The order of tasks comes from elsewhere (a compiled
// graph, events, the floor's flags); every task checks its inputs.
//
// Outputs of a step lie side by side, each processor's points in cache lines of their own:
//
//     ring row t mod fields:   | p0 p1 p2 p3 | p4 p5 p6 p7 |      width 8, two processors, 16 bytes each
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels.h"
#include "spec.h"

namespace maniple::taskbench {

/// The status of a task that found a wrong input: not the output of its predecessor.
constexpr int32_t kInvalid = 1001;
constexpr int32_t kScratchSpoilt = 1002;
/// The words that scratch memory is filled with.
constexpr uint64_t kScratchMagic = 0x5c4a7c4b07a91e5du;

class Bench;

/// One input of a task, as the task checks it: the point that it must come from, its offset in the last step's row, its size.
struct Input {
  int32_t point;
  uint32_t offset;
  uint32_t bytes;
};

struct Task {
  Bench* bench;
  int32_t step, point;
  const Input* inputs;
  const char* row;  // of the last step
  char* output;
  uint32_t inputCount;
  uint32_t processor;
};

/// The first task that found a wrong input: from a wrong task or point, or of a wrong size; input −1 is its scratch memory, spoilt.
struct Mistake {
  int64_t step, point, input, foundStep, foundPoint, foundBytes;
};

class Bench {
 public:
  Bench(const Spec& spec, uint32_t processors);
  Bench(const Bench&) = delete;

  const Spec& spec() const { return spec_; }
  /// The block of points that a processor owns holds `point`.
  uint32_t processorOf(int64_t point) const {
    return static_cast<uint32_t>(point * processors_ / spec_.width);
  }
  /// Null when there is no such task.
  Task* task(int64_t step, int64_t point);
  /// The body of every task; `argument` is the task. Returns 0, `kInvalid` or `kScratchSpoilt`.
  static int32_t run(void* argument);
  /// The body of a step as an index task (lib/task/kind.ts) over the columns that exist, in memory that is not this bench's:
  /// P is the status, two sizes, then address and two strides (in 8 bytes) of the outputs, of the scratch if the graph has
  /// any and of the inputs if the step reads, then the bench and the step. A failed column is reported in P[0].
  template <bool kScratch, bool kInputs>
  static void runColumns(double* P, int64_t u0, int64_t u1);
  /// The body that fills a step's columns with bytes that no task writes.
  static void clearColumns(double* P, int64_t u0, int64_t u1);
  /// Forgets a processor's outputs, so that a later run cannot pass for an earlier one.
  void clear(uint32_t processor);
  /// The scratch memory of a point, if there is any.
  char* scratchOf(int64_t point) { return scratch_.get() + scratchStride_ * static_cast<size_t>(point); }
  /// Sets the iterations of kernels from now on.
  void setIterations(int64_t iterations) { spec_.iterations = iterations; }
  bool validates = true;
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  Mistake mistake() const { return mistake_; }

 private:
  struct Free {
    void operator()(char* memory) const;
  };
  using Memory = std::unique_ptr<char, Free>;
  static Memory obtain(size_t bytes);

  void layOut();
  void makeTasks();
  void makeScratch();
  /// `at(input)` is where an input's bytes are.
  template <typename At>
  int32_t runOn(const Task& task, At at, char* output, char* scratch);
  template <typename At>
  bool validate(const Task& task, At at);
  void report(const Mistake& mistake);
  void runKernel(const Task& task, char* scratch);
  char* rowOf(int64_t step) { return outputs_.get() + static_cast<size_t>(step % spec_.fields) * rowBytes_; }

  Spec spec_;
  uint32_t processors_;
  ComputeKernel compute_ = computeKernel();
  std::vector<uint32_t> offsets_;   // of a point's output in its row
  std::vector<uint32_t> segments_;  // where a processor's part of a row begins; one more than there are processors
  size_t rowBytes_ = 0;
  Memory outputs_, scratch_;
  size_t scratchStride_ = 0;
  std::vector<Task> tasks_;
  std::vector<size_t> stepBegin_;
  std::vector<Input> inputs_;
  std::atomic<bool> failed_{false}, claimed_{false};
  Mistake mistake_{};
};

}  // namespace maniple::taskbench
