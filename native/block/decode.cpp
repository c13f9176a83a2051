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
//     statement: kind, fold, arg, type of the value, value, direct
#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "block.h"
#include "program.h"

namespace maniple::block {
namespace {

struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void require(bool condition, const char* what) {
  if (!condition) throw Malformed(std::string("malformed block program: ") + what);
}

class Decoder {
 public:
  Decoder(const int32_t* code, std::size_t length, const double* constants, std::size_t count)
      : code_(code), length_(length), program_(new Program()), table_(primitives()) {
    program_->constants.resize(count);
    if (count != 0) std::memcpy(program_->constants.data(), constants, count * sizeof(double));
  }

  std::unique_ptr<Program> decode() {
    header();
    int32_t n = count("prologue", kMost);
    for (int32_t i = 0; i < n; i++) program_->prologue.push_back(instruction(Where::prologue));
    n = count("loops", kMost);
    for (int32_t i = 0; i < n; i++) loop();
    require(at_ == length_, "text after its end");
    return std::move(program_);
  }

 private:
  static constexpr int32_t kMost = 1 << 16;
  enum class Where { prologue, loop, body };

  int32_t next() {
    require(at_ < length_, "it ends early");
    return code_[at_++];
  }
  int32_t count(const char* what, int32_t most) {
    int32_t n = next();
    require(n >= 0 && n <= most, what);
    return n;
  }
  template <typename E>
  E below(E limit, const char* what) {
    return static_cast<E>(count(what, static_cast<int32_t>(limit) - 1));
  }

  void header() {
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
      a.pointer = slot++;
      a.sizes = slot;
      if (a.access == Whole) slot += a.rank;
      a.strides = slot;
      slot += a.rank;
      p.args.push_back(a);
    }
    p.firstScalar = slot;
    n = count("scalars", kMost);
    for (int32_t i = 0; i < n; i++) p.scalars.push_back(below(kTypes, "a scalar's type"));
    nextPartial_ = slot + n;
  }

  int32_t rankOf(Access access) const {
    const Program& p = *program_;
    switch (access) {
      case ByElement: return p.rank;
      case Rows: return p.rowRank;
      case Columns: return p.rank - p.rowRank;
      default: return 0;
    }
  }

  Operand place(int32_t word) const {
    Operand o{static_cast<Place>(word & 3), word >> 2};
    require(o.index >= 0, "a negative operand");
    return o;
  }

  void checkArg(int32_t k, Access access, const char* what) const {
    require(k >= 0 && k < static_cast<int32_t>(program_->args.size()) && program_->args[k].access == access, what);
  }

