#include "kernel_handles.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "../core/kernels.h"

namespace maniple::binding {

namespace {

struct Handle {
  int kernel;
  int64_t bytes;
  std::shared_ptr<Executor> executor;
};

// A use that ends when launches up to `last` are complete, or never will be.
struct Leaving {
  int kernel;
  uint64_t last;
  std::shared_ptr<Executor> executor;

  bool isOver() const { return executor == nullptr || executor->completed() >= last || executor->stopped(); }
};

struct Departure {
  std::mutex mutex;
  std::vector<Leaving> uses;
};

Departure& departure() {
  static Departure* const instance = new Departure;
  return *instance;
}

// Ends this use and earlier ones as far as their launches are over; the next call ends the rest.
void leave(Leaving use) {
  Departure& d = departure();
  std::vector<Leaving> over;
  {
    std::lock_guard<std::mutex> lock(d.mutex);
    d.uses.push_back(std::move(use));
    const auto first = std::partition(d.uses.begin(), d.uses.end(), [](const Leaving& one) { return !one.isOver(); });
    over.assign(std::make_move_iterator(first), std::make_move_iterator(d.uses.end()));
    d.uses.erase(first, d.uses.end());
  }
  for (const Leaving& one : over) dropKernel(one.kernel);
}

void collected(Napi::Env env, Handle* handle) {
  const std::unique_ptr<Handle> owned(handle);
  const uint64_t last = handle->executor == nullptr ? 0 : handle->executor->submitted();
  Napi::MemoryManagement::AdjustExternalMemory(env, -handle->bytes);
  leave({handle->kernel, last, std::move(handle->executor)});
}

}  // namespace

Napi::Value handleOf(Napi::Env env, int kernel, std::shared_ptr<Executor> executor) {
  const auto bytes = static_cast<int64_t>(bytesOfKernel(kernel));
  if (bytes == 0) {
    throwError(env, "keep: there is no kernel of that number");
    return {};
  }
  auto handle = std::make_unique<Handle>(Handle{kernel, bytes, std::move(executor)});
  const Napi::Value made = Napi::External<Handle>::New(env, handle.get(), collected);
  if (made.IsEmpty()) return made;
  handle.release();
  Napi::MemoryManagement::AdjustExternalMemory(env, bytes);
  return made;
}

}  // namespace maniple::binding
