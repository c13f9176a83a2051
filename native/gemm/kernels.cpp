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

// Fewer than 64 values, by pieces of sizes that the compiler knows.
template <typename T>
INLINE void copyFew(T* to, const T* from, int64_t n) {
#pragma GCC unroll 8
  for (int size = 32; size > 0; size /= 2) {
    if ((n & size) == 0) continue;
    __builtin_memcpy(to, from, size * sizeof(T));
    to += size;
    from += size;
  }
}

// Panels that are not full: of A, where all rows are multiplied; of B, where `narrowed` leaves out vectors.
enum class Panel { ofA, ofB };

// Packs the lines of a panel that is not full, and zeros for missing lines that are multiplied.
template <typename T, int Width, Panel panel>
void packFew(T* to, const T* from, int64_t line, int64_t step, int64_t lines, int64_t depth) {
  constexpr int width = Lanes<T>::width;
  const int64_t used = panel == Panel::ofA || lines > 2 * width ? Width : lines > width ? 2 * width : width;
  for (int64_t d = 0; d < depth; d++, to += Width, from += step) {
    if (used == Width) __builtin_memset(to, 0, Width * sizeof(T));
    else
      for (int64_t l = 0; l < used; l += width) Lanes<T>::store(to + l, Lanes<T>::all(T(0)));
    if (line == 1) copyFew(to, from, lines);
    else
      for (int64_t l = 0; l < lines; l++) to[l] = from[l * line];
  }
}

// `count` lines of `depth` values into panels of Width lines each: value d of line l of a panel at d * Width + l.
template <typename T, int Width, Panel panel>
void pack(T* to, const T* from, int64_t line, int64_t step, int64_t count, int64_t depth) {
  for (int64_t first = 0; first < count; first += Width, to += Width * depth) {
    int64_t lines = least(Width, count - first);
    const T* source = from + first * line;
    if (lines < Width) {
      packFew<T, Width, panel>(to, source, line, step, lines, depth);
    } else if (line == 1) {
      for (int64_t d = 0; d < depth; d++)
        for (int l = 0; l < Width; l++) to[d * Width + l] = source[d * step + l];
    } else {
      for (int64_t d = 0; d < depth; d++)
        for (int l = 0; l < Width; l++) to[d * Width + l] = source[l * line + d * step];
    }
  }
}

template <typename V>
INLINE V merge(V before, V sum, Into into) { return into == Into::subtract ? before - sum : before + sum; }

// Puts one element into C.
template <typename T>
INLINE void set(T* to, T sum, Into into) { *to = into == Into::write ? sum : merge<T>(*to, sum, into); }

// A tile of C, rows whole and Vectors vectors wide: element d of row i of A at a[i * row + d * step]; a panel of B; its rows
// at `out`, `next` apart.
template <typename T, int Vectors>
INLINE void multiply(const T* a, int64_t row, int64_t step, const T* b, int64_t depth, T* out, int64_t next, Into into) {
  using L = Lanes<T>;
  using V = typename L::V;
  constexpr int rows = Tile<T>::rows;
  V sum[rows][Vectors];
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) sum[i][v] = L::all(T(0));
  for (int64_t d = 0; d < depth; d++, a += step, b += Tile<T>::columns) {
    V right[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) right[v] = L::load(b + v * L::width);
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++) {
      V left = L::all(a[i * row]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; v++) sum[i][v] = L::fma(left, right[v], sum[i][v]);
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) {
      T* const to = out + i * next + v * L::width;
      L::store(to, into == Into::write ? sum[i][v] : merge<V>(L::load(to), sum[i][v], into));
    }
}

// Puts a tile into C.
template <typename T>
INLINE void put(const T* tile, T* c, int64_t row, int64_t column, int64_t rows, int64_t columns, Into into) {
  for (int64_t i = 0; i < rows; i++) {
    const T* from = tile + i * Tile<T>::columns;
    T* to = c + i * row;
    if (into == Into::write && column == 1) {
      copyFew(to, from, columns);
      continue;
    }
    for (int64_t j = 0; j < columns; j++) set<T>(to + j * column, from[j], into);
  }
}

// Where a tile's rows of A lie, and how many of them there are.
template <typename T>
struct Rows {
  const T* a;
  int64_t row, step, count;
};

