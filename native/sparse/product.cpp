// Routines of the product of two matrices in compressed rows (lib/sparse/sparse-product.ts): row i is the sum of the rows of B that row i of
// A names, in their order (Gustavson, 1978).
//
//     spgemm_count      how many columns each row of the result has
//     spgemm_columns    the columns, ascending
//     spgemm_f64, …     the values: a map, which is never cleared, tells where in the row each column's element is
//
// Parameters are in compressed.h; the work is the pairs of entries that meet, the size of their own the result's columns.
#include <algorithm>

#include "../core/kernels.h"
#include "../lines/lines.h"
#include "compressed.h"

namespace maniple::sparse {
namespace {

using lines::fail;
using lines::kStatusMemory;
using lines::Scratch;

// The entries of both operands.
struct Pattern {
  Elements<const int32_t> aBounds, aColumns, bBounds, bColumns;

  // Calls body(column) for each pair of row i.
  template <typename Body>
  void over(int64_t i, Body body) const {
    for (int64_t p = aBounds[i]; p < aBounds[i + 1]; p++) {
      const int64_t k = aColumns[p], end = bBounds[k + 1];
      for (int64_t q = bBounds[k]; q < end; q++) body(bColumns[q]);
    }
  }
};

// Which columns a row has: a bit each, all 0 between rows.
class Marks {
 public:
  explicit Marks(int64_t columns) : bytes_(static_cast<std::size_t>(columns / 64 + 1) * 8), scratch_(bytes_) {
    if (isThere()) std::memset(scratch_.get(), 0, bytes_);
  }
  bool isThere() const { return scratch_.get() != nullptr; }
  // Whether the column is new to the row.
  bool add(int64_t column) const {
    uint64_t& word = words()[column / 64];
    const uint64_t bit = uint64_t{1} << (column % 64);
    const bool isNew = (word & bit) == 0;
    word |= bit;
    return isNew;
  }
  void clear(int64_t column) const { words()[column / 64] = 0; }

 private:
  uint64_t* words() const { return reinterpret_cast<uint64_t*>(scratch_.get()); }
  std::size_t bytes_;
  Scratch scratch_;
};

void count(double* P, int64_t u0, int64_t u1) {
  const RowRange range = rowsOfUnits(P, u0, u1);
  if (range.first >= range.end) return;
  const auto out = elements<int32_t>(P, 0);
  const Pattern pattern{elements<const int32_t>(P, 1), elements<const int32_t>(P, 2), elements<const int32_t>(P, 3),
                        elements<const int32_t>(P, 4)};
  const Marks marks(static_cast<int64_t>(P[3]));
  if (!marks.isThere()) return fail(P, kStatusMemory);
  for (int64_t i = range.first; i < range.end; i++) {
    int32_t found = 0;
    pattern.over(i, [&](int64_t column) { found += marks.add(column) ? 1 : 0; });
    pattern.over(i, [&](int64_t column) { marks.clear(column); });
    out[i] = found;
  }
}

void columns(double* P, int64_t u0, int64_t u1) {
  const RowRange range = rowsOfUnits(P, u0, u1);
  if (range.first >= range.end) return;
  const auto out = elements<int32_t>(P, 0);
  const auto bounds = elements<const int32_t>(P, 1);
  const Pattern pattern{elements<const int32_t>(P, 2), elements<const int32_t>(P, 3), elements<const int32_t>(P, 4),
                        elements<const int32_t>(P, 5)};
  const Marks marks(static_cast<int64_t>(P[3]));
  if (!marks.isThere()) return fail(P, kStatusMemory);
  for (int64_t i = range.first; i < range.end; i++) {
    int32_t* const row = out.data + bounds[i];
    int64_t found = 0;
    pattern.over(i, [&](int64_t column) {
      if (marks.add(column)) row[found++] = static_cast<int32_t>(column);
    });
    for (int64_t e = 0; e < found; e++) marks.clear(row[e]);
    std::sort(row, row + found);
  }
}

template <typename T>
void product(double* P, int64_t u0, int64_t u1) {
  const RowRange range = rowsOfUnits(P, u0, u1);
  if (range.first >= range.end) return;
  const Scratch scratch((static_cast<std::size_t>(P[3]) + 1) * sizeof(int32_t));
  if (scratch.get() == nullptr) return fail(P, kStatusMemory);
  auto* const places = reinterpret_cast<int32_t*>(scratch.get());
  const auto out = elements<T>(P, 0);
  const auto bounds = elements<const int32_t>(P, 1), columns = elements<const int32_t>(P, 2);
  const auto aBounds = elements<const int32_t>(P, 3), aColumns = elements<const int32_t>(P, 4);
  const auto a = elements<const T>(P, 5);
  const auto bBounds = elements<const int32_t>(P, 6), bColumns = elements<const int32_t>(P, 7);
  const auto b = elements<const T>(P, 8);
  for (int64_t i = range.first; i < range.end; i++) {
    for (int64_t e = bounds[i]; e < bounds[i + 1]; e++) {
      places[columns[e]] = static_cast<int32_t>(e);
      out[e] = T(0);
    }
    for (int64_t p = aBounds[i]; p < aBounds[i + 1]; p++) {
      const T factor = a[p];
      const int64_t k = aColumns[p], end = bBounds[k + 1];
      for (int64_t q = bBounds[k]; q < end; q++) out[places[bColumns[q]]] += factor * b[q];
    }
  }
}

[[maybe_unused]] const bool registered =
    addRoutine("spgemm_count", count, nullptr) && addRoutine("spgemm_columns", columns, nullptr) &&
    addRoutine("spgemm_f64", product<double>, nullptr) && addRoutine("spgemm_f32", product<float>, nullptr);

}  // namespace
}  // namespace maniple::sparse
