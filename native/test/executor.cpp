// The executor against what its contract says, with real threads; ThreadSanitizer checks the rest.
#include "../core/executor.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "check.h"

using namespace maniple;

namespace {

double asNumber(const void* p) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(p)); }

template <class T>
T* asPointer(double number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}

// P[1]: an array of one int a unit; every unit adds one to its own.
void countUnits(double* P, int64_t u0, int64_t u1) {
  int* counts = asPointer<int>(P[1]);
  for (int64_t u = u0; u < u1; u++) counts[u]++;
}
// P[2]: an int that finish adds one to.
void countFinish(double* P) { *asPointer<int>(P[2]) += 1; }

// P[1]: int array; P[2]: sums here in finish what the units before it wrote.
void readAll(double* P, int64_t u0, int64_t u1) {
  const int* from = asPointer<int>(P[1]);
  int* to = asPointer<int>(P[2]);
  for (int64_t u = u0; u < u1; u++) to[u] = from[u] + 1;
}

void failing(double* P, int64_t, int64_t) {
  double status = 7;
  __atomic_store(P, &status, __ATOMIC_RELAXED);
}

// P[1]: an int that every unit adds one to, and waits until all P[2] units have: they must run at the same time.
void meet(double* P, int64_t u0, int64_t u1) {
  auto& arrived = *asPointer<std::atomic<int>>(P[1]);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (int64_t u = u0; u < u1; u++) {
    arrived.fetch_add(1);
    while (arrived.load() < static_cast<int>(P[2]) && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
  }
  if (arrived.load() < static_cast<int>(P[2])) failing(P, u0, u1);
}

const int kMeet = addKernel(meet, nullptr);
const int kCount = addKernel(countUnits, countFinish);
const int kCopy = addKernel(readAll, nullptr);
const int kFail = addKernel(failing, nullptr);

class Records {
 public:
  void add(int kernel, int64_t units, int64_t tile, uint64_t wait, int flags, std::vector<double> params) {
    const std::size_t length = kParams + 1 + params.size();
    for (double slot : {static_cast<double>(length), static_cast<double>(kernel), static_cast<double>(units),
                        static_cast<double>(tile), static_cast<double>(wait), static_cast<double>(flags), 0.0}) {
      slots_.push_back(slot);
    }
    slots_.insert(slots_.end(), params.begin(), params.end());
    count_++;
  }
  uint64_t submit(Executor& executor) {
    const uint64_t n = executor.submit(slots_.data(), count_);
    slots_.assign(slots_.size(), -1);  // the executor has copied what it needs
    slots_.clear();
    count_ = 0;
    return n;
  }

 private:
  std::vector<double> slots_;
  int count_ = 0;
};

class Crew {
 public:
  Crew(const std::shared_ptr<Executor>& executor, int size) : executor_(executor) {
    for (int i = 0; i < size; i++) {
      threads_.emplace_back([executor, i] {
        executor->enter();
        while (executor->serve(20, static_cast<uint32_t>(i) + 1)) {
        }
        executor->leave();
      });
    }
    while (executor->workers() < size) std::this_thread::yield();
  }
  ~Crew() {
    executor_->stop();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::shared_ptr<Executor> executor_;
  std::vector<std::thread> threads_;
};

bool all(const std::vector<int>& values, int expected) {
  for (int value : values) {
    if (value != expected) return false;
  }
  return true;
}

void everyUnitOnce(int workers) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  Records records;
  for (int64_t units : {1, 2, 3, 64, 1000}) {
    for (int64_t tile : {1, 7, 1000}) {
      for (int flags : {0, kInline}) {
        std::vector<int> counts(static_cast<std::size_t>(units), 0);
        int finished = 0;
        records.add(kCount, units, tile, 0, flags, {asNumber(counts.data()), asNumber(&finished)});
        const uint64_t n = records.submit(*executor);
        executor->wait(n);
        CHECK(executor->completed() == n);
        CHECK(all(counts, 1));
        CHECK(finished == 1);
      }
    }
  }
}

void noUnitsOnlyFinishes() {
  auto executor = Executor::create(64);
  Records records;
  int finished = 0;
  for (int flags : {0, kInline}) records.add(kCount, 0, 1, 0, flags, {0, asNumber(&finished)});
  executor->wait(records.submit(*executor));
  CHECK(finished == 2);
}

// A chain through arrays: each launch reads what the one before wrote; more launches than the ring holds.
void chain(int workers, int length) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  const std::size_t size = 50;
  std::vector<std::vector<int>> arrays(static_cast<std::size_t>(length) + 1, std::vector<int>(size, 0));
  Records records;
  for (int i = 0; i < length; i++) {
    const auto at = static_cast<std::size_t>(i);
    records.add(kCopy, size, 9, static_cast<uint64_t>(i), i % 5 == 0 ? kInline : 0,
                {asNumber(arrays[at].data()), asNumber(arrays[at + 1].data())});
    if (i % 17 == 0) records.submit(*executor);
  }
  records.submit(*executor);
  executor->wait(static_cast<uint64_t>(length));
  CHECK(all(arrays.back(), length));
}

