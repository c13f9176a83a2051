// Devices that complete asynchronously: host code runs ahead of them where it may, and only there.
#include <condition_variable>
#include <mutex>
#include <set>

#include "../graph/machine.h"
#include "check.h"
#include "graph_support.h"

using namespace maniple::graph;
using namespace maniple::test;

namespace {

/// Takes work at once and completes none before `open`; then, on a thread of its own, in the order that `after` allows.
class DelayDevice : public AsyncDevice {
 public:
  int32_t enqueue(const AsyncWork& work) override {
    std::lock_guard<std::mutex> lock(mutex_);
    if (refuses) return kDeviceFailed;
    pending_.push_back({work.marker, {work.after, work.after + work.afterCount}, work.done});
    enqueued.fetch_add(1);
    return kOk;
  }

  /// Completes what can be, newest first, to show that only `after` orders.
  void drain(int32_t status = kOk) {
    std::vector<const Signal*> signals;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (bool progress = true; progress;) {
        progress = false;
        for (size_t i = pending_.size(); i-- > 0;) {
          if (!ready(pending_[i])) continue;
          done_.insert(pending_[i].marker);
          order.push_back(pending_[i].marker);
          if (pending_[i].done != nullptr) signals.push_back(pending_[i].done);
          pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
          progress = true;
          break;
        }
      }
    }
    for (const Signal* signal : signals) signal->signal(status);
    signalled += signals.size();
  }

  void forget() {
    done_.clear();
    order.clear();
  }

  std::atomic<uint32_t> enqueued{0};
  std::vector<uint32_t> order;
  size_t signalled = 0;
  bool refuses = false;

 private:
  struct Work {
    uint32_t marker;
    std::vector<uint32_t> after;
    const Signal* done;
  };
  bool ready(const Work& work) const {
    for (uint32_t marker : work.after)
      if (done_.count(marker) == 0) return false;
    return true;
  }
  std::mutex mutex_;
  std::vector<Work> pending_;
  std::set<uint32_t> done_;
};

int32_t count(void* argument) {
  static_cast<std::atomic<uint32_t>*>(argument)->fetch_add(1);
  return kOk;
}

/// A chain of device tasks and a host task at its end; `independent`: their host code may run ahead.
struct Chain {
  Chain(DelayDevice& device, uint32_t length, bool independent) {
    for (uint32_t i = 0; i < length; i++) {
      graph.async(i % 2, &device, nullptr, independent);
      if (i > 0) graph.edge(i - 1, i);
    }
    graph.edge(length - 1, graph.task(0, count, &ended));
  }
  Graph graph;
  std::atomic<uint32_t> ended{0};
};

/// Helps until `device` was given `count` pieces of work: the device completes nothing meanwhile.
void helpUntilEnqueued(Machine& machine, DelayDevice& device, uint32_t count) {
  machine.host(0, [&] { return device.enqueued.load() >= count; }, kNever);
}

void controlIndependentTasksRunAhead() {
  Machine machine(2, 1);
  Workers workers(machine);
  DelayDevice device;
  Chain chain(device, 10, true);
  Compiled* compiled = machine.compile(chain.graph);
  for (uint32_t launch = 1; launch <= 5; launch++) {
    const EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
    helpUntilEnqueued(machine, device, 10 * launch);
    CHECK(device.order.empty());
    CHECK(chain.ended.load() == launch - 1);
    device.drain();
    await(machine, event);
    CHECK(chain.ended.load() == launch);
    CHECK(device.signalled == launch);  // of ten completions the host heard of the one it waits for
    bool inOrder = device.order.size() == 10;
    for (uint32_t i = 0; i < device.order.size(); i++) inOrder &= device.order[i] == i;
    CHECK(inOrder);
    device.forget();
  }
}

void otherTasksWaitForTheDevice() {
  Machine machine(2, 1);
  Workers workers(machine);
  DelayDevice device;
  Chain chain(device, 4, false);
  Compiled* compiled = machine.compile(chain.graph);
  const EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  for (uint32_t i = 1; i <= 4; i++) {
    helpUntilEnqueued(machine, device, i);
    machine.wait(event, std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
    CHECK(device.enqueued.load() == i);
    device.drain();
  }
  await(machine, event);
  CHECK(chain.ended.load() == 1);
}

/// Another device's tasks are not chained: they wait for the completion on the host.
void devicesAreNotChainedToEachOther() {
  Machine machine(1, 1);
  DelayDevice first, second;
  Graph graph;
  graph.async(0, &first, nullptr, true);
  graph.async(0, &second, nullptr, true);
  graph.edge(0, 1);
  Compiled* compiled = machine.compile(graph);
  const EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  helpUntilEnqueued(machine, first, 1);
  machine.wait(event, std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
  CHECK(second.enqueued.load() == 0);
  first.drain();
  helpUntilEnqueued(machine, second, 1);
  second.drain();
  await(machine, event);
}

void failuresOfDevices() {
  Machine machine(2, 1);
  Workers workers(machine);
  DelayDevice device;
  Chain chain(device, 3, true);
  Compiled* compiled = machine.compile(chain.graph);
  int32_t status;
  EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  helpUntilEnqueued(machine, device, 3);
  device.drain(9);
  await(machine, event);
  CHECK(machine.state(event, &status) == EventState::kPoisoned && status == 9);
  device.refuses = true;
  event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  await(machine, event);
  CHECK(machine.state(event, &status) == EventState::kPoisoned && status == kDeviceFailed);
  CHECK(chain.ended.load() == 0);
  device.refuses = false;
  device.forget();
  event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  helpUntilEnqueued(machine, device, 6);
  device.drain();
  await(machine, event);
  CHECK(machine.state(event, &status) == EventState::kDone);
  CHECK(chain.ended.load() == 1);
}

}  // namespace

int main() {
  controlIndependentTasksRunAhead();
  otherTasksWaitForTheDevice();
  devicesAreNotChainedToEachOther();
  failuresOfDevices();
  return summary("graph_async");
}
