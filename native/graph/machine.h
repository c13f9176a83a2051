// The explicit model of thesis 6.2 on one process: resources (processors, copy channels, and the owner's own thread for
// bodies that can run nowhere else), operations predicated on events, launches of compiled graphs.
//
// One thread, the owner, issues. Any thread may host a resource, one at a time; thread i calls `host(i)`, and prefers
// processor i. Operations are never freed, only recycled by the owner.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "../core/parking.h"
#include "compiled.h"
#include "event.h"

namespace maniple::graph {

/// The state of an event.
enum class EventState : uint8_t { kPending, kDone, kPoisoned };

/// Why `host` returned.
enum class Left : uint8_t { kDone, kStopped, kPaused, kIdle };

/// Whether the owner may rest: not while there is work for it. While actors of its own resources wait for messages, which wake no thread,
/// it has to look again now and then.
enum class Rest : uint8_t { kWork, kLookAgain, kUntilCalled };

constexpr int kEveryone = 1 << 30;
constexpr std::chrono::steady_clock::duration kForever = std::chrono::steady_clock::duration::max();

struct LaunchConditions {
  const EventId* preconditions;  // one for each external precondition of the graph
  EventId* postconditions;       // filled with one event for each external postcondition
};

class Machine {
 public:
  Machine(uint32_t processors, uint32_t channels);
  ~Machine();

  uint32_t processors() const { return processors_; }
  uint32_t channel(uint32_t index) const { return processors_ + index % channels_; }
  uint32_t ownerResource() const { return processors_ + channels_; }

  // Issuing: the owner only. Each returns the operation's event; `pre` are the events it waits for.
  EventId user();
  EventId merge(const EventId* pre, uint32_t count);
  EventId task(uint32_t resource, Body body, void* argument, const EventId* pre, uint32_t count);
  EventId copy(Buffer* from, size_t fromOffset, Buffer* to, size_t toOffset, size_t bytes, const EventId* pre, uint32_t count);
  EventId allocate(Buffer* buffer, const EventId* pre, uint32_t count);
  EventId release(Buffer* buffer, const EventId* pre, uint32_t count);
  EventId launch(Compiled& graph, const LaunchConditions& conditions, const EventId* pre, uint32_t count);
  /// Triggers a user event; not `kOk` poisons it. False when it was triggered before.
  bool trigger(EventId event, int32_t status);
  EventState state(EventId event, int32_t* status) const;
  /// Operations that were issued and are not complete, or not yet recycled.
  size_t live();
  /// Slots ever made: does not grow while operations complete.
  size_t slots() const { return ops_.size(); }
  /// Compiles a graph, which the machine owns; null when it has a cycle.
  Compiled* compile(const Graph& graph);
  /// The graph is not launched again: it is deleted once its launches are complete.
  void retire(Compiled* graph);

  /// Memory to be; `release` gives it back, struct and all, once it is complete.
  Buffer* buffer(size_t bytes);
  /// A task on the owner's thread; `skipped` runs in place of `body` when it is poisoned.
  EventId ownerTask(Body body, Body skipped, void* argument, const EventId* pre, uint32_t count);

  // Hosting: thread 0 is the owner's.
  /// Works as `thread` until `until()` holds, `stop` was called, `deadline` has passed (kPaused), or there was nothing to do
  /// for as long as `patience` (kIdle).
  Left host(uint32_t thread, const std::function<bool()>& until, std::chrono::steady_clock::time_point deadline,
            std::chrono::steady_clock::duration patience = kForever);
  /// The owner helps until the event is complete or the deadline has passed.
  Left wait(EventId event, std::chrono::steady_clock::time_point deadline);
  void stop();
  /// A worker's stay, which may be many calls of `host`.
  void enter() { hosts_.fetch_add(1); }
  void leave() {
    hosts_.fetch_sub(1);
    callOwner();
  }
  uint32_t hosts() const { return hosts_.load(); }
  /// Makes hosts return `kPaused` soon, so that their threads can do something else.
  void pause();

  // An owner that does not block (native/graph/notice.cpp): it asks for notices, works while there is work, and rests; then
  // `call(data)` is called, once, on any thread, when there is a notice or work for it.
  void setCall(void (*call)(void*), void* data);
  /// Asks to hear of the event's completion.
  void notify(EventId event);
  /// The owner works until there is a notice, there is nothing to do, or the deadline has passed.
  Left work(std::chrono::steady_clock::time_point deadline);
  Rest rest();
  /// Appends the events of all notices, each once.
  void takeNotices(std::vector<EventId>& out);

  // For bodies and devices.
  void complete(Op* op, int32_t status);
  /// Something changed that anybody may be waiting for.
  void wakeAll() {
    parking_.wake(kEveryone);
    callOwner();
  }
  bool ownerHasWork() const { return hasWork(ownerResource()); }

 private:
  struct alignas(kCacheLine) Resource {
    ReadyList ready;
    alignas(kCacheLine) std::atomic<bool> claimed{false};
    std::atomic<bool> busy{false};  // something was taken and is not finished
    Ready* actors = nullptr;        // the claimant's: launched and not finished
  };
  Op* obtain(OpKind kind);
  /// `after` orders only: its poison does not spread.
  EventId issue(Op* op, const EventId* pre, uint32_t count, EventId after = 0);
  bool precede(EventId event, Op* op, Waiter* waiter, bool orderOnly);
  void reclaim();
  void settle(Op* op, int32_t status, Op*& inlineOps);
  void start(Op* op, Op*& inlineOps);
  void startNow(Op* op, Op*& inlineOps);
  void startLaunch(Op* op);
  void drain(Op* inlineOps);
  void finish(Launch* launch);
  void push(uint32_t resource, Ready* item);
  void callOwner() {
    if (resting_.load(std::memory_order_seq_cst)) callResting();
  }
  void callResting();
  bool ownerServes(uint32_t resource) const;

  bool hasWork(uint32_t resource) const;
  bool anyWork(uint32_t thread) const;
  bool mayHost(uint32_t thread, uint32_t resource) const;
  bool serve(uint32_t resource);
  bool serveClaimed(Resource& resource);
  bool runActors(Resource& resource, bool alone);
  void runOp(Op* op);
  bool pass(uint32_t thread, bool help);

  const uint32_t processors_, channels_;
  std::vector<std::unique_ptr<Resource>> resources_;
  std::vector<std::vector<uint32_t>> homes_;
  std::deque<Op> ops_;
  std::deque<Buffer> buffers_;
  std::vector<Buffer*> freeBuffers_;
  Ready* free_ = nullptr;
  ReadyList returned_;
  std::unordered_map<EventId, int32_t> poisoned_;
  std::unordered_map<Compiled*, std::unique_ptr<Compiled>> graphs_;
  std::vector<Compiled*> retired_;
  std::atomic<uint32_t> underWay_{0};  // launches
  std::atomic<Op*> awaited_{nullptr};
  std::atomic<bool> stopping_{false};
  std::atomic<uint32_t> pauses_{0};
  std::atomic<uint32_t> hosts_{0};
  std::atomic<bool> resting_{false};  // the owner, until it is called
  ReadyList notices_;
  std::mutex callMutex_;  // guards call_ and callData_
  void (*call_)(void*) = nullptr;
  void* callData_ = nullptr;
  size_t freeCount_ = 0;
  Parking parking_;
};

}  // namespace maniple::graph
