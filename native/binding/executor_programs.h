// Compiled programs for JavaScript: handles that the engine collects.
#pragma once

#include <memory>

#include "../graph/program.h"
#include "marshal.h"

namespace maniple::binding {

// compile(params, steps, fills, nodes, edges, args, here): a handle, or null when it cannot be made.
Napi::Value compileProgram(const Napi::CallbackInfo& info, const std::shared_ptr<Executor>& executor);

// link(before, program, edges): the number of a link, or -1 when there is none.
Napi::Value linkPrograms(const Napi::CallbackInfo& info);

// replay(program, wait, link, before): the last launch's number; `link` -1 for none.
uint64_t replayProgram(const Napi::CallbackInfo& info, const double* args);

inline graph::Program& programOf(const Napi::Value& handle) { return *handle.As<Napi::External<graph::Program>>().Data(); }

}  // namespace maniple::binding
