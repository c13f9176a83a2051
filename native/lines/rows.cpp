// The routines rows_1, rows_2, rows_4, rows_8: gathers rows by index from a stack of tables with elements of so many bytes, into a dense
// result. A fused kernel would look at each element's index; this routine copies whole rows.
//
//     P: 0 status   1 rows of the result   2 elements of a row   3 indices   4 rows of a table
//        5 6 tables in one line: address, stride (1)   7 8 indices   9 10 the result in one line
//
// Row r of the result is of table r / indices, where index r % indices says; negative ones count from the end. A unit is a group of
// rows (lib/device/routines.ts has the same number).
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr double kStatusIndex = 1;  // STATUS in lib/ir/kernel.ts

template <int64_t size>
void rows(double* P, int64_t u0, int64_t u1) {
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const int64_t row = at(2), places = at(3), count = at(4), step = at(8);
  const auto* const from = reinterpret_cast<const char*>(static_cast<uintptr_t>(P[5]));
  const auto* const indices = reinterpret_cast<const int64_t*>(static_cast<uintptr_t>(P[7]));
  auto* const to = reinterpret_cast<char*>(static_cast<uintptr_t>(P[9]));
  const int64_t some = row >= kUnitElements ? 1 : kUnitElements / row;
  const int64_t end = u1 * some < at(1) ? u1 * some : at(1);
  const int64_t bytes = row * size;
  bool outside = false;
  for (int64_t r = u0 * some; r < end; r++) {
    const int64_t table = r / places, given = indices[(r - table * places) * step];
    const int64_t index = given + (given < 0 ? count : 0);
    if (static_cast<uint64_t>(index) < static_cast<uint64_t>(count))
      std::memcpy(to + r * bytes, from + (table * count + index) * bytes, static_cast<std::size_t>(bytes));
    else outside = true;
  }
  if (outside) fail(P, kStatusIndex);
}

[[maybe_unused]] const bool registered =
    addRoutine("rows_1", rows<1>, nullptr) && addRoutine("rows_2", rows<2>, nullptr) &&
    addRoutine("rows_4", rows<4>, nullptr) && addRoutine("rows_8", rows<8>, nullptr);

}  // namespace
}  // namespace maniple::lines
