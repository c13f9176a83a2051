// The parts of primitives.h besides the loops: the choice of a variant, identities, fills.
#include <cmath>
#include <cstring>
#include <limits>

#include "../core/cpu.h"
#include "primitives.h"

namespace maniple::block {

const Primitives* primitives_baseline();
#if defined(__x86_64__)
const Primitives* primitives_avx2();
const Primitives* primitives_avx512();
#endif

const Primitives& primitives() {
  static const Primitives* const chosen = [] {
#if defined(__x86_64__)
    Isa isa = detectIsa();
    if (isa == Isa::avx512) return primitives_avx512();
    if (isa == Isa::avx2) return primitives_avx2();
#endif
    return primitives_baseline();
  }();
  return *chosen;
}

namespace {

template <typename T>
void put(void* out, T value) {
  std::memcpy(out, &value, sizeof value);
}

template <typename T>
void putExtreme(void* out, bool largest) {
  using Limits = std::numeric_limits<T>;
  if (Limits::has_infinity) put<T>(out, largest ? Limits::infinity() : -Limits::infinity());
  else put<T>(out, largest ? Limits::max() : Limits::lowest());
}

template <typename T>
void fillWith(void* out, const void* value, int64_t n) {
  T v;
  std::memcpy(&v, value, sizeof v);
  T* o = static_cast<T*>(out);
  for (int64_t i = 0; i < n; i++) o[i] = v;
}

}  // namespace

void writeIdentity(Fold fold, Type type, void* accumulator) {
  bool extreme = fold == FoldMin || fold == FoldMax, one = fold == FoldProd || fold == FoldAll;
  switch (accumulatorOf(fold, type)) {
    case Bool: put<uint8_t>(accumulator, extreme ? fold == FoldMin : one); break;
#define MANIPLE_IDENTITY(NAME, TYPE, ...) \
  case NAME: extreme ? putExtreme<TYPE>(accumulator, fold == FoldMin) : put<TYPE>(accumulator, one); break;
    MANIPLE_NUMBERS(MANIPLE_IDENTITY)
#undef MANIPLE_IDENTITY
    default: break;
  }
}

void fill(void* out, const void* value, Type type, int64_t n) {
  switch (kSize[type]) {
    case 1: std::memset(out, *static_cast<const uint8_t*>(value), n); break;
    case 2: fillWith<uint16_t>(out, value, n); break;
    case 4: fillWith<uint32_t>(out, value, n); break;
    default: fillWith<uint64_t>(out, value, n);
  }
}

}  // namespace maniple::block
