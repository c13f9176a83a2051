// A program: the steps of a plan that runs again and again, lowered to a graph and compiled to actors (thesis 6.4.4). The
// executor's threads host the actors; a launch writes addresses, scalars and kernel numbers, and nothing else.
//
// A launch that follows another program's, or its own, need not wait for all of it: a link says, point by point, which nodes wait for
// which nodes (the external pre- and postconditions of 6.4.1), and the head of one overlaps the tail of the other.
//
//     launch 1   [a0] [a1] [b0] [b1]          replica 0
//                       \    \   gates        a node of launch 2 begins when the nodes that its gates name are over
//     launch 2         [a0] [a1] [b0] [b1]    replica 1; launches before launch 1 are over
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../core/allocations.h"
#include "../core/kernels.h"
#include "../core/signature.h"
#include "replica.h"

namespace maniple::graph {

class Program {
 public:
  /// Null when the rows name parameters, arguments, nodes or steps that do not exist, when the edges make a cycle, or when there are more steps
  /// than the executor takes at once.
  static std::unique_ptr<Program> create(std::shared_ptr<Executor> executor, ProgramSource source);

  /// Makes a link: the nodes of `before` that nodes of this program wait for when it follows. Returns its number, or -1 when a node does
  /// not exist or has no stamp to wait for. Uses memory: may throw std::bad_alloc.
  int link(const Program& before, const std::vector<GateEdge>& edges);

  /// Whether its steps can be launched with `args()` numbers: the kernels are there, memory is behind every address, and arrivals name
  /// launches of other queues.
  bool vouch(const double* args, Allocations& allocations);
  /// Whether there is a link of that number to `before`.
  bool isLinked(const Program& before, int link) const;

  /// Launches it with `args()` numbers once launches up to `wait` are complete; returns its first launch's number. For the
  /// thread that submits.
  uint64_t launch(const double* args, uint64_t wait);
  /// Launches it by a link, right behind a launch of `before` that was submitted last; `wait`: the last launch before that one.
  uint64_t launch(const double* args, uint64_t wait, Program& before, int link);

  size_t args() const { return source_.args + source_.steps.size(); }
  uint64_t span() const { return source_.steps.size(); }
  /// The number of its latest launch's last step.
  uint64_t last() const { return last_; }
  /// Whether it is not over and may go on, or a thread may still look at it.
  bool inUse() const;
  Executor& executor() { return *executor_; }

 private:
  Program(std::shared_ptr<Executor> executor, ProgramSource source);
  /// Memory that a launch touches behind an argument, or for `kNoArg` at an address that does not change.
  struct Bound {
    uint32_t arg;
    double low, high;
    bool certain;
  };
  static constexpr uint32_t kNoArg = ~0u;
  bool areArrivals(const double* args) const;
  bool bindBounds(const double* numbers);
  bool use(int kernel);
  bool bindStep(size_t step, const Kernel* kernel);
  size_t placeOfLink();
  void addBound(const Bound& bound);
  uint64_t launchOn(Replica& replica, const double* args, uint64_t wait, Link* link, const Replica* before);

  const std::shared_ptr<Executor> executor_;
  const ProgramSource source_;
  std::unique_ptr<Replica> replicas_[2];  // the second comes when the program follows itself
  std::vector<std::unique_ptr<Link>> links_;
  const std::shared_ptr<const char> self_ = std::make_shared<const char>();
  std::vector<std::weak_ptr<const char>> linked_;  // by link: `self_` of the program that it follows
  std::vector<KernelUse> kernels_;      // of all numbers that came
  std::vector<double> numbers_;         // the kernels of the steps when the bounds were found
  std::vector<Bound> bounds_;
  std::vector<int32_t> fillAt_;         // by parameter: the number of its fill, or -1
  uint32_t latest_ = 0;
  uint64_t last_ = 0;
  uint64_t followed_ = 0;  // the last launch that looks at a launch of this program
};

}  // namespace maniple::graph
