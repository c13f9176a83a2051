#include "executor_programs.h"

#include <mutex>
#include <new>
#include <vector>

namespace maniple::binding {

using graph::Program;
using graph::ProgramSource;

namespace {

// Rows of lib/native/addon.ts: STEP, FILL, NODE.
constexpr size_t kStepSlots = 2, kFillSlots = 4, kNodeSlots = 6;

template <class T>
struct Rows {
  explicit Rows(const Napi::Value& array) {
    const Bytes bytes = toBytes(array);
    data = static_cast<const T*>(bytes.data);
    count = bytes.length / sizeof(T);
  }
  const T* data;
  size_t count;
};

ProgramSource sourceOf(const Napi::CallbackInfo& info) {
  ProgramSource source;
  const Rows<double> params(info[0]), steps(info[1]), fills(info[2]), nodes(info[3]);
  const Rows<int32_t> edges(info[4]);
  source.params.assign(params.data, params.data + params.count);
  for (size_t i = 0; i + kStepSlots <= steps.count; i += kStepSlots)
    source.steps.push_back({static_cast<uint32_t>(steps.data[i]), static_cast<int64_t>(steps.data[i + 1])});
  for (size_t i = 0; i + kFillSlots <= fills.count; i += kFillSlots) {
    const double* row = fills.data + i;
    source.fills.push_back({static_cast<uint32_t>(row[0]), static_cast<uint32_t>(row[1]), row[2] != 0, row[3]});
  }
  for (size_t i = 0; i + kNodeSlots <= nodes.count; i += kNodeSlots) {
    const double* row = nodes.data + i;
    source.nodes.push_back({static_cast<uint32_t>(row[0]), static_cast<uint32_t>(row[1]), static_cast<int64_t>(row[2]),
                            static_cast<int64_t>(row[3]), row[4] != 0, row[5] != 0});
  }
  for (size_t i = 0; i + 2 <= edges.count; i += 2)
    source.edges.push_back({static_cast<uint32_t>(edges.data[i]), static_cast<uint32_t>(edges.data[i + 1])});
  source.args = static_cast<uint32_t>(toDouble(info[5]));
  source.pace = {info[6].As<Napi::Boolean>().Value(), info[7].As<Napi::Boolean>().Value()};
  return source;
}

// Programs whose handles were collected. One is deleted when it is complete and no thread may still look at it.
struct Graveyard {
  std::mutex mutex;
  std::vector<std::unique_ptr<Program>> programs;
};

Graveyard& graveyard() {
  static Graveyard* const instance = new Graveyard;
  return *instance;
}

void bury(std::unique_ptr<Program> program) {
  Graveyard& g = graveyard();
  std::lock_guard<std::mutex> lock(g.mutex);
  g.programs.push_back(std::move(program));
  for (size_t i = 0; i < g.programs.size();) {
    if (g.programs[i]->inUse()) {
      i++;
      continue;
    }
    g.programs[i] = std::move(g.programs.back());
    g.programs.pop_back();
  }
}

}  // namespace

Napi::Value compileProgram(const Napi::CallbackInfo& info, const std::shared_ptr<Executor>& executor, double* control) {
  std::unique_ptr<Program> program;
  try {
    program = Program::create(executor, sourceOf(info));
  } catch (const std::bad_alloc&) {
  }
  if (program == nullptr) return info.Env().Null();
  control[kProgram] = static_cast<double>(reinterpret_cast<std::uintptr_t>(program.get()));
  return Napi::External<Program>::New(info.Env(), program.release(),
                                      [](Napi::Env, Program* p) { bury(std::unique_ptr<Program>(p)); });
}

Napi::Value linkPrograms(const Napi::CallbackInfo& info) {
  const Rows<int32_t> pairs(info[2]);
  int number = -1;
  try {
    std::vector<graph::GateEdge> edges;
    for (size_t i = 0; i + 2 <= pairs.count; i += 2)
      edges.push_back({static_cast<uint32_t>(pairs.data[i]), static_cast<uint32_t>(pairs.data[i + 1])});
    number = programOf(info[1]).link(programOf(info[0]), edges);
  } catch (const std::bad_alloc&) {
  }
  return Napi::Number::New(info.Env(), number);
}

uint64_t replayProgram(const double* control, const double* args) {
  Program& program = *toAddress<Program>(control[kProgram]);
  const auto wait = static_cast<uint64_t>(control[kWaitFor]);
  const auto link = static_cast<int>(control[kLink]);
  if (link < 0) program.launch(args, wait);
  else program.launch(args, wait, *toAddress<Program>(control[kBefore]), link);
  return program.last();
}

}  // namespace maniple::binding
