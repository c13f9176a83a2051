// Programs with asynchronous nodes: work of other queues between their steps, done by threads that look at the executor's progress and
// move its counters. Random programs against the same operations one after another; failures, counters that move late or never.
#include "../graph/program.h"

#include <algorithm>
#include <cstdint>

#include "check.h"
#include "program_support.h"

using namespace maniple;
using namespace maniple::graph;
using namespace maniple::test;

namespace {

constexpr uint32_t kCells = 24, kTiles = 4, kParams = 5, kArrays = 4;
constexpr uint64_t kQueues = 3;  // the host's is 0

uint64_t* asCells(double number) { return reinterpret_cast<uint64_t*>(static_cast<std::uintptr_t>(number)); }

void combine(const uint64_t* a, const uint64_t* b, uint64_t* c, uint64_t add, int64_t from, int64_t to) {
  for (int64_t u = from; u < to; u++) c[u] = 3 * a[u] + b[u] + add;
}

// P: status, two arrays that are read, the array that is written, what is added.
void combineUnits(double* P, int64_t u0, int64_t u1) {
  combine(asCells(P[1]), asCells(P[2]), asCells(P[3]), static_cast<uint64_t>(P[4]), u0, u1);
}
void failing(double* P, int64_t, int64_t) {
  double status = 7;
  __atomic_store(P, &status, __ATOMIC_RELAXED);
}
const int kCombine = addKernel(combineUnits, nullptr);
const int kFailing = addKernel(failing, nullptr);

struct Operation {
  uint64_t queue;
  uint32_t from[2];
  uint32_t to;
  bool conflicts(const Operation& o) const {
    return to == o.to || to == o.from[0] || to == o.from[1] || o.to == from[0] || o.to == from[1];
  }
};

// A random program of operations on whole arrays. Its launches follow each other: tile by tile on the host, and through counters.
class RandomProgram {
 public:
  RandomProgram(std::mt19937& random, uint32_t processors, uint32_t operations) {
    for (uint32_t i = 0; i < operations; i++) {
      const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
      all_.push_back({i == 0 ? 0 : draw(kQueues), {draw(kArrays), draw(kArrays)}, draw(kArrays)});
    }
    all_.push_back({0, {0, 1}, 2});
    for (const Operation& operation : all_) at_.push_back(counts_[operation.queue]++);
    for (uint32_t t = 0; t < kTiles; t++) source(t * processors / kTiles, t);
    source_.args = kArrays + 1 + kQueues;
    for (uint32_t i = 0; i < all_.size(); i++) releasesFor(i);
  }

  // Arguments: arrays, a number, and by queue its first launch of the program's launch before.
  ProgramSource source() const { return source_; }
  const std::vector<Operation>& operations() const { return all_; }
  uint64_t count(uint64_t queue) const { return counts_[queue]; }
  uint64_t at(size_t operation) const { return at_[operation]; }

  // The last operation of a queue, in this launch (1) or the one before (0), that operation i conflicts with; false where there is none.
  bool last(size_t i, uint64_t queue, size_t& found, bool& here) const {
    for (int launch = 1; launch >= 0; launch--) {
      for (size_t j = launch == 1 ? i : all_.size(); j-- > 0;) {
        if (all_[j].queue != queue || !all_[i].conflicts(all_[j])) continue;
        found = j;
        here = launch == 1;
        return true;
      }
    }
    return false;
  }

  // Nodes of the launch before that nodes of a launch wait for.
  std::vector<GateEdge> gates() const {
    std::vector<GateEdge> edges;
    for (size_t i = 0; i < all_.size(); i++)
      for (size_t j = 0; j < all_.size(); j++)
        for (uint32_t t = 0; t < kTiles; t++)
          if (all_[i].queue == 0 && all_[j].queue == 0 && all_[i].conflicts(all_[j])) edges.push_back({node(j, t), node(i, t)});
    return edges;
  }

 private:
  uint32_t node(size_t operation, uint32_t tile) const { return tile * static_cast<uint32_t>(counts_[0]) + static_cast<uint32_t>(at_[operation]); }

  // The nodes of a tile, on a processor.
  void source(uint32_t processor, uint32_t tile) {
    for (size_t i = 0; i < all_.size(); i++) {
      const auto& [queue, from, to] = all_[i];
      if (queue != 0) continue;
      const auto step = static_cast<uint32_t>(at_[i]);
      if (tile == 0) {
        source_.steps.push_back({step * kParams, kCells});
        source_.params.insert(source_.params.end(), kParams, 0);
        for (uint32_t slot = 1; slot < kParams; slot++)
          source_.fills.push_back({step * kParams + slot, slot == 1 ? from[0] : slot == 2 ? from[1] : slot == 3 ? to : kArrays, slot < 4, 0});
      }
      source_.nodes.push_back({step, processor, tile * kCells / kTiles, (tile + 1) * kCells / kTiles, false, true});
      for (size_t j = 0; j < i; j++)
        if (all_[j].queue == 0 && all_[i].conflicts(all_[j])) source_.edges.push_back({node(j, tile), node(i, tile)});
      for (uint64_t q = 1; q < kQueues; q++) {
        size_t j;
        bool here;
        if (!last(i, q, j, here)) continue;
        const auto offset = static_cast<uint32_t>((here ? counts_[q] : 0) + at_[j]);
        source_.arrivals.push_back({node(i, tile), static_cast<uint32_t>(kArrays + 1 + q), offset});
      }
    }
  }

