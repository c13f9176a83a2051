// When launches ran, and on which threads, while a profile is taken. Otherwise a run costs one load of a flag.
//
//     launch 7   thread 0 |■■■■■|     thread 1 |■■■|         points that follow each other on a thread are one stretch
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace maniple {

// A launch's stretch on a thread, in seconds of the steady clock.
struct Stretch {
  double begin, end;
  uint64_t launch;
  uint32_t thread;
};

class Timeline {
 public:
  static bool isOn() noexcept { return on_.load(std::memory_order_relaxed); }
  // Notes stretches from now on; false without memory for them.
  static bool start() noexcept;
  // Notes none from now on, and moves those so far to `out`: no launch may be under way. Returns how many found no room.
  static std::size_t stop(std::vector<Stretch>& out);
  static double now() noexcept;
  static void note(uint64_t launch, double begin) noexcept;

 private:
  static std::atomic<bool> on_;
};

// Notes a launch's stretch for as long as it lives.
class Timed {
 public:
  explicit Timed(uint64_t launch) noexcept : launch_(launch), begin_(Timeline::isOn() ? Timeline::now() : 0) {}
  ~Timed() {
    if (begin_ != 0) Timeline::note(launch_, begin_);
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  const uint64_t launch_;
  const double begin_;
};

}  // namespace maniple
