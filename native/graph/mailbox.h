// Messages between actors: one 4-byte store each, into memory that only the consumer polls.
//
// A message is `node << 2 | poison << 1 | parity`. Between two actors a launch sends the same number of messages every
// time, so slot k of a mailbox is written once per launch; the parity alternates between launches and tells a new message
// from the last launch's. Nothing is ever reset.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "cacheline.h"

namespace maniple::graph {

using Message = uint32_t;
using Slot = std::atomic<Message>;

constexpr Message message(uint32_t node, bool poison, uint32_t parity) {
  return node << 2 | (poison ? 2u : 0u) | parity;
}

/// Slots that share no cache line with anything else.
class Slots {
 public:
  explicit Slots(uint32_t count) : storage_(new Line[(count + kPerLine - 1) / kPerLine]()) {}
  Slot* data() { return storage_[0].slots; }

 private:
  static constexpr uint32_t kPerLine = kCacheLine / sizeof(Slot);
  struct alignas(kCacheLine) Line {
    Slot slots[kPerLine];
  };
  std::unique_ptr<Line[]> storage_;
};

/// The consumer's end of a mailbox with one producer.
struct Inbox {
  const Slot* slots;
  uint32_t count;
  uint32_t head;
};

/// The producer's end.
struct Outbox {
  Slot* slots;
  uint32_t sent;
};

/// A mailbox that any thread may write: external conditions and completions of devices.
struct OpenBox {
  std::unique_ptr<Slots> slots;
  uint32_t count = 0;
  uint32_t head = 0;
  alignas(kCacheLine) std::atomic<uint32_t> tail{0};
};

}  // namespace maniple::graph