// Random dependences; each launch copies from the result of one that it waits for.
void randomGraph(int workers, unsigned seed) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  std::mt19937 random(seed);
  const int length = 300;
  std::vector<std::vector<int>> arrays(length + 1, std::vector<int>(40, 0));
  std::vector<int> depth(length + 1, 0);
  Records records;
  for (int i = 1; i <= length; i++) {
    const int wait = static_cast<int>(random() % static_cast<unsigned>(i));
    const int from = wait == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(wait + 1));
    depth[static_cast<std::size_t>(i)] = depth[static_cast<std::size_t>(from)] + 1;
    const auto units = static_cast<int64_t>(1 + random() % 40);
    records.add(kCopy, 40, units, static_cast<uint64_t>(wait), static_cast<int>(random() % 2),
                {asNumber(arrays[static_cast<std::size_t>(from)].data()),
                 asNumber(arrays[static_cast<std::size_t>(i)].data())});
    if (random() % 8 == 0) records.submit(*executor);
  }
  const uint64_t last = records.submit(*executor);
  CHECK(last == length);
  executor->wait(last);
  for (std::size_t i = 0; i <= length; i++) CHECK(all(arrays[i], depth[i]));
}

void manyParameters() {
  auto executor = Executor::create(64);
  std::vector<int> counts(10, 0);
  int finished = 0;
  Records records;
  for (int i = 0; i < 200; i++) {
    std::vector<double> params(static_cast<std::size_t>(2 + i), 0);
    params[0] = asNumber(counts.data());
    params[1] = asNumber(&finished);
    records.add(kCount, 10, 3, static_cast<uint64_t>(i), 0, params);
  }
  executor->wait(records.submit(*executor));
  CHECK(all(counts, 200) && finished == 200);
}

void failuresAreReported(int workers) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  int sink = 0;
  Records records;
  records.add(kFail, 8, 1, 0, 0, {});
  records.add(kCount, 1, 1, 0, kInline, {asNumber(&sink), asNumber(&sink)});
  records.add(kFail, 8, 1, 1, kInline, {});
  records.add(1 << 20, 8, 1, 0, 0, {});
  executor->wait(records.submit(*executor));
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  double statuses[5] = {};
  for (const Failure& failure : failures) statuses[failure.launch] = failure.status;
  CHECK(failures.size() == 3);
  CHECK(statuses[1] == 7 && statuses[3] == 7 && statuses[4] == kStatusRefused);
  executor->takeFailures(failures);
  CHECK(failures.empty());
}

std::atomic<int> told{0};
void tell(void*) { told.fetch_add(1); }