  // Where a value is written.
  Operand target(Where where, Type type) {
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

  // Where a value is read; uniform ones are given a strip unless the instruction takes single values.
  Operand operand(Where where, Type type, bool single) {
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

  static void note(std::vector<int32_t>& list, int32_t k) {
    for (int32_t other : list)
      if (other == k) return;
    list.push_back(k);
  }

  Operand broadcast(int32_t uniform) {
    Program& p = *program_;
    if (p.broadcastOf[uniform] < 0) {
      p.broadcastOf[uniform] = static_cast<int32_t>(p.broadcasts.size());
      p.broadcasts.push_back(uniform);
    }
    return {InStrip, p.strips + p.broadcastOf[uniform]};
  }

  Instruction instruction(Where where) {
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

  static Type resultOf(Op op, Type type) {
    if (op == Uniform) return Float64;
    bool test = (op >= Eq && op <= Ge) || op == IsNan || op == IsFinite || op == IsInf;
    return test ? Bool : type;
  }

  void elementwise(Instruction& i, Where where) {
    i.out = target(where, resultOf(i.op, i.type));
    i.operands = i.op < kUnaryOps ? 1 : 2;
    i.apply = table_.vectors[i.op][i.type];
    require(i.apply != nullptr, "an operation that does not take its type");
    bool scalars = i.operands == 2 && table_.scalarRight[i.op][i.type] != nullptr;
    for (int k = 0; k < i.operands; k++) i.in[k] = operand(where, i.type, scalars);
    if (!scalars || where == Where::prologue) return;
    if (i.in[0].place == InUniform && i.in[1].place == InUniform) i.in[0] = broadcast(i.in[0].index);
    if (i.in[1].place == InUniform) i.apply = table_.scalarRight[i.op][i.type];
    if (i.in[0].place == InUniform) i.apply = table_.scalarLeft[i.op][i.type];
  }

  void special(Instruction& i, Where where) {
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
      case Segment:
        require(where == Where::body && i.type == Int64, "a segment number");
        i.out = target(where, i.type);
        break;
      case Outer:
        require(where == Where::body, "an outer value");
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

  void castTo(Instruction& i, Where where) {
    Type to = below(kTypes, "a conversion's type");
    i.out = target(where, to);
    i.operands = 1;
    i.in[0] = operand(where, i.type, false);
    i.apply = table_.cast[i.type][to];
  }

  void wholeArg(Instruction& i, int32_t rank) {
    i.arg = count("an argument", kMost);
    checkArg(i.arg, Whole, "an argument that is read at computed indices");
    require(program_->args[i.arg].type == i.type, "a gather's type");
    require(rank < 0 || program_->args[i.arg].rank == rank, "a gather's rank");
  }

  void gather(Instruction& i, Where where) {
    require(where != Where::prologue, "a gather of uniform values");
    i.out = target(where, i.type);
    wholeArg(i, -1);
    for (int32_t k = 0; k < program_->args[i.arg].rank; k++) i.indices.push_back(operand(where, Int64, false));
  }

  void segmented(Instruction& i, Where where) {
    require(where == Where::loop, "a segmented fold inside another");
    i.out = target(where, i.type);
    i.segmented.reset(new SegmentedFold());
    program_->segmented = true;
    SegmentedFold& s = *i.segmented;
    s.fold = below(kFolds, "a segmented fold's operation");
    require(table_.foldSegments[s.fold][i.type] != nullptr, "a segmented fold of that type");
    s.low = operand(where, Int64, false);
    s.high = operand(where, Int64, false);
    int32_t n = count("a segmented fold's body", kMost);
    for (int32_t k = 0; k < n; k++) {
      s.body.push_back(instruction(Where::body));
      s.numbers |= s.body.back().op == Segment;
      s.owners |= s.body.back().op == Outer;
    }
    s.result = operand(Where::body, i.type, false);
  }

  void constant(Instruction& i, Where where) {
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

  void loop() {
    Program& p = *program_;
    p.loops.emplace_back();
    outputs_.clear();
    int32_t n = count("instructions", kMost);
    for (int32_t i = 0; i < n; i++) {
      Instruction decoded = instruction(Where::loop);
      p.loops.back().instructions.push_back(std::move(decoded));
    }
    n = count("statements", kMost);
    for (int32_t i = 0; i < n; i++) statement();
    const std::vector<int32_t>& stores = p.loops.back().stores;
    for (int32_t k : outputs_) {
      require(std::find(stores.begin(), stores.end(), k) != stores.end(), "an output strip that is not stored");
    }
  }

  void statement() {
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
    checkStatement(s, arg, single);
    if (s.kind == FoldFull || s.kind == FoldOuter) s.partial = nextPartial_++;
    if (single) {
      p.uniformStores.push_back(s);
      return;
    }
    if (s.kind == Store) note(p.loops.back().stores, s.arg);
    p.loops.back().statements.push_back(s);
  }

  void checkStatement(const Statement& s, const Argument& arg, bool single) const {
    static const Access accesses[kStatements] = {ByElement, Full, Rows, Columns, Rows, Rows};
    static const Structure structures[kStatements] = {MapStructure,   FullStructure,  InnerStructure,
                                                      OuterStructure, InnerStructure, InnerStructure};
    require(single || arg.access == accesses[s.kind], "a statement's argument");
    require(!single || s.value.place == InUniform, "a store of a single value");
    require(s.kind == Store || program_->structure == structures[s.kind], "a fold of another structure");
    require(!s.direct || (s.kind == Store && s.value.place == InOutput && s.value.index == s.arg), "a direct store");
    if (s.kind == ArgMin || s.kind == ArgMax) {
      require(arg.type == Int64, "an index's type");
      return;
    }
    require(arg.type == s.valueType, "a statement's type");
    require(s.kind == Store || table_.foldRows[s.fold][arg.type] != nullptr, "a fold of that type");
  }

  const int32_t* code_;
  std::size_t length_;
  std::size_t at_ = 0;
  std::unique_ptr<Program> program_;
  const Primitives& table_;
  int32_t nextPartial_ = 0;
  std::vector<int32_t> outputs_;  // of the loop at hand
};

}  // namespace

Program* create(const int32_t* code, std::size_t length, const double* constants, std::size_t count, std::string* error) {
  try {
    return Decoder(code, length, constants, count).decode().release();
  } catch (const std::exception& e) {
    *error = e.what();
    return nullptr;
  }
}

void destroy(Program* program) { delete program; }

}  // namespace maniple::block
