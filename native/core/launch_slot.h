// A place of the executor's ring: one launch, or a composite of several, at a time (executor.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "composite.h"
#include "kernels.h"

namespace maniple {

struct alignas(64) LaunchSlot {
  static constexpr std::size_t kOwnParams = 28;
  static constexpr std::size_t kForeign = 4;  // queues that one launch follows, at most

  std::atomic<uint64_t> claim{0};    // launch number (low 32 bits) above, ranges with untaken points below
  std::atomic<uint64_t> pending{0};  // points not done
  std::atomic<uint64_t> done{0};     // the last launch here that is complete
  std::atomic<uint64_t> passed{0};   // of the last composite here that said so: the last of its launches that was complete then
  std::atomic<uint64_t> wait{0};
  std::atomic<uint64_t> span{1};     // launch numbers that it stands for
  std::atomic<Composite*> composite{nullptr};
  std::atomic<uint64_t> foreign[kForeign] = {};  // launches of other queues that it follows; the first 0 ends them
  const Kernel* kernel = nullptr;
  bool brief = false;  // its points are short, or the composite is; the owner's alone
  int64_t units = 0;
  int64_t tile = 0;
  uint64_t points = 0;
  double* params = nullptr;  // own, or from the heap when there are many; the heap's are kept for the next launch
  std::size_t capacity = 0;
  double own[kOwnParams];
};

}  // namespace maniple
