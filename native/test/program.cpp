// Compiled programs on the executor: dependences by point, launches one after another without waiting, records between
// them, failures, the end of threads. ThreadSanitizer checks the rest.
#include "../graph/program.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "check.h"
#include "program_support.h"

using namespace maniple;
using namespace maniple::graph;
using namespace maniple::test;

namespace {

using Cells = std::vector<int64_t>;

template <class T>
T* asPointer(double number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}

// P: status, length, from, to, what is added. Each cell becomes the sum of its neighbours.
void neighbours(double* P, int64_t u0, int64_t u1) {
  const auto n = static_cast<int64_t>(P[1]);
  const auto* from = asPointer<uint64_t>(P[2]);
  auto* to = asPointer<uint64_t>(P[3]);
  for (int64_t u = u0; u < u1; u++) {
    to[u] = from[u] + (u > 0 ? from[u - 1] : 0) + (u + 1 < n ? 3 * from[u + 1] : 0) + static_cast<uint64_t>(P[4]);
  }
}

void failing(double* P, int64_t, int64_t) {
  double status = 7;
  __atomic_store(P, &status, __ATOMIC_RELAXED);
}

// As neighbours, but the range with cell 7 fails.
void failingAtSeven(double* P, int64_t u0, int64_t u1) {
  neighbours(P, u0, u1);
  if (u0 <= 7 && 7 < u1) failing(P, u0, u1);
}

const int kNeighbours = addKernel(neighbours, nullptr);
const int kFailingAtSeven = addKernel(failingAtSeven, nullptr);
const int kFailing = addKernel(failing, nullptr);
constexpr uint32_t kParams = 5;

// `steps` sweeps between two arrays of `cells`, cut into `tiles` for `processors`. Arguments: two addresses, a scalar.
ProgramSource sweeps(uint32_t steps, uint32_t cells, uint32_t tiles, uint32_t processors) {
  ProgramSource source;
  source.args = 3;
  for (uint32_t s = 0; s < steps; s++) {
    const uint32_t at = s * kParams;
    source.steps.push_back({at, cells});
    for (double slot : {0.0, static_cast<double>(cells), 0.0, 0.0, 0.0}) source.params.push_back(slot);
    source.fills.push_back({at + 2, s % 2, true, 0});
    source.fills.push_back({at + 3, 1 - s % 2, true, 0});
    source.fills.push_back({at + 4, 2, false, 0});
    for (uint32_t t = 0; processors > 1 && t < tiles; t++) {
      const bool exit = s + 1 == steps;
      source.nodes.push_back({s, t * processors / tiles, int64_t{t} * cells / tiles, int64_t{t + 1} * cells / tiles, false, exit});
      if (s == 0) continue;
      for (uint32_t q = t == 0 ? 0 : t - 1; q <= t + 1 && q < tiles; q++) source.edges.push_back({(s - 1) * tiles + q, s * tiles + t});
    }
  }
  return source;
}

void sweep(std::vector<uint64_t>& from, std::vector<uint64_t>& to, uint64_t add) {
  const size_t n = from.size();
  for (size_t u = 0; u < n; u++) to[u] = from[u] + (u > 0 ? from[u - 1] : 0) + (u + 1 < n ? 3 * from[u + 1] : 0) + add;
}

void launchesInARow(uint32_t processors, uint32_t threads, bool here) {
  constexpr uint32_t kSteps = 9, kCells = 40, kTiles = 8, kLaunches = 120;
  const std::shared_ptr<Executor> executor = Executor::create(256, processors);
  ProgramSource source = sweeps(kSteps, kCells, kTiles, processors);
  source.pace.here = here;
  const auto program = Program::create(executor, std::move(source));
  Crew crew(executor, threads);  // ends before the program does
  CHECK(program != nullptr);
  std::vector<uint64_t> a(kCells), b(kCells), x(kCells), y(kCells);
  for (uint32_t i = 0; i < kCells; i++) a[i] = x[i] = i * i + 1;
  std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), 0};
  args.resize(3 + kSteps, kNeighbours);
  std::mt19937 random(5);
  uint64_t expected = 1;
  for (uint32_t k = 0; k < kLaunches; k++) {
    args[2] = k;
    const uint64_t first = program->launch(args.data(), expected - 1);
    CHECK(first == expected);
    expected += kSteps;
    for (uint32_t s = 0; s < kSteps; s++) s % 2 == 0 ? sweep(x, y, k) : sweep(y, x, k);
    // The next launch reads `a`, but a program of an odd number of steps ends in `b`: a record copies it over.
    double record[] = {11, static_cast<double>(kNeighbours), kCells, 7, static_cast<double>(expected - 1), 0, 0, kCells, asNumber(b.data()), asNumber(a.data()), 1};
    CHECK(executor->submit(record, 1) == expected);
    expected++;
    sweep(y, x, 1);
    if (random() % 16 == 0) executor->wait(executor->submitted() - random() % 20);
  }
  executor->wait(executor->submitted());
  CHECK(a == x);
  CHECK(b == y);
  CHECK(executor->completed() == kLaunches * (kSteps + 1));
}

