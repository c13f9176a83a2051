// The pool that array data lives in: 64-byte aligned, never initialized, safe from any thread. Freed blocks are kept for
// the next allocation of their size class, because fresh pages cost more than most kernels that fill them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maniple {

// Null when the system refuses (or bytes is absurd); never throws. Zero bytes take a block like one byte.
void* poolAlloc(std::size_t bytes) noexcept;

// Asks for huge pages under memory from outside the pool that is about to be filled: if it is fresh, touching it costs as much as filling
// it otherwise. Small blocks are left as they are.
void adviseHuge(void* address, std::size_t bytes) noexcept;

// Gives back a block of poolAlloc(bytes), with the same `bytes`. Null is ignored.
void poolFree(void* address, std::size_t bytes) noexcept;

// Returns every kept block to the system.
void poolTrim() noexcept;

struct PoolStatistics {
  std::size_t used;  // bytes in blocks that callers hold, rounded up to their classes
  std::size_t kept;  // bytes in freed blocks kept for reuse
};
PoolStatistics poolStatistics() noexcept;

// The bytes of the block that serves a request: its size class.
std::size_t poolBlockSize(std::size_t bytes) noexcept;

}  // namespace maniple
