// Products of a matrix and its own transpose: square blocks on and above the diagonal, which are written below it, too. An element has
// the bits that it would have by itself: its products are added in the same order. (A BLAS library does not promise that, so its blocks
// are computed whole.)
//
//     0 1 3     block t of a matrix, column by column; a unit computes every `units`-th one
//       2 4
//         5
#pragma once

#include "product.h"

namespace maniple::gemm {

template <typename T>
void mirror(const Matrix<T>& c, const Block& at) {
  constexpr int64_t some = 16;  // lines of both stay in the cache
  for (int64_t left = at.j0; left < at.j1; left += some)
    for (int64_t i = at.i0; i < at.i1; i++) {
      const int64_t right = left + some < at.j1 ? left + some : at.j1;
      for (int64_t j = left > i ? left : i + 1; j < right; j++) *c.at(at.batch, j, i) = *c.at(at.batch, i, j);
    }
}

// Calls body(product, block) for the blocks of units [u0, u1) of a product that halves.
template <typename T, typename Body>
bool eachHalf(Product<T> p, int64_t units, int64_t u0, int64_t u1, const Body& body) {
  p.symmetric = true;
  const int64_t size = p.square(), across = (p.n + size - 1) / size, blocks = across * (across + 1) / 2;
  for (int64_t u = u0; u < u1; u++)
    for (int64_t t = u; t < blocks * p.batch; t += units) {
      int64_t column = 0, row = t % blocks;
      while (row > column) row -= ++column;
      const auto end = [&](int64_t block) { return (block + 1) * size < p.n ? (block + 1) * size : p.n; };
      const Block at{t / blocks, row * size, end(row), column * size, end(column)};
      if (!body(p, at)) return false;
      mirror(p.c, at);
    }
  return true;
}

}  // namespace maniple::gemm
