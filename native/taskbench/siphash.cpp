#include "siphash.h"

namespace maniple::taskbench {

namespace {

constexpr uint64_t kKey0 = 0x0807060504030201u;
constexpr uint64_t kKey1 = 0x000f0e0d0c0b0a09u;
constexpr double kTwoToMinus64 = 1.0 / 18446744073709551616.0;

uint64_t rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

struct State {
  uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = rotate(v1, 13) ^ v0;
    v0 = rotate(v0, 32);
    v2 += v3;
    v3 = rotate(v3, 16) ^ v2;
    v0 += v3;
    v3 = rotate(v3, 21) ^ v0;
    v2 += v1;
    v1 = rotate(v1, 17) ^ v2;
    v2 = rotate(v2, 32);
  }

  void absorb(uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

uint64_t littleEndian(const uint8_t* bytes, size_t count) {
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++) word |= static_cast<uint64_t>(bytes[i]) << (8 * i);
  return word;
}

}  // namespace

uint64_t siphash(const uint8_t* bytes, size_t length, uint64_t key0, uint64_t key1) noexcept {
  State s{key0 ^ 0x736f6d6570736575u, key1 ^ 0x646f72616e646f6du, key0 ^ 0x6c7967656e657261u, key1 ^ 0x7465646279746573u};
  size_t at = 0;
  for (; at + 8 <= length; at += 8) s.absorb(littleEndian(bytes + at, 8));
  s.absorb(littleEndian(bytes + at, length - at) | static_cast<uint64_t>(length) << 56);
  s.v2 ^= 0xff;
  for (int i = 0; i < 4; i++) s.round();
  return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

double uniform(const int64_t* numbers, size_t count) noexcept {
  uint8_t bytes[64];
  for (size_t i = 0; i < count; i++)
    for (size_t b = 0; b < 8; b++) bytes[8 * i + b] = static_cast<uint8_t>(static_cast<uint64_t>(numbers[i]) >> (8 * b));
  return static_cast<double>(siphash(bytes, 8 * count, kKey0, kKey1)) * kTwoToMinus64;
}

}  // namespace maniple::taskbench
