// A decoded program: decode.cpp makes it of the assembler's code, and the machine runs it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "opcodes.h"
#include "primitives.h"

namespace maniple::block {

struct Operand {
  Place place;
  int32_t index;
};

struct SegmentedFold;
struct Rounds;

struct Instruction {
  Op op;
  Type type;                      // of the operands; of the result where there are none
  Operand out;
  Elementwise apply = nullptr;    // element-wise instructions, selected by type and by which operands are single values
  int operands = 0;
  Operand in[3];
  int32_t arg = -1;               // gather, segload, loads of `full` arguments; axis, constant or scalar number
  std::vector<Operand> indices;   // gather
  std::unique_ptr<SegmentedFold> segmented;
  std::unique_ptr<Rounds> rounds;
};

// A sparse matrix times a vector: see products.cpp.
struct Products {
  SumProducts run = nullptr;
  RunProducts runRows = nullptr;  // where runs of rows are known, and the argument `table` says which
  int32_t values, columns, x, table;  // arguments
  Type columnType;
};

struct SegmentedFold {
  Fold fold;
  Operand low, high, result;
  std::vector<Instruction> body;
  bool numbers = false;           // the body reads segment numbers
  bool owners = false;            // the body reads values of the enclosing loop
  int32_t table = -1, columns = -1;  // arguments, where runs of rows are known: RowRuns in lib/ir/kernel.ts
  Products products;
};

// A value that goes from round to round: where it begins, where its last value goes, and its strip meanwhile.
struct Carried {
  Type type;
  Operand initial, out, strip, next;
};

struct Rounds {
  int32_t most;
  Operand enter, goes;
  std::vector<Carried> carried;
  std::vector<Instruction> outers;  // of the body: values of the enclosing loop
  std::vector<Instruction> body;
};

struct Statement {
  StatementKind kind;
  Fold fold;                      // of the three folds
  int32_t arg;
  Type valueType;
  Operand value;
  Operand index{};                // of a scatter
  bool direct = false;            // a store of a value that was computed in its output strip
  int32_t partial = -1;           // slot of P with the address of the partial results
};

struct Argument {
  Type type;
  Access access;
  int32_t rank;
  int32_t pointer, sizes, strides;  // slots of P; sizes of `whole` ones and bins
};

struct Loop {
  std::vector<Instruction> instructions;
  std::vector<Statement> statements;
  std::vector<int32_t> loads;       // elementwise arguments that it reads
  std::vector<int32_t> stores;      // elementwise arguments that it stores
};

struct Program {
  int32_t rank, rowRank;
  Structure structure;
  std::vector<Argument> args;
  std::vector<Type> scalars;
  int32_t firstScalar;              // slot of P
  int32_t uniforms;                 // values that are the same for the whole domain
  int32_t strips;                   // registers
  std::vector<uint64_t> constants;  // raw, in the low bytes
  std::vector<Type> uniformTypes;
  std::vector<int32_t> broadcasts;  // uniform values that need a strip of their own; strip number strips + position
  std::vector<int32_t> broadcastOf; // by uniform: position in `broadcasts`, -1 without
  std::vector<Instruction> prologue;
  std::vector<Statement> uniformStores;
  std::vector<Loop> loops;
  bool segmented = false;           // has a segmented fold
};

}  // namespace maniple::block
