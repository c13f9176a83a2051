// The list of work on a resource: operations with complete preconditions, and actors of launched graphs.
#pragma once

#include <atomic>

#include "cacheline.h"

namespace maniple::graph {

/// A link in one list at a time.
struct Ready {
  enum class What : uint8_t { kOp, kActor };
  explicit Ready(What is) : what(is) {}
  const What what;
  Ready* next = nullptr;
};

/// Many threads push, one takes everything at a time, oldest first.
class ReadyList {
 public:
  void push(Ready* item) {
    Ready* head = head_.load(std::memory_order_relaxed);
    do item->next = head;
    while (!head_.compare_exchange_weak(head, item, std::memory_order_seq_cst, std::memory_order_relaxed));
  }

  bool empty() const { return head_.load(std::memory_order_seq_cst) == nullptr; }

  Ready* takeAll() {
    Ready* item = head_.exchange(nullptr, std::memory_order_acquire);
    Ready* oldest = nullptr;
    while (item != nullptr) {
      Ready* next = item->next;
      item->next = oldest;
      oldest = item;
      item = next;
    }
    return oldest;
  }

 private:
  alignas(kCacheLine) std::atomic<Ready*> head_{nullptr};
};

}  // namespace maniple::graph
