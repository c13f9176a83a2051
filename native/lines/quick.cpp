// Compiled for AVX-512 alone: see quick.h. A range is parted by a pivot into its room, and both parts have where they were as theirs.
// Short ranges are sorted in registers, by a bitonic network (Batcher 1968): lanes of a
// vector by exchanges with the lane whose number differs by X, vectors by minima and maxima of whole ones.
#include <immintrin.h>

#include "quick.h"

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

// For each mask of eight lanes, its lanes and then the others.
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
  // The lanes of the mask before the others.
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

// Parts a range into `room`: how many keys are at most the pivot, or, with `strictly`, below it. Those go to its front, the others
// to its end. A vector's lower keys are put before its others, and the whole of it is written at both places, as what is too much
// lies where the next ones go; not so the last ones, which would meet.
template <typename L, bool strictly>
int64_t part(const typename L::Key* keys, typename L::Key* room, int64_t n, typename L::Key pivot) {
  const __m512i middle = L::all(pivot);
  typename L::Key* low = room;
  typename L::Key* high = room + n;
  const auto lowerOf = [&](__m512i v) { return strictly ? L::isBelow(v, middle) : L::isAtMost(v, middle); };
  int64_t i = 0;
  const auto one = [&](__m512i v) __attribute__((always_inline)) {
    const typename L::Mask isLower = lowerOf(v);
    const __m512i sides = L::parted(isLower, v);
    const int64_t count = __builtin_popcount(isLower);
    L::store(low, sides);
    L::store(high - L::count, sides);
    low += count;
    high -= L::count - count;
  };
  for (; i + 5 * L::count <= n; i += 4 * L::count) {
    const __m512i a = L::load(keys + i), b = L::load(keys + i + L::count);
    const __m512i c = L::load(keys + i + 2 * L::count), d = L::load(keys + i + 3 * L::count);
    one(a);
    one(b);
    one(c);
    one(d);
  }
  for (; i < n; i += L::count) {
    const typename L::Mask all = first<L>(n - i);
    const __m512i v = L::load(keys + i, all);
    const auto isLower = static_cast<typename L::Mask>(lowerOf(v) & all);
    const auto isOther = static_cast<typename L::Mask>(~isLower & all);
    const int64_t count = __builtin_popcount(isLower), others = __builtin_popcount(isOther);
    L::store(low, L::packed(isLower, v), first<L>(count));
    low += count;
    high -= others;
    L::store(high, L::packed(isOther, v), first<L>(others));
  }
  return low - room;
}

template <typename T>
INLINE void valuesOf(T* to, const KeyOf<T>* keys, int64_t n, bool descending) {
  for (int64_t i = 0; i < n; i++) to[i] = valueOf<T>(keys[i], descending);
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
    for (int64_t i = 0; i < n; i++) to[i] = value;
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
        // Nothing is above the pivot: those that equal it are done.
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
void keysOf(KeyOf<T>* keys, const T* from, int64_t step, int64_t n, bool descending) {
  if (step == 1) for (int64_t i = 0; i < n; i++) keys[i] = keyOf<T>(from[i], descending, false);
  else for (int64_t i = 0; i < n; i++) keys[i] = keyOf<T>(from[i * step], descending, false);
}

template <typename T>
void sort(KeyOf<T>* keys, KeyOf<T>* room, int64_t n, T* to, bool descending, typename Quick<T>::Slow slow) {
  Sorting<T>{descending, slow}.range(keys, room, n, to, depthFor(n));
}

template <typename T>
void select(KeyOf<T>* keys, KeyOf<T>* room, int64_t n, const int64_t* ranks, int64_t count, T* to, bool descending,
            typename Quick<T>::Slow slow) {
  Selecting<T>{descending, slow}.range(keys, room, n, 0, ranks, count, to, depthFor(n));
}

template <typename T>
constexpr Quick<T> here = {keysOf<T>, sort<T>, select<T>};

}  // namespace

const Quick<double>* quickDoubles() { return &here<double>; }
const Quick<float>* quickFloats() { return &here<float>; }
const Quick<int64_t>* quickLongs() { return &here<int64_t>; }
const Quick<int32_t>* quickInts() { return &here<int32_t>; }

}  // namespace maniple::lines
