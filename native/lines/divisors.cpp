// The routines lines_gcd_i64 …: the greatest common divisor of a line's elements, by Euclid's algorithm; 0 of zeros alone.
#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

// The magnitude of the least number is one that only unsigned numbers have.
template <typename T>
uint64_t magnitude(T x) { return x < T(0) ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x); }

// Narrow divisions take less time than wide ones.
uint64_t common(uint64_t a, uint64_t b) {
  while (b != 0 && ((a | b) >> 32) != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  auto narrow = static_cast<uint32_t>(b);
  if (narrow == 0) return a;
  for (auto wide = static_cast<uint32_t>(a); narrow != 0;) {
    const uint32_t rest = wide % narrow;
    wide = narrow;
    narrow = rest;
    a = wide;
  }
  return a;
}

template <typename T>
void divisors(double* P, int64_t u0, int64_t u1) {
  overLines<T, T>(P, u0, u1, [](const Line<T>& from, const Line<T>& to) {
    uint64_t divisor = 0;
    for (int64_t i = 0; i < from.length; i++) divisor = common(magnitude(from[i]), divisor);
    to[0] = static_cast<T>(divisor);
  });
}

#define MANIPLE_ADD(NAME, TYPE, END) addRoutine("lines_gcd_" #END, divisors<TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_INTEGERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
