// A launch that is many: the executor numbers it, holds it back until the launches that it waits for are complete, and lends it threads;
// the composite itself runs its steps (graph/program.h). It takes as many launch numbers as it has steps.
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

// The thread that runs it. `here`: the submitting thread within that call, if the launch may start. `brief`: it takes little time, so
// that an owner which would wait for a notification runs it.
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

  // Runs the ready part of launch n that belongs to a processor; `all`: also the parts of other threads that are present. False when
  // nothing was ready. The last thread to be done tells the executor (`finished`).
  virtual bool help(uint64_t n, uint32_t processor, bool all) noexcept = 0;
};

}  // namespace maniple
