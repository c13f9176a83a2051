// Taking launches in and completing them; executor_run.cpp runs them, executor_follow.cpp holds them back for other queues.
#include "executor.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include "memory.h"
#include "timeline.h"

namespace maniple {

namespace {

uint64_t tagged(uint64_t n, uint64_t points) noexcept { return n << 32 | points; }

// Arrays as long as an executor lives, from the pool: the next executor has them again, where the C heap would come to lie in
// pieces between them.
template <class T>
T* makeArray(std::size_t count) noexcept {
  static_assert(std::is_trivially_destructible<T>::value, "the pool runs no destructors");
  void* const memory = poolAlloc(count * sizeof(T));
  if (memory == nullptr) return nullptr;
  T* const items = static_cast<T*>(memory);
  for (std::size_t i = 0; i < count; i++) new (items + i) T();
  return items;
}

template <class T>
void freeArray(T* items, std::size_t count) noexcept {
  poolFree(items, count * sizeof(T));
}

}  // namespace

std::shared_ptr<Executor> Executor::create(std::size_t ring, uint32_t threads) noexcept {
  threads = std::max(threads, 1u);
  auto* slots = makeArray<Slot>(ring);
  auto* ranges = makeArray<Range>(ring * threads);
  auto* seats = makeArray<Seat>(threads + 1);
  const bool whole = slots != nullptr && ranges != nullptr && seats != nullptr;
  auto* executor = whole ? new (std::nothrow) Executor(slots, ring, ranges, seats, threads) : nullptr;
  if (executor == nullptr) {
    freeArray(slots, ring);
    freeArray(ranges, ring * threads);
    freeArray(seats, threads + 1);
    return nullptr;
  }
  try {
    return std::shared_ptr<Executor>(executor);
  } catch (...) {
    return nullptr;
  }
}

Executor::~Executor() {
  stop();
  for (uint64_t i = 0; i <= mask_; i++) {
    if (slots_[i].params != slots_[i].own) std::free(slots_[i].params);
  }
  freeArray(slots_, mask_ + 1);
  freeArray(ranges_, (mask_ + 1) * threads_);
  freeArray(seats_, threads_ + 1);
}

// ---- submission

uint64_t Executor::submit(double* records, int count) noexcept {
  uint64_t n = progress_.tail.load(std::memory_order_relaxed);
  uint64_t queued = 0;
  double* record = records;
  const Follow* follow = follows_.data();
  const Follow* const end = follow + follows_.size();
  for (int i = 0; i < count; i++) {
    n++;
    makeRoom(n);
    const Follow* const first = follow;
    while (follow != end && follow->position <= i) follow++;
    const Kernel* kernel = kernelAt(static_cast<int>(record[kKernel]));
    record[kParams] = 0;
    const bool ready = first == follow && isComplete(static_cast<uint64_t>(record[kWait]));
    if (ready && (static_cast<int>(record[kFlags]) & kInline) != 0) runInline(record, n, kernel);
    else queued += enqueue(record, n, kernel, first, follow);
    record += static_cast<std::size_t>(record[kLength]);
  }
  follows_.clear();
  if (queued > 0) idle_.wake(static_cast<int>(std::min<uint64_t>(queued, INT_MAX)));
  return n;
}

// Waits until the slot of launch n is free.
void Executor::makeRoom(uint64_t n) noexcept {
  if (n > mask_ + 1 && ended() < n - mask_ - 1) await(n - mask_ - 1, true);
}

uint64_t Executor::submit(Composite* composite, uint64_t span, uint64_t wait, Pace pace) noexcept {
  const uint64_t n = progress_.tail.load(std::memory_order_relaxed) + 1;
  makeRoom(n + span - 1);
  const bool now = pace.here && isComplete(wait) && follows_.empty();
  Slot& slot = slotOf(n);
  setForeign(slot, follows_.data(), follows_.data() + follows_.size());
  follows_.clear();
  slot.wait.store(std::min(wait, n - 1), std::memory_order_relaxed);
  slot.span.store(span, std::memory_order_relaxed);
  slot.composite.store(composite, std::memory_order_relaxed);
  slot.brief = pace.brief;
  composites_.fetch_add(1, std::memory_order_seq_cst);
  slot.claim.store(tagged(n, now ? 0 : kComposite), std::memory_order_seq_cst);
  progress_.tail.store(n + span - 1, std::memory_order_seq_cst);
  if (!now) {
    idle_.wake(1);
    return n;
  }
  composite->begin(n);
  composite->help(n, 0, true);
  return n;
}

// No slot holds these launches: a thread that looks for them finds older numbers there, and nothing to do.
uint64_t Executor::ranHere(uint64_t span) noexcept {
  const uint64_t last = progress_.tail.load(std::memory_order_relaxed) + span;
  progress_.tail.store(last, std::memory_order_release);
  progress_.completed.store(last, std::memory_order_release);
  return last;
}

uint64_t Executor::refuse(uint64_t span) noexcept {
  follows_.clear();
  wait(submitted());
  const uint64_t last = ranHere(span);
  for (uint64_t n = last - span + 1; n <= last; n++) fail(n, kStatusRefused);
  return last;
}

void Executor::finished(uint64_t n) noexcept {
  Slot& slot = slotOf(n);
  slot.claim.store(tagged(n, 0), std::memory_order_seq_cst);
  composites_.fetch_sub(1, std::memory_order_seq_cst);
  complete(slot, n);
}

void Executor::passed(uint64_t n, uint64_t last) noexcept {
  slotOf(n).passed.store(last, std::memory_order_seq_cst);
  wakeWaiters();
  announce();
}

bool Executor::inUse(const Composite* composite) const noexcept {
  for (uint32_t i = 0; i <= threads_; i++) {
    const void* const guest = seats_[i].guest.load(std::memory_order_seq_cst);
    if (guest != nullptr && (composite == nullptr || guest == composite)) return true;
  }
  return false;
}

void Executor::runInline(double* record, uint64_t n, const Kernel* kernel) noexcept {
  double* P = record + kParams;
  const auto units = static_cast<int64_t>(record[kUnits]);
  if (kernel == nullptr) {
    P[0] = kStatusRefused;
  } else {
    const Timed timed(n);
    if (units > 0) kernel->run(P, 0, units);
    kernel->finish(P);
  }
  if (P[0] != 0) fail(n, P[0]);
  if (isIdle()) {
    ranHere(1);
    return;
  }
  Slot& slot = slotOf(n);
  slot.span.store(1, std::memory_order_relaxed);
  slot.claim.store(tagged(n, 0), std::memory_order_release);
  progress_.tail.store(n, std::memory_order_seq_cst);
  complete(slot, n);
  if (ended() != n) idle_.wake(1);
}

// Copies the record to the launch's slot; false when there is no memory for its parameters.
bool Executor::fill(Slot& slot, const double* record, uint64_t n) noexcept {
  const std::size_t length = static_cast<std::size_t>(record[kLength]) - kParams;
  if (slot.params == nullptr) {
    slot.params = slot.own;
    slot.capacity = Slot::kOwnParams;
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
  slot.brief = (static_cast<int>(record[kFlags]) & (kInline | kBrief)) != 0;
  slot.units = static_cast<int64_t>(record[kUnits]);
  const auto tile = std::max<int64_t>(1, static_cast<int64_t>(record[kTile]));
  const auto most = static_cast<int64_t>(kMostInRange * threads_);
  slot.tile = std::max<int64_t>(tile, slot.units / most + 1);
  slot.points = slot.units == 0 ? 1 : static_cast<uint64_t>((slot.units + slot.tile - 1) / slot.tile);
  return true;
}

// Cuts a launch's points into ranges; returns how many have any.
uint32_t Executor::cut(const Slot& slot, uint64_t n) noexcept {
  Range* const ranges = rangesOf(n);
  uint32_t some = 0;
  for (uint32_t i = 0; i < threads_; i++) {
    const uint64_t count = firstOf(slot, i + 1) - firstOf(slot, i);
    ranges[i].store(tagged(n, count), std::memory_order_release);
    some += count > 0;
  }
  return some;
}

// Publishes a launch to every thread; returns its points.
uint64_t Executor::enqueue(double* record, uint64_t n, const Kernel* kernel, const Follow* first, const Follow* last) noexcept {
  Slot& slot = slotOf(n);
  slot.span.store(1, std::memory_order_relaxed);
  setForeign(slot, first, last);
  const bool good = kernel != nullptr && fill(slot, record, n);
  if (!good) {
    fail(n, kernel == nullptr ? kStatusRefused : kStatusMemory);
    slot.claim.store(tagged(n, 0), std::memory_order_release);
    progress_.tail.store(n, std::memory_order_seq_cst);
    complete(slot, n);
    return 0;
  }
  const uint64_t points = slot.points;
  slot.kernel = kernel;
  slot.pending.store(points, std::memory_order_relaxed);
  slot.claim.store(tagged(n, cut(slot, n)), std::memory_order_release);
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
    Slot& next = slotOf(last + 1);
    if (next.done.load(std::memory_order_seq_cst) != last + 1) break;
    const uint64_t span = next.span.load(std::memory_order_relaxed);
    if (progress_.completed.compare_exchange_strong(last, last + span, std::memory_order_seq_cst)) moved = true;
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
  else if (hasPointsLeft(n)) callDeputy();
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

}  // namespace maniple
