#include "staff.h"

#include <csignal>
#include <new>

#include "executor.h"

namespace maniple {

namespace {

constexpr std::size_t kStackBytes = std::size_t{4} << 20;  // kernels keep strips on the stack
// How long a thread serves before it looks whether it has been relieved.
constexpr int kServeMilliseconds = 50;

// Signals are the process's own threads' to handle.
class SignalsBlocked {
 public:
  SignalsBlocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

uint32_t Staff::start() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (executor_.stopping() || posts_ == 0) return 0;
  if (members_ == nullptr) members_.reset(new (std::nothrow) Member[posts_]);
  if (members_ == nullptr) return 0;
  const SignalsBlocked blocked;
  uint32_t running = 0;
  for (uint32_t i = 0; i < posts_; i++) {
    Member& member = members_[i];
    if (!member.running) {
      // Its thread reads these.
      member.staff = this;
      member.post = i + 1;
    }
    if (member.running || begin(member)) running++;
  }
  return running;
}

bool Staff::begin(Member& member) noexcept {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, kStackBytes);
  member.leaving.store(false, std::memory_order_relaxed);
  const auto body = [](void* data) -> void* {
    Member& self = *static_cast<Member*>(data);
    self.staff->serve(self);
    return nullptr;
  };
  executor_.enter();
  member.running = pthread_create(&member.thread, &attributes, body, &member) == 0;
  if (!member.running) executor_.leave();
  pthread_attr_destroy(&attributes);
  return member.running;
}

void Staff::serve(Member& member) noexcept {
  while (!member.leaving.load(std::memory_order_acquire) && executor_.serve(kServeMilliseconds, member.post)) {
  }
  executor_.leave();
}

void Staff::finish(Member& member) noexcept {
  if (!member.running) return;
  member.leaving.store(true, std::memory_order_release);
  pthread_join(member.thread, nullptr);
  member.running = false;
}

void Staff::relieve(uint32_t post) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  if (members_ != nullptr && post >= 1 && post <= posts_) finish(members_[post - 1]);
}

void Staff::end() noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  for (uint32_t i = 0; members_ != nullptr && i < posts_; i++) finish(members_[i]);
}

}  // namespace maniple
