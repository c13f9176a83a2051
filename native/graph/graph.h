// A task graph as its author states it (thesis 6.4.1): operations on resources, edges, external conditions. It only
// describes; `Compiled` runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "async.h"
#include "body.h"

namespace maniple::graph {

using NodeId = uint32_t;

enum class Kind : uint8_t {
  kTask,        // runs `body`
  kAsync,       // hands work to `device`
  kCompletion,  // added by `lowerAsync`: the end of an asynchronous node's work
  kPre,         // an external precondition: complete when its event triggers
  kPost,        // an external postcondition: triggers its event
};

struct Node {
  Kind kind = Kind::kTask;
  uint32_t resource = 0;
  Body body = nothing;
  void* argument = nullptr;
  AsyncDevice* device = nullptr;
  bool controlIndependent = false;  // an async node whose host code does not look at its inputs
  uint32_t condition = 0;           // kPre, kPost: number within their kind
  NodeId completes = 0;             // kCompletion: the async node
};

struct Edge {
  NodeId from;
  NodeId to;
};

class Graph {
 public:
  NodeId task(uint32_t resource, Body body, void* argument);
  NodeId async(uint32_t resource, AsyncDevice* device, void* argument, bool controlIndependent);
  /// Conditions are numbered in the order in which they are made, each kind from 0.
  NodeId precondition(uint32_t resource);
  NodeId postcondition(uint32_t resource);
  void edge(NodeId from, NodeId to) { edges.push_back({from, to}); }

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Edge> deviceEdges;  // between async nodes, enforced by their device; made by `lowerAsync`
  uint32_t preconditions = 0;
  uint32_t postconditions = 0;
};

/// Splits asynchronous nodes into launch and completion (Fig. 6.8).
Graph lowerAsync(const Graph& graph);

/// A topological rank for every node; empty when there is a cycle.
std::vector<uint32_t> ranks(const Graph& graph);

}  // namespace maniple::graph
