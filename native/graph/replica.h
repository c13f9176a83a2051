// One copy of a program's state, for one launch at a time: parameters, counters, mailboxes, hosts of actors.
//
//     args  addresses, scalars …, kernel numbers        copied at the launch
//      ↓ fills, when it begins
//     params   P of step 0 | P of step 1 | …            as in a launch record; sizes and strides stay
//      ↓ nodes: run(P, from, to), perhaps finish(P)
//     actors   one for each processor; edges within one are counters, edges between two are messages
//
// A program without nodes runs its steps one after another, on one thread. Nodes that later launches may wait for stamp the
// launch's number when they are over.
//
// Work of other queues between its steps makes asynchronous nodes (thesis 6.4.3), whose two halves are here: a release says that the
// steps up to one are complete, so that launches which follow these may begin, and an arrival holds a node back until a counter of the
// executor's page shows that a launch is over. The queue moves a counter and knows no replica: it may be late, early, or never come, and
// whether the replica still exists does not matter to it.
//
//     host    [step 0] ─► release 0     [step 1]  ◄─ arrival of queue 1's launch 7        completed: 4, while step 1 waits
//     queue 1              └─► launch 7 ──┘         (follows launch 4)
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
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

/// One parameter that changes from launch to launch: an address and an offset that is added to it, or eight bytes as they are.
struct Fill {
  uint32_t at;
  uint32_t arg;
  bool address;
  double offset;
};

/// A range of a step's units on a processor; `finishes`: the step's finish comes after them; `exit`: nodes of a launch that
/// follows may wait for it.
struct ProgramNode {
  uint32_t step;
  uint32_t processor;
  int64_t from;
  int64_t to;
  bool finishes = false;
  bool exit = false;
};

/// A node begins when a launch of another queue is over: the one with the number of an argument and `offset` added to it.
struct ArrivalEdge {
  uint32_t node;
  uint32_t arg;
  uint32_t offset;
};

struct ProgramSource {
  std::vector<double> params;
  std::vector<ProgramStep> steps;
  std::vector<Fill> fills;
  std::vector<ProgramNode> nodes;
  std::vector<Edge> edges;
  std::vector<ArrivalEdge> arrivals;
  std::vector<uint32_t> releases;  // steps, ascending, the last not among them: launches up to these become complete on their own
  uint32_t args = 0;     // the kernel numbers come behind them
  Pace pace;
};

/// A node of one launch waits for one of the launch before, or for all of that (kAll).
struct GateEdge {
  uint32_t from;
  uint32_t to;
};
constexpr uint32_t kAll = ~0u;

/// Gates by actor. Two launches may be under way with one link, each on its own replica.
struct Link {
  std::vector<std::vector<Gate>> gates;
  std::vector<std::vector<uint32_t>> open[2];
};

class Replica : public Composite {
 public:
  /// `index`: which of the program's it is. Null when the edges make a cycle.
  static std::unique_ptr<Replica> create(Executor& executor, const ProgramSource& source, uint32_t index);

  /// Takes the arguments of a launch; waits where too many have not begun. `link` and `before` are null for none.
  void prepare(const double* args, size_t count, uint64_t first, uint64_t last, Link* link, const Replica* before);
  /// Runs a launch without nodes on this thread, before it has its number; for when nothing is under way.
  void runHere(const double* args);
  /// The last number of its latest launch.
  uint64_t last() const { return last_; }

  /// The gates of edges that come from `before`; null where one names a node that has no stamp.
  std::unique_ptr<Link> link(const Replica& before, const std::vector<GateEdge>& edges) const;

  bool begin(uint64_t n) noexcept override;
  bool help(uint64_t n, uint32_t thread, bool all) noexcept override;

 private:
  using Stamp = std::atomic<uint64_t>;
  struct Point {
    Replica* replica = nullptr;
    const ProgramNode* node = nullptr;
    Stamp* stamp = nullptr;
  };
  struct Release {
    Replica* replica = nullptr;
    uint32_t step = 0;
  };
  struct StepState {
    const Kernel* kernel = nullptr;
    double number = -1;
  };
  struct Pending {
    std::vector<double> args;
    uint64_t last = 0;
    Link* link = nullptr;
    const Replica* before = nullptr;
    uint64_t after = 0;  // the launch of `before`
  };
  /// The host of an actor. Numbers are of launches.
  struct alignas(kCacheLine) Host {
    std::atomic<bool> claimed{false};
    std::atomic<uint64_t> done{0};
    uint64_t begun = 0;  // the claimant's
  };
  struct alignas(kCacheLine) StampLine {
    Stamp stamps[kCacheLine / sizeof(Stamp)] = {};
  };
  static constexpr size_t kPending = 4;  // launches that wait to begin, at most

  Replica(Executor& executor, const ProgramSource& source, uint32_t index);
  static int32_t runPoint(void* argument);
  static int32_t runRelease(void* argument);
  void makeStamps();
  void addReleases(Graph& graph);
  void makeArrivals();
  void expect(const double* args);
  std::vector<std::pair<uint32_t, uint32_t>> placesOfPoints() const;
  Gates gatesOf(const Pending& pending, size_t actor);
  void bind(const double* args);
  void runStep(uint32_t step, int64_t from, int64_t to, bool finish);
  void runSteps();
  void noteFailures(uint64_t n, size_t end);
  bool isThrough(uint32_t processor, uint64_t n) const;
  bool runAll(uint64_t n);
  bool host(uint32_t index, uint64_t n);
  void end(uint64_t n);

  Executor& executor_;
  const ProgramSource& source_;
  const uint32_t index_;
  std::vector<double> params_;
  std::vector<StepState> states_;
  std::vector<Point> points_;
  std::vector<Release> releases_;
  std::vector<std::vector<Arrival>> arrivals_;  // by actor; empty without any
  std::vector<uint32_t> stampOf_;  // by node; kAll for none
  std::unique_ptr<StampLine[]> stamps_;  // the first is that of whole launches
  std::unique_ptr<Compiled> compiled_;
  std::unique_ptr<Host[]> hosts_;
  Launch run_;
  Pending pending_[kPending];
  uint64_t issued_ = 0;
  uint64_t last_ = 0, first_ = 0;
  size_t noted_ = 0;  // steps of the running launch of which failures were noted
  uint64_t begunCount_ = 0;                    // for the thread that begins a launch
  alignas(kCacheLine) std::atomic<uint64_t> begun_{0};  // the launch that is beginning or has begun
  std::atomic<uint64_t> running_{0};           // the launch that has begun
  uint64_t timed_ = 0;                         // and its number in profiles, or that of the launch that the owner runs
  std::atomic<const Replica*> before_{nullptr};  // the replica, and its launch, that the running one follows
  std::atomic<uint64_t> after_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace maniple::graph
