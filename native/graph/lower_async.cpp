// Thesis 6.4.3: a node n that launches device work gets a completion node. An edge to a control-independent node d of the
// same device becomes a device edge, and d's host code runs as soon as n's has; any other edge waits for n's completion.
//
//     n ──► d ──► h           n ─────► d            d control independent, h on the host
//                     =>      ┆ device ┆
//                             └┄┄┄┄┄┄┄►└┄► d_a ──► h
#include "graph.h"

namespace maniple::graph {

namespace {

bool chained(const Graph& graph, const Edge& edge) {
  const Node& from = graph.nodes[edge.from];
  const Node& to = graph.nodes[edge.to];
  return from.kind == Kind::kAsync && to.kind == Kind::kAsync && from.device == to.device && to.controlIndependent;
}

/// A completion is needed where a host node waits for it, or where nothing on the device follows that would.
std::vector<bool> needCompletion(const Graph& graph) {
  const size_t count = graph.nodes.size();
  std::vector<bool> waited(count, false), followed(count, false);
  for (const Edge& e : graph.edges) {
    if (graph.nodes[e.from].kind != Kind::kAsync) continue;
    if (chained(graph, e)) followed[e.from] = true;
    else waited[e.from] = true;
  }
  std::vector<bool> need(count, false);
  for (NodeId i = 0; i < count; i++) need[i] = graph.nodes[i].kind == Kind::kAsync && (waited[i] || !followed[i]);
  return need;
}

}  // namespace

Graph lowerAsync(const Graph& graph) {
  Graph lowered = graph;
  const std::vector<bool> need = needCompletion(graph);
  std::vector<NodeId> completion(graph.nodes.size(), 0);
  for (NodeId i = 0; i < graph.nodes.size(); i++) {
    if (!need[i]) continue;
    completion[i] = lowered.task(graph.nodes[i].resource, nothing, nullptr);
    lowered.nodes[completion[i]].kind = Kind::kCompletion;
    lowered.nodes[completion[i]].completes = i;
  }
  for (Edge& e : lowered.edges) {
    if (graph.nodes[e.from].kind != Kind::kAsync) continue;
    if (chained(graph, e)) lowered.deviceEdges.push_back(e);
    else e.from = completion[e.from];
  }
  return lowered;
}

}  // namespace maniple::graph
