// Executors: one belongs to the environment that created it and is shared, by number, with the environments of its
// workers (executor_serve.h).
#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "../core/executor.h"
#include "executor_programs.h"
#include "executor_records.h"
#include "executor_serve.h"
#include "kernel_handles.h"
#include "marshal.h"

namespace maniple::binding {

namespace {

constexpr std::size_t kSmallestRecord = 16;

struct Bound;
void deliver(Napi::Env env, Napi::Function, Bound* bound, void*);
using WakeUp = Napi::TypedThreadSafeFunction<Bound, void, deliver>;

struct Notice {
  uint64_t launch;
  napi_ref callback;
};

struct Bound : Means {
  int id = 0;
  Napi::Reference<Napi::ArrayBuffer> buffer;
  WakeUp wakeUp;
  std::vector<Notice> notices;
  std::vector<Failure> failures;
};

Bound* boundOf(void* data) { return static_cast<Bound*>(data); }

// The executor's hook: any thread may call it.
void wakeLoop(void* data) {
  WakeUp(static_cast<napi_threadsafe_function>(data)).NonBlockingCall();
}

// In the C API: the wrappers would throw the error anew, which a thread under termination cannot.
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

// Asks to be told when the earliest launch with a notice is complete; holds the loop for as long as there is a notice.
void arm(Napi::Env env, Bound* bound) {
  if (bound->notices.empty()) {
    bound->wakeUp.Unref(env);
    return;
  }
  uint64_t earliest = bound->notices[0].launch;
  for (const Notice& notice : bound->notices) earliest = std::min(earliest, notice.launch);
  bound->executor->notifyAt(earliest);
}

// On the loop of the environment: calls the callbacks of complete launches, in the order of their requests.
void deliver(Napi::Env env, Napi::Function, Bound* bound, void*) {
  if (static_cast<napi_env>(env) == nullptr) return;
  const uint64_t completed = bound->executor->completed();
  std::vector<Notice> due;
  std::vector<Notice> later;
  for (const Notice& notice : bound->notices) (notice.launch <= completed ? due : later).push_back(notice);
  bound->notices.swap(later);
  arm(env, bound);
  for (const Notice& notice : due) callBack(env, notice.callback);
}

// Small launches are complete by now: JavaScript sees it without a call.
void noteSubmitted(const Bound* bound, uint64_t last) {
  bound->control[kOver] = bound->executor->isOver() ? 1 : 0;
  bound->control[kLast] = static_cast<double>(last);
}

napi_value submit(napi_env env, napi_callback_info info) {
  size_t given = 1;
  napi_value argument = nullptr;
  void* data = nullptr;
  double count = 0;
  napi_get_cb_info(env, info, &given, &argument, nullptr, &data);
  napi_get_value_double(env, argument, &count);
  Bound* bound = boundOf(data);
  if (!areRecords(*bound, count)) {
    napi_throw_error(env, nullptr, "submit: the buffer does not hold so many complete launch records");
    return nullptr;
  }
  refuseStrangers(*bound, static_cast<int>(count));
  noteSubmitted(bound, bound->executor->submit(bound->records, static_cast<int>(count)));
  napi_value last = nullptr;
  napi_create_double(env, bound->control[kLast], &last);
  return last;
}

/// compile(params, steps, fills, nodes, edges, args, here, brief, arrivals, releases)
Napi::Value compile(const Napi::CallbackInfo& info) {
  return compileProgram(info, *boundOf(info.Data()));
}

/// link(before, program, edges): the number of a link, or -1.
Napi::Value link(const Napi::CallbackInfo& info) { return linkPrograms(info); }

/// replay(): `control` names the program, the buffer of records holds its arguments.
napi_value replay(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  Bound* bound = boundOf(data);
  uint64_t last = 0;
  if (replayProgram(*bound, last)) noteSubmitted(bound, last);
  else napi_throw_error(env, nullptr, "replay: there is no such program, or it does not follow the one that is named");
  return nullptr;
}

// A launch's number among the machine's, as a double that was checked.
uint64_t launchOf(const Napi::Value& value) {
  const double launch = toDouble(value);
  return launch >= 0 && launch < 9007199254740992.0 ? static_cast<uint64_t>(launch) : 0;
}

/// keep(kernel): a handle for the use of a kernel that launches of this executor name.
Napi::Value keep(const Napi::CallbackInfo& info) {
  return handleOf(info.Env(), static_cast<int>(toDouble(info[0])), boundOf(info.Data())->executor);
}

/// follow(position, launch)
Napi::Value follow(const Napi::CallbackInfo& info) {
  const double position = toDouble(info[0]);
  const bool fine = position >= 0 && position <= INT32_MAX;
  const bool taken = fine && boundOf(info.Data())->executor->follow(static_cast<int>(position), launchOf(info[1]));
  return Napi::Boolean::New(info.Env(), taken);
}

/// reached(launch)
void reached(const Napi::CallbackInfo& info) {
  boundOf(info.Data())->executor->reached(launchOf(info[0]));
}

Napi::Value completed(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(boundOf(info.Data())->executor->completed()));
}

void wait(const Napi::CallbackInfo& info) {
  boundOf(info.Data())->executor->wait(static_cast<uint64_t>(toDouble(info[0])));
}

Napi::Value help(const Napi::CallbackInfo& info) {
  const bool complete = boundOf(info.Data())->executor->help(static_cast<uint64_t>(toDouble(info[0])));
  return Napi::Boolean::New(info.Env(), complete);
}

void notify(const Napi::CallbackInfo& info) {
  Bound* bound = boundOf(info.Data());
  const auto launch = static_cast<uint64_t>(toDouble(info[0]));
  napi_ref callback = nullptr;
  if (napi_create_reference(info.Env(), info[1], 1, &callback) != napi_ok) return;
  if (bound->notices.empty()) bound->wakeUp.Ref(info.Env());
  bound->notices.push_back({launch, callback});
  arm(info.Env(), bound);
  // With one processor only the calling thread can do the work.
  if (!bound->executor->attended()) bound->executor->wait(launch);
}

// Undefined when there are none, which is asked for all the time.
Napi::Value failures(const Napi::CallbackInfo& info) {
  Bound* bound = boundOf(info.Data());
  bound->executor->takeFailures(bound->failures);
  if (bound->failures.empty()) return info.Env().Undefined();
  Napi::Array list = Napi::Array::New(info.Env(), bound->failures.size() * 2);
  uint32_t i = 0;
  for (const Failure& failure : bound->failures) {
    list.Set(i++, Napi::Number::New(info.Env(), static_cast<double>(failure.launch)));
    list.Set(i++, Napi::Number::New(info.Env(), failure.status));
  }
  return list;
}

void stop(const Napi::CallbackInfo& info) {
  boundOf(info.Data())->executor->stop();
}

/// staff(): how many threads of the executor's own serve as workers.
Napi::Value staff(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), boundOf(info.Data())->executor->staff());
}

