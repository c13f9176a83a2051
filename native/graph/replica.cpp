#include "replica.h"
#include "../core/timeline.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace maniple::graph {

namespace {

constexpr uint32_t kPatience = 16;  // polls of an actor's mailboxes before its thread looks elsewhere
constexpr uint32_t kEndStamp = 0;   // the stamp of whole launches

}  // namespace

std::unique_ptr<Replica> Replica::create(Executor& executor, const ProgramSource& source, uint32_t index) {
  std::unique_ptr<Replica> replica(new Replica(executor, source, index));
  for (Pending& pending : replica->pending_) pending.args.reserve(source.args + source.steps.size());
  replica->makeStamps();
  if (source.nodes.empty()) {
    replica->hosts_ = std::make_unique<Host[]>(1);
    return replica;
  }
  Graph graph;
  for (Point& point : replica->points_) graph.task(point.node->processor, runPoint, &point);
  graph.edges = source.edges;
  replica->addReleases(graph);
  replica->compiled_ = Compiled::compile(graph, nullptr);
  if (replica->compiled_ == nullptr) return nullptr;
  replica->makeArrivals();
  replica->hosts_ = std::make_unique<Host[]>(replica->compiled_->actors().size());
  return replica;
}

Replica::Replica(Executor& executor, const ProgramSource& source, uint32_t index)
    : executor_(executor), source_(source), index_(index), params_(source.params), states_(source.steps.size()) {}

/// Makes points, and stamps for points that are exits: stamps of two processors share no cache line.
void Replica::makeStamps() {
  constexpr uint32_t kPerLine = sizeof(StampLine) / sizeof(Stamp);
  const std::vector<ProgramNode>& nodes = source_.nodes;
  uint32_t processors = 0;
  for (const ProgramNode& node : nodes) processors = std::max(processors, node.processor + 1);
  std::vector<uint32_t> count(processors, 0), next(processors);
  for (const ProgramNode& node : nodes) count[node.processor] += node.exit;
  uint32_t lines = 1;
  for (uint32_t p = 0; p < processors; p++) {
    next[p] = lines * kPerLine;
    lines += (count[p] + kPerLine - 1) / kPerLine;
  }
  stamps_ = std::make_unique<StampLine[]>(lines);
  stampOf_.assign(nodes.size(), kAll);
  points_.resize(nodes.size());
  for (size_t i = 0; i < nodes.size(); i++) {
    if (nodes[i].exit) stampOf_[i] = next[nodes[i].processor]++;
    points_[i] = {this, &nodes[i], nodes[i].exit ? &stamps_[0].stamps[stampOf_[i]] : nullptr};
  }
}

/// By node: its actor, and its place there.
std::vector<std::pair<uint32_t, uint32_t>> Replica::placesOfPoints() const {
  const auto& actors = compiled_->actors();
  std::vector<std::pair<uint32_t, uint32_t>> places(points_.size());
  for (uint32_t a = 0; a < actors.size(); a++) {
    for (uint32_t k = 0; k + 1 < actors[a]->nodes.size(); k++) {
      if (actors[a]->nodes[k].body != runPoint) continue;
      const auto* point = static_cast<const Point*>(actors[a]->nodes[k].argument);
      places[static_cast<size_t>(point - points_.data())] = {a, k};
    }
  }
  return places;
}

std::unique_ptr<Link> Replica::link(const Replica& before, const std::vector<GateEdge>& edges) const {
  const auto& actors = compiled_->actors();
  const auto places = placesOfPoints();
  auto link = std::make_unique<Link>();
  link->gates.resize(actors.size());
  for (const GateEdge& edge : edges) {
    if (edge.to >= points_.size() || (edge.from != kAll && edge.from >= before.points_.size())) return nullptr;
    const uint32_t stamp = edge.from == kAll ? kEndStamp : before.stampOf_[edge.from];
    if (stamp == kAll) return nullptr;
    link->gates[places[edge.to].first].push_back({stamp, places[edge.to].second});
  }
  for (auto& open : link->open) {
    open.resize(actors.size());
    for (size_t a = 0; a < actors.size(); a++) open[a].resize(link->gates[a].size());
  }
  return link;
}

