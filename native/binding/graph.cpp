// Machines and compiled graphs for JavaScript: `GraphAddon` of lib/graph/addon.ts. The table of machines that workers look
// up is in registry.h.
#include <chrono>
#include <cstring>
#include <thread>

#include "graph_commands.h"
#include "graph_compile.h"
#include "graph_javascript.h"
#include "graph_machine.h"

namespace maniple::binding {

using graph::Compiled;
using graph::EventId;
using graph::EventState;
using graph::Left;

namespace {

struct Owned;
void ring(Napi::Env env, Napi::Function woken, Owned* owned, void*);
using Bell = Napi::TypedThreadSafeFunction<Owned, void, ring>;

/// A machine in its owner's environment; also the host of bodies on the owner's thread.
struct Owned : JavaScriptHost {
  std::shared_ptr<SharedMachine> shared;
  int id = 0;
  napi_env env = nullptr;
  Napi::FunctionReference run_;
  Napi::Reference<Napi::Float64Array> numbers[2];
  double* commands = nullptr;
  double* events = nullptr;
  Bell bell;
  std::vector<EventId> notices;
  bool stopped = false;

  // In the C API: the wrappers would throw the error anew, which a thread under termination cannot.
  int32_t run(double token, bool poisoned) override {
    napi_handle_scope scope;
    napi_open_handle_scope(env, &scope);
    napi_value arguments[2] = {Napi::Number::New(env, token), nullptr}, function = nullptr, result = nullptr, global = nullptr;
    napi_get_boolean(env, poisoned, &arguments[1]);
    napi_get_reference_value(env, run_, &function);
    napi_get_global(env, &global);
    const bool fine = napi_call_function(env, global, function, 2, arguments, &result) == napi_ok;
    const int32_t status = fine ? static_cast<int32_t>(toDouble(Napi::Value(env, result))) : kHostGone;
    napi_close_handle_scope(env, scope);
    return status;
  }
};

Owned* ownedOf(void* data) { return static_cast<Owned*>(data); }
graph::Machine& machineOf(void* data) { return ownedOf(data)->shared->machine; }
EventId toEvent(const Napi::Value& value) { return static_cast<EventId>(toDouble(value)); }

Napi::Value submit(const Napi::CallbackInfo& info) {
  Owned* owned = ownedOf(info.Data());
  const size_t count = static_cast<size_t>(toDouble(info[0]));
  const size_t produced = runCommands(owned->shared->machine, owned->commands, count, owned->events);
  return Napi::Number::New(info.Env(), static_cast<double>(produced));
}

Napi::Value state(const Napi::CallbackInfo& info) {
  int32_t status = 0;
  return Napi::Number::New(info.Env(), static_cast<double>(machineOf(info.Data()).state(toEvent(info[0]), &status)));
}

Napi::Value statusOf(const Napi::CallbackInfo& info) {
  int32_t status = 0;
  machineOf(info.Data()).state(toEvent(info[0]), &status);
  return Napi::Number::New(info.Env(), status);
}

Napi::Value trigger(const Napi::CallbackInfo& info) {
  const auto status = static_cast<int32_t>(toDouble(info[1]));
  return Napi::Boolean::New(info.Env(), machineOf(info.Data()).trigger(toEvent(info[0]), status));
}

Napi::Value wait(const Napi::CallbackInfo& info) {
  Owned* owned = ownedOf(info.Data());
  const double milliseconds = toDouble(info[1]);
  const auto deadline = milliseconds < 1e12
                            ? std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<int64_t>(milliseconds * 1e3))
                            : std::chrono::steady_clock::time_point::max();
  HostGuard guard(owned);
  return Napi::Number::New(info.Env(), static_cast<double>(owned->shared->machine.wait(toEvent(info[0]), deadline)));
}

// The machine's call: any thread may make it.
void ringBell(void* data) { Bell(static_cast<napi_threadsafe_function>(data)).NonBlockingCall(); }

// On the loop of the environment; in the C API, as `Owned::run`.
void ring(Napi::Env env, Napi::Function woken, Owned*, void*) {
  if (static_cast<napi_env>(env) == nullptr) return;
  napi_handle_scope scope;
  napi_open_handle_scope(env, &scope);
  napi_value global = nullptr;
  napi_get_global(env, &global);
  napi_call_function(env, global, woken, 0, nullptr, nullptr);
  napi_close_handle_scope(env, scope);
}

void notify(const Napi::CallbackInfo& info) { machineOf(info.Data()).notify(toEvent(info[0])); }

Napi::Value work(const Napi::CallbackInfo& info) {
  Owned* owned = ownedOf(info.Data());
  const auto time = std::chrono::microseconds(static_cast<int64_t>(toDouble(info[0]) * 1e3));
  if (owned->stopped) return Napi::Number::New(info.Env(), static_cast<double>(Left::kStopped));
  HostGuard guard(owned);
  owned->bell.Unref(info.Env());
  return Napi::Number::New(info.Env(), static_cast<double>(owned->shared->machine.work(std::chrono::steady_clock::now() + time)));
}

/// While the owner rests it holds the loop.
Napi::Value rest(const Napi::CallbackInfo& info) {
  Owned* owned = ownedOf(info.Data());
  const graph::Rest rest = owned->stopped ? graph::Rest::kWork : owned->shared->machine.rest();
  if (rest != graph::Rest::kWork) owned->bell.Ref(info.Env());
  return Napi::Number::New(info.Env(), static_cast<double>(rest));
}

Napi::Value notices(const Napi::CallbackInfo& info) {
  Owned* owned = ownedOf(info.Data());
  owned->notices.clear();
  owned->shared->machine.takeNotices(owned->notices);
  Napi::Float64Array events = Napi::Float64Array::New(info.Env(), owned->notices.size());
  for (size_t i = 0; i < owned->notices.size(); i++) events[i] = static_cast<double>(owned->notices[i]);
  return events;
}

Napi::Value newBuffer(const Napi::CallbackInfo& info) {
  return fromAddress(info.Env(), machineOf(info.Data()).buffer(static_cast<size_t>(toDouble(info[0]))));
}

Napi::Value addressOf(const Napi::CallbackInfo& info) {
  return fromAddress(info.Env(), toAddress<graph::Buffer>(info[0])->address);
}

Napi::Value compile(const Napi::CallbackInfo& info) {
  return fromAddress(info.Env(), compileGraph(machineOf(info.Data()), toBytes(info[0]), toBytes(info[1])));
}

Napi::Value messages(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(toAddress<Compiled>(info[0])->messages()));
}

