// Task Bench's graphs on actors and on the floor: every type, rings as shallow as they go, a dropped edge.
#include <cstring>

#include "../taskbench/floor.h"
#include "../taskbench/plan.h"
#include "../taskbench/siphash.h"
#include "check.h"
#include "graph_support.h"

using namespace maniple::graph;
using namespace maniple::taskbench;
using namespace maniple::test;

namespace {

constexpr int kTypes = 11;

/// The reference vectors of SipHash-2-4: key 00 … 0f, message 00 01 02 ….
void siphashVectors() {
  uint8_t message[16];
  for (uint8_t i = 0; i < 16; i++) message[i] = i;
  const uint64_t key0 = 0x0706050403020100u, key1 = 0x0f0e0d0c0b0a0908u;
  CHECK(siphash(message, 0, key0, key1) == 0x726fdb47dd0e0e31u);
  CHECK(siphash(message, 8, key0, key1) == 0x93f5f5799a932462u);
  CHECK(siphash(message, 15, key0, key1) == 0xa129ca6149be45e5u);
}

Spec specOf(int type, int64_t width, int64_t steps) {
  Spec spec;
  spec.type = static_cast<Type>(type);
  spec.width = width;
  spec.steps = spec.fields = steps;
  spec.radix = width < 3 ? width : 3;
  spec.period = spec.type == Type::kSpread ? (width + spec.radix - 1) / spec.radix : spec.type == Type::kRandomNearest ? 3 : 0;
  spec.kernel = KernelType::kComputeBound;
  spec.iterations = 1;
  return spec;
}

void everyTypeValidates() {
  for (uint32_t processors : {1u, 2u, 3u}) {
    Machine machine(processors, 1);
    Workers workers(machine);
    for (int type = 0; type < kTypes; type++) {
      for (int64_t fields : {2, 3, 24}) {
        Spec spec = specOf(type, 7, 24);
        spec.fields = fields;
        spec.output = fields == 3 ? 80 : 16;
        spec.scratch = fields == 3 ? 1024 : 0;
        if (fields == 3) spec.kernel = KernelType::kMemoryBound;
        Bench bench(spec, processors);
        Graph graph;
        plan(bench, graph, {});
        Compiled* compiled = machine.compile(graph);
        CHECK(static_cast<int64_t>(compiled->nodes()) == spec.tasks());
        int32_t status = 0;
        for (int launch = 0; launch < 3; launch++) {
          for (uint32_t p = 0; p < processors; p++) bench.clear(p);
          const EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
          await(machine, event);
          CHECK(machine.state(event, &status) == EventState::kDone);
        }
        CHECK(!bench.failed());
        machine.retire(compiled);
      }
    }
  }
}

/// Without its one input, a task of `no_comm` is among the first to run.
void droppedEdgesAreCaught() {
  Machine machine(1, 1);
  Bench bench(specOf(1, 2, 10), 1);
  Graph graph;
  plan(bench, graph, {5, 1, 1});
  Compiled* compiled = machine.compile(graph);
  const EventId event = machine.launch(*compiled, {nullptr, nullptr}, nullptr, 0);
  await(machine, event);
  int32_t status = 0;
  CHECK(machine.state(event, &status) == EventState::kPoisoned && status == kInvalid);
  CHECK(bench.failed());
  CHECK(bench.mistake().step == 5 && bench.mistake().point == 1 && bench.mistake().input == 1);
}

/// A task whose runtime handed it an input of another size.
void inputsOfAnotherSizeAreCaught() {
  Spec spec = specOf(1, 2, 3);
  spec.output = 32;
  Bench bench(spec, 1);
  CHECK(Bench::run(bench.task(0, 1)) == 0);
  Task task = *bench.task(1, 1);
  Input shorter = task.inputs[0];
  CHECK(shorter.bytes == 32);
  shorter.bytes = 16;
  task.inputs = &shorter;
  CHECK(Bench::run(&task) == kInvalid);
  CHECK(bench.mistake().input == 1 && bench.mistake().foundBytes == 16);
}

/// Every pair of an input counts, not only its first.
void everyPairIsChecked() {
  Spec spec = specOf(1, 1, 2);
  spec.output = 64;
  for (int k = 0; k < 8; k++) {
    Bench bench(spec, 1);
    CHECK(Bench::run(bench.task(0, 0)) == 0);
    reinterpret_cast<int64_t*>(bench.task(0, 0)->output)[k] ^= 1;
    CHECK(Bench::run(bench.task(1, 0)) == kInvalid);
    CHECK(bench.failed());
  }
}

void theFloorValidates() {
  for (int type = 0; type < kTypes; type++) {
    Bench bench(specOf(type, 5, 12), 2);
    CHECK(runFloor({&bench}, 2, 2).size() == 2);
    CHECK(!bench.failed());
  }
}

void spoiltScratchIsNoticed() {
  Spec spec = specOf(0, 1, 2);
  spec.scratch = 64;
  Bench good(spec, 1);
  CHECK(Bench::run(good.task(0, 0)) == 0);
  std::memset(good.scratchOf(0), 0, 8);
  CHECK(Bench::run(good.task(0, 0)) == kScratchSpoilt);
  CHECK(good.task(0, 1) == nullptr && good.task(2, 0) == nullptr);
}

}  // namespace

int main() {
  siphashVectors();
  everyTypeValidates();
  droppedEdgesAreCaught();
  inputsOfAnotherSizeAreCaught();
  everyPairIsChecked();
  theFloorValidates();
  spoiltScratchIsNoticed();
  return summary("taskbench");
}
