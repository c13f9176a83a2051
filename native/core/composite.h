// A launch that is many: the executor numbers it, holds it back until what it waits for is complete, and lends it threads;
// what runs is the composite's business (graph/program.h). It takes as many launch numbers as it has steps.
#pragma once

#include <atomic>
#include <cstdint>

namespace maniple {

// One for each thread that may take part: 0 is the owner's, the workers' count from 1, the deputy's is the last.
struct alignas(64) Seat {
  std::atomic<bool> present{false};         // looks for work, or runs some
  std::atomic<int> core{-1};                // where its thread ran when it last took work or woke
  std::atomic<const void*> guest{nullptr};  // the composite that the thread may be reading: it is not deleted
};

// Who runs it: the thread that submits it within that call, when it may start; if it takes little time, whoever would wait to be
// told that it is complete.
struct Pace {
  bool here = false;
  bool brief = false;
};

class Composite {
 public:
  virtual ~Composite() = default;

  // Launch n may start. Called by any thread, by several at once, and with numbers of launches that are over: the first
  // call with a new number begins it. True for that one, if more threads could help.
  virtual bool begin(uint64_t n) noexcept = 0;

  // Runs what the thread of a processor can of launch n; `all`: what others that are present would, too. False when there was nothing. The
  // last to be done tells the executor (`finished`).
  virtual bool help(uint64_t n, uint32_t processor, bool all) noexcept = 0;
};

}  // namespace maniple
