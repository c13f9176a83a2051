// Units: the elements that they hold, loops over them piece by piece, and statements that store the results. Every fold has the order of
// lib/ir/folds.ts.
#include "machine.h"

#include <cstring>
#include <new>

#include "arena.h"
#include "block.h"

namespace maniple::block {

Units Units::of(const Program& p, const double* P) {
  Units u{1, 1, 1, 1, 0};
  for (int i = 0; i < p.rank; i++) (i < p.rowRank ? u.rows : u.inner) *= static_cast<int64_t>(P[1 + i]);
  if (p.structure == MapStructure || p.structure == FullStructure) {
    if (u.rows * u.inner == 0) return u;
    if (u.inner >= kBlock) {
      u.strips = (u.inner + kBlock - 1) / kBlock;
      u.count = u.rows * u.strips;
      return u;
    }
  }
  u.rowsPerUnit = kBlock / (u.inner > 1 ? u.inner : 1);
  if (u.rowsPerUnit < 1) u.rowsPerUnit = 1;
  if (p.structure == OuterStructure) {
    if (u.inner <= kShortRow) u.rowsPerUnit = kBlock;
    int64_t most = (u.rows + kOuterBlocks - 1) / kOuterBlocks;
    if (most > u.rowsPerUnit) u.rowsPerUnit = most;
  }
  u.count = (u.rows + u.rowsPerUnit - 1) / u.rowsPerUnit;
  return u;
}

Machine::Machine(const Program& program, double* P)
    : program_(program), table_(primitives()), P_(P), units_(Units::of(program, P)) {}

bool Machine::begin() {
  const Program& p = program_;
  std::size_t args = p.args.size();
  std::size_t strips = p.strips + p.broadcasts.size() + args + kScratch;
  std::size_t registers = p.strips + p.broadcasts.size();
  std::size_t bytes = strips * kStrip + args * sizeof(Arg) + p.uniforms * sizeof(uint64_t) + registers * sizeof(char*);
  strips_ = arena(bytes);
  if (strips_ == nullptr) {
    fail(kStatusMemory);
    return false;
  }
  char* buffers = strip(p.strips + p.broadcasts.size());
  scratch_ = buffers + args * kStrip;
  args_ = reinterpret_cast<Arg*>(scratch_ + kScratch * kStrip);
  uniforms_ = reinterpret_cast<uint64_t*>(args_ + args);
  where_ = reinterpret_cast<char**>(uniforms_ + p.uniforms);
  for (std::size_t k = 0; k < registers; k++) where_[k] = strip(k);
  for (std::size_t k = 0; k < args; k++) {
    new (&args_[k]) Arg();
    args_[k].buffer = buffers + k * kStrip;
  }
  readViews();
  for (const Instruction& i : p.prologue) execute(i, Piece{0, 1, 1, 0, 0});
  for (std::size_t k = 0; k < p.broadcasts.size(); k++) {
    int32_t uniform = p.broadcasts[k];
    fill(strip(p.strips + k), uniforms_ + uniform, p.uniformTypes[uniform], p.segmented ? kBlock : most());
  }
  return true;
}

void Machine::readViews() {
  const Program& p = program_;
  const double* domain = P_ + 1;
  for (std::size_t k = 0; k < p.args.size(); k++) {
    const Argument& a = p.args[k];
    View& view = args_[k].view;
    switch (a.access) {
      case ByElement: view.read(P_ + a.pointer, domain, P_ + a.strides, a.rank, a.type); break;
      case Rows: view.read(P_ + a.pointer, domain, P_ + a.strides, a.rank, a.type); break;
      case Columns: view.read(P_ + a.pointer, domain + p.rowRank, P_ + a.strides, a.rank, a.type); break;
      default: view.read(P_ + a.pointer, P_ + a.sizes, P_ + a.strides, 0, a.type);
    }
    if (a.access == ByElement && view.constant() && keepsConstants()) fill(args_[k].buffer, view.base, a.type, most());
  }
}

void Machine::storeUniforms() {
  for (const Statement& s : program_.uniformStores) {
    std::memcpy(args_[s.arg].view.base, at(s.value), kSize[s.valueType]);
  }
}

void Machine::unit(int64_t u) {
  int64_t firstRow = u * units_.rowsPerUnit, rows = units_.rowsPerUnit;
  if (firstRow + rows > units_.rows) rows = units_.rows - firstRow;
  for (const Loop& l : program_.loops) {
    if (program_.structure == OuterStructure) {
      outerLoop(l, u, firstRow, rows);
    } else {
      loop(l, u, firstRow, rows);
    }
  }
}

void Machine::loop(const Loop& l, int64_t u, int64_t firstRow, int64_t rows) {
  Piece piece{firstRow * units_.inner, rows * units_.inner, rows, firstRow, 0};
  if (units_.strips > 1) {
    int64_t row = u / units_.strips, column = (u % units_.strips) * kBlock;
    int64_t n = units_.inner - column < kBlock ? units_.inner - column : kBlock;
    piece = Piece{row * units_.inner + column, n, 1, row, column};
  } else if (piece.n > kBlock) {
    longRow(l, firstRow);
    return;
  }
  evaluate(l, piece);
  for (const Statement& s : l.statements) {
    if (s.kind == FoldFull) {
      Type acc = accumulatorOf(s.fold, s.valueType);
      char* partials = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[s.partial]));
      table_.foldRows[s.fold][s.valueType](partials + u * kSize[acc], at(s.value), 1, piece.n);
    } else if (s.kind == Store) {
      store(s, piece);
    } else {
      foldWholeRows(s, piece);
    }
  }
}

