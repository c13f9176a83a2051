// The body of a node of a graph or of an explicit task: a function and its argument. It must not throw; it returns 0, or a status that
// poisons everything that depends on it.
#pragma once

#include <cstdint>

namespace maniple::graph {

using Body = int32_t (*)(void* argument);

/// Statuses that the machinery itself reports; bodies may return any other number but 0.
enum Status : int32_t {
  kOk = 0,
  kOutOfMemory = -1,
  kCancelled = -2,
  kDeviceFailed = -3,
};

/// The body of nodes that only order the nodes around them.
inline int32_t nothing(void*) { return kOk; }

}  // namespace maniple::graph
