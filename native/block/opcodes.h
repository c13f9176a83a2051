// Numbers that the assembler (lib/compile/block/opcodes.ts) and the machine share: numbers of operations come from one table, other lists
// are equal and in the same order.
#pragma once

#include <cstdint>

#include "../core/dtypes.h"
#include "operations.h"

namespace maniple::block {

#define MANIPLE_NAME(NAME, ...) NAME,
enum Op : int32_t { MANIPLE_OPERATORS(MANIPLE_NAME) MANIPLE_STRUCTURAL(MANIPLE_NAME) kOps };

#define MANIPLE_ONE(...) +1
constexpr int kOperators = 0 MANIPLE_OPERATORS(MANIPLE_ONE);
#undef MANIPLE_ONE
constexpr int kElementwiseOps = kOperators + 1;  // with Uniform, which is computed as they are
static_assert(kOperators == Uniform);

#define MANIPLE_OPERANDS(NAME, OPERANDS, TESTS) OPERANDS,
constexpr int kOperands[kElementwiseOps] = {MANIPLE_OPERATORS(MANIPLE_OPERANDS) 2};
#undef MANIPLE_OPERANDS
#define MANIPLE_TESTS(NAME, OPERANDS, TESTS) TESTS,
constexpr bool kGivesBool[kElementwiseOps] = {MANIPLE_OPERATORS(MANIPLE_TESTS) 0};
#undef MANIPLE_TESTS

enum Fold : int32_t { FoldSum, FoldProd, FoldMin, FoldMax, FoldAny, FoldAll, kFolds };

enum StatementKind : int32_t { Store, FoldFull, FoldInner, FoldOuter, ArgMin, ArgMax, Scatter, kStatements };

enum Type : int32_t { Bool, MANIPLE_NUMBERS(MANIPLE_NAME) MANIPLE_STORED(MANIPLE_NAME) kTypes };
#undef MANIPLE_NAME
#define MANIPLE_SIZE(NAME, TYPE, ...) sizeof(TYPE),
#define MANIPLE_HALF(...) 2,
constexpr int64_t kSize[kTypes] = {1, MANIPLE_NUMBERS(MANIPLE_SIZE) MANIPLE_STORED(MANIPLE_HALF)};
#undef MANIPLE_SIZE
#undef MANIPLE_HALF

enum Access : int32_t { ByElement, Whole, Full, Rows, Columns, Bins, kAccesses };

enum Structure : int32_t { MapStructure, FullStructure, InnerStructure, OuterStructure, kStructures };

// An operand is a number shifted left by two, and in the low bits where it is.
enum Place : int32_t { InStrip = 0, InUniform = 1, InLoad = 2, InOutput = 3 };

constexpr int32_t kMagic = 0x4d4b4231;
constexpr int64_t kBlock = 1024;   // BLOCK in lib/ir/kernel.ts
constexpr int64_t kOuterBlocks = 64;
constexpr int64_t kShortRow = 32;
constexpr int kMaxRank = 16;
constexpr int kMaxStatements = 1024;  // of a loop

// The type that a fold of values accumulates in (lib/ir/folds.ts).
constexpr Type accumulatorOf(Fold fold, Type type) {
  return (fold == FoldSum || fold == FoldProd) && type == Float32 ? Float64 : type;
}

}  // namespace maniple::block
