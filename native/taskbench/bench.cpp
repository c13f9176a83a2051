#include "bench.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

namespace maniple::taskbench {

namespace {

constexpr size_t kLine = 64;
constexpr size_t kPair = 16;

size_t upTo(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

/// Keeps the compiler from leaving out a kernel with an unused result.
template <typename T>
void use(T value) {
  __asm__ __volatile__("" : : "m"(value));
}

}  // namespace

void Bench::Free::operator()(char* memory) const { std::free(memory); }

Bench::Memory Bench::obtain(size_t bytes) {
  char* memory = static_cast<char*>(std::aligned_alloc(kLine, upTo(bytes + 1, kLine)));
  if (memory == nullptr) throw std::bad_alloc();
  return Memory(memory);
}

Bench::Bench(const Spec& spec, uint32_t processors) : spec_(spec), processors_(processors) {
  layOut();
  makeTasks();
  makeScratch();
}

void Bench::layOut() {
  size_t at = 0;
  uint32_t current = 0;
  segments_.push_back(0);
  for (int64_t p = 0; p < spec_.width; p++) {
    while (current != processorOf(p)) {
      at = upTo(at, kLine);
      segments_.push_back(static_cast<uint32_t>(at));
      current++;
    }
    offsets_.push_back(static_cast<uint32_t>(at));
    at += upTo(spec_.output, kPair);
  }
  rowBytes_ = upTo(at, kLine);
  while (segments_.size() <= processors_) segments_.push_back(static_cast<uint32_t>(rowBytes_));
  outputs_ = obtain(rowBytes_ * static_cast<size_t>(spec_.fields));
  std::memset(outputs_.get(), 0xff, rowBytes_ * static_cast<size_t>(spec_.fields));
}

/// Lists of inputs repeat with the pattern (and where points are missing, not even then): each is stored once.
void Bench::makeTasks() {
  std::map<std::vector<int64_t>, size_t> known;
  std::vector<size_t> listOf;
  std::vector<int64_t> points;
  for (int64_t step = 0; step < spec_.steps; step++) {
    stepBegin_.push_back(tasks_.size());
    for (int64_t p = spec_.offsetAt(step); p < spec_.offsetAt(step) + spec_.widthAt(step); p++) {
      points.clear();
      spec_.inputs(step, p, points);
      const auto [found, added] = known.try_emplace(points, inputs_.size());
      for (size_t i = 0; added && i < points.size(); i++)
        inputs_.push_back({static_cast<int32_t>(points[i]), offsets_[static_cast<size_t>(points[i])],
                           static_cast<uint32_t>(spec_.output)});
      listOf.push_back(found->second);
      char* output = rowOf(step) + offsets_[static_cast<size_t>(p)];
      tasks_.push_back({this, static_cast<int32_t>(step), static_cast<int32_t>(p), nullptr,
                        step > 0 ? rowOf(step - 1) : nullptr, output, static_cast<uint32_t>(points.size()), processorOf(p)});
    }
  }
  for (size_t i = 0; i < tasks_.size(); i++) tasks_[i].inputs = inputs_.data() + listOf[i];
}

void Bench::makeScratch() {
  scratchStride_ = upTo(spec_.scratch, kLine);
  if (spec_.scratch == 0) return;
  scratch_ = obtain(scratchStride_ * static_cast<size_t>(spec_.width));
  uint64_t* words = reinterpret_cast<uint64_t*>(scratch_.get());
  for (size_t i = 0; i < scratchStride_ * static_cast<size_t>(spec_.width) / 8; i++) words[i] = kScratchMagic;
}

Task* Bench::task(int64_t step, int64_t point) {
  if (!spec_.has(step, point)) return nullptr;
  return &tasks_[stepBegin_[static_cast<size_t>(step)] + static_cast<size_t>(point - spec_.offsetAt(step))];
}

void Bench::clear(uint32_t processor) {
  const uint32_t from = segments_[processor], to = segments_[processor + 1];
  for (int64_t row = 0; row < spec_.fields; row++) std::memset(rowOf(row) + from, 0xff, to - from);
}

void Bench::report(const Mistake& mistake) {
  if (claimed_.exchange(true)) return;
  mistake_ = mistake;
  failed_.store(true, std::memory_order_release);
}

template <typename At>
bool Bench::validate(const Task& task, At at) {
  if (task.step < 0 || task.step >= spec_.steps || !spec_.has(task.step, task.point)) return false;
  const int64_t last = task.step - 1;
  for (uint32_t i = 0; i < task.inputCount; i++) {
    const Input& input = task.inputs[i];
    const int64_t* pairs = reinterpret_cast<const int64_t*>(at(input));
    const size_t count = std::min<size_t>(input.bytes, spec_.output) / kPair;
    size_t k = 0;
    while (k < count && pairs[2 * k] == last && pairs[2 * k + 1] == input.point) k++;
    if (k == count && input.bytes == spec_.output) continue;
    report({task.step, task.point, input.point, k < count ? pairs[2 * k] : last, k < count ? pairs[2 * k + 1] : input.point,
            input.bytes});
    return false;
  }
  return true;
}

void Bench::runKernel(const Task& task, char* scratch) {
  switch (spec_.kernel) {
    case KernelType::kEmpty: return;
    case KernelType::kBusyWait: return use(busyWait(spec_.iterations));
    case KernelType::kComputeBound: return use(compute_(spec_.iterations));
    case KernelType::kLoadImbalance: return use(compute_(spec_.iterationsOf(task.step, task.point)));
    case KernelType::kMemoryBound: return memoryBound(scratch, spec_.scratch, spec_.samples, task.step, spec_.iterations);
  }
}

template <typename At>
int32_t Bench::runOn(const Task& task, At at, char* output, char* scratch) {
  if (validates && !validate(task, at)) return kInvalid;
  int64_t* pairs = reinterpret_cast<int64_t*>(output);
  for (size_t k = 0; k < spec_.output / kPair; k++) {
    pairs[2 * k] = task.step;
    pairs[2 * k + 1] = task.point;
  }
  if (spec_.scratch > 0 && *reinterpret_cast<const uint64_t*>(scratch) != kScratchMagic) {
    report({task.step, task.point, -1, 0, 0, 0});
    return kScratchSpoilt;
  }
  runKernel(task, scratch);
  return 0;
}

int32_t Bench::run(void* argument) {
  const Task& task = *static_cast<const Task*>(argument);
  Bench& bench = *task.bench;
  return bench.runOn(task, [&](const Input& input) { return task.row + input.offset; }, task.output, bench.scratchOf(task.point));
}

namespace {

/// Columns of a step side by side in a store, as an argument of an index task gives them.
struct Columns {
  char* first;
  int64_t stride;
  char* at(int64_t column) const { return first + column * stride; }
};

void fail(double* P, double status) {
  uint64_t bits, expected = 0;
  std::memcpy(&bits, &status, sizeof bits);
  __atomic_compare_exchange_n(reinterpret_cast<uint64_t*>(P), &expected, bits, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

Columns columnsAt(const double* argument) {
  return {reinterpret_cast<char*>(static_cast<std::uintptr_t>(argument[0])), static_cast<int64_t>(argument[1]) * 8};
}

}  // namespace

template <bool kScratch, bool kInputs>
void Bench::runColumns(double* P, int64_t u0, int64_t u1) {
  constexpr int kArgument = 3;
  const double* argument = P + kArgument;
  const Columns outputs = columnsAt(argument);
  if (kScratch) argument += kArgument;
  const Columns scratch = columnsAt(argument);
  if (kInputs) argument += kArgument;
  const Columns inputs = columnsAt(argument);
  Bench& bench = *reinterpret_cast<Bench*>(static_cast<std::uintptr_t>(argument[kArgument]));
  const auto step = static_cast<int64_t>(argument[kArgument + 1]);
  const int64_t before = bench.spec_.offsetAt(step - 1);
  for (int64_t u = u0; u < u1; u++) {
    const Task& task = *bench.task(step, bench.spec_.offsetAt(step) + u);
    const auto at = [&](const Input& input) { return inputs.at(input.point - before); };
    const int32_t status = bench.runOn(task, at, outputs.at(u), kScratch ? scratch.at(u) : nullptr);
    if (status != 0) fail(P, status);
  }
}

void Bench::clearColumns(double* P, int64_t u0, int64_t u1) {
  const Columns columns = columnsAt(P + 3);
  std::memset(columns.at(u0), 0xff, static_cast<size_t>((u1 - u0) * columns.stride));
}

template void Bench::runColumns<false, false>(double*, int64_t, int64_t);
template void Bench::runColumns<false, true>(double*, int64_t, int64_t);
template void Bench::runColumns<true, false>(double*, int64_t, int64_t);
template void Bench::runColumns<true, true>(double*, int64_t, int64_t);

}  // namespace maniple::taskbench
