// Compiled programs for JavaScript: handles that the engine collects.
#pragma once

#include <memory>
#include <vector>

#include "../graph/program.h"
#include "marshal.h"

namespace maniple::binding {

// Numbers that calls and JavaScript hand each other through a shared array: CONTROL in lib/native/addon.ts.
enum Control { kOver = 0, kLast = 1, kProgram = 2, kWaitFor = 3, kLink = 4, kBefore = 5, kControls = 6 };

// The programs of an executor, by numbers from 1 on, which are given again once a program was collected. For its owner's thread.
class Programs {
 public:
  // Uses memory: may throw std::bad_alloc.
  double enter(graph::Program* program);
  void leave(double number) { programs_[static_cast<size_t>(number) - 1] = nullptr; }
  // Null where there is none.
  graph::Program* find(double number) const {
    return number >= 1 && number <= static_cast<double>(programs_.size()) ? programs_[static_cast<size_t>(number) - 1] : nullptr;
  }

 private:
  std::vector<graph::Program*> programs_;
};

// An executor with the memory that launches are checked against, and the buffers that they are read from.
struct Means {
  std::shared_ptr<Executor> executor;
  std::shared_ptr<Programs> programs = std::make_shared<Programs>();
  Allocations allocations;
  double* records = nullptr;
  std::size_t slots = 0;
  double* control = nullptr;
};

// compile(params, steps, fills, nodes, edges, args, here, brief, arrivals, releases): a handle, its number in kProgram; null when it cannot be made.
Napi::Value compileProgram(const Napi::CallbackInfo& info, const Means& means);

// link(before, program, edges): the number of a link, or -1 when there is none.
Napi::Value linkPrograms(const Napi::CallbackInfo& info);

// Launches the program that `control` names; the launch fails where its arguments are refused. False, and nothing is launched, where
// `control` names no program or no launch to wait for.
bool replayProgram(Means& means, uint64_t& last);

inline graph::Program& programOf(const Napi::Value& handle) { return *handle.As<Napi::External<graph::Program>>().Data(); }

}  // namespace maniple::binding
