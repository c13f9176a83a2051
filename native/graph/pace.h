// How often an actor that has work looks into its mailboxes. A look is a cache miss, for the other side writes there:
//
//     long tasks    before every task, so that no actor waits long for a message
//     short tasks   before every fourth, and the line is fetched one task ahead
//
// An actor without work looks all the time.
#pragma once

#include <cstdint>

#include "../core/ticks.h"

namespace maniple::graph {

class Pace {
 public:
  /// Counts a task that is about to run; true when a look is due before it.
  bool due() {
    if (++since_ < every_) return false;
    const uint64_t now = ticks();
    if (last_ != 0) every_ = now - last_ < since_ * short_ ? kTasks : 1;
    last_ = now;
    since_ = 0;
    return true;
  }
  /// Whether the next look is due after the coming task.
  bool soon() const { return since_ + 1 >= every_; }
  /// There was nothing to run: the time since the last look says nothing about tasks.
  void rest() {
    since_ = 0;
    last_ = 0;
  }

 private:
  static constexpr uint32_t kTasks = 4;
  const uint64_t short_ = ticksPerMicrosecond() / 2;
  uint64_t last_ = 0;
  uint32_t since_ = 0, every_ = 1;
};

}  // namespace maniple::graph
