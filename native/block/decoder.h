// Reads a program's words in order and checks each; see decode.cpp for how a program is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "program.h"

namespace maniple::block {

struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const char* what) {
  if (!condition) throw Malformed(std::string("malformed block program: ") + what);
}

class Decoder {
 public:
  Decoder(const int32_t* code, std::size_t length, const double* constants, std::size_t count);

  std::unique_ptr<Program> decode();

 private:
  static constexpr int32_t kMost = 1 << 16;
  enum class Where { prologue, loop, body, rounds };
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

  void header();
  int32_t rankOf(Access access) const;
  Operand place(int32_t word) const;
  void checkArg(int32_t k, Access access, const char* what) const;

  // Where a value is written.
  Operand target(Where where, Type type);

  // Where a value is read; uniform ones are given a strip unless the instruction takes single values.
  Operand operand(Where where, Type type, bool single);
  static void note(std::vector<int32_t>& list, int32_t k);
  Operand broadcast(int32_t uniform);
  Instruction instruction(Where where);
  void elementwise(Instruction& i, Where where);
  void special(Instruction& i, Where where);
  void castTo(Instruction& i, Where where);
  void wholeArg(Instruction& i, int32_t rank);
  void gather(Instruction& i, Where where);
  int32_t runsArg();
  void segmented(Instruction& i, Where where);
  void repeat(Instruction& i, Where where);
  Operand stripOf(Where where, Type type, const char* what);
  void constant(Instruction& i, Where where);
  void loop();
  void statement();
  void checkStatement(const Statement& s, const Argument& arg, bool single) const;

  const int32_t* code_;
  std::size_t length_;
  std::size_t at_ = 0;
  std::unique_ptr<Program> program_;
  const Primitives& table_;
  int32_t nextPartial_ = 0;
  std::vector<int32_t> outputs_;  // of the loop at hand
};

}  // namespace maniple::block