void notification(int workers) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  executor->setHook(tell, nullptr);
  std::vector<int> counts(100, 0);
  int finished = 0;
  Records records;
  for (int round = 1; round <= 50; round++) {
    told = 0;
    records.add(kCount, 100, 3, 0, 0, {asNumber(counts.data()), asNumber(&finished)});
    const uint64_t n = records.submit(*executor);
    executor->notifyAt(n);
    if (workers == 0) executor->wait(n);
    while (told.load() == 0) std::this_thread::yield();
    CHECK(executor->completed() >= n);
    executor->wait(n);
    CHECK(told.load() == 1);
  }
  executor->setHook(nullptr, nullptr);
}

// Whoever awaits a notification is stood in for: as many points run at a time as if it had called wait().
void deputyStandsIn(int workers) {
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  executor->setHook(tell, nullptr);
  Records records;
  for (int round = 0; round < 50; round++) {
    told = 0;
    std::atomic<int> arrived{0};
    const int threads = workers + 1;
    records.add(kMeet, threads, 1, 0, 0, {asNumber(&arrived), static_cast<double>(threads)});
    const uint64_t n = records.submit(*executor);
    if (round % 3 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    executor->notifyAt(n);
    while (told.load() == 0) std::this_thread::yield();
    CHECK(executor->completed() == n);
  }
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  CHECK(failures.empty());
  executor->setHook(nullptr, nullptr);
}

// An executor of one processor runs nothing but on the thread that calls it: no deputy shares its processor.
void oneProcessorIsTheCallers() {
  auto executor = Executor::create(64, 1);
  executor->setHook(tell, nullptr);
  std::vector<int> counts(100, 0);
  int finished = 0;
  told = 0;
  Records records;
  records.add(kCount, 100, 10, 0, 0, {asNumber(counts.data()), asNumber(&finished)});
  const uint64_t n = records.submit(*executor);
  executor->notifyAt(n);
  CHECK(!executor->attended());
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK(executor->completed() == 0 && all(counts, 0) && told.load() == 0);
  executor->wait(n);
  CHECK(all(counts, 1) && told.load() == 1);
  executor->setHook(nullptr, nullptr);
}

// The executor may end while the deputy is at work.
void deputyEnds() {
  std::vector<int> counts(1000, 0);
  int finished = 0;
  for (int round = 0; round < 20; round++) {
    auto executor = Executor::create(64);
    Crew crew(executor, 1);
    Records records;
    for (int i = 0; i < 20; i++) {
      records.add(kCount, 1000, 10, static_cast<uint64_t>(i), 0, {asNumber(counts.data()), asNumber(&finished)});
    }
    const uint64_t n = records.submit(*executor);
    executor->notifyAt(n);
    if (round % 2 == 0) executor->stop();
    executor->wait(n);
    CHECK(all(counts, 20 * (round + 1)));
  }
}

// Parts of a kernel, entered while threads run others, cover it together; a failing part fails its own launch.
void parts(int workers) {
  constexpr int kParts = 8, kUnits = 40;
  auto executor = Executor::create(64);
  Crew crew(executor, workers);
  std::vector<int> counts(kParts * kUnits, 0);
  int finished = 0;
  Records records;
  for (int i = 0; i < kParts; i++) {
    const int part = addPart(kCount, 3);
    CHECK(part >= 0);
    // P[3] is the first unit.
    records.add(part, kUnits, 7, 0, 0, {asNumber(counts.data()), asNumber(&finished), static_cast<double>(i * kUnits)});
    if (i % 3 == 0) records.submit(*executor);
  }
  records.add(addPart(kFail, 1), 3, 1, 0, 0, {5});
  const uint64_t last = records.submit(*executor);
  executor->wait(last);
  CHECK(all(counts, 1));
  CHECK(finished == 0);
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  CHECK(failures.size() == 1 && failures[0].launch == last && failures[0].status == 7);
}

// Workers come and go while launches run; what is left is done by the submitting thread.
void workersLeave() {
  auto executor = Executor::create(64);
  std::vector<int> counts(2000, 0);
  int finished = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; t++) {
    threads.emplace_back([&executor] {
      for (int stay = 0; stay < 5; stay++) {
        executor->enter();
        executor->serve(1, 1);
        executor->leave();
      }
    });
  }
  Records records;
  for (int i = 0; i < 300; i++) {
    records.add(kCount, 2000, 10, static_cast<uint64_t>(i), 0, {asNumber(counts.data()), asNumber(&finished)});
    executor->wait(records.submit(*executor));
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(all(counts, 300) && finished == 300);
}

void stopTwice() {
  auto executor = Executor::create(64);
  {
    Crew crew(executor, 2);
    executor->stop();
    executor->stop();
  }
  CHECK(executor->workers() == 0);
  CHECK(!executor->serve(1000, 1));
  std::vector<int> counts(10, 0);
  int finished = 0;
  Records records;
  records.add(kCount, 10, 1, 0, 0, {asNumber(counts.data()), asNumber(&finished)});
  executor->wait(records.submit(*executor));
  CHECK(all(counts, 1));
}

void asleep() {
  auto executor = Executor::create(64);
  Crew crew(executor, 2);
  std::vector<int> counts(64, 0);
  int finished = 0;
  Records records;
  for (int i = 0; i < 20; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 4 == 0 ? 2 : 0));
    records.add(kCount, 64, 1, 0, 0, {asNumber(counts.data()), asNumber(&finished)});
    const uint64_t n = records.submit(*executor);
    while (executor->completed() < n) std::this_thread::yield();
  }
  CHECK(all(counts, 20) && finished == 20);
}

