// Hosting: threads run the operations and actors that are ready on resources. A thread serves its own resources; when it has found
// nothing for a while it also serves resources of absent threads, so that any thread can complete a launch.
#include <cstring>
#include <thread>

#include "machine.h"

namespace maniple::graph {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

constexpr uint32_t kPatience = 256;    // polls of one actor's mailboxes before looking elsewhere
constexpr uint32_t kLittlePatience = 8;
constexpr auto kHelpAfter = microseconds(30);
constexpr auto kYieldAfter = microseconds(100);
constexpr auto kParkAfter = microseconds(300);
constexpr int64_t kNapMicroseconds = 100;  // actors' messages do not wake: while launches are under way, naps are short
constexpr int64_t kSleepMicroseconds = 50000;

}  // namespace

bool Machine::hasWork(uint32_t resource) const {
  const Resource& r = *resources_[resource];
  return !r.ready.empty() || r.busy.load(std::memory_order_relaxed);
}

bool Machine::mayHost(uint32_t thread, uint32_t resource) const { return thread == 0 || resource != ownerResource(); }

bool Machine::anyWork(uint32_t thread) const {
  for (uint32_t r = 0; r < resources_.size(); r++)
    if (mayHost(thread, r) && !resources_[r]->ready.empty()) return true;
  return false;
}

void Machine::runOp(Op* op) {
  int32_t status = op->status.load(std::memory_order_relaxed);
  if (status != kOk) {
    if (op->skipped != nullptr) op->skipped(op->argument);
  } else if (op->kind == OpKind::kTask) {
    status = op->body(op->argument);
  } else {
    std::memmove(static_cast<char*>(op->to->address) + op->toOffset,
                 static_cast<const char*>(op->from->address) + op->fromOffset, op->bytes);
  }
  complete(op, status);
}

/// Gives every actor under way a turn; `alone`: there is nothing else to do here, so it may poll for longer.
bool Machine::runActors(Resource& resource, bool alone) {
  bool worked = false;
  for (Ready** link = &resource.actors; *link != nullptr;) {
    Actor* actor = static_cast<Actor*>(*link);
    const uint32_t before = actor->remaining();
    const bool over = actor->run(alone && actor->next == nullptr ? kPatience : kLittlePatience);
    worked |= actor->remaining() != before;
    if (!over) {
      link = &actor->next;
      continue;
    }
    worked = true;
    *link = actor->next;
    Launch* launch = actor->launch();
    if (launch->actorDone()) finish(launch);
  }
  return worked;
}

bool Machine::serveClaimed(Resource& resource) {
  bool worked = false;
  Ready* item = resource.ready.takeAll();
  resource.busy.store(true, std::memory_order_relaxed);
  while (item != nullptr) {
    worked = true;
    Ready* next = item->next;
    if (item->what == Ready::What::kOp) {
      runOp(static_cast<Op*>(item));
    } else {
      static_cast<Actor*>(item)->begin();
      item->next = resource.actors;
      resource.actors = item;
    }
    item = next;
  }
  if (resource.actors != nullptr) worked |= runActors(resource, resource.ready.empty());
  resource.busy.store(resource.actors != nullptr, std::memory_order_relaxed);
  return worked;
}

bool Machine::serve(uint32_t index) {
  if (!hasWork(index)) return false;
  Resource& resource = *resources_[index];
  if (resource.claimed.exchange(true, std::memory_order_acquire)) return false;
  const bool worked = serveClaimed(resource);
  resource.claimed.store(false, std::memory_order_release);
  return worked;
}

bool Machine::pass(uint32_t thread, bool help) {
  bool worked = false;
  for (uint32_t r : homes_[thread]) worked |= serve(r);
  if (worked || !help) return worked;
  for (uint32_t r = 0; r < resources_.size(); r++)
    if (mayHost(thread, r)) worked |= serve(r);
  return worked;
}

Left Machine::host(uint32_t thread, const std::function<bool()>& until, Clock::time_point deadline,
                   Clock::duration patience) {
  const uint32_t pauses = pauses_.load(std::memory_order_acquire);
  bool idle = false;
  Clock::time_point since{};
  for (uint32_t turn = 1;; turn++) {
    if (until()) return Left::kDone;
    if (stopping_.load(std::memory_order_acquire)) return Left::kStopped;
    if (pauses_.load(std::memory_order_acquire) != pauses) return Left::kPaused;
    const auto now = idle || turn % 64 == 0 ? Clock::now() : since;
    if (now > deadline) return Left::kPaused;
    if (pass(thread, idle && now - since > kHelpAfter)) {
      idle = false;
      continue;
    }
    if (!idle) since = Clock::now();
    idle = true;
    const auto waited = now - since;
    if (waited > patience) return Left::kIdle;
    if (waited > kParkAfter) {
      const bool launched = underWay_.load(std::memory_order_relaxed) != 0;
      const uint32_t ticket = parking_.prepare();
      const bool found = until() || stopping_.load() || pauses_.load() != pauses || anyWork(thread);
      if (!found) parking_.park(ticket, launched ? kNapMicroseconds : kSleepMicroseconds);
      parking_.leave();
    } else if (waited > kYieldAfter) {
      std::this_thread::yield();
    } else {
      relax();
    }
  }
}

Left Machine::wait(EventId event, Clock::time_point deadline) {
  awaited_.store(event == 0 ? nullptr : &ops_[event & ((1u << kSlotBits) - 1)], std::memory_order_seq_cst);
  int32_t status;
  const Left left = host(0, [&] { return state(event, &status) != EventState::kPending; }, deadline);
  awaited_.store(nullptr, std::memory_order_relaxed);
  return left;
}

void Machine::stop() {
  stopping_.store(true, std::memory_order_seq_cst);
  wakeAll();
}

void Machine::pause() {
  pauses_.fetch_add(1, std::memory_order_seq_cst);
  parking_.wake(kEveryone);
}

}  // namespace maniple::graph
