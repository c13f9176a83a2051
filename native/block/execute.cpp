// Instructions over one piece, but for segmented folds (segments.cpp) and rounds (rounds.cpp).
#include <cstring>

#include "machine.h"

namespace maniple::block {

void Machine::execute(const Instruction& i, const Piece& piece) {
  if (i.apply != nullptr) {
    const char* a = at(i.in[0]);
    const char* b = i.operands > 1 ? at(i.in[1]) : nullptr;
    const char* c = i.operands > 2 ? at(i.in[2]) : nullptr;
    i.apply(target(i.out), a, b, c, piece.n);
    return;
  }
  switch (i.op) {
    case Index: index(i, piece); break;
    case Gather: gather(i, piece.n); break;
    case SegFold: segmented(i, piece); break;
    case Repeat: rounds(i, piece.n); break;
    case Const: std::memcpy(target(i.out), &program_.constants[i.arg], sizeof(uint64_t)); break;
    case Scalar: scalar(i); break;
    default: std::memcpy(target(i.out), args_[i.arg].view.base, kSize[i.type]);  // LoadFull
  }
}

// Scalars arrive as floats, int64 and uint64 as their bits.
void Machine::scalar(const Instruction& i) {
  const double* slot = P_ + program_.firstScalar + i.arg;
  if (i.type == Int64 || i.type == UInt64) std::memcpy(target(i.out), slot, sizeof(uint64_t));
  else table_.cast[Float64][i.type](target(i.out), slot, nullptr, nullptr, 1);
}

// Coordinates along an axis of the piece's elements: runs of one value, or of consecutive ones on the last axis.
void Machine::index(const Instruction& i, const Piece& piece) {
  int64_t* out = reinterpret_cast<int64_t*>(target(i.out));
  int64_t size = integerAt(1 + i.arg), below = 1;
  for (int axis = i.arg + 1; axis < program_.rank; axis++) below *= integerAt(1 + axis);
  int64_t at = piece.start % (size * below);
  for (int64_t k = 0; k < piece.n;) {
    int64_t value = at / below, run = below - at % below;
    if (below == 1) {
      run = size - value < piece.n - k ? size - value : piece.n - k;
      for (int64_t j = 0; j < run; j++) out[k + j] = value + j;
    } else {
      if (run > piece.n - k) run = piece.n - k;
      for (int64_t j = 0; j < run; j++) out[k + j] = value;
    }
    k += run;
    at += run;
    if (at == size * below) at = 0;
  }
}

void Machine::fail(double status) {
  uint64_t bits, expected = 0;
  std::memcpy(&bits, &status, sizeof bits);
  __atomic_compare_exchange_n(reinterpret_cast<uint64_t*>(P_), &expected, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void Machine::gather(const Instruction& i, int64_t n) {
  const Argument& a = program_.args[i.arg];
  const char* base = reinterpret_cast<const char*>(static_cast<uintptr_t>(P_[a.pointer]));
  int64_t* offsets = reinterpret_cast<int64_t*>(scratch_ + OffsetStrip * kStrip);
  int64_t outside = 0;
  for (int32_t k = 0; k < a.rank; k++) outside |= integerAt(a.sizes + k) == 0 && n > 0;
  if (a.rank == 1 && outside == 0) {
    const int64_t* indices = reinterpret_cast<const int64_t*>(at(i.indices[0]));
    outside = table_.gatherLine[a.type](target(i.out), base, indices, integerAt(a.sizes), integerAt(a.strides), n);
    if (outside != 0) fail(kStatusIndex);
    return;
  }
  for (int32_t k = 0; k < a.rank && outside == 0; k++) {
    Offsets combine = k == 0 ? table_.firstOffsets : table_.nextOffsets;
    const int64_t* indices = reinterpret_cast<const int64_t*>(at(i.indices[k]));
    outside = combine(offsets, indices, integerAt(a.sizes + k), integerAt(a.strides + k), n);
  }
  if (a.rank == 0) std::memset(offsets, 0, n * sizeof(int64_t));
  if (outside == 0) {
    table_.take[a.type](target(i.out), base, offsets, n);
    return;
  }
  fail(kStatusIndex);
  std::memset(target(i.out), 0, n * kSize[a.type]);
}

}  // namespace maniple::block
