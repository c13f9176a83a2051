// Sorting networks over 512-bit vectors of keys (Batcher 1968), for quick.cpp alone: lanes of a vector meet the lane whose number differs
// by X, vectors each other as wholes.
#pragma once

#include <immintrin.h>

#include <cstdint>

// GCC 12 takes the undefined rest of its own intrinsics for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

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

template <>
struct Lanes<uint64_t> {
  using Key = uint64_t;
  using Mask = __mmask8;
  static constexpr int count = 8;
  INLINE __m512i all(Key key) { return _mm512_set1_epi64(static_cast<int64_t>(key)); }
  INLINE __m512i load(const Key* from) { return _mm512_loadu_si512(from); }
  INLINE __m512i load(const Key* from, Mask mask) { return _mm512_mask_loadu_epi64(all(~Key{0}), mask, from); }
  INLINE void store(Key* to, __m512i v) { _mm512_storeu_si512(to, v); }
  INLINE void store(Key* to, __m512i v, Mask mask) { _mm512_mask_storeu_epi64(to, mask, v); }
  INLINE __m512i least(__m512i a, __m512i b) { return _mm512_min_epu64(a, b); }
  INLINE __m512i greatest(__m512i a, __m512i b) { return _mm512_max_epu64(a, b); }
  INLINE __m512i greatest(__m512i rest, Mask mask, __m512i a, __m512i b) { return _mm512_mask_max_epu64(rest, mask, a, b); }
  INLINE __m512i packed(Mask mask, __m512i v) { return _mm512_maskz_compress_epi64(mask, v); }
  // The lanes of the mask before the remaining lanes.
  INLINE __m512i parted(Mask mask, __m512i v) {
    return _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(orders.lanes[mask]))), v);
  }
  INLINE Mask isAtMost(__m512i a, __m512i b) { return _mm512_cmple_epu64_mask(a, b); }
  INLINE Mask isBelow(__m512i a, __m512i b) { return _mm512_cmplt_epu64_mask(a, b); }
  template <int x>
  INLINE __m512i exchanged(__m512i v) {
    return _mm512_permutexvar_epi64(_mm512_xor_si512(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(x)), v);
  }
};

template <>
struct Lanes<uint32_t> {
  using Key = uint32_t;
  using Mask = __mmask16;
  static constexpr int count = 16;
  INLINE __m512i all(Key key) { return _mm512_set1_epi32(static_cast<int32_t>(key)); }
  INLINE __m512i load(const Key* from) { return _mm512_loadu_si512(from); }
  INLINE __m512i load(const Key* from, Mask mask) { return _mm512_mask_loadu_epi32(all(~Key{0}), mask, from); }
  INLINE void store(Key* to, __m512i v) { _mm512_storeu_si512(to, v); }
  INLINE void store(Key* to, __m512i v, Mask mask) { _mm512_mask_storeu_epi32(to, mask, v); }
  INLINE __m512i least(__m512i a, __m512i b) { return _mm512_min_epu32(a, b); }
  INLINE __m512i greatest(__m512i a, __m512i b) { return _mm512_max_epu32(a, b); }
  INLINE __m512i greatest(__m512i rest, Mask mask, __m512i a, __m512i b) { return _mm512_mask_max_epu32(rest, mask, a, b); }
  INLINE __m512i packed(Mask mask, __m512i v) { return _mm512_maskz_compress_epi32(mask, v); }
  INLINE __m512i parted(Mask mask, __m512i v) {
    const auto others = static_cast<Mask>(~mask);
    return _mm512_mask_expand_epi32(packed(mask, v), static_cast<Mask>(~uint32_t{0} << __builtin_popcount(mask)), packed(others, v));
  }
  INLINE Mask isAtMost(__m512i a, __m512i b) { return _mm512_cmple_epu32_mask(a, b); }
  INLINE Mask isBelow(__m512i a, __m512i b) { return _mm512_cmplt_epu32_mask(a, b); }
  template <int x>
  INLINE __m512i exchanged(__m512i v) {
    const __m512i own = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_permutexvar_epi32(_mm512_xor_si512(own, _mm512_set1_epi32(x)), v);
  }
};

template <typename L>
INLINE typename L::Mask first(int64_t n) {
  return static_cast<typename L::Mask>(n >= L::count ? ~uint32_t{0} : (uint32_t{1} << n) - 1);
}

// Each lane and its partner in order.
template <typename L, int x>
INLINE __m512i met(__m512i v) {
  const __m512i other = L::template exchanged<x>(v);
  return L::greatest(L::least(v, other), static_cast<typename L::Mask>(upper(L::count, x)), v, other);
}

// A vector whose lanes rise and then fall, or the other way round, in order; so are all groups of 2 x lanes.
template <typename L, int x>
INLINE __m512i merged(__m512i v) {
  v = met<L, x>(v);
  if constexpr (x > 1) v = merged<L, x / 2>(v);
  return v;
}

template <typename L, int group = 2>
INLINE __m512i sorted(__m512i v) {
  v = met<L, group - 1>(v);
  if constexpr (group > 2) v = merged<L, group / 4>(v);
  if constexpr (group < L::count) v = sorted<L, 2 * group>(v);
  return v;
}

template <typename L, int count>
INLINE void mergeVectors(__m512i* v) {
  UNROLL for (int apart = count / 2; apart > 0; apart /= 2) {
    UNROLL for (int i = 0; i < count; i++) {
      if ((i & apart) != 0) continue;
      const __m512i a = v[i], b = v[i + apart];
      v[i] = L::least(a, b);
      v[i + apart] = L::greatest(a, b);
    }
  }
  UNROLL for (int i = 0; i < count; i++) v[i] = merged<L, L::count / 2>(v[i]);
}

template <typename L, int count>
INLINE void sortVectors(__m512i* v) {
  if constexpr (count == 1) {
    v[0] = sorted<L>(v[0]);
  } else {
    constexpr int half = count / 2;
    sortVectors<L, half>(v);
    sortVectors<L, half>(v + half);
    __m512i high[half];
    UNROLL for (int i = 0; i < half; i++) high[i] = L::template exchanged<L::count - 1>(v[count - 1 - i]);
    UNROLL for (int i = 0; i < half; i++) {
      const __m512i low = v[i];
      v[i] = L::least(low, high[i]);
      v[half + i] = L::greatest(low, high[i]);
    }
    mergeVectors<L, half>(v);
    mergeVectors<L, half>(v + half);
  }
}

// Up to count vectors of keys in order; `to` may be `from`.
template <typename L, int count>
__attribute__((noinline)) void sortFew(const typename L::Key* from, typename L::Key* to, int64_t n) {
  __m512i v[count];
  UNROLL for (int i = 0; i < count; i++) {
    const int64_t left = n - i * L::count;
    v[i] = L::load(from + i * L::count, first<L>(left > 0 ? left : 0));
  }
  sortVectors<L, count>(v);
  UNROLL for (int i = 0; i < count; i++) {
    const int64_t left = n - i * L::count;
    L::store(to + i * L::count, v[i], first<L>(left > 0 ? left : 0));
  }
}

}  // namespace
}  // namespace maniple::lines
