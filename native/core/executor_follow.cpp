// Launches that follow launches of other queues, and the page of these queues' counters.
#include <algorithm>
#include <climits>

#include "executor.h"

namespace maniple {

bool Executor::follow(int position, uint64_t launch) noexcept {
  const uint64_t queue = launch >> kQueueShift;
  if (queue == 0 || queue >= kForeignQueues) return false;
  std::size_t count = 0;
  for (Follow& known : follows_) {
    if (known.position != position) continue;
    if (known.launch >> kQueueShift == queue) {
      known.launch = std::max(known.launch, launch);
      return true;
    }
    count++;
  }
  if (count == Slot::kForeign) return false;
  try {
    follows_.push_back({position, launch});
  } catch (...) {
    return false;
  }
  return true;
}

void Executor::setForeign(Slot& slot, const Follow* first, const Follow* last) noexcept {
  std::size_t i = 0;
  for (; first != last && i < Slot::kForeign; first++) slot.foreign[i++].store(first->launch, std::memory_order_relaxed);
  if (i < Slot::kForeign) slot.foreign[i].store(0, std::memory_order_relaxed);
}

void Executor::reached(uint64_t launch) noexcept {
  const uint64_t queue = launch >> kQueueShift;
  if (queue == 0 || queue >= kForeignQueues) return;
  std::atomic<uint64_t>& counter = page_[queue].launch;
  uint64_t before = counter.load(std::memory_order_relaxed);
  while (before < launch && !counter.compare_exchange_weak(before, launch, std::memory_order_seq_cst)) {
  }
  if (before < launch) wakeWaiters();
}

const std::atomic<uint64_t>* Executor::counterOf(uint64_t launch) const noexcept {
  const uint64_t queue = launch >> kQueueShift;
  return queue == 0 || queue >= kForeignQueues ? nullptr : &page_[queue].launch;
}

// A launch that was looked at before a counter moved is looked at again: the count of moves is one of the words that idle threads
// compare before they sleep.
void Executor::wakeWaiters() noexcept {
  progress_.reached.fetch_add(1, std::memory_order_seq_cst);
  if (isIdle()) return;
  idle_.wake(INT_MAX);
  waiting_.wake(INT_MAX);
  if (standsIn()) wakeDeputy();
}

bool Executor::isForeignOver(const Slot& slot) const noexcept {
  for (const std::atomic<uint64_t>& word : slot.foreign) {
    const uint64_t launch = word.load(std::memory_order_relaxed);
    if (launch == 0) return true;
    if (page_[launch >> kQueueShift].launch.load(std::memory_order_seq_cst) < launch) return false;
  }
  return true;
}

}  // namespace maniple
