// The routines scatter_sum_f64 …: values folded, in their order, into the elements of a line that their indices name. For lines so long
// that a copy for each unit would cost more than it saves, and for operations where order matters: of several values set at one index the
// last stays.
//
// Their parameters are in written.h. All is one unit. A value with an index outside is left out.
#include <type_traits>

#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "written.h"

namespace maniple::lines {
namespace {

// Integers wrap.
template <typename T, bool = std::is_integral_v<T>> struct Wrapping { using type = T; };
template <typename T> struct Wrapping<T, true> { using type = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>; };
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
  const bool outside = Written<T>::of(P).with(
      [](const auto& line, const auto& indices, const auto& values) { return into<Op, T>(line, indices, values); });
  if (outside) fail(P, kStatusIndex);
}

#define MANIPLE_ADD(NAME, TYPE, END) \
  addRoutine("scatter_sum_" #END, scatter<Sum, TYPE>, nullptr) && addRoutine("scatter_prod_" #END, scatter<Prod, TYPE>, nullptr) && \
      addRoutine("scatter_min_" #END, scatter<Min, TYPE>, nullptr) && addRoutine("scatter_max_" #END, scatter<Max, TYPE>, nullptr) && \
      addRoutine("scatter_set_" #END, scatter<Set, TYPE>, nullptr) &&
[[maybe_unused]] const bool registered = MANIPLE_NUMBERS(MANIPLE_ADD) true;
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