// Threads of the executor's own serve at once; each can be relieved by a worker, and comes again where a worker has left.
void ownThreadsServe() {
  auto executor = Executor::create(64, 3);
  std::atomic<int> arrived{0};
  CHECK(executor->staff() == 2 && executor->workers() == 2);
  CHECK(executor->staff() == 2 && executor->workers() == 2);
  Records records;
  records.add(kMeet, 3, 1, 0, 0, {asNumber(&arrived), 3});
  executor->wait(records.submit(*executor));
  CHECK(arrived == 3);
  executor->relieve(1);
  CHECK(executor->workers() == 1);
  executor->relieve(1);
  executor->relieve(0);
  executor->relieve(9);
  CHECK(executor->workers() == 1);
  std::thread worker([&] {
    executor->relieve(1);
    executor->enter();
    while (executor->serve(1, 1)) {
    }
    executor->leave();
  });
  arrived = 0;
  records.add(kMeet, 3, 1, 0, 0, {asNumber(&arrived), 3});
  executor->wait(records.submit(*executor));
  CHECK(arrived == 3);
  std::vector<Failure> failures;
  executor->takeFailures(failures);
  CHECK(failures.empty());
  executor->stop();
  worker.join();
  CHECK(executor->workers() == 0 && executor->staff() == 0);
  CHECK(Executor::create(64, 1)->staff() == 0);
}

// An executor that is destroyed while its own threads serve, and at work.
void ownThreadsEnd() {
  std::vector<int> counts(4096, 0);
  int finished = 0;
  for (int i = 0; i < 20; i++) {
    auto executor = Executor::create(64, 4);
    executor->staff();
    Records records;
    records.add(kCount, 4096, 1, 0, 0, {asNumber(counts.data()), asNumber(&finished)});
    const uint64_t n = records.submit(*executor);
    executor->wait(n);
    if (i % 2 == 0) executor->stop();
  }
  CHECK(all(counts, 20) && finished == 20);
}

}  // namespace

int main() {
  ownThreadsServe();
  ownThreadsEnd();
  for (int workers : {0, 1, 3}) {
    everyUnitOnce(workers);
    chain(workers, 500);
    failuresAreReported(workers);
    notification(workers);
    parts(workers);
    for (unsigned seed = 1; seed <= 20; seed++) randomGraph(workers, seed);
  }
  for (int workers : {1, 3}) deputyStandsIn(workers);
  oneProcessorIsTheCallers();
  deputyEnds();
  noUnitsOnlyFinishes();
  manyParameters();
  workersLeave();
  stopTwice();
  asleep();
  return test::summary("executor");
}
