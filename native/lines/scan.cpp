// The routines sum_f64 … prod_i64, widesum_u8 … widesum_i32, of which the sums have 64 bits, and max_f64 … min_u64: running sums, products
// and extremes of lines. A target line that is one
// longer than its source begins with the value of an empty line, which extremes do not have.
//
// Sums of floats are taken in chains, so that one addition need not wait for the one before: a block of 64 elements is
// eight chunks; each is summed by itself, then the sum before it is added. The order depends on the position in the line alone. Products
// stay in order: a chunk's could overflow where the line's does not. Integers wrap, so their sums are the same in any order: of four, the
// last waits for one addition.
#include "../core/dtypes.h"
#include "../core/kernels.h"
#include "lines.h"

namespace maniple::lines {
namespace {

constexpr int kChunk = 8, kChunks = 8, kBlock = kChunk * kChunks;

struct Add {
  static constexpr int identity = 0;
  template <typename T>
  static T of(T a, T b) { return a + b; }
};
struct Multiply {
  static constexpr int identity = 1;
  template <typename T>
  static T of(T a, T b) { return a * b; }
};

// NaNs stay.
struct Greatest {
  template <typename T>
  static T of(T a, T b) { return a > b || a != a ? a : b; }
};
struct Least {
  template <typename T>
  static T of(T a, T b) { return a < b || a != a ? a : b; }
};

// A block of 64 elements into `to`; returns the total so far.
template <typename T>
T sumBlock(const T* from, T* to, T before) {
  T sums[kBlock];
  for (int c = 0; c < kChunks; c++) sums[c * kChunk] = from[c * kChunk];
  for (int i = 1; i < kChunk; i++)
    for (int c = 0; c < kChunks; c++) sums[c * kChunk + i] = sums[c * kChunk + i - 1] + from[c * kChunk + i];
  for (int c = 0; c < kChunks; c++) {
    for (int i = 0; i < kChunk; i++) to[c * kChunk + i] = before + sums[c * kChunk + i];
    before = before + sums[c * kChunk + kChunk - 1];
  }
  return before;
}

template <typename T>
void sumLine(const Line<T>& from, const Line<T>& to, int64_t skipped) {
  T total = T(0), in[kBlock], out[kBlock];
  for (int64_t i = 0; i < from.length; i += kBlock) {
    const int64_t n = from.length - i < kBlock ? from.length - i : kBlock;
    const bool whole = n == kBlock;
    const bool direct = whole && from.step == 1 && to.step == 1;
    if (direct) {
      total = sumBlock<T>(from.data + i, to.data + i + skipped, total);
      continue;
    }
    for (int64_t k = 0; k < kBlock; k++) in[k] = k < n ? from[i + k] : T(0);
    total = sumBlock<T>(in, out, total);
    for (int64_t k = 0; k < n; k++) to[i + k + skipped] = out[k];
  }
}

// Integers of any size, as 64 bits.
template <typename S>
void sumWhole(const Line<S>& from, const Line<uint64_t>& to, int64_t skipped) {
  const auto at = [&from](int64_t i) { return static_cast<uint64_t>(static_cast<int64_t>(from[i])); };
  uint64_t total = 0;
  int64_t i = 0;
  if (from.step == 1 && to.step == 1) {
    uint64_t* out = to.data + skipped;
    for (; i + 4 <= from.length; i += 4) {
      const uint64_t first = at(i), two = first + at(i + 1), third = at(i + 2), others = third + at(i + 3);
      out[i] = total + first;
      out[i + 1] = total + two;
      out[i + 2] = total + two + third;
      out[i + 3] = total = total + (two + others);
    }
  }
  for (; i < from.length; i++) to[i + skipped] = total = total + at(i);
}

// Bytes, bools among them: of eight small ones, one product of the word has all running sums.
//
//     word    1 0 1 1 …                times 1 1 1 1 …        1 1 2 3 …
void sumBytes(const Line<uint8_t>& from, const Line<uint64_t>& to, int64_t skipped) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kLarge = 0xe0 * kOnes;
  constexpr bool kLittle = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  uint64_t total = 0;
  int64_t i = 0;
  if (kLittle && from.step == 1 && to.step == 1) {
    uint64_t* out = to.data + skipped;
    for (; i + 8 <= from.length; i += 8) {
      uint64_t word;
      std::memcpy(&word, from.data + i, sizeof word);
      if ((word & kLarge) != 0) break;
      word *= kOnes;
      for (int k = 0; k < 8; k++) out[i + k] = total + (word >> 8 * k & 0xff);
      total += word >> 56;
    }
  }
  for (; i < from.length; i++) to[i + skipped] = total = total + from[i];
}

template <typename T, typename Op>
void inOrder(const Line<T>& from, const Line<T>& to, int64_t skipped) {
  T total = T(Op::identity);
  for (int64_t i = 0; i < from.length; i++) to[i + skipped] = total = Op::of(total, from[i]);
}

template <typename T, typename Op, auto scan, typename S = T>
void run(double* P, int64_t u0, int64_t u1) {
  overLines<S, T>(P, u0, u1, [](const Line<S>& from, const Line<T>& to) {
    const int64_t skipped = to.length - from.length;
    if (skipped > 0) to[0] = T(Op::identity);
    scan(from, to, skipped);
  });
}

template <typename T, typename Op>
void extremes(double* P, int64_t u0, int64_t u1) {
  overLines<T, T>(P, u0, u1, [](const Line<T>& from, const Line<T>& to) {
    T extreme = from.length > 0 ? from[0] : T(0);
    for (int64_t i = 0; i < from.length; i++) to[i] = extreme = Op::of(extreme, from[i]);
  });
}

// Integers wrap, so they are computed as unsigned.
#define MANIPLE_ADD(NAME, TYPE, END) \
  addRoutine("lines_max_" #END, extremes<TYPE, Greatest>, nullptr) && addRoutine("lines_min_" #END, extremes<TYPE, Least>, nullptr) &&
[[maybe_unused]] const bool registered =
    MANIPLE_NUMBERS(MANIPLE_ADD)
    addRoutine("lines_sum_f64", run<double, Add, sumLine<double>>, nullptr) &&
    addRoutine("lines_sum_f32", run<float, Add, sumLine<float>>, nullptr) &&
    addRoutine("lines_sum_i64", run<uint64_t, Add, sumWhole<uint64_t>>, nullptr) &&
    addRoutine("lines_sum_u64", run<uint64_t, Add, sumWhole<uint64_t>>, nullptr) &&
    addRoutine("lines_widesum_u8", run<uint64_t, Add, sumBytes, uint8_t>, nullptr) &&
    addRoutine("lines_widesum_u16", run<uint64_t, Add, sumWhole<uint16_t>, uint16_t>, nullptr) &&
    addRoutine("lines_widesum_u32", run<uint64_t, Add, sumWhole<uint32_t>, uint32_t>, nullptr) &&
    addRoutine("lines_widesum_i8", run<uint64_t, Add, sumWhole<int8_t>, int8_t>, nullptr) &&
    addRoutine("lines_widesum_i16", run<uint64_t, Add, sumWhole<int16_t>, int16_t>, nullptr) &&
    addRoutine("lines_widesum_i32", run<uint64_t, Add, sumWhole<int32_t>, int32_t>, nullptr) &&
    addRoutine("lines_prod_u64", run<uint64_t, Multiply, inOrder<uint64_t, Multiply>>, nullptr) &&
    addRoutine("lines_prod_f64", run<double, Multiply, inOrder<double, Multiply>>, nullptr) &&
    addRoutine("lines_prod_f32", run<float, Multiply, inOrder<float, Multiply>>, nullptr) &&
    addRoutine("lines_prod_i64", run<uint64_t, Multiply, inOrder<uint64_t, Multiply>>, nullptr);
#undef MANIPLE_ADD

}  // namespace
}  // namespace maniple::lines
