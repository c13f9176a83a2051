#include "allocations.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

namespace maniple {

namespace {

// Never destroyed: threads may allocate while the process exits.
struct Registry {
  std::mutex mutex;
  std::map<std::uintptr_t, std::size_t> ranges;
  std::atomic<uint64_t> left{0};  // how many were given back
};

Registry& registry() noexcept {
  alignas(Registry) static unsigned char memory[sizeof(Registry)];
  static Registry* const instance = new (memory) Registry;
  return *instance;
}

}  // namespace

bool enterAllocation(const void* address, std::size_t bytes) noexcept {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  try {
    r.ranges[reinterpret_cast<std::uintptr_t>(address)] = bytes;
  } catch (...) {
    return false;
  }
  return true;
}

bool leaveAllocation(const void* address, std::size_t bytes) noexcept {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto found = r.ranges.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == r.ranges.end() || found->second != bytes) return false;
  r.ranges.erase(found);
  r.left.fetch_add(1, std::memory_order_release);
  return true;
}

void Allocations::refresh() noexcept {
  const uint64_t left = registry().left.load(std::memory_order_acquire);
  if (left == left_) return;
  left_ = left;
  std::fill(std::begin(known_), std::end(known_), Range{});
}

bool Allocations::look(double low, double high) noexcept {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  auto after = r.ranges.upper_bound(static_cast<std::uintptr_t>(low));
  if (after == r.ranges.begin()) return false;
  const auto& [begin, bytes] = *--after;
  const Range range{static_cast<double>(begin), static_cast<double>(begin + bytes)};
  if (high > range.end) return false;
  known_[slotOf(low)] = range;
  return true;
}

bool Allocations::meet(double low, double high) const noexcept {
  if (!(low < high && high >= 1 && low <= kEnd && high <= kEnd)) return false;
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  auto after = r.ranges.lower_bound(static_cast<std::uintptr_t>(high));
  if (after == r.ranges.begin()) return false;
  const auto& [begin, bytes] = *--after;
  return static_cast<double>(begin + bytes) > low;
}

}  // namespace maniple