void retire(const Napi::CallbackInfo& info) {
  machineOf(info.Data()).retire(toAddress<Compiled>(info[0]));
}

void addModule(const Napi::CallbackInfo& info) {
  SharedMachine& shared = *ownedOf(info.Data())->shared;
  {
    std::lock_guard<std::mutex> lock(shared.mutex);
    shared.modules.push_back(toString(info[0]));
  }
  shared.machine.pause();
}

Napi::Value modulesImported(const Napi::CallbackInfo& info) {
  SharedMachine& shared = *ownedOf(info.Data())->shared;
  std::lock_guard<std::mutex> lock(shared.mutex);
  bool all = true;
  for (const auto& [index, count] : shared.imported) all &= count == shared.modules.size();
  return Napi::Boolean::New(info.Env(), all);
}

Napi::Value failureText(const Napi::CallbackInfo& info) {
  SharedMachine& shared = *ownedOf(info.Data())->shared;
  std::lock_guard<std::mutex> lock(shared.mutex);
  const auto found = shared.failures.find(static_cast<int32_t>(toDouble(info[0])));
  return Napi::String::New(info.Env(), found == shared.failures.end() ? "" : found->second.c_str());
}

Napi::Value live(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(machineOf(info.Data()).live()));
}

Napi::Value slots(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(machineOf(info.Data()).slots()));
}

Napi::Value hosts(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), machineOf(info.Data()).hosts());
}

void shutDown(void* data) {
  Owned* owned = ownedOf(data);
  if (owned->stopped) return;
  owned->stopped = true;
  owned->shared->machine.stop();
  Machines::instance().strike(owned->id);
  owned->shared->machine.setCall(nullptr, nullptr);
  owned->bell.Abort();
  while (owned->shared->machine.hosts() != 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

/// Lets go of the bodies, too: they hold the runtime, which holds the machine, and this cycle could not be collected.
void stop(const Napi::CallbackInfo& info) {
  shutDown(info.Data());
  ownedOf(info.Data())->run_.Reset();
}

void destroy(Napi::Env env, void* data) {
  Owned* owned = ownedOf(data);
  napi_remove_env_cleanup_hook(env, shutDown, owned);
  shutDown(owned);
  delete owned;
}

double* makeNumbers(Napi::Object object, const char* name, size_t count, Napi::Reference<Napi::Float64Array>& reference) {
  Napi::Float64Array numbers = Napi::Float64Array::New(object.Env(), count);
  reference = Napi::Persistent(numbers);
  object.Set(name, numbers);
  return numbers.Data();
}

/// createMachine(processors, channels, slots, run, woken)
Napi::Value createMachine(const Napi::CallbackInfo& info) {
  auto* owned = new Owned;
  owned->env = info.Env();
  owned->shared = std::make_shared<SharedMachine>(static_cast<uint32_t>(toDouble(info[0])),
                                                  static_cast<uint32_t>(toDouble(info[1])));
  owned->id = Machines::instance().enroll(owned->shared);
  owned->run_ = Napi::Persistent(info[3].As<Napi::Function>());
  const auto count = static_cast<size_t>(toDouble(info[2]));
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("id", Napi::Number::New(info.Env(), owned->id));
  owned->commands = makeNumbers(object, "commands", count, owned->numbers[0]);
  owned->events = makeNumbers(object, "events", count, owned->numbers[1]);
  const Method methods[] = {
      method<submit>("submit"),           method<state>("state"),
      method<statusOf>("statusOf"),       method<trigger>("trigger"),
      method<wait>("wait"),               method<newBuffer>("buffer"),
      method<addressOf>("addressOf"),     method<compile>("compile"),
      method<messages>("messages"),       method<retire>("retire"),
      method<addModule>("addModule"),     method<modulesImported>("modulesImported"),
      method<failureText>("failureText"), method<live>("live"),
      method<slots>("slots"),             method<hosts>("hosts"),
      method<stop>("stop"),               method<notify>("notify"),
      method<work>("work"),               method<rest>("rest"),
      method<notices>("notices"),
  };
  owned->bell = Bell::New(info.Env(), info[4].As<Napi::Function>(), "maniple events", 0, 1, owned);
  owned->bell.Unref(info.Env());
  owned->shared->machine.setCall(ringBell, static_cast<napi_threadsafe_function>(owned->bell));
  // In the C API: the wrapper frees its hook when it runs, so `destroy` could not remove it safely.
  napi_add_env_cleanup_hook(info.Env(), shutDown, owned);
  setOwnedMethods(object, methods, sizeof methods / sizeof methods[0], owned, destroy);
  return object;
}

}  // namespace

void exportGraph(Napi::Object exports) {
  setMethod(exports, method<createMachine>("createMachine"));
  exportGraphServe(exports);
}

}  // namespace maniple::binding
