// Executors: one belongs to the environment that created it and is shared, by number, with the environments of its
// workers. What is process-wide here, the table of executors, is behind a mutex and never destroyed.
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "../core/executor.h"
#include "marshal.h"

namespace maniple::binding {

namespace {

// How often a worker goes through JavaScript, which is where the engine can terminate its thread.
constexpr int kServeMilliseconds = 50;
constexpr std::size_t kSmallestRecord = 16;

struct Registry {
  std::mutex mutex;
  std::map<int, std::shared_ptr<Executor>> executors;
  int next = 1;
};

Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

int enroll(const std::shared_ptr<Executor>& executor) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.executors.emplace(r.next, executor);
  return r.next++;
}

std::shared_ptr<Executor> find(int id) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  const auto found = r.executors.find(id);
  return found == r.executors.end() ? nullptr : found->second;
}

void strike(int id) {
  Registry& r = registry();
  std::lock_guard<std::mutex> lock(r.mutex);
  r.executors.erase(id);
}

struct Notice {
  uint64_t launch;
  napi_ref callback;
};

struct Bound {
  std::shared_ptr<Executor> executor;
  int id = 0;
  double* records = nullptr;
  napi_ref buffer = nullptr;
  napi_threadsafe_function wakeUp = nullptr;
  std::vector<Notice> notices;
  std::vector<Failure> failures;
};

Bound* boundOf(void* data) { return static_cast<Bound*>(data); }

// The executor's hook: any thread may call it.
void wakeLoop(void* data) {
  napi_call_threadsafe_function(static_cast<napi_threadsafe_function>(data), nullptr, napi_tsfn_nonblocking);
}

void callBack(napi_env env, napi_ref reference) {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value callback = nullptr;
  napi_value global = nullptr;
  napi_get_reference_value(env, reference, &callback);
  napi_delete_reference(env, reference);
  napi_get_global(env, &global);
  if (napi_call_function(env, global, callback, 0, nullptr, nullptr) == napi_pending_exception) {
    napi_value error = nullptr;
    napi_get_and_clear_last_exception(env, &error);
    napi_fatal_exception(env, error);
  }
  napi_close_handle_scope(env, scope);
}

// Waits for the earliest launch that somebody wants to hear of; holds the loop for as long as there is one.
void arm(napi_env env, Bound* bound) {
  if (bound->notices.empty()) {
    napi_unref_threadsafe_function(env, bound->wakeUp);
    return;
  }
  uint64_t earliest = bound->notices[0].launch;
  for (const Notice& notice : bound->notices) earliest = std::min(earliest, notice.launch);
  bound->executor->notifyAt(earliest);
}

// On the loop of the environment: calls back those whose launches are complete, in the order they asked.
void deliver(napi_env env, napi_value, void* context, void*) {
  if (env == nullptr) return;
  Bound* bound = boundOf(context);
  const uint64_t completed = bound->executor->completed();
  std::vector<Notice> due;
  std::vector<Notice> later;
  for (const Notice& notice : bound->notices) (notice.launch <= completed ? due : later).push_back(notice);
  bound->notices.swap(later);
  arm(env, bound);
  for (const Notice& notice : due) callBack(env, notice.callback);
}

napi_value submit(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  Bound* bound = boundOf(call.data);
  const int count = static_cast<int>(toDouble(env, call.args[0]));
  return fromDouble(env, static_cast<double>(bound->executor->submit(bound->records, count)));
}

napi_value completed(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, static_cast<double>(boundOf(call.data)->executor->completed()));
}

napi_value wait(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  boundOf(call.data)->executor->wait(static_cast<uint64_t>(toDouble(env, call.args[0])));
  return nullptr;
}

napi_value notify(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  Bound* bound = boundOf(call.data);
  const auto launch = static_cast<uint64_t>(toDouble(env, call.args[0]));
  napi_ref callback = nullptr;
  if (napi_create_reference(env, call.args[1], 1, &callback) != napi_ok) return nullptr;
  if (bound->executor->workers() == 0) bound->executor->wait(launch);
  if (bound->notices.empty()) napi_ref_threadsafe_function(env, bound->wakeUp);
  bound->notices.push_back({launch, callback});
  arm(env, bound);
  return nullptr;
}

