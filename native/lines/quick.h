// Quicksort over vectors of keys (quick.cpp), for processors with AVX-512 or AVX2: whole lines, or only the elements at some ranks.
//
//     keys   the line, as keysOf() makes them; they are moved about
//     room   space for as many
//
// Both give up where the pivots of a line are bad again and again: `slow` then sorts the remaining keys in place.
#pragma once

#include <cstdint>

#include "keys.h"

namespace maniple::lines {

template <typename T>
struct Quick {
  using Key = KeyOf<T>;
  using Slow = void (*)(Key* keys, Key* room, int64_t n);
  void (*keysOf)(Key* keys, const T* from, int64_t step, int64_t n, bool descending);
  void (*valuesOf)(T* to, const Key* keys, int64_t n, bool descending);  // `to` may be the memory of `keys`
  // Elements in order; `to` may be the memory of `keys`, and is not `room`: a range's elements lie where the range does.
  void (*sort)(Key* keys, Key* room, int64_t n, T* to, bool descending, Slow slow);
  // to[i]: the element at ranks[i]; ranks ascend.
  void (*select)(Key* keys, Key* room, int64_t n, const int64_t* ranks, int64_t count, T* to, bool descending, Slow slow);
};

// Null where there is none.
template <typename T>
const Quick<T>* quick();

}  // namespace maniple::lines