Napi::Value workers(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), boundOf(info.Data())->executor->workers());
}

// At the environment's end, before it closes the wake-up handle; and when the executor is collected.
void shutDown(void* data) {
  Bound* bound = boundOf(data);
  if (static_cast<napi_threadsafe_function>(bound->wakeUp) == nullptr) return;
  bound->executor->stop();
  bound->executor->setHook(nullptr, nullptr);
  bound->wakeUp.Abort();
  bound->wakeUp = WakeUp();
}

void destroy(Napi::Env env, void* data) {
  Bound* bound = boundOf(data);
  napi_remove_env_cleanup_hook(env, shutDown, bound);
  shutDown(bound);
  Executors::instance().strike(bound->id);
  for (const Notice& notice : bound->notices) napi_delete_reference(env, notice.callback);
  delete bound;
}

// The buffer of records is the engine's memory, held for as long as the executor is.
// False where the engine is terminating JavaScript, and makes no objects any more.
bool makeRecords(Napi::Object object, Bound* bound, std::size_t slots) {
  if (object.IsEmpty()) return false;
  const Napi::Env env = object.Env();
  Napi::ArrayBuffer buffer = Napi::ArrayBuffer::New(env, (slots + kControls) * sizeof(double));
  if (buffer.IsEmpty()) return false;
  bound->slots = slots;
  bound->buffer = Napi::Persistent(buffer);
  bound->records = static_cast<double*>(buffer.Data());
  object.Set("records", Napi::Float64Array::New(env, slots, buffer, 0));
  object.Set("raw", Napi::BigInt64Array::New(env, slots, buffer, 0));
  bound->control = bound->records + slots;
  object.Set("control", Napi::Float64Array::New(env, kControls, buffer, slots * sizeof(double)));
  return true;
}

void makeWakeUp(Napi::Env env, Bound* bound) {
  bound->wakeUp = WakeUp::New(env, "maniple launches", 0, 1, bound);
  bound->wakeUp.Unref(env);
  bound->executor->setHook(wakeLoop, static_cast<napi_threadsafe_function>(bound->wakeUp));
  // In the C API: the wrapper frees its hook when it runs, so `destroy` could not remove it safely.
  napi_add_env_cleanup_hook(env, shutDown, bound);
}

// Launches that the ring holds: as many of the smallest records as the buffer does, rounded to a power of two.
std::size_t ringFor(std::size_t slots) {
  std::size_t ring = 64;
  while (ring * kSmallestRecord < slots) ring *= 2;
  return ring;
}

// Null where there is no memory for its threads' records.
Napi::Value createExecutor(const Napi::CallbackInfo& info) {
  const auto slots = static_cast<std::size_t>(toDouble(info[0]));
  const auto threads = static_cast<uint32_t>(toDouble(info[1]));
  std::shared_ptr<Executor> executor = Executor::create(ringFor(slots), threads);
  if (executor == nullptr) return info.Env().Null();
  auto* bound = new Bound;
  bound->executor = std::move(executor);
  Napi::Object object = Napi::Object::New(info.Env());
  if (!makeRecords(object, bound, slots)) {
    delete bound;
    return {};
  }
  bound->id = Executors::instance().enroll(bound->executor);
  const Method methods[] = {
      plainMethod<submit>("submit"), plainMethod<replay>("replay"), method<completed>("completed"),
      method<wait>("wait"),          method<help>("help"),          method<notify>("notify"),
      method<failures>("failures"),  method<compile>("compile"),    method<link>("link"),
      method<workers>("workers"),    method<stop>("stop"),          method<staff>("staff"),
      method<follow>("follow"),      method<reached>("reached"),    method<keep>("keep"),
  };
  object.Set("id", Napi::Number::New(info.Env(), bound->id));
  makeWakeUp(info.Env(), bound);
  setOwnedMethods(object, methods, sizeof methods / sizeof methods[0], bound, destroy);
  return object;
}

}  // namespace

void exportExecutor(Napi::Object exports) {
  setMethod(exports, method<createExecutor>("createExecutor"));
  exportExecutorServe(exports);
}

}  // namespace maniple::binding
