// One launch of a compiled graph: the state that its actors share.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "body.h"

namespace maniple::graph {

class Compiled;
struct Op;

class Launch {
 public:
  /// Records the first failure; the launch's event and the poisoned postconditions carry it.
  void fail(int32_t status) {
    int32_t none = kOk;
    status_.compare_exchange_strong(none, status, std::memory_order_acq_rel);
  }
  int32_t status() const { return status_.load(std::memory_order_acquire); }
  /// An actor has run its last node; true for the last actor.
  bool actorDone() { return actorsLeft_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  void prepare(Compiled* of, Op* event, uint32_t actors, uint32_t newParity) {
    graph = of;
    op = event;
    parity = newParity;
    cancelled = false;
    busy.store(true, std::memory_order_relaxed);
    status_.store(kOk, std::memory_order_relaxed);
    actorsLeft_.store(actors, std::memory_order_relaxed);
  }

  Compiled* graph = nullptr;
  Op* op = nullptr;            // its event
  uint32_t parity = 0;
  std::vector<Op*> posts;      // events of the postconditions
  bool cancelled = false;      // a precondition failed: nothing runs, everything is poisoned
  std::atomic<bool> busy{false};

 private:
  std::atomic<uint32_t> actorsLeft_{0};
  std::atomic<int32_t> status_{kOk};
};

}  // namespace maniple::graph
