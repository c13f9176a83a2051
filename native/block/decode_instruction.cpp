// Instructions: their operands, and which primitive each is.
#include <utility>

#include "decoder.h"
#include "products.h"

namespace maniple::block {

Instruction Decoder::instruction(Where where) {
  std::size_t start = at_;
  int32_t length = count("an instruction's length", kMost);
  Instruction i{};
  i.op = below(kOps, "an operation");
  i.type = below(kTypes, "an operation's type");
  if (i.op < kElementwiseOps) elementwise(i, where);
  else special(i, where);
  require(at_ == start + static_cast<std::size_t>(length), "an instruction's length");
  return i;
}

namespace {

Type resultOf(Op op, Type type) {
  if (op == Uniform) return Float64;
  return kGivesBool[op] ? Bool : type;
}

}  // namespace

void Decoder::elementwise(Instruction& i, Where where) {
  i.out = target(where, resultOf(i.op, i.type));
  i.operands = kOperands[i.op];
  i.apply = table_.vectors[i.op][i.type];
  require(i.apply != nullptr, "an operation that does not take its type");
  bool scalars = i.operands == 2 && table_.scalarRight[i.op][i.type] != nullptr;
  for (int k = 0; k < i.operands; k++) i.in[k] = operand(where, i.type, scalars);
  if (!scalars || where == Where::prologue) return;
  if (i.in[0].place == InUniform && i.in[1].place == InUniform) i.in[0] = broadcast(i.in[0].index);
  if (i.in[1].place == InUniform) i.apply = table_.scalarRight[i.op][i.type];
  if (i.in[0].place == InUniform) i.apply = table_.scalarLeft[i.op][i.type];
}

void Decoder::special(Instruction& i, Where where) {
  switch (i.op) {
    case Select:
      i.out = target(where, i.type);
      i.operands = 3;
      i.in[0] = operand(where, Bool, false);
      i.in[1] = operand(where, i.type, false);
      i.in[2] = operand(where, i.type, false);
      i.apply = table_.select[i.type];
      break;
    case Cast: castTo(i, where); break;
    case Copy:
      i.out = target(where, i.type);
      i.operands = 1;
      i.in[0] = operand(where, i.type, false);
      i.apply = table_.cast[i.type][i.type];
      break;
    case Index:
      require(where == Where::loop && i.type == Int64, "an index");
      i.out = target(where, i.type);
      i.arg = count("an index's axis", program_->rank - 1);
      break;
    case Gather: gather(i, where); break;
    case SegFold: segmented(i, where); break;
    case Repeat: repeat(i, where); break;
    case Segment:
      require(where == Where::body && i.type == Int64, "a segment number");
      i.out = target(where, i.type);
      break;
    case Outer:
      require(where == Where::body || where == Where::rounds, "an outer value");
      i.out = target(where, i.type);
      i.operands = 1;
      i.in[0] = operand(Where::loop, i.type, false);
      break;
    case SegLoad:
      require(where == Where::body, "a segment load");
      i.out = target(where, i.type);
      wholeArg(i, 1);
      break;
    default: constant(i, where);
  }
}

void Decoder::castTo(Instruction& i, Where where) {
  Type to = below(kTypes, "a conversion's type");
  i.out = target(where, to);
  i.operands = 1;
  i.in[0] = operand(where, i.type, false);
  i.apply = table_.cast[i.type][to];
}

void Decoder::wholeArg(Instruction& i, int32_t rank) {
  i.arg = count("an argument", kMost);
  checkArg(i.arg, Whole, "an argument that is read at computed indices");
  require(program_->args[i.arg].type == i.type, "a gather's type");
  require(rank < 0 || program_->args[i.arg].rank == rank, "a gather's rank");
}

void Decoder::gather(Instruction& i, Where where) {
  require(where != Where::prologue, "a gather of uniform values");
  i.out = target(where, i.type);
  wholeArg(i, -1);
  for (int32_t k = 0; k < program_->args[i.arg].rank; k++) i.indices.push_back(operand(where, Int64, false));
}

int32_t Decoder::runsArg() {
  require(program_->rank == 1, "known runs in a domain of another rank than 1");
  int32_t arg = count("an argument of known runs", kMost);
  checkArg(arg, Whole, "an argument of known runs");
  require(program_->args[arg].type == Int32 && program_->args[arg].rank == 1, "the type of known runs");
  return arg;
}

void Decoder::segmented(Instruction& i, Where where) {
  require(where == Where::loop, "a segmented fold inside another");
  i.out = target(where, i.type);
  i.segmented.reset(new SegmentedFold());
  program_->segmented = true;
  SegmentedFold& s = *i.segmented;
  s.fold = below(kFolds, "a segmented fold's operation");
  require(table_.foldSegments[s.fold][i.type] != nullptr, "a segmented fold of that type");
  s.low = operand(where, Int64, false);
  s.high = operand(where, Int64, false);
  if (count("whether runs are known", 1) == 1) {
    s.table = runsArg();
    s.columns = runsArg();
  }
  int32_t n = count("a segmented fold's body", kMost);
  for (int32_t k = 0; k < n; k++) {
    s.body.push_back(instruction(Where::body));
    s.numbers |= s.body.back().op == Segment;
    s.owners |= s.body.back().op == Outer;
  }
  s.result = operand(Where::body, i.type, false);
  matchProducts(table_, i.type, s);
}

// A result that has a strip of its own.
Operand Decoder::stripOf(Where where, Type type, const char* what) {
  Operand o = target(where, type);
  require(o.place == InStrip, what);
  return o;
}

void Decoder::repeat(Instruction& i, Where where) {
  require(where == Where::loop, "rounds inside a body");
  i.out = stripOf(where, i.type, "a place of rounds");
  i.rounds.reset(new Rounds());
  Rounds& r = *i.rounds;
  r.most = next();
  require(r.most > 0, "a number of rounds");
  r.enter = operand(where, Bool, false);
  int32_t n = count("values of rounds", kMost);
  for (int32_t k = 0; k < n; k++) {
    Carried c{};
    c.type = below(kTypes, "the type of a value of rounds");
    c.initial = operand(where, c.type, false);
    c.out = stripOf(where, c.type, "the place of a value of rounds");
    c.strip = stripOf(where, c.type, "the strip of a value of rounds");
    r.carried.push_back(c);
  }
  n = count("the instructions of a round", kMost);
  for (int32_t k = 0; k < n; k++) {
    Instruction inner = instruction(Where::rounds);
    require(inner.op < kElementwiseOps || inner.op == Select || inner.op == Cast || inner.op == Copy || inner.op == Outer,
            "an instruction of a round");
    (inner.op == Outer ? r.outers : r.body).push_back(std::move(inner));
  }
  for (Carried& c : r.carried) c.next = operand(Where::rounds, c.type, false);
  r.goes = operand(Where::rounds, Bool, false);
}

void Decoder::constant(Instruction& i, Where where) {
  require(where == Where::prologue, "a constant outside the prologue");
  i.out = target(where, i.type);
  i.arg = count("a constant", kMost);
  const Program& p = *program_;
  if (i.op == Const) require(i.arg < static_cast<int32_t>(p.constants.size()), "a constant's number");
  if (i.op == Scalar) require(i.arg < static_cast<int32_t>(p.scalars.size()) && p.scalars[i.arg] == i.type, "a scalar");
  if (i.op == LoadFull) {
    checkArg(i.arg, Full, "a load of a single value");
    require(p.args[i.arg].type == i.type, "a load's type");
  }
}

}  // namespace maniple::block
