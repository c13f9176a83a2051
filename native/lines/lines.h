// Routines over the lines of an array: `lines` of them, each of `length` elements here and in the result, with any strides.
// A unit is a group of lines (lib/device/routines.ts has the same number).
//
//     P: 0 status   1 lines   2 length of a source line   3 length of a target line
//        4 source's address   5 6 strides: line, element     7 target's address   8 9 strides     10 … scalars
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../core/memory.h"

namespace maniple::lines {

constexpr int64_t kUnitElements = 16384;
constexpr double kStatusMemory = 3;  // STATUS in lib/ir/kernel.ts

inline void fail(double* P, double status) {
  uint64_t bits, expected = 0;
  std::memcpy(&bits, &status, sizeof bits);
  __atomic_compare_exchange_n(reinterpret_cast<uint64_t*>(P), &expected, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

template <typename T>
struct Line {
  T* data;
  int64_t step, length;
  T& operator[](int64_t i) const { return data[i * step]; }
};

// Calls body(source line, target line) for the lines of units [u0, u1).
template <typename S, typename D, typename Body>
void overLines(double* P, int64_t u0, int64_t u1, Body body) {
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  auto* source = reinterpret_cast<S*>(static_cast<uintptr_t>(P[4]));
  auto* target = reinterpret_cast<D*>(static_cast<uintptr_t>(P[7]));
  const int64_t count = at(1), length = at(2);
  const int64_t some = length >= kUnitElements ? 1 : kUnitElements / (length > 0 ? length : 1);
  const int64_t end = u1 * some < count ? u1 * some : count;
  for (int64_t i = u0 * some; i < end; i++) {
    body(Line<S>{source + i * at(5), at(6), length}, Line<D>{target + i * at(8), at(9), at(3)});
  }
}

// Memory of the pool for as long as the object lives; null when there is none.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes) noexcept : bytes_(bytes), memory_(poolAlloc(bytes)) {}
  ~Scratch() { poolFree(memory_, bytes_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  char* get() const noexcept { return static_cast<char*>(memory_); }

 private:
  std::size_t bytes_;
  void* memory_;
};

}  // namespace maniple::lines
