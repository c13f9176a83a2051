// Matrix products by a BLAS library found at run time, block by block as by the addon's kernels: one thread inside a block, so that the
// bits do not depend on the number of threads. The library is chosen by a wish:
//
//     auto    a known library where our own kernels would be slower (the default); until a choice, MANIPLE_BLAS is the wish
//     any     the first known library that is installed
//     none    our own kernels
//     else    a library's name or path
#pragma once

#include <cstdint>
#include <string>

#include "product.h"

namespace maniple::gemm {

// The result of a wish.
struct BlasChoice {
  std::string path;     // as it was opened; empty where our own kernels run
  std::string version;  // the library's own name and version, where it has a function for them
  std::string problem;  // why the named library cannot be used
  bool lapack = false;  // whether the library has LAPACK's routines
};

// Chooses for the whole process, from the next block on. A library that cannot be used leaves the choice as it was.
BlasChoice chooseBlas(const char* wish);

// Computes the block if there is a library and it takes such strides; false leaves it to our own code.
bool blasBlock(const Product<double>& p, const Block& at);
bool blasBlock(const Product<float>& p, const Block& at);

// Routines of LAPACK, in the order of their names in blas.cpp.
enum class Lapack { dgetrf, dpotrf, dgeqrf, dorgqr, dsyevd, dgesdd, dgeev, zgetrf, zpotrf, zgeqrf, zungqr, zgeev, count };

// A routine of the chosen library, null without one that has them all; `wide`: whether its integers have 64 bits.
void* lapackRoutine(Lapack which, bool* wide);

// The library's path as it was opened; empty when there is none.
const char* blasName();

}  // namespace maniple::gemm
