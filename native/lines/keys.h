// Elements as unsigned keys in the order that NumPy sorts by: NaN after everything, whichever way.
//
//     double  -1.5        sign set: all bits flipped        key of a descending sort: the ascending key flipped,
//              2.0        else: the sign bit flipped        but NaN has the largest key in both
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace maniple::lines {

template <typename T>
using KeyOf = std::conditional_t<sizeof(T) == 8, uint64_t, std::conditional_t<sizeof(T) == 4, uint32_t, std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;

// Functions are static: some sources are compiled for newer processors, and the linker must not take a function of theirs for all.
template <typename T>
static inline constexpr KeyOf<T> signOf() {
  return static_cast<KeyOf<T>>(KeyOf<T>{1} << (8 * sizeof(T) - 1));
}

// With `ties`, zeros of either sign are equal.
template <typename T>
static inline KeyOf<T> keyOf(T value, bool descending, bool ties) {
  using Key = KeyOf<T>;
  Key bits;
  if constexpr (std::is_floating_point_v<T>) {
    if (ties && value == T(0)) value = T(0);
    std::memcpy(&bits, &value, sizeof bits);
    bits ^= (bits & signOf<T>()) != 0 ? static_cast<Key>(~Key{0}) : signOf<T>();
    if (descending) bits = static_cast<Key>(~bits);
    return value != value ? static_cast<Key>(~Key{0}) : bits;
  } else {
    bits = static_cast<Key>(value);
    if constexpr (std::is_signed_v<T>) bits ^= signOf<T>();
  }
  return descending ? static_cast<Key>(~bits) : bits;
}

// The value of a key of `keyOf` without ties.
template <typename T>
static inline T valueOf(KeyOf<T> key, bool descending) {
  using Key = KeyOf<T>;
  T value;
  if constexpr (std::is_floating_point_v<T>) {
    if (key == static_cast<Key>(~Key{0})) return static_cast<T>(__builtin_nan(""));
    Key bits = descending ? ~key : key;
    bits = (bits & signOf<T>()) != 0 ? bits ^ signOf<T>() : ~bits;
    std::memcpy(&value, &bits, sizeof value);
  } else {
    Key bits = descending ? static_cast<Key>(~key) : key;
    if constexpr (std::is_signed_v<T>) bits ^= signOf<T>();
    value = static_cast<T>(bits);
  }
  return value;
}

}  // namespace maniple::lines
