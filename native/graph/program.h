// A program: the steps of a plan that runs again and again, lowered to a graph and compiled to actors (thesis 6.4.4). The
// executor's threads host the actors; a launch brings addresses, scalars and kernel numbers, nothing else is written anew.
//
//     args  addresses, scalars …, kernel numbers        copied at the launch
//      ↓ fills, when it begins
//     params   P of step 0 | P of step 1 | …            as in a launch record; sizes and strides stay
//      ↓ nodes: run(P, from, to), perhaps finish(P)
//     actors   one for each processor; edges within one are counters, edges between two are messages
//
// A program without nodes runs its steps one after another, on one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "../core/composite.h"
#include "../core/executor.h"
#include "compiled.h"
#include "launch.h"

namespace maniple::graph {

/// One step: where its parameters begin, and how many units it has.
struct ProgramStep {
  uint32_t params;
  int64_t units;
};

/// One parameter that changes from launch to launch: an address and what is added to it, or eight bytes as they are.
struct Fill {
  uint32_t at;
  uint32_t arg;
  bool address;
  double offset;
};

/// A range of a step's units on a processor; `finishes`: the step's finish comes after them.
struct ProgramNode {
  uint32_t step;
  uint32_t processor;
  int64_t from;
  int64_t to;
  bool finishes;
};

struct ProgramSource {
  std::vector<double> params;
  std::vector<ProgramStep> steps;
  std::vector<Fill> fills;
  std::vector<ProgramNode> nodes;
  std::vector<Edge> edges;
  uint32_t args = 0;     // the kernel numbers come behind them
  bool here = false;     // small: runs on the thread that launches it, when it may
};

class Program : public Composite {
 public:
  /// Null when the edges make a cycle, or there are more steps than the executor takes at once.
  static std::unique_ptr<Program> create(std::shared_ptr<Executor> executor, ProgramSource source);

  /// Launches it with `args()` numbers once launches up to `wait` are complete; returns its first launch's number. For the
  /// thread that submits.
  uint64_t launch(const double* args, uint64_t wait);
  size_t args() const { return source_.args + source_.steps.size(); }
  uint64_t span() const { return source_.steps.size(); }
  /// The number of its latest launch's last step.
  uint64_t last() const { return last_; }
  Executor& executor() { return *executor_; }

  bool begin(uint64_t n) noexcept override;
  bool help(uint64_t n, uint32_t thread, bool all) noexcept override;

 private:
  struct Point {
    Program* program;
    const ProgramNode* node;
  };
  struct StepState {
    const Kernel* kernel = nullptr;
    double number = -1;
  };
  /// Who hosts an actor. Numbers are of launches.
  struct alignas(kCacheLine) Host {
    std::atomic<bool> claimed{false};
    std::atomic<uint64_t> done{0};
    uint64_t begun = 0;  // the claimant's
  };
  static constexpr size_t kPending = 4;  // launches that wait to begin, at most

  Program(std::shared_ptr<Executor> executor, ProgramSource source);
  static int32_t runPoint(void* argument);
  void bind(const double* args);
  void runStep(uint32_t step, int64_t from, int64_t to, bool finish);
  bool runAll(uint64_t n);
  bool host(uint32_t index, uint64_t n);
  void end(uint64_t n);

  const std::shared_ptr<Executor> executor_;
  ProgramSource source_;
  std::vector<StepState> states_;
  std::vector<Point> points_;
  std::unique_ptr<Compiled> compiled_;
  std::unique_ptr<Host[]> hosts_;
  Launch run_;
  std::vector<double> pendingArgs_[kPending];
  uint64_t pendingLast_[kPending] = {};
  uint64_t issued_ = 0;
  uint64_t last_ = 0;
  uint64_t begunCount_ = 0;                    // whoever begins
  alignas(kCacheLine) std::atomic<uint64_t> begun_{0};  // the launch that somebody begins or has begun
  std::atomic<uint64_t> running_{0};           // the launch that has begun
  std::atomic<bool> failed_{false};
};

}  // namespace maniple::graph
