// Task Bench for JavaScript: `TaskBenchAddon` of lib/taskbench/addon.ts. A bench holds the graphs of one run.
#include <deque>
#include <memory>
#include <new>
#include <vector>

#include "../taskbench/floor.h"
#include "../taskbench/plan.h"
#include "../taskbench/siphash.h"
#include "graph_machine.h"

namespace maniple::binding {

using taskbench::Bench;
using taskbench::Spec;

namespace {

struct Clearing {
  std::vector<std::shared_ptr<Bench>>* benches;
  uint32_t processor;
};

struct Run {
  uint32_t processors = 1;
  std::vector<std::shared_ptr<Bench>> benches;
  std::deque<Clearing> clearings;
};

/// A graph's arguments live in the run, which the graph therefore holds.
using SharedRun = std::shared_ptr<Run>;

const SharedRun& runOf(void* data) { return *static_cast<SharedRun*>(data); }

/// Columns as in SPEC of lib/taskbench/addon.ts.
Spec toSpec(const double* row, int64_t index) {
  Spec spec;
  spec.index = index;
  spec.type = static_cast<taskbench::Type>(row[0]);
  spec.width = static_cast<int64_t>(row[1]);
  spec.steps = static_cast<int64_t>(row[2]);
  spec.radix = static_cast<int64_t>(row[3]);
  spec.period = static_cast<int64_t>(row[4]);
  spec.fraction = row[5];
  spec.kernel = static_cast<taskbench::KernelType>(row[6]);
  spec.iterations = static_cast<int64_t>(row[7]);
  spec.output = static_cast<size_t>(row[8]);
  spec.scratch = static_cast<size_t>(row[9]);
  spec.samples = static_cast<int64_t>(row[10]);
  spec.imbalance = row[11];
  spec.fields = static_cast<int64_t>(row[12]);
  return spec;
}
constexpr size_t kSpecColumns = 13;

Bench& benchOf(napi_env env, void* data, napi_value index) {
  return *runOf(data)->benches[static_cast<size_t>(toDouble(env, index))];
}

napi_value setIterations(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  benchOf(env, call.data, call.args[0]).setIterations(static_cast<int64_t>(toDouble(env, call.args[1])));
  return nullptr;
}

napi_value setValidation(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  bool on = true;
  napi_get_value_bool(env, call.args[0], &on);
  for (const auto& bench : runOf(call.data)->benches) bench->validates = on;
  return nullptr;
}

napi_value fromNumbers(napi_env env, const std::vector<double>& numbers) {
  napi_value buffer = nullptr, result = nullptr;
  void* data = nullptr;
  napi_create_arraybuffer(env, numbers.size() * sizeof(double), &data, &buffer);
  if (!numbers.empty()) std::copy(numbers.begin(), numbers.end(), static_cast<double*>(data));
  napi_create_typedarray(env, napi_float64_array, numbers.size(), buffer, 0, &result);
  return result;
}

/// Of every task, in order of steps and points: step, point, processor, address, how many predecessors, their task numbers.
napi_value tasks(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  Bench& bench = benchOf(env, call.data, call.args[0]);
  graph::Graph graph;
  taskbench::plan(bench, graph, {});
  std::vector<std::vector<double>> before(graph.nodes.size());
  for (const graph::Edge& e : graph.edges) before[e.to].push_back(e.from);
  std::vector<double> out;
  for (size_t i = 0; i < graph.nodes.size(); i++) {
    const auto* task = static_cast<const taskbench::Task*>(graph.nodes[i].argument);
    out.insert(out.end(), {static_cast<double>(task->step), static_cast<double>(task->point), static_cast<double>(task->processor),
                           static_cast<double>(reinterpret_cast<std::uintptr_t>(task)), static_cast<double>(before[i].size())});
    out.insert(out.end(), before[i].begin(), before[i].end());
  }
  return fromNumbers(env, out);
}

napi_value inputs(napi_env env, napi_callback_info info) {
  const Call<3> call(env, info);
  std::vector<int64_t> points;
  benchOf(env, call.data, call.args[0])
      .spec()
      .inputs(static_cast<int64_t>(toDouble(env, call.args[1])), static_cast<int64_t>(toDouble(env, call.args[2])), points);
  return fromNumbers(env, std::vector<double>(points.begin(), points.end()));
}

/// Tasks and floating point operations of one run.
napi_value totals(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  double tasks = 0, flops = 0;
  for (const auto& bench : runOf(call.data)->benches) {
    const Spec& spec = bench->spec();
    tasks += static_cast<double>(spec.tasks());
    for (int64_t t = 0; t < spec.steps; t++)
      for (int64_t p = spec.offsetAt(t); p < spec.offsetAt(t) + spec.widthAt(t); p++) flops += spec.flopsOf(t, p);
  }
  return fromNumbers(env, {tasks, flops});
}

int32_t clear(void* argument) {
  const Clearing& c = *static_cast<const Clearing*>(argument);
  for (const auto& bench : *c.benches) bench->clear(c.processor);
  return graph::kOk;
}

napi_value fromCompiled(napi_env env, graph::Compiled* compiled, const SharedRun& run) {
  if (compiled != nullptr) compiled->arguments.push_back(run);
  return fromAddress(env, compiled);
}

/// compile(machine, dropped graph, step, point, from): every graph of the run in one.
napi_value compile(napi_env env, napi_callback_info info) {
  const Call<5> call(env, info);
  const SharedRun& run = runOf(call.data);
  const auto shared = findMachine(static_cast<int>(toDouble(env, call.args[0])));
  graph::Graph all;
  for (size_t i = 0; i < run->benches.size(); i++) {
    graph::Graph one;
    taskbench::Dropped dropped;
    if (toDouble(env, call.args[1]) == static_cast<double>(i))
      dropped = {static_cast<int64_t>(toDouble(env, call.args[2])), static_cast<int64_t>(toDouble(env, call.args[3])),
                 static_cast<int64_t>(toDouble(env, call.args[4]))};
    taskbench::plan(*run->benches[i], one, dropped);
    const auto base = static_cast<graph::NodeId>(all.nodes.size());
    all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
    for (const graph::Edge& e : one.edges) all.edge(base + e.from, base + e.to);
  }
  return fromCompiled(env, shared->machine.compile(all), run);
}

/// A graph that makes every processor forget its outputs.
napi_value compileClear(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  const SharedRun& run = runOf(call.data);
  const auto shared = findMachine(static_cast<int>(toDouble(env, call.args[0])));
  graph::Graph graph;
  for (uint32_t p = 0; p < run->processors; p++) {
    run->clearings.push_back({&run->benches, p});
    graph.task(p, clear, &run->clearings.back());
  }
  return fromCompiled(env, shared->machine.compile(graph), run);
}

napi_value floorRun(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  const SharedRun& run = runOf(call.data);
  std::vector<Bench*> benches;
  for (const auto& bench : run->benches) benches.push_back(bench.get());
  return fromNumbers(env, taskbench::runFloor(benches, run->processors, static_cast<int>(toDouble(env, call.args[0]))));
}

/// Nothing, or: graph, step, point, input, then step and point found in it.
napi_value mistake(napi_env env, napi_callback_info info) {
  const Call<0> call(env, info);
  const auto& benches = runOf(call.data)->benches;
  for (size_t i = 0; i < benches.size(); i++) {
    if (!benches[i]->failed()) continue;
    const taskbench::Mistake m = benches[i]->mistake();
    return fromNumbers(env, {static_cast<double>(i), static_cast<double>(m.step), static_cast<double>(m.point),
                             static_cast<double>(m.input), static_cast<double>(m.foundStep), static_cast<double>(m.foundPoint)});
  }
  return fromNumbers(env, {});
}

void destroy(napi_env, void* data) { delete static_cast<SharedRun*>(data); }

/// createBench(rows of specs, processors)
napi_value createBench(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  const Bytes rows = toBytes(env, call.args[0]);
  auto run = std::make_shared<Run>();
  run->processors = static_cast<uint32_t>(toDouble(env, call.args[1]));
  try {
    for (size_t i = 0; i < rows.length / sizeof(double) / kSpecColumns; i++)
      run->benches.push_back(std::make_shared<Bench>(
          toSpec(static_cast<const double*>(rows.data) + i * kSpecColumns, static_cast<int64_t>(i)), run->processors));
  } catch (const std::bad_alloc&) {
    throwError(env, "createBench: out of memory");
    return nullptr;
  }
  napi_value object = nullptr;
  napi_create_object(env, &object);
  setValue(env, object, "body", fromAddress(env, reinterpret_cast<void*>(&Bench::run)));
  const Method methods[] = {
      {"setIterations", setIterations}, {"setValidation", setValidation}, {"tasks", tasks},
      {"inputs", inputs},               {"totals", totals},               {"compile", compile},
      {"compileClear", compileClear},   {"floor", floorRun},              {"mistake", mistake},
  };
  setOwnedMethods(env, object, methods, sizeof methods / sizeof methods[0], new SharedRun(run), destroy);
  return object;
}

napi_value measurePeak(napi_env env, napi_callback_info info) {
  const Call<2> call(env, info);
  return fromDouble(env, taskbench::measurePeak(static_cast<uint32_t>(toDouble(env, call.args[0])), toDouble(env, call.args[1])));
}

napi_value pinThread(napi_env env, napi_callback_info info) {
  const Call<1> call(env, info);
  napi_value result = nullptr;
  napi_get_boolean(env, taskbench::pinThread(static_cast<uint32_t>(toDouble(env, call.args[0]))), &result);
  return result;
}

/// siphash(bytes, key as two BigInts)
napi_value siphash(napi_env env, napi_callback_info info) {
  const Call<3> call(env, info);
  const Bytes bytes = toBytes(env, call.args[0]);
  uint64_t keys[2] = {0, 0};
  bool lossless = true;
  for (int i = 0; i < 2; i++) napi_get_value_bigint_uint64(env, call.args[1 + i], &keys[i], &lossless);
  napi_value result = nullptr;
  napi_create_bigint_uint64(env, taskbench::siphash(static_cast<const uint8_t*>(bytes.data), bytes.length, keys[0], keys[1]), &result);
  return result;
}

}  // namespace

void exportTaskBench(napi_env env, napi_value exports) {
  setMethod(env, exports, {"createBench", createBench}, nullptr);
  setMethod(env, exports, {"measurePeak", measurePeak}, nullptr);
  setMethod(env, exports, {"pinThread", pinThread}, nullptr);
  setMethod(env, exports, {"siphash", siphash}, nullptr);
}

}  // namespace maniple::binding
