// The routines sort_f64 …, argsort_f64 …, select_f64 …, partition_f64 …, argpartition_f64 …: sorted lines, the indices that sort them,
// the elements at some ranks, which are P[11], P[12] … in ascending order, and elements, or their indices, partitioned around these.
// Elements become unsigned keys (keys.h); long lines are sorted by their bytes, least significant first, which is stable (Knuth, The Art
// of Computer Programming 3, 5.2.5), and a byte that all keys share is passed over; short ones by comparisons. Where the processor has
// vectors to sort with (quick.h), they are faster for values alone, unless few bytes differ; keys near each other are counted (counting.h).
#include <algorithm>
#include <utility>

#include "../core/cpu.h"
#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "counting.h"
#include "lines.h"
#include "quick.h"

namespace maniple::lines {

#if defined(__x86_64__)
#define MANIPLE_QUICK(TYPE, NAME)                     \
  const Quick<TYPE>* NAME##_avx2();                   \
  const Quick<TYPE>* NAME##_avx512();                 \
  template <>                                         \
  const Quick<TYPE>* quick() {                        \
    static const Isa isa = detectIsa();               \
    if (isa == Isa::avx512) return NAME##_avx512();   \
    return isa == Isa::avx2 ? NAME##_avx2() : nullptr; \
  }
#else
#define MANIPLE_QUICK(TYPE, NAME) template <> const Quick<TYPE>* quick() { return nullptr; }
#endif

// Counting the bytes of narrow keys is as fast.
template <typename T> const Quick<T>* quick() { return nullptr; }
MANIPLE_QUICK(double, quickDoubles)
MANIPLE_QUICK(float, quickFloats)
MANIPLE_QUICK(int64_t, quickLongs)
MANIPLE_QUICK(int32_t, quickInts)
MANIPLE_QUICK(uint64_t, quickUnsignedLongs)
MANIPLE_QUICK(uint32_t, quickUnsignedInts)
#undef MANIPLE_QUICK

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

template <typename Key>
void sortHere(Key* keys, Key* room, int64_t length) {
  const Key* const sorted = sortByBytes<Key>(keys, room, length, differing<Key>(keys, length));
  if (sorted != keys) std::copy_n(sorted, length, keys);
}

// Whether so few bytes differ that passes over them are soon done.
template <typename Key>
bool differsLittle(Key bits) {
  int bytes = 0;
  for (; bits != 0; bits = sizeof(Key) > 1 ? static_cast<Key>(bits >> 8) : 0) bytes += (bits & 255) != 0;
  return bytes <= 2;
}

// Keys are made in the result where its lines are dense.
template <typename T>
void sortQuickly(const Quick<T>& quick, double* P, int64_t u0, int64_t u1) {
  using Key = KeyOf<T>;
  const bool descending = P[10] != 0, isDense = P[9] == 1;
  const auto length = static_cast<int64_t>(P[2]);
  const Scratch scratch(static_cast<std::size_t>(isDense ? length : 2 * length) * sizeof(Key));
  auto* const room = reinterpret_cast<Key*>(scratch.get());
  if (room == nullptr) return fail(P, kStatusMemory);
  overLines<T, T>(P, u0, u1, [&](const Line<T>& from, const Line<T>& to) {
    Key* const keys = isDense ? reinterpret_cast<Key*>(to.data) : room + length;
    T* const dense = reinterpret_cast<T*>(keys);
    quick.keysOf(keys, from.data, from.step, length, descending);
    if (sortByCounts<T>(keys, to, length, descending)) return;
    // The first keys tell of most lines that many bytes differ.
    if (length > kShort && differsLittle(differing<Key>(keys, kShort)) && differsLittle(differing<Key>(keys, length))) {
      const Key* const sorted = sortByBytes<Key>(keys, room, length, differing<Key>(keys, length));
      quick.valuesOf(dense, sorted, length, descending);
    } else {
      quick.sort(keys, room, length, dense, descending, sortHere<Key>);
    }
    if (!isDense) for (int64_t i = 0; i < length; i++) to[i] = dense[i];
  });
}

template <typename T>
void sort(double* P, int64_t u0, int64_t u1) {
  using Key = KeyOf<T>;
  if (const Quick<T>* const found = quick<T>()) return sortQuickly<T>(*found, P, u0, u1);
  const bool descending = P[10] != 0;
  const Scratch scratch(static_cast<std::size_t>(P[2]) * 2 * sizeof(Key));
  auto* const keys = reinterpret_cast<Key*>(scratch.get());
  if (keys == nullptr) return fail(P, kStatusMemory);
  overLines<T, T>(P, u0, u1, [&](const Line<T>& from, const Line<T>& to) {
    for (int64_t i = 0; i < from.length; i++) keys[i] = keyOf<T>(from[i], descending, false);
    if (sortByCounts<T>(keys, to, from.length, descending)) return;
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

// The keys at ranks of which each is looked for behind the one before it.
template <typename T>
void selectByComparisons(KeyOf<T>* keys, int64_t length, const int64_t* ranks, int64_t count, T* to, bool descending) {
  int64_t from = 0;
  for (int64_t i = 0; i < count; from = ranks[i++]) {
    std::nth_element(keys + from, keys + ranks[i], keys + length);
    to[i] = valueOf<T>(keys[ranks[i]], descending);
  }
}

// The elements at ranks, in ascending order; there is room for twice the line's keys.
template <typename T>
void atRanks(const Line<T>& from, KeyOf<T>* keys, const int64_t* ranks, int64_t count, T* found, bool descending) {
  const int64_t length = from.length;
  if (const Quick<T>* const vectors = quick<T>()) {
    vectors->keysOf(keys, from.data, from.step, length, descending);
    vectors->select(keys, keys + length, length, ranks, count, found, descending, sortHere<KeyOf<T>>);
    return;
  }
  for (int64_t i = 0; i < length; i++) keys[i] = keyOf<T>(from[i], descending, false);
  selectByComparisons<T>(keys, length, ranks, count, found, descending);
}

constexpr int64_t kRanks = 64;

template <typename T>
void select(double* P, int64_t u0, int64_t u1) {
  using Key = KeyOf<T>;
  const bool descending = P[10] != 0;
  const auto length = static_cast<int64_t>(P[2]), count = static_cast<int64_t>(P[3]);
  const Scratch scratch(static_cast<std::size_t>(length) * 2 * sizeof(Key));
  auto* const keys = reinterpret_cast<Key*>(scratch.get());
  if (keys == nullptr) return fail(P, kStatusMemory);
  int64_t ranks[kRanks];
  for (int64_t i = 0; i < count; i++) ranks[i] = static_cast<int64_t>(P[11 + i]);
  overLines<T, T>(P, u0, u1, [&](const Line<T>& from, const Line<T>& to) {
    T found[kRanks];
    atRanks<T>(from, keys, ranks, count, found, descending);
    for (int64_t i = 0; i < count; i++) to[i] = found[i];
  });
}

// Elements in three groups for each rank, in the order that they had: less than the one there, equal, and, less than the next, greater.
// P[3] is the length, P[11] how many ranks there are, which follow.
constexpr int64_t kPlaces = 4;

template <typename T, typename Item, typename ItemOf>
void group(const Line<T>& from, const Line<Item>& to, const KeyOf<T>* pivots, int64_t count, bool ties, ItemOf itemOf) {
  int64_t next[2 * kPlaces + 1] = {}, total = 0;
  const auto groupOf = [&](T value) {
    const KeyOf<T> key = keyOf<T>(value, false, ties);
    int64_t g = 0;
    for (int64_t k = 0; k < count; k++) g += (key > pivots[k]) + (key >= pivots[k]);
    return g;
  };
  for (int64_t i = 0; i < from.length; i++) next[groupOf(from[i])]++;
  for (int64_t& first : next) total += std::exchange(first, total);
  for (int64_t i = 0; i < from.length; i++) to[next[groupOf(from[i])]++] = itemOf(i);
}

// Finds the elements at some ranks of each line, then calls body(source line, target line, their keys, how many).
template <typename T, typename Item, typename Body>
void aroundRanks(double* P, int64_t u0, int64_t u1, bool ties, Body body) {
  using Key = KeyOf<T>;
  const auto length = static_cast<int64_t>(P[2]), count = static_cast<int64_t>(P[11]);
  const Scratch scratch(static_cast<std::size_t>(length) * 2 * sizeof(Key));
  auto* const keys = reinterpret_cast<Key*>(scratch.get());
  if (keys == nullptr) return fail(P, kStatusMemory);
  int64_t ranks[kPlaces];
  for (int64_t i = 0; i < count; i++) ranks[i] = static_cast<int64_t>(P[12 + i]);
  overLines<T, Item>(P, u0, u1, [&](const Line<T>& from, const Line<Item>& to) {
    T found[kPlaces];
    Key pivots[kPlaces];
    atRanks<T>(from, keys, ranks, count, found, false);
    for (int64_t k = 0; k < count; k++) pivots[k] = keyOf<T>(found[k], false, ties);
    body(from, to, pivots, count);
  });
}

// Partitions a line around one element; its equals are not told apart. Lesser elements go to the front, and in a second pass greater ones
// to the end: each element is written, and kept if it is one, as a branch would be mispredicted. Between both there is the element itself
// at least.
template <typename T>
void groupAround(const Line<T>& from, const Line<T>& to, KeyOf<T> pivot) {
  int64_t less = 0, last = from.length - 1;
  for (int64_t i = 0; i < from.length; i++) {
    to[less] = from[i];
    less += keyOf<T>(from[i], false, false) < pivot;
  }
  for (int64_t i = from.length - 1; i >= 0; i--) {
    to[last] = from[i];
    last -= keyOf<T>(from[i], false, false) > pivot;
  }
  for (int64_t i = less; i <= last; i++) to[i] = valueOf<T>(pivot, false);
}

template <typename T>
void partition(double* P, int64_t u0, int64_t u1) {
  aroundRanks<T, T>(P, u0, u1, false, [](const Line<T>& from, const Line<T>& to, const KeyOf<T>* pivots, int64_t count) {
    // Constant steps of 1 save the compiler a multiplication for each element.
    if (count == 1 && from.step == 1 && to.step == 1) groupAround<T>({from.data, 1, from.length}, {to.data, 1, to.length}, pivots[0]);
    else if (count == 1) groupAround<T>(from, to, pivots[0]);
    else group<T, T>(from, to, pivots, count, false, [&](int64_t i) { return from[i]; });
  });
}

template <typename T>
void argpartition(double* P, int64_t u0, int64_t u1) {
  aroundRanks<T, int64_t>(P, u0, u1, true, [](const Line<T>& from, const Line<int64_t>& to, const KeyOf<T>* pivots, int64_t count) {
    group<T, int64_t>(from, to, pivots, count, true, [](int64_t i) { return i; });
  });
}

#define MANIPLE_ADD(NAME, TYPE, END)                                                                                    \
  addRoutine("lines_partition_" #END, partition<TYPE>, nullptr) &&                                                      \
      addRoutine("lines_argpartition_" #END, argpartition<TYPE>, nullptr) &&                                            \
      addRoutine("lines_select_" #END, select<TYPE>, nullptr) && addRoutine("lines_sort_" #END, sort<TYPE>, nullptr) && \
      addRoutine("lines_argsort_" #END, argsort<TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_NUMBERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
