// Compiled programs for JavaScript: handles that the engine collects.
#pragma once

#include <memory>

#include "../graph/program.h"
#include "marshal.h"

namespace maniple::binding {

// What a call finds in the numbers that it shares with JavaScript, and leaves there: CONTROL in lib/native/addon.ts.
enum Control { kOver = 0, kLast = 1, kProgram = 2, kWaitFor = 3, kLink = 4, kBefore = 5, kControls = 6 };

// compile(params, steps, fills, nodes, edges, args, here, brief): a handle, its address in kProgram; null when it cannot be made.
Napi::Value compileProgram(const Napi::CallbackInfo& info, const std::shared_ptr<Executor>& executor, double* control);

// link(before, program, edges): the number of a link, or -1 when there is none.
Napi::Value linkPrograms(const Napi::CallbackInfo& info);

// Launches what `control` says; the last launch's number.
uint64_t replayProgram(const double* control, const double* args);

inline graph::Program& programOf(const Napi::Value& handle) { return *handle.As<Napi::External<graph::Program>>().Data(); }

}  // namespace maniple::binding
