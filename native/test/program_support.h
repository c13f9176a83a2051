// What tests of programs share: threads that serve an executor, and threads that play the queues of other devices.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "../core/executor.h"

namespace maniple::test {

inline double asNumber(const void* p) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(p)); }
inline uint64_t onQueue(uint64_t queue, uint64_t launch) { return queue << kQueueShift | launch; }

class Crew {
 public:
  Crew(const std::shared_ptr<Executor>& executor, uint32_t size) : executor_(executor) {
    for (uint32_t i = 1; i <= size; i++) {
      threads_.emplace_back([executor, i] {
        executor->enter();
        while (executor->serve(20, i)) {
        }
        executor->leave();
      });
    }
  }
  ~Crew() {
    executor_->stop();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::shared_ptr<Executor> executor_;
  std::vector<std::thread> threads_;
};

// A queue with a thread of its own: runs its work in order, each piece when the launches that it follows are complete.
class QueueThread {
 public:
  struct Work {
    uint64_t host = 0;                                   // a launch of the executor that it follows
    const std::atomic<uint64_t>* other = nullptr;        // a queue's counter, and how far it has to be
    uint64_t least = 0;
    std::function<void()> run;
  };
  QueueThread(Executor& executor, uint64_t queue, std::vector<Work> work)
      : thread_([&executor, queue, all = std::move(work)] {
          std::mt19937 random(static_cast<uint32_t>(queue));
          for (size_t i = 0; i < all.size(); i++) {
            while (executor.completed() < all[i].host) std::this_thread::yield();
            while (all[i].other != nullptr && all[i].other->load() < all[i].least) std::this_thread::yield();
            if (random() % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
            all[i].run();
            executor.reached(onQueue(queue, i + 1));
          }
        }) {}
  ~QueueThread() { thread_.join(); }

 private:
  std::thread thread_;
};

}  // namespace maniple::test
