#include "timeline.h"

#include <chrono>
#include <memory>
#include <new>

namespace maniple {

std::atomic<bool> Timeline::on_{false};

namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;
// Seconds between points of a launch that are one stretch.
constexpr double kGap = 2e-6;

// Never destroyed: threads may run points while the process exits.
struct Notes {
  std::unique_ptr<Stretch[]> stretches;
  std::atomic<std::size_t> count{0};
  std::atomic<uint32_t> threads{0};
  std::atomic<uint32_t> round{0};
};

Notes& notes() noexcept {
  alignas(Notes) static unsigned char memory[sizeof(Notes)];
  static Notes* const instance = new (memory) Notes;
  return *instance;
}

// A thread's number, and its last stretch in the profile of this round.
struct Own {
  uint32_t thread = 0;
  uint32_t round = 0;
  Stretch* last = nullptr;
};
thread_local Own own;

}  // namespace

double Timeline::now() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool Timeline::start() noexcept {
  Notes& n = notes();
  if (n.stretches == nullptr) n.stretches.reset(new (std::nothrow) Stretch[kMost]);
  if (n.stretches == nullptr) return false;
  n.count.store(0, std::memory_order_relaxed);
  n.threads.store(0, std::memory_order_relaxed);
  n.round.fetch_add(1, std::memory_order_release);
  on_.store(true, std::memory_order_release);
  return true;
}

void Timeline::note(uint64_t launch, double begin) noexcept {
  Notes& n = notes();
  const double end = now();
  const uint32_t round = n.round.load(std::memory_order_acquire);
  if (own.round != round) own = {n.threads.fetch_add(1, std::memory_order_relaxed), round, nullptr};
  if (own.last != nullptr && own.last->launch == launch && begin - own.last->end < kGap) {
    own.last->end = end;
    return;
  }
  const std::size_t at = n.count.fetch_add(1, std::memory_order_relaxed);
  if (at >= kMost) return;
  own.last = &n.stretches[at];
  *own.last = {begin, end, launch, own.thread};
}

std::size_t Timeline::stop(std::vector<Stretch>& out) {
  on_.store(false, std::memory_order_release);
  Notes& n = notes();
  const std::size_t count = n.count.load(std::memory_order_acquire);
  const std::size_t kept = count < kMost ? count : kMost;
  out.assign(n.stretches.get(), n.stretches.get() + kept);
  return count - kept;
}

}  // namespace maniple
