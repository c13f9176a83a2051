// Size classes: four to a doubling, from 64 bytes up, so that at most a fifth of a block is unused.
//
//     64 128 192 256 | 320 384 448 512 | 640 768 896 1024 | 1280 …
//
// Small blocks come from the C heap. Big ones are mapped; successive ones start at different offsets of their first page, so
// that arrays walked together do not compete for the same cache sets. Blocks of several huge pages are aligned to one and advised to use
// them; for smaller ones a huge page is much to clear, and slow to get where a hypervisor takes back idle memory. Freed blocks form a
// list through their first word; the bytes in these lists are bounded, as the runtime keeps blocks of its own.
#include "memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>

namespace maniple {

namespace {

constexpr std::size_t kAlign = 64;
constexpr std::size_t kSmallStep = 256;                       // below this, classes are multiples of 64
constexpr std::size_t kBig = std::size_t{1} << 20;            // from here, blocks are mapped
constexpr std::size_t kHuge = std::size_t{1} << 21;
constexpr std::size_t kHugeFrom = 3 * kHuge;                  // from here, they use huge pages
constexpr std::size_t kKeepAtMost = std::size_t{512} << 20;
constexpr std::size_t kLimit = std::size_t{1} << 46;
constexpr int kClasses = 4 + 4 * 40;
constexpr std::size_t kColours = 8;
constexpr std::size_t kColourStep = 512;

struct Free {
  Free* next;
};

struct Pool {
  std::mutex mutex;
  Free* lists[kClasses] = {};
  std::size_t used = 0;
  std::size_t kept = 0;
  std::size_t keepAtMost = 0;
  std::size_t colour = 0;
};

std::size_t keepLimit() noexcept {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return kKeepAtMost;
  return std::min(kKeepAtMost, static_cast<std::size_t>(pages) * static_cast<std::size_t>(size) / 8);
}

Pool& pool() noexcept {
  alignas(Pool) static unsigned char memory[sizeof(Pool)];
  static Pool* const instance = [] {
    Pool* made = new (memory) Pool;
    made->keepAtMost = keepLimit();
    return made;
  }();
  return *instance;
}

struct SizeClass {
  int index;
  std::size_t size;
};

SizeClass classOf(std::size_t bytes) noexcept {
  if (bytes <= kSmallStep) {
    const std::size_t blocks = bytes <= kAlign ? 1 : (bytes + kAlign - 1) / kAlign;
    return {static_cast<int>(blocks) - 1, blocks * kAlign};
  }
  const int top = 63 - __builtin_clzll(static_cast<unsigned long long>(bytes - 1));
  const std::size_t step = std::size_t{1} << (top - 2);
  const std::size_t size = (bytes + step - 1) / step * step;
  const int quarter = static_cast<int>((size - (std::size_t{1} << top)) / step);
  return {4 + (top - 8) * 4 + quarter - 1, size};
}

std::size_t mappedLength(std::size_t size) noexcept {
  const std::size_t length = size + kColours * kColourStep;
  return size < kHugeFrom ? length : (length + kHuge - 1) / kHuge * kHuge;
}

void* mapPages(std::size_t size, std::size_t colour) noexcept {
  void* base = mmap(nullptr, mappedLength(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return base == MAP_FAILED ? nullptr : static_cast<char*>(base) + colour * kColourStep;
}

// A mapping aligned to a huge page: maps one more, and unmaps the pages in front and behind.
void* mapHuge(std::size_t size, std::size_t colour) noexcept {
  const std::size_t length = mappedLength(size);
  void* raw = mmap(nullptr, length + kHuge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(raw);
  const std::uintptr_t base = (start + kHuge - 1) & ~(kHuge - 1);
  if (base != start) munmap(raw, base - start);
  if (start + kHuge != base) munmap(reinterpret_cast<void*>(base + length), start + kHuge - base);
#ifdef MADV_HUGEPAGE
  madvise(reinterpret_cast<void*>(base), length, MADV_HUGEPAGE);
#endif
  return reinterpret_cast<void*>(base + colour * kColourStep);
}

void* obtain(std::size_t size, std::size_t colour) noexcept {
  if (size >= kHugeFrom) return mapHuge(size, colour);
  if (size >= kBig) return mapPages(size, colour);
  void* address = nullptr;
  return posix_memalign(&address, kAlign, size) == 0 ? address : nullptr;
}

void giveBack(void* address, std::size_t size) noexcept {
  if (size < kBig) {
    std::free(address);
    return;
  }
  const auto base = reinterpret_cast<std::uintptr_t>(address) & ~(kColours * kColourStep - 1);
  munmap(reinterpret_cast<void*>(base), mappedLength(size));
}

std::size_t sizeOfClass(int index) noexcept {
  if (index < 4) return static_cast<std::size_t>(index + 1) * kAlign;
  const int top = (index - 4) / 4 + 8;
  return (std::size_t{1} << top) + static_cast<std::size_t>((index - 4) % 4 + 1) * (std::size_t{1} << (top - 2));
}

}  // namespace

void* poolAlloc(std::size_t bytes) noexcept {
  if (bytes > kLimit) return nullptr;
  const SizeClass c = classOf(bytes);
  Pool& p = pool();
  std::size_t colour;
  {
    std::lock_guard<std::mutex> lock(p.mutex);
    p.used += c.size;
    if (Free* block = p.lists[c.index]) {
      p.lists[c.index] = block->next;
      p.kept -= c.size;
      return block;
    }
    colour = p.colour++ % kColours;
  }
  void* address = obtain(c.size, colour);
  if (address == nullptr) {
    poolTrim();
    address = obtain(c.size, colour);
  }
  if (address == nullptr) {
    std::lock_guard<std::mutex> lock(p.mutex);
    p.used -= c.size;
  }
  return address;
}

void adviseHuge(void* address, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  if (bytes < 2 * kHuge) return;
  const auto start = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t from = (start + kHuge - 1) & ~(kHuge - 1);
  const std::uintptr_t to = (start + bytes) & ~(kHuge - 1);
  madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
#else
  (void)address;
  (void)bytes;
#endif
}

void poolFree(void* address, std::size_t bytes) noexcept {
  if (address == nullptr) return;
  const SizeClass c = classOf(bytes);
  Pool& p = pool();
  {
    std::lock_guard<std::mutex> lock(p.mutex);
    p.used -= c.size;
    if (p.kept + c.size <= p.keepAtMost) {
      Free* block = static_cast<Free*>(address);
      block->next = p.lists[c.index];
      p.lists[c.index] = block;
      p.kept += c.size;
      return;
    }
  }
  giveBack(address, c.size);
}

void poolTrim() noexcept {
  Pool& p = pool();
  std::lock_guard<std::mutex> lock(p.mutex);
  for (int i = 0; i < kClasses; i++) {
    while (Free* block = p.lists[i]) {
      p.lists[i] = block->next;
      giveBack(block, sizeOfClass(i));
    }
  }
  p.kept = 0;
}

PoolStatistics poolStatistics() noexcept {
  Pool& p = pool();
  std::lock_guard<std::mutex> lock(p.mutex);
  return {p.used, p.kept};
}

std::size_t poolBlockSize(std::size_t bytes) noexcept { return classOf(bytes).size; }

}  // namespace maniple
