#include "actor.h"

#include <algorithm>
#include <utility>

#include "../core/parking.h"
#include "launch.h"
#include "pace.h"

namespace maniple::graph {

void Actor::seal() {
  const size_t count = nodes.size() - 1;
  for (List& list : ready_) list.nodes.resize(count);
  poison_.assign(count, 0);
  runsAlways_.assign(count, 0);
  for (uint32_t node : always) runsAlways_[node] = 1;
}

void Actor::begin() {
  parity_ = launch_->parity;
  remaining_ = static_cast<uint32_t>(nodes.size() - 1);
  for (List& list : ready_) list.head = list.tail = 0;
  for (Inbox& box : inboxes) box.head = 0;
  for (Outbox& box : outboxes) box.sent = 0;
  open.head = 0;
  const bool cancelled = launch_->cancelled;
  if (anyPoison_ || cancelled) std::fill(poison_.begin(), poison_.end(), cancelled);
  anyPoison_ = cancelled;
  for (uint32_t i = 0; i < gates_.count; i++) {
    gates_.open[i] = i;
    nodes[gates_.gates[i].node].pending++;
  }
  for (uint32_t i = 0; i < gates_.expected; i++) nodes[gates_.arrivals[i].node].pending++;
  const bool held = gates_.count + gates_.expected != 0;
  for (Target root : roots) {
    if (held && nodes[root & ~kUrgent].pending != 0) continue;
    List& list = ready_[root >> 31];
    list.nodes[list.tail++] = root & ~kUrgent;
  }
}

void Actor::deliver(uint32_t node, bool poison, uint32_t parity) {
  const uint32_t at = open.tail.fetch_add(1, std::memory_order_relaxed) % open.count;
  open.slots->data()[at].store(message(node, poison, parity), std::memory_order_release);
}

inline void Actor::arrive(uint32_t node, bool urgent) {
  if (--nodes[node].pending != 0) return;
  List& list = ready_[urgent];
  list.nodes[list.tail++] = node;
}

inline void Actor::receive(Message message) {
  const uint32_t node = message >> 2;
  if (message & 2u) {
    anyPoison_ = true;
    poison_[node] = 1;
  }
  arrive(node, urgent(node));
}

inline void Actor::poll() {
  for (Inbox& box : inboxes) {
    while (box.head < box.count) {
      const Message message = box.slots[box.head].load(std::memory_order_acquire);
      if ((message & 1u) != parity_) break;
      box.head++;
      receive(message);
    }
  }
  pollOthers();
}

/// Looks at open mailboxes, gates and counters: messages from outside the graph.
inline void Actor::pollOthers() {
  if (open.head < open.count) pollOpen();
  if (gates_.count != 0) pollGates();
  if (gates_.expected != 0) pollArrivals();
}

void Actor::pollOpen() {
  while (open.head < open.count) {
    const Message message = open.slots->data()[open.head].load(std::memory_order_acquire);
    if ((message & 1u) != parity_) break;
    open.head++;
    receive(message);
  }
}

void Actor::pollGates() {
  for (uint32_t i = 0; i < gates_.count;) {
    const Gate& gate = gates_.gates[gates_.open[i]];
    if (gates_.stamps[gate.stamp].load(std::memory_order_acquire) < gates_.after) {
      i++;
      continue;
    }
    gates_.open[i] = gates_.open[--gates_.count];
    arrive(gate.node, urgent(gate.node));
  }
}

void Actor::pollArrivals() {
  for (uint32_t i = 0; i < gates_.expected;) {
    Arrival& arrival = gates_.arrivals[i];
    if (arrival.counter->load(std::memory_order_acquire) < arrival.least) {
      i++;
      continue;
    }
    const uint32_t node = arrival.node;
    std::swap(arrival, gates_.arrivals[--gates_.expected]);
    arrive(node, urgent(node));
  }
}

inline void Actor::execute(uint32_t id) {
  if (anyPoison_) return executeTainted(id);
  ActorNode& node = nodes[id];
  const ActorNode& end = nodes[id + 1];
  node.pending = node.needs;
  const int32_t status = node.body(node.argument);
  if (status != kOk) return fail(id, status);
  for (uint32_t s = node.sends; s < end.sends; s++) {
    Outbox& box = outboxes[outgoing[s].box];
    box.slots[box.sent++].store(message(outgoing[s].target, false, parity_), std::memory_order_release);
  }
  for (uint32_t t = node.local; t < end.local; t++) arrive(targets[t] & ~kUrgent, targets[t] >> 31);
}

void Actor::fail(uint32_t id, int32_t status) {
  launch_->fail(status);
  anyPoison_ = true;
  poison_[id] = 1;
  passOnTainted(id);
}

/// As `execute`, in a launch with a failure: nodes that depend on the failed one do not run, and pass the poison on.
void Actor::executeTainted(uint32_t id) {
  ActorNode& node = nodes[id];
  node.pending = node.needs;
  if (!poison_[id] || runsAlways_[id]) {
    const int32_t status = node.body(node.argument);
    if (status != kOk) return fail(id, status);
  }
  passOnTainted(id);
}

void Actor::passOnTainted(uint32_t id) {
  const bool poison = poison_[id] != 0;
  for (uint32_t s = nodes[id].sends; s < nodes[id + 1].sends; s++) {
    Outbox& box = outboxes[outgoing[s].box];
    box.slots[box.sent++].store(message(outgoing[s].target, poison, parity_), std::memory_order_release);
  }
  for (uint32_t t = nodes[id].local; t < nodes[id + 1].local; t++) {
    const uint32_t target = targets[t] & ~kUrgent;
    if (poison) poison_[target] = 1;
    arrive(target, targets[t] >> 31);
  }
}

inline void Actor::fetchMail() const {
  for (const Inbox& box : inboxes) __builtin_prefetch(&box.slots[box.head]);
}

/// With nothing to run: looks for mail until there is, false after `patience` looks. A node with messages to send runs as soon as a
/// message makes it ready, before the next mailbox is looked at: no branch that is hard to predict lies between, and a misprediction is
/// most of a message's cost between two actors that take turns.
bool Actor::await(uint32_t patience) {
  for (uint32_t look = 0; look <= patience; look++) {
    for (Inbox& box : inboxes) {
      while (box.head < box.count) {
        const Message message = box.slots[box.head].load(std::memory_order_acquire);
        if ((message & 1u) != parity_) break;
        box.head++;
        const uint32_t node = message >> 2;
        if (!urgent(node) || (message & 2u)) {
          receive(message);
        } else if (--nodes[node].pending == 0) {
          remaining_--;
          execute(node);
          look = 0;
        }
      }
    }
    pollOthers();
    if (remaining_ == 0 || ready_[0].size() + ready_[1].size() != 0) return true;
    relax();
  }
  return false;
}

bool Actor::run(uint32_t patience) {
  List &calm = ready_[0], &urgent = ready_[1];
  Pace pace;
  while (remaining_ != 0) {
    const uint32_t ready = calm.size() + urgent.size();
    if (ready == 0) {
      pace.rest();
      if (!await(patience)) return false;
      continue;
    }
    if (pace.due()) poll();
    else if (ready == 1 || pace.soon()) fetchMail();
    List& list = urgent.size() != 0 ? urgent : calm;
    remaining_--;
    execute(list.nodes[list.head++]);
  }
  return true;
}

}  // namespace maniple::graph
