// The routines lines_merge_f64, …: sorted runs of a line, one behind the other, as one sorted line, so that several threads sort a long
// line. Keys (keys.h) tell the order; which run an element comes from cannot be seen in the result.
//
//     P[10]: whether descending   P[11]: length of a run; the last one may be shorter
//
// A unit is kMerged elements of the result (lib/device/routines.ts has the same number). Its first element's place in each run follows from
// its key, which is found bit by bit; the runs' elements of the unit are copied into memory of the cache's size and merged there in pairs.
#include <algorithm>
#include <utility>

#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "counting.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr int64_t kMerged = 32768;
constexpr int64_t kMostRuns = 16;

template <typename T>
struct Runs {
  Line<T> line;
  int64_t length;  // of a run
  bool descending;

  int64_t count() const { return (line.length + length - 1) / length; }
  int64_t begin(int64_t run) const { return run * length; }
  int64_t end(int64_t run) const { return std::min(line.length, (run + 1) * length); }
  KeyOf<T> key(int64_t i) const { return keyOf<T>(line[i], descending, false); }

  // The first place of [low, high) whose key is not below `key`; or `high`.
  int64_t lowerBound(int64_t low, int64_t high, KeyOf<T> key) const {
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (this->key(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // places[i]: where run i is cut so that the first `rank` elements of the result lie in front of the cuts.
  void cut(int64_t rank, int64_t* places) const {
    using Key = KeyOf<T>;
    int64_t high[kMostRuns], tried[kMostRuns];
    const int64_t runs = count();
    for (int64_t i = 0; i < runs; i++) {
      places[i] = begin(i);
      high[i] = end(i);
    }
    // The key of that rank: the greatest with at most `rank` keys below it.
    Key key = 0;
    for (Key bit = signOf<Key>(); bit != 0; bit = static_cast<Key>(bit >> 1)) {
      const auto candidate = static_cast<Key>(key | bit);
      int64_t below = 0;
      for (int64_t i = 0; i < runs; i++) below += (tried[i] = lowerBound(places[i], high[i], candidate)) - begin(i);
      const bool isReached = below <= rank;
      if (isReached) key = candidate;
      std::copy_n(tried, runs, isReached ? places : high);
    }
    // Keys that equal it are taken run by run.
    int64_t left = rank;
    for (int64_t i = 0; i < runs; i++) left -= places[i] - begin(i);
    for (int64_t i = 0; i < runs; i++) {
      const int64_t taken = std::min(left, high[i] - places[i]);
      places[i] += taken;
      left -= taken;
    }
  }
};

template <typename Key>
struct Pair {
  const Key *a, *aEnd, *b, *bEnd;
  Key* to;
  int64_t safe() const { return std::min(aEnd - a, bEnd - b); }
  void step() {
    const bool isSecond = *b < *a;
    *to++ = isSecond ? *b : *a;
    a += !isSecond;
    b += isSecond;
  }
  void finish() {
    while (a < aEnd && b < bEnd) step();
    to = std::copy(a, aEnd, to);
    std::copy(b, bEnd, to);
  }
};

// Merges two sorted ranges; both halves of the result by turns, as each element waits for the one before it.
template <typename Key>
void merge(const Key* a, int64_t n, const Key* b, int64_t m, Key* to) {
  // The first half has `low` elements of a.
  const int64_t half = (n + m) / 2;
  int64_t low = std::max<int64_t>(0, half - m), high = std::min(n, half);
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (a[middle] <= b[half - middle - 1]) low = middle + 1;
    else high = middle;
  }
  Pair<Key> first{a, a + low, b, b + half - low, to}, second{a + low, a + n, b + half - low, b + m, to + half};
  for (int64_t steps = std::min(first.safe(), second.safe()); steps > 0; steps = std::min(first.safe(), second.safe())) {
    for (int64_t i = 0; i < steps; i++) {
      first.step();
      second.step();
    }
  }
  first.finish();
  second.finish();
}

// Merges neighbours among the runs of `keys`, which begin at `bounds`, until one is left; returns the memory that holds it.
template <typename Key>
Key* mergeAll(Key* keys, Key* room, int64_t* bounds, int64_t runs) {
  while (runs > 1) {
    int64_t made = 0;
    for (int64_t i = 0; i < runs; i += 2, made++) {
      const int64_t begin = bounds[i], middle = bounds[i + 1], end = i + 1 < runs ? bounds[i + 2] : middle;
      merge(keys + begin, middle - begin, keys + middle, end - middle, room + begin);
      bounds[made] = begin;
    }
    bounds[made] = bounds[runs];
    runs = made;
    std::swap(keys, room);
  }
  return keys;
}

// Elements [begin, begin + to.length) of the result; `keys` has room for twice as many.
template <typename T>
void mergeUnit(const Runs<T>& runs, int64_t begin, const Line<T>& to, KeyOf<T>* keys) {
  using Key = KeyOf<T>;
  int64_t from[kMostRuns], until[kMostRuns], bounds[kMostRuns + 1], n = 0;
  runs.cut(begin, from);
  runs.cut(begin + to.length, until);
  for (int64_t r = 0; r < runs.count(); r++) {
    bounds[r] = n;
    for (int64_t i = from[r]; i < until[r]; i++) keys[n++] = runs.key(i);
  }
  bounds[runs.count()] = n;
  if (sortByCounts<T>(keys, to, n, runs.descending)) return;
  const Key* const merged = mergeAll(keys, keys + kMerged, bounds, runs.count());
  for (int64_t i = 0; i < n; i++) to[i] = valueOf<T>(merged[i], runs.descending);
}

template <typename T>
void merges(double* P, int64_t u0, int64_t u1) {
  using Key = KeyOf<T>;
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const Scratch scratch(2 * kMerged * sizeof(Key));
  auto* const keys = reinterpret_cast<Key*>(scratch.get());
  if (keys == nullptr) return fail(P, kStatusMemory);
  const int64_t length = at(2), units = (length + kMerged - 1) / kMerged;
  for (int64_t u = u0; u < u1; u++) {
    const int64_t line = u / units, begin = u % units * kMerged, n = std::min(kMerged, length - begin);
    T* const source = reinterpret_cast<T*>(static_cast<uintptr_t>(P[4])) + line * at(5);
    T* const target = reinterpret_cast<T*>(static_cast<uintptr_t>(P[7])) + line * at(8);
    mergeUnit<T>({{source, at(6), length}, at(11), at(10) != 0}, begin, {target + begin * at(9), at(9), n}, keys);
  }
}

#define MANIPLE_ADD(NAME, TYPE, END) addRoutine("lines_merge_" #END, merges<TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_NUMBERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
