// Compiled for AVX-512 and for AVX2: see quick.h. A range is parted by a pivot into its room, and both parts have where they were as theirs.
// Short ranges are sorted in registers (networks.h).
#include <algorithm>

#include "blocks.h"
#include "networks.h"
#include "quick.h"

namespace maniple::lines {
namespace {

constexpr int kVectors = 16;  // of a short range

template <typename L>
void sortShort(const typename L::Key* from, typename L::Key* to, int64_t n) {
  if (n <= L::count) sortFew<L, 1>(from, to, n);
  else if (n <= 2 * L::count) sortFew<L, 2>(from, to, n);
  else if (n <= 4 * L::count) sortFew<L, 4>(from, to, n);
  else if (n <= 8 * L::count) sortFew<L, 8>(from, to, n);
  else sortFew<L, kVectors>(from, to, n);
}

// The middle of some keys, of more where they stand for many.
template <typename L, int vectors>
typename L::Key middleOf(const typename L::Key* keys, int64_t n) {
  constexpr int many = vectors * L::count;
  typename L::Key some[many];
  const int64_t step = n / many;
  for (int i = 0; i < many; i++) some[i] = keys[i * step + step / 2];
  sortFew<L, vectors>(some, some, many);
  return some[many / 2];
}

template <typename L>
typename L::Key pivotOf(const typename L::Key* keys, int64_t n) {
  return n < 128 * L::count ? middleOf<L, 1>(keys, n) : middleOf<L, 4>(keys, n);
}

// Parts a range into `room` and returns how many keys are at most the pivot, or, with `strictly`, below it: these lower keys go to its
// front, the upper keys to its end. A vector's lower keys are put before its upper keys, and the whole vector is written at both places:
// the next vectors overwrite the surplus. The last vectors, where both places would overlap, are written by keys.
template <typename L, bool strictly>
int64_t part(const typename L::Key* keys, typename L::Key* room, int64_t n, typename L::Key pivot) {
  using Vector = typename L::Vector;
  const Vector middle = L::all(pivot);
  typename L::Key* low = room;
  typename L::Key* high = room + n;
  const auto one = [&](Vector v) __attribute__((always_inline)) {
    const typename L::Mask isLower = strictly ? L::isBelow(v, middle) : L::isAtMost(v, middle);
    const Vector sides = L::parted(isLower, v);
    const int64_t count = __builtin_popcount(isLower);
    L::store(low, sides);
    L::store(high - L::count, sides);
    low += count;
    high -= L::count - count;
  };
  int64_t i = 0;
  for (; i + 5 * L::count <= n; i += 4 * L::count) {
    const Vector a = L::load(keys + i), b = L::load(keys + i + L::count);
    const Vector c = L::load(keys + i + 2 * L::count), d = L::load(keys + i + 3 * L::count);
    one(a);
    one(b);
    one(c);
    one(d);
  }
  partLast<L, strictly>(keys + i, n - i, low, high, pivot);
  return low - room;
}

// How often ranges may be parted: twice as often as by their middles.
int depthFor(int64_t n) { return 2 * (64 - __builtin_clzll(static_cast<uint64_t>(n) | 1)); }

template <typename T>
struct Sorting {
  using L = Lanes<KeyOf<T>>;
  using Key = KeyOf<T>;
  bool descending;
  typename Quick<T>::Slow slow;

  void fill(Key key, int64_t n, T* to) const {
    const T value = valueOf<T>(key, descending);
    for (int64_t i = 0; i < n; i++) std::memcpy(to + i, &value, sizeof value);
  }

  void range(Key* keys, Key* room, int64_t n, T* to, int depth) const {
    while (n > kVectors * L::count) {
      if (depth-- == 0) {
        slow(keys, room, n);
        return valuesOf<T>(to, keys, n, descending);
      }
      const Key pivot = pivotOf<L>(keys, n);
      int64_t lower = part<L, false>(keys, room, n, pivot);
      if (lower == n) {
        // Nothing is above the pivot: keys that equal it are done.
        lower = part<L, true>(room, keys, n, pivot);
        fill(pivot, n - lower, to + lower);
        n = lower;
        continue;
      }
      range(room, keys, lower, to, depth);
      Key* const others = room + lower;
      room = keys + lower;
      keys = others;
      to += lower;
      n -= lower;
    }
    Key few[kVectors * L::count];
    sortShort<L>(keys, few, n);
    valuesOf<T>(to, few, n, descending);
  }
};

// Finds the keys at some ranks, of which the first key of the range has `before`.
template <typename T>
struct Selecting {
  using L = Lanes<KeyOf<T>>;
  using Key = KeyOf<T>;
  bool descending;
  typename Quick<T>::Slow slow;

