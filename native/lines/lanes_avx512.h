// Keys in vectors of 512 bits; for lanes.h alone.
#pragma once

namespace maniple::lines {
namespace {

template <>
struct Lanes<uint64_t> {
  using Key = uint64_t;
  using Vector = __m512i;
  using Mask = __mmask8;
  static constexpr int count = 8;
  INLINE Vector all(Key key) { return _mm512_set1_epi64(static_cast<int64_t>(key)); }
  INLINE Vector load(const Key* from) { return _mm512_loadu_si512(from); }
  INLINE Vector first(const Key* from, int64_t n) { return _mm512_mask_loadu_epi64(all(~Key{0}), lanes(n), from); }
  INLINE void store(Key* to, Vector v) { _mm512_storeu_si512(to, v); }
  INLINE void store(Key* to, Vector v, Mask mask) { _mm512_mask_storeu_epi64(to, mask, v); }
  INLINE Mask lanes(int64_t n) { return static_cast<Mask>(n >= count ? ~uint32_t{0} : (uint32_t{1} << n) - 1); }
  INLINE void order(Vector& a, Vector& b) {
    const Vector least = _mm512_min_epu64(a, b);
    b = _mm512_max_epu64(a, b);
    a = least;
  }
  template <int x>
  INLINE Vector meet(Vector v) {
    const Vector other = exchanged<x>(v);
    return _mm512_mask_max_epu64(_mm512_min_epu64(v, other), static_cast<Mask>(upper(count, x)), v, other);
  }
  template <int x>
  INLINE Vector exchanged(Vector v) {
    return _mm512_permutexvar_epi64(_mm512_xor_si512(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(x)), v);
  }
  INLINE Vector packed(Mask mask, Vector v) { return _mm512_maskz_compress_epi64(mask, v); }
  INLINE Vector parted(Mask mask, Vector v) {
    return _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(orders.lanes[mask]))), v);
  }
  INLINE Mask isAtMost(Vector a, Vector b) { return _mm512_cmple_epu64_mask(a, b); }
  INLINE Mask isBelow(Vector a, Vector b) { return _mm512_cmplt_epu64_mask(a, b); }
};

template <>
struct Lanes<uint32_t> {
  using Key = uint32_t;
  using Vector = __m512i;
  using Mask = __mmask16;
  static constexpr int count = 16;
  INLINE Vector all(Key key) { return _mm512_set1_epi32(static_cast<int32_t>(key)); }
  INLINE Vector load(const Key* from) { return _mm512_loadu_si512(from); }
  INLINE Vector first(const Key* from, int64_t n) { return _mm512_mask_loadu_epi32(all(~Key{0}), lanes(n), from); }
  INLINE void store(Key* to, Vector v) { _mm512_storeu_si512(to, v); }
  INLINE void store(Key* to, Vector v, Mask mask) { _mm512_mask_storeu_epi32(to, mask, v); }
  INLINE Mask lanes(int64_t n) { return static_cast<Mask>(n >= count ? ~uint32_t{0} : (uint32_t{1} << n) - 1); }
  INLINE void order(Vector& a, Vector& b) {
    const Vector least = _mm512_min_epu32(a, b);
    b = _mm512_max_epu32(a, b);
    a = least;
  }
  template <int x>
  INLINE Vector meet(Vector v) {
    const Vector other = exchanged<x>(v);
    return _mm512_mask_max_epu32(_mm512_min_epu32(v, other), static_cast<Mask>(upper(count, x)), v, other);
  }
  template <int x>
  INLINE Vector exchanged(Vector v) {
    const Vector own = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_permutexvar_epi32(_mm512_xor_si512(own, _mm512_set1_epi32(x)), v);
  }
  INLINE Vector packed(Mask mask, Vector v) { return _mm512_maskz_compress_epi32(mask, v); }
  INLINE Vector parted(Mask mask, Vector v) {
    const auto others = static_cast<Mask>(~mask);
    return _mm512_mask_expand_epi32(packed(mask, v), static_cast<Mask>(~uint32_t{0} << __builtin_popcount(mask)), packed(others, v));
  }
  INLINE Mask isAtMost(Vector a, Vector b) { return _mm512_cmple_epu32_mask(a, b); }
  INLINE Mask isBelow(Vector a, Vector b) { return _mm512_cmplt_epu32_mask(a, b); }
};

// Parts the last keys of a range, by masked vectors: lower keys go to `low`, which is moved up, the remaining keys below `high`.
template <typename L, bool strictly>
INLINE void partLast(const typename L::Key* keys, int64_t n, typename L::Key*& low, typename L::Key* high, typename L::Key pivot) {
  const typename L::Vector middle = L::all(pivot);
  for (int64_t i = 0; i < n; i += L::count) {
    const typename L::Mask all = L::lanes(n - i);
    const typename L::Vector v = L::first(keys + i, n - i);
    const auto lower = static_cast<typename L::Mask>((strictly ? L::isBelow(v, middle) : L::isAtMost(v, middle)) & all);
    const auto other = static_cast<typename L::Mask>(~lower & all);
    const int64_t count = __builtin_popcount(lower), others = __builtin_popcount(other);
    L::store(low, L::packed(lower, v), L::lanes(count));
    low += count;
    high -= others;
    L::store(high, L::packed(other, v), L::lanes(others));
  }
}

}  // namespace
}  // namespace maniple::lines
