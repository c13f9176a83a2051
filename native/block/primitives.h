// The vector primitives that programs are made of: loops over strips of up to kBlock elements. The same source is compiled
// for several instruction sets (native/sources.txt); `primitives()` chooses by the processor at hand. Results have the
// same bits in all of them.
#pragma once

#include <cstdint>

#include "opcodes.h"

namespace maniple::block {

// out[i] = f(a[i], b[i], c[i]), unused operands null. `out` may be an operand of the same element size.
using Elementwise = void (*)(void* out, const void* a, const void* b, const void* c, int64_t n);
// out[r] = fold of row r of `rows` rows of n values each (n <= kBlock), in the accumulator's type.
using FoldRows = void (*)(void* out, const void* values, int64_t rows, int64_t n);
// accumulators[i] = combine(accumulators[i], values[i]).
using Accumulate = void (*)(void* accumulators, const void* values, int64_t n);
// Continues an argmin or argmax: values at indices `base` and on; `index` is -1 before the first.
using ArgFold = void (*)(const void* values, int64_t n, int64_t base, void* best, int64_t* index);
// Takes values into a row of accumulators, each where its index says; returns non-zero if any is outside (it is left out).
using ScatterInto = int64_t (*)(void* row, int64_t bins, const int64_t* indices, const void* values, int64_t n);
// Folds values of consecutive segments in order; segment j has counts[j] of them; accumulators are continued.
using FoldSegments = void (*)(void* accumulators, const void* values, const int32_t* counts, int64_t segments);
// out[i] = sum of values[k] * x[stride * columns[k]] for k from low[i] to high[i], rounded to the values' type; returns
// non-zero if a column is outside (0 was taken instead: the size is not 0). Everything is contiguous but x.
using SumProducts = int64_t (*)(void* out, const void* values, const void* columns, const void* x, int64_t size,
                                int64_t stride, const int64_t* low, const int64_t* high, int64_t n);
// Sums of products for n rows with `width` values each, one row behind the next, and columns at `offsets` from the row; `values` and `x`
// begin at the first row's.
using RunProducts = void (*)(void* out, int64_t n, int64_t width, const int32_t* offsets, const void* values, const void* x);
// out[i] = base[offsets[i]] (elements).
using Take = void (*)(void* out, const void* base, const int64_t* offsets, int64_t n);
using TakeNear = void (*)(void* out, const void* base, const int32_t* offsets, int64_t n);
// out[i] = base[i * stride]; and base[i * stride] = in[i].
using StridedLoad = void (*)(void* out, const void* base, int64_t stride, int64_t n);
using StridedStore = void (*)(void* base, const void* in, int64_t stride, int64_t n);
// offsets[i] (+)= stride * index, index normalized against `size`; returns non-zero if any is outside (its part is 0).
using Offsets = int64_t (*)(int64_t* offsets, const int64_t* indices, int64_t size, int64_t stride, int64_t n);

// out[i] = base[stride * indices[i]], negative indices counting from the end; returns non-zero if any is outside (its
// element is then base[0]: the size is not 0).
using GatherLine = int64_t (*)(void* out, const void* base, const int64_t* indices, int64_t size, int64_t stride, int64_t n);

struct Primitives {
  Elementwise vectors[kElementwiseOps][kTypes];       // by the operands' type; null where an op does not take it
  Elementwise scalarRight[kElementwiseOps][kTypes];   // b is one value; null where there is no such form
  Elementwise scalarLeft[kElementwiseOps][kTypes];    // a is one value
  Elementwise select[kTypes];                         // (condition, a, b)
  Elementwise cast[kTypes][kTypes];                   // [from][to]
  FoldRows foldRows[kFolds][kTypes];
  Accumulate accumulate[kFolds][kTypes];              // by the values' type, into its accumulator
  ScatterInto scatter[kFolds][kTypes];                // likewise
  FoldSegments foldSegments[kFolds][kTypes];
  SumProducts products[2][2];                         // [double, not float][64-bit columns, not 32]
  RunProducts runProducts[2];                         // [double, not float]
  ArgFold argMin[kTypes];
  ArgFold argMax[kTypes];
  GatherLine gatherLine[kTypes];
  Take take[kTypes];
  TakeNear takeNear[kTypes];
  StridedLoad stridedLoad[kTypes];
  StridedStore stridedStore[kTypes];
  Offsets firstOffsets;
  Offsets nextOffsets;
};

// The widest primitives that this machine runs.
const Primitives& primitives();

// The identity of a fold, written as an accumulator for values of `type`.
void writeIdentity(Fold fold, Type type, void* accumulator);

// Fills n elements of a type with the first 1, 2, 4 or 8 bytes of `value`.
void fill(void* out, const void* value, Type type, int64_t n);

}  // namespace maniple::block
