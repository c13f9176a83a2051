#include "executor_serve.h"

namespace maniple::binding {

namespace {

// How often a worker goes through JavaScript, which is where the engine can terminate its thread.
constexpr int kServeMilliseconds = 50;

void serve(const Napi::CallbackInfo& info) {
  const std::shared_ptr<Executor> executor = Executors::instance().find(static_cast<int>(toDouble(info[0])));
  if (executor == nullptr) return;
  const auto thread = static_cast<uint32_t>(toDouble(info[1]));
  executor->relieve(thread);
  executor->enter();
  while (executor->serve(kServeMilliseconds, thread) && mayGoOn(info.Env())) {
  }
  executor->leave();
}

}  // namespace

void exportExecutorServe(Napi::Object exports) { setMethod(exports, method<serve>("serve")); }

}  // namespace maniple::binding
