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

Bench& benchOf(void* data, const Napi::Value& index) {
  return *runOf(data)->benches[static_cast<size_t>(toDouble(index))];
}

void setIterations(const Napi::CallbackInfo& info) {
  benchOf(info.Data(), info[0]).setIterations(static_cast<int64_t>(toDouble(info[1])));
}

void setValidation(const Napi::CallbackInfo& info) {
  const bool on = info[0].As<Napi::Boolean>().Value();
  for (const auto& bench : runOf(info.Data())->benches) bench->validates = on;
}

Napi::Value fromNumbers(Napi::Env env, const std::vector<double>& numbers) {
  Napi::Float64Array result = Napi::Float64Array::New(env, numbers.size());
  if (!numbers.empty()) std::copy(numbers.begin(), numbers.end(), result.Data());
  return result;
}

/// Of every task, in order of steps and points: step, point, processor, address, how many predecessors, their task numbers.
Napi::Value tasks(const Napi::CallbackInfo& info) {
  Bench& bench = benchOf(info.Data(), info[0]);
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
  return fromNumbers(info.Env(), out);
}

Napi::Value inputs(const Napi::CallbackInfo& info) {
  std::vector<int64_t> points;
  benchOf(info.Data(), info[0])
      .spec()
      .inputs(static_cast<int64_t>(toDouble(info[1])), static_cast<int64_t>(toDouble(info[2])), points);
  return fromNumbers(info.Env(), std::vector<double>(points.begin(), points.end()));
}

/// Address of a graph's bench, which lives as long as this object.
Napi::Value addressOf(const Napi::CallbackInfo& info) {
  return fromAddress(info.Env(), &benchOf(info.Data(), info[0]));
}

/// Of every step: first point, points, whether they read, and their inputs' greatest distances before and behind them.
Napi::Value steps(const Napi::CallbackInfo& info) {
  const Spec& spec = benchOf(info.Data(), info[0]).spec();
  std::vector<double> out;
  std::vector<int64_t> points;
  for (int64_t t = 0; t < spec.steps; t++) {
    const int64_t from = spec.offsetAt(t), to = from + spec.widthAt(t);
    int64_t low = -spec.width, high = -spec.width;
    for (int64_t p = from; p < to; p++) {
      points.clear();
      spec.inputs(t, p, points);
      for (int64_t q : points) {
        low = std::max(low, p - q);
        high = std::max(high, q - p);
      }
    }
    const bool reads = low > -spec.width;
    for (int64_t value : {from, to - from, int64_t{reads}, low, high}) out.push_back(static_cast<double>(value));
  }
  return fromNumbers(info.Env(), out);
}

/// Tasks, floating point operations and bytes moved by kernels, of one run.
Napi::Value totals(const Napi::CallbackInfo& info) {
  double tasks = 0, flops = 0, bytes = 0;
  for (const auto& bench : runOf(info.Data())->benches) {
    const Spec& spec = bench->spec();
    tasks += static_cast<double>(spec.tasks());
    bytes += static_cast<double>(spec.tasks() * spec.bytesOf());
    for (int64_t t = 0; t < spec.steps; t++)
      for (int64_t p = spec.offsetAt(t); p < spec.offsetAt(t) + spec.widthAt(t); p++) flops += spec.flopsOf(t, p);
  }
  return fromNumbers(info.Env(), {tasks, flops, bytes});
}

int32_t clear(void* argument) {
  const Clearing& c = *static_cast<const Clearing*>(argument);
  for (const auto& bench : *c.benches) bench->clear(c.processor);
  return graph::kOk;
}

Napi::Value fromCompiled(Napi::Env env, graph::Compiled* compiled, const SharedRun& run) {
  if (compiled != nullptr) compiled->arguments.push_back(run);
  return fromAddress(env, compiled);
}

/// compile(machine, dropped graph, step, point, from): every graph of the run in one.
Napi::Value compile(const Napi::CallbackInfo& info) {
  const SharedRun& run = runOf(info.Data());
  const auto shared = Machines::instance().find(static_cast<int>(toDouble(info[0])));
  graph::Graph all;
  for (size_t i = 0; i < run->benches.size(); i++) {
    graph::Graph one;
    taskbench::Dropped dropped;
    if (toDouble(info[1]) == static_cast<double>(i))
      dropped = {static_cast<int64_t>(toDouble(info[2])), static_cast<int64_t>(toDouble(info[3])),
                 static_cast<int64_t>(toDouble(info[4]))};
    taskbench::plan(*run->benches[i], one, dropped);
    const auto base = static_cast<graph::NodeId>(all.nodes.size());
    all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
    for (const graph::Edge& e : one.edges) all.edge(base + e.from, base + e.to);
  }
  return fromCompiled(info.Env(), shared->machine.compile(all), run);
}

