// Where threads sleep until something changes, without losing a wake-up between their last look and their sleep:
//
//     sleeper                              waker
//       ticket = prepare()                   change the condition (sequentially consistent)
//       look at the condition once more      wake(count)
//       park(ticket, …) unless it holds
//       leave()
//
// Both sides go through sequentially consistent operations, so either the sleeper sees the condition or the waker sees
// the sleeper. A futex on Linux, a condition variable elsewhere.
#pragma once

#include <atomic>
#include <cstdint>
#if !defined(__linux__)
#include <condition_variable>
#include <mutex>
#endif

namespace maniple {

class Parking {
 public:
  uint32_t prepare() noexcept {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    return word_.load(std::memory_order_seq_cst);
  }
  void leave() noexcept { sleepers_.fetch_sub(1, std::memory_order_seq_cst); }

  // Returns after a wake() later than the ticket, after `microseconds`, or for no reason.
  void park(uint32_t ticket, int64_t microseconds) noexcept;

  // Wakes up to `count` sleepers; costs one load when there are none.
  void wake(int count) noexcept {
    if (sleepers_.load(std::memory_order_seq_cst) != 0) wakeSleepers(count);
  }

  bool occupied() const noexcept { return sleepers_.load(std::memory_order_seq_cst) != 0; }

 private:
  void wakeSleepers(int count) noexcept;

  std::atomic<uint32_t> word_{0};
  std::atomic<int> sleepers_{0};
#if !defined(__linux__)
  std::mutex mutex_;
  std::condition_variable changed_;
#endif
};

// Tells the processor that this thread spins.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("yield");
#endif
}

}  // namespace maniple
