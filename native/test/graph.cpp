// Compiled graphs: every node runs once per launch, after its predecessors; messages, conditions, poison, shards.
#include "../graph/compiled.h"

#include <deque>
#include <set>

#include "../graph/machine.h"
#include "check.h"
#include "graph_support.h"

using namespace maniple::graph;
using namespace maniple::test;

namespace {

/// A node that notes when it ran, on a clock that all nodes share.
struct Probe {
  std::atomic<uint64_t>* clock;
  uint64_t at = 0;
  uint32_t runs = 0;
  int32_t fails = 0;
};

int32_t probe(void* argument) {
  Probe* p = static_cast<Probe*>(argument);
  p->at = p->clock->fetch_add(1, std::memory_order_relaxed) + 1;
  p->runs++;
  return p->fails;
}

struct Probed {
  std::atomic<uint64_t> clock{0};
  std::deque<Probe> probes;
  Graph graph;
  NodeId add(uint32_t resource) {
    probes.push_back({&clock});
    return graph.task(resource, probe, &probes.back());
  }
};

bool ordered(const Probed& g) {
  for (const Edge& e : g.graph.edges)
    if (g.probes[e.from].at >= g.probes[e.to].at) return false;
  return true;
}

void fillRandom(Probed& g, Random& random, uint32_t nodes, uint32_t resources) {
  for (uint32_t i = 0; i < nodes; i++) {
    g.add(random.below(resources));
    for (uint32_t k = 0; i > 0 && k < random.below(5); k++) g.graph.edge(i - 1 - random.below(std::min(i, 20u)), i);
  }
}

void randomGraphs() {
  for (uint32_t seed = 1; seed <= 12; seed++) {
    Random random(seed);
    const uint32_t processors = 1 + random.below(4);
    Machine machine(processors, 1 + random.below(2));
    Workers workers(machine);
    Probed g;
    fillRandom(g, random, 200, machine.ownerResource() + 1);
    size_t crossing = 0;
    for (const Edge& e : g.graph.edges) crossing += g.graph.nodes[e.from].resource != g.graph.nodes[e.to].resource;
    Compiled* compiled = machine.compile(g.graph);
    CHECK(compiled != nullptr);
    CHECK(compiled->messages() == crossing);
    for (uint32_t launch = 1; launch <= 20; launch++) {
      await(machine, machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0));
      CHECK(ordered(g));
      bool once = true;
      for (const Probe& p : g.probes) once &= p.runs == launch;
      CHECK(once);
    }
  }
}

void launchesAheadOfTime() {
  Machine machine(2, 1);
  Workers workers(machine);
  Probed g;
  Random random(5);
  fillRandom(g, random, 50, 2);
  Compiled* compiled = machine.compile(g.graph);
  EventId last = 0;
  for (int i = 0; i < 500; i++) last = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  await(machine, last);
  bool all = true;
  for (const Probe& p : g.probes) all &= p.runs == 500;
  CHECK(all);
  CHECK(ordered(g));
}

void cyclesAreRefused() {
  Machine machine(1, 1);
  Probed g;
  g.add(0);
  g.add(0);
  g.graph.edge(0, 1);
  g.graph.edge(1, 0);
  CHECK(machine.compile(g.graph) == nullptr);
}

void emptyGraphs() {
  Machine machine(1, 1);
  Compiled* compiled = machine.compile(Graph());
  await(machine, machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0));
  CHECK(compiled->underWay.load() == 0);
}

/// pre 0 ─► a ─► post 0;  b ─► c (other processor) ─► post 1
void conditions() {
  Machine machine(2, 1);
  Workers workers(machine);
  Probed g;
  const NodeId a = g.add(0), b = g.add(0), c = g.add(1);
  g.graph.edge(g.graph.precondition(1), a);
  g.graph.edge(a, g.graph.postcondition(0));
  g.graph.edge(b, c);
  g.graph.edge(c, g.graph.postcondition(0));
  Compiled* compiled = machine.compile(g.graph);
  for (int round = 0; round < 50; round++) {
    const EventId gate = machine.user();
    EventId posts[2];
    const EventId launch = machine.launch(*compiled, {&gate, posts}, nullptr, 0);
    await(machine, posts[1]);
    int32_t status;
    CHECK(machine.state(posts[0], &status) == EventState::kPending);
    CHECK(machine.state(launch, &status) == EventState::kPending);
    machine.trigger(gate, kOk);
    await(machine, posts[0]);
    await(machine, launch);
    CHECK(g.probes[0].runs == g.probes[1].runs);
  }
}

void failuresPoisonWhatDepends() {
  Machine machine(2, 1);
  Workers workers(machine);
  Probed g;
  const NodeId a = g.add(0), b = g.add(1), c = g.add(0), other = g.add(1);
  g.graph.edge(a, b);
  g.graph.edge(b, c);
  g.graph.edge(c, g.graph.postcondition(1));
  g.graph.edge(other, g.graph.postcondition(0));
  Compiled* compiled = machine.compile(g.graph);
  for (int round = 0; round < 4; round++) {
    const bool fails = round % 2 == 0;
    g.probes[a].fails = fails ? 77 : 0;
    EventId posts[2];
    const EventId launch = machine.launch(*compiled, {nullptr, posts}, nullptr, 0);
    await(machine, launch);
    int32_t status;
    CHECK(machine.state(launch, &status) == (fails ? EventState::kPoisoned : EventState::kDone));
    CHECK(status == (fails ? 77 : 0));
    CHECK(machine.state(posts[0], &status) == (fails ? EventState::kPoisoned : EventState::kDone));
    CHECK(machine.state(posts[1], &status) == EventState::kDone);
    CHECK(g.probes[b].runs == static_cast<uint32_t>(round + 1) / 2);
    CHECK(g.probes[other].runs == static_cast<uint32_t>(round + 1));
  }
}

