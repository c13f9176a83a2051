// Waiting on memory: the hint that this core is spinning.
#pragma once

#include <cstdint>

namespace maniple::graph {

constexpr uint32_t kCacheLine = 64;

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

}  // namespace maniple::graph