// ---- launching

void Replica::prepare(const double* args, size_t count, uint64_t first, uint64_t last, Link* link, const Replica* before) {
  Pending& pending = pending_[issued_++ % kPending];
  if (executor_.completed() < pending.last) executor_.wait(pending.last);
  pending.args.assign(args, args + count);
  pending.last = last_ = last;
  pending.link = link;
  pending.before = before;
  pending.after = before == nullptr ? 0 : before->first_;
  first_ = first;
}

void Replica::runHere(const double* args) {
  bind(args);
  if (Timeline::isOn()) timed_ = executor_.submitted() + 1;
  runSteps();
  noted_ = 0;
  if (failed_.load(std::memory_order_relaxed)) noteFailures(executor_.submitted() + 1, states_.size());
}

/// The number of a replica's launches only grows: a thread that looks at an old one begins nothing.
bool Replica::begin(uint64_t n) noexcept {
  uint64_t earlier = begun_.load(std::memory_order_acquire);
  if (earlier >= n || !begun_.compare_exchange_strong(earlier, n, std::memory_order_acq_rel)) return false;
  const Pending& pending = pending_[begunCount_++ % kPending];
  bind(pending.args.data());
  expect(pending.args.data());
  noted_ = 0;
  const bool many = compiled_ != nullptr && compiled_->actors().size() > 1;
  if (compiled_ != nullptr) {
    const auto& actors = compiled_->actors();
    run_.prepare(compiled_.get(), nullptr, static_cast<uint32_t>(actors.size()), static_cast<uint32_t>(begunCount_ & 1));
    for (size_t a = 0; a < actors.size(); a++) actors[a]->assign(&run_, gatesOf(pending, a));
  }
  before_.store(pending.before, std::memory_order_relaxed);
  after_.store(pending.after, std::memory_order_relaxed);
  timed_ = n;
  running_.store(n, std::memory_order_release);
  return many;
}

Gates Replica::gatesOf(const Pending& pending, size_t actor) {
  Gates found;
  if (!arrivals_.empty()) {
    found.arrivals = arrivals_[actor].data();
    found.expected = static_cast<uint32_t>(arrivals_[actor].size());
  }
  if (pending.link == nullptr) return found;
  const std::vector<Gate>& gates = pending.link->gates[actor];
  found.gates = gates.data();
  found.open = pending.link->open[index_][actor].data();
  found.count = static_cast<uint32_t>(gates.size());
  found.stamps = pending.before->stamps_[0].stamps;
  found.after = pending.after;
  return found;
}

void Replica::bind(const double* args) {
  double* const params = params_.data();
  if (failed_.exchange(false, std::memory_order_relaxed))
    for (const ProgramStep& step : source_.steps) params[step.params] = 0;
  for (const Fill& fill : source_.fills) {
    if (fill.address) params[fill.at] = args[fill.arg] + fill.offset;
    else std::memcpy(&params[fill.at], &args[fill.arg], sizeof(double));
  }
  const double* const numbers = args + source_.args;
  for (size_t i = 0; i < states_.size(); i++) {
    if (states_[i].number == numbers[i]) continue;
    states_[i].number = numbers[i];
    states_[i].kernel = kernelAt(static_cast<int>(numbers[i]));
  }
}

// ---- running

int32_t Replica::runPoint(void* argument) {
  const Point& point = *static_cast<const Point*>(argument);
  const ProgramNode& node = *point.node;
  Replica& replica = *point.replica;
  replica.runStep(node.step, node.from, node.to, node.finishes);
  if (point.stamp != nullptr) point.stamp->store(replica.running_.load(std::memory_order_relaxed), std::memory_order_release);
  return kOk;
}

