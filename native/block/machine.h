// One thread's run of a program: where its values are, and the steps of a unit. See machine.cpp (units and folds),
// execute.cpp (instructions), segments.cpp (segmented folds) and rounds.cpp (rounds of values).
#pragma once

#include <cstdint>

#include "program.h"
#include "view.h"

namespace maniple::block {

constexpr double kStatusIndex = 1;   // STATUS in lib/ir/kernel.ts
constexpr double kStatusMemory = 3;

// Bytes from a strip to the next: not a power of two, so that strips do not compete for the same cache sets.
constexpr int64_t kStrip = kBlock * 8 + 192;

// How a domain is cut into units: `unitsOf` in lib/ir/layout.ts.
struct Units {
  int64_t rows, inner, rowsPerUnit, strips, count;
  static Units of(const Program& program, const double* P);
};

class Machine {
 public:
  Machine(const Program& program, double* P);

  // Takes scratch memory and computes values that all units share; false when memory is out.
  bool begin();
  void storeUniforms();
  void unit(int64_t u);

 private:
  struct Arg {
    View view;
    char* buffer = nullptr;  // of strided or constant ones
    char* in = nullptr;      // where the loads of the piece at hand are
    char* out = nullptr;     // where its stores are
  };

  // Elements [start, start + n) of the domain in row-major order, n <= kBlock, as `rows` rows of n / rows elements.
  struct Piece {
    int64_t start, n, rows;
    int64_t row;      // number of its first row
    int64_t column;   // where in the row it starts
  };

  // machine.cpp
  void readViews();
  // The longest piece.
  int64_t most() const { return units_.rows * units_.inner < kBlock ? units_.rows * units_.inner : kBlock; }
  // Whether a view that repeats one element may be read once: not if a loop could write an element that a later one reads.
  bool keepsConstants() const { return program_.loops.size() == 1 && most() > 1; }
  void loop(const Loop& loop, int64_t u, int64_t firstRow, int64_t rows);
  void outerLoop(const Loop& loop, int64_t u, int64_t firstRow, int64_t rows);
  void longRow(const Loop& loop, int64_t row);
  void beginPiece(const Loop& loop, const Piece& piece);
  void evaluate(const Loop& loop, const Piece& piece);
  void store(const Statement& s, const Piece& piece);
  void writeRows(const Statement& s, const void* accumulators, int64_t row, int64_t rows);
  void foldWholeRows(const Statement& s, const Piece& piece);
  // Elements of a partial row.
  int64_t widthOf(const Statement& s) const { return s.kind == Scatter ? integerAt(program_.args[s.arg].sizes) : units_.inner; }
  void accumulateRows(const Statement& s, const Piece& piece, int64_t u);
  void scatter(const Statement& s, const Piece& piece, int64_t u);

  // execute.cpp
  void execute(const Instruction& i, const Piece& piece);
  void index(const Instruction& i, const Piece& piece);
  void gather(const Instruction& i, int64_t n);
  void scalar(const Instruction& i);
  void fail(double status);

  // segments.cpp
  struct Run;
  void segmented(const Instruction& i, const Piece& piece);
  bool products(const Instruction& fold, const Piece& piece);
  bool runProducts(const Instruction& fold, const Piece& piece, int64_t i, int64_t* end, char* out, const int64_t* low);
  void segmentBody(const Instruction& fold, const Run& run);
  void segmentLoad(const Instruction& i, const Run& run);

  // rounds.cpp
  struct Live;
  void rounds(const Instruction& i, int64_t n);
  void takeOuters(const Rounds& r, const Live& live);
  void keep(const Rounds& r, const Live& live, int64_t j);
  void leave(const Rounds& r, Live* live);

  char* strip(int64_t k) const { return strips_ + k * kStrip; }
  // Where a value is read.
  char* at(Operand o) const {
    switch (o.place) {
      case InStrip: return where_[o.index];
      case InUniform: return reinterpret_cast<char*>(const_cast<uint64_t*>(uniforms_ + o.index));
      case InLoad: return args_[o.index].in;
      default: return args_[o.index].out;
    }
  }
  // Where a result goes: a strip's own memory, even if another's was lent to it.
  char* target(Operand o) const {
    if (o.place == InStrip) where_[o.index] = strip(o.index);
    return at(o);
  }
  // Lets a strip stand for memory that is only read, until something is written to the strip.
  void lend(Operand o, const char* memory) const { where_[o.index] = const_cast<char*>(memory); }
  const char* address(int32_t arg) const {
    return reinterpret_cast<const char*>(static_cast<uintptr_t>(P_[program_.args[arg].pointer]));
  }
  int64_t integerAt(int32_t slot) const { return static_cast<int64_t>(P_[slot]); }

  const Program& program_;
  const Primitives& table_;
  double* const P_;
  Units units_;
  char* strips_ = nullptr;
  char* scratch_ = nullptr;  // strips of the machine's own: see kScratch
  char** where_ = nullptr;   // where each strip's values are
  uint64_t* uniforms_ = nullptr;
  Arg* args_ = nullptr;
};

// Strips that the machine uses itself.
enum Scratch { OffsetStrip, FoldStrip, ConvertStrip, SegmentStrip, OwnerStrip, StartStrip, CountStrip, AccumulatorStrip, RowStrip, kScratch };

// Rounds accumulators to the type that is stored: values of n results of a fold, in place or to `out`.
const void* rounded(const Primitives& table, Fold fold, Type type, const void* accumulators, void* out, int64_t n);

}  // namespace maniple::block
