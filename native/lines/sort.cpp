// The routines sort_f64 …, argsort_f64 …: lines in order, and where their elements stand. Elements become unsigned keys
// (keys.h); long lines are sorted by their bytes, least significant first, which is stable (Knuth, The Art of Computer
// Programming 3, 5.2.5), and a byte that all keys share is passed over; short ones by comparisons.
#include <algorithm>

#include "../core/kernels.h"
#include "keys.h"
#include "lines.h"

namespace maniple::lines {
namespace {

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

// Sorts `items` with as much room in `other`; returns the one that holds the result.
template <typename Key, typename Item>
Item* sortByBytes(Item* items, Item* other, int64_t length) {
  constexpr int bytes = sizeof(Key);
  int64_t counts[bytes][kValues] = {};
  for (int64_t i = 0; i < length; i++) {
    const Key key = keyIn<Key>(items[i]);
    for (int b = 0; b < bytes; b++) counts[b][key >> (8 * b) & 255]++;
  }
  for (int b = 0; b < bytes; b++) {
    const int shift = 8 * b;
    if (counts[b][keyIn<Key>(items[0]) >> shift & 255] == length) continue;
    int64_t next[kValues], total = 0;
    for (int v = 0; v < kValues; v++) {
      next[v] = total;
      total += counts[b][v];
    }
    for (int64_t i = 0; i < length; i++) other[next[keyIn<Key>(items[i]) >> shift & 255]++] = items[i];
    std::swap(items, other);
  }
  return items;
}

template <typename Key, typename Item>
Item* sortItems(Item* items, int64_t length) {
  if (length > kShort) return sortByBytes<Key>(items, items + length, length);
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

template <typename T>
void sort(double* P, int64_t u0, int64_t u1) {
  using Key = KeyOf<T>;
  const bool descending = P[10] != 0;
  const Scratch scratch(static_cast<std::size_t>(P[2]) * 2 * sizeof(Key));
  auto* const keys = reinterpret_cast<Key*>(scratch.get());
  if (keys == nullptr) return fail(P, kStatusMemory);
  overLines<T, T>(P, u0, u1, [&](const Line<T>& from, const Line<T>& to) {
    for (int64_t i = 0; i < from.length; i++) keys[i] = keyOf<T>(from[i], descending, false);
    const Key* sorted = sortItems<Key>(keys, from.length);
    for (int64_t i = 0; i < from.length; i++) to[i] = valueOf<T>(sorted[i], descending);
  });
}

template <typename T>
void argsort(double* P, int64_t u0, int64_t u1) {
  using Item = Ranked<KeyOf<T>>;
  const bool descending = P[10] != 0;
  const Scratch scratch(static_cast<std::size_t>(P[2]) * 2 * sizeof(Item));
  auto* const items = reinterpret_cast<Item*>(scratch.get());
  if (items == nullptr) return fail(P, kStatusMemory);
  overLines<T, int64_t>(P, u0, u1, [&](const Line<T>& from, const Line<int64_t>& to) {
    for (int64_t i = 0; i < from.length; i++) items[i] = {keyOf<T>(from[i], descending, true), i};
    const Item* sorted = sortItems<KeyOf<T>>(items, from.length);
    for (int64_t i = 0; i < from.length; i++) to[i] = sorted[i].place;
  });
}

[[maybe_unused]] const bool registered =
    addRoutine("lines_sort_f64", sort<double>, nullptr) && addRoutine("lines_sort_f32", sort<float>, nullptr) &&
    addRoutine("lines_sort_i64", sort<int64_t>, nullptr) && addRoutine("lines_sort_i32", sort<int32_t>, nullptr) &&
    addRoutine("lines_sort_u8", sort<uint8_t>, nullptr) && addRoutine("lines_argsort_f64", argsort<double>, nullptr) &&
    addRoutine("lines_argsort_f32", argsort<float>, nullptr) && addRoutine("lines_argsort_i64", argsort<int64_t>, nullptr) &&
    addRoutine("lines_argsort_i32", argsort<int32_t>, nullptr) && addRoutine("lines_argsort_u8", argsort<uint8_t>, nullptr);

}  // namespace
}  // namespace maniple::lines
