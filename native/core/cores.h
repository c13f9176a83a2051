// Where a thread runs, and moving it elsewhere. It stays free to be moved again: threads are never bound. Linux alone;
// elsewhere nothing is known and nothing moves.
#pragma once

#include <cstdint>

namespace maniple {

// Cores by number; cores beyond the first kMost are left out.
class CoreSet {
 public:
  static constexpr int kMost = 1024;
  void add(int core) noexcept {
    if (core >= 0 && core < kMost) words_[core / 64] |= uint64_t{1} << core % 64;
  }
  bool has(int core) const noexcept {
    return core >= 0 && core < kMost && (words_[core / 64] >> core % 64 & 1) != 0;
  }

  bool empty() const noexcept {
    for (const uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }

 private:
  uint64_t words_[kMost / 64] = {};
};

// The core that the calling thread runs on; -1 where that is not known.
int currentCore() noexcept;

// The calling thread, as the system numbers it.
int currentThread() noexcept;

// Keeps a thread away from some of the cores that it may use, for the time being: it moves at once if it is on one. False,
// and nothing is changed, when no core would be left or the system refuses. `before`: the cores that it may use otherwise.
bool keepOff(int thread, const CoreSet& cores, CoreSet& before) noexcept;

// Lets it use these again.
void letUse(int thread, const CoreSet& cores) noexcept;

}  // namespace maniple
