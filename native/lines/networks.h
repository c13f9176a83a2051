// Sorting networks over vectors of keys (Batcher 1968), for quick.cpp alone: lanes of a vector meet the lane whose number differs by X,
// vectors each other as wholes.
#pragma once

#include "lanes.h"

#define UNROLL _Pragma("GCC unroll 16")

namespace maniple::lines {
namespace {

// A vector whose lanes rise and then fall, or the other way round, in order; so are all groups of 2 x lanes.
template <typename L, int x>
INLINE typename L::Vector merged(typename L::Vector v) {
  v = L::template meet<x>(v);
  if constexpr (x > 1) v = merged<L, x / 2>(v);
  return v;
}

template <typename L, int group = 2>
INLINE typename L::Vector sorted(typename L::Vector v) {
  v = L::template meet<group - 1>(v);
  if constexpr (group > 2) v = merged<L, group / 4>(v);
  if constexpr (group < L::count) v = sorted<L, 2 * group>(v);
  return v;
}

template <typename L, int count>
INLINE void mergeVectors(typename L::Vector* v) {
  UNROLL for (int apart = count / 2; apart > 0; apart /= 2) {
    UNROLL for (int i = 0; i < count; i++) {
      if ((i & apart) == 0) L::order(v[i], v[i + apart]);
    }
  }
  UNROLL for (int i = 0; i < count; i++) v[i] = merged<L, L::count / 2>(v[i]);
}

template <typename L, int count>
INLINE void sortVectors(typename L::Vector* v) {
  if constexpr (count == 1) {
    v[0] = sorted<L>(v[0]);
  } else {
    constexpr int half = count / 2;
    sortVectors<L, half>(v);
    sortVectors<L, half>(v + half);
    typename L::Vector high[half];
    UNROLL for (int i = 0; i < half; i++) high[i] = L::template exchanged<L::count - 1>(v[count - 1 - i]);
    UNROLL for (int i = 0; i < half; i++) {
      L::order(v[i], high[i]);
      v[half + i] = high[i];
    }
    mergeVectors<L, half>(v);
    mergeVectors<L, half>(v + half);
  }
}

// Up to count vectors of keys in order; `to` has room for all of these vectors, and may be `from`.
template <typename L, int count>
__attribute__((noinline)) void sortFew(const typename L::Key* from, typename L::Key* to, int64_t n) {
  typename L::Vector v[count];
  UNROLL for (int i = 0; i < count; i++) {
    const int64_t left = n - i * L::count;
    v[i] = L::first(from + i * L::count, left > 0 ? left : 0);
  }
  sortVectors<L, count>(v);
  UNROLL for (int i = 0; i < count; i++) L::store(to + i * L::count, v[i]);
}

}  // namespace
}  // namespace maniple::lines
