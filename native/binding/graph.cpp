// Machines and compiled graphs for JavaScript: `GraphAddon` of lib/graph/addon.ts. The table of machines that workers look
// up is in graph_serve.cpp.
#include <chrono>
#include <cstring>
#include <thread>

#include "graph_commands.h"
#include "graph_javascript.h"
#include "graph_machine.h"

namespace maniple::binding {

using graph::Compiled;
using graph::EventId;
using graph::EventState;
using graph::Left;

namespace {

/// What the owner's environment keeps of a machine; also the host of bodies on its thread.
struct Owned : JavaScriptHost {
  std::shared_ptr<SharedMachine> shared;
  int id = 0;
  napi_env env = nullptr;
  napi_ref run_ = nullptr;
  napi_ref buffers[2] = {nullptr, nullptr};
  double* commands = nullptr;
  double* events = nullptr;
  bool stopped = false;

  int32_t run(double token, bool poisoned) override {
    napi_handle_scope scope;
    napi_open_handle_scope(env, &scope);
    napi_value arguments[2] = {fromDouble(env, token), nullptr}, function = nullptr, result = nullptr, global = nullptr;
    napi_get_boolean(env, poisoned, &arguments[1]);
    napi_get_reference_value(env, run_, &function);
    napi_get_global(env, &global);
    const bool fine = napi_call_function(env, global, function, 2, arguments, &result) == napi_ok;
    const int32_t status = fine ? static_cast<int32_t>(toDouble(env, result)) : kHostGone;
    napi_close_handle_scope(env, scope);
    return status;
  }
};

Owned* ownedOf(void* data) { return static_cast<Owned*>(data); }
graph::Machine& machineOf(void* data) { return ownedOf(data)->shared->machine; }
EventId toEvent(napi_env env, napi_value value) { return static_cast<EventId>(toDouble(env, value)); }

napi_value submit(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  Owned* owned = ownedOf(call.data);
  const size_t count = static_cast<size_t>(toDouble(env, call.args[0]));
  return fromDouble(env, static_cast<double>(runCommands(owned->shared->machine, owned->commands, count, owned->events)));
}

napi_value state(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  int32_t status = 0;
  return fromDouble(env, static_cast<double>(machineOf(call.data).state(toEvent(env, call.args[0]), &status)));
}

napi_value statusOf(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  int32_t status = 0;
  machineOf(call.data).state(toEvent(env, call.args[0]), &status);
  return fromDouble(env, status);
}

napi_value trigger(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  napi_value result = nullptr;
  const auto status = static_cast<int32_t>(toDouble(env, call.args[1]));
  napi_get_boolean(env, machineOf(call.data).trigger(toEvent(env, call.args[0]), status), &result);
  return result;
}

napi_value wait(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  Owned* owned = ownedOf(call.data);
  const double milliseconds = toDouble(env, call.args[1]);
  const auto deadline = milliseconds < 1e12
                            ? std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<int64_t>(milliseconds * 1e3))
                            : std::chrono::steady_clock::time_point::max();
  HostGuard guard(owned);
  return fromDouble(env, static_cast<double>(owned->shared->machine.wait(toEvent(env, call.args[0]), deadline)));
}

napi_value newBuffer(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  return fromAddress(env, machineOf(call.data).buffer(static_cast<size_t>(toDouble(env, call.args[0]))));
}

napi_value addressOf(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  return fromAddress(env, toAddress<graph::Buffer>(env, call.args[0])->address);
}

// NODE of lib/graph/addon.ts.
enum NodeSlot { kKind = 0, kResource = 1, kA = 2, kB = 3, kC = 4, kD = 5, kE = 6, kNodeSlots = 7 };
enum NodeKind { kTask = 0, kScript = 1, kCopy = 2, kPre = 3, kPost = 4, kAsync = 5 };

template <typename T>
T* at(double number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}

/// One copy node's argument.
struct CopyArgument {
  graph::Buffer* from;
  size_t fromOffset;
  graph::Buffer* to;
  size_t toOffset;
  size_t bytes;
};

int32_t runCopy(void* argument) {
  const CopyArgument& c = *static_cast<const CopyArgument*>(argument);
  std::memmove(static_cast<char*>(c.to->address) + c.toOffset, static_cast<const char*>(c.from->address) + c.fromOffset, c.bytes);
  return graph::kOk;
}

void addNode(graph::Graph& graph, const double* row, std::vector<std::shared_ptr<void>>& arguments) {
  const auto resource = static_cast<uint32_t>(row[kResource]);
  switch (static_cast<NodeKind>(row[kKind])) {
    case kTask: graph.task(resource, reinterpret_cast<graph::Body>(at<void>(row[kA])), at<void>(row[kB])); return;
    case kScript: graph.task(resource, runJavaScript, at<void>(row[kA])); return;
    case kCopy:
      arguments.push_back(std::make_shared<CopyArgument>(
          CopyArgument{at<graph::Buffer>(row[kA]), static_cast<size_t>(row[kB]), at<graph::Buffer>(row[kC]),
                       static_cast<size_t>(row[kD]), static_cast<size_t>(row[kE])}));
      graph.task(resource, runCopy, arguments.back().get());
      return;
    case kPre: graph.precondition(resource); return;
    case kPost: graph.postcondition(resource); return;
    case kAsync: graph.async(resource, at<graph::AsyncDevice>(row[kA]), at<void>(row[kB]), row[kC] != 0); return;
  }
}

napi_value compile(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const Bytes nodes = toBytes(env, call.args[0]), edges = toBytes(env, call.args[1]);
  const double* rows = static_cast<const double*>(nodes.data);
  const int32_t* pairs = static_cast<const int32_t*>(edges.data);
  graph::Graph graph;
  std::vector<std::shared_ptr<void>> arguments;
  for (size_t i = 0; i < nodes.length / sizeof(double) / kNodeSlots; i++) addNode(graph, rows + i * kNodeSlots, arguments);
  for (size_t i = 0; i < edges.length / sizeof(int32_t) / 2; i++)
    graph.edge(static_cast<uint32_t>(pairs[2 * i]), static_cast<uint32_t>(pairs[2 * i + 1]));
  Compiled* compiled = machineOf(call.data).compile(graph);
  if (compiled != nullptr) compiled->arguments = std::move(arguments);
  return fromAddress(env, compiled);
}

napi_value messages(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  return fromDouble(env, static_cast<double>(toAddress<Compiled>(env, call.args[0])->messages()));
}

napi_value retire(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  machineOf(call.data).retire(toAddress<Compiled>(env, call.args[0]));
  return nullptr;
}

napi_value addModule(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  SharedMachine& shared = *ownedOf(call.data)->shared;
  {
    std::lock_guard<std::mutex> lock(shared.mutex);
    shared.modules.push_back(toString(env, call.args[0]));
  }
  shared.machine.pause();
  return nullptr;
}

napi_value modulesImported(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  SharedMachine& shared = *ownedOf(call.data)->shared;
  std::lock_guard<std::mutex> lock(shared.mutex);
  bool all = true;
  for (const auto& [index, count] : shared.imported) all &= count == shared.modules.size();
  napi_value result = nullptr;
  napi_get_boolean(env, all, &result);
  return result;
}

napi_value failureText(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  SharedMachine& shared = *ownedOf(call.data)->shared;
  std::lock_guard<std::mutex> lock(shared.mutex);
  const auto found = shared.failures.find(static_cast<int32_t>(toDouble(env, call.args[0])));
  return fromString(env, found == shared.failures.end() ? "" : found->second.c_str());
}

napi_value live(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, static_cast<double>(machineOf(call.data).live()));
}

