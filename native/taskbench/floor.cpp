#include "floor.h"

#include <chrono>
#include <memory>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "../core/parking.h"

namespace maniple::taskbench {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct alignas(64) Counter {
  std::atomic<int64_t> steps{0};
};

/// Threads that meet: `arrive` returns when all have arrived.
class Barrier {
 public:
  explicit Barrier(uint32_t threads) : threads_(threads) {}
  void arrive() {
    const uint32_t phase = phase_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      return;
    }
    for (uint32_t spins = 0; phase_.load(std::memory_order_acquire) == phase; spins++) spins % 4096 == 4095 ? std::this_thread::yield() : relax();
  }

 private:
  const uint32_t threads_;
  std::atomic<uint32_t> arrived_{0}, phase_{0};
};

/// Runs `body(i)` on `threads` pinned threads at once.
template <typename Body>
void onThreads(uint32_t threads, Body body) {
  std::vector<std::thread> running;
  for (uint32_t i = 0; i < threads; i++)
    running.emplace_back([i, &body] {
      pinThread(i);
      body(i);
    });
  for (std::thread& thread : running) thread.join();
}

void waitFor(const Counter& counter, int64_t steps) {
  for (uint32_t spins = 1; counter.steps.load(std::memory_order_acquire) < steps; spins++) {
    if (spins % 4096 == 0) std::this_thread::yield();
    else relax();
  }
}

/// A point's steps that exist count; a point that does not exist at a step is as good as done.
void walk(Bench& bench, uint32_t processor, int64_t step, Counter* done) {
  const Spec& spec = bench.spec();
  for (int64_t p = 0; p < spec.width; p++) {
    if (bench.processorOf(p) != processor) continue;
    Task* task = bench.task(step, p);
    for (uint32_t i = 0; task != nullptr && i < task->inputCount; i++) {
      const int32_t q = task->inputs[i].point;
      if (bench.processorOf(q) != processor) waitFor(done[q], step);
    }
    if (task != nullptr) Bench::run(task);
    done[p].steps.store(step + 1, std::memory_order_release);
  }
}

}  // namespace

#if defined(__linux__)
namespace {

/// The processors that the process could use before any thread was pinned: a pinned thread's children inherit its one processor.
const std::vector<int>& allowedProcessors() {
  static const std::vector<int>* const list = [] {
    auto* cpus = new std::vector<int>;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
      for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed)) cpus->push_back(cpu);
    return cpus;
  }();
  return *list;
}

}  // namespace
#endif

bool pinThread(uint32_t processor) noexcept {
#if defined(__linux__)
  const std::vector<int>& allowed = allowedProcessors();
  if (processor >= allowed.size()) return false;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(allowed[processor], &mask);
  return sched_setaffinity(0, sizeof mask, &mask) == 0;
#else
  static_cast<void>(processor);
  return false;
#endif
}

std::vector<double> runFloor(std::vector<Bench*> benches, uint32_t processors, int repeats) {
  std::vector<std::unique_ptr<Counter[]>> done;
  int64_t steps = 0;
  for (Bench* bench : benches) {
    done.push_back(std::make_unique<Counter[]>(static_cast<size_t>(bench->spec().width)));
    steps = std::max(steps, bench->spec().steps);
  }
  std::vector<double> seconds(static_cast<size_t>(repeats));
  Barrier barrier(processors);
  onThreads(processors, [&](uint32_t processor) {
    for (double& result : seconds) {
      for (size_t b = 0; b < benches.size(); b++) {
        benches[b]->clear(processor);
        for (int64_t p = 0; p < benches[b]->spec().width; p++)
          if (benches[b]->processorOf(p) == processor) done[b][p].steps.store(0, std::memory_order_relaxed);
      }
      barrier.arrive();
      const Clock::time_point start = Clock::now();
      for (int64_t step = 0; step < steps; step++)
        for (size_t b = 0; b < benches.size(); b++)
          if (step < benches[b]->spec().steps) walk(*benches[b], processor, step, done[b].get());
      barrier.arrive();
      if (processor == 0) result = since(start);
    }
  });
  return seconds;
}

double measurePeak(uint32_t processors, double seconds) {
  constexpr int64_t kIterations = 20000;
  const ComputeKernel compute = computeKernel();
  std::vector<double> rates(processors);
  Barrier barrier(processors);
  onThreads(processors, [&](uint32_t processor) {
    barrier.arrive();
    double best = 0;
    for (const Clock::time_point start = Clock::now(); since(start) < seconds;) {
      const Clock::time_point begin = Clock::now();
      const double product = compute(kIterations);
      __asm__ __volatile__("" : : "m"(product));
      best = std::max(best, (128.0 * kIterations + 64) / since(begin));
    }
    rates[processor] = best;
  });
  double sum = 0;
  for (double rate : rates) sum += rate;
  return sum;
}

}  // namespace maniple::taskbench
