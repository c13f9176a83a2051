// The process-wide table of executors, and the threads of workers that serve one of them by its number.
#pragma once
#include <memory>

#include "../core/executor.h"
#include "marshal.h"

namespace maniple::binding {

// The executor's number from now on.
int enrollExecutor(const std::shared_ptr<Executor>& executor);
void strikeExecutor(int id);

void exportExecutorServe(Napi::Object exports);

}  // namespace maniple::binding
