#include "executor_programs.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

namespace maniple::binding {

using graph::Program;
using graph::ProgramSource;

namespace {

// Rows of lib/native/addon.ts: STEP, FILL, NODE, ARRIVAL.
constexpr size_t kStepSlots = 2, kFillSlots = 4, kNodeSlots = 6, kArrivalSlots = 3;

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
  const Rows<int32_t> arrivals(info[8]), releases(info[9]);
  for (size_t i = 0; i + kArrivalSlots <= arrivals.count; i += kArrivalSlots) {
    const int32_t* row = arrivals.data + i;
    source.arrivals.push_back({static_cast<uint32_t>(row[0]), static_cast<uint32_t>(row[1]), static_cast<uint32_t>(row[2])});
  }
  source.releases.assign(releases.data, releases.data + releases.count);
  return source;
}

// Programs whose handles were collected. A program is deleted when it is complete and no thread may still look at it.
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

double Programs::enter(graph::Program* program) {
  const auto free = std::find(programs_.begin(), programs_.end(), nullptr);
  const auto number = static_cast<double>(free - programs_.begin() + 1);
  if (free == programs_.end()) programs_.push_back(program);
  else *free = program;
  return number;
}

Napi::Value compileProgram(const Napi::CallbackInfo& info, const Means& means) {
  std::unique_ptr<Program> program;
  double number = 0;
  try {
    program = Program::create(means.executor, sourceOf(info));
    if (program != nullptr && program->args() > means.slots) program = nullptr;
    if (program != nullptr) number = means.programs->enter(program.get());
  } catch (const std::bad_alloc&) {
    program = nullptr;
  }
  if (program == nullptr) return info.Env().Null();
  means.control[kProgram] = number;
  const std::shared_ptr<Programs> programs = means.programs;
  return Napi::External<Program>::New(info.Env(), program.release(), [programs, number](Napi::Env, Program* p) {
    programs->leave(number);
    bury(std::unique_ptr<Program>(p));
  });
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

bool replayProgram(Means& means, uint64_t& last) {
  const double* const control = means.control;
  const double* const args = means.records;
  constexpr double kMost = 9007199254740992.0;
  Program* const program = means.programs->find(control[kProgram]);
  const bool linked = control[kLink] >= 0;
  Program* const before = linked ? means.programs->find(control[kBefore]) : nullptr;
  if (program == nullptr || !(control[kWaitFor] >= 0 && control[kWaitFor] < kMost)) return false;
  if (linked && !(control[kLink] <= INT32_MAX && before != nullptr && program->isLinked(*before, static_cast<int>(control[kLink])))) return false;
  const auto wait = static_cast<uint64_t>(control[kWaitFor]);
  means.allocations.refresh();
  const uint64_t submitted = means.executor->submitted();
  if (!program->vouch(args, means.allocations)) {
    last = means.executor->refuse(program->span());
    return true;
  }
  // A launch that came between is one that nothing was linked to: all is waited for.
  if (!linked) program->launch(args, wait);
  else if (before->last() != submitted) program->launch(args, submitted);
  else program->launch(args, wait, *before, static_cast<int>(control[kLink]));
  last = program->last();
  return true;
}

}  // namespace maniple::binding
