// An owner that awaits events without blocking, as an event loop does:
//
//     notify(e)   work()   rest() → kUntilCalled ············ call   work() → kDone   takeNotices() → e
//     worker                        … completes e: the notice is due, the owner rests: it is called
//
// A thread that gives the owner work, a notice or an item for a resource that it serves, looks afterwards whether the owner rests; the
// owner says that it rests before it looks for the last time. Both are sequentially consistent, so at least one of the two sees the
// other's write.
#include "machine.h"

namespace maniple::graph {

namespace {

constexpr auto kPatience = std::chrono::microseconds(100);

}  // namespace

void Machine::setCall(void (*call)(void*), void* data) {
  std::lock_guard<std::mutex> lock(callMutex_);
  call_ = call;
  callData_ = data;
}

void Machine::callResting() {
  if (!resting_.exchange(false, std::memory_order_seq_cst)) return;
  std::lock_guard<std::mutex> lock(callMutex_);
  if (call_ != nullptr) call_(callData_);
}

/// Without workers the owner serves everything.
bool Machine::ownerServes(uint32_t resource) const {
  return hosts_.load(std::memory_order_seq_cst) == 0 || resource == ownerResource() || resource % processors_ == 0;
}

void Machine::notify(EventId event) {
  Op* op = obtain(OpKind::kNotice);
  op->subject = event;
  issue(op, &event, 1);
}

Left Machine::work(std::chrono::steady_clock::time_point deadline) {
  resting_.store(false, std::memory_order_relaxed);
  return host(0, [&] { return !notices_.empty(); }, deadline, kPatience);
}

Rest Machine::rest() {
  resting_.store(true, std::memory_order_seq_cst);
  bool work = !notices_.empty() || stopping_.load(std::memory_order_seq_cst), waits = false;
  for (uint32_t r = 0; r < resources_.size(); r++) {
    if (!ownerServes(r)) continue;
    work |= !resources_[r]->ready.empty();
    waits |= resources_[r]->busy.load(std::memory_order_relaxed);
  }
  if (work) {
    resting_.store(false, std::memory_order_relaxed);
    return Rest::kWork;
  }
  return waits && hosts_.load(std::memory_order_seq_cst) != 0 ? Rest::kLookAgain : Rest::kUntilCalled;
}

void Machine::takeNotices(std::vector<EventId>& out) {
  for (Ready* item = notices_.takeAll(); item != nullptr;) {
    Ready* next = item->next;
    Op* op = static_cast<Op*>(item);
    out.push_back(op->subject);
    complete(op, kOk);
    item = next;
  }
}

}  // namespace maniple::graph
