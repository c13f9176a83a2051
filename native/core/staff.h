// Threads of an executor's own, which serve as its workers before a pool's threads are there: a pool takes tens of
// milliseconds to load, a thread here 30 microseconds. A pool's thread that takes up its post relieves the one that stands in.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace maniple {

class Executor;

class Staff {
 public:
  // Posts are numbered 1 … posts.
  Staff(Executor& executor, uint32_t posts) noexcept : executor_(executor), posts_(posts) {}
  ~Staff() { end(); }
  Staff(const Staff&) = delete;
  Staff& operator=(const Staff&) = delete;

  // Starts a thread for each post that has none; how many threads there are. The system may give fewer than asked for.
  uint32_t start() noexcept;

  // Ends the thread of a post, and returns when it has left; nothing where the post has none.
  void relieve(uint32_t post) noexcept;

  // Ends all threads; the executor must be stopping.
  void end() noexcept;

 private:
  struct Member {
    Staff* staff = nullptr;
    uint32_t post = 0;
    bool running = false;
    std::atomic<bool> leaving{false};
    pthread_t thread{};
  };

  bool begin(Member& member) noexcept;
  void finish(Member& member) noexcept;
  void serve(Member& member) noexcept;

  Executor& executor_;
  const uint32_t posts_;
  std::mutex mutex_;  // the members; their threads never take it
  std::unique_ptr<Member[]> members_;
};

}  // namespace maniple
