// Numbers that the assembler (lib/compile/block/opcodes.ts) and the machine share: the same lists in the same order.
#pragma once

#include <cstdint>

namespace maniple::block {

enum Op : int32_t {
  // unary
  Neg, Abs, Sign, Not, BitNot, Sqrt, Exp, Expm1, Log, Log1p, Log2, Log10, Sin, Cos, Tan, Tanh,
  Sinh, Cosh, Asin, Acos, Atan,
  Floor, Ceil, Trunc, Round, IsNan, IsFinite, IsInf, SignBit,
  // binary
  Add, Sub, Mul, Div, FloorDiv, Mod, Pow, Atan2, CopySign, NextAfter, Min, Max, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge,
  Uniform,
  // with forms of their own
  Select, Cast, Copy,
  Index, Gather, SegFold, Segment, Outer, SegLoad,
  // of uniform values only
  Const, Scalar, LoadFull,
  kOps
};
constexpr int kUnaryOps = Add;
constexpr int kElementwiseOps = Select;  // unary and binary

enum Fold : int32_t { FoldSum, FoldProd, FoldMin, FoldMax, FoldAny, FoldAll, kFolds };

enum StatementKind : int32_t { Store, FoldFull, FoldInner, FoldOuter, ArgMin, ArgMax, Scatter, kStatements };

enum Type : int32_t { Bool, UInt8, Int32, Int64, Float32, Float64, kTypes };
constexpr int64_t kSize[kTypes] = {1, 1, 4, 8, 4, 8};

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

// What a fold of values of a type accumulates in (lib/ir/folds.ts).
constexpr Type accumulatorOf(Fold fold, Type type) {
  return (fold == FoldSum || fold == FoldProd) && type == Float32 ? Float64 : type;
}

}  // namespace maniple::block
