// Compiled once for each instruction set: see kernels.h. Each element of C is summed over k in order, within a block of
// kDepth in one accumulator; blocks are added to C in order.
#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "kernels.h"

#define JOIN_(A, B) A##B
#define JOIN(A, B) JOIN_(A, B)
#define INLINE static inline __attribute__((always_inline))

namespace maniple::gemm {
namespace {

#include "lanes.h"

template <typename T>
struct Tile {
  static constexpr int rows = Lanes<T>::rows;
  static constexpr int vectors = Lanes<T>::vectors;
  static constexpr int columns = Lanes<T>::width * vectors;
};

INLINE int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

#include "tiles.h"

// Where a tile's rows of A lie, and how many of them there are; `ahead`: rows that are soon multiplied, or null.
template <typename T>
struct Rows {
  const T* a;
  int64_t row, step, count;
  const T* ahead;
};

// A tile of C at `c`: straight into it, or the part of it that there is.
template <typename T, int Vectors>
void tileOf(const Rows<T>& left, const T* right, int64_t depth, const Matrix<T>& c, T* to, int64_t columns, Into into) {
  constexpr int rows = Tile<T>::rows;
  const auto compute = [&](T* out, int64_t next, Into how) {
    if (left.ahead == nullptr) multiply<T, Vectors, false>(left.a, left.row, left.step, nullptr, right, depth, out, next, how);
    else multiply<T, Vectors, true>(left.a, left.row, left.step, left.ahead, right, depth, out, next, how);
  };
  if (left.count == rows && columns == Vectors * Lanes<T>::width && c.column == 1) return compute(to, c.row, into);
  alignas(64) T tile[rows * Tile<T>::columns];
  compute(tile, Tile<T>::columns, Into::write);
  put<T>(tile, to, c.row, c.column, left.count, columns, into);
}

// With no more vectors than it has columns for.
template <typename T>
INLINE void narrowed(const Rows<T>& left, const T* right, int64_t depth, const Matrix<T>& c, T* to, int64_t columns, Into into) {
  if (columns <= Lanes<T>::width) return tileOf<T, 1>(left, right, depth, c, to, columns, into);
  if (columns <= 2 * Lanes<T>::width) return tileOf<T, 2>(left, right, depth, c, to, columns, into);
  tileOf<T, Tile<T>::vectors>(left, right, depth, c, to, columns, into);
}

// Rows [i0, i1) of a block over a depth; its part of B is packed. A is packed where several panels of B meet it.
template <typename T>
void rowsOfBlock(const Product<T>& p, const Block& at, int64_t d, int64_t depth, T* left, const T* right, Into into) {
  constexpr int rows = Tile<T>::rows, columns = Tile<T>::columns;
  const bool direct = at.j1 - at.j0 <= 2 * columns;
  const int64_t whole = at.i0 + (at.i1 - at.i0) / rows * rows;
  const int64_t packed = direct ? whole : at.i0;
  pack<T, rows, Panel::ofA>(left, p.a.at(at.batch, packed, d), p.a.row, p.a.column, at.i1 - packed, depth);
  // Rows that follow each other in memory are read in turns, which the processor does not foresee: the rows of the next tile but one are asked for.
  const bool near = p.a.column == 1 && p.a.row >= depth && p.a.row < 2 * depth;
  const auto rowsAt = [&](int64_t i, int64_t j) {
    if (i >= packed) return Rows<T>{left + (i - packed) * depth, 1, rows, least(rows, at.i1 - i), nullptr};
    const T* a = p.a.at(at.batch, i, d);
    return Rows<T>{a, p.a.row, p.a.column, rows, near && j == at.j0 ? a + 2 * rows * p.a.row : nullptr};
  };
  const auto tile = [&](int64_t i, int64_t j) {
    if (p.symmetric && least(j + columns, at.j1) <= i) return;
    narrowed<T>(rowsAt(i, j), right + (j - at.j0) * depth, depth, p.c, p.c.at(at.batch, i, j), least(columns, at.j1 - j), into);
  };
  if (direct) {
    for (int64_t i = at.i0; i < at.i1; i += rows)
      for (int64_t j = at.j0; j < at.j1; j += columns) tile(i, j);
  } else {
    for (int64_t j = at.j0; j < at.j1; j += columns)
      for (int64_t i = at.i0; i < at.i1; i += rows) tile(i, j);
  }
}

template <typename T>
void narrow(const Product<T>& p, const Block& at, T* scratch);

template <typename T>
void block(const Product<T>& p, const Block& at, void* scratch) {
  if (p.narrow()) return narrow<T>(p, at, static_cast<T*>(scratch));
  T* left = static_cast<T*>(scratch);
  T* right = left + kDepth * (kPackedRows + 32);
  if (p.k == 0 && p.into == Into::write) {
    for (int64_t i = at.i0; i < at.i1; i++)
      for (int64_t j = at.j0; j < at.j1; j++) *p.c.at(at.batch, i, j) = T(0);
  }
  for (int64_t d = 0; d < p.k; d += kDepth) {
    const int64_t depth = least(kDepth, p.k - d);
    const Into into = p.into == Into::write && d > 0 ? Into::add : p.into;
    pack<T, Tile<T>::columns, Panel::ofB>(right, p.b.at(at.batch, d, at.j0), p.b.column, p.b.row, at.j1 - at.j0, depth);
    for (int64_t i = at.i0; i < at.i1; i += kPackedRows) {
      const Block rows{at.batch, i, least(i + kPackedRows, at.i1), at.j0, at.j1};
      rowsOfBlock<T>(p, rows, d, depth, left, right, into);
    }
  }
}

#include "with_vector.h"

const Kernels<double> doubles = {block<double>, matrixVector<double>};
const Kernels<float> floats = {block<float>, matrixVector<float>};

}  // namespace

const Kernels<double>* JOIN(doubles_, MANIPLE_VARIANT)() { return &doubles; }
const Kernels<float>* JOIN(floats_, MANIPLE_VARIANT)() { return &floats; }

}  // namespace maniple::gemm
