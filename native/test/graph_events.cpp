// The explicit model: events order, poison spreads, memory comes and goes, slots are used again.
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>

#include "../graph/machine.h"
#include "check.h"
#include "graph_support.h"

using namespace maniple::graph;
using namespace maniple::test;

namespace {

struct Step {
  std::atomic<uint64_t>* clock;
  uint64_t at = 0;
  int32_t status = 0;
};

int32_t step(void* argument) {
  Step* s = static_cast<Step*>(argument);
  s->at = s->clock->fetch_add(1) + 1;
  return s->status;
}

EventState stateOf(const Machine& machine, EventId event, int32_t* status = nullptr) {
  int32_t ignored;
  return machine.state(event, status != nullptr ? status : &ignored);
}

void randomPrograms() {
  for (uint32_t seed = 1; seed <= 8; seed++) {
    Random random(seed);
    Machine machine(1 + random.below(3), 1);
    Workers workers(machine);
    std::atomic<uint64_t> clock{0};
    std::deque<Step> steps;
    std::vector<EventId> events;
    std::vector<std::pair<size_t, size_t>> edges;
    for (size_t i = 0; i < 3000; i++) {
      std::vector<EventId> pre;
      for (uint32_t k = random.below(8); i > 0 && k > 0; k--) {
        const size_t from = i - 1 - random.below(static_cast<uint32_t>(std::min<size_t>(i, 30)));
        pre.push_back(events[from]);
        edges.push_back({from, i});
      }
      steps.push_back({&clock});
      events.push_back(machine.task(random.below(machine.processors()), step, &steps.back(), pre.data(),
                                    static_cast<uint32_t>(pre.size())));
    }
    for (EventId event : events) await(machine, event);
    bool good = true;
    for (const auto& [from, to] : edges) good &= steps[from].at < steps[to].at;
    CHECK(good);
    CHECK(machine.live() == 0);
  }
}

void poisonSpreads() {
  Machine machine(2, 1);
  Workers workers(machine);
  std::atomic<uint64_t> clock{0};
  Step bad{&clock, 0, 42}, after{&clock}, other{&clock};
  const EventId gate = machine.user();
  const EventId a = machine.task(0, step, &bad, &gate, 1);
  const EventId b = machine.task(1, step, &after, &a, 1);
  const EventId both[2] = {b, gate};
  const EventId c = machine.merge(both, 2);
  const EventId d = machine.task(1, step, &other, &gate, 1);
  CHECK(stateOf(machine, c) == EventState::kPending);
  CHECK(machine.trigger(gate, kOk));
  CHECK(!machine.trigger(gate, kOk));
  await(machine, c);
  await(machine, d);
  int32_t status;
  CHECK(stateOf(machine, c, &status) == EventState::kPoisoned && status == 42);
  CHECK(stateOf(machine, d) == EventState::kDone);
  CHECK(after.at == 0 && other.at != 0);
  for (int i = 0; i < 100; i++) await(machine, machine.merge(nullptr, 0));  // slots are used again
  CHECK(stateOf(machine, a, &status) == EventState::kPoisoned && status == 42);
  const EventId late = machine.task(0, step, &after, &a, 1);
  await(machine, late);
  CHECK(stateOf(machine, late, &status) == EventState::kPoisoned && after.at == 0);
}

void memoryAndCopies() {
  Machine machine(1, 2);
  Buffer *from = machine.buffer(4096), *to = machine.buffer(4096);
  const EventId allocated[2] = {machine.allocate(from, nullptr, 0), machine.allocate(to, nullptr, 0)};
  await(machine, machine.merge(allocated, 2));
  CHECK(reinterpret_cast<uintptr_t>(from->address) % 64 == 0);
  std::memset(from->address, 7, 4096);
  std::memset(to->address, 0, 4096);
  const EventId copied = machine.copy(from, 100, to, 200, 1000, allocated, 2);
  await(machine, copied);
  const char* bytes = static_cast<const char*>(to->address);
  CHECK(bytes[199] == 0 && bytes[200] == 7 && bytes[1199] == 7 && bytes[1200] == 0);
  await(machine, machine.release(from, &copied, 1));
  await(machine, machine.release(to, &copied, 1));
  CHECK(from->address == nullptr && to->address == nullptr);
  machine.live();
  CHECK(machine.buffer(1) == from || machine.buffer(1) == from);
}

void memoryThatCannotBeHad() {
  Machine machine(1, 1);
  Buffer* const huge = machine.buffer(static_cast<size_t>(1) << 60);
  const EventId allocated = machine.allocate(huge, nullptr, 0);
  await(machine, allocated);
  int32_t status;
  CHECK(stateOf(machine, allocated, &status) == EventState::kPoisoned && status == kOutOfMemory);
}

/// A million merges in a row: triggered from a list, not by recursion.
void longChains() {
  Machine machine(1, 1);
  const EventId gate = machine.user();
  EventId last = gate;
  for (int i = 0; i < 300000; i++) last = machine.merge(&last, 1);
  machine.trigger(gate, 3);
  int32_t status;
  CHECK(stateOf(machine, last, &status) == EventState::kPoisoned && status == 3);
}

void slotsAreRecycled() {
  Machine machine(1, 1);
  std::atomic<uint64_t> clock{0};
  Step s{&clock};
  EventId last = 0;
  size_t slots = 0;
  for (int i = 0; i < 50000; i++) {
    last = machine.task(0, step, &s, &last, 1);
    if (i % 100 == 99) await(machine, last);
    if (i == 999) slots = machine.slots();
  }
  CHECK(machine.slots() == slots);
  CHECK(clock.load() == 50000);
}

void stoppingEndsAWait() {
  Machine machine(1, 1);
  const EventId never = machine.user();
  machine.stop();
  CHECK(machine.wait(never, kNever) == Left::kStopped);
}

void deadlinesEndAWait() {
  Machine machine(1, 1);
  CHECK(machine.wait(machine.user(), std::chrono::steady_clock::now()) == Left::kPaused);
}

/// What an event loop does: it sleeps until it is called.
class Bell {
 public:
  static void ring(void* bell) {
    Bell& b = *static_cast<Bell*>(bell);
    std::lock_guard<std::mutex> lock(b.mutex_);
    b.rung_ = true;
    b.changed_.notify_one();
  }
  void sleep() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool rung_ = false;
};

/// Works and rests until there are notices.
std::vector<EventId> noticesOf(Machine& machine, Bell& bell) {
  std::vector<EventId> events;
  while (events.empty()) {
    if (machine.work(std::chrono::steady_clock::now() + std::chrono::milliseconds(1)) == Left::kIdle &&
        machine.rest() == Rest::kUntilCalled)
      bell.sleep();
    machine.takeNotices(events);
  }
  return events;
}

/// With workers and without, an owner that rests hears of events and of work that is its own.
void restingOwnersAreCalled() {
  for (uint32_t processors : {1u, 2u, 3u}) {
    Machine machine(processors, 1);
    Bell bell;
    machine.setCall(Bell::ring, &bell);
    Workers workers(machine);
    std::atomic<uint64_t> clock{0};
    Step s{&clock};
    for (uint32_t i = 0; i < 500; i++) {
      const EventId there = machine.task(i % processors, step, &s, nullptr, 0);
      const EventId here = machine.task(machine.ownerResource(), step, &s, &there, 1);
      machine.notify(here);
      const std::vector<EventId> heard = noticesOf(machine, bell);
      CHECK(heard.size() == 1 && heard[0] == here);
      CHECK(stateOf(machine, here) == EventState::kDone);
    }
    CHECK(clock.load() == 1000);
    const EventId gate = machine.user();
    machine.notify(gate);
    machine.trigger(gate, 7);
    machine.notify(gate);
    size_t heard = 0;
    while (heard < 2) heard += noticesOf(machine, bell).size();
    CHECK(machine.live() == 0);
    machine.setCall(nullptr, nullptr);
  }
}

}  // namespace

int main() {
  randomPrograms();
  poisonSpreads();
  memoryAndCopies();
  memoryThatCannotBeHad();
  longChains();
  slotsAreRecycled();
  stoppingEndsAWait();
  deadlinesEndAWait();
  restingOwnersAreCalled();
  return summary("graph_events");
}
