// Parameters of routines that write values to elements of a line which indices name (scatter.cpp, ordered.cpp):
//
//     P: 0 status   1 values   2 elements of the line   3 4 the line: address, stride   5 6 indices   7 8 values
#pragma once

#include "lines.h"

namespace maniple::lines {

constexpr double kStatusIndex = 1;  // STATUS in lib/ir/kernel.ts

template <typename T>
struct Written {
  Line<T> line;
  Line<const int64_t> indices;
  Line<const T> values;

  static Written of(const double* P) {
    const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
    const auto address = [P](int slot) { return reinterpret_cast<void*>(static_cast<uintptr_t>(P[slot])); };
    return {{static_cast<T*>(address(3)), at(4), at(2)},
            {static_cast<const int64_t*>(address(5)), at(6), at(1)},
            {static_cast<const T*>(address(7)), at(8), at(1)}};
  }

  // Calls body(line, indices, values). Constant steps of 1 save the compiler a multiplication for each element.
  template <typename Body>
  auto with(Body body) const {
    return line.step == 1 && indices.step == 1 && values.step == 1
               ? body(Line<T>{line.data, 1, line.length}, Line<const int64_t>{indices.data, 1, indices.length},
                      Line<const T>{values.data, 1, values.length})
               : body(line, indices, values);
  }
};

}  // namespace maniple::lines
