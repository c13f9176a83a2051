// Commands of the explicit model as numbers, so that a batch of operations is one call. Layout: lib/graph/addon.ts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../graph/machine.h"

namespace maniple::binding {

/// Issues `count` commands; writes the events they return, and returns how many.
size_t runCommands(graph::Machine& machine, const double* commands, size_t count, double* events);

}  // namespace maniple::binding
