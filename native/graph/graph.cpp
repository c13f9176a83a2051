#include "graph.h"

#include <algorithm>

namespace maniple::graph {

NodeId Graph::task(uint32_t resource, Body body, void* argument) {
  Node node;
  node.resource = resource;
  node.body = body;
  node.argument = argument;
  nodes.push_back(node);
  return static_cast<NodeId>(nodes.size() - 1);
}

NodeId Graph::async(uint32_t resource, AsyncDevice* device, void* argument, bool controlIndependent) {
  const NodeId id = task(resource, nothing, argument);
  nodes[id].kind = Kind::kAsync;
  nodes[id].device = device;
  nodes[id].controlIndependent = controlIndependent;
  return id;
}

NodeId Graph::precondition(uint32_t resource) {
  const NodeId id = task(resource, nothing, nullptr);
  nodes[id].kind = Kind::kPre;
  nodes[id].condition = preconditions++;
  return id;
}

NodeId Graph::postcondition(uint32_t resource) {
  const NodeId id = task(resource, nothing, nullptr);
  nodes[id].kind = Kind::kPost;
  nodes[id].condition = postconditions++;
  return id;
}

std::vector<uint32_t> ranks(const Graph& graph) {
  const size_t count = graph.nodes.size();
  std::vector<uint32_t> begin(count + 1, 0), pending(count, 0), rank(count, 0), targets(graph.edges.size());
  for (const Edge& e : graph.edges) {
    begin[e.from + 1]++;
    pending[e.to]++;
  }
  for (size_t i = 0; i < count; i++) begin[i + 1] += begin[i];
  std::vector<uint32_t> at(begin.begin(), begin.end() - 1);
  for (const Edge& e : graph.edges) targets[at[e.from]++] = e.to;
  std::vector<NodeId> order;
  order.reserve(count);
  for (NodeId i = 0; i < count; i++)
    if (pending[i] == 0) order.push_back(i);
  for (size_t k = 0; k < order.size(); k++) {
    const NodeId from = order[k];
    for (uint32_t e = begin[from]; e < begin[from + 1]; e++) {
      const NodeId to = targets[e];
      rank[to] = std::max(rank[to], rank[from] + 1);
      if (--pending[to] == 0) order.push_back(to);
    }
  }
  if (order.size() != count) rank.clear();
  return rank;
}

}  // namespace maniple::graph