void failuresByStep(uint32_t processors) {
  const std::shared_ptr<Executor> executor = Executor::create(64, processors);
  const auto program = Program::create(executor, sweeps(5, 16, 4, processors));
  Crew crew(executor, processors - 1);
  std::vector<uint64_t> a(16), b(16);
  std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), 0};
  args.resize(8, kNeighbours);
  args[3 + 2] = kFailing;
  args[3 + 4] = 1e9;  // no such kernel
  program->launch(args.data(), 0);
  executor->wait(5);
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  CHECK(failures.size() == 2);
  CHECK(failures[0].launch == 3 && failures[0].status == 7);
  CHECK(failures[1].launch == 5 && failures[1].status == kStatusRefused);
  args[3 + 2] = args[3 + 4] = kNeighbours;
  program->launch(args.data(), 0);
  executor->wait(10);
  executor->takeFailures(failures);
  CHECK(failures.empty());
}

// One point of one step of every third launch fails, while launches before and behind it are under way; `here`: they run within
// the call, and nothing is under way behind it.
void failuresMidway(uint32_t processors, uint32_t threads, bool here = false) {
  constexpr uint32_t kSteps = 6, kCells = 24, kLaunches = 90;
  const std::shared_ptr<Executor> executor = Executor::create(64, processors);
  ProgramSource source = sweeps(kSteps, kCells, 8, processors);
  source.pace.here = here;
  const auto program = Program::create(executor, std::move(source));
  Crew crew(executor, threads);
  std::vector<uint64_t> a(kCells, 1), b(kCells), x(kCells, 1), y(kCells);
  std::vector<uint64_t> expected, found;
  std::vector<Failure> failures;
  const auto collect = [&] {
    executor->takeFailures(failures);
    for (const Failure& failure : failures) {
      CHECK(failure.status == 7);
      found.push_back(failure.launch);
    }
  };
  for (uint32_t k = 0; k < kLaunches; k++) {
    std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), static_cast<double>(k)};
    args.resize(3 + kSteps, kNeighbours);
    if (k % 3 == 1) args[3 + k % kSteps] = kFailingAtSeven;
    const uint64_t first = program->launch(args.data(), 0);
    if (k % 3 == 1) expected.push_back(first + k % kSteps);
    if (here) CHECK(first == k * kSteps + 1 && executor->isIdle() && executor->completed() == first + kSteps - 1);
    for (uint32_t s = 0; s < kSteps; s++) s % 2 == 0 ? sweep(x, y, k) : sweep(y, x, k);
    if (k % 10 == 9) collect();
  }
  executor->wait(executor->submitted());
  collect();
  CHECK(found == expected);
  CHECK(a == x);
}

std::atomic<int> told{0};
void tell(void*) { told.fetch_add(1); }

// Its owner awaits a notification, so that the deputy hosts what is the owner's.
void awaited(uint32_t processors, uint32_t threads) {
  constexpr uint32_t kSteps = 6, kCells = 24;
  const std::shared_ptr<Executor> executor = Executor::create(64, processors);
  const auto program = Program::create(executor, sweeps(kSteps, kCells, 8, processors));
  Crew crew(executor, threads);
  executor->setHook(tell, nullptr);
  std::vector<uint64_t> a(kCells, 1), b(kCells), x(kCells, 1), y(kCells);
  for (uint32_t k = 0; k < 60; k++) {
    std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), static_cast<double>(k)};
    args.resize(3 + kSteps, k % 7 == 3 ? kFailing : kNeighbours);
    told = 0;
    const uint64_t first = program->launch(args.data(), 0);
    if (k % 4 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    executor->notifyAt(first + kSteps - 1);
    if (!executor->attended()) executor->wait(first + kSteps - 1);
    while (told.load() == 0) std::this_thread::yield();
    CHECK(executor->completed() == first + kSteps - 1);
    std::vector<Failure> failures;
    executor->takeFailures(failures);
    CHECK(failures.size() == (k % 7 == 3 ? kSteps : 0));
    if (k % 7 == 3) continue;
    for (uint32_t s = 0; s < kSteps; s++) s % 2 == 0 ? sweep(x, y, k) : sweep(y, x, k);
    CHECK(a == x);
  }
  executor->setHook(nullptr, nullptr);
}

