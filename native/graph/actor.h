// The worker of Algorithm 4 for one resource: it interprets its part of the graph. All its state (counters, ready lists,
// edges) belongs to whichever thread hosts it at the moment; only mailboxes are shared.
//
// A node that has run puts its own counter back, for no message of this launch can still come: launches need no reset.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "body.h"
#include "cacheline.h"
#include "mailbox.h"
#include "ready.h"

namespace maniple::graph {

/// The part of a node that the hot loop reads: half a cache line. Edge ranges end where the next node's begin.
struct ActorNode {
  Body body;
  void* argument;
  uint32_t pending;
  uint32_t needs;
  uint32_t local;  // into `targets`
  uint32_t sends;  // into `outgoing`
};

/// A local edge's target; the top bit says that the target sends messages, so it runs before targets that do not.
using Target = uint32_t;
constexpr Target kUrgent = 1u << 31;

/// A cross-processor edge: the mailbox and the node at the other end.
struct Outgoing {
  uint32_t box;
  Target target;
};

class Launch;

/// A node waits until a stamp says that something outside the graph is over.
struct Gate {
  uint32_t stamp;
  uint32_t node;
};

/// A node waits until a counter that others move has come to `least`: work of an asynchronous node is over.
struct Arrival {
  const std::atomic<uint64_t>* counter;
  uint64_t least;
  uint32_t node;
  uint32_t row;  // of the program
};

/// An actor's gates at one launch; `open` has room for as many numbers. Gates with stamps from `after` on are passed. Arrivals change places.
struct Gates {
  const Gate* gates = nullptr;
  uint32_t* open = nullptr;
  uint32_t count = 0;
  uint32_t expected = 0;
  const std::atomic<uint64_t>* stamps = nullptr;
  uint64_t after = 0;
  Arrival* arrivals = nullptr;
};

class alignas(kCacheLine) Actor : public Ready {
 public:
  Actor() : Ready(What::kActor) {}
  /// The launch to begin; then the actor is handed to its resource.
  void assign(Launch* launch, const Gates& gates = {}) {
    launch_ = launch;
    gates_ = gates;
  }
  /// INIT: everything without predecessors becomes ready.
  void begin();
  /// Runs the nodes that are ready; returns true when the launch's last node here has run, false after `patience` fruitless polls.
  bool run(uint32_t patience);
  uint32_t remaining() const { return remaining_; }
  /// Delivers an edge from outside the graph, once per launch and edge; safe from any thread, even before `begin`.
  void deliver(uint32_t node, bool poison, uint32_t parity);
  Launch* launch() const { return launch_; }
  uint32_t parity() const { return parity_; }
  /// Whether a node's inputs failed: for bodies that run all the same.
  bool poisoned(uint32_t node) const { return anyPoison_ && poison_[node] != 0; }

  // Written by `compile`, read-only afterwards but for the counters.
  Own<ActorNode> nodes;  // one more than there are, to end the last ranges
  std::vector<Target> targets;
  std::vector<Outgoing> outgoing;
  std::vector<Target> roots;
  std::vector<uint32_t> always;  // nodes that run even when poisoned: conditions and launches of device work
  Own<Inbox> inboxes;
  Own<Outbox> outboxes;
  OpenBox open;
  uint32_t resource = 0;

  /// Allocates ready lists; called once, when the fields above are filled.
  void seal();

 private:
  void execute(uint32_t id);
  void arrive(uint32_t node, bool urgent);
  void receive(Message message);
  void poll();
  void pollOthers();
  void pollOpen();
  void pollGates();
  void pollArrivals();
  void fetchMail() const;
  bool await(uint32_t patience);
  void executeTainted(uint32_t id);
  void passOnTainted(uint32_t id);
  void fail(uint32_t id, int32_t status);
  bool urgent(uint32_t node) const { return nodes[node].sends != nodes[node + 1].sends; }

  struct List {
    Own<uint32_t> nodes;
    uint32_t head = 0, tail = 0;
    uint32_t size() const { return tail - head; }
  };
  List ready_[2];  // [1]: urgent
  uint32_t remaining_ = 0;
  uint32_t parity_ = 0;
  bool anyPoison_ = false;
  Launch* launch_ = nullptr;
  Gates gates_;  // `count`, `expected`: gates and arrivals not passed yet
  Own<uint8_t> poison_;
  std::vector<uint8_t> runsAlways_;
};

}  // namespace maniple::graph
