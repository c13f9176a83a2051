// Devices that complete asynchronously (thesis 6.4.3). A launch node hands work to the device and is finished at once; the
// device orders its own work by `after`, and tells the graph of a completion only where a host node needs to know.
#pragma once

#include <cstddef>
#include <cstdint>

#include "body.h"

namespace maniple::graph {

class Actor;
class Machine;

/// The completion node of one piece of device work: signalled exactly once per launch, from any thread. The call goes
/// through a pointer, so that a device may be in a library of its own.
struct Signal {
  void (*deliver)(const Signal& signal, int32_t status) = nullptr;
  Actor* actor = nullptr;
  uint32_t node = 0;
  Machine* machine = nullptr;
  void signal(int32_t status) const { deliver(*this, status); }
};

/// One piece of device work, as a launch node hands it over. `marker` names it within its graph's launch.
struct AsyncWork {
  void* argument;
  uint32_t marker;
  const uint32_t* after;  // markers, enqueued earlier in this launch, that must be complete first
  size_t afterCount;
  const Signal* done;  // null when nothing on the host waits for it
};

class AsyncDevice {
 public:
  virtual ~AsyncDevice() = default;
  /// Enqueues; returns without waiting. Not 0: nothing was enqueued and `done` will not be signalled.
  virtual int32_t enqueue(const AsyncWork& work) = 0;
};

}  // namespace maniple::graph