// Who asks to help runs what is brief, several launches of many steps each, and leaves the rest to who is called.
void helped(bool brief) {
  constexpr uint32_t kSteps = 7, kCells = 16;
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  ProgramSource source = sweeps(kSteps, kCells, 4, 2);
  source.pace.brief = brief;
  const auto program = Program::create(executor, std::move(source));
  std::vector<uint64_t> a(kCells, 1), b(kCells), x(kCells, 1), y(kCells);
  std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), 0};
  args.resize(3 + kSteps, kNeighbours);
  for (int round = 0; round < 40; round++) {
    const int launches = 1 + round % 3;
    for (int k = 0; k < launches; k++) program->launch(args.data(), executor->submitted());
    const uint64_t last = executor->submitted();
    bool over = executor->help(last);
    CHECK(brief || !over);
    // It helps for a moment at a time.
    for (int i = 0; brief && !over && i < 1000; i++) over = executor->help(last);
    CHECK(over == brief);
    executor->wait(last);
    for (int k = 0; k < launches; k++)
      for (uint32_t s = 0; s < kSteps; s++) s % 2 == 0 ? sweep(x, y, 0) : sweep(y, x, 0);
    CHECK(a == x && b == y);
  }
}

void longerThanTheRing() {
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  CHECK(Program::create(executor, sweeps(16, 16, 4, 2)) == nullptr);
  const auto program = Program::create(executor, sweeps(15, 16, 4, 2));
  Crew crew(executor, 1);
  std::vector<uint64_t> a(16, 1), b(16);
  std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), 0};
  args.resize(3 + 15, kNeighbours);
  for (int i = 0; i < 50; i++) program->launch(args.data(), 0);
  CHECK(executor->submitted() == 750);
  executor->wait(750);
  CHECK(executor->completed() == 750);
}

void stoppedUnderWay() {
  for (int i = 0; i < 20; i++) {
    const std::shared_ptr<Executor> executor = Executor::create(256, 3);
    const auto program = Program::create(executor, sweeps(60, 3000, 6, 3));
    std::vector<uint64_t> a(3000, 1), b(3000);
    std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), 0};
    args.resize(3 + 60, kNeighbours);
    Crew crew(executor, 2);
    program->launch(args.data(), 0);
    std::this_thread::sleep_for(std::chrono::microseconds(50 * i));
    executor->stop();
    CHECK(executor->workers() == 0);
  }
}

// What the first step of one program waits for when it follows another: the last step's neighbouring tiles.
std::vector<GateEdge> neighbouring(uint32_t steps, uint32_t tiles) {
  std::vector<GateEdge> edges;
  for (uint32_t t = 0; t < tiles; t++)
    for (uint32_t q = t == 0 ? 0 : t - 1; q <= t + 1 && q < tiles; q++) edges.push_back({(steps - 1) * tiles + q, t});
  return edges;
}

// Two programs that follow themselves and each other, point by point; now and then everything is waited for.
void followingPrograms(uint32_t processors, uint32_t threads) {
  constexpr uint32_t kCells = 40, kTiles = 8, kLaunches = 400;
  const uint32_t steps[] = {2, 6};
  const std::shared_ptr<Executor> executor = Executor::create(256, processors);
  std::unique_ptr<Program> programs[2];
  int links[2][2];  // by who is before, and who follows
  for (int i = 0; i < 2; i++) programs[i] = Program::create(executor, sweeps(steps[i], kCells, kTiles, processors));
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) links[i][j] = programs[j]->link(*programs[i], neighbouring(steps[i], kTiles));
  Crew crew(executor, threads);
  std::vector<uint64_t> a(kCells), b(kCells), x(kCells), y(kCells);
  for (uint32_t i = 0; i < kCells; i++) a[i] = x[i] = i * i + 1;
  std::mt19937 random(6);
  int before = -1;
  uint64_t first = 0;
  for (uint32_t k = 0; k < kLaunches; k++) {
    const int which = static_cast<int>(random() % 2);
    std::vector<double> args = {asNumber(a.data()), asNumber(b.data()), static_cast<double>(k)};
    args.resize(3 + steps[which], kNeighbours);
    const uint64_t last = executor->submitted();
    if (before < 0 || random() % 8 == 0) programs[which]->launch(args.data(), last);
    else programs[which]->launch(args.data(), first - 1, *programs[before], links[before][which]);
    first = last + 1;
    before = which;
    for (uint32_t s = 0; s < steps[which]; s++) s % 2 == 0 ? sweep(x, y, k) : sweep(y, x, k);
    if (random() % 16 == 0) executor->wait(executor->submitted() - random() % 10);
  }
  executor->wait(executor->submitted());
  CHECK(a == x);
  CHECK(b == y);
}

