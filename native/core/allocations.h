// The ranges of memory that launches may use: JavaScript has allocated or lent them, and not given them back.
//
//     address   0x1000        0x2000                   each range under its first address
//               [ pool block ) [ lent buffer )
//
// Allocations come and go rarely, since the runtime keeps the blocks that it frees; addresses are looked up at each launch. So the
// ranges are in a map behind a mutex, and each thread that looks up keeps the ranges that it met, until any is given back.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maniple {

// Enters a range; false when there is no memory to note it.
bool enterAllocation(const void* address, std::size_t bytes) noexcept;

// Strikes a range out; false, and nothing changes, where no such range is entered.
bool leaveAllocation(const void* address, std::size_t bytes) noexcept;

// Looks ranges up. For one thread at a time.
class Allocations {
 public:
  // From this call on, ranges that were given back before it are not found.
  void refresh() noexcept;
  // Whether the bytes [low, high) are in one range.
  bool hold(double low, double high) noexcept {
    if (!(low >= 1 && low < high && high <= kEnd)) return false;
    const Range& known = known_[slotOf(low)];
    return (low >= known.begin && high <= known.end) || look(low, high);
  }
  // Whether any of the bytes [low, high) is in a range.
  bool meet(double low, double high) const noexcept;

 private:
  struct Range {
    double begin = 1;
    double end = 0;
  };
  static constexpr double kEnd = 9007199254740992.0;
  static constexpr std::size_t kKnown = 256;
  static std::size_t slotOf(double address) noexcept { return static_cast<std::size_t>(static_cast<int64_t>(address)) >> 16 & (kKnown - 1); }
  bool look(double low, double high) noexcept;

  Range known_[kKnown];
  uint64_t left_ = 0;
};

}  // namespace maniple
