// A lower bound to compare with: as many threads as processors, each pinned, each walking its own points step by step and spinning on a
// counter per point. No scheduler, nothing that could run out of order: about the least overhead that a system can have.
#pragma once

#include <cstdint>
#include <vector>

#include "bench.h"

namespace maniple::taskbench {

/// Seconds that the tasks of all benches took, run so; each repeat clears the outputs first. Not safe against
/// write-after-read: rings must be as deep as there are steps.
std::vector<double> runFloor(std::vector<Bench*> benches, uint32_t processors, int repeats);

/// Floating point operations per second of the compute kernel on as many pinned threads at once, for about `seconds`.
double measurePeak(uint32_t processors, double seconds);

/// Binds the calling thread to a processor; false where that cannot be done.
bool pinThread(uint32_t processor) noexcept;

}  // namespace maniple::taskbench
