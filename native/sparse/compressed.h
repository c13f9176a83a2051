// Types that routines over matrices in compressed rows share (lib/sparse/counted.ts, product-structure.ts, combine.ts). Their parameters:
//
//     P: 0 status   1 rows   2 work: pairs or entries, about   3 a size of the routine's own   4 … arrays of one axis: address, stride
//
// A unit is a group of rows (lib/device/routines.ts has the same number).
#pragma once

#include <algorithm>
#include <cstdint>

namespace maniple::sparse {

constexpr int64_t kUnitWork = 32768;

template <typename T>
struct Elements {
  T* data;
  int64_t step;
  T& operator[](int64_t i) const { return data[i * step]; }
};

// The n-th array of a launch.
template <typename T>
Elements<T> elements(const double* P, int n) {
  return {reinterpret_cast<T*>(static_cast<uintptr_t>(P[4 + 2 * n])), static_cast<int64_t>(P[5 + 2 * n])};
}

struct RowRange {
  int64_t first, end;
};

// The rows of units [u0, u1).
inline RowRange rowsOfUnits(const double* P, int64_t u0, int64_t u1) {
  const int64_t rows = static_cast<int64_t>(P[1]), groups = (static_cast<int64_t>(P[2]) + kUnitWork - 1) / kUnitWork;
  const int64_t units = std::max<int64_t>(1, std::min(rows, groups));
  const int64_t some = (rows + units - 1) / units;
  return {std::min(rows, u0 * some), std::min(rows, u1 * some)};
}

}  // namespace maniple::sparse
