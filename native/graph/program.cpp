#include "program.h"

#include <algorithm>
#include <utility>

namespace maniple::graph {

std::unique_ptr<Program> Program::create(std::shared_ptr<Executor> executor, ProgramSource source) {
  if (source.steps.empty() || source.steps.size() > executor->longest()) return nullptr;
  std::unique_ptr<Program> program(new Program(std::move(executor), std::move(source)));
  program->replicas_[0] = Replica::create(*program->executor_, program->source_, 0);
  return program->replicas_[0] == nullptr ? nullptr : std::move(program);
}

Program::Program(std::shared_ptr<Executor> executor, ProgramSource source)
    : executor_(std::move(executor)), source_(std::move(source)) {}

int Program::link(const Program& before, const std::vector<GateEdge>& edges) {
  if (source_.nodes.empty() || before.source_.nodes.empty() || before.executor_ != executor_) return -1;
  std::unique_ptr<Link> link = replicas_[0]->link(*before.replicas_[0], edges);
  if (link == nullptr) return -1;
  if (&before == this && replicas_[1] == nullptr) replicas_[1] = Replica::create(*executor_, source_, 1);
  links_.push_back(std::move(link));
  return static_cast<int>(links_.size() - 1);
}

uint64_t Program::launch(const double* args, uint64_t wait) {
  if (source_.pace.here && source_.nodes.empty() && executor_->isIdle()) {
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
  if (executor_->completed() < std::max(last_, followed_)) return true;
  // Threads in a program that followed look at this one, too.
  if (followed_ != 0 && executor_->inUse(nullptr)) return true;
  return std::any_of(std::begin(replicas_), std::end(replicas_),
                     [&](const auto& replica) { return replica != nullptr && executor_->inUse(replica.get()); });
}

}  // namespace maniple::graph
