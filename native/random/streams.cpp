// Fills of random numbers. Logarithms and exponentials are vmath's, of which JavaScript takes every step: bits are the same on every machine.
#include "streams.h"

#include <utility>

#include "../math/vmath.h"
#include "generators.h"

namespace maniple::random {
namespace {

// A ziggurat (Marsaglia and Tsang 2000): most words fall within their layer.
struct Ziggurat {
  const double *widths, *bounds, *heights;
  explicit Ziggurat(const double* tables) : widths(tables), bounds(tables + kLayers), heights(tables + 2 * kLayers) {}
  // A height within a layer.
  double heightIn(uint64_t layer, double uniform) const { return (heights[layer - 1] - heights[layer]) * uniform + heights[layer]; }
};

constexpr double kNormalTail = 3.654152885361009, kNormalTailInverse = 0.2736612373297583, kExponentialTail = 7.69711747013105;

template <class Bits>
double normalTail(Bits& bits, bool isPositive) {
  for (;;) {
    const double x = -kNormalTailInverse * mk_log1p(-bits.nextDouble());
    const double y = -mk_log1p(-bits.nextDouble());
    if (y + y > x * x) return isPositive ? kNormalTail + x : -(kNormalTail + x);
  }
}

template <class Bits>
double normal(Bits& bits, const Ziggurat& layers) {
  for (;;) {
    const uint64_t word = bits.next64();
    const auto low = static_cast<uint32_t>(word), high = static_cast<uint32_t>(word >> 32);
    const uint32_t layer = low & 0xff;
    const double size = static_cast<double>(static_cast<uint64_t>(high & 0x1fffffff) << 23 | low >> 9);
    const double width = size * layers.widths[layer];
    const double x = (low & 0x100) == 0 ? width : -width;
    if (size < layers.bounds[layer]) return x;
    if (layer == 0) return normalTail(bits, (low & 0x20000) == 0);
    if (layers.heightIn(layer, bits.nextDouble()) < mk_exp(-0.5 * x * x)) return x;
  }
}

template <class Bits>
double exponential(Bits& bits, const Ziggurat& layers) {
  for (;;) {
    const uint64_t word = bits.next64();
    const uint64_t layer = word >> 3 & 0xff;
    const double size = static_cast<double>(word >> 11);
    const double x = size * layers.widths[layer];
    if (size < layers.bounds[layer]) return x;
    if (layer == 0) return kExponentialTail - mk_log1p(-bits.nextDouble());
    if (layers.heightIn(layer, bits.nextDouble()) < mk_exp(-x)) return x;
  }
}

// From 0 to `most`, by Lemire's method (2019): few words are thrown away.
template <class Bits>
uint64_t below(Bits& bits, uint64_t most) {
  if (most == 0) return 0;
  if (most == 0xffffffff) return bits.next32();
  if (most < 0xffffffff) {
    const auto count = static_cast<uint32_t>(most + 1);
    uint64_t product = static_cast<uint64_t>(bits.next32()) * count;
    if (static_cast<uint32_t>(product) < count) {
      const uint32_t least = -count % count;
      while (static_cast<uint32_t>(product) < least) product = static_cast<uint64_t>(bits.next32()) * count;
    }
    return product >> 32;
  }
  const uint64_t count = most + 1;
  u128 product = static_cast<u128>(bits.next64()) * count;
  if (static_cast<uint64_t>(product) < count) {
    const uint64_t least = -count % count;
    while (static_cast<uint64_t>(product) < least) product = static_cast<u128>(bits.next64()) * count;
  }
  return static_cast<uint64_t>(product >> 64);
}

// From 0 to `most`: as many bits as it has, until they are not too large.
template <class Bits>
uint64_t masked(Bits& bits, uint64_t most) {
  if (most == 0) return 0;
  const uint64_t mask = ~uint64_t{0} >> __builtin_clzll(most);
  const bool isLong = most > 0xffffffff;
  for (;;) {
    const uint64_t found = (isLong ? bits.next64() : bits.next32()) & mask;
    if (found <= most) return found;
  }
}

template <class Bits>
void fill(uint32_t* state, Draw kind, void* out, int64_t count, const double* tables, uint64_t most) {
  Bits bits(state);
  auto* numbers = static_cast<double*>(out);
  auto* words = static_cast<uint64_t*>(out);
  switch (kind) {
    case Draw::kRaw:
      for (int64_t i = 0; i < count; i++) words[i] = bits.raw();
      break;
    case Draw::kDouble:
      for (int64_t i = 0; i < count; i++) numbers[i] = bits.nextDouble();
      break;
    case Draw::kNormal:
      for (int64_t i = 0; i < count; i++) numbers[i] = normal(bits, Ziggurat(tables));
      break;
    case Draw::kExponential:
      for (int64_t i = 0; i < count; i++) numbers[i] = exponential(bits, Ziggurat(tables));
      break;
    case Draw::kBelow:
      for (int64_t i = 0; i < count; i++) words[i] = below(bits, most);
      break;
    case Draw::kMasked:
      for (int64_t i = 0; i < count; i++) words[i] = masked(bits, most);
      break;
    case Draw::kShuffle:
      for (int64_t i = count - 1; i > 0; i--) std::swap(words[i], words[masked(bits, static_cast<uint64_t>(i))]);
      break;
  }
  bits.store();
}

}  // namespace

int64_t stateWords(Generator generator) {
  switch (generator) {
    case Generator::kPcg64: return kHeader + 8;
    case Generator::kPhilox: return kHeader + 21;
    case Generator::kSfc64: return kHeader + 8;
    case Generator::kMt19937: return kHeader + Mt19937::kLength + 1;
  }
  return 0;
}

void draw(Generator generator, uint32_t* state, Draw kind, void* out, int64_t count, const double* tables, uint64_t most) {
  switch (generator) {
    case Generator::kPcg64: return fill<Halved<Pcg64Words>>(state, kind, out, count, tables, most);
    case Generator::kPhilox: return fill<Halved<PhiloxWords>>(state, kind, out, count, tables, most);
    case Generator::kSfc64: return fill<Halved<Sfc64Words>>(state, kind, out, count, tables, most);
    case Generator::kMt19937: return fill<Mt19937>(state, kind, out, count, tables, most);
  }
}

}  // namespace maniple::random
