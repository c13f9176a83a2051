// Threads that run launches: claiming points, spinning, sleeping; executor.cpp takes launches in and completes them.
#include <algorithm>
#include <chrono>
#include <climits>

#include "executor.h"
#include "timeline.h"

namespace maniple {

namespace {

constexpr int kLookahead = 64;    // launches that an idle thread looks through for a startable one
constexpr int64_t kSpinNanoseconds = 40000;
constexpr int64_t kBriefNanoseconds = 1000000;  // for which the owner helps rather than wait for a notification
constexpr int kFew = 16;                        // launches that it looks at before
constexpr int64_t kHelpNanoseconds = 10000;  // without work, until a thread takes points of a present one
constexpr int64_t kParkMicroseconds = 50000;
constexpr int64_t kNapMicroseconds = 100;  // messages inside a composite wake no thread
constexpr int kSpinsPerLook = 32;

using Clock = std::chrono::steady_clock;

int64_t nanosecondsSince(Clock::time_point start) noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

}  // namespace

// ---- running

// Takes a point of a range, the first for its own processor and the last otherwise; false when there is none.
bool Executor::take(Slot& slot, uint64_t n, uint32_t range, bool own, uint64_t& point) noexcept {
  Range& word = rangesOf(n)[range];
  uint64_t seen = word.load(std::memory_order_acquire);
  for (;;) {
    const uint64_t from = seen >> kFrom & kMostInRange;
    const uint64_t to = seen & kMostInRange;
    if (from == to || seen >> 32 != (n & UINT32_MAX)) return false;
    const uint64_t left = own ? seen + (uint64_t{1} << kFrom) : seen - 1;
    if (!word.compare_exchange_weak(seen, left, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    if (to - from == 1) slot.claim.fetch_sub(1, std::memory_order_acq_rel);
    point = firstOf(slot, range) + (own ? from : to - 1);
    return true;
  }
}

bool Executor::mayStart(const Slot& slot) const noexcept {
  if (!isComplete(slot.wait.load(std::memory_order_relaxed))) return false;
  return slot.foreign[0].load(std::memory_order_relaxed) == 0 || isForeignOver(slot);
}

// Takes one point of launch n, if the slot is still that launch's, has points left, and may start.
Executor::Claim Executor::claim(Slot& slot, uint64_t n, uint32_t processor, uint64_t& point) noexcept {
  const uint64_t word = slot.claim.load(std::memory_order_acquire);
  const uint64_t left = word & UINT32_MAX;
  if (left == 0 || word >> 32 != (n & UINT32_MAX)) return Claim::exhausted;
  if (!mayStart(slot)) return Claim::blocked;
  if (left == kComposite) return Claim::composite;
  for (uint32_t i = 0; i < threads_; i++) {
    if (take(slot, n, (processor + i) % threads_, i == 0, point)) return Claim::taken;
  }
  return Claim::exhausted;
}

// Runs a claimed point and as many more of its launch as this thread can get; the last to be done finishes the launch.
void Executor::runPoints(Slot& slot, uint64_t n, uint32_t processor, uint64_t point) noexcept {
  uint64_t ran = 0;
  if ((slot.claim.load(std::memory_order_relaxed) & UINT32_MAX) != 0) callHelp();
  {
    const Timed timed(n);
    do {
      const int64_t from = static_cast<int64_t>(point) * slot.tile;
      if (slot.units > 0) slot.kernel->run(slot.params, from, std::min(slot.units, from + slot.tile));
      ran++;
    } while (!progress_.stopping.load(std::memory_order_relaxed) && claim(slot, n, processor, point) == Claim::taken);
  }
  if (slot.pending.fetch_sub(ran, std::memory_order_acq_rel) != ran) return;
  slot.kernel->finish(slot.params);
  if (slot.params[0] != 0) fail(n, slot.params[0]);
  complete(slot, n);
}

// Wakes one more thread for points that are left: a worker, the owner in wait(), or the deputy, in this order.
void Executor::callHelp() noexcept {
  if (idle_.occupied()) idle_.wake(1);
  else if (waiting_.occupied()) waiting_.wake(1);
  else if (standsIn()) wakeDeputy();
}

// Begins a composite, or runs some of it; false when there is nothing for this thread.
bool Executor::helpComposite(Slot& slot, uint64_t n, const Search& search) noexcept {
  if (search.seat > threads_) return false;
  Seat& seat = seats_[search.seat];
  Composite* composite = slot.composite.load(std::memory_order_acquire);
  seat.guest.store(composite, std::memory_order_seq_cst);
  const bool current = slot.claim.load(std::memory_order_seq_cst) == ((n & UINT32_MAX) << 32 | kComposite);
  bool worked = false;
  if (current) {
    if (composite->begin(n)) {
      idle_.wake(INT_MAX);
      if (standsIn()) wakeDeputy();
    }
    worked = composite->help(n, search.processor, !search.patient);
  }
  seat.guest.store(nullptr, std::memory_order_release);
  return worked;
}

// How many numbers launch n takes; 1 when it is complete, for then the slot may be another's.
uint64_t Executor::spanOf(Slot& slot, uint64_t n) const noexcept {
  if (slot.claim.load(std::memory_order_acquire) >> 32 != (n & UINT32_MAX)) return 1;
  const uint64_t span = slot.span.load(std::memory_order_acquire);
  return ended() < n ? span : 1;
}

// Runs points of the oldest startable launch up to the limit; false when there is none.
bool Executor::runSome(const Search& search) noexcept {
  const uint64_t hint = first_.load(std::memory_order_relaxed);
  const uint64_t from = std::max(hint, ended() + 1);
  const uint64_t to = std::min(submitted(), search.limit);
  bool leading = true;
  int looked = 0;
  for (uint64_t n = from; n <= to && looked < kLookahead; looked++) {
    Slot& slot = slotOf(n);
    uint64_t point;
    const Claim result = claim(slot, n, search.processor, point);
    if (result == Claim::taken) {
      noteCore(search.seat);
      runPoints(slot, n, search.processor, point);
      return true;
    }
    if (result == Claim::composite && helpComposite(slot, n, search)) return true;
    const uint64_t next = n + spanOf(slot, n);
    leading = leading && result == Claim::exhausted;
    if (leading) {
      uint64_t expected = first_.load(std::memory_order_relaxed);
      while (expected < next && !first_.compare_exchange_weak(expected, next, std::memory_order_relaxed)) {
      }
    }
    n = next;
  }
  return false;
}

// ---- waiting

// Spins until something changes, there is work in a composite, or it has lasted long enough to sleep; false then.
bool Executor::spin(const Seen& seen, Search& search) noexcept {
  const Clock::time_point start = Clock::now();
  search.patient = true;
  for (;;) {
    for (int i = 0; i < kSpinsPerLook; i++) {
      if (changedSince(seen) || progress_.stopping.load(std::memory_order_relaxed)) return true;
      relax();
    }
    if (composites_.load(std::memory_order_relaxed) != 0 && runSome(search)) return true;
    const int64_t waited = nanosecondsSince(start);
    search.patient = waited < kHelpNanoseconds;
    if (waited >= kSpinNanoseconds) return false;
  }
}

// How long an idle thread sleeps, in microseconds.
int64_t Executor::nap() const noexcept {
  return composites_.load(std::memory_order_seq_cst) != 0 ? kNapMicroseconds : kParkMicroseconds;
}

// Takes or leaves a seat: points of absent threads are taken by any thread at once.
void Executor::sit(uint32_t seat, bool present) noexcept {
  if (seat <= threads_) seats_[seat].present.store(present, std::memory_order_relaxed);
}

// Notes where the thread of a seat runs.
void Executor::noteCore(uint32_t seat) noexcept {
  if (seat > threads_) return;
  const int core = currentCore();
  if (seats_[seat].core.load(std::memory_order_relaxed) != core) seats_[seat].core.store(core, std::memory_order_relaxed);
}

// For a thread that was just woken: leaves a core where a thread of this executor is at work. The system puts a thread there when all
// cores are busy for a moment, and can take tens of milliseconds to see that one no longer is.
void Executor::keepApart(uint32_t seat) noexcept {
  if (seat > threads_) return;
  noteCore(seat);
  CoreSet others, before;
  for (uint32_t i = 0; i <= threads_; i++) {
    if (i != seat && seats_[i].present.load(std::memory_order_relaxed)) others.add(seats_[i].core.load(std::memory_order_relaxed));
  }
  if (!others.has(seats_[seat].core.load(std::memory_order_relaxed)) || !keepOff(0, others, before)) return;
  letUse(0, before);
  noteCore(seat);
}

bool Executor::isPresent(uint32_t processor) const noexcept {
  const auto present = [&](uint32_t seat) { return seats_[seat].present.load(std::memory_order_relaxed); };
  return processor < threads_ && (present(processor) || (processor == 0 && present(threads_)));
}

// `whole`: composites up to n are over, too, and have left their slots.
void Executor::await(uint64_t n, bool whole) noexcept {
  n = std::min(n, submitted());
  Search search{0, 0, n, true};
  const auto isOpen = [&] { return (whole ? ended() : completed()) < n; };
  if (isOpen()) sit(0, true);
  while (isOpen()) {
    const Seen seen = look();
    search.patient = true;
    if (runSome(search) || spin(seen, search)) continue;
    target_.store(n, std::memory_order_seq_cst);
    const uint32_t ticket = waiting_.prepare();
    sit(0, false);
    if (!changedSince(seen)) waiting_.park(ticket, nap());
    sit(0, true);
    keepApart(0);
    waiting_.leave();
    target_.store(kNever, std::memory_order_seq_cst);
  }
  sit(0, false);
  if (submitted() != n) idle_.wake(1);
}

// Whether the launches up to n that are not complete are few, and brief each. For the owner, which fills slots.
bool Executor::areBrief(uint64_t n) const noexcept {
  uint64_t i = ended() + 1;
  for (int looked = 0; i <= n; looked++) {
    const Slot& slot = slotOf(i);
    if (looked == kFew || slot.claim.load(std::memory_order_acquire) >> 32 != (i & UINT32_MAX)) return false;
    if (slot.done.load(std::memory_order_acquire) != i && !slot.brief) return false;
    i += slot.span.load(std::memory_order_relaxed);
  }
  return true;
}

bool Executor::help(uint64_t n) noexcept {
  n = std::min(n, submitted());
  if (completed() >= n) return true;
  if (!areBrief(n)) return false;
  const Clock::time_point start = Clock::now();
  Search search{0, 0, n, true};
  sit(0, true);
  while (completed() < n && nanosecondsSince(start) < kBriefNanoseconds) {
    const Seen seen = look();
    if (!runSome(search) && !spin(seen, search)) break;
  }
  sit(0, false);
  if (submitted() != n) idle_.wake(1);
  return completed() >= n;
}

void Executor::enter() noexcept { present_.fetch_add(1, std::memory_order_seq_cst); }

void Executor::leave() noexcept {
  present_.fetch_sub(1, std::memory_order_seq_cst);
  waiting_.wake(INT_MAX);
  idle_.wake(1);
}

bool Executor::serve(int milliseconds, uint32_t thread) noexcept {
  const Clock::time_point start = Clock::now();
  const int64_t budget = static_cast<int64_t>(milliseconds) * 1000000;
  Search search{thread, thread, kNever, true};
  sit(thread, true);
  while (!progress_.stopping.load(std::memory_order_seq_cst)) {
    const int64_t left = budget - nanosecondsSince(start);
    if (left <= 0) break;
    const Seen seen = look();
    search.patient = true;
    if (runSome(search) || spin(seen, search)) continue;
    const uint32_t ticket = idle_.prepare();
    const bool stay = !changedSince(seen) && !progress_.stopping.load(std::memory_order_seq_cst);
    sit(thread, false);
    if (stay) idle_.park(ticket, std::min(left / 1000 + 1, nap()));
    sit(thread, true);
    keepApart(thread);
    idle_.leave();
  }
  sit(thread, false);
  return !progress_.stopping.load(std::memory_order_seq_cst);
}

void Executor::stop() noexcept {
  progress_.stopping.store(true, std::memory_order_seq_cst);
  idle_.wake(INT_MAX);
  while (workers() > 0) {
    const uint32_t ticket = waiting_.prepare();
    if (workers() > 0) waiting_.park(ticket, kParkMicroseconds);
    waiting_.leave();
  }
  staff_.end();
  endDeputy();
  stopped_.store(true, std::memory_order_release);
}

}  // namespace maniple
