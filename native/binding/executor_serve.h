// The threads of workers that serve an executor by its number.
#pragma once
#include "../core/executor.h"
#include "registry.h"

namespace maniple::binding {

using Executors = Registry<Executor>;

void exportExecutorServe(Napi::Object exports);

}  // namespace maniple::binding
