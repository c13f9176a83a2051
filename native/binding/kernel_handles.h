// Handles of kernels, which the engine collects: a kernel's use ends with its handle.
#pragma once

#include <memory>

#include "../core/executor.h"
#include "marshal.h"

namespace maniple::binding {

/// A handle for the maker's use of a kernel. `executor`: the one whose launches may run the kernel; the use ends when the ones submitted by
/// then are complete. Null where no launch names the number.
Napi::Value handleOf(Napi::Env env, int kernel, std::shared_ptr<Executor> executor);

}  // namespace maniple::binding
