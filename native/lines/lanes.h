// Vectors of keys for networks.h and quick.cpp, of the variant that is compiled: AVX-512 or AVX2. Lanes<Key> has
//
//     load, store      whole vectors; `first` reads n keys, and has the greatest key in the remaining lanes
//     lanes            a mask of the first n lanes
//     order            two vectors' lesser and greater keys, lane by lane
//     meet<x>          each lane and lane i ^ x in order
//     exchanged<x>     lanes i ^ x
//     isAtMost         a mask of the lanes where a <= b; isBelow: a < b
//     parted           the lanes of the mask before the remaining lanes
#pragma once

#include <immintrin.h>

#include <cstdint>

// GCC 12 takes the undefined rest of its own intrinsics for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define INLINE static inline __attribute__((always_inline))

namespace maniple::lines {
namespace {

// The lanes of a vector that keep the greater of two keys, when each meets lane i ^ x.
constexpr uint32_t upper(int lanes, int x) {
  int high = 1;
  while (high * 2 <= x) high *= 2;
  uint32_t mask = 0;
  for (int i = 0; i < lanes; i++)
    if ((i & high) != 0) mask |= uint32_t{1} << i;
  return mask;
}

// For each mask of eight lanes, its lanes and then the remaining lanes.
struct Orders {
  uint8_t lanes[256][8] = {};
  constexpr Orders() {
    for (int mask = 0; mask < 256; mask++) {
      int next = 0;
      for (int taken = 1; taken >= 0; taken--)
        for (int i = 0; i < 8; i++)
          if ((mask >> i & 1) == taken) lanes[mask][next++] = static_cast<uint8_t>(i);
    }
  }
};
constexpr Orders orders;

template <typename Key>
struct Lanes;

}  // namespace
}  // namespace maniple::lines

#if defined(__AVX512F__)
#include "lanes_avx512.h"
#else
#include "lanes_avx2.h"
#endif
