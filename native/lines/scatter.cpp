// The routines scatter_sum_f64 …: values folded into the elements of a line, in their order, each where its index says. For lines
// of so many elements that a copy of them for each unit would cost more than it saves, and for values whose order matters: of those
// that are set the last stays.
//
//     P: 0 status   1 values   2 elements of the line   3 4 the line: address, stride   5 6 indices   7 8 values
//
// All is one unit. A value with an index outside is left out.
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr double kStatusIndex = 1;  // STATUS in lib/ir/kernel.ts

// Integers wrap.
template <typename T> struct Wrapping { using type = T; };
template <> struct Wrapping<uint8_t> { using type = uint32_t; };
template <> struct Wrapping<int32_t> { using type = uint32_t; };
template <> struct Wrapping<int64_t> { using type = uint64_t; };
template <typename T> using Wide = typename Wrapping<T>::type;

struct Sum {
  template <typename T> static T of(T a, T b) { return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b)); }
};
struct Prod {
  template <typename T> static T of(T a, T b) { return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)); }
};
struct Min {
  template <typename T> static T of(T a, T b) { return a < b || a != a ? a : b; }
};
struct Max {
  template <typename T> static T of(T a, T b) { return a > b || a != a ? a : b; }
};
struct Set {
  template <typename T> static T of(T, T b) { return b; }
};

template <typename Op, typename T>
bool into(const Line<T>& line, const Line<const int64_t>& indices, const Line<const T>& values) {
  bool outside = false;
  for (int64_t i = 0; i < indices.length; i++) {
    const int64_t index = indices[i], k = index + (index < 0 ? line.length : 0);
    if (static_cast<uint64_t>(k) < static_cast<uint64_t>(line.length)) line[k] = Op::of(line[k], values[i]);
    else outside = true;
  }
  return outside;
}

template <typename Op, typename T>
void scatter(double* P, int64_t u0, int64_t u1) {
  if (u0 >= u1) return;
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const auto address = [P](int slot) { return reinterpret_cast<void*>(static_cast<uintptr_t>(P[slot])); };
  const Line<T> line{static_cast<T*>(address(3)), at(4), at(2)};
  const Line<const int64_t> indices{static_cast<const int64_t*>(address(5)), at(6), at(1)};
  const Line<const T> values{static_cast<const T*>(address(7)), at(8), at(1)};
  // Steps of 1 are said again, as the compiler multiplies by others.
  const bool dense = line.step == 1 && indices.step == 1 && values.step == 1;
  const bool outside = dense ? into<Op, T>({line.data, 1, line.length}, {indices.data, 1, indices.length}, {values.data, 1, values.length})
                             : into<Op, T>(line, indices, values);
  if (outside) fail(P, kStatusIndex);
}

template <typename Op>
bool add(const char* f64, const char* f32, const char* i64, const char* i32, const char* u8) {
  return addRoutine(f64, scatter<Op, double>, nullptr) && addRoutine(f32, scatter<Op, float>, nullptr) &&
         addRoutine(i64, scatter<Op, int64_t>, nullptr) && addRoutine(i32, scatter<Op, int32_t>, nullptr) &&
         addRoutine(u8, scatter<Op, uint8_t>, nullptr);
}

[[maybe_unused]] const bool registered =
    add<Sum>("scatter_sum_f64", "scatter_sum_f32", "scatter_sum_i64", "scatter_sum_i32", "scatter_sum_u8") &&
    add<Prod>("scatter_prod_f64", "scatter_prod_f32", "scatter_prod_i64", "scatter_prod_i32", "scatter_prod_u8") &&
    add<Min>("scatter_min_f64", "scatter_min_f32", "scatter_min_i64", "scatter_min_i32", "scatter_min_u8") &&
    add<Set>("scatter_set_f64", "scatter_set_f32", "scatter_set_i64", "scatter_set_i32", "scatter_set_u8") &&
    add<Max>("scatter_max_f64", "scatter_max_f32", "scatter_max_i64", "scatter_max_i32", "scatter_max_u8");

}  // namespace
}  // namespace maniple::lines
