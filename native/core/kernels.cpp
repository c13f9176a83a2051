// The table is a list of blocks with stable addresses, published with release stores, so that launches look entries up
// without a lock. It is never destroyed: threads may be running kernels while the process exits.
#include "kernels.h"

#include <dlfcn.h>

#include <atomic>
#include <climits>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace maniple {

namespace {

// A number is a place in the table, and above it how many kernels were there before.
constexpr int kPlaceBits = 18;
constexpr int kPlaceMask = (1 << kPlaceBits) - 1;
constexpr int kMostBefore = INT_MAX >> kPlaceBits;
constexpr int kBlock = 1024;
constexpr int kBlocks = (kPlaceMask + 1) / kBlock;
constexpr int kRoutines = 512;

struct Entry {
  Kernel kernel;
  std::atomic<int> number{0};  // 0 while there is none
  int before = 0;
  int base = 0;  // the kernel that it was made of
  int uses = 0;
  Owned owned;
};

struct Routine {
  const char* name;
  int number;
};

struct Table {
  std::mutex mutex;
  // Number 0 is no kernel: a record that was never filled in names it.
  int count = 1;
  int live = 0;
  std::vector<int> free;  // with room for every place of a block
  std::atomic<Entry*> blocks[kBlocks] = {};
  Routine routines[kRoutines] = {};
  int routineCount = 0;
};

Table& table() noexcept {
  alignas(Table) static unsigned char memory[sizeof(Table)];
  static Table* const instance = new (memory) Table;
  return *instance;
}

// Null where the table has no block for the place.
Entry* entryAt(Table& t, int place) noexcept {
  Entry* const entries = t.blocks[place / kBlock].load(std::memory_order_acquire);
  return entries == nullptr ? nullptr : &entries[place % kBlock];
}

// Null where there is no such kernel. For holders of the mutex.
Entry* find(Table& t, int number) noexcept {
  if (number <= 0) return nullptr;
  Entry* const entry = entryAt(t, number & kPlaceMask);
  return entry != nullptr && entry->number.load(std::memory_order_relaxed) == number ? entry : nullptr;
}

// A place without a kernel; -1 when there is none.
int freePlace(Table& t) noexcept {
  if (!t.free.empty()) {
    const int place = t.free.back();
    t.free.pop_back();
    return place;
  }
  if (t.count > kPlaceMask) return -1;
  std::atomic<Entry*>& block = t.blocks[t.count / kBlock];
  if (block.load(std::memory_order_relaxed) == nullptr) {
    try {
      t.free.reserve(static_cast<std::size_t>((t.count / kBlock + 1) * kBlock));
      block.store(new Entry[kBlock], std::memory_order_release);
    } catch (const std::bad_alloc&) {
      return -1;
    }
  }
  return t.count++;
}

int append(Table& t, const Kernel& kernel, Owned owned, int base) noexcept {
  const int place = freePlace(t);
  if (place < 0) return -1;
  Entry& entry = *entryAt(t, place);
  entry.kernel = kernel;
  entry.owned = owned;
  entry.base = base;
  entry.uses = 1;
  const int number = entry.before << kPlaceBits | place;
  entry.number.store(number, std::memory_order_release);
  t.live++;
  return number;
}

int add(const Kernel& kernel, Owned owned) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  return append(t, kernel, owned, 0);
}

// A kernel made of another, which is used as long as the new one is.
int addOf(int base, const Kernel& kernel, Owned owned) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  Entry* const of = find(t, base);
  if (of == nullptr) return -1;
  const int number = append(t, kernel, owned, base);
  if (number >= 0) of->uses++;
  return number;
}

void takeOut(Table& t, Entry& entry) noexcept {
  const int place = entry.number.load(std::memory_order_relaxed) & kPlaceMask;
  entry.number.store(0, std::memory_order_relaxed);
  entry.kernel = Kernel();
  entry.owned = Owned();
  t.live--;
  if (entry.before++ < kMostBefore) t.free.push_back(place);
}

struct Part {
  const Kernel* whole;
  int slot;
  std::unique_ptr<const Signature> signature;
};

void runPart(const void* context, double* P, int64_t u0, int64_t u1) {
  const auto* part = static_cast<const Part*>(context);
  const auto first = static_cast<int64_t>(P[part->slot]);
  part->whole->run(P, first + u0, first + u1);
}

}  // namespace

