// The routine interp_f64: linear interpolation between n points, n at least 2. To the left of all points a result is the first point's
// value, and to the right the last point's, unless P gives values instead.
//
//     P: 0 status   1 values   2 points   3 4 their places: address, stride   5 6 values there   7 8 n - 1 slopes   9 10 values
//        11 12 results   13 whether 14 is given, for the left   15 whether 16 is given, for the right
//
// A unit is a group of values, as in search.cpp.
#include <algorithm>

#include "../core/kernels.h"
#include "search.h"

namespace maniple::lines {
namespace {

constexpr int64_t kSome = 256;

struct Points {
  Line<const double> xs, ys, slopes;
  double left, right;  // results outside
};

// Results for values whose places are found. Dense lines, which most are, are read without a step.
template <bool dense>
void between(const Points& points, const Line<const double>& values, const int64_t* found, const Line<double>& out, int64_t some) {
  const auto at = [](const auto& line, int64_t i) -> auto& { return line.data[dense ? i : i * line.step]; };
  const int64_t n = points.xs.length;
  const double first = points.xs[0], last = points.xs[n - 1], end = points.ys[n - 1];
  for (int64_t k = 0; k < some; k++) {
    const double x = at(values, k);
    const int64_t low = std::max<int64_t>(0, std::min(found[k] - 1, n - 2));
    const double line = at(points.slopes, low) * (x - at(points.xs, low)) + at(points.ys, low);
    const double exact = x == last ? end : x > last ? points.right : line;
    at(out, k) = x < first ? points.left : exact;
  }
}

void interp(double* P, int64_t u0, int64_t u1) {
  const auto count = static_cast<int64_t>(P[1]), n = static_cast<int64_t>(P[2]);
  const auto lineAt = [P](int slot, int64_t length) {
    return Line<const double>{reinterpret_cast<const double*>(static_cast<uintptr_t>(P[slot])), static_cast<int64_t>(P[slot + 1]), length};
  };
  const Line<const double> xs = lineAt(3, n), ys = lineAt(5, n), values = lineAt(9, count);
  const Points points{xs, ys, lineAt(7, n - 1), P[13] != 0 ? P[14] : ys[0], P[15] != 0 ? P[16] : ys[n - 1]};
  const Line<double> out{reinterpret_cast<double*>(static_cast<uintptr_t>(P[11])), static_cast<int64_t>(P[12]), count};
  const bool dense = xs.step == 1 && ys.step == 1 && points.slopes.step == 1 && values.step == 1 && out.step == 1;
  const int64_t from = u0 * kUnitValues, to = std::min(u1 * kUnitValues, count);
  const Search<true, double> search(xs, to - from);
  int64_t found[kSome];
  for (int64_t i = from; i < to; i += kSome) {
    const int64_t some = std::min(kSome, to - i);
    const Line<const double> here{values.data + i * values.step, values.step, some};
    const Line<double> there{out.data + i * out.step, out.step, some};
    search.find(here.data, here.step, found, 1, some);
    if (dense) between<true>(points, here, found, there, some);
    else between<false>(points, here, found, there, some);
  }
}

[[maybe_unused]] const bool registered = addRoutine("interp_f64", interp, nullptr);

}  // namespace
}  // namespace maniple::lines
