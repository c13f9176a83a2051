// A clock that costs a few nanoseconds to read, for telling short from long: not for measuring.
#pragma once

#include <chrono>
#include <cstdint>

namespace maniple {

inline uint64_t ticks() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// About how many `ticks` a microsecond has.
inline uint64_t ticksPerMicrosecond() noexcept {
#if defined(__x86_64__)
  return 3000;  // processors' counters run at 2 to 4 GHz
#elif defined(__aarch64__)
  uint64_t frequency;
  __asm__ __volatile__("mrs %0, cntfrq_el0" : "=r"(frequency));
  return frequency / 1000000;
#else
  using Period = std::chrono::steady_clock::period;
  return static_cast<uint64_t>(Period::den / Period::num / 1000000);
#endif
}

}  // namespace maniple
