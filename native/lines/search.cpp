// The routines search_f64 …: places of values in a sorted line, NaN after everything. Each value halves the same range
// with the same number of steps, without branches, so that many searches overlap and wait for memory together.
//
//     P: 0 status   1 values   2 elements of the line   3 4 the line: address, stride   5 6 values   7 8 places
//        9 whether places are after equal elements, rather than before them
//
// A unit is a group of values (lib/device/routines.ts has the same number).
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr int64_t kUnitValues = 4096;
constexpr int kTogether = 16;

// `&` and `|`, as a branch would be mispredicted every other time.
template <typename T>
bool isBefore(T a, T b) { return (a < b) | ((b != b) & (a == a)); }

template <bool after, typename T>
bool goesOn(T element, T value) { return after ? !isBefore(value, element) : isBefore(element, value); }

template <bool after, typename T>
void places(const Line<const T>& line, const T* values, int64_t* found, int count) {
  int64_t base[kTogether] = {};
  for (int64_t left = line.length; left > 1;) {
    const int64_t half = left / 2;
    for (int k = 0; k < count; k++) base[k] += goesOn<after>(line[base[k] + half - 1], values[k]) ? half : 0;
    left -= half;
  }
  for (int k = 0; k < count; k++) found[k] = base[k] + (line.length > 0 && goesOn<after>(line[base[k]], values[k]));
}

template <bool after, typename T>
void searchSome(double* P, int64_t from, int64_t to) {
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const Line<const T> line{reinterpret_cast<const T*>(static_cast<uintptr_t>(P[3])), at(4), at(2)};
  const auto* values = reinterpret_cast<const T*>(static_cast<uintptr_t>(P[5]));
  auto* out = reinterpret_cast<int64_t*>(static_cast<uintptr_t>(P[7]));
  const int64_t step = at(6), outStep = at(8);
  for (int64_t i = from; i < to; i += kTogether) {
    const int count = static_cast<int>(to - i < kTogether ? to - i : kTogether);
    T wanted[kTogether];
    int64_t found[kTogether];
    for (int k = 0; k < count; k++) wanted[k] = values[(i + k) * step];
    if (count == kTogether) places<after>(line, wanted, found, kTogether);
    else places<after>(line, wanted, found, count);
    for (int k = 0; k < count; k++) out[(i + k) * outStep] = found[k];
  }
}

template <typename T>
void search(double* P, int64_t u0, int64_t u1) {
  const auto count = static_cast<int64_t>(P[1]);
  const int64_t to = u1 * kUnitValues < count ? u1 * kUnitValues : count;
  if (P[9] != 0) searchSome<true, T>(P, u0 * kUnitValues, to);
  else searchSome<false, T>(P, u0 * kUnitValues, to);
}

[[maybe_unused]] const bool registered =
    addRoutine("search_f64", search<double>, nullptr) && addRoutine("search_f32", search<float>, nullptr) &&
    addRoutine("search_i64", search<int64_t>, nullptr) && addRoutine("search_i32", search<int32_t>, nullptr) &&
    addRoutine("search_u8", search<uint8_t>, nullptr);

}  // namespace
}  // namespace maniple::lines
