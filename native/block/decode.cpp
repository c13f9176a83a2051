// Decodes programs and checks them: after this the machine trusts every number.
//
//     magic, rank, rowRank, structure, strips, uniforms, args, scalars, prologue, loops
//     each arg: type, access, rank        each scalar: type
//     prologue: instructions into uniforms, in order
//     each loop: instructions n, …, statements n, …
//     instruction: length, op, type, out, …    (operands are number << 2 | place)
//         element-wise: operands     gather: arg, indices     index: axis     const, scalar, loadfull: number
//         segfold: fold, low, high, body n, …, result         segment: -      outer: operand      segload: arg
//         (cast has the type that it converts to before `out`)
//         repeat: most rounds, enter, carried n, (type, initial, out, strip) …, body n, …, next …, goes
//     statement: kind, fold, arg, type of the value, value, direct; and of a scatter the index
#include <algorithm>
#include <cstring>

#include "block.h"
#include "decoder.h"

namespace maniple::block {

Decoder::Decoder(const int32_t* code, std::size_t length, const double* constants, std::size_t count)
    : code_(code), length_(length), program_(new Program()), table_(primitives()) {
  program_->constants.resize(count);
  if (count != 0) std::memcpy(program_->constants.data(), constants, count * sizeof(double));
}

std::unique_ptr<Program> Decoder::decode() {
  header();
  int32_t n = count("prologue", kMost);
  for (int32_t i = 0; i < n; i++) program_->prologue.push_back(instruction(Where::prologue));
  n = count("loops", kMost);
  for (int32_t i = 0; i < n; i++) loop();
  require(at_ == length_, "text after its end");
  return std::move(program_);
}

void Decoder::header() {
  Program& p = *program_;
  require(next() == kMagic, "it does not start with the magic number");
  p.rank = count("rank", kMaxRank);
  p.rowRank = count("rowRank", p.rank);
  p.structure = below(kStructures, "structure");
  p.strips = count("strips", kMost);
  p.uniforms = count("uniforms", kMost);
  p.uniformTypes.assign(p.uniforms, kTypes);
  p.broadcastOf.assign(p.uniforms, -1);
  int32_t slot = 1 + p.rank, n = count("arguments", kMost);
  for (int32_t i = 0; i < n; i++) {
    Argument a{};
    a.type = below(kTypes, "an argument's type");
    a.access = below(kAccesses, "an argument's access");
    a.rank = count("an argument's rank", kMaxRank);
    require(a.access == Whole || a.rank == rankOf(a.access), "an argument's rank");
    const bool sized = a.access == Whole || a.access == Bins;
    a.pointer = slot++;
    a.sizes = slot;
    if (sized) slot += a.rank;
    a.strides = slot;
    slot += a.rank;
    p.args.push_back(a);
  }
  p.firstScalar = slot;
  n = count("scalars", kMost);
  for (int32_t i = 0; i < n; i++) p.scalars.push_back(below(kTypes, "a scalar's type"));
  nextPartial_ = slot + n;
}

int32_t Decoder::rankOf(Access access) const {
  const Program& p = *program_;
  switch (access) {
    case ByElement: return p.rank;
    case Rows: return p.rowRank;
    case Columns: return p.rank - p.rowRank;
    case Bins: return 1;
    default: return 0;
  }
}

Operand Decoder::place(int32_t word) const {
  Operand o{static_cast<Place>(word & 3), word >> 2};
  require(o.index >= 0, "a negative operand");
  return o;
}

void Decoder::checkArg(int32_t k, Access access, const char* what) const {
  require(k >= 0 && k < static_cast<int32_t>(program_->args.size()) && program_->args[k].access == access, what);
}

Operand Decoder::target(Where where, Type type) {
  Operand o = place(next());
  if (where == Where::prologue) {
    require(o.place == InUniform && o.index < program_->uniforms, "a prologue's result");
    program_->uniformTypes[o.index] = type;
  } else if (o.place == InOutput) {
    require(where == Where::loop, "an output strip in a segmented fold");
    checkArg(o.index, ByElement, "an output strip");
    require(program_->args[o.index].type == type, "an output strip's type");
    note(outputs_, o.index);
  } else {
    require(o.place == InStrip && o.index < program_->strips, "a result's place");
  }
  return o;
}

Operand Decoder::operand(Where where, Type type, bool single) {
  Operand o = place(next());
  switch (o.place) {
    case InStrip:
      require(where != Where::prologue && o.index < program_->strips, "an operand's strip");
      break;
    case InLoad:
    case InOutput:
      require(where == Where::loop, "an operand's place");
      checkArg(o.index, ByElement, "an operand's argument");
      require(program_->args[o.index].type == type, "an operand's type");
      note(o.place == InLoad ? program_->loops.back().loads : outputs_, o.index);
      break;
    case InUniform:
      require(o.index < program_->uniforms, "an operand's uniform value");
      require(program_->uniformTypes[o.index] == type, "a uniform operand's type");
      if (!single && where != Where::prologue) o = broadcast(o.index);
  }
  return o;
}

void Decoder::note(std::vector<int32_t>& list, int32_t k) {
  for (int32_t other : list)
    if (other == k) return;
  list.push_back(k);
}

Operand Decoder::broadcast(int32_t uniform) {
  Program& p = *program_;
  if (p.broadcastOf[uniform] < 0) {
    p.broadcastOf[uniform] = static_cast<int32_t>(p.broadcasts.size());
    p.broadcasts.push_back(uniform);
  }
  return {InStrip, p.strips + p.broadcastOf[uniform]};
}

void Decoder::loop() {
  Program& p = *program_;
  p.loops.emplace_back();
  outputs_.clear();
  int32_t n = count("instructions", kMost);
  for (int32_t i = 0; i < n; i++) {
    Instruction decoded = instruction(Where::loop);
    p.loops.back().instructions.push_back(std::move(decoded));
  }
  n = count("statements", kMaxStatements);
  for (int32_t i = 0; i < n; i++) statement();
  const std::vector<int32_t>& stores = p.loops.back().stores;
  for (int32_t k : outputs_) {
    require(std::find(stores.begin(), stores.end(), k) != stores.end(), "an output strip that is not stored");
  }
}

void Decoder::statement() {
  Program& p = *program_;
  Statement s{};
  s.kind = below(kStatements, "a statement");
  s.fold = below(kFolds, "a fold");
  s.arg = count("a statement's argument", kMost);
  require(s.arg < static_cast<int32_t>(p.args.size()), "a statement's argument");
  s.valueType = below(kTypes, "a value's type");
  const Argument& arg = p.args[s.arg];
  bool single = s.kind == Store && arg.access == Full;
  s.value = operand(Where::loop, s.valueType, single);
  s.direct = count("a store's flag", 1) == 1;
  if (s.kind == Scatter) s.index = operand(Where::loop, Int64, false);
  checkStatement(s, arg, single);
  if (s.kind == FoldFull || s.kind == FoldOuter || s.kind == Scatter) s.partial = nextPartial_++;
  if (single) {
    p.uniformStores.push_back(s);
    return;
  }
  if (s.kind == Store) note(p.loops.back().stores, s.arg);
  p.loops.back().statements.push_back(s);
}

void Decoder::checkStatement(const Statement& s, const Argument& arg, bool single) const {
  static const Access accesses[kStatements] = {ByElement, Full, Rows, Columns, Rows, Rows, Bins};
  static const Structure structures[kStatements] = {MapStructure,   FullStructure,  InnerStructure,
                                                    OuterStructure, InnerStructure, InnerStructure, OuterStructure};
  require(single || arg.access == accesses[s.kind], "a statement's argument");
  require(!single || s.value.place == InUniform, "a store of a single value");
  require(s.kind == Store || program_->structure == structures[s.kind], "a fold of another structure");
  require(s.kind != Scatter || program_->rowRank == program_->rank, "a scatter over rows");
  require(!s.direct || (s.kind == Store && s.value.place == InOutput && s.value.index == s.arg), "a direct store");
  if (s.kind == ArgMin || s.kind == ArgMax) {
    require(arg.type == Int64, "an index's type");
    return;
  }
  require(arg.type == s.valueType, "a statement's type");
  require(s.kind == Store || table_.foldRows[s.fold][arg.type] != nullptr, "a fold of that type");
}

Program* create(const int32_t* code, std::size_t length, const double* constants, std::size_t count, std::string* error) {
  try {
    return Decoder(code, length, constants, count).decode().release();
  } catch (const std::exception& e) {
    *error = e.what();
    return nullptr;
  }
}

void destroy(Program* program) { delete program; }

namespace {

template <class T>
std::size_t bytesIn(const std::vector<T>& list) { return list.capacity() * sizeof(T); }

std::size_t bytesIn(const std::vector<Instruction>& list) {
  std::size_t bytes = list.capacity() * sizeof(Instruction);
  for (const Instruction& i : list) {
    bytes += bytesIn(i.indices);
    if (i.segmented != nullptr) bytes += sizeof(SegmentedFold) + bytesIn(i.segmented->body);
    if (i.rounds != nullptr)
      bytes += sizeof(Rounds) + bytesIn(i.rounds->carried) + bytesIn(i.rounds->outers) + bytesIn(i.rounds->body);
  }
  return bytes;
}

}  // namespace

std::size_t bytesOf(const Program& p) {
  std::size_t bytes = sizeof(Program) + bytesIn(p.args) + bytesIn(p.scalars) + bytesIn(p.constants) + bytesIn(p.uniformTypes) +
                      bytesIn(p.broadcasts) + bytesIn(p.broadcastOf) + bytesIn(p.prologue) + bytesIn(p.uniformStores) + bytesIn(p.loops);
  for (const Loop& loop : p.loops) bytes += bytesIn(loop.instructions) + bytesIn(loop.statements) + bytesIn(loop.loads) + bytesIn(loop.stores);
  return bytes;
}

}  // namespace maniple::block
