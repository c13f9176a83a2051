// What the graph's tests share: worker threads for a machine, and random graphs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "../graph/machine.h"

namespace maniple::test {

using graph::EventId;
using graph::Machine;

constexpr auto kNever = std::chrono::steady_clock::time_point::max();

/// Threads 1 … processors − 1 of a machine, for as long as this lives.
class Workers {
 public:
  explicit Workers(Machine& machine) : machine_(machine) {
    for (uint32_t i = 1; i < machine.processors(); i++)
      threads_.emplace_back([&machine, i] {
        machine.enter();
        machine.host(i, [] { return false; }, kNever);
        machine.leave();
      });
  }
  ~Workers() {
    machine_.stop();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  Machine& machine_;
  std::vector<std::thread> threads_;
};

inline void await(Machine& machine, EventId event) { machine.wait(event, kNever); }

/// A small generator of our own: the same numbers everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2654435769u + 1) {}
  uint32_t below(uint32_t limit) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<uint32_t>(state_ >> 33) % limit;
  }

 private:
  uint64_t state_;
};

}  // namespace maniple::test