/// A graph that makes every processor forget its outputs.
Napi::Value compileClear(const Napi::CallbackInfo& info) {
  const SharedRun& run = runOf(info.Data());
  const auto shared = Machines::instance().find(static_cast<int>(toDouble(info[0])));
  graph::Graph graph;
  for (uint32_t p = 0; p < run->processors; p++) {
    run->clearings.push_back({&run->benches, p});
    graph.task(p, clear, &run->clearings.back());
  }
  return fromCompiled(info.Env(), shared->machine.compile(graph), run);
}

Napi::Value floorRun(const Napi::CallbackInfo& info) {
  const SharedRun& run = runOf(info.Data());
  std::vector<Bench*> benches;
  for (const auto& bench : run->benches) benches.push_back(bench.get());
  return fromNumbers(info.Env(), taskbench::runFloor(benches, run->processors, static_cast<int>(toDouble(info[0]))));
}

/// Nothing, or: graph, step, point, input (−1: its scratch memory), then step and point found in it and its size.
Napi::Value mistake(const Napi::CallbackInfo& info) {
  const auto& benches = runOf(info.Data())->benches;
  for (size_t i = 0; i < benches.size(); i++) {
    if (!benches[i]->failed()) continue;
    const taskbench::Mistake m = benches[i]->mistake();
    std::vector<double> numbers;
    for (int64_t n : {static_cast<int64_t>(i), m.step, m.point, m.input, m.foundStep, m.foundPoint, m.foundBytes})
      numbers.push_back(static_cast<double>(n));
    return fromNumbers(info.Env(), numbers);
  }
  return fromNumbers(info.Env(), {});
}

/// Addresses of the columns' bodies, numbered by bits: 1, the step has scratch memory; 2, it has inputs.
Napi::Value columnBodies(Napi::Env env) {
  void (*const bodies[])(double*, int64_t, int64_t) = {Bench::runColumns<false, false>, Bench::runColumns<true, false>, Bench::runColumns<false, true>,
                        Bench::runColumns<true, true>};
  std::vector<double> addresses;
  for (const auto body : bodies) addresses.push_back(static_cast<double>(reinterpret_cast<std::uintptr_t>(body)));
  return fromNumbers(env, addresses);
}

void destroy(Napi::Env, void* data) { delete static_cast<SharedRun*>(data); }

/// createBench(rows of specs, processors); null where there is no memory for their tasks
Napi::Value createBench(const Napi::CallbackInfo& info) {
  const Bytes rows = toBytes(info[0]);
  auto run = std::make_shared<Run>();
  run->processors = static_cast<uint32_t>(toDouble(info[1]));
  try {
    for (size_t i = 0; i < rows.length / sizeof(double) / kSpecColumns; i++)
      run->benches.push_back(std::make_shared<Bench>(
          toSpec(static_cast<const double*>(rows.data) + i * kSpecColumns, static_cast<int64_t>(i)), run->processors));
  } catch (const std::bad_alloc&) {
    return info.Env().Null();
  }
  Napi::Object object = Napi::Object::New(info.Env());
  object.Set("body", fromAddress(info.Env(), reinterpret_cast<void*>(&Bench::run)));
  object.Set("columns", columnBodies(info.Env()));
  object.Set("clearColumns", fromAddress(info.Env(), reinterpret_cast<void*>(&Bench::clearColumns)));
  const Method methods[] = {
      method<addressOf>("address"),           method<steps>("steps"),
      method<setIterations>("setIterations"), method<setValidation>("setValidation"), method<tasks>("tasks"),
      method<inputs>("inputs"),               method<totals>("totals"),               method<compile>("compile"),
      method<compileClear>("compileClear"),   method<floorRun>("floor"),              method<mistake>("mistake"),
  };
  setOwnedMethods(object, methods, sizeof methods / sizeof methods[0], new SharedRun(run), destroy);
  return object;
}

Napi::Value measurePeak(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), taskbench::measurePeak(static_cast<uint32_t>(toDouble(info[0])), toDouble(info[1])));
}

Napi::Value pinThread(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), taskbench::pinThread(static_cast<uint32_t>(toDouble(info[0]))));
}

/// siphash(bytes, key as two BigInts)
Napi::Value siphash(const Napi::CallbackInfo& info) {
  const Bytes bytes = toBytes(info[0]);
  uint64_t keys[2] = {0, 0};
  bool lossless = true;
  for (int i = 0; i < 2; i++) keys[i] = info[1 + i].As<Napi::BigInt>().Uint64Value(&lossless);
  const auto* data = static_cast<const uint8_t*>(bytes.data);
  return Napi::BigInt::New(info.Env(), taskbench::siphash(data, bytes.length, keys[0], keys[1]));
}

}  // namespace

void exportTaskBench(Napi::Object exports) {
  setMethod(exports, method<createBench>("createBench"));
  setMethod(exports, method<measurePeak>("measurePeak"));
  setMethod(exports, method<pinThread>("pinThread"));
  setMethod(exports, method<siphash>("siphash"));
}

}  // namespace maniple::binding
