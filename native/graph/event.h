// Events (thesis 6.2): every operation is its own event. A name is a slot and the slot's generation, so a slot that was
// reused still answers for its earlier events: they are complete.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "body.h"
#include "ready.h"
#include "cacheline.h"

namespace maniple::graph {

/// `generation << 24 | slot`, below 2^53; 0 is the event that is always complete.
using EventId = uint64_t;
constexpr uint32_t kSlotBits = 24;
constexpr uint32_t kLastGeneration = (1u << 29) - 1;

enum class OpKind : uint8_t { kMerge, kUser, kTask, kCopy, kAllocate, kFree, kGraph, kRelay, kNotice };

struct Op;

/// One event in another operation's list of preconditions, threaded into that event's list of waiters.
struct Waiter {
  Op* consumer;
  Waiter* next;
  bool orderOnly;  // the event's poison does not concern the consumer
};

/// In `Op::waiters` once the event has triggered.
inline Waiter* triggered() {
  static Waiter mark{nullptr, nullptr, false};
  return &mark;
}

class Launch;
class Actor;

/// Memory of the explicit model: its address is known once its allocation is complete.
struct Buffer {
  void* address = nullptr;
  size_t bytes = 0;
};

/// An operation and its event. Slots are recycled by the issuing thread alone; any thread may complete one.
struct alignas(kCacheLine) Op : Ready {
  Op() : Ready(What::kOp) {}
  std::atomic<Waiter*> waiters{nullptr};
  std::atomic<uint32_t> pending{0};
  std::atomic<int32_t> status{kOk};  // poison that came in, then the operation's own outcome
  uint32_t generation = 0;
  uint32_t slot = 0;
  uint32_t resource = 0;
  OpKind kind = OpKind::kMerge;
  Body body = nothing;
  Body skipped = nullptr;  // runs in place of `body` when poisoned
  void* argument = nullptr;
  // kCopy, kAllocate, kFree
  Buffer* from = nullptr;
  Buffer* to = nullptr;
  size_t fromOffset = 0, toOffset = 0, bytes = 0;
  // kGraph, kRelay
  Launch* launch = nullptr;
  Actor* actor = nullptr;
  uint32_t node = 0, parity = 0;
  EventId subject = 0;  // kNotice: the event that the owner asked to be told of

  Waiter* preconditions(uint32_t count);
  EventId id() const { return static_cast<EventId>(generation) << kSlotBits | slot; }
  bool complete() const { return waiters.load(std::memory_order_acquire) == triggered(); }
  void poison(int32_t why) { status.store(why, std::memory_order_relaxed); }

 private:
  Waiter inline_[4];
  std::unique_ptr<Waiter[]> more_;
  uint32_t capacity_ = 4;
};

inline Waiter* Op::preconditions(uint32_t count) {
  if (count <= 4) return inline_;
  if (count > capacity_) {
    more_ = std::make_unique<Waiter[]>(count);
    capacity_ = count;
  }
  return more_.get();
}

}  // namespace maniple::graph