napi_value failures(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  Bound* bound = boundOf(call.data);
  bound->executor->takeFailures(bound->failures);
  napi_value list = nullptr;
  napi_create_array_with_length(env, bound->failures.size() * 2, &list);
  uint32_t i = 0;
  for (const Failure& failure : bound->failures) {
    napi_set_element(env, list, i++, fromDouble(env, static_cast<double>(failure.launch)));
    napi_set_element(env, list, i++, fromDouble(env, failure.status));
  }
  return list;
}

napi_value stop(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  boundOf(call.data)->executor->stop();
  return nullptr;
}

napi_value workers(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, boundOf(call.data)->executor->workers());
}

// At the environment's end, before it closes the wake-up handle; and when the executor is collected.
void shutDown(void* data) {
  Bound* bound = boundOf(data);
  if (bound->wakeUp == nullptr) return;
  bound->executor->stop();
  bound->executor->setHook(nullptr, nullptr);
  napi_release_threadsafe_function(bound->wakeUp, napi_tsfn_abort);
  bound->wakeUp = nullptr;
}

void destroy(napi_env env, void* data) {
  Bound* bound = boundOf(data);
  napi_remove_env_cleanup_hook(env, shutDown, bound);
  shutDown(bound);
  strike(bound->id);
  for (const Notice& notice : bound->notices) napi_delete_reference(env, notice.callback);
  napi_delete_reference(env, bound->buffer);
  delete bound;
}

// The buffer of records is the engine's memory, held for as long as the executor is.
void makeRecords(napi_env env, napi_value object, Bound* bound, std::size_t slots) {
  napi_value buffer = nullptr;
  void* data = nullptr;
  napi_create_arraybuffer(env, slots * sizeof(double), &data, &buffer);
  napi_create_reference(env, buffer, 1, &bound->buffer);
  bound->records = static_cast<double*>(data);
  napi_value records = nullptr;
  napi_value raw = nullptr;
  napi_create_typedarray(env, napi_float64_array, slots, buffer, 0, &records);
  napi_create_typedarray(env, napi_bigint64_array, slots, buffer, 0, &raw);
  setValue(env, object, "records", records);
  setValue(env, object, "raw", raw);
}

void makeWakeUp(napi_env env, Bound* bound) {
  napi_create_threadsafe_function(env, nullptr, nullptr, fromString(env, "maniple launches"), 0, 1, nullptr, nullptr,
                                  bound, deliver, &bound->wakeUp);
  napi_unref_threadsafe_function(env, bound->wakeUp);
  bound->executor->setHook(wakeLoop, bound->wakeUp);
  napi_add_env_cleanup_hook(env, shutDown, bound);
}

// Launches that the ring holds: as many of the smallest records as the buffer does, rounded to a power of two.
std::size_t ringFor(std::size_t slots) {
  std::size_t ring = 64;
  while (ring * kSmallestRecord < slots) ring *= 2;
  return ring;
}

napi_value createExecutor(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  const auto slots = static_cast<std::size_t>(toDouble(env, call.args[0]));
  std::shared_ptr<Executor> executor = Executor::create(ringFor(slots));
  if (executor == nullptr) {
    throwError(env, "createExecutor: out of memory");
    return nullptr;
  }
  auto* bound = new Bound;
  bound->executor = std::move(executor);
  bound->id = enroll(bound->executor);
  napi_value object = nullptr;
  napi_create_object(env, &object);
  const Method methods[] = {{"submit", submit}, {"completed", completed}, {"wait", wait},      {"notify", notify},
                            {"stop", stop},     {"workers", workers},     {"failures", failures}};
  setValue(env, object, "id", fromDouble(env, bound->id));
  makeRecords(env, object, bound, slots);
  makeWakeUp(env, bound);
  setOwnedMethods(env, object, methods, 7, bound, destroy);
  return object;
}

// Goes through the engine, which stops a thread that is to be terminated there; false when it did.
bool mayGoOn(napi_env env) {
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value result = nullptr;
  const bool fine = napi_run_script(env, fromString(env, "0"), &result) == napi_ok;
  napi_close_handle_scope(env, scope);
  return fine;
}

napi_value serve(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const std::shared_ptr<Executor> executor = find(static_cast<int>(toDouble(env, call.args[0])));
  if (executor == nullptr) return nullptr;
  executor->enter();
  while (executor->serve(kServeMilliseconds) && mayGoOn(env)) {
  }
  executor->leave();
  return nullptr;
}

}  // namespace

void exportExecutor(napi_env env, napi_value exports) {
  setMethod(env, exports, {"createExecutor", createExecutor}, nullptr);
  setMethod(env, exports, {"serve", serve}, nullptr);
}

}  // namespace maniple::binding
