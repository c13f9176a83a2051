#include "program.h"

#include <algorithm>
#include <climits>
#include <functional>
#include <utility>

namespace maniple::graph {

namespace {

/// Whether releases name steps in order. The end of the last step is the end of the launch, by which replicas are used again.
bool areReleases(const ProgramSource& source) {
  const auto& releases = source.releases;
  const bool ascend = std::adjacent_find(releases.begin(), releases.end(), std::greater_equal<uint32_t>()) == releases.end();
  return ascend && !source.nodes.empty() && releases.back() + 1 < source.steps.size();
}

/// Whether steps have their parameters one after the next, and rows name only existing parameters, arguments, steps, units and nodes.
bool isWhole(const ProgramSource& source) {
  const auto& steps = source.steps;
  for (size_t i = 0; i < steps.size(); i++) {
    const size_t end = i + 1 < steps.size() ? steps[i + 1].params : source.params.size();
    if (steps[i].params >= end || steps[i].units < 0) return false;
  }
  for (const Fill& fill : source.fills)
    if (fill.at >= source.params.size() || fill.arg >= source.args) return false;
  for (const ProgramNode& node : source.nodes)
    if (node.step >= steps.size() || node.from < 0 || node.from > node.to || node.to > steps[node.step].units) return false;
  for (const Edge& edge : source.edges)
    if (edge.from >= source.nodes.size() || edge.to >= source.nodes.size()) return false;
  for (const ArrivalEdge& arrival : source.arrivals)
    if (arrival.node >= source.nodes.size() || arrival.arg >= source.args) return false;
  return source.releases.empty() || areReleases(source);
}

/// By parameter: the number of its fill, or -1.
std::vector<int32_t> fillsByParameter(const ProgramSource& source) {
  std::vector<int32_t> fills(source.params.size(), -1);
  for (size_t i = 0; i < source.fills.size(); i++) fills[source.fills[i].at] = static_cast<int32_t>(i);
  return fills;
}

/// Without a use of either: a weak pointer keeps its address from coming again.
bool isSame(const std::weak_ptr<const char>& a, const std::shared_ptr<const char>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

std::unique_ptr<Program> Program::create(std::shared_ptr<Executor> executor, ProgramSource source) {
  if (source.steps.empty() || source.steps.size() > executor->longest() || !isWhole(source)) return nullptr;
  std::unique_ptr<Program> program(new Program(std::move(executor), std::move(source)));
  program->replicas_[0] = Replica::create(*program->executor_, program->source_, 0);
  return program->replicas_[0] == nullptr ? nullptr : std::move(program);
}

Program::Program(std::shared_ptr<Executor> executor, ProgramSource source)
    : executor_(std::move(executor)), source_(std::move(source)), fillAt_(fillsByParameter(source_)) {}

int Program::link(const Program& before, const std::vector<GateEdge>& edges) {
  if (source_.nodes.empty() || before.source_.nodes.empty() || before.executor_ != executor_) return -1;
  std::unique_ptr<Link> link = replicas_[0]->link(*before.replicas_[0], edges);
  if (link == nullptr) return -1;
  if (&before == this && replicas_[1] == nullptr) replicas_[1] = Replica::create(*executor_, source_, 1);
  const size_t place = placeOfLink();
  linked_[place] = before.self_;
  links_[place] = std::move(link);
  return static_cast<int>(place);
}

/// A new place, or the place of a link to a program that is gone: a program of a long process follows ever-changing ones.
size_t Program::placeOfLink() {
  if (!inUse()) {
    const auto gone = std::find_if(linked_.begin(), linked_.end(), [](const auto& before) { return before.expired(); });
    if (gone != linked_.end()) return static_cast<size_t>(gone - linked_.begin());
  }
  links_.emplace_back();
  linked_.resize(links_.size());
  return links_.size() - 1;
}

bool Program::isLinked(const Program& before, int link) const {
  return link >= 0 && static_cast<size_t>(link) < linked_.size() && isSame(linked_[static_cast<size_t>(link)], before.self_);
}

// ---- vouching

bool Program::vouch(const double* args, Allocations& allocations) {
  const double* const numbers = args + source_.args;
  if (!std::equal(numbers_.begin(), numbers_.end(), numbers, numbers + source_.steps.size()) && !bindBounds(numbers)) return false;
  for (const Bound& bound : bounds_) {
    const double address = bound.arg == kNoArg ? 0 : args[bound.arg];
    const double low = address + bound.low, high = address + bound.high;
    if (bound.certain ? !allocations.hold(low, high) : !allocations.meet(low, high)) return false;
  }
  return areArrivals(args);
}

bool Program::areArrivals(const double* args) const {
  constexpr double kMost = 9007199254740992.0;
  return std::all_of(source_.arrivals.begin(), source_.arrivals.end(), [&](const ArrivalEdge& edge) {
    const double launch = args[edge.arg];
    return launch >= 0 && launch < kMost && executor_->counterOf(static_cast<uint64_t>(launch)) != nullptr;
  });
}

/// Finds the memory that steps touch, from their kernels' signatures: kernel numbers change when a faster tier is ready.
bool Program::bindBounds(const double* numbers) {
  numbers_.clear();
  bounds_.clear();
  for (size_t i = 0; i < source_.steps.size(); i++) {
    const bool known = numbers[i] >= 0 && numbers[i] <= INT32_MAX;
    if (!known || !use(static_cast<int>(numbers[i])) || !bindStep(i, kernelAt(static_cast<int>(numbers[i])))) return false;
  }
  numbers_.assign(numbers, numbers + source_.steps.size());
  return true;
}

/// A replica may begin a launch with kernels that later launches no longer have, so that none is dropped before the program.
bool Program::use(int kernel) {
  if (std::any_of(kernels_.begin(), kernels_.end(), [&](const KernelUse& one) { return one.number() == kernel; })) return true;
  KernelUse made(kernel);
  if (made.number() == 0) return false;
  kernels_.push_back(std::move(made));
  return true;
}

bool Program::bindStep(size_t step, const Kernel* kernel) {
  if (kernel == nullptr || kernel->signature == nullptr) return false;
  const auto& [start, units] = source_.steps[step];
  const size_t end = step + 1 < source_.steps.size() ? source_.steps[step + 1].params : source_.params.size();
  if (end - start != kernel->signature->slots()) return false;
  const double* const P = source_.params.data() + start;
  return kernel->signature->touches(P, static_cast<double>(units), [&](const Extent& extent) {
    const int32_t number = fillAt_[start + extent.slot];
    if (number < 0) {
      if (P[extent.slot] == 0 && !extent.certain) return true;
      addBound({kNoArg, P[extent.slot] + extent.low, P[extent.slot] + extent.high, extent.certain});
      return true;
    }
    const Fill& fill = source_.fills[static_cast<size_t>(number)];
    addBound({fill.arg, fill.offset + extent.low, fill.offset + extent.high, extent.certain});
    return fill.address;
  });
}

/// One bound for each argument: memory between two ranges of an array belongs to the array.
void Program::addBound(const Bound& bound) {
  for (Bound& known : bounds_) {
    if (known.arg != bound.arg || bound.arg == kNoArg || !known.certain || !bound.certain) continue;
    known.low = std::min(known.low, bound.low);
    known.high = std::max(known.high, bound.high);
    return;
  }
  bounds_.push_back(bound);
}

// ---- launching

uint64_t Program::launch(const double* args, uint64_t wait) {
  if (source_.pace.here && source_.nodes.empty() && executor_->isIdle() && !executor_->follows()) {
    replicas_[latest_]->runHere(args);
    last_ = executor_->ranHere(span());
    return last_ - span() + 1;
  }
  return launchOn(*replicas_[latest_], args, wait, nullptr, nullptr);
}

uint64_t Program::launch(const double* args, uint64_t wait, Program& before, int link) {
  const Replica& previous = *before.replicas_[before.latest_];
  if (&before == this) latest_ = 1 - latest_;
  const uint64_t first = launchOn(*replicas_[latest_], args, wait, links_[static_cast<size_t>(link)].get(), &previous);
  before.followed_ = last_;
  return first;
}

uint64_t Program::launchOn(Replica& replica, const double* args, uint64_t wait, Link* link, const Replica* before) {
  const uint64_t earlier = replica.last();
  const uint64_t first = executor_->submitted() + 1;
  last_ = first + span() - 1;
  replica.prepare(args, this->args(), first, last_, link, before);
  return executor_->submit(&replica, span(), std::max(wait, earlier), source_.pace);
}

bool Program::inUse() const {
  if (executor_->completed() < std::max(last_, followed_)) return !executor_->stopped();
  // Threads in a program that followed look at this one, too.
  if (followed_ != 0 && executor_->inUse(nullptr)) return true;
  return std::any_of(std::begin(replicas_), std::end(replicas_),
                     [&](const auto& replica) { return replica != nullptr && executor_->inUse(replica.get()); });
}

}  // namespace maniple::graph
