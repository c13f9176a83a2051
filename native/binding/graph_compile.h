// Graphs as rows of numbers and pairs of nodes, compiled by a machine: NODE of lib/graph/addon.ts.
#pragma once
#include "../graph/machine.h"
#include "marshal.h"

namespace maniple::binding {

/// `nodes`: doubles, a row for each node; `edges`: int32, from and to of each. Null where the machine does not take the graph.
graph::Compiled* compileGraph(graph::Machine& machine, const Bytes& nodes, const Bytes& edges);

}  // namespace maniple::binding