int addKernel(Run run, Finish finish, Owned owned) noexcept {
  Kernel kernel;
  kernel.plainRun = run;
  kernel.plainFinish = finish;
  return add(kernel, owned);
}

int addProgram(ContextRun run, ContextFinish finish, const void* context, Owned owned) noexcept {
  Kernel kernel;
  kernel.contextRun = run;
  kernel.contextFinish = finish;
  kernel.context = context;
  return add(kernel, owned);
}

int enterFunction(Run run) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  for (int i = 1; i < t.count; i++) {
    const Entry& entry = *entryAt(t, i);
    const Kernel& known = entry.kernel;
    const bool stays = entry.base == 0 && entry.owned.drop == nullptr;
    if (stays && known.plainRun == run && known.plainFinish == nullptr) return entry.number.load(std::memory_order_relaxed);
  }
  Kernel kernel;
  kernel.plainRun = run;
  return append(t, kernel, {}, 0);
}

int signKernel(int kernel, const Signature* signature) noexcept {
  const Kernel* known = kernelAt(kernel);
  if (known == nullptr) return -1;
  Kernel made = *known;
  made.signature = signature;
  const auto drop = [](void* thing) { delete static_cast<const Signature*>(thing); };
  return addOf(kernel, made, {drop, const_cast<Signature*>(signature), sizeof(Signature)});
}

int addPart(int kernel, int slot) noexcept {
  const Kernel* whole = kernelAt(kernel);
  if (whole == nullptr) return -1;
  try {
    auto part = std::make_unique<Part>(Part{whole, slot, nullptr});
    Kernel made;
    made.contextRun = runPart;
    made.context = part.get();
    if (whole->signature != nullptr) {
      part->signature.reset(whole->signature->part(slot));
      if (part->signature == nullptr) return -1;
      made.signature = part->signature.get();
    }
    const auto drop = [](void* thing) { delete static_cast<Part*>(thing); };
    const int number = addOf(kernel, made, {drop, part.get(), sizeof(Part)});
    if (number >= 0) part.release();
    return number;
  } catch (...) {
    return -1;
  }
}

bool keepKernel(int number) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  Entry* const entry = find(t, number);
  if (entry == nullptr) return false;
  entry->uses++;
  return true;
}

void dropKernel(int number) noexcept {
  Table& t = table();
  while (number > 0) {
    Owned owned;
    {
      std::lock_guard<std::mutex> lock(t.mutex);
      Entry* const entry = find(t, number);
      if (entry == nullptr || --entry->uses > 0) return;
      owned = entry->owned;
      number = entry->base;
      takeOut(t, *entry);
    }
    // A library's end runs code of its own.
    if (owned.drop != nullptr) owned.drop(owned.thing);
  }
}

std::size_t bytesOfKernel(int number) noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  std::size_t bytes = 0;
  for (const Entry* entry = find(t, number); entry != nullptr; entry = find(t, entry->base)) {
    if (bytes > 0 && entry->uses > 1) break;
    bytes += sizeof(Entry) + entry->owned.bytes;
  }
  return bytes;
}

int kernelCount() noexcept {
  Table& t = table();
  std::lock_guard<std::mutex> lock(t.mutex);
  return t.live;
}

const Kernel* kernelAt(int number) noexcept {
  if (number <= 0) return nullptr;
  const Entry* const entry = entryAt(table(), number & kPlaceMask);
  return entry != nullptr && entry->number.load(std::memory_order_acquire) == number ? &entry->kernel : nullptr;
}

int loadKernel(const char* path, const char* run, const char* finish, std::string& problem) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* message = dlerror();
    problem = message != nullptr ? message : "dlopen failed";
    return -1;
  }
  return enterLibrary(library, 0, path, run, finish, problem);
}

int enterLibrary(void* library, std::size_t bytes, const char* name, const char* run, const char* finish, std::string& problem) {
  const auto runSymbol = reinterpret_cast<Run>(dlsym(library, run));
  if (runSymbol == nullptr) {
    problem = std::string(name) + ": no function '" + run + "'";
    dlclose(library);
    return -1;
  }
  const auto finishSymbol = *finish == '\0' ? nullptr : reinterpret_cast<Finish>(dlsym(library, finish));
  const int number = addKernel(runSymbol, finishSymbol, {[](void* opened) { dlclose(opened); }, library, bytes});
  if (number >= 0) return number;
  problem = "the kernel table is full";
  dlclose(library);
  return -1;
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