  void releasesFor(size_t i) {
    size_t j;
    bool here;
    if (all_[i].queue == 0 || !last(i, 0, j, here) || !here) return;
    const auto step = static_cast<uint32_t>(at_[j]);
    auto& releases = source_.releases;
    const auto place = std::lower_bound(releases.begin(), releases.end(), step);
    if (place == releases.end() || *place != step) releases.insert(place, step);
  }

  std::vector<Operation> all_;
  std::vector<uint64_t> at_;  // by operation: its number among the operations of its queue
  uint64_t counts_[kQueues] = {};
  ProgramSource source_;
};

void randomPrograms(uint32_t seed, uint32_t processors, uint32_t threads) {
  constexpr uint64_t kLaunches = 25;
  std::mt19937 random(seed);
  const RandomProgram plan(random, processors, 12);
  const std::shared_ptr<Executor> executor = Executor::create(256, processors);
  const auto program = Program::create(executor, plan.source());
  const int link = program->link(*program, plan.gates());
  std::vector<uint64_t> cells[kArrays], expected[kArrays];
  for (uint32_t i = 0; i < kArrays; i++)
    for (uint32_t u = 0; u < kCells; u++) cells[i].push_back(random() % 100);
  for (uint32_t i = 0; i < kArrays; i++) expected[i] = cells[i];
  const auto& all = plan.operations();
  std::vector<QueueThread::Work> work[kQueues];
  for (uint64_t q = 1; q < kQueues; q++)  // the launch before the first
    for (uint64_t i = 0; i < plan.count(q); i++) work[q].push_back({0, nullptr, 0, [] {}});
  for (uint64_t k = 0; k < kLaunches; k++) {
    for (size_t i = 0; i < all.size(); i++) {
      const auto [queue, from, to] = all[i];
      combine(expected[from[0]].data(), expected[from[1]].data(), expected[to].data(), k, 0, kCells);
      if (queue == 0) continue;
      QueueThread::Work one;
      size_t j;
      bool here;
      if (plan.last(i, 0, j, here) && (here || k > 0)) one.host = (here ? k : k - 1) * plan.count(0) + plan.at(j) + 1;
      const uint64_t other = kQueues - queue;
      if (plan.last(i, other, j, here)) {
        one.other = executor->counterOf(onQueue(other, 1));
        one.least = onQueue(other, (here ? k + 1 : k) * plan.count(other) + plan.at(j) + 1);
      }
      one.run = [a = cells[from[0]].data(), b = cells[from[1]].data(), c = cells[to].data(), k] { combine(a, b, c, k, 0, kCells); };
      work[queue].push_back(std::move(one));
    }
  }
  QueueThread first(*executor, 1, std::move(work[1])), second(*executor, 2, std::move(work[2]));
  Crew crew(executor, threads);
  for (uint64_t k = 0; k < kLaunches; k++) {
    std::vector<double> args;
    for (auto& array : cells) args.push_back(asNumber(array.data()));
    args.push_back(static_cast<double>(k));
    for (uint64_t q = 0; q < kQueues; q++) args.push_back(static_cast<double>(onQueue(q, k * plan.count(q) + 1)));
    args.resize(args.size() + plan.count(0), kCombine);
    if (k == 0) program->launch(args.data(), 0);
    else program->launch(args.data(), (k - 1) * plan.count(0), *program, link);
    if (random() % 4 == 0) executor->wait(k * plan.count(0) + 1 + random() % plan.count(0));
  }
  executor->wait(executor->submitted());
  CHECK(executor->ended() == kLaunches * plan.count(0));
  for (uint64_t q = 1; q < kQueues; q++)
    while (executor->counterOf(onQueue(q, 1))->load() < onQueue(q, (kLaunches + 1) * plan.count(q)) && plan.count(q) > 0) std::this_thread::yield();
  for (uint32_t i = 0; i < kArrays; i++) CHECK(cells[i] == expected[i]);
}

// Two steps; the second waits for launch `args[1]` of queue 1, and the first is complete on its own.
ProgramSource twoSteps(uint32_t processors = 2) {
  ProgramSource source;
  source.args = 2;
  for (uint32_t s = 0; s < 2; s++) {
    source.steps.push_back({s * kParams, kCells});
    source.params.insert(source.params.end(), kParams, 0);
    for (uint32_t slot = 1; slot < 4; slot++) source.fills.push_back({s * kParams + slot, 0, true, 0});
    for (uint32_t t = 0; t < 2; t++) source.nodes.push_back({s, t % processors, t * kCells / 2, (t + 1) * kCells / 2});
  }
  source.edges = {{0, 2}, {1, 3}};
  source.arrivals = {{2, 1, 0}, {3, 1, 0}};
  source.releases = {0};
  return source;
}

std::vector<double> argsFor(std::vector<uint64_t>& cells, uint64_t launch, int first = kCombine, int second = kCombine) {
  return {asNumber(cells.data()), static_cast<double>(onQueue(1, launch)), static_cast<double>(first), static_cast<double>(second)};
}

std::atomic<int> told{0};
void tell(void*) { told.fetch_add(1); }
// The first step's failure is known when it is complete, and no failure twice; a notification comes while the second step waits.
void failuresOfReleasedSteps(uint32_t threads) {
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  const auto program = Program::create(executor, twoSteps());
  Crew crew(executor, threads);
  executor->setHook(tell, nullptr);
  std::vector<uint64_t> cells(kCells, 1);
  std::vector<Failure> failures;
  for (uint64_t k = 1; k <= 50; k++) {
    told = 0;
    const uint64_t first = program->launch(argsFor(cells, k, k % 2 == 0 ? kFailing : kCombine, k % 3 == 0 ? kFailing : kCombine).data(), 0);
    executor->notifyAt(first);
    executor->wait(first);
    while (told.load() == 0) std::this_thread::yield();
    executor->takeFailures(failures);
    CHECK(failures.size() == (k % 2 == 0) && (failures.empty() || failures[0].launch == first));
    CHECK(executor->completed() == first && executor->ended() == first - 1 && program->inUse());
    executor->reached(onQueue(1, k));
    executor->wait(first + 1);
    executor->takeFailures(failures);
    CHECK(failures.size() == (k % 3 == 0) && (failures.empty() || failures[0].launch == first + 1));
  }
  executor->setHook(nullptr, nullptr);
}

// A launch that is complete in part keeps its slot: the ring goes once around it.
void fullRing() {
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  const auto program = Program::create(executor, twoSteps());
  Crew crew(executor, 1);
  std::vector<uint64_t> cells(kCells, 1);
  program->launch(argsFor(cells, 1).data(), 0);
  executor->wait(1);
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    executor->reached(onQueue(1, 1));
  });
  for (int i = 0; i < 100; i++) {
    double record[] = {11, static_cast<double>(kCombine), 0, 1, 0, 0, 0, 0, 0, 0, 0};
    executor->submit(record, 1);
  }
  executor->wait(102);
  late.join();
  CHECK(cells == std::vector<uint64_t>(kCells, 16));
}

