#include "program.h"

#include <cstring>
#include <utility>

namespace maniple::graph {

namespace {

constexpr uint32_t kPatience = 16;  // polls of an actor's mailboxes before its thread looks elsewhere

}  // namespace

std::unique_ptr<Program> Program::create(std::shared_ptr<Executor> executor, ProgramSource source) {
  if (source.steps.empty() || source.steps.size() > executor->longest()) return nullptr;
  std::unique_ptr<Program> program(new Program(std::move(executor), std::move(source)));
  const ProgramSource& from = program->source_;
  for (std::vector<double>& args : program->pendingArgs_) args.reserve(program->args());
  if (from.nodes.empty()) {
    program->hosts_ = std::make_unique<Host[]>(1);
    return program;
  }
  Graph graph;
  program->points_.reserve(from.nodes.size());
  for (const ProgramNode& node : from.nodes) {
    program->points_.push_back({program.get(), &node});
    graph.task(node.processor, runPoint, &program->points_.back());
  }
  graph.edges = from.edges;
  program->compiled_ = Compiled::compile(graph, nullptr);
  if (program->compiled_ == nullptr) return nullptr;
  program->hosts_ = std::make_unique<Host[]>(program->compiled_->actors().size());
  return program;
}

Program::Program(std::shared_ptr<Executor> executor, ProgramSource source)
    : executor_(std::move(executor)), source_(std::move(source)), states_(source_.steps.size()) {}

// ---- launching

uint64_t Program::launch(const double* args, uint64_t wait) {
  const size_t slot = issued_++ % kPending;
  if (executor_->completed() < pendingLast_[slot]) executor_->wait(pendingLast_[slot]);
  pendingArgs_[slot].assign(args, args + this->args());
  const uint64_t first = executor_->submitted() + 1;
  const uint64_t before = last_;
  last_ = pendingLast_[slot] = first + span() - 1;
  return executor_->submit(this, span(), wait > before ? wait : before, source_.here);
}

/// The number of a program's launches only grows: a thread that looks at an old one begins nothing.
bool Program::begin(uint64_t n) noexcept {
  uint64_t before = begun_.load(std::memory_order_acquire);
  if (before >= n || !begun_.compare_exchange_strong(before, n, std::memory_order_acq_rel)) return false;
  bind(pendingArgs_[begunCount_++ % kPending].data());
  const bool many = compiled_ != nullptr && compiled_->actors().size() > 1;
  if (compiled_ != nullptr) {
    const auto& actors = compiled_->actors();
    run_.prepare(compiled_.get(), nullptr, static_cast<uint32_t>(actors.size()), static_cast<uint32_t>(begunCount_ & 1));
    for (const auto& actor : actors) actor->assign(&run_);
  }
  running_.store(n, std::memory_order_release);
  return many;
}

void Program::bind(const double* args) {
  double* const params = source_.params.data();
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

int32_t Program::runPoint(void* argument) {
  const Point& point = *static_cast<const Point*>(argument);
  const ProgramNode& node = *point.node;
  point.program->runStep(node.step, node.from, node.to, node.finishes);
  return kOk;
}

/// Once the executor stops nobody looks at results any more: what is left is passed over.
inline void Program::runStep(uint32_t step, int64_t from, int64_t to, bool finish) {
  const Kernel* kernel = states_[step].kernel;
  double* const P = source_.params.data() + source_.steps[step].params;
  double status = kStatusTask;
  if (kernel != nullptr && !executor_->stopping()) {
    if (to > from) kernel->run(P, from, to);
    if (finish) kernel->finish(P);
    __atomic_load(P, &status, __ATOMIC_RELAXED);
    if (status == 0) return;
  } else {
    __atomic_store(P, &status, __ATOMIC_RELAXED);
  }
  failed_.store(true, std::memory_order_relaxed);
}

bool Program::help(uint64_t n, uint32_t thread, bool all) noexcept {
  if (running_.load(std::memory_order_acquire) != n) return false;
  if (compiled_ == nullptr) return runAll(n);
  const auto& actors = compiled_->actors();
  const auto count = static_cast<uint32_t>(actors.size());
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t index = (thread + i) % count;
    const uint32_t processor = actors[index]->resource;
    if (processor != thread && !all && executor_->isPresent(processor)) continue;
    if (host(index, n)) return true;
  }
  return false;
}

/// Runs what is ready of an actor, unless another thread does; false when that was nothing.
bool Program::host(uint32_t index, uint64_t n) {
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

bool Program::runAll(uint64_t n) {
  Host& host = hosts_[0];
  if (host.claimed.load(std::memory_order_relaxed) || host.claimed.exchange(true, std::memory_order_acquire)) return false;
  const bool mine = running_.load(std::memory_order_acquire) == n && host.done.load(std::memory_order_relaxed) != n;
  if (mine) {
    for (uint32_t i = 0; i < source_.steps.size(); i++) runStep(i, 0, source_.steps[i].units, true);
    host.done.store(n, std::memory_order_relaxed);
  }
  host.claimed.store(false, std::memory_order_release);
  if (mine) end(n);
  return mine;
}

void Program::end(uint64_t n) {
  if (failed_.load(std::memory_order_relaxed)) {
    for (size_t i = 0; i < source_.steps.size(); i++) {
      const double status = source_.params[source_.steps[i].params];
      if (status != 0) executor_->fail(n + i, status);
    }
  }
  executor_->finished(n);
}

}  // namespace maniple::graph
