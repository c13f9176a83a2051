#include "executor_serve.h"

#include <map>
#include <mutex>

namespace maniple::binding {

namespace {

// How often a worker goes through JavaScript, which is where the engine can terminate its thread.
constexpr int kServeMilliseconds = 50;

// Behind a mutex, and never destroyed.
struct Registry {
  std::mutex mutex;
  std::map<int, std::shared_ptr<Executor>> executors;
  int next = 1;
};

Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

std::shared_ptr<Executor> find(int id) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto found = r.executors.find(id);
  return found == r.executors.end() ? nullptr : found->second;
}

// Goes through the engine, which stops a thread that is to be terminated there; false when it did.
// In the C API: the wrappers would throw the error anew, which a thread under termination cannot.
bool mayGoOn(napi_env env) {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value result = nullptr;
  const bool fine = napi_run_script(env, Napi::String::New(env, "0"), &result) == napi_ok;
  napi_close_handle_scope(env, scope);
  return fine;
}

void serve(const Napi::CallbackInfo& info) {
  const std::shared_ptr<Executor> executor = find(static_cast<int>(toDouble(info[0])));
  if (executor == nullptr) return;
  const auto thread = static_cast<uint32_t>(toDouble(info[1]));
  executor->relieve(thread);
  executor->enter();
  while (executor->serve(kServeMilliseconds, thread) && mayGoOn(info.Env())) {
  }
  executor->leave();
}

}  // namespace

int enrollExecutor(const std::shared_ptr<Executor>& executor) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.executors.emplace(r.next, executor);
  return r.next++;
}

void strikeExecutor(int id) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.executors.erase(id);
}

void exportExecutorServe(Napi::Object exports) { setMethod(exports, method<serve>("serve")); }

}  // namespace maniple::binding