// Whole rows at once: each is one run.
void Machine::foldWholeRows(const Statement& s, const Piece& piece) {
  char* results = scratch_ + FoldStrip * kStrip;
  int64_t inner = units_.inner;
  if (s.kind == FoldInner) {
    table_.foldRows[s.fold][s.valueType](results, at(s.value), piece.rows, inner);
    writeRows(s, results, piece.row, piece.rows);
    return;
  }
  ArgFold fold = s.kind == ArgMin ? table_.argMin[s.valueType] : table_.argMax[s.valueType];
  int64_t* indices = reinterpret_cast<int64_t*>(results);
  for (int64_t r = 0; r < piece.rows; r++) {
    uint64_t best;
    int64_t index = -1;
    fold(at(s.value) + r * inner * kSize[s.valueType], inner, 0, &best, &index);
    indices[r] = index < 0 ? 0 : index;
  }
  args_[s.arg].view.store(table_, indices, piece.row, piece.rows);
}

// A row of more than kBlock elements: runs in order, their results combined from the left.
void Machine::longRow(const Loop& l, int64_t row) {
  int64_t inner = units_.inner;
  char* state = scratch_ + RowStrip * kStrip;  // 16 bytes a statement: accumulator or best, and index
  for (int64_t column = 0; column < inner; column += kBlock) {
    Piece piece{row * inner + column, inner - column < kBlock ? inner - column : kBlock, 1, row, column};
    evaluate(l, piece);
    char* own = state;
    for (const Statement& s : l.statements) {
      if (s.kind == Store) {
        store(s, piece);
        continue;
      }
      int64_t* index = reinterpret_cast<int64_t*>(own + 8);
      if (column == 0) *index = -1;
      if (s.kind == FoldInner) {
        uint64_t result;
        table_.foldRows[s.fold][s.valueType](column == 0 ? static_cast<void*>(own) : &result, at(s.value), 1, piece.n);
        if (column != 0) table_.accumulate[s.fold][accumulatorOf(s.fold, s.valueType)](own, &result, 1);
      } else {
        ArgFold fold = s.kind == ArgMin ? table_.argMin[s.valueType] : table_.argMax[s.valueType];
        fold(at(s.value), piece.n, column, own, index);
      }
      own += 16;
    }
  }
  for (const Statement& s : l.statements) {
    if (s.kind == Store) continue;
    if (s.kind == FoldInner) writeRows(s, state, row, 1);
    else args_[s.arg].view.store(table_, state + 8, row, 1);
    state += 16;
  }
}

