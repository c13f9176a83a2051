// SipHash-2-4 (Aumasson and Bernstein, 2012) of little-endian int64s under Task Bench's key 01 02 … 0f 00: the benchmark's random numbers
// are functions of step and point.
#pragma once

#include <cstddef>
#include <cstdint>

namespace maniple::taskbench {

/// `bytes` of any length under a 16-byte key given as two little-endian words.
uint64_t siphash(const uint8_t* bytes, size_t length, uint64_t key0, uint64_t key1) noexcept;

/// Uniform in [0, 1): the hash of the numbers times 2^−64.
double uniform(const int64_t* numbers, size_t count) noexcept;

}  // namespace maniple::taskbench
