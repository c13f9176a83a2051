// What threads share is laid out in units of this.
#pragma once

#include <cstdint>

namespace maniple::graph {

constexpr uint32_t kCacheLine = 64;

}  // namespace maniple::graph