std::atomic<int> ranAgain{0};
std::atomic<int> metOther{0};

// Unit 1 of the first launch ends when unit 0 of the second has run, or after a long time; P[4] says which launch it is.
void meeting(double* P, int64_t u0, int64_t u1) {
  for (int64_t u = u0; u < u1; u++) {
    if (u == 0 && P[4] == 2) ranAgain.store(1);
    if (u != 1 || P[4] != 1) continue;
    const auto start = std::chrono::steady_clock::now();
    while (ranAgain.load() == 0 && std::chrono::steady_clock::now() - start < std::chrono::seconds(20)) std::this_thread::yield();
    metOther.store(ranAgain.load());
  }
}

// A point of a launch runs before the last point of the launch before it has ended.
void overlap() {
  const int kernel = addKernel(meeting, nullptr);
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  ProgramSource source;
  source.args = 1;
  source.params = {0, 0, 0, 0, 0};
  source.steps.push_back({0, 2});
  source.fills.push_back({4, 0, false, 0});
  for (uint32_t p = 0; p < 2; p++) source.nodes.push_back({0, p, p, p + 1, false, true});
  const auto program = Program::create(executor, std::move(source));
  const int link = program->link(*program, {{0, 0}, {1, 1}});
  CHECK(link == 0);
  Crew crew(executor, 1);
  double args[] = {1, static_cast<double>(kernel)};
  program->launch(args, 0);
  args[0] = 2;
  CHECK(program->launch(args, 0, *program, link) == 2);
  executor->wait(2);
  CHECK(metOther.load() == 1);
}

void badLinks() {
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  const auto program = Program::create(executor, sweeps(3, 16, 4, 2));
  CHECK(program->link(*program, {{0, 0}}) == -1);  // no exit
  CHECK(program->link(*program, {{8, 12}}) == -1);
  CHECK(program->link(*program, {{12, 0}}) == -1);
  CHECK(program->link(*program, {{kAll, 0}, {8, 0}}) == 0);
  const auto plain = Program::create(executor, sweeps(3, 16, 4, 1));
  CHECK(plain->link(*program, {}) == -1);
}

// A link to a program that is gone leaves its place to the next one.
void linksToGonePrograms() {
  const std::shared_ptr<Executor> executor = Executor::create(64, 2);
  const auto program = Program::create(executor, sweeps(3, 16, 4, 2));
  for (int i = 0; i < 50; i++) {
    const auto before = Program::create(executor, sweeps(3, 16, 4, 2));
    CHECK(program->link(*before, {{kAll, 0}}) == 0);
    CHECK(program->isLinked(*before, 0) && !program->isLinked(*program, 0));
  }
  const auto one = Program::create(executor, sweeps(3, 16, 4, 2));
  CHECK(program->link(*one, {{kAll, 0}}) == 0);
  CHECK(program->link(*program, {{kAll, 0}}) == 1);
  CHECK(program->isLinked(*one, 0) && program->isLinked(*program, 1));
}

void cycles() {
  ProgramSource source = sweeps(2, 8, 2, 2);
  source.edges.push_back({2, 0});
  CHECK(Program::create(Executor::create(64, 2), std::move(source)) == nullptr);
}

}  // namespace

int main() {
  launchesInARow(1, 0, true);
  launchesInARow(1, 0, false);
  launchesInARow(1, 2, true);
  launchesInARow(2, 0, false);
  launchesInARow(2, 1, false);
  launchesInARow(4, 2, false);
  launchesInARow(4, 3, false);
  failuresByStep(1);
  failuresByStep(3);
  failuresMidway(1, 0);
  failuresMidway(1, 2);
  failuresMidway(1, 0, true);
  failuresMidway(1, 2, true);
  failuresMidway(3, 2);
  awaited(1, 0);
  awaited(3, 2);
  awaited(3, 0);
  helped(true);
  helped(false);
  longerThanTheRing();
  stoppedUnderWay();
  followingPrograms(2, 0);
  followingPrograms(2, 1);
  followingPrograms(4, 2);
  followingPrograms(4, 3);
  overlap();
  badLinks();
  linksToGonePrograms();
  cycles();
  return test::summary("program");
}
