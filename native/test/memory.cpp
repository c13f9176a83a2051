#include "../core/memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "check.h"

using namespace maniple;

static bool aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 64 == 0; }

static void sizeClasses() {
  std::size_t last = 0;
  for (std::size_t bytes = 1; bytes < 100000; bytes++) {
    const std::size_t size = poolBlockSize(bytes);
    CHECK(size >= bytes && size % 64 == 0 && size >= last);
    CHECK(bytes < 256 || size <= bytes + bytes / 4 + 64);
    last = size;
  }
  CHECK(poolBlockSize(0) == 64);
  CHECK(poolBlockSize(257) == 320);
  CHECK(poolBlockSize(512) == 512);
  CHECK(poolBlockSize(513) == 640);
}

static void everySizeIsUsable() {
  for (std::size_t bytes : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{4097}, std::size_t{1000000},
                            std::size_t{1} << 20, (std::size_t{5} << 20) + 3}) {
    void* p = poolAlloc(bytes);
    CHECK(p != nullptr && aligned(p));
    std::memset(p, 0xab, poolBlockSize(bytes));
    poolFree(p, bytes);
  }
}

static void reuse() {
  void* first = poolAlloc(3000000);
  poolFree(first, 3000000);
  CHECK(poolStatistics().kept > 0);
  void* second = poolAlloc(2999999);
  CHECK(second == first);
  poolFree(second, 2999999);
  poolTrim();
  CHECK(poolStatistics().kept == 0);
}

static void refusal() {
  const std::size_t used = poolStatistics().used;
  CHECK(poolAlloc(std::size_t{1} << 52) == nullptr);
  CHECK(poolAlloc(std::size_t{1} << 46) == nullptr);
  CHECK(poolAlloc(~std::size_t{0}) == nullptr);
  CHECK(poolStatistics().used == used);
  poolFree(nullptr, 100);
}

static void manyThreads() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([t] {
      for (std::size_t i = 1; i < 400; i++) {
        const std::size_t bytes = i * 97 % 5000 + 1;
        auto* p = static_cast<unsigned char*>(poolAlloc(bytes));
        std::memset(p, t, bytes);
        for (std::size_t k = 0; k < bytes; k++) {
          if (p[k] != t) std::abort();
        }
        poolFree(p, bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

int main() {
  sizeClasses();
  everySizeIsUsable();
  reuse();
  refusal();
  manyThreads();
  poolTrim();
  CHECK(poolStatistics().used == 0);
  return test::summary("memory");
}
