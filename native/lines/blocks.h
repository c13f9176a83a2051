// A line's keys, block by block, and the line's elements, or their places, grouped around one of them. A fragment of quick.cpp, which is compiled
// once for each instruction set.
#pragma once

#include <algorithm>
#include <cstring>

#include "keys.h"
#include "lanes.h"

namespace maniple::lines {
namespace {

// The values may take the place of the keys, so that they are written as bytes.
template <typename T>
void valuesOf(T* to, const KeyOf<T>* keys, int64_t n, bool descending) {
  for (int64_t i = 0; i < n; i++) {
    const T value = valueOf<T>(keys[i], descending);
    std::memcpy(to + i, &value, sizeof value);
  }
}

template <typename T, bool ties>
INLINE void makeKeys(KeyOf<T>* keys, const T* from, int64_t step, int64_t n, bool descending) {
  if (step == 1) for (int64_t i = 0; i < n; i++) keys[i] = keyOf<T>(from[i], descending, ties);
  else for (int64_t i = 0; i < n; i++) keys[i] = keyOf<T>(from[i * step], descending, ties);
}

template <typename T>
void keysOf(KeyOf<T>* keys, const T* from, int64_t step, int64_t n, bool descending) {
  makeKeys<T, false>(keys, from, step, n, descending);
}

// Keys of a line that are made, and looked at, at a time; they stay in the first cache.
constexpr int64_t kBlock = 512;

// Calls body(keys, n) for a line's keys, block by block; behind the last ones are keys without meaning.
template <typename T, bool ties, typename Body>
INLINE void overBlocks(const T* from, int64_t step, int64_t n, bool descending, Body body) {
  alignas(64) KeyOf<T> keys[kBlock] = {};
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t some = std::min(kBlock, n - i);
    makeKeys<T, ties>(keys, from + i * step, step, some, descending);
    body(keys, some);
  }
}

// Items on one side of a pivot, block by block.
template <typename L>
struct Side {
  using Key = typename L::Key;
  alignas(64) Key items[kBlock + L::count];
  int64_t some = 0, total = 0;

  __attribute__((always_inline)) void add(typename L::Mask chosen, typename L::Vector v) {
    L::store(items + some, L::parted(chosen, v));
    some += __builtin_popcount(chosen);
  }
  template <typename Item, typename Write>
  __attribute__((always_inline)) void flush(Item* to, Write write) {
    write(to + total, items, some);
    total += some;
    some = 0;
  }
};

// The places of a block's elements.
template <typename Key>
struct Places {
  alignas(64) Key at[kBlock] = {};
  constexpr Places() {
    for (int64_t i = 0; i < kBlock; i++) at[i] = static_cast<Key>(i);
  }
};
template <typename Key>
constexpr Places<Key> placesOfBlock;

// The line's values around the pivot, which has a rank. Greater ones are written to where they stay if one element alone equals the pivot.
//
//     rank 3     less ··· | pivot | greater ·····     once; with more equals the greater ones move to the end
template <typename T>
void around(const T* from, int64_t step, int64_t n, T* to, int64_t rank, KeyOf<T> pivot) {
  using Key = KeyOf<T>;
  using L = Lanes<Key>;
  const typename L::Vector middle = L::all(pivot);
  Side<L> low, high;
  const auto write = [](T* at, const Key* keys, int64_t some) { valuesOf<T>(at, keys, some, false); };
  overBlocks<T, false>(from, step, n, false, [&](const Key* keys, int64_t some) __attribute__((always_inline)) {
    for (int64_t i = 0; i < some; i += L::count) {
      const typename L::Vector v = L::load(keys + i);
      const typename L::Mask all = L::lanes(some - i);
      low.add(static_cast<typename L::Mask>(L::isBelow(v, middle) & all), v);
      high.add(static_cast<typename L::Mask>(L::isBelow(middle, v) & all), v);
    }
    low.flush(to, write);
    high.flush(to + rank + 1, write);
  });
  T* const upper = to + (n - high.total);
  std::memmove(upper, to + rank + 1, static_cast<std::size_t>(high.total) * sizeof(T));
  std::fill(to + low.total, upper, valueOf<T>(pivot, false));
}

// The places of the line's elements around the pivot, as `around` has their values; equal ones wait in the room.
template <typename T>
void placesAround(const T* from, int64_t step, int64_t n, int64_t* to, int64_t* room, int64_t rank, KeyOf<T> pivot) {
  using Key = KeyOf<T>;
  using L = Lanes<Key>;
  const typename L::Vector middle = L::all(pivot);
  Side<L> low, high, same;
  int64_t first = 0;
  const auto write = [&first](int64_t* at, const Key* places, int64_t some) {
    for (int64_t i = 0; i < some; i++) at[i] = first + static_cast<int64_t>(places[i]);
  };
  overBlocks<T, true>(from, step, n, false, [&](const Key* keys, int64_t some) __attribute__((always_inline)) {
    for (int64_t i = 0; i < some; i += L::count) {
      const typename L::Vector v = L::load(keys + i), places = L::load(placesOfBlock<Key>.at + i);
      const typename L::Mask all = L::lanes(some - i);
      const auto isLow = static_cast<typename L::Mask>(L::isBelow(v, middle) & all);
      const auto isHigh = static_cast<typename L::Mask>(L::isBelow(middle, v) & all);
      low.add(isLow, places);
      high.add(isHigh, places);
      const auto isSame = static_cast<typename L::Mask>(all & ~(isLow | isHigh));
      if (isSame != 0) same.add(isSame, places);
    }
    low.flush(to, write);
    high.flush(to + rank + 1, write);
    same.flush(room, write);
    first += some;
  });
  std::memmove(to + (n - high.total), to + rank + 1, static_cast<std::size_t>(high.total) * sizeof *to);
  std::copy_n(room, same.total, to + low.total);
}

}  // namespace
}  // namespace maniple::lines
