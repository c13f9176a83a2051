// A graph specialized into actors (Algorithm 4, Compile): one for each resource it uses, edges within an actor as index
// ranges, edges between actors as one message each.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "actor.h"
#include "async.h"
#include "event.h"
#include "graph.h"
#include "launch.h"

namespace maniple::graph {

class Machine;

/// Where an external precondition's node is.
struct Door {
  Actor* actor;
  uint32_t node;
};

class Compiled {
 public:
  /// Null when the graph has a cycle.
  static std::unique_ptr<Compiled> compile(const Graph& source, Machine* machine);

  const std::vector<std::unique_ptr<Actor>>& actors() const { return actors_; }
  const std::vector<Door>& doors() const { return doors_; }
  uint32_t postconditions() const { return postconditions_; }
  size_t nodes() const { return nodes_; }
  /// Messages that one launch sends between actors: the edges between resources.
  size_t messages() const { return messages_; }

  /// Bodies' arguments that live as long as the graph.
  std::vector<std::shared_ptr<void>> arguments;

  // The issuing thread's.
  EventId last = 0;           // the latest launch's event: the next waits for it
  uint32_t launches = 0;
  std::atomic<uint32_t> underWay{0};
  /// A launch that is over, to use again; launches end in the order in which they were issued.
  Launch& obtainLaunch();

 private:
  friend class Compiler;
  struct Post {
    Machine* machine;
    Actor* actor;
    uint32_t node;
    uint32_t condition;
  };
  struct Async {
    Actor* actor;
    uint32_t node;
    AsyncDevice* device;
    void* argument;
    uint32_t marker;
    std::vector<uint32_t> after;
    bool hasSignal;
    Signal signal;
  };
  static int32_t runPost(void* argument);
  static int32_t runAsync(void* argument);
  static void deliverSignal(const Signal& signal, int32_t status);

  std::vector<std::unique_ptr<Launch>> pool_;
  size_t cursor_ = 0;
  std::vector<std::unique_ptr<Actor>> actors_;
  std::vector<Door> doors_;
  std::vector<std::unique_ptr<Slots>> slots_;
  std::deque<Post> posts_;
  std::deque<Async> asyncs_;
  uint32_t postconditions_ = 0;
  size_t nodes_ = 0, messages_ = 0;
};

}  // namespace maniple::graph