void poisonedPreconditions() {
  Machine machine(1, 1);
  Probed g;
  const NodeId a = g.add(0), b = g.add(0);
  g.graph.edge(g.graph.precondition(0), a);
  g.graph.edge(a, g.graph.postcondition(0));
  g.graph.edge(b, g.graph.postcondition(0));
  Compiled* compiled = machine.compile(g.graph);
  const EventId bad = machine.user();
  machine.trigger(bad, 5);
  EventId posts[2];
  int32_t status;
  await(machine, machine.launch(*compiled, {&bad, posts}, nullptr, 0));
  CHECK(g.probes[a].runs == 0 && g.probes[b].runs == 1);
  CHECK(machine.state(posts[0], &status) == EventState::kPoisoned && status == 5);
  CHECK(machine.state(posts[1], &status) == EventState::kDone);
  const EventId none = 0;
  const EventId cancelled = machine.launch(*compiled, {&none, posts}, &bad, 1);
  await(machine, cancelled);
  CHECK(machine.state(cancelled, &status) == EventState::kPoisoned && status == 5);
  CHECK(machine.state(posts[1], &status) == EventState::kPoisoned);
  CHECK(g.probes[b].runs == 1);
  const EventId good = machine.launch(*compiled, {&none, posts}, nullptr, 0);
  await(machine, good);
  CHECK(machine.state(good, &status) == EventState::kDone);
  CHECK(g.probes[a].runs == 1 && g.probes[b].runs == 2);
}

/// Two graphs that exchange values three times each way per launch (thesis 6.4.5, Fig. 6.9).
void shards() {
  Machine machine(2, 1);
  Workers workers(machine);
  constexpr int kRounds = 3;
  std::atomic<uint64_t> clock{0};
  Probed shard[2];
  Compiled* compiled[2];
  for (uint32_t s = 0; s < 2; s++) {
    NodeId previous = 0;
    for (int round = 0; round < kRounds; round++) {
      const NodeId node = shard[s].add(s);
      shard[s].probes.back().clock = &clock;
      if (round > 0) {
        shard[s].graph.edge(previous, node);
        shard[s].graph.edge(shard[s].graph.precondition(s), node);
        // A precondition is a node too: keep probes and nodes aligned.
        shard[s].probes.push_back({&clock});
      }
      if (round + 1 < kRounds) {
        shard[s].graph.edge(node, shard[s].graph.postcondition(s));
        shard[s].probes.push_back({&clock});
      }
      previous = node;
    }
    compiled[s] = machine.compile(shard[s].graph);
  }
  for (int launch = 0; launch < 200; launch++) {
    EventId gates[2], posts[2], otherPosts[2];
    for (EventId& gate : gates) gate = machine.user();
    const EventId first = machine.launch(*compiled[0], {gates, posts}, nullptr, 0);
    const EventId second = machine.launch(*compiled[1], {posts, otherPosts}, nullptr, 0);
    for (int i = 0; i < 2; i++) {
      await(machine, otherPosts[i]);
      machine.trigger(gates[i], kOk);
    }
    await(machine, machine.merge(std::vector<EventId>{first, second}.data(), 2));
  }
  for (uint32_t s = 0; s < 2; s++) CHECK(shard[s].probes[0].runs == 200);
}

void launchesLeaveNothing() {
  Machine machine(1, 1);
  Probed g;
  g.add(0);
  g.graph.edge(g.graph.precondition(0), 0);
  Compiled* compiled = machine.compile(g.graph);
  const EventId none = 0;
  for (int i = 0; i < 100; i++) await(machine, machine.launch(*compiled, {&none, nullptr}, nullptr, 0));
  const size_t slots = machine.slots();
  for (int i = 0; i < 20000; i++) await(machine, machine.launch(*compiled, {&none, nullptr}, nullptr, 0));
  CHECK(machine.slots() == slots);
  CHECK(machine.live() == 0);
  machine.retire(compiled);
  machine.live();
}

/// Cache lines that hold elements, by number.
template <typename T>
void addLines(const T& elements, std::set<uintptr_t>& lines) {
  const auto from = reinterpret_cast<uintptr_t>(elements.data());
  for (uintptr_t at = from / kCacheLine; at * kCacheLine < from + elements.size() * sizeof(elements[0]); at++) lines.insert(at);
}

/// What an actor writes while it runs shares no cache line with what another does.
void actorsShareNoCacheLine() {
  Machine machine(4, 1);
  Probed g;
  for (uint32_t i = 0; i < 64; i++) {
    g.add(i % 4);
    for (uint32_t k = 1; k < 4 && k <= i; k++) g.graph.edge(i - k, i);
  }
  Compiled* compiled = machine.compile(g.graph);
  std::set<uintptr_t> all;
  size_t sum = 0;
  for (const auto& actor : compiled->actors()) {
    std::set<uintptr_t> lines;
    addLines(actor->nodes, lines);
    addLines(actor->inboxes, lines);
    addLines(actor->outboxes, lines);
    sum += lines.size();
    all.insert(lines.begin(), lines.end());
  }
  CHECK(compiled->actors().size() == 4);
  CHECK(all.size() == sum);
}

}  // namespace

int main() {
  randomGraphs();
  launchesAheadOfTime();
  cyclesAreRefused();
  emptyGraphs();
  conditions();
  failuresPoisonWhatDepends();
  poisonedPreconditions();
  shards();
  launchesLeaveNothing();
  actorsShareNoCacheLine();
  return summary("graph");
}