// Column strips outside and rows inside, so that a strip of the partial row stays in the cache.
void Machine::outerLoop(const Loop& l, int64_t u, int64_t firstRow, int64_t rows) {
  int64_t inner = units_.inner;
  for (const Statement& s : l.statements) {
    if (s.kind != FoldOuter && s.kind != Scatter) continue;
    const int64_t width = widthOf(s);
    Type acc = accumulatorOf(s.fold, s.valueType);
    uint64_t identity = 0;
    writeIdentity(s.fold, s.valueType, &identity);
    char* partials = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[s.partial]));
    fill(partials + u * width * kSize[acc], &identity, acc, width);
  }
  int64_t together = inner == 0 || inner > kBlock ? 1 : kBlock / inner;
  for (int64_t column = 0; column < inner; column += kBlock) {
    int64_t n = inner - column < kBlock ? inner - column : kBlock;
    for (int64_t r = 0; r < rows; r += together) {
      int64_t some = rows - r < together ? rows - r : together;
      Piece piece{(firstRow + r) * inner + column, n * some, some, firstRow + r, column};
      evaluate(l, piece);
      for (const Statement& s : l.statements) {
        if (s.kind == FoldOuter) accumulateRows(s, piece, u);
        else if (s.kind == Scatter) scatter(s, piece, u);
        else store(s, piece);
      }
    }
  }
}

void Machine::accumulateRows(const Statement& s, const Piece& piece, int64_t u) {
  Type acc = accumulatorOf(s.fold, s.valueType);
  char* partials = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[s.partial]));
  char* row = partials + (u * units_.inner + piece.column) * kSize[acc];
  int64_t n = piece.n / piece.rows;
  if (n == 1) {
    const int32_t count = static_cast<int32_t>(piece.rows);
    table_.foldSegments[s.fold][s.valueType](row, at(s.value), &count, 1);
    return;
  }
  for (int64_t r = 0; r < piece.rows; r++) {
    table_.accumulate[s.fold][s.valueType](row, at(s.value) + r * n * kSize[s.valueType], n);
  }
}

void Machine::scatter(const Statement& s, const Piece& piece, int64_t u) {
  const int64_t bins = widthOf(s);
  char* row = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[s.partial])) + u * bins * kSize[accumulatorOf(s.fold, s.valueType)];
  const int64_t* indices = reinterpret_cast<const int64_t*>(at(s.index));
  if (table_.scatter[s.fold][s.valueType](row, bins, indices, at(s.value), piece.n) != 0) fail(kStatusIndex);
}

void Machine::beginPiece(const Loop& l, const Piece& piece) {
  for (int32_t k : l.loads) {
    Arg& a = args_[k];
    if (a.view.constant() && keepsConstants()) {
      a.in = a.buffer;
      continue;
    }
    a.in = a.view.straight(piece.start, piece.n);
    if (a.in != nullptr) continue;
    a.in = a.buffer;
    a.view.load(table_, a.buffer, piece.start, piece.n);
  }
  for (int32_t k : l.stores) {
    Arg& a = args_[k];
    a.out = a.view.straight(piece.start, piece.n);
    if (a.out == nullptr) a.out = a.buffer;
  }
}

void Machine::evaluate(const Loop& l, const Piece& piece) {
  if (piece.n == 0) return;
  beginPiece(l, piece);
  for (const Instruction& i : l.instructions) execute(i, piece);
}

void Machine::store(const Statement& s, const Piece& piece) {
  const Arg& a = args_[s.arg];
  bool straight = a.out != a.buffer;
  if (s.direct && straight) return;
  const char* from = at(s.value);
  if (straight) std::memmove(a.out, from, piece.n * kSize[s.valueType]);
  else a.view.store(table_, from, piece.start, piece.n);
}

void Machine::writeRows(const Statement& s, const void* accumulators, int64_t row, int64_t rows) {
  const void* values = rounded(table_, s.fold, s.valueType, accumulators, scratch_ + ConvertStrip * kStrip, rows);
  args_[s.arg].view.store(table_, values, row, rows);
}

const void* rounded(const Primitives& table, Fold fold, Type type, const void* accumulators, void* out, int64_t n) {
  Type acc = accumulatorOf(fold, type);
  if (acc == type) return accumulators;
  table.cast[acc][type](out, accumulators, nullptr, nullptr, n);
  return out;
}

void run(const void* program, double* P, int64_t u0, int64_t u1) {
  Machine machine(*static_cast<const Program*>(program), P);
  if (!machine.begin()) return;
  for (int64_t u = u0; u < u1; u++) machine.unit(u);
}

}  // namespace maniple::block
