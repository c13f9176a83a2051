// The two halves of a replica's asynchronous nodes: releases, which other queues' launches follow, and arrivals of these.
#include <algorithm>

#include "replica.h"

namespace maniple::graph {

/// A release follows the nodes of all steps up to its own: the release before it, and the nodes behind that one's step of which no
/// successor is in these steps.
void Replica::addReleases(Graph& graph) {
  const std::vector<ProgramNode>& nodes = source_.nodes;
  std::vector<uint32_t> next(nodes.size(), kAll);  // the first step of a node's successors
  for (const Edge& edge : source_.edges) next[edge.from] = std::min(next[edge.from], nodes[edge.to].step);
  releases_.reserve(source_.releases.size());
  uint32_t begin = 0;
  NodeId last = kAll;
  for (const uint32_t step : source_.releases) {
    uint32_t processor = 0;
    std::vector<Edge> edges;
    const auto id = static_cast<NodeId>(graph.nodes.size());
    if (last != kAll) edges.push_back({last, id});
    for (NodeId i = 0; i < nodes.size(); i++) {
      if (nodes[i].step < begin || nodes[i].step > step) continue;
      processor = nodes[i].processor;
      if (next[i] > step) edges.push_back({i, id});
    }
    releases_.push_back({this, step});
    graph.task(processor, runRelease, &releases_.back());
    graph.edges.insert(graph.edges.end(), edges.begin(), edges.end());
    last = id;
    begin = step + 1;
  }
}

void Replica::makeArrivals() {
  if (source_.arrivals.empty()) return;
  const auto places = placesOfPoints();
  arrivals_.resize(compiled_->actors().size());
  for (uint32_t row = 0; row < source_.arrivals.size(); row++) {
    const auto [actor, node] = places[source_.arrivals[row].node];
    arrivals_[actor].push_back({nullptr, 0, node, row});
  }
}

/// The launches of other queues that nodes of this launch wait for.
void Replica::expect(const double* args) {
  for (std::vector<Arrival>& arrivals : arrivals_) {
    for (Arrival& arrival : arrivals) {
      const ArrivalEdge& edge = source_.arrivals[arrival.row];
      arrival.least = static_cast<uint64_t>(args[edge.arg]) + edge.offset;
      arrival.counter = executor_.counterOf(arrival.least);
    }
  }
}

/// Failures are known before the launches are complete.
int32_t Replica::runRelease(void* argument) {
  const Release& release = *static_cast<const Release*>(argument);
  Replica& replica = *release.replica;
  const uint64_t n = replica.running_.load(std::memory_order_relaxed);
  if (replica.failed_.load(std::memory_order_relaxed)) replica.noteFailures(n, release.step + 1);
  replica.noted_ = release.step + 1;
  replica.executor_.passed(n, n + release.step);
  return kOk;
}

}  // namespace maniple::graph
