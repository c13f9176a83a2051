// The unit in which data that threads share, or that one thread writes often, is laid out: with two actors' counters on one line each
// message waits for the line twice more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace maniple::graph {

constexpr uint32_t kCacheLine = 64;

/// Memory that shares no cache line with anything else.
template <typename T>
struct WholeLines {
  using value_type = T;
  WholeLines() = default;
  template <typename U>
  WholeLines(const WholeLines<U>&) {}

  T* allocate(size_t count) {
    const size_t lines = (count * sizeof(T) + kCacheLine - 1) / kCacheLine;
    return static_cast<T*>(::operator new(lines * kCacheLine, std::align_val_t{kCacheLine}));
  }
  void deallocate(T* memory, size_t) { ::operator delete(memory, std::align_val_t{kCacheLine}); }

  template <typename U>
  bool operator==(const WholeLines<U>&) const { return true; }
  template <typename U>
  bool operator!=(const WholeLines<U>&) const { return false; }
};

/// A vector of one thread's own, in whole cache lines.
template <typename T>
using Own = std::vector<T, WholeLines<T>>;

}  // namespace maniple::graph
