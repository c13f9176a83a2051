// Counting sort of lines whose keys are near each other, as those of integers below some thousands are: how often each comes, then so
// many of each in order. Two passes over memory, where a sort by bytes takes three for each byte.
#pragma once

#include <algorithm>

#include "keys.h"
#include "lines.h"

namespace maniple::lines {

constexpr int64_t kCounted = int64_t{1} << 16;  // counts that stay in the second-level cache
constexpr int64_t kEach = 4;                    // elements for each count, at least
constexpr int64_t kSample = 64;                 // keys that tell of most lines that they are far apart

template <typename Key>
bool areNear(const Key* keys, int64_t n, int64_t most, Key& least) {
  Key greatest = least = keys[0];
  for (int64_t i = 1; i < n; i++) {
    least = std::min(least, keys[i]);
    greatest = std::max(greatest, keys[i]);
  }
  return static_cast<uint64_t>(greatest - least) < static_cast<uint64_t>(most);
}

// Writes the line in order; false where its keys are too many apart, or there is no memory.
template <typename T>
bool sortByCounts(const KeyOf<T>* keys, const Line<T>& to, int64_t length, bool descending) {
  using Key = KeyOf<T>;
  const int64_t most = std::min(kCounted, length / kEach);
  Key least;
  if (length < kSample || !areNear(keys, kSample, most, least) || !areNear(keys, length, most, least)) return false;
  const Scratch scratch(static_cast<std::size_t>(most) * sizeof(int64_t));
  auto* const counts = reinterpret_cast<int64_t*>(scratch.get());
  if (counts == nullptr) return false;
  std::fill_n(counts, most, 0);
  for (int64_t i = 0; i < length; i++) counts[static_cast<Key>(keys[i] - least)]++;
  for (int64_t k = 0, at = 0; at < length; k++) {
    const T value = valueOf<T>(static_cast<Key>(least + static_cast<Key>(k)), descending);
    for (const int64_t end = at + counts[k]; at < end; at++) to[at] = value;
  }
  return true;
}

}  // namespace maniple::lines
