// Transforms of a line radix by radix, for several instruction sets (stages.cpp). lib/array/fft/stages.ts says what a stage is.
#pragma once

#include <cstdint>

namespace maniple::fft {

// Real parts and imaginary ones.
struct Pair {
  double* re;
  double* im;
};

}  // namespace maniple::fft
