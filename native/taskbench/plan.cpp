#include "plan.h"

#include <algorithm>

namespace maniple::taskbench {

namespace {

/// Points of step `back` with tasks that precede (step, point) by inputs alone.
std::vector<bool> ancestors(const Spec& spec, int64_t step, int64_t point, int64_t back) {
  std::vector<bool> at(static_cast<size_t>(spec.width), false);
  at[static_cast<size_t>(point)] = true;
  std::vector<int64_t> points;
  for (int64_t t = step; t > back; t--) {
    std::vector<bool> before(at.size(), false);
    for (int64_t p = 0; p < spec.width; p++) {
      if (!at[static_cast<size_t>(p)]) continue;
      points.clear();
      spec.inputs(t, p, points);
      for (int64_t q : points) before[static_cast<size_t>(q)] = true;
    }
    at = std::move(before);
  }
  return at;
}

}  // namespace

void readersBefore(const Spec& spec, int64_t step, int64_t point, std::vector<std::pair<int64_t, int64_t>>& out) {
  const int64_t writer = step - spec.fields;
  if (writer < 0 || !spec.has(writer, point)) return;
  const int64_t reader = writer + 1;
  const std::vector<bool> implied = ancestors(spec, step, point, reader);
  std::vector<int64_t> points;
  bool read = false;
  for (int64_t q = spec.offsetAt(reader); q < spec.offsetAt(reader) + spec.widthAt(reader); q++) {
    points.clear();
    spec.inputs(reader, q, points);
    if (std::find(points.begin(), points.end(), point) == points.end()) continue;
    read = true;
    if (!implied[static_cast<size_t>(q)]) out.push_back({reader, q});
  }
  if (!read) out.push_back({writer, point});
}

void plan(Bench& bench, graph::Graph& graph, const Dropped& dropped) {
  const Spec& spec = bench.spec();
  std::vector<graph::NodeId> first;  // node of a step's first task
  std::vector<int64_t> points;
  std::vector<std::pair<int64_t, int64_t>> readers;
  const auto node = [&](int64_t step, int64_t point) {
    return first[static_cast<size_t>(step)] + static_cast<graph::NodeId>(point - spec.offsetAt(step));
  };
  for (int64_t step = 0; step < spec.steps; step++) {
    first.push_back(static_cast<graph::NodeId>(graph.nodes.size()));
    for (int64_t p = spec.offsetAt(step); p < spec.offsetAt(step) + spec.widthAt(step); p++) {
      graph.task(bench.processorOf(p), Bench::run, bench.task(step, p));
      points.clear();
      spec.inputs(step, p, points);
      for (int64_t q : points)
        if (step != dropped.step || p != dropped.point || q != dropped.from) graph.edge(node(step - 1, q), node(step, p));
      readers.clear();
      readersBefore(spec, step, p, readers);
      for (const auto& [t, q] : readers) graph.edge(node(t, q), node(step, p));
    }
  }
}

}  // namespace maniple::taskbench
