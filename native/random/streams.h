// NumPy's streams of random numbers, for a fill at a time (lib/array/random/ has the same in JavaScript).
//
// The state of a stream is words of 32 bits, which both sides see:
//
//     0 1 whether half of a word of 64 bits is left, and that half     2 … the generator's
//     Pcg64: 4 state, 4 increment     Philox: 4 key, 8 counter, 8 words, next of these     Sfc64: 8     Mt19937: 624 words, next of these
#pragma once

#include <cstdint>

namespace maniple::random {

enum class Generator { kPcg64, kPhilox, kSfc64, kMt19937 };

// kRaw: words as the generator makes them. kDouble: uniform in [0, 1). kNormal, kExponential: by ziggurats, with 256 widths, bounds and
// heights in `tables`. kBelow: from 0 to `most`, by Lemire's method; kMasked: by throwing words away. kShuffle: exchanges the results that are there.
enum class Draw { kRaw, kDouble, kNormal, kExponential, kBelow, kMasked, kShuffle };

constexpr int64_t kHeader = 2;
constexpr int64_t kLayers = 256;

// Words of a generator's state, the header included.
int64_t stateWords(Generator generator);

// Draws `count` results into `out`, 8 bytes each.
void draw(Generator generator, uint32_t* state, Draw kind, void* out, int64_t count, const double* tables, uint64_t most);

}  // namespace maniple::random
