// Where threads without work sleep. A sleeper announces itself before it looks for work a last time, a waker publishes
// before it looks for sleepers, both sequentially consistent: no wake-up is lost.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace maniple::graph {

class Parking {
 public:
  /// After publishing work: wakes the sleepers, if there are any.
  void wake() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) == 0) return;
    { std::lock_guard<std::mutex> lock(mutex_); }
    condition_.notify_all();
  }

  /// Sleeps until a wake-up or for `longest`; not at all when `work()` says that there is some.
  template <typename Work>
  void park(std::chrono::microseconds longest, Work work) {
    std::unique_lock<std::mutex> lock(mutex_);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!work()) condition_.wait_until(lock, std::chrono::system_clock::now() + longest);
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
  }

 private:
  std::atomic<uint32_t> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable condition_;
};

}  // namespace maniple::graph
