// Issues operations, and triggers events.
#include "machine.h"

#include "../core/memory.h"

namespace maniple::graph {

Machine::Machine(uint32_t processors, uint32_t channels)
    : processors_(processors), channels_(channels), homes_(processors) {
  for (uint32_t i = 0; i <= processors + channels; i++) resources_.push_back(std::make_unique<Resource>());
  for (uint32_t i = 0; i < processors + channels; i++) homes_[i % processors].push_back(i);
  homes_[0].push_back(ownerResource());
}

Machine::~Machine() {
  for (Buffer& buffer : buffers_) poolFree(buffer.address, buffer.bytes);
}

Buffer* Machine::buffer(size_t bytes) {
  if (freeBuffers_.empty()) freeBuffers_.push_back(&buffers_.emplace_back());
  Buffer* const buffer = freeBuffers_.back();
  freeBuffers_.pop_back();
  buffer->bytes = bytes;
  return buffer;
}

Op* Machine::obtain(OpKind kind) {
  if (free_ == nullptr) reclaim();
  Op* op;
  if (free_ != nullptr) {
    op = static_cast<Op*>(free_);
    free_ = free_->next;
    freeCount_--;
  } else {
    op = &ops_.emplace_back();
    op->slot = static_cast<uint32_t>(ops_.size() - 1);
  }
  op->generation = op->generation % kLastGeneration + 1;
  op->waiters.store(nullptr, std::memory_order_relaxed);
  op->status.store(kOk, std::memory_order_relaxed);
  op->kind = kind;
  op->skipped = nullptr;
  return op;
}

void Machine::reclaim() {
  for (Ready* item = returned_.takeAll(); item != nullptr;) {
    Ready* next = item->next;
    Op* op = static_cast<Op*>(item);
    const int32_t status = op->status.load(std::memory_order_relaxed);
    if (status != kOk) poisoned_.emplace(op->id(), status);
    if (op->kind == OpKind::kFree) freeBuffers_.push_back(op->to);
    op->next = free_;
    free_ = op;
    freeCount_++;
    item = next;
  }
  for (size_t i = 0; i < retired_.size();) {
    if (retired_[i]->underWay.load(std::memory_order_acquire) != 0) {
      i++;
      continue;
    }
    graphs_.erase(retired_[i]);
    retired_[i] = retired_.back();
    retired_.pop_back();
  }
}

size_t Machine::live() {
  reclaim();
  return ops_.size() - freeCount_;
}

/// Threads `op` into the event's waiters; false when the event is complete.
bool Machine::precede(EventId event, Op* op, Waiter* waiter, bool orderOnly) {
  Op& source = ops_[event & ((1u << kSlotBits) - 1)];
  if (event >> kSlotBits != source.generation) {
    const auto found = poisoned_.find(event);
    if (found != poisoned_.end() && !orderOnly) op->poison(found->second);
    return false;
  }
  waiter->consumer = op;
  waiter->orderOnly = orderOnly;
  Waiter* head = source.waiters.load(std::memory_order_acquire);
  do {
    if (head == triggered()) {
      const int32_t status = source.status.load(std::memory_order_relaxed);
      if (status != kOk && !orderOnly) op->poison(status);
      return false;
    }
    waiter->next = head;
  } while (!source.waiters.compare_exchange_weak(head, waiter, std::memory_order_acq_rel, std::memory_order_acquire));
  return true;
}

EventId Machine::issue(Op* op, const EventId* pre, uint32_t count, EventId after) {
  const EventId id = op->id();
  Waiter* waiters = op->preconditions(count + 1);
  op->pending.store(count + 2, std::memory_order_relaxed);
  uint32_t met = 1;
  for (uint32_t i = 0; i < count; i++)
    if (pre[i] == 0 || !precede(pre[i], op, &waiters[i], false)) met++;
  if (after == 0 || !precede(after, op, &waiters[count], true)) met++;
  if (op->pending.fetch_sub(met, std::memory_order_acq_rel) == met) {
    Op* inlineOps = nullptr;
    start(op, inlineOps);
    drain(inlineOps);
  }
  return id;
}

EventId Machine::user() {
  Op* op = obtain(OpKind::kUser);
  op->pending.store(1, std::memory_order_relaxed);
  return op->id();
}

bool Machine::trigger(EventId event, int32_t status) {
  Op& op = ops_[event & ((1u << kSlotBits) - 1)];
  if (op.generation != event >> kSlotBits || op.complete()) return false;
  complete(&op, status);
  return true;
}

EventId Machine::merge(const EventId* pre, uint32_t count) { return issue(obtain(OpKind::kMerge), pre, count); }

EventId Machine::task(uint32_t resource, Body body, void* argument, const EventId* pre, uint32_t count) {
  Op* op = obtain(OpKind::kTask);
  op->resource = resource;
  op->body = body;
  op->argument = argument;
  return issue(op, pre, count);
}

EventId Machine::ownerTask(Body body, Body skipped, void* argument, const EventId* pre, uint32_t count) {
  Op* op = obtain(OpKind::kTask);
  op->resource = ownerResource();
  op->body = body;
  op->skipped = skipped;
  op->argument = argument;
  return issue(op, pre, count);
}

EventId Machine::copy(Buffer* from, size_t fromOffset, Buffer* to, size_t toOffset, size_t bytes, const EventId* pre,
                      uint32_t count) {
  Op* op = obtain(OpKind::kCopy);
  op->resource = channel(op->slot);
  op->from = from;
  op->to = to;
  op->fromOffset = fromOffset;
  op->toOffset = toOffset;
  op->bytes = bytes;
  return issue(op, pre, count);
}

EventId Machine::allocate(Buffer* buffer, const EventId* pre, uint32_t count) {
  Op* op = obtain(OpKind::kAllocate);
  op->to = buffer;
  return issue(op, pre, count);
}

EventId Machine::release(Buffer* buffer, const EventId* pre, uint32_t count) {
  Op* op = obtain(OpKind::kFree);
  op->to = buffer;
  return issue(op, pre, count);
}

EventState Machine::state(EventId event, int32_t* status) const {
  *status = kOk;
  if (event == 0) return EventState::kDone;
  const Op& op = ops_[event & ((1u << kSlotBits) - 1)];
  if (op.generation == event >> kSlotBits) {
    if (!op.complete()) return EventState::kPending;
    *status = op.status.load(std::memory_order_relaxed);
  } else if (const auto found = poisoned_.find(event); found != poisoned_.end()) {
    *status = found->second;
  }
  return *status == kOk ? EventState::kDone : EventState::kPoisoned;
}

// Triggering. Operations that need no processor run where their last precondition completes, from a list rather than
// by recursion: a chain of a million merges must not need a million frames.

void Machine::complete(Op* op, int32_t status) {
  Op* inlineOps = nullptr;
  settle(op, status, inlineOps);
  drain(inlineOps);
}

void Machine::drain(Op* inlineOps) {
  while (inlineOps != nullptr) {
    Op* op = inlineOps;
    inlineOps = static_cast<Op*>(op->next);
    startNow(op, inlineOps);
  }
}

void Machine::settle(Op* op, int32_t status, Op*& inlineOps) {
  op->status.store(status, std::memory_order_relaxed);
  Waiter* waiter = op->waiters.exchange(triggered(), std::memory_order_seq_cst);
  while (waiter != nullptr) {
    Waiter* next = waiter->next;
    Op* consumer = waiter->consumer;
    if (status != kOk && !waiter->orderOnly) consumer->poison(status);
    if (consumer->pending.fetch_sub(1, std::memory_order_acq_rel) == 1) start(consumer, inlineOps);
    waiter = next;
  }
  const bool wake = awaited_.load(std::memory_order_seq_cst) == op;
  returned_.push(op);
  if (wake) parking_.wake(kEveryone);
}

void Machine::start(Op* op, Op*& inlineOps) {
  if (op->kind == OpKind::kTask || op->kind == OpKind::kCopy) return push(op->resource, op);
  op->next = inlineOps;
  inlineOps = op;
}

void Machine::startNow(Op* op, Op*& inlineOps) {
  int32_t status = op->status.load(std::memory_order_relaxed);
  switch (op->kind) {
    case OpKind::kGraph:
      return startLaunch(op);
    case OpKind::kRelay:
      if (status != kOk) op->launch->fail(status);
      op->actor->deliver(op->node, status != kOk, op->parity);
      wakeAll();
      return settle(op, kOk, inlineOps);
    case OpKind::kNotice:
      notices_.push(op);
      return wakeAll();
    case OpKind::kAllocate:
      if (status == kOk) {
        op->to->address = poolAlloc(op->to->bytes);
        if (op->to->address == nullptr) status = kOutOfMemory;
      }
      return settle(op, status, inlineOps);
    case OpKind::kFree:
      poolFree(op->to->address, op->to->bytes);
      op->to->address = nullptr;
      return settle(op, status, inlineOps);
    default:
      return settle(op, status, inlineOps);
  }
}

void Machine::push(uint32_t resource, Ready* item) {
  resources_[resource]->ready.push(item);
  parking_.wake(kEveryone);
  if (resting_.load(std::memory_order_seq_cst) && ownerServes(resource)) callResting();
}

}  // namespace maniple::graph