/// Once the executor stops results are not looked at any more: the remaining steps are skipped.
inline void Replica::runStep(uint32_t step, int64_t from, int64_t to, bool finish) {
  const Kernel* kernel = states_[step].kernel;
  double* const P = params_.data() + source_.steps[step].params;
  double status = kernel == nullptr ? kStatusRefused : kStatusTask;
  if (kernel != nullptr && !executor_.stopping()) {
    const Timed timed(timed_ + step);
    if (to > from) kernel->run(P, from, to);
    if (finish) kernel->finish(P);
    __atomic_load(P, &status, __ATOMIC_RELAXED);
    if (status == 0) return;
  } else {
    __atomic_store(P, &status, __ATOMIC_RELAXED);
  }
  failed_.store(true, std::memory_order_relaxed);
}

/// Whether a processor has nothing left to do in launch n, as far as that is known.
bool Replica::isThrough(uint32_t processor, uint64_t n) const {
  const auto& actors = compiled_->actors();
  for (size_t a = 0; a < actors.size(); a++)
    if (actors[a]->resource == processor && hosts_[a].done.load(std::memory_order_relaxed) < n) return false;
  return true;
}

/// A processor that waits for messages of the launch before stays with that launch for a while: looking at gates costs time, and they are
/// passed when it ends.
bool Replica::help(uint64_t n, uint32_t thread, bool all) noexcept {
  if (running_.load(std::memory_order_acquire) != n) return false;
  if (compiled_ == nullptr) return runAll(n);
  const Replica* before = before_.load(std::memory_order_relaxed);
  if (!all && before != nullptr && !before->isThrough(thread, after_.load(std::memory_order_relaxed))) return false;
  const auto& actors = compiled_->actors();
  const auto count = static_cast<uint32_t>(actors.size());
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t index = (thread + i) % count;
    const uint32_t processor = actors[index]->resource;
    if (processor != thread && !all && executor_.isPresent(processor)) continue;
    if (host(index, n)) return true;
  }
  return false;
}

/// Runs the ready nodes of an actor, unless a second thread does; false when there were none.
bool Replica::host(uint32_t index, uint64_t n) {
  Host& host = hosts_[index];
  if (host.done.load(std::memory_order_relaxed) == n || host.claimed.load(std::memory_order_relaxed)) return false;
  if (host.claimed.exchange(true, std::memory_order_acquire)) return false;
  if (running_.load(std::memory_order_acquire) != n || host.done.load(std::memory_order_relaxed) == n) {
    host.claimed.store(false, std::memory_order_release);
    return false;
  }
  Actor& actor = *compiled_->actors()[index];
  if (host.begun != n) {
    host.begun = n;
    actor.begin();
  }
  const uint32_t before = actor.remaining();
  const bool over = actor.run(kPatience);
  const bool worked = over || actor.remaining() != before;
  if (over) host.done.store(n, std::memory_order_relaxed);
  host.claimed.store(false, std::memory_order_release);
  if (over && run_.actorDone()) end(n);
  return worked;
}

void Replica::runSteps() {
  for (uint32_t i = 0; i < source_.steps.size(); i++) runStep(i, 0, source_.steps[i].units, true);
}

bool Replica::runAll(uint64_t n) {
  Host& host = hosts_[0];
  if (host.claimed.load(std::memory_order_relaxed) || host.claimed.exchange(true, std::memory_order_acquire)) return false;
  const bool mine = running_.load(std::memory_order_acquire) == n && host.done.load(std::memory_order_relaxed) != n;
  if (mine) {
    runSteps();
    host.done.store(n, std::memory_order_relaxed);
  }
  host.claimed.store(false, std::memory_order_release);
  if (mine) end(n);
  return mine;
}

/// Notes the failures of the steps before `end` of the launch that begins with n, as far as they were not noted.
void Replica::noteFailures(uint64_t n, size_t end) {
  for (size_t i = noted_; i < end; i++) {
    const double status = params_[source_.steps[i].params];
    if (status != 0) executor_.fail(n + i, status);
  }
}

void Replica::end(uint64_t n) {
  if (failed_.load(std::memory_order_relaxed)) noteFailures(n, states_.size());
  stamps_[0].stamps[kEndStamp].store(n, std::memory_order_release);
  executor_.finished(n);
}

}  // namespace maniple::graph
