// Transforms of a line radix by radix, for several instruction sets (stages.cpp). lib/array/fft/stages.ts defines stages.
#pragma once

#include <cstdint>

namespace maniple::fft {

// Real parts and imaginary ones.
struct Pair {
  double* re;
  double* im;
};

// The functions that are compiled for several instruction sets.
struct Steps {
  // The transform of the table's radices; returns the one of x and y that holds the result. *next is where the table goes on; without
  // numbers in x only *next is set.
  Pair (*stages)(const double* table, Pair x, Pair y, const double** next);
  // Of 2n real numbers as n pairs z: their n + 1 frequencies. `half` are the cosines of the real modes, and their sines.
  void (*real)(const double* half, int64_t n, Pair z, Pair out);
  // The n pairs, with their parts exchanged, of which the n + 1 numbers of z are frequencies.
  void (*hermitian)(const double* half, int64_t n, Pair z, Pair out);
};

}  // namespace maniple::fft
