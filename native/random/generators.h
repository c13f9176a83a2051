// Bit generators over the words of a state: `next64`, `next32`, `nextDouble` and `raw`. One is loaded from the state and stored again behind a fill.
#pragma once

#include <cstring>

#include "streams.h"

namespace maniple::random {

__extension__ using u128 = unsigned __int128;

inline uint64_t pairAt(const uint32_t* words) { return words[0] | static_cast<uint64_t>(words[1]) << 32; }
inline void setPair(uint32_t* words, uint64_t value) {
  words[0] = static_cast<uint32_t>(value);
  words[1] = static_cast<uint32_t>(value >> 32);
}

// Generators of words of 64 bits: a word of 32 is half of one, the lower half first.
template <class Words>
struct Halved : Words {
  uint32_t* state;
  bool hasHalf;
  uint32_t half;
  explicit Halved(uint32_t* words) : Words(words + kHeader), state(words), hasHalf(words[0] != 0), half(words[1]) {}
  void store() {
    state[0] = hasHalf ? 1 : 0;
    state[1] = half;
    Words::save(state + kHeader);
  }
  uint32_t next32() {
    if (hasHalf) {
      hasHalf = false;
      return half;
    }
    const uint64_t word = this->next64();
    hasHalf = true;
    half = static_cast<uint32_t>(word >> 32);
    return static_cast<uint32_t>(word);
  }
  double nextDouble() { return static_cast<double>(this->next64() >> 11) * 0x1p-53; }
  uint64_t raw() { return this->next64(); }
};

// PCG XSL RR 128/64 (O'Neill 2014).
struct Pcg64Words {
  u128 at, increment;
  explicit Pcg64Words(const uint32_t* w)
      : at(pairAt(w) | static_cast<u128>(pairAt(w + 2)) << 64), increment(pairAt(w + 4) | static_cast<u128>(pairAt(w + 6)) << 64) {}
  void save(uint32_t* w) const {
    setPair(w, static_cast<uint64_t>(at));
    setPair(w + 2, static_cast<uint64_t>(at >> 64));
  }
  uint64_t next64() {
    constexpr u128 kMultiplier = static_cast<u128>(0x2360ed051fc65da4ULL) << 64 | 0x4385df649fccf645ULL;
    at = at * kMultiplier + increment;
    const auto high = static_cast<uint64_t>(at >> 64);
    const uint64_t mixed = high ^ static_cast<uint64_t>(at);
    const unsigned turn = static_cast<unsigned>(high >> 58);
    return mixed >> turn | mixed << (-turn & 63);
  }
};

// Philox 4x64-10 (Salmon et al., SC 2011).
struct PhiloxWords {
  uint64_t key[2], counter[4], words[4];
  uint32_t next;
  explicit PhiloxWords(const uint32_t* w) : next(w[20] / 2) {
    for (int i = 0; i < 2; i++) key[i] = pairAt(w + 2 * i);
    for (int i = 0; i < 4; i++) counter[i] = pairAt(w + 4 + 2 * i);
    for (int i = 0; i < 4; i++) words[i] = pairAt(w + 12 + 2 * i);
  }
  void save(uint32_t* w) const {
    for (int i = 0; i < 4; i++) setPair(w + 4 + 2 * i, counter[i]);
    for (int i = 0; i < 4; i++) setPair(w + 12 + 2 * i, words[i]);
    w[20] = 2 * next;
  }
  uint64_t next64() {
    if (next == 4) block();
    return words[next++];
  }
  void block() {
    for (int i = 0; i < 4 && ++counter[i] == 0; i++) {
    }
    uint64_t a = counter[0], b = counter[1], c = counter[2], d = counter[3], k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
      const u128 p = static_cast<u128>(a) * 0xd2e7470ee14c6c93ULL;
      const u128 q = static_cast<u128>(c) * 0xca5a826395121157ULL;
      a = static_cast<uint64_t>(q >> 64) ^ b ^ k0;
      b = static_cast<uint64_t>(q);
      c = static_cast<uint64_t>(p >> 64) ^ d ^ k1;
      d = static_cast<uint64_t>(p);
      k0 += 0x9e3779b97f4a7c15ULL;
      k1 += 0xbb67ae8584caa73bULL;
    }
    words[0] = a, words[1] = b, words[2] = c, words[3] = d;
    next = 0;
  }
};

// Chris Doty-Humphrey's small fast chaotic generator.
struct Sfc64Words {
  uint64_t a, b, c, counter;
  explicit Sfc64Words(const uint32_t* w) : a(pairAt(w)), b(pairAt(w + 2)), c(pairAt(w + 4)), counter(pairAt(w + 6)) {}
  void save(uint32_t* w) const {
    setPair(w, a);
    setPair(w + 2, b);
    setPair(w + 4, c);
    setPair(w + 6, counter);
  }
  uint64_t next64() {
    const uint64_t word = a + b + counter++;
    a = b ^ b >> 11;
    b = c + (c << 3);
    c = (c << 24 | c >> 40) + word;
    return word;
  }
};

// The Mersenne twister (Matsumoto and Nishimura 1998): words of 32 bits.
struct Mt19937 {
  static constexpr uint32_t kLength = 624, kMiddle = 397;
  uint32_t* words;
  uint32_t& next;
  explicit Mt19937(uint32_t* state) : words(state + kHeader), next(state[kHeader + kLength]) {}
  void store() {}
  uint32_t next32() {
    if (next == kLength) twist();
    uint32_t y = words[next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680;
    y ^= y << 15 & 0xefc60000;
    return y ^ y >> 18;
  }
  uint64_t next64() {
    const uint64_t high = next32();
    return high << 32 | next32();
  }
  double nextDouble() {
    const uint32_t first = next32() >> 5;
    return (first * 67108864.0 + (next32() >> 6)) / 9007199254740992.0;
  }
  uint64_t raw() { return next32(); }
  void twist() {
    for (uint32_t k = 0; k < kLength; k++) {
      const uint32_t y = (words[k] & 0x80000000u) | (words[k + 1 == kLength ? 0 : k + 1] & 0x7fffffffu);
      words[k] = words[k < kLength - kMiddle ? k + kMiddle : k + kMiddle - kLength] ^ y >> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0dfu);
    }
    next = 0;
  }
};

}  // namespace maniple::random
