// Combining the partial results that units left behind (lib/ir/folds.ts).
#include <cstring>

#include "arena.h"
#include "block.h"
#include "machine.h"

namespace maniple::block {
namespace {

class Finisher {
 public:
  Finisher(const Program& program, double* P) : program_(program), table_(primitives()), P_(P), units_(Units::of(program, P)) {}

  void finish(const Statement& s) const {
    char* partials = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[s.partial]));
    if (s.kind == FoldFull) full(s, partials);
    else outer(s, partials);
  }

 private:
  // Runs of kBlock, and their results again, until one is left.
  void full(const Statement& s, char* partials) const {
    Type acc = accumulatorOf(s.fold, s.valueType);
    uint64_t identity = 0;
    writeIdentity(s.fold, s.valueType, &identity);
    if (units_.count == 0) partials = reinterpret_cast<char*>(&identity);
    for (int64_t n = units_.count; n > 1; n = (n + kBlock - 1) / kBlock) {
      for (int64_t at = 0, i = 0; at < n; at += kBlock, i++) {
        int64_t some = n - at < kBlock ? n - at : kBlock;
        table_.foldRows[s.fold][acc](partials + i * kSize[acc], partials + at * kSize[acc], 1, some);
      }
    }
    uint64_t result;
    const void* value = rounded(table_, s.fold, s.valueType, partials, &result, 1);
    char* out = reinterpret_cast<char*>(static_cast<uintptr_t>(P_[program_.args[s.arg].pointer]));
    std::memcpy(out, value, kSize[s.valueType]);
  }

  // Partial rows in order, a strip of columns at a time.
  void outer(const Statement& s, const char* partials) const {
    Type acc = accumulatorOf(s.fold, s.valueType);
    uint64_t identity = 0;
    writeIdentity(s.fold, s.valueType, &identity);
    char* strip = arena(2 * kStrip);
    if (strip == nullptr) {
      P_[0] = kStatusMemory;
      return;
    }
    const Argument& arg = program_.args[s.arg];
    View view;
    const bool bins = s.kind == Scatter;
    const int64_t width = bins ? static_cast<int64_t>(P_[arg.sizes]) : units_.inner;
    view.read(P_ + arg.pointer, bins ? P_ + arg.sizes : P_ + 1 + program_.rowRank, P_ + arg.strides, arg.rank, arg.type);
    for (int64_t column = 0; column < width; column += kBlock) {
      int64_t n = width - column < kBlock ? width - column : kBlock;
      fill(strip, &identity, acc, n);
      for (int64_t u = 0; u < units_.count; u++) {
        table_.accumulate[s.fold][acc](strip, partials + (u * width + column) * kSize[acc], n);
      }
      view.store(table_, rounded(table_, s.fold, s.valueType, strip, strip + kStrip, n), column, n);
    }
  }

  const Program& program_;
  const Primitives& table_;
  double* const P_;
  const Units units_;
};

}  // namespace

void finish(const void* program, double* P) {
  const Program& p = *static_cast<const Program*>(program);
  // No unit reads the old values any more. They are computed from them, so this comes before the folds' results.
  if (!p.uniformStores.empty()) {
    Machine machine(p, P);
    if (machine.begin()) machine.storeUniforms();
  }
  Finisher finisher(p, P);
  for (const Loop& l : p.loops)
    for (const Statement& s : l.statements)
      if (s.partial >= 0) finisher.finish(s);
}

}  // namespace maniple::block
