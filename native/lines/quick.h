// Quicksort over vectors of keys (quick.cpp), for processors with AVX-512 or AVX2: whole lines, or only the elements at some ranks; and
// lines grouped around an element.
//
//     keys   the line, as keysOf() makes them; they are moved about
//     room   space for as many, which begins where `keys` ends for `select`
//
// Both orders give up where the pivots of a line are bad again and again: `slow` then sorts the remaining keys in place.
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
  // found[i]: the element of the line at ranks[i]; ranks ascend.
  void (*select)(const T* from, int64_t step, int64_t n, Key* keys, Key* room, const int64_t* ranks, int64_t count, T* found, bool descending,
                 Slow slow);
  // The line's elements before `pivot`, which has that rank, as many as equal it, and the remaining ones, in the order that they had.
  void (*around)(const T* from, int64_t step, int64_t n, T* to, int64_t rank, Key pivot);
  // Their places; zeros of either sign are equal. The room is for as many.
  void (*placesAround)(const T* from, int64_t step, int64_t n, int64_t* to, int64_t* room, int64_t rank, Key pivot);
};

// Null where there is none.
template <typename T>
const Quick<T>* quick();

}  // namespace maniple::lines
