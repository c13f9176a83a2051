// Worker threads of a machine. A worker goes through JavaScript every now and then, which is where the engine can end its
// thread, and whenever there are modules to import.
#include <chrono>

#include "graph_javascript.h"
#include "graph_machine.h"

namespace maniple::binding {

namespace {

constexpr auto kTurn = std::chrono::milliseconds(50);
constexpr double kStopped = 0, kImport = 1;

/// Calls the worker's `run(token)`, in the C API for `mayGoOn`'s reason.
struct WorkerHost : JavaScriptHost {
  WorkerHost(napi_env e, napi_value f) : env(e), function(f) {}
  int32_t run(double token, bool) override {
    napi_handle_scope scope;
    napi_open_handle_scope(env, &scope);
    napi_value argument = Napi::Number::New(env, token), result = nullptr, global = nullptr;
    napi_get_global(env, &global);
    const bool fine = napi_call_function(env, global, function, 1, &argument, &result) == napi_ok;
    const int32_t status = fine ? static_cast<int32_t>(toDouble(Napi::Value(env, result))) : kHostGone;
    napi_close_handle_scope(env, scope);
    return status;
  }
  napi_env env;
  napi_value function;
};

/// serveGraph(machine, index, imported, run): 0 when the machine stopped, 1 when there is more to import.
Napi::Value serveGraph(const Napi::CallbackInfo& info) {
  const std::shared_ptr<SharedMachine> shared = Machines::instance().find(static_cast<int>(toDouble(info[0])));
  if (shared == nullptr) return Napi::Number::New(info.Env(), kStopped);
  const auto index = static_cast<uint32_t>(toDouble(info[1]));
  const auto imported = static_cast<size_t>(toDouble(info[2]));
  WorkerHost host(info.Env(), info[3]);
  HostGuard guard(&host);
  {
    std::lock_guard<std::mutex> lock(shared->mutex);
    if (shared->modules.size() > imported) return Napi::Number::New(info.Env(), kImport);
    shared->imported[index] = imported;
  }
  shared->machine.enter();
  graph::Left left = graph::Left::kPaused;
  bool more = false;
  while (left == graph::Left::kPaused && !more) {
    left = shared->machine.host(index, [] { return false; }, std::chrono::steady_clock::now() + kTurn);
    if (!mayGoOn(info.Env())) break;
    std::lock_guard<std::mutex> lock(shared->mutex);
    more = shared->modules.size() > imported;
  }
  {
    std::lock_guard<std::mutex> lock(shared->mutex);
    shared->imported.erase(index);
  }
  shared->machine.leave();
  return Napi::Number::New(info.Env(), more ? kImport : kStopped);
}

Napi::Value graphModules(const Napi::CallbackInfo& info) {
  Napi::Array list = Napi::Array::New(info.Env());
  const std::shared_ptr<SharedMachine> shared = Machines::instance().find(static_cast<int>(toDouble(info[0])));
  if (shared == nullptr) return list;
  std::lock_guard<std::mutex> lock(shared->mutex);
  for (uint32_t i = 0; i < shared->modules.size(); i++)
    list.Set(i, Napi::String::New(info.Env(), shared->modules[i]));
  return list;
}

/// graphFailure(machine, text): the status that stands for it.
Napi::Value graphFailure(const Napi::CallbackInfo& info) {
  const std::shared_ptr<SharedMachine> shared = Machines::instance().find(static_cast<int>(toDouble(info[0])));
  if (shared == nullptr) return Napi::Number::New(info.Env(), kHostGone);
  constexpr size_t kRemembered = 1000;
  std::lock_guard<std::mutex> lock(shared->mutex);
  const int32_t status = shared->nextFailure++;
  shared->failures[status] = toString(info[1]);
  if (shared->failures.size() > kRemembered) shared->failures.erase(shared->failures.begin());
  return Napi::Number::New(info.Env(), status);
}

}  // namespace

void exportGraphServe(Napi::Object exports) {
  setMethod(exports, method<serveGraph>("serveGraph"));
  setMethod(exports, method<graphModules>("graphModules"));
  setMethod(exports, method<graphFailure>("graphFailure"));
}

}  // namespace maniple::binding
