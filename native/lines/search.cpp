// The routines search_f64 …: places of values in a sorted line (search.h).
//
//     P: 0 status   1 values   2 elements of the line   3 4 the line: address, stride   5 6 values   7 8 places
//        9 whether places are after equal elements, rather than before them
//
// A unit is a group of values (lib/device/routines.ts has the same number).
#include "search.h"

#include "../core/dtypes.h"
#include "../core/kernels.h"

namespace maniple::lines {
namespace {

template <bool after, typename T>
void searchSome(double* P, int64_t from, int64_t to) {
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const Line<const T> line{reinterpret_cast<const T*>(static_cast<uintptr_t>(P[3])), at(4), at(2)};
  const auto* values = reinterpret_cast<const T*>(static_cast<uintptr_t>(P[5]));
  auto* out = reinterpret_cast<int64_t*>(static_cast<uintptr_t>(P[7]));
  const Search<after, T> search(line, to - from);
  search.find(values + from * at(6), at(6), out + from * at(8), at(8), to - from);
}

template <typename T>
void search(double* P, int64_t u0, int64_t u1) {
  const auto count = static_cast<int64_t>(P[1]);
  const int64_t to = u1 * kUnitValues < count ? u1 * kUnitValues : count;
  if (P[9] != 0) searchSome<true, T>(P, u0 * kUnitValues, to);
  else searchSome<false, T>(P, u0 * kUnitValues, to);
}

#define MANIPLE_ADD(NAME, TYPE, END) addRoutine("search_" #END, search<TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_NUMBERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
