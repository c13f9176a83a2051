// Keys in vectors of 256 bits; for lanes.h alone. AVX2 compares signed integers: keys of 64 bits are in registers with the sign bit flipped.
#pragma once

namespace maniple::lines {
namespace {

// For each mask of four lanes, the halves of its lanes and then of the remaining lanes.
struct Halves {
  int32_t lanes[16][8] = {};
  constexpr Halves() {
    for (int mask = 0; mask < 16; mask++) {
      int next = 0;
      for (int taken = 1; taken >= 0; taken--)
        for (int half = 0; half < 8; half++)
          if ((mask >> half / 2 & 1) == taken) lanes[mask][next++] = half;
    }
  }
};
constexpr Halves halves;

template <>
struct Lanes<uint64_t> {
  using Key = uint64_t;
  using Vector = __m256i;
  using Mask = uint32_t;
  static constexpr int count = 4;
  INLINE Vector flipped(Vector v) { return _mm256_xor_si256(v, _mm256_set1_epi64x(INT64_MIN)); }
  INLINE Vector all(Key key) { return flipped(_mm256_set1_epi64x(static_cast<int64_t>(key))); }
  INLINE Vector load(const Key* from) { return flipped(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))); }
  INLINE Vector first(const Key* from, int64_t n) {
    const __m256i has = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_set_epi64x(3, 2, 1, 0));
    const __m256i v = _mm256_maskload_epi64(reinterpret_cast<const long long*>(from), has);
    return flipped(_mm256_or_si256(v, _mm256_xor_si256(has, _mm256_set1_epi64x(-1))));
  }
  INLINE void store(Key* to, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), flipped(v)); }
  INLINE Mask lanes(int64_t n) { return n >= count ? 15 : (1u << n) - 1; }
  INLINE void order(Vector& a, Vector& b) {
    const __m256i isGreater = _mm256_cmpgt_epi64(a, b);
    const Vector least = _mm256_blendv_epi8(a, b, isGreater);
    b = _mm256_blendv_epi8(b, a, isGreater);
    a = least;
  }
  template <int x>
  INLINE Vector meet(Vector v) {
    constexpr auto keep = [](int lane) { return (upper(count, x) >> lane & 1) != 0 ? -1LL : 0LL; };
    const Vector other = exchanged<x>(v);
    const __m256i takes = _mm256_xor_si256(_mm256_cmpgt_epi64(v, other), _mm256_set_epi64x(keep(3), keep(2), keep(1), keep(0)));
    return _mm256_blendv_epi8(v, other, takes);
  }
  template <int x>
  INLINE Vector exchanged(Vector v) {
    if constexpr (x == 1) return _mm256_shuffle_epi32(v, 0x4e);
    return _mm256_permute4x64_epi64(v, x | (1 ^ x) << 2 | (2 ^ x) << 4 | (3 ^ x) << 6);
  }
  INLINE Vector parted(Mask mask, Vector v) {
    return _mm256_permutevar8x32_epi32(v, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves.lanes[mask])));
  }
  INLINE Mask isAtMost(Vector a, Vector b) { return isBelow(b, a) ^ 15; }
  INLINE Mask isBelow(Vector a, Vector b) {
    return static_cast<Mask>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(b, a))));
  }
};

template <>
struct Lanes<uint32_t> {
  using Key = uint32_t;
  using Vector = __m256i;
  using Mask = uint32_t;
  static constexpr int count = 8;
  INLINE Vector all(Key key) { return _mm256_set1_epi32(static_cast<int32_t>(key)); }
  INLINE Vector load(const Key* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
  INLINE Vector first(const Key* from, int64_t n) {
    const __m256i has = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int32_t>(n < count ? n : count)), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
    const __m256i v = _mm256_maskload_epi32(reinterpret_cast<const int*>(from), has);
    return _mm256_or_si256(v, _mm256_xor_si256(has, _mm256_set1_epi32(-1)));
  }
  INLINE void store(Key* to, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
  INLINE Mask lanes(int64_t n) { return n >= count ? 255 : (1u << n) - 1; }
  INLINE void order(Vector& a, Vector& b) {
    const Vector least = _mm256_min_epu32(a, b);
    b = _mm256_max_epu32(a, b);
    a = least;
  }
  template <int x>
  INLINE Vector meet(Vector v) {
    const Vector other = exchanged<x>(v);
    constexpr int takes = upper(count, x);
    return _mm256_blend_epi32(_mm256_min_epu32(v, other), _mm256_max_epu32(v, other), takes);
  }
  template <int x>
  INLINE Vector exchanged(Vector v) {
    if constexpr (x < 4) return _mm256_shuffle_epi32(v, x | (1 ^ x) << 2 | (2 ^ x) << 4 | (3 ^ x) << 6);
    const Vector turned = _mm256_permute4x64_epi64(v, 0x4e);
    if constexpr (x == 4) return turned;
    return exchanged<x % 4>(turned);
  }
  INLINE Vector parted(Mask mask, Vector v) {
    return _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(orders.lanes[mask]))));
  }
  INLINE Mask isAtMost(Vector a, Vector b) { return mask(_mm256_cmpeq_epi32(_mm256_min_epu32(a, b), a)); }
  INLINE Mask isBelow(Vector a, Vector b) { return isAtMost(b, a) ^ 255; }

 private:
  INLINE Mask mask(__m256i v) { return static_cast<Mask>(_mm256_movemask_ps(_mm256_castsi256_ps(v))); }
};

// Parts the last keys of a range one by one, as masked stores of AMD's processors are slow: lower keys go to `low`, which is moved up, the
// remaining keys below `high`. Each key is written at both places and kept at one.
template <typename L, bool strictly>
INLINE void partLast(const typename L::Key* keys, int64_t n, typename L::Key*& low, typename L::Key* high, typename L::Key pivot) {
  for (int64_t i = 0; i < n; i++) {
    const typename L::Key key = keys[i];
    const bool isLower = strictly ? key < pivot : key <= pivot;
    *low = key;
    *(high - 1) = key;
    low += isLower;
    high -= !isLower;
  }
}

}  // namespace
}  // namespace maniple::lines
