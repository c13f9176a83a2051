// The table is a list of blocks with stable addresses, published with release stores, so that launches look entries up
// without a lock. It is never destroyed: threads may be running kernels while the process exits.
#include "kernels.h"

#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

namespace maniple {

namespace {

constexpr int kBlock = 1024;
constexpr int kBlocks = 4096;
constexpr int kRoutines = 512;

struct Routine {
  const char* name;
  int number;
};

struct Table {
  std::mutex mutex;
  // Number 0 is no kernel: a record that was never filled in names it.
  std::atomic<int> count{1};
  std::atomic<Kernel*> blocks[kBlocks] = {};
  Routine routines[kRoutines] = {};
  int routineCount = 0;
};

Table& table() noexcept {
  alignas(Table) static unsigned char memory[sizeof(Table)];
  static Table* const instance = new (memory) Table;
  return *instance;
}

int append(Table& t, const Kernel& kernel) noexcept {
  const int number = t.count.load(std::memory_order_relaxed);
  if (number >= kBlock * kBlocks) return -1;
  std::atomic<Kernel*>& block = t.blocks[number / kBlock];
  Kernel* entries = block.load(std::memory_order_relaxed);
  if (entries == nullptr) {
    entries = new (std::nothrow) Kernel[kBlock];
    if (entries == nullptr) return -1;
    block.store(entries, std::memory_order_release);
  }
  entries[number % kBlock] = kernel;
  t.count.store(number + 1, std::memory_order_release);
  return number;
}

int add(const Kernel& kernel) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  return append(t, kernel);
}

struct Part {
  const Kernel* whole;
  int slot;
};

void runPart(const void* context, double* P, int64_t u0, int64_t u1) {
  const auto* part = static_cast<const Part*>(context);
  const auto first = static_cast<int64_t>(P[part->slot]);
  part->whole->run(P, first + u0, first + u1);
}

}  // namespace

int addKernel(Run run, Finish finish) noexcept {
  Kernel kernel;
  kernel.plainRun = run;
  kernel.plainFinish = finish;
  return add(kernel);
}

int addProgram(ContextRun run, ContextFinish finish, const void* context) noexcept {
  Kernel kernel;
  kernel.contextRun = run;
  kernel.contextFinish = finish;
  kernel.context = context;
  return add(kernel);
}

int enterFunction(Run run) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  const int count = t.count.load(std::memory_order_relaxed);
  for (int i = 1; i < count; i++) {
    const Kernel& known = t.blocks[i / kBlock].load(std::memory_order_relaxed)[i % kBlock];
    if (known.plainRun == run && known.plainFinish == nullptr && known.signature == nullptr) return i;
  }
  Kernel kernel;
  kernel.plainRun = run;
  return append(t, kernel);
}

int signKernel(int kernel, const Signature* signature) noexcept {
  const Kernel* known = kernelAt(kernel);
  if (known == nullptr) return -1;
  Kernel made = *known;
  made.signature = signature;
  return add(made);
}

int addPart(int kernel, int slot) noexcept {
  const Kernel* whole = kernelAt(kernel);
  if (whole == nullptr) return -1;
  try {
    auto part = std::make_unique<Part>(Part{whole, slot});
    Kernel made;
    made.contextRun = runPart;
    made.context = part.get();
    if (whole->signature != nullptr && (made.signature = whole->signature->part(slot)) == nullptr) return -1;
    const int number = add(made);
    if (number >= 0) part.release();
    return number;
  } catch (...) {
    return -1;
  }
}

const Kernel* kernelAt(int number) noexcept {
  Table& t = table();
  if (number <= 0 || number >= t.count.load(std::memory_order_acquire)) return nullptr;
  return &t.blocks[number / kBlock].load(std::memory_order_acquire)[number % kBlock];
}

int loadKernel(const char* path, const char* run, const char* finish, std::string& problem) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* message = dlerror();
    problem = message != nullptr ? message : "dlopen failed";
    return -1;
  }
  return enterLibrary(library, path, run, finish, problem);
}

int enterLibrary(void* library, const char* name, const char* run, const char* finish, std::string& problem) {
  const auto runSymbol = reinterpret_cast<Run>(dlsym(library, run));
  if (runSymbol == nullptr) {
    problem = std::string(name) + ": no function '" + run + "'";
    dlclose(library);
    return -1;
  }
  const auto finishSymbol = *finish == '\0' ? nullptr : reinterpret_cast<Finish>(dlsym(library, finish));
  const int number = addKernel(runSymbol, finishSymbol);
  if (number < 0) problem = "the kernel table is full";
  return number;
}

bool addRoutine(const char* name, Run run, Finish finish) noexcept {
  const int number = addKernel(run, finish);
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  if (number < 0 || t.routineCount == kRoutines) return false;
  t.routines[t.routineCount++] = Routine{name, number};
  return true;
}

int routineNumber(const char* name) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  for (int i = 0; i < t.routineCount; i++) {
    if (std::strcmp(t.routines[i].name, name) == 0) return t.routines[i].number;
  }
  return -1;
}

}  // namespace maniple