// A tile of C at `c`: straight into it, or the part of it that there is.
template <typename T, int Vectors>
void tileOf(const Rows<T>& left, const T* right, int64_t depth, const Matrix<T>& c, T* to, int64_t columns, Into into) {
  constexpr int rows = Tile<T>::rows;
  if (left.count == rows && columns == Vectors * Lanes<T>::width && c.column == 1) {
    return multiply<T, Vectors>(left.a, left.row, left.step, right, depth, to, c.row, into);
  }
  alignas(64) T tile[rows * Tile<T>::columns];
  multiply<T, Vectors>(left.a, left.row, left.step, right, depth, tile, Tile<T>::columns, Into::write);
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
  const auto rowsAt = [&](int64_t i) {
    if (i < packed) return Rows<T>{p.a.at(at.batch, i, d), p.a.row, p.a.column, rows};
    return Rows<T>{left + (i - packed) * depth, 1, rows, least(rows, at.i1 - i)};
  };
  const auto tile = [&](int64_t i, int64_t j) {
    if (p.symmetric && least(j + columns, at.j1) <= i) return;
    narrowed<T>(rowsAt(i), right + (j - at.j0) * depth, depth, p.c, p.c.at(at.batch, i, j), least(columns, at.j1 - j), into);
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

// ---- products with a vector ----

constexpr int kChains = 4;  // vectors that a row is summed in

template <typename T>
INLINE T total(const typename Lanes<T>::V* sums) {
  T values[kChains * Lanes<T>::width];
  for (int v = 0; v < kChains; v++) Lanes<T>::store(values + v * Lanes<T>::width, sums[v]);
  for (int n = kChains * Lanes<T>::width / 2; n > 0; n /= 2)
    for (int i = 0; i < n; i++) values[i] += values[i + n];
  return values[0];
}

// Contiguous rows, a few at a time, so that memory is read as several streams; each is summed alike.
template <typename T, int Rows>
INLINE void dots(const T* matrix, int64_t row, const T* x, int64_t length, T* out) {
  using L = Lanes<T>;
  typename L::V sums[Rows][kChains];
#pragma GCC unroll 8
  for (int r = 0; r < Rows; r++)
#pragma GCC unroll 4
    for (int v = 0; v < kChains; v++) sums[r][v] = L::all(T(0));
  int64_t j = 0;
  for (; j + kChains * L::width <= length; j += kChains * L::width) {
#pragma GCC unroll 4
    for (int v = 0; v < kChains; v++) {
      const typename L::V right = L::load(x + j + v * L::width);
#pragma GCC unroll 8
      for (int r = 0; r < Rows; r++) sums[r][v] = L::fma(L::load(matrix + r * row + j + v * L::width), right, sums[r][v]);
    }
  }
  for (int r = 0; r < Rows; r++) {
    T result = total<T>(sums[r]);
    for (int64_t k = j; k < length; k++) result += matrix[r * row + k] * x[k];
    out[r] += result;
  }
}

template <typename T>
void byRows(const T* matrix, int64_t row, const T* x, T* out, int64_t rows, int64_t length) {
  constexpr int some = Lanes<T>::streams;
  int64_t r = 0;
  for (; r + some <= rows; r += some) dots<T, some>(matrix + r * row, row, x, length, out + r);
  for (; r < rows; r++) dots<T, 1>(matrix + r * row, row, x, length, out + r);
}

constexpr int64_t kNarrowDepth = 1024;

template <typename T>
struct Lines {
  const T* data;
  int64_t apart;
};

// A few lines of `depth` values, each contiguous: where they are, or copied to `to`.
template <typename T>
Lines<T> linesOf(const T* at, int64_t line, int64_t step, int64_t lines, int64_t depth, T* to) {
  if (step == 1) return {at, line};
  constexpr int64_t some = 64;  // values of all lines stay in the cache
  for (int64_t from = 0; from < depth; from += some)
    for (int64_t l = 0; l < lines; l++)
      for (int64_t d = from; d < least(from + some, depth); d++) to[l * kNarrowDepth + d] = at[l * line + d * step];
  return {to, kNarrowDepth};
}

// A block of a product with few results: each a sum over its row of A and its column of B, some depth at a time.
template <typename T>
void narrow(const Product<T>& p, const Block& at, T* scratch) {
  const int64_t rows = at.i1 - at.i0, columns = at.j1 - at.j0;
  T sums[kNarrowResults] = {};
  for (int64_t d = 0; d < p.k; d += kNarrowDepth) {
    const int64_t depth = least(kNarrowDepth, p.k - d);
    const auto left = linesOf<T>(p.a.at(at.batch, at.i0, d), p.a.row, p.a.column, rows, depth, scratch);
    const auto right = linesOf<T>(p.b.at(at.batch, d, at.j0), p.b.column, p.b.row, columns, depth, scratch + rows * kNarrowDepth);
    for (int64_t j = 0; j < columns; j++)
      byRows<T>(left.data, left.apart, right.data + j * right.apart, sums + j * rows, rows, depth);
  }
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++) set<T>(p.c.at(at.batch, at.i0 + i, at.j0 + j), sums[j * rows + i], p.into);
}

constexpr int kColumnsAtOnce = 8;

// Adds columns that are contiguous, in order, to sums that stay in the cache.
template <typename T, int Columns>
INLINE void addColumns(const T* matrix, int64_t column, const T* x, T* out, int64_t rows) {
  using L = Lanes<T>;
  typename L::V factors[Columns];
#pragma GCC unroll 8
  for (int j = 0; j < Columns; j++) factors[j] = L::all(x[j]);
  int64_t i = 0;
  for (; i + L::width <= rows; i += L::width) {
    typename L::V sum = L::load(out + i);
#pragma GCC unroll 8
    for (int j = 0; j < Columns; j++) sum = L::fma(L::load(matrix + i + j * column), factors[j], sum);
    L::store(out + i, sum);
  }
  T tail[L::width] = {}, values[L::width] = {};
  if (i == rows) return;
  for (int64_t k = i; k < rows; k++) tail[k - i] = out[k];
  typename L::V sum = L::load(tail);
  for (int j = 0; j < Columns; j++) {
    for (int64_t k = i; k < rows; k++) values[k - i] = matrix[k + j * column];
    sum = L::fma(L::load(values), factors[j], sum);
  }
  L::store(tail, sum);
  for (int64_t k = i; k < rows; k++) out[k] = tail[k - i];
}

template <typename T>
void byColumns(const T* matrix, int64_t column, const T* x, T* out, int64_t rows, int64_t length) {
  int64_t j = 0;
  for (; j + kColumnsAtOnce <= length; j += kColumnsAtOnce) {
    addColumns<T, kColumnsAtOnce>(matrix + j * column, column, x + j, out, rows);
  }
  for (; j < length; j++) addColumns<T, 1>(matrix + j * column, column, x + j, out, rows);
}

// Rows too short for vectors, summed as the remainders of longer ones.
template <typename T>
void byShortRows(const T* matrix, int64_t row, const T* x, int64_t xStride, T* out, int64_t outStride, int64_t rows, int64_t length,
                 Into into) {
  for (int64_t r = 0; r < rows; r++, matrix += row) {
    T sum = T(0);
    for (int64_t k = 0; k < length; k++) sum += matrix[k] * x[k * xStride];
    set<T>(out + r * outStride, sum, into);
  }
}

constexpr int64_t kStripRows = 1024, kStripLength = 4096;

// Strips of the matrix; x is copied where it is strided.
template <typename T>
void matrixVector(const T* matrix, int64_t rowStride, int64_t columnStride, const T* x, int64_t xStride, T* out,
                  int64_t outStride, int64_t rows, int64_t length, Into into) {
  if (columnStride == 1 && length < kChains * Lanes<T>::width) {
    return byShortRows<T>(matrix, rowStride, x, xStride, out, outStride, rows, length, into);
  }
  T copy[kStripLength], sums[kStripRows];
  for (int64_t i = 0; i < rows; i += kStripRows) {
    int64_t some = least(kStripRows, rows - i);
    for (int64_t r = 0; r < some; r++) sums[r] = T(0);
    for (int64_t j = 0; j < length; j += kStripLength) {
      int64_t width = least(kStripLength, length - j);
      const T* part = matrix + i * rowStride + j * columnStride;
      const T* values = x + j * xStride;
      if (xStride != 1) {
        for (int64_t k = 0; k < width; k++) copy[k] = values[k * xStride];
        values = copy;
      }
      if (columnStride == 1) {
        byRows<T>(part, rowStride, values, sums, some, width);
      } else if (rowStride == 1) {
        byColumns<T>(part, columnStride, values, sums, some, width);
      } else {
        for (int64_t r = 0; r < some; r++) {
          T sum = T(0);
          for (int64_t k = 0; k < width; k++) sum += part[r * rowStride + k * columnStride] * values[k];
          sums[r] += sum;
        }
      }
    }
    for (int64_t r = 0; r < some; r++) set<T>(out + (i + r) * outStride, sums[r], into);
  }
}

const Kernels<double> doubles = {block<double>, matrixVector<double>};
const Kernels<float> floats = {block<float>, matrixVector<float>};

}  // namespace

const Kernels<double>* JOIN(doubles_, MANIPLE_VARIANT)() { return &doubles; }
const Kernels<float>* JOIN(floats_, MANIPLE_VARIANT)() { return &floats; }

}  // namespace maniple::gemm
