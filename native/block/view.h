// A strided view of memory, walked in row-major order of its elements: flat positions to addresses, and runs of elements
// to and from strips. Axes that lie evenly behind each other are merged first, so that most views have one or two.
#pragma once

#include <cstdint>

#include "opcodes.h"
#include "primitives.h"

namespace maniple::block {

struct View {
  char* base;
  Type type;
  int rank;
  int64_t size[kMaxRank];
  int64_t stride[kMaxRank];  // in elements

  // From slots of a launch's parameters.
  void read(const double* base, const double* sizes, const double* strides, int rank, Type type);

  // All elements are behind each other.
  bool contiguous() const { return rank == 0 || (rank == 1 && stride[0] == 1); }
  // All elements are the same one.
  bool constant() const { return rank == 0 || (rank == 1 && stride[0] == 0); }

  // Address of the element at a flat position.
  char* at(int64_t position) const;

  // The address of n elements from `position` if they lie behind each other, else null.
  char* straight(int64_t position, int64_t n) const;

  // n elements from `position` on, to or from a strip.
  void load(const Primitives& table, void* strip, int64_t position, int64_t n) const;
  void store(const Primitives& table, const void* strip, int64_t position, int64_t n) const;
};

}  // namespace maniple::block
