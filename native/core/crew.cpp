#include "crew.h"

#include <chrono>
#include <climits>
#include <thread>

namespace maniple {

namespace {

constexpr int kCrews = 64;
constexpr uint64_t kOver = ~uint64_t{0};
constexpr uint64_t kAlone = kOver - 1;
constexpr int kFrom = 16;
constexpr uint64_t kPart = 0xffff;
constexpr int kRound = 32;
constexpr int kSpins = 64;
constexpr int64_t kSpinNanoseconds = 100000;
constexpr int64_t kParkMicroseconds = 1000;

thread_local Crew* led = nullptr;

Crew* crews() noexcept {
  static Crew all[kCrews];
  return all;
}

int64_t now() noexcept {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

uint64_t load(double* state) noexcept { return __atomic_load_n(reinterpret_cast<uint64_t*>(state), __ATOMIC_SEQ_CST); }
void store(double* state, uint64_t to) noexcept { __atomic_store_n(reinterpret_cast<uint64_t*>(state), to, __ATOMIC_SEQ_CST); }

}  // namespace

Crew* Crew::leading() noexcept { return led; }

void Crew::reset(double* state) noexcept { store(state, 0); }

// A free crew; names are 1, 2, …
Crew* Crew::open(uint64_t& name) noexcept {
  for (uint64_t i = 0; i < kCrews; i++) {
    Crew& crew = crews()[i];
    if (crew.taken_.load(std::memory_order_relaxed) || crew.taken_.exchange(true, std::memory_order_acquire)) continue;
    crew.over_.store(false, std::memory_order_relaxed);
    name = i + 1;
    return &crew;
  }
  name = kAlone;
  return nullptr;
}

// Whether this unit leads; one that does not has helped for as long as there was something to do.
bool Crew::enter(double* state, bool able, Crew*& crew) noexcept {
  uint64_t seen = load(state);
  if (seen == 0) {
    uint64_t name;
    crew = open(name);
    if (__atomic_compare_exchange_n(reinterpret_cast<uint64_t*>(state), &seen, name, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      led = crew;
      return true;
    }
    if (crew != nullptr) crew->taken_.store(false, std::memory_order_release);
  }
  if (!able || seen == kOver || seen == kAlone) return false;
  Crew& joined = crews()[seen - 1];
  joined.helpers_.fetch_add(1, std::memory_order_seq_cst);
  // While the state names the crew its leader waits for the threads that joined.
  if (load(state) == seen) joined.help();
  joined.helpers_.fetch_sub(1, std::memory_order_release);
  return false;
}

void Crew::leave(double* state, Crew* crew) noexcept {
  led = nullptr;
  store(state, kOver);
  if (crew == nullptr) return;
  crew->over_.store(true, std::memory_order_seq_cst);
  crew->idle_.wake(INT_MAX);
  for (int spins = 0; crew->helpers_.load(std::memory_order_seq_cst) != 0;) {
    if (++spins % kSpins == 0) std::this_thread::yield();
    relax();
  }
  crew->taken_.store(false, std::memory_order_release);
}

// Takes a part; `seen` says which, and of which round.
bool Crew::take(bool front, uint64_t& seen) noexcept {
  seen = parts_.load(std::memory_order_acquire);
  for (;;) {
    const uint64_t from = seen >> kFrom & kPart, to = seen & kPart;
    if (from == to) return false;
    const uint64_t left = front ? seen + (uint64_t{1} << kFrom) : seen - 1;
    // The round's part and context are read before the swap: if it succeeds, they are this round's.
    const Part part = part_.load(std::memory_order_relaxed);
    const void* const context = context_.load(std::memory_order_relaxed);
    if (!parts_.compare_exchange_weak(seen, left, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    part(context, static_cast<int64_t>(front ? from : to - 1));
    done_.fetch_add(1, std::memory_order_release);
    return true;
  }
}

void Crew::share(Part part, const void* context, int64_t count) noexcept {
  led = nullptr;
  done_.store(0, std::memory_order_relaxed);
  part_.store(part, std::memory_order_relaxed);
  context_.store(context, std::memory_order_relaxed);
  const uint64_t round = (parts_.load(std::memory_order_relaxed) >> kRound) + 1;
  parts_.store(round << kRound | static_cast<uint64_t>(count), std::memory_order_seq_cst);
  idle_.wake(INT_MAX);
  for (uint64_t seen; take(true, seen);) {
  }
  for (int spins = 0; done_.load(std::memory_order_acquire) != count;) {
    if (++spins % (kSpins * 64) == 0) std::this_thread::yield();
    relax();
  }
  led = this;
}

void Crew::help() noexcept {
  int64_t since = now();
  for (int spins = 1;; spins++) {
    uint64_t seen;
    if (take(false, seen)) {
      while (take(false, seen)) {
      }
      since = now();
    }
    if (over_.load(std::memory_order_acquire)) return;
    relax();
    if (spins % kSpins != 0 || now() - since < kSpinNanoseconds) continue;
    const uint32_t ticket = idle_.prepare();
    const uint64_t parts = parts_.load(std::memory_order_seq_cst);
    const bool nothing = (parts >> kFrom & kPart) == (parts & kPart) && !over_.load(std::memory_order_seq_cst);
    if (nothing) idle_.park(ticket, kParkMicroseconds);
    idle_.leave();
  }
}

}  // namespace maniple