// The counter moves when the program is gone, or never.
void signalledLateOrNever() {
  for (int i = 0; i < 20; i++) {
    const std::shared_ptr<Executor> executor = Executor::create(64, 2);
    std::vector<uint64_t> cells(kCells, 1);
    auto program = Program::create(executor, twoSteps());
    std::thread late;
    {
      Crew crew(executor, 2);
      program->launch(argsFor(cells, 1).data(), 0);
      if (i % 2 == 0) executor->wait(1);
      late = std::thread([executor, i] {
        std::this_thread::sleep_for(std::chrono::microseconds(20 * i));
        if (i % 3 != 0) executor->reached(onQueue(1, 1));
      });
    }
    CHECK(!program->inUse());
    program = nullptr;
    late.join();
  }
}

void badSources() {
  const auto fails = [](const std::function<void(ProgramSource&)>& change) {
    ProgramSource source = twoSteps();
    change(source);
    return Program::create(Executor::create(64, 2), std::move(source)) == nullptr;
  };
  CHECK(!fails([](ProgramSource&) {}));
  CHECK(fails([](ProgramSource& s) { s.releases = {1}; }));  // the last step
  CHECK(fails([](ProgramSource& s) { s.releases = {0, 0}; }));
  CHECK(fails([](ProgramSource& s) { s.arrivals[0].node = 4; }));
  CHECK(fails([](ProgramSource& s) { s.arrivals[0].arg = 2; }));
  CHECK(fails([](ProgramSource& s) { s.nodes.clear(), s.edges.clear(), s.arrivals.clear(); }));
}

}  // namespace

int main() {
  for (uint32_t seed = 1; seed <= 12; seed++) randomPrograms(seed, 1 + seed % 4, seed % 3);
  failuresOfReleasedSteps(0);
  failuresOfReleasedSteps(1);
  fullRing();
  signalledLateOrNever();
  badSources();
  return test::summary("program_async");
}
