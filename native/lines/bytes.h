// Stable sorts of keys, or of keys with their places: long lines by their bytes, least significant first (Knuth, The Art of Computer
// Programming 3, 5.2.5), where a byte that all keys share is passed over; short ones by comparisons.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace maniple::lines {

constexpr int64_t kShort = 384;
constexpr int kValues = 256;

template <typename Key>
struct Ranked {
  Key key;
  int64_t place;
};

template <typename Key>
Key keyIn(const Key& item) { return item; }
template <typename Key>
Key keyIn(const Ranked<Key>& item) { return item.key; }

// The bits in which keys differ.
template <typename Key, typename Item>
Key differing(const Item* items, int64_t length) {
  Key bits = 0;
  for (int64_t i = 1; i < length; i++) bits |= keyIn<Key>(items[i]) ^ keyIn<Key>(items[0]);
  return bits;
}

// Sorts `items`, which differ in these bits, with as much room in `other`; returns the one that holds the result.
template <typename Key, typename Item>
Item* sortByBytes(Item* items, Item* other, int64_t length, Key differ) {
  for (int shift = 0; shift < static_cast<int>(8 * sizeof(Key)); shift += 8) {
    if ((differ >> shift & 255) == 0) continue;
    int64_t next[kValues] = {}, total = 0;
    for (int64_t i = 0; i < length; i++) next[keyIn<Key>(items[i]) >> shift & 255]++;
    for (int64_t& first : next) total += std::exchange(first, total);
    for (int64_t i = 0; i < length; i++) other[next[keyIn<Key>(items[i]) >> shift & 255]++] = items[i];
    std::swap(items, other);
  }
  return items;
}

template <typename Key, typename Item>
Item* sortItems(Item* items, int64_t length) {
  if (length > kShort) return sortByBytes<Key>(items, items + length, length, differing<Key>(items, length));
  const auto less = [](const Item& a, const Item& b) { return keyIn<Key>(a) < keyIn<Key>(b); };
  if (std::is_same_v<Key, Item>) {
    std::sort(items, items + length, less);
    return items;
  }
  for (int64_t i = 1; i < length; i++) {
    const Item item = items[i];
    Item* const place = std::upper_bound(items, items + i, item, less);
    std::move_backward(place, items + i, items + i + 1);
    *place = item;
  }
  return items;
}

// Whether so few bytes differ that passes over them are soon done.
template <typename Key>
bool differsLittle(Key bits) {
  int bytes = 0;
  for (; bits != 0; bits = sizeof(Key) > 1 ? static_cast<Key>(bits >> 8) : 0) bytes += (bits & 255) != 0;
  return bytes <= 2;
}

}  // namespace maniple::lines
