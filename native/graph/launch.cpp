// Launching a compiled graph, from the owner's call to the event that says it is over.
#include "launch.h"

#include "compiled.h"
#include "machine.h"

namespace maniple::graph {

Launch& Compiled::obtainLaunch() {
  if (pool_.empty() || pool_[cursor_]->busy.load(std::memory_order_acquire)) {
    pool_.insert(pool_.begin() + static_cast<std::ptrdiff_t>(cursor_), std::make_unique<Launch>());
  }
  Launch& launch = *pool_[cursor_];
  cursor_ = (cursor_ + 1) % pool_.size();
  return launch;
}

Compiled* Machine::compile(const Graph& graph) {
  std::unique_ptr<Compiled> compiled = Compiled::compile(graph, this);
  Compiled* const result = compiled.get();
  if (result != nullptr) graphs_.emplace(result, std::move(compiled));
  return result;
}

void Machine::retire(Compiled* graph) { retired_.push_back(graph); }

/// A launch waits for the graph's last one, since it uses its counters and buffers again; for the same reason conditions are relayed into
/// the actors' open mailboxes only after that.
EventId Machine::launch(Compiled& graph, const LaunchConditions& conditions, const EventId* pre, uint32_t count) {
  const EventId previous = graph.last;
  Launch& launch = graph.obtainLaunch();
  Op* op = obtain(OpKind::kGraph);
  const uint32_t parity = ++graph.launches & 1u;
  launch.prepare(&graph, op, static_cast<uint32_t>(graph.actors().size()), parity);
  op->launch = &launch;
  graph.last = op->id();
  graph.underWay.fetch_add(1, std::memory_order_relaxed);
  underWay_.fetch_add(1, std::memory_order_relaxed);
  launch.posts.resize(graph.postconditions());
  for (uint32_t i = 0; i < graph.postconditions(); i++) {
    launch.posts[i] = obtain(OpKind::kUser);
    conditions.postconditions[i] = launch.posts[i]->id();
  }
  for (size_t i = 0; i < graph.doors().size(); i++) {
    Op* relay = obtain(OpKind::kRelay);
    relay->launch = &launch;
    relay->actor = graph.doors()[i].actor;
    relay->node = graph.doors()[i].node;
    relay->parity = parity;
    issue(relay, &conditions.preconditions[i], 1, previous);
  }
  return issue(op, pre, count, previous);
}

void Machine::startLaunch(Op* op) {
  Launch* launch = op->launch;
  const int32_t status = op->status.load(std::memory_order_relaxed);
  if (status != kOk) {
    launch->cancelled = true;
    launch->fail(status);
  }
  const auto& actors = launch->graph->actors();
  if (actors.empty()) return finish(launch);
  // The last actor may finish, and the graph be deleted, while this loop still runs: `count` and `data` were read before.
  const size_t count = actors.size();
  const std::unique_ptr<Actor>* data = actors.data();
  for (size_t i = 0; i < count; i++) {
    Actor* actor = data[i].get();
    actor->assign(launch);
    push(actor->resource, actor);
  }
}

void Machine::finish(Launch* launch) {
  Compiled* graph = launch->graph;
  Op* op = launch->op;
  const int32_t status = launch->status();
  underWay_.fetch_sub(1, std::memory_order_relaxed);
  launch->busy.store(false, std::memory_order_release);
  complete(op, status);
  graph->underWay.fetch_sub(1, std::memory_order_release);
}

}  // namespace maniple::graph
