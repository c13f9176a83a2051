#include "graph_commands.h"

#include <vector>

#include "graph_javascript.h"

namespace maniple::binding {

using graph::Body;
using graph::Buffer;
using graph::Compiled;
using graph::EventId;
using graph::Machine;

namespace {

// COMMAND of lib/graph/addon.ts.
enum Slot { kKind = 0, kResource = 1, kA = 2, kB = 3, kC = 4, kD = 5, kE = 6, kCount = 7, kPre = 8 };
enum CommandKind { kMerge = 0, kUser = 1, kTask = 2, kCopy = 3, kAllocate = 4, kFree = 5, kLaunch = 6, kOwner = 7, kModule = 8 };

template <typename T>
T* address(double number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}

class Decoder {
 public:
  Decoder(Machine& machine, const double* at, double* events) : machine_(machine), at_(at), events_(events) {}

  void next() {
    readPreconditions();
    issue();
    at_ += kPre + pre_.size();
  }
  size_t produced() const { return produced_; }

 private:
  /// Numbers below 0 count back from the events of this batch.
  void readPreconditions() {
    pre_.clear();
    for (size_t i = 0; i < static_cast<size_t>(at_[kCount]); i++) {
      const double event = at_[kPre + i];
      const double id = event < 0 ? events_[static_cast<std::ptrdiff_t>(produced_) + static_cast<std::ptrdiff_t>(event)] : event;
      pre_.push_back(static_cast<EventId>(id));
    }
  }

  void give(EventId event) { events_[produced_++] = static_cast<double>(event); }

  void issue() {
    const auto resource = static_cast<uint32_t>(at_[kResource]);
    const auto count = static_cast<uint32_t>(pre_.size());
    const EventId* pre = pre_.data();
    switch (static_cast<CommandKind>(at_[kKind])) {
      case kMerge: return give(machine_.merge(pre, count));
      case kUser: return give(machine_.user());
      case kTask:
        return give(machine_.task(resource, reinterpret_cast<Body>(address<void>(at_[kA])), address<void>(at_[kB]), pre, count));
      case kCopy:
        return give(machine_.copy(address<Buffer>(at_[kA]), static_cast<size_t>(at_[kB]), address<Buffer>(at_[kC]),
                                  static_cast<size_t>(at_[kD]), static_cast<size_t>(at_[kE]), pre, count));
      case kAllocate: return give(machine_.allocate(address<Buffer>(at_[kA]), pre, count));
      case kFree: return give(machine_.release(address<Buffer>(at_[kA]), pre, count));
      case kLaunch: return launch(*address<Compiled>(at_[kA]));
      case kOwner: return give(machine_.ownerTask(runJavaScript, skipJavaScript, address<void>(at_[kA]), pre, count));
      case kModule: return give(machine_.task(resource, runJavaScript, address<void>(at_[kA]), pre, count));
    }
  }

  /// The first preconditions are the graph's external ones; the postconditions' events follow the launch's.
  void launch(Compiled& compiled) {
    const size_t external = compiled.doors().size();
    posts_.resize(compiled.postconditions());
    give(machine_.launch(compiled, {pre_.data(), posts_.data()}, pre_.data() + external,
                         static_cast<uint32_t>(pre_.size() - external)));
    for (EventId post : posts_) give(post);
  }

  Machine& machine_;
  const double* at_;
  double* events_;
  size_t produced_ = 0;
  std::vector<EventId> pre_, posts_;
};

}  // namespace

size_t runCommands(Machine& machine, const double* commands, size_t count, double* events) {
  Decoder decoder(machine, commands, events);
  for (size_t i = 0; i < count; i++) decoder.next();
  return decoder.produced();
}

}  // namespace maniple::binding
