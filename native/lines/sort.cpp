// The routines sort_f64 …, argsort_f64 …, select_f64 …, partition_f64 …, argpartition_f64 …: sorted lines, the indices that sort them,
// the elements at some ranks, which are P[11], P[12] … in ascending order, and elements, or their indices, partitioned around these.
// Elements become unsigned keys (keys.h) that are sorted by their bytes or by comparisons (bytes.h). Where the processor has vectors to
// sort with (quick.h), they are faster for values alone, unless few bytes differ; keys near each other are counted (counting.h).
#include <algorithm>
#include <utility>

#include "../core/cpu.h"
#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "bytes.h"
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

template <typename Key>
void sortHere(Key* keys, Key* room, int64_t length) {
  const Key* const sorted = sortByBytes<Key>(keys, room, length, differing<Key>(keys, length));
  if (sorted != keys) std::copy_n(sorted, length, keys);
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
    const bool mayDifferLittle = length > kShort && differsLittle(differing<Key>(keys, kShort));
    const Key differ = mayDifferLittle ? differing<Key>(keys, length) : ~Key{0};
    if (differsLittle(differ)) {
      const Key* const sorted = sortByBytes<Key>(keys, room, length, differ);
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

// The elements at ranks, in ascending order; there is room for a line's keys at `keys`, for as many behind, and for a vector.
template <typename T>
void atRanks(const Line<T>& from, KeyOf<T>* keys, const int64_t* ranks, int64_t count, T* found, bool descending) {
  const int64_t length = from.length;
  if (const Quick<T>* const vectors = quick<T>())
    return vectors->select(from.data, from.step, length, keys, keys + length, ranks, count, found, descending, sortHere<KeyOf<T>>);
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

// Finds the elements at some ranks of each line, then calls body(source line, target line, their keys, the ranks, how many, room for two lines).
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
    body(from, to, pivots, ranks, count, keys);
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

// The places of a line's elements around one of them: places of lesser elements, then, in a second pass, of greater ones from the end, and
// of equal ones between both until all are found.
template <typename T>
void placesAround(const Line<T>& from, const Line<int64_t>& to, KeyOf<T> pivot) {
  int64_t less = 0, last = from.length - 1;
  for (int64_t i = 0; i < from.length; i++) {
    to[less] = i;
    less += keyOf<T>(from[i], false, true) < pivot;
  }
  for (int64_t i = from.length - 1; i >= 0; i--) {
    to[last] = i;
    last -= keyOf<T>(from[i], false, true) > pivot;
  }
  for (int64_t i = 0; less <= last; i++) {
    to[less] = i;
    less += keyOf<T>(from[i], false, true) == pivot;
  }
}

template <typename T>
void partition(double* P, int64_t u0, int64_t u1) {
  const Quick<T>* const vectors = quick<T>();
  aroundRanks<T, T>(P, u0, u1, false, [=](const Line<T>& from, const Line<T>& to, const KeyOf<T>* pivots, const int64_t* ranks, int64_t count,
                                          KeyOf<T>*) {
    if (count == 1 && vectors != nullptr && to.step == 1) vectors->around(from.data, from.step, from.length, to.data, ranks[0], pivots[0]);
    // Constant steps of 1 save the compiler a multiplication for each element.
    else if (count == 1 && from.step == 1 && to.step == 1) groupAround<T>({from.data, 1, from.length}, {to.data, 1, to.length}, pivots[0]);
    else if (count == 1) groupAround<T>(from, to, pivots[0]);
    else group<T, T>(from, to, pivots, count, false, [&](int64_t i) { return from[i]; });
  });
}

template <typename T>
void argpartition(double* P, int64_t u0, int64_t u1) {
  const Quick<T>* const vectors = quick<T>();
  aroundRanks<T, int64_t>(P, u0, u1, true, [=](const Line<T>& from, const Line<int64_t>& to, const KeyOf<T>* pivots, const int64_t* ranks,
                                               int64_t count, KeyOf<T>* room) {
    if (count == 1 && vectors != nullptr && to.step == 1) {
      auto* const places = reinterpret_cast<int64_t*>(room);
      vectors->placesAround(from.data, from.step, from.length, to.data, places, ranks[0], pivots[0]);
    } else if (count == 1 && from.step == 1 && to.step == 1) placesAround<T>({from.data, 1, from.length}, {to.data, 1, to.length}, pivots[0]);
    else if (count == 1) placesAround<T>(from, to, pivots[0]);
    else group<T, int64_t>(from, to, pivots, count, true, [](int64_t i) { return i; });
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
