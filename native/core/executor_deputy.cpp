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

// Whether a launch up to `limit` has untaken points.
bool Executor::hasPointsLeft(uint64_t limit) const noexcept {
  for (uint64_t n = ended() + 1; n <= limit; n++) {
    const uint64_t word = slotOf(n).claim.load(std::memory_order_acquire);
    if (word >> 32 == (n & UINT32_MAX) && (word & UINT32_MAX) != 0) return true;
  }
  return false;
}

void Executor::callDeputy() noexcept {
  if (threads_ < 2) return;
  {
    std::lock_guard<std::mutex> lock(deputyMutex_);
    if (!hasDeputy_ && !progress_.stopping.load(std::memory_order_seq_cst)) startDeputy();
  }
  wakeDeputy();
}

// The deputy often wakes while the owner still is busy for a moment, and its processor with it: then the system would put it
// where a worker is, and leave it there. So it is told where not to wake. A worker that was called but has not woken yet
// does so where it last was, if that is not here.
void Executor::wakeDeputy() noexcept {
  if (!resting_.occupied()) return;
  const int thread = deputyThread_.load(std::memory_order_relaxed);
  const int here = currentCore();
  CoreSet workers;
  for (uint32_t i = 1; i < threads_; i++) {
    const int core = seats_[i].core.load(std::memory_order_relaxed);
    if (core != here || seats_[i].present.load(std::memory_order_relaxed)) workers.add(core);
  }
  if (thread != 0 && !workers.empty()) {
    std::lock_guard<std::mutex> lock(deputyMutex_);
    if (!keptOff_) keptOff_ = keepOff(thread, workers, deputyCores_);
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

// The deputy, awake, may be moved anywhere again.
void Executor::wakeFreely() noexcept {
  std::lock_guard<std::mutex> lock(deputyMutex_);
  if (keptOff_) letUse(0, deputyCores_);
  keptOff_ = false;
}

void Executor::deputize() noexcept {
  deputyThread_.store(currentThread(), std::memory_order_relaxed);
  Search search{threads_, 0, kNever, true};
  while (!progress_.stopping.load(std::memory_order_seq_cst)) {
    const Seen seen = look();
    const bool active = standsIn();
    search.patient = true;
    sit(search.seat, active);
    if (active && (runSome(search) || spin(seen, search))) continue;
    sit(search.seat, false);
    // The owner fell asleep while this thread was at work; points that became ready meanwhile are the owner's now.
    if (!active) waiting_.wake(1);
    const uint32_t ticket = resting_.prepare();
    const bool called = standsIn() && (!active || changedSince(seen));
    if (!called && !progress_.stopping.load(std::memory_order_seq_cst)) resting_.park(ticket, std::min(kRestMicroseconds, nap()));
    resting_.leave();
    wakeFreely();
    if (standsIn()) keepApart(search.seat);
  }
}

void Executor::endDeputy() noexcept {
  bool ends;
  {
    std::lock_guard<std::mutex> lock(deputyMutex_);
    ends = hasDeputy_;
    hasDeputy_ = false;
  }
  resting_.wake(INT_MAX);
  if (ends) pthread_join(deputy_, nullptr);
}

}  // namespace maniple
