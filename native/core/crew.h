// Threads that share the work inside one unit, for routines whose parallel parts are short and follow on each other. A launch has
// several units for it: the first that a thread comes to leads, the rest join until the leader is through.
//
//     unit 0 (leads)   ──serial──┬─each: parts 0 1 2 ─┬──serial──┬─each: 0 1 ──┬── over
//     unit 8 (joined)    looks …  └─ parts 5 4 3 ──────┘  looks …  └─ 3 2 ──────┘
//
// No thread waits for one that has not come: a leader alone takes all parts. A part's result must not depend on the thread that computes
// it. The leader takes parts from the front and its helpers from the back, so that threads which keep up with each other find their parts
// of an array in their caches again.
#pragma once

#include <atomic>
#include <cstdint>

#include "parking.h"

namespace maniple {

class Crew {
 public:
  // Runs body(i) for i in [0, count), on the crew that this thread leads; without one, and inside a part, on this thread alone.
  template <typename Body>
  static void each(int64_t count, const Body& body) {
    Crew* const crew = count > 1 && count <= kMostParts ? leading() : nullptr;
    if (crew == nullptr) {
      for (int64_t i = 0; i < count; i++) body(i);
      return;
    }
    crew->share([](const void* context, int64_t i) { (*static_cast<const Body*>(context))(i); }, &body, count);
  }

  // Calls body(from, to) for parts of [0, count) of so many, on the crew if they are `shared`.
  template <typename Body>
  static void eachPart(int64_t count, int64_t together, bool shared, const Body& body) {
    const int64_t parts = (count + together - 1) / together;
    const auto part = [&](int64_t i) { body(i * together, count < (i + 1) * together ? count : (i + 1) * together); };
    if (shared) return each(parts, part);
    for (int64_t i = 0; i < parts; i++) part(i);
  }

  // A unit of a launch. The first thread calls lead(); threads that come meanwhile help with its parts, if `able`. `state` is the
  // launch's: 0 before, and reset to 0 after it.
  template <typename Lead>
  static void unit(double* state, bool able, const Lead& lead) {
    Crew* crew = nullptr;
    if (!enter(state, able, crew)) return;
    lead();
    leave(state, crew);
  }

  // For the end of a launch.
  static void reset(double* state) noexcept;

 private:
  using Part = void (*)(const void* context, int64_t i);
  static constexpr int64_t kMostParts = 0xffff;

  static bool enter(double* state, bool able, Crew*& crew) noexcept;
  static void leave(double* state, Crew* crew) noexcept;
  static Crew* leading() noexcept;
  static Crew* open(uint64_t& name) noexcept;

  void share(Part part, const void* context, int64_t count) noexcept;
  void help() noexcept;
  bool take(bool front, uint64_t& seen) noexcept;

  std::atomic<bool> taken_{false};
  std::atomic<uint32_t> helpers_{0};
  Parking idle_;
  alignas(64) std::atomic<uint64_t> parts_{0};  // the round's number, above the first and the end of the untaken parts
  std::atomic<bool> over_{false};
  std::atomic<Part> part_{nullptr};
  std::atomic<const void*> context_{nullptr};
  alignas(64) std::atomic<int64_t> done_{0};
};

}  // namespace maniple
