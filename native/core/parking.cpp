#include "parking.h"

#if defined(__linux__)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace maniple {

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t), "a futex is a plain word");

void Parking::park(uint32_t ticket, int64_t microseconds) noexcept {
  timespec time;
  time.tv_sec = static_cast<time_t>(microseconds / 1000000);
  time.tv_nsec = static_cast<long>(microseconds % 1000000) * 1000;
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word_), FUTEX_WAIT_PRIVATE, ticket, &time, nullptr, 0);
}

void Parking::wakeSleepers(int count) noexcept {
  word_.fetch_add(1, std::memory_order_seq_cst);
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word_), FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

}  // namespace maniple

#else

#include <chrono>

namespace maniple {

void Parking::park(uint32_t ticket, int64_t microseconds) noexcept {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_for(lock, std::chrono::microseconds(microseconds),
                    [&] { return word_.load(std::memory_order_seq_cst) != ticket; });
}

void Parking::wakeSleepers(int count) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    word_.fetch_add(1, std::memory_order_seq_cst);
  }
  if (count == 1) changed_.notify_one();
  else changed_.notify_all();
}

}  // namespace maniple

#endif
