// Threads that run launches: claiming points, spinning, sleeping; executor.cpp takes launches in and completes them.
#include <algorithm>
#include <chrono>
#include <climits>

#include "executor.h"

namespace maniple {

namespace {

constexpr uint64_t kLookahead = 64;    // launches that an idle thread looks through for a startable one
constexpr int64_t kSpinNanoseconds = 40000;
constexpr int64_t kParkMicroseconds = 50000;
constexpr int kSpinsPerLook = 32;

using Clock = std::chrono::steady_clock;

int64_t nanosecondsSince(Clock::time_point start) noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

}  // namespace

// ---- running

// Takes one point of launch n, if the slot is still that launch's, has points left, and may start.
Executor::Claim Executor::claim(Slot& slot, uint64_t n, uint64_t& remaining) noexcept {
  uint64_t word = slot.claim.load(std::memory_order_acquire);
  for (;;) {
    remaining = word & UINT32_MAX;
    if (remaining == 0 || word >> 32 != (n & UINT32_MAX)) return Claim::exhausted;
    if (slot.wait.load(std::memory_order_relaxed) > completed()) return Claim::blocked;
    if (slot.claim.compare_exchange_weak(word, word - 1, std::memory_order_acq_rel, std::memory_order_acquire)) {
      return Claim::taken;
    }
  }
}

// Runs a claimed point and as many more of its launch as this thread can get; the last to be done finishes the launch.
void Executor::runPoints(Slot& slot, uint64_t n, uint64_t remaining) noexcept {
  uint64_t ran = 0;
  do {
    const auto point = static_cast<int64_t>(slot.points - remaining);
    if (remaining > 1 && ran == 0) callHelp();
    const int64_t from = point * slot.tile;
    if (slot.units > 0) slot.kernel->run(slot.params, from, std::min(slot.units, from + slot.tile));
    ran++;
  } while (!progress_.stopping.load(std::memory_order_relaxed) && claim(slot, n, remaining) == Claim::taken);
  if (slot.pending.fetch_sub(ran, std::memory_order_acq_rel) != ran) return;
  slot.kernel->finish(slot.params);
  if (slot.params[0] != 0) fail(n, slot.params[0]);
  complete(slot, n);
}

// Wakes one more thread for points that are left: a worker, whoever waits, or the deputy in its turn.
void Executor::callHelp() noexcept {
  if (idle_.occupied()) idle_.wake(1);
  else if (waiting_.occupied()) waiting_.wake(1);
  else if (standsIn()) resting_.wake(1);
}

// Runs points of the oldest startable launch up to number `limit`; false when there is none.
bool Executor::runSome(uint64_t limit) noexcept {
  const uint64_t hint = first_.load(std::memory_order_relaxed);
  const uint64_t from = std::max(hint, completed() + 1);
  const uint64_t to = std::min({submitted(), limit, from + kLookahead});
  bool leading = true;
  for (uint64_t n = from; n <= to; n++) {
    Slot& slot = slotOf(n);
    uint64_t remaining;
    const Claim result = claim(slot, n, remaining);
    if (result == Claim::taken) {
      runPoints(slot, n, remaining);
      return true;
    }
    leading = leading && result == Claim::exhausted;
    if (leading) {
      uint64_t expected = first_.load(std::memory_order_relaxed);
      while (expected <= n && !first_.compare_exchange_weak(expected, n + 1, std::memory_order_relaxed)) {
      }
    }
  }
  return false;
}

// ---- waiting

// Spins until something changes or it has lasted long enough to sleep; true when something changed.
bool Executor::spin(const Seen& seen) const noexcept {
  const Clock::time_point start = Clock::now();
  do {
    for (int i = 0; i < kSpinsPerLook; i++) {
      if (changedSince(seen) || progress_.stopping.load(std::memory_order_relaxed)) return true;
      relax();
    }
  } while (nanosecondsSince(start) < kSpinNanoseconds);
  return false;
}

void Executor::wait(uint64_t n) noexcept {
  n = std::min(n, submitted());
  while (completed() < n) {
    const Seen seen = look();
    if (runSome(n) || spin(seen)) continue;
    target_.store(n, std::memory_order_seq_cst);
    const uint32_t ticket = waiting_.prepare();
    if (!changedSince(seen)) waiting_.park(ticket, kParkMicroseconds);
    waiting_.leave();
    target_.store(kNever, std::memory_order_seq_cst);
  }
  if (submitted() != n) idle_.wake(1);
}

void Executor::enter() noexcept { present_.fetch_add(1, std::memory_order_seq_cst); }

void Executor::leave() noexcept {
  present_.fetch_sub(1, std::memory_order_seq_cst);
  waiting_.wake(INT_MAX);
  idle_.wake(1);
}

bool Executor::serve(int milliseconds) noexcept {
  const Clock::time_point start = Clock::now();
  const int64_t budget = static_cast<int64_t>(milliseconds) * 1000000;
  while (!progress_.stopping.load(std::memory_order_seq_cst)) {
    const int64_t left = budget - nanosecondsSince(start);
    if (left <= 0) return true;
    const Seen seen = look();
    if (runSome(kNever) || spin(seen)) continue;
    const uint32_t ticket = idle_.prepare();
    const bool stay = !changedSince(seen) && !progress_.stopping.load(std::memory_order_seq_cst);
    if (stay) idle_.park(ticket, std::min(left / 1000 + 1, kParkMicroseconds));
    idle_.leave();
  }
  return false;
}

void Executor::stop() noexcept {
  progress_.stopping.store(true, std::memory_order_seq_cst);
  idle_.wake(INT_MAX);
  while (workers() > 0) {
    const uint32_t ticket = waiting_.prepare();
    if (workers() > 0) waiting_.park(ticket, kParkMicroseconds);
    waiting_.leave();
  }
  endDeputy();
}

}  // namespace maniple
