#include "executor.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>

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

uint64_t tagged(uint64_t n, uint64_t points) noexcept { return n << 32 | points; }

}  // namespace

std::shared_ptr<Executor> Executor::create(std::size_t ring) noexcept {
  Slot* slots = new (std::nothrow) Slot[ring];
  if (slots == nullptr) return nullptr;
  Executor* executor = new (std::nothrow) Executor(slots, ring);
  if (executor == nullptr) {
    delete[] slots;
    return nullptr;
  }
  try {
    return std::shared_ptr<Executor>(executor);
  } catch (...) {
    return nullptr;
  }
}

Executor::~Executor() {
  for (uint64_t i = 0; i <= mask_; i++) {
    if (slots_[i].params != slots_[i].own) std::free(slots_[i].params);
  }
  delete[] slots_;
}

// ---- submission

uint64_t Executor::submit(double* records, int count) noexcept {
  uint64_t n = progress_.tail.load(std::memory_order_relaxed);
  uint64_t queued = 0;
  double* record = records;
  for (int i = 0; i < count; i++) {
    n++;
    if (n > mask_ + 1 && completed() < n - mask_ - 1) wait(n - mask_ - 1);
    const Kernel* kernel = kernelAt(static_cast<int>(record[kKernel]));
    record[kParams] = 0;
    const bool ready = static_cast<uint64_t>(record[kWait]) <= completed();
    if (ready && (static_cast<int>(record[kFlags]) & kInline) != 0) runInline(record, n, kernel);
    else queued += enqueue(record, n, kernel);
    record += static_cast<std::size_t>(record[kLength]);
  }
  if (queued > 0) idle_.wake(static_cast<int>(std::min<uint64_t>(queued, INT_MAX)));
  return n;
}

void Executor::runInline(double* record, uint64_t n, const Kernel* kernel) noexcept {
  double* P = record + kParams;
  const auto units = static_cast<int64_t>(record[kUnits]);
  if (kernel == nullptr) {
    P[0] = kStatusTask;
  } else {
    if (units > 0) kernel->run(P, 0, units);
    kernel->finish(P);
  }
  if (P[0] != 0) fail(n, P[0]);
  Slot& slot = slotOf(n);
  slot.claim.store(tagged(n, 0), std::memory_order_release);
  progress_.tail.store(n, std::memory_order_seq_cst);
  complete(slot, n);
  if (completed() != n) idle_.wake(1);
}

// Copies the record to the launch's slot; false when there is no memory for its parameters.
bool Executor::fill(Slot& slot, const double* record, uint64_t n) noexcept {
  const std::size_t length = static_cast<std::size_t>(record[kLength]) - kParams;
  if (slot.params == nullptr) {
    slot.params = slot.own;
    slot.capacity = kOwnParams;
  }
  if (length > slot.capacity) {
    auto* larger = static_cast<double*>(std::malloc(length * sizeof(double)));
    if (larger == nullptr) return false;
    if (slot.params != slot.own) std::free(slot.params);
    slot.params = larger;
    slot.capacity = length;
  }
  std::memcpy(slot.params, record + kParams, length * sizeof(double));
  slot.wait.store(std::min(static_cast<uint64_t>(record[kWait]), n - 1), std::memory_order_relaxed);
  slot.units = static_cast<int64_t>(record[kUnits]);
  const auto tile = std::max<int64_t>(1, static_cast<int64_t>(record[kTile]));
  slot.tile = std::max<int64_t>(tile, slot.units / INT32_MAX + 1);
  slot.points = slot.units == 0 ? 1 : static_cast<uint64_t>((slot.units + slot.tile - 1) / slot.tile);
  return true;
}

// Publishes a launch to every thread; returns its points.
uint64_t Executor::enqueue(double* record, uint64_t n, const Kernel* kernel) noexcept {
  Slot& slot = slotOf(n);
  const bool good = kernel != nullptr && fill(slot, record, n);
  if (!good) {
    fail(n, kernel == nullptr ? kStatusTask : kStatusMemory);
    slot.claim.store(tagged(n, 0), std::memory_order_release);
    progress_.tail.store(n, std::memory_order_seq_cst);
    complete(slot, n);
    return 0;
  }
  const uint64_t points = slot.points;
  slot.kernel = kernel;
  slot.pending.store(points, std::memory_order_relaxed);
  slot.claim.store(tagged(n, points), std::memory_order_release);
  progress_.tail.store(n, std::memory_order_seq_cst);
  return points;
}

// ---- completion

void Executor::fail(uint64_t n, double status) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  try {
    failures_.push_back({n, status});
  } catch (...) {
    return;
  }
  failed_.store(true, std::memory_order_release);
}

// Marks a launch complete and moves `completed` over every complete launch that follows it. A thread that finds the next
// one incomplete may leave: its finisher stores `done` before it loads `completed`, and one of the two sees the other.
void Executor::complete(Slot& slot, uint64_t n) noexcept {
  slot.done.store(n, std::memory_order_seq_cst);
  bool moved = false;
  for (;;) {
    uint64_t last = progress_.completed.load(std::memory_order_seq_cst);
    if (slotOf(last + 1).done.load(std::memory_order_seq_cst) != last + 1) break;
    if (progress_.completed.compare_exchange_strong(last, last + 1, std::memory_order_seq_cst)) moved = true;
  }
  if (moved) announce();
}

void Executor::announce() noexcept {
  if (completed() >= target_.load(std::memory_order_seq_cst)) waiting_.wake(INT_MAX);
  if (notifyAt_.load(std::memory_order_seq_cst) > completed()) return;
  if (notifyAt_.exchange(kNever, std::memory_order_seq_cst) == kNever) return;
  std::lock_guard<std::mutex> lock(mutex_);
  if (hook_ != nullptr) hook_(hookData_);
}

void Executor::notifyAt(uint64_t n) noexcept {
  notifyAt_.store(n, std::memory_order_seq_cst);
  if (completed() >= n) announce();
}

void Executor::setHook(void (*hook)(void*), void* data) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  hook_ = hook;
  hookData_ = data;
}

void Executor::takeFailures(std::vector<Failure>& out) noexcept {
  out.clear();
  if (!failed_.load(std::memory_order_acquire)) return;
  std::lock_guard<std::mutex> lock(mutex_);
  out.swap(failures_);
  failed_.store(false, std::memory_order_release);
}

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

// Wakes one more thread for points that are left: a worker, or whoever waits.
void Executor::callHelp() noexcept {
  if (idle_.occupied()) idle_.wake(1);
  else waiting_.wake(1);
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
}

}  // namespace maniple