napi_value slots(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, static_cast<double>(machineOf(call.data).slots()));
}

napi_value hosts(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  return fromDouble(env, machineOf(call.data).hosts());
}

void shutDown(void* data) {
  Owned* owned = ownedOf(data);
  if (owned->stopped) return;
  owned->stopped = true;
  owned->shared->machine.stop();
  strikeMachine(owned->id);
  while (owned->shared->machine.hosts() != 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

napi_value stop(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  shutDown(call.data);
  return nullptr;
}

void destroy(napi_env env, void* data) {
  Owned* owned = ownedOf(data);
  napi_remove_env_cleanup_hook(env, shutDown, owned);
  shutDown(owned);
  napi_delete_reference(env, owned->run_);
  for (napi_ref buffer : owned->buffers) napi_delete_reference(env, buffer);
  delete owned;
}

double* makeNumbers(napi_env env, napi_value object, const char* name, size_t count, napi_ref* reference) {
  napi_value buffer = nullptr, numbers = nullptr;
  void* data = nullptr;
  napi_create_arraybuffer(env, count * sizeof(double), &data, &buffer);
  napi_create_reference(env, buffer, 1, reference);
  napi_create_typedarray(env, napi_float64_array, count, buffer, 0, &numbers);
  setValue(env, object, name, numbers);
  return static_cast<double*>(data);
}

/// createMachine(processors, channels, slots, run)
napi_value createMachine(napi_env env, napi_callback_info info) {
  const Call<4> call(env, info);
  auto* owned = new Owned;
  owned->env = env;
  owned->shared = std::make_shared<SharedMachine>(static_cast<uint32_t>(toDouble(env, call.args[0])),
                                                  static_cast<uint32_t>(toDouble(env, call.args[1])));
  owned->id = enrollMachine(owned->shared);
  napi_create_reference(env, call.args[3], 1, &owned->run_);
  const auto count = static_cast<size_t>(toDouble(env, call.args[2]));
  napi_value object = nullptr;
  napi_create_object(env, &object);
  setValue(env, object, "id", fromDouble(env, owned->id));
  owned->commands = makeNumbers(env, object, "commands", count, &owned->buffers[0]);
  owned->events = makeNumbers(env, object, "events", count, &owned->buffers[1]);
  const Method methods[] = {
      {"submit", submit},       {"state", state},         {"statusOf", statusOf}, {"trigger", trigger},
      {"wait", wait},           {"buffer", newBuffer},    {"addressOf", addressOf}, {"compile", compile},
      {"messages", messages},   {"retire", retire},       {"addModule", addModule}, {"modulesImported", modulesImported},
      {"failureText", failureText}, {"live", live},       {"slots", slots},       {"hosts", hosts},
      {"stop", stop},
  };
  napi_add_env_cleanup_hook(env, shutDown, owned);
  setOwnedMethods(env, object, methods, sizeof methods / sizeof methods[0], owned, destroy);
  return object;
}

}  // namespace

void exportGraph(napi_env env, napi_value exports) {
  setMethod(env, exports, {"createMachine", createMachine}, nullptr);
  exportGraphServe(env, exports);
}

}  // namespace maniple::binding