  void range(Key* keys, Key* room, int64_t n, int64_t before, const int64_t* ranks, int64_t count, T* to, int depth) const {
    while (count > 0 && n > kVectors * L::count) {
      if (depth-- == 0) {
        slow(keys, room, n);
        for (int64_t i = 0; i < count; i++) to[i] = valueOf<T>(keys[ranks[i] - before], descending);
        return;
      }
      const Key pivot = pivotOf<L>(keys, n);
      int64_t lower = part<L, false>(keys, room, n, pivot), k = 0;
      const bool isTop = lower == n;
      if (isTop) lower = part<L, true>(room, keys, n, pivot);
      while (k < count && ranks[k] < before + lower) k++;
      if (isTop) {
        for (int64_t i = k; i < count; i++) to[i] = valueOf<T>(pivot, descending);
        count = k;
        n = lower;
        continue;
      }
      if (k > 0) range(room, keys, lower, before, ranks, k, to, depth);
      Key* const others = room + lower;
      room = keys + lower;
      keys = others;
      n -= lower;
      before += lower;
      ranks += k;
      to += k;
      count -= k;
    }
    if (count == 0) return;
    Key few[kVectors * L::count];
    sortShort<L>(keys, few, n);
    for (int64_t i = 0; i < count; i++) to[i] = valueOf<T>(few[ranks[i] - before], descending);
  }
};

template <typename T>
void sort(KeyOf<T>* keys, KeyOf<T>* room, int64_t n, T* to, bool descending, typename Quick<T>::Slow slow) {
  Sorting<T>{descending, slow}.range(keys, room, n, to, depthFor(n));
}

// The keys of a line between two keys, these among them, and how many are below both.
template <typename T>
struct Between {
  using L = Lanes<KeyOf<T>>;
  KeyOf<T> low, high;
  int64_t below = 0, count = 0;

  // Whole vectors are written to `to`: it has room for one more than the line.
  void collect(const T* from, int64_t step, int64_t n, KeyOf<T>* to, bool descending) {
    const typename L::Vector least = L::all(low), greatest = L::all(high);
    overBlocks<T, false>(from, step, n, descending, [&](const KeyOf<T>* keys, int64_t some) __attribute__((always_inline)) {
      for (int64_t i = 0; i < some; i += L::count) {
        const typename L::Vector v = L::load(keys + i);
        const typename L::Mask all = L::lanes(some - i);
        const auto isBelow = static_cast<typename L::Mask>(L::isBelow(v, least) & all);
        const auto isHere = static_cast<typename L::Mask>(L::isAtMost(v, greatest) & all & ~isBelow);
        L::store(to + count, L::parted(isHere, v));
        count += __builtin_popcount(isHere);
        below += __builtin_popcount(isBelow);
      }
    });
  }
};

constexpr int64_t kSampled = 1024;      // keys in order, between two of which the keys at some ranks are
constexpr int64_t kMargin = 50;         // of these on either side: three times the deviation of a rank in the middle
constexpr int64_t kLong = 32 * kSampled;  // elements of a line that is worth them
constexpr int64_t kNear = 16;           // ranks are near each other within such a part of the line

// Two keys between which the keys at the ranks are, most likely: by a sample with an element of each part of the line. There is room for two.
template <typename T>
Between<T> sampled(const T* from, int64_t step, int64_t n, const int64_t* ranks, int64_t count, KeyOf<T>* room, bool descending,
                   typename Quick<T>::Slow slow) {
  const int64_t part = n / kSampled;
  for (int64_t i = 0; i < kSampled; i++) room[i] = keyOf<T>(from[(i * part + i * 7919 % part) * step], descending, false);
  T inOrder[kSampled];
  sort<T>(room, room + kSampled, kSampled, inOrder, descending, slow);
  const auto placeOf = [n](int64_t rank) { return static_cast<int64_t>(static_cast<double>(rank) / static_cast<double>(n) * kSampled); };
  const int64_t low = placeOf(ranks[0]) - kMargin, high = placeOf(ranks[count - 1]) + kMargin;
  return {low < 0 ? KeyOf<T>{0} : keyOf<T>(inOrder[low], descending, false),
          high < kSampled ? keyOf<T>(inOrder[high], descending, false) : static_cast<KeyOf<T>>(~KeyOf<T>{0})};
}

// Of a long line the keys near the ranks are collected in one pass, and the rank is looked for among them; all keys where it is not there.
template <typename T>
void select(const T* from, int64_t step, int64_t n, KeyOf<T>* keys, KeyOf<T>* room, const int64_t* ranks, int64_t count, T* found,
            bool descending, typename Quick<T>::Slow slow) {
  const Selecting<T> selecting{descending, slow};
  if (count > 0 && n >= kLong && ranks[count - 1] - ranks[0] < n / kNear) {
    Between<T> near = sampled<T>(from, step, n, ranks, count, keys, descending, slow);
    near.collect(from, step, n, keys, descending);
    if (near.below <= ranks[0] && ranks[count - 1] < near.below + near.count)
      return selecting.range(keys, room, near.count, near.below, ranks, count, found, depthFor(n));
  }
  keysOf<T>(keys, from, step, n, descending);
  selecting.range(keys, room, n, 0, ranks, count, found, depthFor(n));
}

template <typename T>
constexpr Quick<T> here = {keysOf<T>, valuesOf<T>, sort<T>, select<T>, around<T>, placesAround<T>};

}  // namespace

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)

const Quick<double>* JOIN(quickDoubles_, MANIPLE_VARIANT)() { return &here<double>; }
const Quick<float>* JOIN(quickFloats_, MANIPLE_VARIANT)() { return &here<float>; }
const Quick<int64_t>* JOIN(quickLongs_, MANIPLE_VARIANT)() { return &here<int64_t>; }
const Quick<int32_t>* JOIN(quickInts_, MANIPLE_VARIANT)() { return &here<int32_t>; }
const Quick<uint64_t>* JOIN(quickUnsignedLongs_, MANIPLE_VARIANT)() { return &here<uint64_t>; }
const Quick<uint32_t>* JOIN(quickUnsignedInts_, MANIPLE_VARIANT)() { return &here<uint32_t>; }

}  // namespace maniple::lines
