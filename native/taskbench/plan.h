// From Task Bench graphs to a task graph: one node a task, one edge an input, and edges that keep a slot of the ring from
// being written again before its readers are done.
#pragma once

#include "../graph/graph.h"
#include "bench.h"

namespace maniple::taskbench {

/// An input edge to leave out, for tests of the validation: (step, point) does not wait for its input from `from`.
struct Dropped {
  int64_t step = -1, point = -1, from = -1;
};

/// Adds the bench's nodes and edges to `graph`, each on the processor that owns its point.
void plan(Bench& bench, graph::Graph& graph, const Dropped& dropped);

/// Tasks of step `step − fields + 1` that must be done before (step, point) overwrites their input, beyond the tasks that its inputs
/// imply already; the earlier writer itself where no task read it.
void readersBefore(const Spec& spec, int64_t step, int64_t point, std::vector<std::pair<int64_t, int64_t>>& out);

}  // namespace maniple::taskbench
