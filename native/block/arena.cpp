#include "arena.h"

#include <cstdlib>

namespace maniple::block {
namespace {

struct Arena {
  void* memory = nullptr;
  std::size_t bytes = 0;
  ~Arena() { std::free(memory); }
};

thread_local Arena own;

}  // namespace

char* arena(std::size_t bytes) noexcept {
  if (bytes > own.bytes) {
    std::free(own.memory);
    own.bytes = (bytes + 4095) & ~static_cast<std::size_t>(4095);
    if (posix_memalign(&own.memory, 64, own.bytes) != 0) {
      own.memory = nullptr;
      own.bytes = 0;
    }
  }
  return static_cast<char*>(own.memory);
}

}  // namespace maniple::block
