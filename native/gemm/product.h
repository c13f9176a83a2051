// Dense products C = A B and C += A B: batches of matrices with any strides on A and B, by fixed two-dimensional blocks of C, the units
// (lib/device/routines.ts), so that the bits of a result do not depend on the thread that computes a block.
//
// A block packs the parts of A and B that it needs, kDepth of the inner dimension at a time, into panels that the
// micro-kernel reads in order; it holds a tile of C in registers:
//
//                  kDepth        kColumns                 panel of A: Rows values of column 0, of column 1, …
//                ┌────────┐    ┌──────────┐               panel of B: Columns values of row 0, of row 1, …
//   kPackedRows  │   A    │  x │    B     │ kDepth        edges are padded with zeros
//                └────────┘    └──────────┘
//
// A is not packed where few columns of B meet it. Neither matrix is where there are few results: they are sums along contiguous lines.
// Products that have few blocks are cut into smaller ones, for more threads. Of a matrix times its own transpose the blocks above the
// diagonal are computed, and written twice (symmetric.h). Products with a vector (m or n is 1) stream the matrix once.
#pragma once

#include <cstdint>

namespace maniple::gemm {

// Equal to the constants of lib/device/routines.ts.
constexpr int64_t kRows = 512;
constexpr int64_t kColumns = 512;
constexpr int64_t kFewUnits = 8;
constexpr int64_t kWorthCutting = int64_t{1} << 22;
constexpr int64_t kDepth = 256;
constexpr int64_t kPackedRows = 256;
constexpr int64_t kNarrowResults = 32;
constexpr int64_t kNarrowInner = 64;
constexpr int64_t kWorthHalving = 32;
constexpr int64_t kVectorRows = 32;
constexpr int64_t kVectorElements = 65536;

// How a product meets the elements that C has.
enum class Into { write, add, subtract };

// Slots of P.
enum Slot { kM = 1, kN, kK, kBatch, kA, kAStrides, kB = 9, kBStrides, kC = 13, kCStrides };

template <typename T>
struct Matrix {
  T* data;
  int64_t batch, row, column;  // strides in elements

  static Matrix read(const double* P, int pointer) {
    return {reinterpret_cast<T*>(static_cast<uintptr_t>(P[pointer])), static_cast<int64_t>(P[pointer + 1]),
            static_cast<int64_t>(P[pointer + 2]), static_cast<int64_t>(P[pointer + 3])};
  }
  T* at(int64_t b, int64_t i, int64_t j) const { return data + b * batch + i * row + j * column; }
};

template <typename T>
struct Product {
  int64_t m, n, k, batch;
  Matrix<T> a, b, c;
  Into into = Into::write;
  bool symmetric = false;  // C = A Aᵀ, of which a block leaves out the tiles below the diagonal

  static Product read(const double* P) {
    return {static_cast<int64_t>(P[kM]), static_cast<int64_t>(P[kN]), static_cast<int64_t>(P[kK]),
            static_cast<int64_t>(P[kBatch]), Matrix<T>::read(P, kA), Matrix<T>::read(P, kB), Matrix<T>::read(P, kC)};
  }
  // Whether it is A Aᵀ.
  bool isSquare() const {
    return a.data == b.data && a.batch == b.batch && a.row == b.column && a.column == b.row && m == n;
  }
  // Whether half of it is worth leaving out: C is then symmetric, unless it had elements.
  bool halves() const { return isSquare() && n >= kWorthHalving && into == Into::write; }
  // Rows and columns of the square blocks that it is cut into then.
  int64_t square() const {
    int64_t size = n < kRows ? n : kRows;
    const auto blocks = [&] {
      const int64_t across = (n + size - 1) / size;
      return batch * across * (across + 1) / 2;
    };
    while (blocks() < kFewUnits && size * size * k >= kWorthCutting) size = (size / 2 + 7) / 8 * 8;
    return size;
  }
  bool vector() const { return m == 1 || n == 1; }
  // Whether there are so few results that each is a sum of its own, which reads A and B in vectors.
  bool narrow() const { return m * n <= kNarrowResults && k >= kNarrowInner && into != Into::subtract; }
  // Rows and columns of a block.
  void cut(int64_t* rows, int64_t* columns) const {
    const auto parts = [](int64_t all, int64_t part) { return (all + part - 1) / part; };
    const auto halved = [](int64_t size) { return (size / 2 + 7) / 8 * 8; };
    int64_t r = m < kRows ? m : kRows, c = n < kColumns ? n : kColumns;
    while (r > 0 && c > 0 && parts(m, r) * parts(n, c) * batch < kFewUnits && r * c * k >= kWorthCutting) {
      (r >= c ? r : c) = halved(r >= c ? r : c);
    }
    *rows = r > 0 ? r : 1;
    *columns = c > 0 ? c : 1;
  }
  // Rows of a unit of a product with a vector.
  int64_t vectorRows() const {
    int64_t rows = kVectorElements / (k > 0 ? k : 1);
    return rows < kVectorRows ? kVectorRows : rows;
  }
};

// A block of C: rows [i0, i1) and columns [j0, j1) of one matrix of the batch.
struct Block {
  int64_t batch, i0, i1, j0, j1;
};

}  // namespace maniple::gemm
