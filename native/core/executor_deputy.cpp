// The deputy: a thread that runs points while the owner waits for a notification and not in wait(). Without it a program
// that awaits its results would leave one processor idle.
//
//     owner    submit   notifyAt(9) ············ callback   submit   wait(12) runs points
//     deputy   rests             runs points     rests ···
//
// It starts with the first notification that there are points for, and rests at once when the notification has been sent.
#include <algorithm>
#include <climits>

#include "executor.h"

namespace maniple {

namespace {

constexpr int64_t kRestMicroseconds = 1000000;
constexpr std::size_t kStackBytes = std::size_t{4} << 20;  // kernels keep strips on the stack

}  // namespace

// Whether a launch up to `limit` has points that nobody has taken.
bool Executor::hasPointsLeft(uint64_t limit) const noexcept {
  for (uint64_t n = completed() + 1; n <= limit; n++) {
    const uint64_t word = slotOf(n).claim.load(std::memory_order_acquire);
    if (word >> 32 == (n & UINT32_MAX) && (word & UINT32_MAX) != 0) return true;
  }
  return false;
}

void Executor::callDeputy() noexcept {
  {
    std::lock_guard<std::mutex> lock(deputyMutex_);
    if (!hasDeputy_ && !progress_.stopping.load(std::memory_order_seq_cst)) startDeputy();
  }
  resting_.wake(1);
}

bool Executor::attended() noexcept {
  std::lock_guard<std::mutex> lock(deputyMutex_);
  return threads_ > 1 && (hasDeputy_ || workers() > 0);
}

// Without memory for a thread there is no deputy: workers do everything.
void Executor::startDeputy() noexcept {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, kStackBytes);
  const auto body = [](void* executor) -> void* {
    static_cast<Executor*>(executor)->deputize();
    return nullptr;
  };
  hasDeputy_ = pthread_create(&deputy_, &attributes, body, this) == 0;
  pthread_attr_destroy(&attributes);
}

void Executor::deputize() noexcept {
  Search search{threads_, 0, kNever, true};
  while (!progress_.stopping.load(std::memory_order_seq_cst)) {
    const Seen seen = look();
    const bool active = standsIn();
    search.patient = true;
    sit(search.seat, active);
    if (active && (runSome(search) || spin(seen, search))) continue;
    sit(search.seat, false);
    const uint32_t ticket = resting_.prepare();
    const bool called = standsIn() && (!active || changedSince(seen));
    if (!called && !progress_.stopping.load(std::memory_order_seq_cst)) resting_.park(ticket, std::min(kRestMicroseconds, nap()));
    resting_.leave();
  }
}

void Executor::endDeputy() noexcept {
  std::lock_guard<std::mutex> lock(deputyMutex_);
  resting_.wake(INT_MAX);
  if (hasDeputy_) pthread_join(deputy_, nullptr);
  hasDeputy_ = false;
}

}  // namespace maniple
