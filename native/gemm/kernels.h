// The parts of dense products that are compiled for several instruction sets (native/sources.txt).
#pragma once

#include <cstdint>

#include "product.h"

namespace maniple::gemm {

template <typename T>
struct Kernels {
  // Computes one block of C. `scratch` has room for scratchBytes().
  void (*block)(const Product<T>& p, const Block& block, void* scratch);
  // out[i] = sum over j of matrix[i, j] x[j] for i in [0, rows), j in [0, length); or the sum is added, or subtracted.
  void (*matrixVector)(const T* matrix, int64_t rowStride, int64_t columnStride, const T* x, int64_t xStride, T* out,
                       int64_t outStride, int64_t rows, int64_t length, Into into);
};

// Bytes of packed panels for a block: a depth of A's rows and B's columns, with room for padding.
template <typename T>
constexpr int64_t scratchBytes() {
  return (kDepth * (kPackedRows + 32) + kDepth * (kColumns + 64)) * static_cast<int64_t>(sizeof(T));
}

// The widest that this machine runs, for double and float.
template <typename T>
const Kernels<T>& kernels();

}  // namespace maniple::gemm
