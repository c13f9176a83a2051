// Routines that merge the structures of two matrices of one shape (lib/sparse/combine.ts); the size of their own is 2 for the union of the
// entries, 1 for the entries that both have.
//
//     spmerge_count   how many entries each row of the result has
//     spmerge_fill    their columns, ascending, and the number of each in both matrices, -1 where a matrix has none
#include "../core/kernels.h"
#include "compressed.h"

namespace maniple::sparse {
namespace {

struct Rows {
  Elements<const int32_t> bounds, columns;
};

// Calls body(column, entry of a, entry of b) for each entry of row i.
template <typename Body>
void merged(int64_t i, const Rows& a, const Rows& b, bool all, Body body) {
  int32_t p = a.bounds[i], q = b.bounds[i];
  const int32_t pEnd = a.bounds[i + 1], qEnd = b.bounds[i + 1];
  while (p < pEnd && q < qEnd) {
    const int32_t left = a.columns[p], right = b.columns[q];
    const bool isLeft = left <= right, isRight = right <= left;
    if (all || (isLeft && isRight)) body(isLeft ? left : right, isLeft ? p : -1, isRight ? q : -1);
    p += isLeft;
    q += isRight;
  }
  if (!all) return;
  for (; p < pEnd; p++) body(a.columns[p], p, -1);
  for (; q < qEnd; q++) body(b.columns[q], -1, q);
}

void count(double* P, int64_t u0, int64_t u1) {
  const RowRange range = rowsOfUnits(P, u0, u1);
  const auto out = elements<int32_t>(P, 0);
  const Rows a{elements<const int32_t>(P, 1), elements<const int32_t>(P, 2)};
  const Rows b{elements<const int32_t>(P, 3), elements<const int32_t>(P, 4)};
  for (int64_t i = range.first; i < range.end; i++) {
    int32_t found = 0;
    merged(i, a, b, P[3] > 1, [&](int32_t, int32_t, int32_t) { found++; });
    out[i] = found;
  }
}

void fill(double* P, int64_t u0, int64_t u1) {
  const RowRange range = rowsOfUnits(P, u0, u1);
  const auto columns = elements<int32_t>(P, 0), left = elements<int32_t>(P, 1), right = elements<int32_t>(P, 2);
  const auto bounds = elements<const int32_t>(P, 3);
  const Rows a{elements<const int32_t>(P, 4), elements<const int32_t>(P, 5)};
  const Rows b{elements<const int32_t>(P, 6), elements<const int32_t>(P, 7)};
  for (int64_t i = range.first; i < range.end; i++) {
    int64_t at = bounds[i];
    merged(i, a, b, P[3] > 1, [&](int32_t column, int32_t p, int32_t q) {
      columns[at] = column;
      left[at] = p;
      right[at++] = q;
    });
  }
}

[[maybe_unused]] const bool registered =
    addRoutine("spmerge_count", count, nullptr) && addRoutine("spmerge_fill", fill, nullptr);

}  // namespace
}  // namespace maniple::sparse
